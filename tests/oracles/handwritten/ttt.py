"""Tic-tac-toe. A state: the board and who is to move."""

from __future__ import annotations

from .expected_minimax import Choice
from .tic_tac_toe import EMPTY, OTHER, free_squares, put, result

PLAYERS = ("xplayer", "oplayer")
State = tuple[str, str]


def start() -> State:
    return (EMPTY, "xplayer")


def points(state: State) -> dict[str, int] | None:
    return result(state[0])


def step(state: State) -> Choice:
    board, player = state
    return Choice(
        player, [(put(board, square, player), OTHER[player]) for square in free_squares(board)]
    )
