"""Rules without `or`: one flat rule for each way to satisfy the body."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from gdlc.formats.errors import InputError
from gdlc.formats.gdl import Atom, Distinct, Goal, Not, Or, Rule, RuleSheet, Span, Term

# A body of many disjunctions multiplies; nobody writes such a rule by hand.
MOST_ALTERNATIVES = 100_000


@dataclass(frozen=True, slots=True)
class Literal:
    """An atom, or its negation."""

    atom: Atom
    positive: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two terms that must be equal, or must not."""

    left: Term
    right: Term
    equal: bool


Premise = Literal | Comparison


@dataclass(frozen=True, slots=True)
class FlatRule:
    """A rule whose body is a conjunction; `source` is the rule that it comes from."""

    head: Atom
    body: tuple[Premise, ...]
    source: Rule


def flatten(sheet: RuleSheet) -> list[FlatRule]:
    """All rules of a sheet without `or` and with `not` only before atoms.

    Shape:  R rules -> the sum of the numbers of alternatives of their bodies
    Raises: InputError for a body with more than MOST_ALTERNATIVES alternatives
    """
    rules = []
    for rule in sheet.rules:
        if _count(rule) > MOST_ALTERNATIVES:
            raise InputError(
                f"the disjunctions of this rule have more than {MOST_ALTERNATIVES} combinations",
                place=sheet.place(rule.span),
                hint="give a disjunction a name: a relation with one rule for each alternative",
            )
        rules += [FlatRule(rule.head, body, rule) for body in _bodies(rule)]
    return rules


def _count(rule: Rule) -> int:
    total = 1
    for goal in rule.body:
        total *= _alternatives(goal, True)
    return total


def _alternatives(goal: Goal, positive: bool) -> int:
    match goal:
        case Not(inner):
            return _alternatives(inner, not positive)
        case Or(goals):
            counts = [_alternatives(part, positive) for part in goals]
            if positive:
                return sum(counts)
            total = 1
            for count in counts:
                total *= count
            return total
        case _:
            return 1


def _bodies(rule: Rule) -> Iterator[tuple[Premise, ...]]:
    for choice in product(*(_disjuncts(goal, True) for goal in rule.body)):
        yield tuple(premise for part in choice for premise in part)


def _disjuncts(goal: Goal, positive: bool) -> list[tuple[Premise, ...]]:
    match goal:
        case Atom():
            return [(Literal(goal, positive),)]
        case Distinct(left, right):
            return [(Comparison(left, right, equal=not positive),)]
        case Not(inner):
            return _disjuncts(inner, not positive)
        case Or(goals):
            parts = [_disjuncts(part, positive) for part in goals]
            if positive:
                return [disjunct for part in parts for disjunct in part]
            return [tuple(p for part in choice for p in part) for choice in product(*parts)]


def span_of(premise: Premise) -> Span:
    """Where a premise stands."""
    return premise.atom.span if isinstance(premise, Literal) else premise.left.span
