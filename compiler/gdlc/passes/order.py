"""The prefix Q_b: choice atoms in order of time, everything else innermost.

Within a step: the player, then the opponents, then `random`; none sees what comes later.

Source: He and Thielscher, arXiv 2605.23705, baseline quantification.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from gdlc.formats.sqasp import CHANCE, EXISTS, FORALL, Quantified


@dataclass
class Decisions:
    """The choice atoms of a program.

    exists: step -> the atoms of the player's moves
    forall: step -> the digits of the opponents' codes
    chance: step -> the coins; behind the last step the coins of the objective
    """

    exists: dict[int, list[int]] = field(default_factory=dict)
    forall: dict[int, list[int]] = field(default_factory=dict)
    chance: dict[int, list[tuple[int, Fraction]]] = field(default_factory=dict)


def baseline(decisions: Decisions) -> list[Quantified]:
    """One level for each of the three at each step where there is something to decide."""
    prefix: list[Quantified] = []
    level = 0
    for step in sorted({*decisions.exists, *decisions.forall, *decisions.chance}):
        for quantifier, atoms in (
            (EXISTS, decisions.exists.get(step, [])),
            (FORALL, decisions.forall.get(step, [])),
        ):
            if atoms:
                level += 1
                prefix += _block(atoms, level, quantifier)
        coins = decisions.chance.get(step, [])
        if coins:
            level += 1
            prefix += [Quantified(atom, level, CHANCE, p) for atom, p in coins]
    return prefix


def _block(atoms: Iterable[int], level: int, quantifier: str) -> Iterable[Quantified]:
    return [Quantified(atom, level, quantifier) for atom in atoms]
