"""Ten and no more. A state: the total, and `ask` (throw or stop?), `rolling` or `stopped`."""

from __future__ import annotations

from fractions import Fraction

from .expected_minimax import Chance, Choice

PLAYERS = ("gambler",)
State = tuple[int, str]


def start() -> State:
    return (0, "ask")


def points(state: State) -> dict[str, int] | None:
    total, phase = state
    if total > 10:
        return {"gambler": 0}
    if total == 10 or phase == "stopped":
        return {"gambler": 10 * total}
    return None


def step(state: State) -> Choice | Chance:
    total, phase = state
    if phase == "ask":
        return Choice("gambler", [(total, "rolling"), (total, "stopped")])
    return Chance([(Fraction(1, 6), (total + face, "ask")) for face in range(1, 7)])
