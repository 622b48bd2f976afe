"""Each mistake of a rule sheet is found, at its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdlc.formats import gdl
from gdlc.formats.errors import InputError
from gdlc.rules.check import check, require

SHARED = Path(__file__).resolve().parent.parent.parent / "shared"

GOOD = "(role x) (role random) (init a) (legal x m) (legal random n)\n"
GOOD += "(<= terminal (true a)) (goal x 100)\n"


@pytest.mark.parametrize(
    ("rule", "message", "column"),
    [
        ("(<= (p ?x) (not (true (q ?x))))", "unsafe variable ?x: it occurs only under `not`", 26),
        ("(<= (p a) (true a) (distinct ?x b))", "unsafe variable ?x: it occurs only in", 30),
        ("(<= (p ?x) (true a))", "unsafe variable ?x: no positive premise binds it", 8),
        ("(<= (p ?x) (or (true ?x) (true a)))", "unsafe variable ?x", 8),
        ("(p ?x)", "the variable ?x stands in a fact", 4),
        ("(<= (true b) (true a))", "`true` cannot be derived", 5),
        ("(<= (does x m) (true a))", "`does` cannot be derived", 5),
        ("(<= (role y) (true a))", "`role` can only be a fact", 5),
        ("(<= (next b) (next a))", "`next` cannot be a premise", 14),
        ("(<= (p b) (init a))", "`init` cannot be a premise", 11),
        ("(<= (p b) (true a b))", "`true` takes 1 argument, 2 stand here", 11),
        ("(<= (p b) (does m))", "`does` takes 2 arguments, 1 stand here", 11),
        ("(<= (p b) (p a b))", "the relation `p` has 2 arguments here and 1 in line", 11),
        ("(q (f a) (f a b))", "the function `f` has 2 arguments here and 1 in line", 10),
        ("(q true)", "the keyword `true` cannot be a constant", 4),
        ("(q (NOT a))", "the keyword `NOT` cannot be a constant", 4),
        ("(<= (init b) (true a))", "`init` depends on the state through `true`", 14),
        ("(<= (legal x b) (does x m))", "`legal` depends on the moves through `does`", 17),
        ("(<= (h) (does x m)) (<= terminal h)", "`terminal` depends on the moves through `h`", 34),
    ],
)
def test_errors(rule: str, message: str, column: int) -> None:
    sheet = gdl.read(GOOD + rule, "game.kif")
    errors = [f for f in check(sheet) if f.severity == "error"]
    assert [f.message for f in errors if message in f.message], errors
    found = next(f for f in errors if message in f.message)
    assert found.place is not None
    assert (found.place.line, found.place.column) == (3, column)
    with pytest.raises(InputError):
        require(sheet)


def test_a_good_sheet_has_no_errors() -> None:
    text = GOOD + "(<= (p ?x) (true ?x) (or (q ?x) (not (r ?x))) (not (distinct ?x ?y)))\n"
    text += "(<= (goal random 0) (not (goal random 100)))"
    assert check(gdl.read(text)) == []


@pytest.mark.parametrize("word", ["role", "legal", "terminal", "goal"])
def test_missing_parts(word: str) -> None:
    text = "\n".join(line for line in GOOD.replace(") (", ")\n(").splitlines() if word not in line)
    messages = [f.message for f in check(gdl.read(text))]
    assert f"there is no rule for `{word}`" in messages


def test_all_findings_at_once_in_order() -> None:
    sheet = gdl.read(GOOD + "(p ?x)\n(<= (next b) (next a))\n(<= (s ?y) (true a))")
    places = [f.place.line for f in check(sheet) if f.place]
    assert places == [3, 4, 5]


@pytest.mark.skipif(not SHARED.exists(), reason="the shared rule sheets are not there")
def test_real_games_are_right() -> None:
    paths = [*(SHARED / "games").glob("*.kif"), *(SHARED / "stochastic").glob("*.kif")]
    assert len(paths) > 70
    for path in paths:
        assert check(gdl.read(path.read_bytes(), path.name)) == [], path.name
