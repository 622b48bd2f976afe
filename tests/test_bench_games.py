"""Games by their measures: what names mean, and that the rules have the values that are known."""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path

import pytest

import gdlc
from gdlc import bench
from gdlc.bench.games import FORMS, Board, Nim, is_generated, named
from gdlc.formats import gdl
from gdlc.formats.errors import InputError
from tests.cli_runs import inside

SHARED = Path(__file__).resolve().parents[2] / "shared" / "stochastic"
SHEETS = {
    "ttt3_flip30": "ttt:3x3:flip=3/10",
    "ttt3_block50": "ttt:3x3:block=1/2",
    "ttt4x3_flip25": "ttt:4x3:flip=1/4",
    "connect3_4x4_flip25": "connect:4x4:flip=1/4",
    "connect3_4x3_block20": "connect:4x3:block=1/5",
    "connect4_4x4_flip10": "connect:4x4:k=4:flip=1/10",
    "nim345_slip25": "nim:3+4+5:slip=1/4",
    "nim20_slip25": "nim:20:slip=1/4",
    "nim10_10_slip30": "nim:10+10:take=4:slip=3/10",
    "nim100_slip25": "nim:100:slip=1/4",
}
# Longer plays would take the slowest of tests.
LONGEST = 12


def values() -> list[dict[str, str]]:
    text = (Path(str(bench.__file__)).parent / "suites" / "values.csv").read_text("utf-8")
    return list(csv.DictReader(text.splitlines()))


def test_names_mean_measures():
    board = Board(4, 3, 3, "flip", Fraction(3, 10), False)
    assert named("ttt:4x3:flip=.3") == named("ttt:4x3:flip=3/10:k=3") == board
    assert named("connect:4x4:block=1/5") == Board(4, 4, 3, "block", Fraction(1, 5), True)
    assert named("nim:3+4:slip=0.25:take=2") == Nim((3, 4), 2, Fraction(1, 4))
    assert all(is_generated(name) and named(name) for name in FORMS)
    assert not is_generated("ttt")
    assert not is_generated("nim.kif")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("ttt:", "is no size of a board"),
        ("ttt:3:flip=1/2", "is no size of a board"),
        ("ttt:0x3:flip=1/2", "is no size of a board"),
        ("ttt:3x3", "either flip or block"),
        ("ttt:3x3:flip=1/2:block=1/2", "either flip or block"),
        ("ttt:3x3:flip=1", "a probability between 0 and 1"),
        ("ttt:3x3:flip=0/3", "a probability between 0 and 1"),
        ("ttt:3x3:flip=3/2", "a probability between 0 and 1"),
        ("ttt:3x3:flip=1/99999", "a denominator up to 1000"),
        ("ttt:3x3:flip=1/2:flip=1/2", "flip stands twice"),
        ("ttt:3x3:flip", "`flip` is no measure"),
        ("ttt:3x3:slip=1/2", "there is no measure slip"),
        ("connect:3x3:k=0:flip=1/2", "k takes a whole number above 0"),
        ("nim:0:slip=1/2", "is no list of piles"),
        ("nim:3,4:slip=1/2", "is no list of piles"),
        ("nim:3", "slip, a probability, is missing"),
    ],
)
def test_what_no_name_means_is_told(name: str, message: str):
    with pytest.raises(InputError, match="no game is called") as caught:
        named(name)
    assert message in caught.value.message
    assert FORMS[0] in (caught.value.hint or "")


@pytest.mark.skipif(not SHARED.exists(), reason="the stochastic suite is not here")
@pytest.mark.parametrize("name", SHEETS)
def test_sheets_are_those_of_the_suite_with_known_values(name: str):
    text = (SHARED / f"{name}.kif").read_text(encoding="utf-8")
    assert named(SHEETS[name]).rules().splitlines()[1:] == text.splitlines()[1:]


@pytest.mark.parametrize("game", sorted({row["game"] for row in values()}))
def test_games_have_the_values_that_are_known(game: str):
    rows = [row for row in values() if row["game"] == game]
    short = [row for row in rows if int(row["horizon"]) <= LONGEST] or rows[:1]
    sheet = gdl.read(named(game).rules().encode(), game)
    for row in short:
        answer = gdlc.search(
            sheet, role=row["role"], horizon=int(row["horizon"]), objective=row["objective"]
        )
        assert answer.value == Fraction(row["value"]), row


@pytest.mark.parametrize("name", [*FORMS, "ttt:2x5:k=2:block=.125", "nim:1:take=9:slip=1/2"])
def test_sheets_have_no_findings(name: str):
    sheet = gdl.read(named(name).rules().encode(), name)
    assert [one for one in gdlc.check(sheet) if one.severity == "error"] == []


def test_a_sheet_is_printed(capfd, tmp_path: Path):
    done = inside(capfd, "bench", "sheet", FORMS[2])
    assert (done.returncode, done.stdout) == (0, named(FORMS[2]).rules())
    file = tmp_path / "nim.kif"
    assert inside(capfd, "bench", "sheet", FORMS[2], "-o", str(file)).returncode == 0
    assert file.read_text() == done.stdout
