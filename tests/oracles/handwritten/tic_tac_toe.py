"""What the three games of tic-tac-toe have in common: the board.

A board is a string of nine characters, row by row: `x`, `o`, or `.` for a free square. The games do
not change when the board is turned or mirrored, so that one of up to eight like boards stands
for all (`upright`): an eighth of the states.
"""

from __future__ import annotations

from functools import cache

EMPTY = "........."
SIGN = {"xplayer": "x", "oplayer": "o"}
OTHER = {"xplayer": "oplayer", "oplayer": "xplayer"}
LINES = (
    [(3 * row, 3 * row + 1, 3 * row + 2) for row in range(3)]
    + [(column, column + 3, column + 6) for column in range(3)]
    + [(0, 4, 8), (2, 4, 6)]
)
TURN = (6, 3, 0, 7, 4, 1, 8, 5, 2)  # a quarter turn: where each square's sign comes from
MIRROR = (2, 1, 0, 5, 4, 3, 8, 7, 6)


@cache
def upright(board: str) -> str:
    """The first in alphabetical order of the boards that are like this one."""
    like = []
    for _ in range(4):
        board = "".join(board[square] for square in TURN)
        like += [board, "".join(board[square] for square in MIRROR)]
    return min(like)


def free_squares(board: str) -> list[int]:
    return [square for square, sign in enumerate(board) if sign == "."]


def put(board: str, square: int, player: str) -> str:
    return upright(board[:square] + SIGN[player] + board[square + 1 :])


@cache
def result(board: str) -> dict[str, int] | None:
    """The points if somebody has a line or the board is full, else None."""
    for player, sign in SIGN.items():
        if any(all(board[square] == sign for square in line) for line in LINES):
            return {player: 100, OTHER[player]: 0}
    if "." not in board:
        return {"xplayer": 50, "oplayer": 50}
    return None
