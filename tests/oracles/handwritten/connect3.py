"""Connect-3 in the wind.

A frame is a tuple of columns, a column the string of its discs from the ground upwards. A state:
the frame, who is to move or has just let a disc go, and the column it is above (None before the
choice).
"""

from __future__ import annotations

from fractions import Fraction

from .expected_minimax import Chance, Choice

PLAYERS = ("xplayer", "oplayer")
OTHER = {"xplayer": "oplayer", "oplayer": "xplayer"}
SIGN = {"xplayer": "x", "oplayer": "o"}
COLUMNS = 3
ROWS = 3
WINDS = (0, 0, -1, 1)  # how far each of the four carries a disc
Frame = tuple[str, ...]
State = tuple[Frame, str, int | None]


def start() -> State:
    return (("",) * COLUMNS, "xplayer", None)


def has_three(frame: Frame, sign: str) -> bool:
    discs = {(c, r) for c, column in enumerate(frame) for r, s in enumerate(column) if s == sign}
    return any(
        {(c + dc, r + dr), (c + 2 * dc, r + 2 * dr)} <= discs
        for c, r in discs
        for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1))
    )


def has_room(frame: Frame, column: int) -> bool:
    return 0 <= column < COLUMNS and len(frame[column]) < ROWS


def points(state: State) -> dict[str, int] | None:
    frame = state[0]
    for player in PLAYERS:
        if has_three(frame, SIGN[player]):
            return {player: 100, OTHER[player]: 0}
    if not any(has_room(frame, column) for column in range(COLUMNS)):
        return {"xplayer": 50, "oplayer": 50}
    return None


def fall(frame: Frame, column: int, player: str) -> Frame:
    return (*frame[:column], frame[column] + SIGN[player], *frame[column + 1 :])


def step(state: State) -> Choice | Chance:
    frame, player, above = state
    if above is None:
        open_columns = [column for column in range(COLUMNS) if has_room(frame, column)]
        return Choice(player, [(frame, player, column) for column in open_columns])
    goes = [above + wind if has_room(frame, above + wind) else above for wind in WINDS]
    return Chance(
        [(Fraction(1, 4), (fall(frame, column, player), OTHER[player], None)) for column in goes]
    )
