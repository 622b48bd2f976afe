"""The solvers themselves, where they are installed: games from the rule sheet to their answer."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import gdlc
from gdlc.solvers import known

ROOT = Path(__file__).resolve().parent.parent
TTT = ROOT / "examples" / "ttt.kif"
CONNECT3 = ROOT / "tests" / "games" / "connect3_4x4.kif"


def installed(key: str) -> pytest.MarkDecorator:
    adapter = known.find(key)
    return pytest.mark.skipif(
        known.program(adapter) is None,
        reason=f"no program {adapter.program} on PATH, and no {adapter.variable}",
    )


@installed("depqbf")
@pytest.mark.parametrize(
    ("sheet", "role", "horizon", "objective"),
    [
        (TTT, "xplayer", 9, "win"),
        (TTT, "xplayer", 9, "atleast:50"),
        (TTT, "oplayer", 9, "atleast:50"),
        (CONNECT3, "xplayer", 7, "win"),
        (CONNECT3, "xplayer", 9, "win"),
        (CONNECT3, "oplayer", 16, "atleast:50"),
        (CONNECT3, "xplayer", 16, "win"),
    ],
)
def test_depqbf_decides_games_without_chance(
    sheet: Path, role: str, horizon: int, objective: str
) -> None:
    game = gdlc.load(sheet)
    asked = {"role": role, "horizon": horizon, "objective": objective}
    answer = gdlc.run(game, **asked, solver="depqbf")
    # By the rules alone.
    expected = gdlc.search(game, **asked)
    assert answer.value == expected.value
    assert (answer.status, answer.engine) == ("approximate", "depqbf")
    assert answer.note == f"external, DepQBF: {'true' if expected.value else 'false'}"


@installed("depqbf")
def test_depqbf_tells_its_version() -> None:
    (depqbf,) = (one for one in gdlc.solvers() if one.key == "depqbf")
    assert depqbf.version.split(".")[0].isdigit()


@installed("sharpssat")
@pytest.mark.parametrize(
    ("name", "role", "horizon"),
    [
        ("nim", "xplayer", 12),
        ("dice", None, 8),
        ("monty_hall", None, 4),
        ("ttt_block", "xplayer", 6),
    ],
)
def test_sharpssat_agrees_on_games(name: str, role: str | None, horizon: int) -> None:
    game = gdlc.load(ROOT / "examples" / f"{name}.kif")
    answer = gdlc.run(game, role=role, horizon=horizon, solver="sharpssat", cross_check=True)
    exact = gdlc.run(game, role=role, horizon=horizon).value
    assert answer.value is not None
    assert exact is not None
    assert abs(answer.value - exact) <= Fraction(1, 10**5)
    assert answer.note.startswith("SharpSSAT, 7 digits; ours: ")


@pytest.mark.parametrize(
    "key", [pytest.param(key, marks=installed(key)) for key in sorted(known.files())]
)
def test_those_that_are_here_find_the_values_of_the_set(key: str) -> None:
    trials = gdlc.conformance(key)
    assert {trial.outcome for trial in trials} <= {"agrees", "refused"}
    assert any(trial.outcome == "agrees" for trial in trials)
