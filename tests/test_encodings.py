"""Order of the prefix and encoding of the moves change the size of a formula, never its value.

The values are those of two tables that programs written by hand computed for each game. GDLC_FULL=1
asks for all rows within reach, else a sample of them is enough.
"""

from __future__ import annotations

import csv
import hashlib
import os
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import pytest

import gdlc

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = (ROOT / "examples", ROOT.parent / "shared" / "stochastic")
FULL = os.environ.get("GDLC_FULL") == "1"
MOST_STATES = 5_000
# The examples of more states than that, which their table does not count, and the longest horizon.
WITHIN_REACH = {"ttt": 10, "ttt_flip": 10, "ttt_block": 10}
# Of the sample: rows with values between 0 and 1, with others, and the longest horizon.
BETWEEN, CERTAIN, LONGEST = 16, 4, 24
WAYS = [(order, encoding) for order in ("baseline", "dependency") for encoding in ("paper", "lean")]


class Row(NamedTuple):
    sheet: Path
    role: str
    horizon: int
    objective: str
    value: Fraction

    @property
    def rank(self) -> str:
        """Spreads over games, roles and horizons, and is the same on every machine."""
        words = " ".join(map(str, (self.sheet.stem, *self[1:])))
        return hashlib.sha256(words.encode()).hexdigest()


def rows() -> list[Row]:
    """The rows within reach of both tables, or of the one that is there."""
    found: list[Row] = []
    for folder in FOLDERS:
        if not (folder / "values.csv").exists():
            continue
        with (folder / "values.csv").open(newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                horizon = int(row["horizon"])
                within = horizon <= WITHIN_REACH.get(row["game"], horizon)
                if within and int(row.get("expectimax_states") or 0) <= MOST_STATES:
                    sheet = folder / f"{row['game']}.kif"
                    asked = (row["role"], horizon, row["objective"], Fraction(row["value"]))
                    found.append(Row(sheet, *asked))
    return found


def sample(among: list[Row]) -> list[Row]:
    """A few, most of them with a value that is neither 0 nor 1."""
    ranked = sorted((row for row in among if row.horizon <= LONGEST), key=lambda row: row.rank)
    between = [row for row in ranked if 0 < row.value < 1]
    certain = [row for row in ranked if row.value in (0, 1)]
    return between[:BETWEEN] + certain[:CERTAIN]


ROWS = rows()


@pytest.mark.parametrize(
    "row",
    ROWS if FULL else sample(ROWS),
    ids=lambda row: f"{row.sheet.stem}-{row.role}-{row.horizon}-{row.objective}",
)
def test_all_ways_have_the_value_of_the_table(row: Row) -> None:
    game = gdlc.load(row.sheet)
    for order, encoding in WAYS:
        answer = gdlc.run(
            game,
            role=row.role,
            horizon=row.horizon,
            objective=row.objective,
            order=order,
            encoding=encoding,
        )
        assert (answer.value, answer.status) == (row.value, "exact"), f"{order}, {encoding}"


def test_the_sample_is_worth_asking() -> None:
    chosen = sample([row for row in ROWS if row.sheet.parent == FOLDERS[0]])
    assert len(set(chosen)) == BETWEEN + CERTAIN
    assert len({row.sheet for row in chosen}) >= 6
    assert len({row.value for row in chosen}) >= 10
    assert {row.objective for row in chosen} >= {"win", "score"}
    assert any(row.objective.startswith("atleast:") for row in ROWS)
