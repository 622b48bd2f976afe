"""Expected minimax against values computed by programs written for each game."""

from __future__ import annotations

import csv
import functools
from fractions import Fraction
from pathlib import Path

import pytest

from gdlc.formats.gdl import read
from gdlc.search import Searcher

STOCHASTIC = Path(__file__).parents[1].parent / "shared" / "stochastic"

needs_values = pytest.mark.skipif(not STOCHASTIC.is_dir(), reason="no games with values here")

DEEPER = {
    ("nim345_slip25", 10),
    ("nim345_slip25", 16),
    ("nim345_slip25", 24),
    ("nim20_slip25", 20),
    ("nim20_slip25", 40),
    ("nim10_10_slip30", 20),
    ("nim10_10_slip30", 40),
    ("nim100_slip25", 60),
    ("connect3_4x3_block20", 10),
    ("dice5_joker", 10),
    ("rain3x3_o", 9),
}


def _rows() -> list[dict[str, str]]:
    if not STOCHASTIC.is_dir():
        return []
    with open(STOCHASTIC / "values.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return [
        row
        for row in rows
        if int(row["horizon"]) <= 8 or (row["game"], int(row["horizon"])) in DEEPER
    ]


@functools.cache
def searcher_of(game: str) -> Searcher:
    path = STOCHASTIC / f"{game}.kif"
    return Searcher(read(path.read_bytes(), path.name))


@needs_values
@pytest.mark.parametrize(
    "row",
    _rows(),
    ids=lambda row: f"{row['game']}-{row['role']}-{row['horizon']}-{row['objective']}",
)
def test_values_of_known_games(row: dict[str, str]) -> None:
    searcher = searcher_of(row["game"])
    answer = searcher.value(row["role"], int(row["horizon"]), row["objective"])
    assert answer.value == Fraction(row["value"])
