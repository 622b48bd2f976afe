"""The rules of a game repeated step by step are those that clingo grounds at each step."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import gdlc
from gdlc.formats import gdl, lp
from gdlc.formats.gdl import RuleSheet
from gdlc.passes import asp, over_time
from gdlc.passes.ground import ground
from gdlc.stop import OutOfPatience, Stop
from tests.oracles import random_games

EXAMPLES = Path(__file__).parent.parent / "examples"
RANDOM_GAMES = 60
CHUNKS = 6

# A relation that supports itself, facts at some steps only, and a fluent that dies out.
CIRCLES = """
(role x) (role random)
(init (at a)) (init (clock 0)) (init fading)
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4)
(edge a b) (edge b c) (edge c a) (edge d d)
(<= (reach ?y) (true (at ?y)))
(<= (reach ?y) (reach ?z) (edge ?z ?y) (not (true (blocked ?y))))
(<= (both ?y) (reach ?y) (other ?y))
(<= (other ?y) (both ?y))
(<= (other ?y) (true (clock 2)) (edge ?y ?z))
(<= (legal x (go ?y)) (reach ?y))
(<= (legal x wait) (not (true (clock 0))))
(<= (legal random (block ?y)) (edge ?y ?z) (not (both ?y)))
(<= (moved ?y) (does x (go ?y)))
(<= (still) (not (moved a)) (not (moved b)))
(<= (next (at ?y)) (moved ?y))
(<= (next (at ?y)) (true (at ?y)) (still))
(<= (next (blocked ?y)) (does random (block ?y)))
(<= (next (clock ?n)) (true (clock ?m)) (succ ?m ?n))
(<= (next fading) (true fading) (true (clock 0)))
(<= terminal (true (clock 4)))
(<= terminal (true (blocked ?y)) (true (at ?y)))
(<= (goal x 100) (reach c) (not (true fading)))
(<= (goal x 0) (not (reach c)))
(<= (goal x 50) (true (at d)))
"""


def texts(sheet: RuleSheet, horizon: int, patience: float, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(over_time, "PATIENCE", patience)
    role = next(name for name in sheet.roles if name != gdl.RANDOM)
    return lp.write(ground(sheet, role=role, horizon=horizon, simultaneous="pessimistic"))


def same_both_ways(sheet: RuleSheet, horizon: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert over_time._repeated(sheet, horizon, None, Stop(), 100.0) is not None
    short = texts(sheet, horizon, 100.0, monkeypatch)
    assert short == texts(sheet, horizon, 0.0, monkeypatch)


@pytest.mark.parametrize(
    "path", [p for p in sorted(EXAMPLES.glob("*.kif")) if p.stem != "ladder"], ids=lambda p: p.stem
)
@pytest.mark.parametrize("horizon", [0, 1, 6])
def test_examples_are_the_same_both_ways(
    path: Path, horizon: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    same_both_ways(gdl.read(path.read_text(), path.name), horizon, monkeypatch)


@pytest.mark.parametrize("horizon", range(6))
def test_circles_and_passing_facts_are_the_same_both_ways(
    horizon: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    same_both_ways(gdl.read(CIRCLES), horizon, monkeypatch)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_games_are_the_same_both_ways(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(chunk, RANDOM_GAMES, CHUNKS):
        text = random_games.generate(seed, joint=seed % 5 == 0)
        try:
            same_both_ways(gdl.read(text), seed % 5, monkeypatch)
        except gdlc.GdlcError as error:  # pragma: no cover
            raise AssertionError(f"seed {seed}: {error}\n{text}") from error


def test_a_start_is_the_same_both_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = gdl.read((EXAMPLES / "nim.kif").read_text(), "nim.kif")
    fluents = ["(control oplayer)", "(heap a 2)"]
    found = []
    for patience in (100.0, 0.0):
        monkeypatch.setattr(over_time, "PATIENCE", patience)
        found.append(lp.write(ground(sheet, role="xplayer", horizon=5, start=fluents)))
    assert found[0] == found[1]


def test_terms_without_end_go_to_clingo_step_by_step() -> None:
    sheet = gdl.read((EXAMPLES / "ladder.kif").read_text(), "ladder.kif")
    assert over_time._repeated(sheet, 3, None, Stop(), 100.0) is None
    assert over_time.ground_over_time(sheet, 3, None, Stop()).n_rules > 0


def test_rules_too_many_for_any_state_go_to_clingo_step_by_step(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sheet = gdl.read((EXAMPLES / "nim.kif").read_text(), "nim.kif")
    real: Callable[..., object] = asp.ground
    asked = []

    def slow(text: str, file: str, stop: Stop, **options: bool) -> object:
        asked.append(options)
        if not options:
            raise OutOfPatience("it took more than 2 s")
        return real(text, file, stop, **options)

    monkeypatch.setattr(asp, "ground", slow)
    assert over_time.ground_over_time(sheet, 2, None, Stop()).n_rules > 0
    assert asked == [{}, {"steps": True}]


def test_negation_through_a_circle_is_told_as_before() -> None:
    text = """
    (role x) (init (p a))
    (<= (q ?y) (true (p ?y)) (not (r ?y)))
    (<= (r ?y) (true (p ?y)) (not (q ?y)))
    (<= (legal x go) (true (p a)))
    (<= (next (p ?y)) (q ?y))
    (<= terminal (r a))
    (<= (goal x 100) (r a))
    """
    with pytest.raises(gdlc.GdlcError, match="negation through a cycle"):
        ground(gdl.read(text), role="x", horizon=2)
