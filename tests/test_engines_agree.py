"""Bit vectors and the rules as they stand: the same states, moves, goals and statistics."""

from __future__ import annotations

import csv
import gzip
from pathlib import Path

import pytest

import gdlc
from gdlc.formats import gdl
from gdlc.formats.errors import InputError
from gdlc.machine.game import Game
from gdlc.machine.recording import read_recording, replay
from tests.engines_agree import difference_in_simulations, difference_in_walks
from tests.oracles import random_games

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared" / "games"
EDGE = SHARED / "edge"
EXAMPLES = sorted((ROOT / "examples").glob("*.kif"))
GROWING = {"ladder"}  # its terms grow without end where the state is left open: no ground rules

# Ground in more than a few seconds; interpreted faster.
LARGE = {
    "alexChess",
    "blobwars",
    "brawl",
    "gt_attrition",
    "gt_two_thirds_4p",
    "hallway",
    "quartoSuicide",
    "racer4",
    "ruleDepthExponential",
}
# Too slow for a test in either way.
TOO_LARGE = {"chess", "sudoku", "gt_two_thirds_6p"}
RECORDED = sorted(
    path
    for path in [*SHARED.glob("*.kif"), *EDGE.glob("*.kif")]
    if path.with_suffix(".jsonl.gz").exists() and path.stem not in TOO_LARGE
)


@pytest.mark.parametrize(
    "path", [path for path in EXAMPLES if path.stem not in GROWING], ids=lambda path: path.stem
)
def test_engines_agree_on_the_examples(path: Path) -> None:
    sheet = gdlc.load(path).sheet
    assert difference_in_walks(sheet, seed=len(path.stem), steps=40) is None
    assert difference_in_simulations(sheet, seed=len(path.stem), max_steps=20) is None


def test_a_game_whose_terms_grow_is_interpreted() -> None:
    for name in GROWING:
        sheet = gdlc.load(ROOT / "examples" / f"{name}.kif").sheet
        assert Game(sheet, patience=0.3).engine == "interpreted"


@pytest.mark.parametrize("first", range(0, 60, 6))
def test_engines_agree_on_random_games(first: int) -> None:
    for seed in range(first, first + 6):
        text = random_games.generate(seed, joint=seed % 3 == 0)
        sheet = gdl.read(text, f"seed {seed}")
        assert difference_in_walks(sheet, seed) is None, f"seed {seed}\n{text}"
        assert difference_in_simulations(sheet, seed) is None, f"seed {seed}\n{text}"


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_recorded_plays_are_played_again(path: Path) -> None:
    game = gdlc.load(path, engine="interpreted" if path.stem in LARGE else "compiled")
    with gzip.open(path.with_suffix(".jsonl.gz"), "rt", encoding="ascii") as lines:
        assert replay(game, read_recording(lines, roles=game.roles)) is None


@pytest.mark.skipif(not EDGE.is_dir(), reason="no recorded games here")
@pytest.mark.parametrize("engine", ["compiled", "interpreted"])
def test_odd_sheets_are_played_or_refused(engine: str) -> None:
    with (EDGE / "EXPECT.csv").open(encoding="utf-8") as rows:
        expected = {row["case"]: row["status"] for row in csv.DictReader(rows)}
    assert expected.keys() == {path.stem for path in EDGE.glob("*.kif")}
    for case, status in expected.items():
        try:
            state = gdlc.load(EDGE / f"{case}.kif", engine=engine).initial()
        except InputError:
            assert status in ("invalid input", "ggp-base crashes"), case
            continue
        assert status not in ("invalid input", "ggp-base crashes"), case
        if case in ("syn_not_or", "syn_or_single_then_not"):
            assert state.legal(state.game.roles[0]) == ("(m 3)",), case
