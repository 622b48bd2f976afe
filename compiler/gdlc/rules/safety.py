"""Variables that nothing gives a value, and `not` before what cannot be denied.

A variable has a value where a positive premise binds it, wherever that stands in the rule. Within
`or` each alternative counts by itself: it may use what is bound outside, and binds for the outside
only what all its neighbours bind, too. Since alternatives of different disjunctions combine freely,
this is exact: there is a choice of alternatives that leaves a variable unbound just if no premise
binds it in each of its alternatives.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from gdlc.formats.gdl import (
    KEYWORD_ARITY,
    Atom,
    Constant,
    Distinct,
    Function,
    Goal,
    Not,
    Or,
    Rule,
    RuleSheet,
    Term,
    Variable,
    variables,
)
from gdlc.rules.finding import Finding, at

Item = TypeVar("Item")


def certain(goals: Iterable[Goal], collect: Callable[[Atom], Iterable[Item]]) -> set[Item]:
    """What `collect` yields for positive atoms whatever alternatives are chosen."""
    found: set[Item] = set()
    for goal in goals:
        if isinstance(goal, Atom):
            found.update(collect(goal))
        elif isinstance(goal, Or) and goal.goals:
            found.update(set.intersection(*(certain((part,), collect) for part in goal.goals)))
    return found


def _names(atom: Atom) -> Iterator[str]:
    return (variable.name for variable in variables(atom))


def facts(sheet: RuleSheet) -> Iterator[Finding]:
    """Variables in facts."""
    for rule in sheet.rules:
        if not rule.body:
            names = dict.fromkeys(str(variable) for variable in variables(rule.head))
            for name in names:
                variable = next(v for v in variables(rule.head) if str(v) == name)
                yield at(
                    sheet,
                    variable.span,
                    "variable-in-fact",
                    f"the variable {name} stands in a fact",
                    f"a fact is about constants: write one instead of {name}"
                    + (
                        f", or a rule (<= {rule.head} premise ...) with a premise that binds {name}"
                        if rule.head.predicate != "role"
                        else ", and one fact for each role"
                    ),
                )


def safety(sheet: RuleSheet) -> Iterator[Finding]:
    """Unsafe variables, each once for a rule."""
    values: Values | None = None
    for rule in sheet.rules:
        if not rule.body:
            continue
        bound = certain(rule.body, _names)
        told: set[str] = set()
        for variable, denied, why, where in (*_open(rule.body, bound), *_of_head(rule, bound)):
            if variable.name not in told:
                told.add(variable.name)
                values = values or Values(sheet)
                yield at(
                    sheet,
                    variable.span,
                    "unsafe-variable",
                    f"unsafe variable {variable}: {why}",
                    _way_out(rule, variable, bound, denied, where, values.premise(rule, variable)),
                )


# The variable, the atom that is denied, the reason, and where a value is lacking.
_Open = tuple[Variable, Atom | None, str, str]
_ANYWHERE = ""
_HERE = "in a rule of its own for this alternative of the `or`, or in a premise outside it"
_EVERYWHERE = "in every alternative of the `or`, or in a premise outside it"


def _open(goals: Iterable[Goal], bound: set[str], where: str = _ANYWHERE) -> Iterator[_Open]:
    """Variables under `not` and in `distinct` that have no value there."""
    for goal in goals:
        match goal:
            case Not(inner):
                denied = inner if isinstance(inner, Atom) else None
                for variable in variables(inner):
                    if variable.name not in bound:
                        yield variable, denied, "it occurs only under `not`", where
            case Or(parts):
                for part in parts:
                    yield from _open((part,), bound | certain((part,), _names), _HERE)
            case Distinct(left, right):
                for term in (left, right):
                    for variable in variables(term):
                        if variable.name not in bound:
                            yield variable, None, "it occurs only in `distinct`", where
            case _:
                pass


def _of_head(rule: Rule, bound: set[str]) -> Iterator[_Open]:
    for variable in variables(rule.head):
        if variable.name in bound:
            continue
        for goal in rule.body:
            if isinstance(goal, Or):
                lines = [_names_of(part) for part in goal.goals]
                if any(variable.name in names for names in lines):
                    without = next(
                        part
                        for part, names in zip(goal.goals, lines, strict=True)
                        if variable.name not in names
                    )
                    yield (
                        variable,
                        None,
                        f"the alternative {_short(without)} of `or` does not bind it",
                        _EVERYWHERE,
                    )
                    break
        else:
            yield variable, None, "no positive premise binds it", _ANYWHERE


def _names_of(part: Goal) -> set[str]:
    return certain((part,), _names)


def _short(goal: Goal) -> str:
    text = str(goal)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _way_out(
    rule: Rule,
    variable: Variable,
    bound: set[str],
    denied: Atom | None,
    where: str,
    example: str | None,
) -> str:
    alike = [n for n in sorted(bound) if n.lower() == variable.name.lower()] or (
        difflib.get_close_matches(variable.name, sorted(bound), 1, 0.75)
        if len(variable.name) > 2
        else []
    )
    way = f"add a premise without `not` that gives {variable} its values"
    if where != _ANYWHERE:
        way = f"bind {variable} {where}"
    if example:
        way += f", such as {example}"
    if alike:
        return f"is it ?{alike[0]}, which has a value? Else {way}"
    if denied is not None and _count(rule, variable) == 1:
        some = Atom(f"some_{_about(denied)}")
        way = (
            f"to say that there is no such {variable} at all, add (<= ({some}) {denied}) and write"
            f" (not ({some})); else {way}"
        )
    return way


def _about(atom: Atom) -> str:
    inner = atom.args[0] if atom.predicate == "true" else atom
    return inner.name if isinstance(inner, Function) else atom.predicate


def _count(rule: Rule, variable: Variable) -> int:
    return sum(v == variable for node in (rule.head, *rule.body) for v in variables(node))


_Place = tuple[str | int, ...]


class Values:
    """Which relation with one argument lists the values that stand at a place of an atom.

    Read off the sheet, to name a relation that the author knows: another rule binds what stands
    there with it, or it has the constants that are written there.
    """

    def __init__(self, sheet: RuleSheet) -> None:
        self.lists: dict[str, set[str]] = {}
        self.constants: dict[_Place, set[str]] = {}
        self.binders: dict[_Place, str] = {}
        for rule in sheet.rules:
            head = rule.head
            if not rule.body and head.predicate not in KEYWORD_ARITY and len(head.args) == 1:
                self.lists.setdefault(head.predicate, set()).add(str(head.args[0]))
        for rule in sheet.rules:
            atoms = [rule.head, *(goal for goal in rule.body if isinstance(goal, Atom))]
            binders = {
                atom.args[0]: atom.predicate for atom in atoms[1:] if atom.predicate in self.lists
            }
            for place, term in (pair for atom in atoms for pair in _places(atom)):
                if isinstance(term, Constant):
                    self.constants.setdefault(place, set()).add(term.name)
                elif term in binders:
                    self.binders.setdefault(place, binders[term])

    def premise(self, rule: Rule, variable: Variable) -> str | None:
        """A premise that would bind the variable, if the sheet shows one."""
        name = self.relation(rule, variable)
        return None if name is None else f"({name} {variable})"

    def relation(self, rule: Rule, variable: Variable) -> str | None:
        """A relation that lists values of the variable, if the sheet shows one."""
        for node in (rule.head, *rule.body):
            atom = node.goal if isinstance(node, Not) else node
            if not isinstance(atom, Atom):
                continue
            for place, term in _places(atom):
                if term == variable:
                    name = self._name(place)
                    if name is not None:
                        return name
        return None

    def _name(self, place: _Place) -> str | None:
        if place in (("does", 0), ("goal", 0)):
            return "role"
        if place in self.binders:
            return self.binders[place]
        seen = self.constants.get(place, set())
        return next((name for name, values in self.lists.items() if seen & values), None)


def _places(atom: Atom) -> Iterator[tuple[_Place, Term]]:
    """The constants and variables of an atom with where they stand; `init` and `next` count as
    `true`, `legal` and `input` as `does`."""
    name = {"init": "true", "next": "true", "base": "true", "legal": "does", "input": "does"}
    stack: list[tuple[_Place, Term]] = [
        ((name.get(atom.predicate, atom.predicate), number), term)
        for number, term in enumerate(atom.args)
    ]
    while stack:
        place, term = stack.pop()
        if isinstance(term, Function):
            stack += [((*place, term.name, number), part) for number, part in enumerate(term.args)]
        else:
            yield place, term


def negations(sheet: RuleSheet) -> Iterator[Finding]:
    """`not` before `not`: GDL denies atoms only. `or` below `not` is told by `alternatives`."""
    for rule in sheet.rules:
        for goal in rule.body:
            for outer in _nots(goal):
                if isinstance(outer.goal, Not):
                    yield at(
                        sheet,
                        outer.span,
                        "negated-non-atom",
                        "`not` stands before another `not`; it can deny an atom only",
                        f"two of them cancel each other: write {_short(outer.goal.goal)}",
                    )


def _nots(goal: Goal) -> Iterator[Not]:
    stack: list[Goal] = [goal]
    while stack:
        match stack.pop():
            case Not(inner) as found:
                yield found
                stack.append(inner)
            case Or(parts):
                stack.extend(reversed(parts))
            case _:
                pass
