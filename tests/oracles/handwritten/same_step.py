"""Higher or lower. A state: the card that is seen, the steps played, the right bets.

Bet and card belong to one step, and the bet comes first: a Choice of Chances.
"""

from __future__ import annotations

from fractions import Fraction

from .expected_minimax import Chance, Choice

PLAYERS = ("guesser",)
CARDS = (1, 2, 3, 4, 5)
WORTH = {0: 0, 1: 20, 2: 60, 3: 100}
State = tuple[int, int, int]


def start() -> State:
    return (3, 0, 0)


def points(state: State) -> dict[str, int] | None:
    _, played, right = state
    return {"guesser": WORTH[right]} if played == 3 else None


def step(state: State) -> Choice:
    seen, played, right = state
    higher = [(card, played + 1, right + (card > seen)) for card in CARDS]
    lower = [(card, played + 1, right + (card < seen)) for card in CARDS]
    fifth = Fraction(1, 5)
    return Choice("guesser", [Chance([(fifth, after) for after in bet]) for bet in (higher, lower)])
