"""Premises in negation normal form: `not` stands only directly before an atom or a comparison.

`(not (or a b))` becomes "not a and not b"; `or` with one part is that part; the empty `or` is
false. This form keeps one shape for each meaning, so that ordering and compiling see no nesting
of `not`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from gdlc.formats.gdl import Atom, Distinct, Goal, Not, Or, Term, Variable, variables

Key: TypeAlias = tuple[str, int]  # a relation: its name and arity


@dataclass(frozen=True, slots=True)
class Holds:
    """An atom, or its negation."""

    atom: Atom
    positive: bool


@dataclass(frozen=True, slots=True)
class Same:
    """Two terms are equal, or (`equal` false) different: `distinct`."""

    left: Term
    right: Term
    equal: bool


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one part holds; without parts false."""

    parts: tuple[Literal, ...]


@dataclass(frozen=True, slots=True)
class AllOf:
    """Every part holds; without parts true. Arises from `(not (or ...))` only."""

    parts: tuple[Literal, ...]


Literal: TypeAlias = Holds | Same | AnyOf | AllOf

FALSE = AnyOf(())
TRUE = AllOf(())


def key(atom: Atom) -> Key:
    return atom.predicate, len(atom.args)


def normal(goal: Goal, positive: bool = True) -> Literal:
    """A premise, or (`positive` false) its negation, in normal form."""
    match goal:
        case Atom():
            return Holds(goal, positive)
        case Distinct(left, right):
            return Same(left, right, not positive)
        case Not(inner):
            return normal(inner, not positive)
        case Or(goals):
            parts = [normal(part, positive) for part in goals]
            return any_of(parts) if positive else all_of(parts)


def any_of(parts: Iterable[Literal]) -> Literal:
    flat: list[Literal] = []
    for part in parts:
        if part == TRUE:
            return TRUE
        flat.extend(part.parts if isinstance(part, AnyOf) else (part,))
    return flat[0] if len(flat) == 1 else AnyOf(tuple(flat))


def all_of(parts: Iterable[Literal]) -> Literal:
    flat: list[Literal] = []
    for part in parts:
        if part == FALSE:
            return FALSE
        flat.extend(part.parts if isinstance(part, AllOf) else (part,))
    return flat[0] if len(flat) == 1 else AllOf(tuple(flat))


def conjunction(goals: Iterable[Goal]) -> tuple[Literal, ...] | None:
    """The premises of a rule as literals that must all hold; None if they never do."""
    whole = all_of([normal(goal) for goal in goals])
    if whole == FALSE:
        return None
    return whole.parts if isinstance(whole, AllOf) else (whole,)


def holds(literal: Literal) -> Iterator[Holds]:
    """All atoms of a literal, with their signs, from left to right."""
    match literal:
        case Holds():
            yield literal
        case AnyOf(parts) | AllOf(parts):
            for part in parts:
                yield from holds(part)
        case Same():
            pass


def occurrences(literal: Literal) -> Iterator[Variable]:
    """All occurrences of variables in a literal, from left to right."""
    match literal:
        case Holds(atom):
            yield from variables(atom)
        case Same(left, right):
            yield from variables(left)
            yield from variables(right)
        case AnyOf(parts) | AllOf(parts):
            for part in parts:
                yield from occurrences(part)


def names(literal: Literal) -> set[str]:
    return {variable.name for variable in occurrences(literal)}
