"""The rows of mutually recursive relations, computed together.

Without negation among them: semi-naive, each round driven by the rows that the last one added.

With negation: the alternating fixpoint of Van Gelder 1993. What the relations deny is looked up
in assumed rows; assuming too little derives too much and the other way round, and the two meet in
the stratified model if there is one. This covers what is stratified on ground atoms only, such as
`(<= (goal ?r 0) (role ?r) (not (goal ?r 100)))`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from gdlc.formats.errors import InputError, Place
from gdlc.machine.interpreter.literals import Key
from gdlc.machine.terms import Ground, depth, kif

Slots: TypeAlias = list[Any]
Rows: TypeAlias = Any
"""A set of rows; for a relation without arguments True or False."""
RuleFunction: TypeAlias = Callable[..., Any]

MAX_DEPTH = 100


@dataclass
class Relation:
    """One relation of a component.

    slot:    of its rows
    assumed: of the rows that `not` looks up, where the component has negation inside
    facts:   rows that hold without premises
    """

    key: Key
    slot: int
    assumed: int
    facts: set[Ground]

    @property
    def is_flag(self) -> bool:
        return self.key[1] == 0

    def empty(self) -> Rows:
        return False if self.is_flag else set()


@dataclass
class Recursion:
    """A component of recursive relations and the functions of its rules.

    base:     rules without a premise in the component: (index of the head's relation, function)
    driven:   rules for one premise of the component each: (head, premise, function)
    indexes:  on rows of the component, kept up to date while they grow: (relation, slot, builder)
    negation: the place of a rule with negation inside the component
    grows:    the place of a rule that builds new function terms
    tick:     called once a round; may raise to stop
    """

    level: int
    relations: Sequence[Relation]
    base: list[tuple[int, RuleFunction]] = field(default_factory=list)
    driven: list[tuple[int, int, RuleFunction]] = field(default_factory=list)
    indexes: list[tuple[int, int, Callable[[Any, Collection[Any]], None]]] = field(
        default_factory=list
    )
    negation: Place | None = None
    grows: Place | None = None
    tick: Callable[[], None] | None = None

    def solve(self, g: Slots, s: Slots, a: Slots) -> None:
        """Fill the slots of all relations.

        Raises: InputError if the rules are not stratified, or terms grow without end
        """
        try:
            if self.negation is None:
                self._least(g, s, a)
            else:
                self._alternate(self.negation, g, s, a)
        except BaseException:  # half-filled slots must not pass for the whole
            own = (g, s, a)[self.level]
            for relation in self.relations:
                own[relation.slot] = None
            for _, slot, _ in self.indexes:
                own[slot] = None
            raise

    def _alternate(self, negation: Place, g: Slots, s: Slots, a: Slots) -> None:
        lower = [relation.empty() for relation in self.relations]
        while True:
            upper = self._assuming(lower, g, s, a)
            better = self._assuming(upper, g, s, a)
            if better == upper:
                return
            if better == lower:
                raise InputError(
                    f"the rules are not stratified: {self._undefined(lower, upper)} "
                    "depends on its own negation",
                    place=negation,
                    hint="break the cycle, so that no atom needs its own negation",
                )
            lower = better

    def _assuming(self, rows: Sequence[Rows], g: Slots, s: Slots, a: Slots) -> list[Rows]:
        own = (g, s, a)[self.level]
        for relation, assumed in zip(self.relations, rows, strict=True):
            own[relation.assumed] = assumed
        self._least(g, s, a)
        return [own[relation.slot] for relation in self.relations]

    def _undefined(self, lower: Sequence[Rows], upper: Sequence[Rows]) -> str:
        """An atom that neither follows nor is refuted."""
        texts = []
        for relation, low, high in zip(self.relations, lower, upper, strict=True):
            if relation.is_flag:
                texts += [relation.key[0]] if low != high else []
            else:
                texts += [_atom(relation.key, row) for row in high - low]
        return f"`{min(texts)}`"

    def _least(self, g: Slots, s: Slots, a: Slots) -> None:
        """The least model of the component's rules, the assumed rows given."""
        own = (g, s, a)[self.level]
        for relation in self.relations:
            own[relation.slot] = relation.empty()
        for _, slot, _ in self.indexes:
            own[slot] = None
        out: list[set[Ground]] = [set(relation.facts) for relation in self.relations]
        for head, rule in self.base:
            if rule(g, s, a, out[head].add) and self.relations[head].is_flag:
                out[head].add(())
        delta = out
        while any(delta):
            if self.tick is not None:
                self.tick()
            if self.grows is not None:
                self._check_depth(delta)
            for at, relation in enumerate(self.relations):
                if relation.is_flag:
                    own[relation.slot] = own[relation.slot] or bool(delta[at])
                else:
                    own[relation.slot] |= delta[at]
            for at, slot, build in self.indexes:
                if own[slot] is not None:
                    build(own[slot], delta[at])
            out = [set() for _ in self.relations]
            for head, premise, rule in self.driven:
                if (
                    delta[premise]
                    and rule(g, s, a, out[head].add, delta[premise])
                    and self.relations[head].is_flag
                ):
                    out[head].add(())
            for at, relation in enumerate(self.relations):
                if not relation.is_flag:
                    out[at] -= own[relation.slot]
                elif own[relation.slot]:
                    out[at].clear()
            delta = out

    def _check_depth(self, delta: Sequence[set[Ground]]) -> None:
        for relation, rows in zip(self.relations, delta, strict=True):
            for row in rows:
                parts = row if relation.key[1] > 1 else (row,)
                if any(depth(part) > MAX_DEPTH for part in parts if part != ()):
                    raise InputError(
                        f"terms grow without end: `{relation.key[0]}` nests functions "
                        f"more than {MAX_DEPTH} deep",
                        place=self.grows,
                        hint="a recursive rule must not build larger terms from smaller ones",
                    )


def _atom(relation: Key, row: Ground) -> str:
    name, arity = relation
    args = (row,) if arity == 1 else row
    return f"({name} {' '.join(map(kif, args))})"
