"""A heap of nothing. A state: the coins and who is to move."""

from __future__ import annotations

from .expected_minimax import Choice

PLAYERS = ("xplayer", "oplayer")
OTHER = {"xplayer": "oplayer", "oplayer": "xplayer"}
State = tuple[int, str]


def start() -> State:
    return (0, "xplayer")


def points(state: State) -> dict[str, int] | None:
    coins, player = state
    return {player: 10, OTHER[player]: 100} if coins == 0 else None


def step(state: State) -> Choice:
    coins, player = state
    return Choice(player, [(coins - n, OTHER[player]) for n in (1, 2) if n <= coins])
