"""Warnings about what a game has or lacks as a whole: roles, goals, base and input."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gdlc.formats.gdl import (
    KEYWORD_ARITY,
    RANDOM,
    Atom,
    Constant,
    Function,
    Rule,
    RuleSheet,
    Term,
    Variable,
    atoms,
    variables,
)
from gdlc.rules.finding import Finding, about, at
from gdlc.rules.spelling import Speller
from gdlc.rules.unify import bindings, meet
from gdlc.rules.words import words_of

_OF_A_ROLE = ("legal", "goal", "does", "input", "sees")
_MOST_LOOKS = 200_000  # comparisons of atoms for the facts of `init` with `base`
_GOAL = re.compile(r"(?:0|[1-9][0-9]?|100)\Z")


def base_and_input(sheet: RuleSheet) -> Iterator[Finding]:
    """Lists of fluents and moves that players of the general game playing protocol ask for."""
    heads = {rule.head.predicate for rule in sheet.rules}
    lacking = [name for name in ("base", "input") if name not in heads]
    if lacking and "legal" in heads:
        what = ", and none for ".join(f"`{name}`" for name in lacking)
        lists = {
            "base": "(base F) for each fluent F that may become true",
            "input": "(input R M) for each move M that may be legal for a role R",
        }
        yield about(
            sheet,
            "no-base-or-input",
            f"there is no rule for {what}",
            f"gdlc does without; for other programs add"
            f" {' and '.join(lists[name] for name in lacking)}",
        )


def roles(sheet: RuleSheet) -> Iterator[Finding]:
    """Roles without a goal; rules about a role that the game has not."""
    known = sheet.roles
    if not known:
        return  # what is wrong then is told by `keywords.missing`
    goals = [rule.head.args[0] for rule in sheet.rules if _is_goal(rule.head)]
    for name in known:
        mine = any(isinstance(goal, Variable) or goal == Constant(name) for goal in goals)
        if name != RANDOM and goals and not mine:
            fact = next(
                rule.head
                for rule in sheet.rules
                if rule.head.predicate == "role" and rule.head.args == (Constant(name),)
            )
            yield at(
                sheet,
                fact.span,
                "role-without-goal",
                f"the role {name} has no goal",
                f"add rules such as (<= (goal {name} 100) ...) and (<= (goal {name} 0) ...)",
            )
    if any(_hides_roles(rule) for rule in sheet.rules):
        return
    speller = Speller(known, 0.6)
    for rule in sheet.rules:
        for atom in (rule.head, *(a for goal in rule.body for a, _ in atoms(goal))):
            yield from _role_of(sheet, atom, known, speller)


def _hides_roles(rule: Rule) -> bool:
    """A wrong `role`, which is told as such: who knows which roles it means."""
    head = rule.head
    return head.predicate == "role" and (
        bool(rule.body) or not all(isinstance(arg, Constant) for arg in head.args)
    )


def _is_goal(head: Atom) -> bool:
    return head.predicate == "goal" and len(head.args) == 2


def _role_of(
    sheet: RuleSheet, atom: Atom, known: tuple[str, ...], speller: Speller
) -> Iterator[Finding]:
    if atom.predicate in _OF_A_ROLE and len(atom.args) == KEYWORD_ARITY[atom.predicate]:
        role = atom.args[0]
        if not isinstance(role, Variable) and str(role) not in known:
            yield at(
                sheet,
                role.span,
                "unknown-role",
                f"`{atom.predicate}` names {role}, which is no role of the game",
                f"{_suggestion(str(role), known, speller)}, or add (role {role})",
                str(role),
            )


def _suggestion(role: str, known: tuple[str, ...], speller: Speller) -> str:
    alike = speller.closest(role)
    if alike is not None:
        return f"write {alike}"
    return f"write one of the roles, {', '.join(known[:6])}{' ...' if len(known) > 6 else ''}"


def goal_values(sheet: RuleSheet) -> Iterator[Finding]:
    """Goals that are no integers from 0 to 100."""
    for rule in sheet.rules:
        if _is_goal(rule.head):
            value = rule.head.args[1]
            if not isinstance(value, Variable) and not _GOAL.match(str(value)):
                yield at(
                    sheet,
                    value.span,
                    "goal-value",
                    f"the goal value {value} is no whole number from 0 to 100",
                    "write 100 for a win, 0 for a loss, and something between for the rest",
                    str(value),
                )


def first_state(sheet: RuleSheet) -> Iterator[Finding]:
    """Facts of `init` that no rule for `base` can list, as one look at its premises tells."""
    heads: dict[str, list[Atom]] = {}
    for rule in sheet.rules:
        heads.setdefault(rule.head.predicate, []).append(rule.head)
    lists = [rule for rule in sheet.rules if rule.head.predicate == "base"]
    if not lists or any(len(rule.head.args) != 1 for rule in lists):
        return
    patience = _Patience(_MOST_LOOKS)
    for rule in sheet.rules:
        head = rule.head
        if head.predicate != "init" or rule.body or len(head.args) != 1:
            continue
        if any(variables(head)):
            continue  # an error, told as such
        fluent = head.args[0]
        wanted = Atom("base", head.args)
        if any(_lists(other, wanted, heads, patience) for other in lists):
            continue
        if patience.over:
            return
        if _told_already(sheet, fluent):
            continue
        yield at(
            sheet,
            fluent.span,
            "incomplete-base",
            f"the fluent {fluent} is true in the first state, but `base` does not list it",
            f"add (base {fluent}), and what else of `{_name(fluent)}` is missing",
            _name(fluent),
        )


def _told_already(sheet: RuleSheet, fluent: Term) -> bool:
    """Is a word of the fluent wrong by itself: a keyword, or one of two spellings?"""
    spellings: dict[str, set[str]] = {}
    for rule in sheet.rules:
        for word, _ in words_of(rule):
            spellings.setdefault(word.lower(), set()).add(word)
    inside = [word.lower() for word, _ in words_of(Rule(Atom("", (fluent,))))]
    return any(word in KEYWORD_ARITY or len(spellings.get(word, ())) > 1 for word in inside)


class _Patience:
    """How many atoms may still be compared."""

    def __init__(self, looks: int) -> None:
        self.looks = looks

    @property
    def over(self) -> bool:
        return self.looks <= 0


def _lists(rule: Rule, wanted: Atom, heads: dict[str, list[Atom]], patience: _Patience) -> bool:
    """May a rule list this fluent? Yes where that is not plain."""
    values = bindings(rule.head, wanted, {})
    patience.looks -= 1
    if values is None:
        return False
    for goal in rule.body:
        if isinstance(goal, Atom) and goal.predicate in heads:
            asked = Atom(goal.predicate, tuple(_with(arg, values) for arg in goal.args))
            patience.looks -= len(heads[goal.predicate])
            if patience.over:
                return True
            if not any(meet(asked, head) for head in heads[goal.predicate]):
                return False
    return True


def _with(term: Term, values: dict[str, Term]) -> Term:
    match term:
        case Variable(name):
            return values.get(name, term)
        case Function(name, args, span):
            return Function(name, tuple(_with(arg, values) for arg in args), span)
        case _:
            return term


def _name(fluent: Term) -> str:
    return str(fluent) if isinstance(fluent, Variable) else fluent.name
