"""Whether plays may go on, asked of clingo, against the exploration of all states."""

from __future__ import annotations

from pathlib import Path

import pytest

import gdlc
from gdlc.formats.errors import InputError
from gdlc.machine.horizon import auto_horizon
from gdlc.passes.ends import may_go_on

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"


@pytest.mark.parametrize("name", ["nim", "dice", "ttt", "connect3"])
def test_no_play_goes_on_behind_the_longest(name: str) -> None:
    game = gdlc.load(EXAMPLES / f"{name}.kif")
    longest = auto_horizon(game)
    assert may_go_on(game.sheet, longest - 1)
    assert not may_go_on(game.sheet, longest)


def test_the_start_counts() -> None:
    game = gdlc.load(EXAMPLES / "nim.kif")
    state = game.initial()
    while True:
        after = state.next({role: state.legal(role)[0] for role in game.roles})
        if after.is_terminal:
            break
        state = after
    assert may_go_on(game.sheet, 0, start=state.fluents)
    assert not may_go_on(game.sheet, 100, start=state.fluents)


def test_a_game_with_more_states_than_are_explored() -> None:
    game = gdlc.load(EXAMPLES / "ttt.kif")
    asked: list[int] = []

    def fallback(steps: int) -> bool:
        asked.append(steps)
        return may_go_on(game.sheet, steps)

    assert auto_horizon(game, max_states=50, fallback=fallback) == auto_horizon(game)
    assert asked
    with pytest.raises(InputError, match="too many states"):
        auto_horizon(game, max_states=50)
