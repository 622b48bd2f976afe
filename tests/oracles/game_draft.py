"""A random game as it grows, and random literals for it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

RANDOM = "random"


@dataclass
class Draft:
    """A game as it grows.

    rules:  one each, as text
    state:  literals that a rule for `legal`, `terminal` or `goal` may use, without variables
    moves:  the same with `does`, for rules of `next` only
    chosen: those of `moves` that are one of several moves of a role, random's more often
    does:   for each role the moves it may have in some state
    joint:  y and z may choose at the same step
    kind:   what the game is asked for (random_games.KINDS), or empty
    lucky:  a switch that depends on random's moves, and on which goals often depend
    """

    rng: random.Random
    roles: tuple[str, ...]
    cells: tuple[str, ...]
    last: int
    joint: bool
    lucky: str
    kind: str = ""
    rules: list[str] = field(default_factory=list)
    state: list[str] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)
    chosen: list[str] = field(default_factory=list)
    does: dict[str, list[str]] = field(default_factory=dict)

    def likely(self, probability: float) -> bool:
        return self.rng.random() < probability

    def add(self, head: str, *body: str) -> None:
        premises = [premise for premise in body if premise]
        self.rules.append(f"(<= {' '.join([head, *premises])})" if premises else head)

    def must_choose(self, role: str) -> bool:
        """Whether the kind of the game wants two moves of the role whenever it may choose."""
        if self.kind == "simultaneous":
            return role != RANDOM
        return self.kind.startswith("luck") and role == RANDOM

    @property
    def players(self) -> list[str]:
        return [role for role in self.roles if role != RANDOM]


def literal(draft: Draft, atoms: Sequence[str]) -> str:
    """An atom, its negation, or a disjunction of such."""
    rng = draft.rng
    if draft.likely(0.12):
        parts = [signed(draft, rng.choice(atoms)) for _ in range(rng.choice((2, 2, 3)))]
        return f"(or {' '.join(parts)})"
    return signed(draft, rng.choice(atoms))


def signed(draft: Draft, atom: str) -> str:
    return f"(not {atom})" if draft.likely(0.35) else atom


def premises(draft: Draft, atoms: Sequence[str], sizes: Sequence[int] = (1, 1, 2)) -> list[str]:
    return [literal(draft, atoms) for _ in range(draft.rng.choice(sizes))]
