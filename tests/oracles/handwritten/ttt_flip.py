"""Tic-tac-toe where a mark becomes the opponent's with probability 3/10.

A state: the board, who is to move or has just chosen, and the chosen square (None before the
choice).
"""

from __future__ import annotations

from fractions import Fraction

from .expected_minimax import Chance, Choice
from .tic_tac_toe import EMPTY, OTHER, free_squares, put, result

PLAYERS = ("xplayer", "oplayer")
SLIP = Fraction(3, 10)
State = tuple[str, str, int | None]


def start() -> State:
    return (EMPTY, "xplayer", None)


def points(state: State) -> dict[str, int] | None:
    return result(state[0])


def step(state: State) -> Choice | Chance:
    board, player, chosen = state
    if chosen is None:
        return Choice(player, [(board, player, square) for square in free_squares(board)])
    other = OTHER[player]
    return Chance(
        [
            (1 - SLIP, (put(board, chosen, player), other, None)),
            (SLIP, (put(board, chosen, other), other, None)),
        ]
    )
