"""Nim with a shaky table.

A state: the sticks of the three heaps, who is to move or has just moved, and the heap that was just
touched (None before the move).
"""

from __future__ import annotations

from fractions import Fraction

from .expected_minimax import Chance, Choice

PLAYERS = ("xplayer", "oplayer")
OTHER = {"xplayer": "oplayer", "oplayer": "xplayer"}
ROLLS_OFF = Fraction(1, 3)
State = tuple[tuple[int, ...], str, int | None]


def start() -> State:
    return ((2, 3, 4), "xplayer", None)


def points(state: State) -> dict[str, int] | None:
    heaps, player, touched = state
    if touched is None and not any(heaps):
        return {player: 0, OTHER[player]: 100}
    return None


def without(heaps: tuple[int, ...], heap: int, sticks: int) -> tuple[int, ...]:
    return tuple(max(n - sticks, 0) if i == heap else n for i, n in enumerate(heaps))


def step(state: State) -> Choice | Chance:
    heaps, player, touched = state
    if touched is None:
        return Choice(
            player,
            [
                (without(heaps, heap, sticks), player, heap)
                for heap, n in enumerate(heaps)
                for sticks in range(1, n + 1)
            ],
        )
    return Chance(
        [
            (ROLLS_OFF, (without(heaps, touched, 1), OTHER[player], None)),
            (1 - ROLLS_OFF, (heaps, OTHER[player], None)),
        ]
    )
