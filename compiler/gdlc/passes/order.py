"""The prefixes Q_b and Q_d.

Q_b: choice atoms in order of time, everything else innermost. Within a step: the player, then the
opponents, then `random`; none sees what comes later.

Q_d: all other atoms as early as possible, each in an existential block directly behind the last
choice atom that it depends on.

Source: He and Thielscher, arXiv 2605.23705, baseline and dependency quantification.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction

from gdlc.formats.lp import GroundProgram
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


ORDERS = ("baseline", "dependency")


def dependency(prefix: list[Quantified], program: GroundProgram) -> list[Quantified]:
    """Q_d from Q_b: behind each level of choice atoms those that depend on it and on nothing later.

    program: simplified; facts need no place
    Shape:   at most twice the levels and one more
    Keeps:   the order of the choice atoms; atoms within a new level in the order of their numbers
    """
    chosen = [(q.atom, q.level) for q in prefix]
    behind: dict[int, list[int]] = {}
    for atom, level in program.native.depths(chosen):
        behind.setdefault(level, []).append(atom)
    result: list[Quantified] = []
    level = 0
    levels: dict[int, list[Quantified]] = {}
    for q in prefix:
        levels.setdefault(q.level, []).append(q)
    for old in sorted({0, *levels}):
        for block in (levels.get(old, []), [Quantified(a, 0, EXISTS) for a in behind.get(old, [])]):
            if block:
                level += 1
                result += [replace(q, level=level) for q in block]
    return result


def _block(atoms: Iterable[int], level: int, quantifier: str) -> Iterable[Quantified]:
    return [Quantified(atom, level, quantifier) for atom in atoms]
