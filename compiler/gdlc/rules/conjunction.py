"""`and` as it is known from other languages: GDL has no such word.

One finding tells it, and the other tests see the rule as it was meant: else each word inside would
be told as a function in a wrong place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

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
)
from gdlc.rules.finding import Finding, at

_CONNECTIVES = frozenset({"<=", "not", "or", "distinct", "and"})
_MOST = 16  # alternatives of a rule; with more, its `and` is left as it is
_SHORT = 160  # characters of what a hint proposes

_Bodies = list[tuple[Goal, ...]]


@dataclass
class _Meaning:
    """What the words of a sheet may mean: name and number of arguments of its relations."""

    relations: set[tuple[str, int]]

    def is_and(self, goal: Goal) -> bool:
        """Is it a conjunction? A relation `and` of the author's own is not."""
        return (
            isinstance(goal, Atom)
            and goal.predicate.lower() == "and"
            and any(map(self._is_premise, goal.args))
        )

    def _is_premise(self, term: Term) -> bool:
        if isinstance(term, Variable):
            return False
        lower = term.name.lower()
        if lower in KEYWORD_ARITY or lower in _CONNECTIVES:
            return isinstance(term, Function) or lower == "terminal"
        arity = len(term.args) if isinstance(term, Function) else 0
        return (term.name, arity) in self.relations

    def has_and(self, goal: Goal) -> bool:
        match goal:
            case Not(inner):
                return self.has_and(inner)
            case Or(parts):
                return any(map(self.has_and, parts))
            case _:
                return self.is_and(goal)

    def bodies(self, goal: Goal) -> _Bodies:
        """The ways to satisfy a premise, each without `and`."""
        match goal:
            case Atom(_, args) if self.is_and(goal):
                parts = [premise for arg in args if (premise := _premise(arg)) is not None]
                return _joined([self.bodies(part) for part in parts])
            case Not(Atom(_, args) as inner, span) if self.is_and(inner):
                denied = [Not(p, span) for arg in args if (p := _premise(arg)) is not None]
                return [(Or(tuple(denied), span),)]
            case Or(alternatives) if any(map(self.has_and, alternatives)):
                return [body for part in alternatives for body in self.bodies(part)]
            case _:
                return [(goal,)]


def _joined(parts: list[_Bodies]) -> _Bodies:
    total = 1
    for bodies in parts:
        total *= len(bodies)
    if total > _MOST:
        return [tuple(goal for bodies in parts for goal in bodies[0])]
    return [tuple(goal for body in choice for goal in body) for choice in product(*parts)]


def _premise(term: Term) -> Goal | None:
    """A term read as a premise; None for a variable."""
    match term:
        case Variable():
            return None
        case Constant(name, span):
            return Atom(name.lower() if name.lower() in KEYWORD_ARITY else name, (), span)
        case Function(name, args, span):
            lower = name.lower()
            if lower == "distinct" and len(args) == 2:
                return Distinct(args[0], args[1], span)
            inner = [premise for arg in args if (premise := _premise(arg)) is not None]
            if lower == "or":
                return Or(tuple(inner), span)
            if lower == "not" and len(inner) == 1:
                return Not(inner[0], span)
            return Atom(lower if lower in KEYWORD_ARITY else name, args, span)


def conjunctions(sheet: RuleSheet) -> tuple[RuleSheet, list[Finding]]:
    """The sheet as it was meant, and one finding for each `and` in it."""
    if not any(map(_may_have, sheet.rules)):
        return sheet, []
    heads = {(rule.head.predicate, len(rule.head.args)) for rule in sheet.rules}
    if any(name.lower() == "and" for name, _ in heads):
        return sheet, []
    meaning = _Meaning(heads)
    rules: list[Rule] = []
    found: list[Finding] = []
    for rule in sheet.rules:
        told = [one for goal in rule.body for one in _told(sheet, meaning, goal, None)]
        found += told
        if told:
            bodies = _joined([meaning.bodies(goal) for goal in rule.body])
            rules += [Rule(rule.head, body, rule.span) for body in bodies]
        else:
            rules.append(rule)
    return RuleSheet(tuple(rules), sheet.file, lines=sheet.lines, language=sheet.language), found


def _may_have(rule: Rule) -> bool:
    stack = [*rule.body]
    while stack:
        match stack.pop():
            case Not(inner):
                stack.append(inner)
            case Or(parts):
                stack.extend(parts)
            case Atom(name) if name.lower() == "and":
                return True
            case _:
                pass
    return False


def _told(
    sheet: RuleSheet, meaning: _Meaning, goal: Goal, above: Or | Not | None
) -> Iterator[Finding]:
    match goal:
        case Not(inner):
            yield from _told(sheet, meaning, inner, goal)
        case Or(parts):
            for part in parts:
                yield from _told(sheet, meaning, part, goal)
        case Atom() if meaning.is_and(goal):
            yield at(
                sheet,
                goal.span,
                "and-as-premise",
                f"GDL has no `{goal.predicate}`: premises behind each other are all required",
                _way_out(meaning, goal, above),
            )
        case _:
            pass


def _way_out(meaning: _Meaning, goal: Atom, above: Or | Not | None) -> str:
    if isinstance(above, Or):
        way = f"write one rule for each alternative instead of the `or`{_alternatives(above)}"
        return f"{way}; or give this conjunction a relation and rule of its own"
    if isinstance(above, Not):
        denied = " ".join(f"(not {arg})" for arg in goal.args)
        return f"write (or {denied}), or give this conjunction a relation and rule of its own"
    return f"leave out `{goal.predicate}` and its parentheses, and keep what stands in them"


def _alternatives(above: Or) -> str:
    """What the bodies of the rules would be, where that is short."""
    shown = []
    for part in above.goals:
        if isinstance(part, Atom) and part.predicate.lower() == "and":
            shown.append(" ".join(map(str, part.args)))
        else:
            shown.append(str(part))
    text = ": one with " + ", one with ".join(shown)
    return text if len(text) <= _SHORT else ""
