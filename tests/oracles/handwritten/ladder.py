"""The ladder.

A state: its rungs (None at first), the climber's rung, her turns left, and whether she
is in the air.
"""

from __future__ import annotations

from fractions import Fraction

from .expected_minimax import Chance, Choice

PLAYERS = ("climber", "crowd")
State = tuple[int | None, int, int, bool]


def start() -> State:
    return (None, 0, 3, False)


def points(state: State) -> dict[str, int] | None:
    rungs, rung, turns, _ = state
    if rungs is not None and rung >= rungs:
        return {"climber": 100, "crowd": 0}
    if turns == 0:
        return {"climber": 20, "crowd": 80} if rung > 0 else {"climber": 0, "crowd": 100}
    return None


def step(state: State) -> Choice | Chance:
    rungs, rung, turns, airborne = state
    if rungs is None:
        return Chance([(Fraction(1, 4), (n, rung, turns, False)) for n in (2, 3, 4, 5)])
    if airborne:
        half = Fraction(1, 2)
        return Chance(
            [(half, (rungs, rung + 2, turns - 1, False)), (half, (rungs, 0, turns - 1, False))]
        )
    return Choice("climber", [(rungs, rung + 1, turns - 1, False), (rungs, rung, turns, True)])
