"""The race with odd words.

A state: how far Alice and O'Brien are (0..4), who moves (0 or 1), and whether she is leaping.
"""

from __future__ import annotations

from fractions import Fraction

from .expected_minimax import Chance, Choice

PLAYERS = ("Alice", "O'Brien")
LAST = 4
State = tuple[tuple[int, int], int, bool]


def start() -> State:
    return ((0, 0), 0, False)


def points(state: State) -> dict[str, int] | None:
    places = state[0]
    if LAST in places:
        return {name: 100 if places[i] == LAST else 0 for i, name in enumerate(PLAYERS)}
    return None


def ahead(places: tuple[int, int], mover: int, squares: int) -> tuple[int, int]:
    there = min(places[mover] + squares, LAST)
    return (there, places[1]) if mover == 0 else (places[0], there)


def step(state: State) -> Choice | Chance:
    places, mover, leaps = state
    if leaps:
        return Chance(
            [
                (Fraction(2, 3), (ahead(places, mover, 2), 1 - mover, False)),
                (Fraction(1, 3), (places, 1 - mover, False)),
            ]
        )
    walk = (ahead(places, mover, 1), 1 - mover, False)
    return Choice(PLAYERS[mover], [walk, (places, mover, True)])
