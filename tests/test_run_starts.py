"""`run` and `search` agree from a given state, and where both sides choose at once."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import gdlc
from gdlc.formats import gdl, lp, sqasp
from tests.oracles import random_games

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
GAMES = [("nim", "oplayer"), ("ttt_flip", "xplayer"), ("dice", "gambler"), ("connect3", "oplayer")]


@pytest.mark.parametrize(("name", "role"), GAMES)
def test_plays_that_begin_in_a_state(name: str, role: str) -> None:
    game = gdlc.load(EXAMPLES / f"{name}.kif")
    rng = random.Random(1)
    for steps in (1, 2, 3):
        state = game.initial()
        for _ in range(steps):
            if not state.is_terminal:
                state = state.next(state.sample(rng))
        found = gdlc.run(game, role=role, horizon=3, start=state)
        assert found.value == gdlc.search(game, role=role, horizon=3, start=state).value
        program = gdlc.ground(game, role=role, horizon=3, start=state.fluents)
        assert len(program.facts.start) == 64
        again = lp.read(lp.write(program))
        assert again.facts == program.facts
        quantified = sqasp.read(sqasp.write(gdlc.quantify(again)))
        assert gdlc.solve(gdlc.translate(quantified)).value == found.value


def test_both_sides_choose_at_once() -> None:
    """The opponents see the move: the same lower bound, and the same words about it."""
    noted = 0
    for seed in range(40):
        sheet = gdl.read(random_games.generate(seed, kind="simultaneous"))
        for role in (name for name in sheet.roles if name != gdl.RANDOM):
            found, expected = (
                verb(sheet, role=role, horizon=3, simultaneous="pessimistic")
                for verb in (gdlc.run, gdlc.search)
            )
            assert found.value == expected.value, f"seed {seed}, role {role}"
            if expected.note:
                assert found.note == expected.note, f"seed {seed}, role {role}"
                noted += 1
    assert noted > 10
