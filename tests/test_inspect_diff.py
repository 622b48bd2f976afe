"""`inspect --diff`: two files of one kind side by side."""

from __future__ import annotations

from pathlib import Path

import pytest

import gdlc
from gdlc.formats import sqasp, xssat
from gdlc.formats.errors import UsageError
from gdlc.inspection.difference import Difference

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"


def difference(one: object, other: object) -> Difference:
    found = gdlc.inspect(one, other, diff=True).difference
    assert found is not None
    return found


@pytest.fixture(scope="module")
def two():
    """A quantified game with two horizons."""
    game = gdlc.load(EXAMPLES / "nim.kif")
    return [
        gdlc.quantify(gdlc.ground(game, role="xplayer", horizon=horizon), encoding="paper")
        for horizon in (3, 4)
    ]


def test_a_file_does_not_differ_from_itself(two):
    for one in (two[0], gdlc.translate(two[0]), EXAMPLES / "nim.kif"):
        found = difference(one, one)
        assert all(size.one == size.other for size in found.sizes)
        assert found.only_one == found.only_other == ()
        assert found.same_prefix in (True, None)


def test_sizes_and_atoms_are_those_of_the_files(two):
    found = difference(*two)
    one, other = gdlc.inspect(*two).files
    sizes = {size.what: (size.one, size.other) for size in found.sizes}
    assert sizes["rules"] == (one.whole.rules, other.whole.rules)
    assert sizes["blocks"] == (len(one.prefix), len(other.prefix))
    only = sum(row.count for row in found.only_other)
    assert found.shared + only == other.whole.atoms
    assert found.shared + sum(row.count for row in found.only_one) == one.whole.atoms


def test_a_longer_game_has_the_same_choices_at_first(two):
    for one, other in (two, [*map(gdlc.translate, two)]):
        found = difference(one, other)
        assert found.same_prefix is False
        assert found.differs_at is not None
        assert found.differs_at.one is None
        assert (found.differs_at.other or "").startswith("chance")


def program(text: str) -> sqasp.Sqasp:
    read = sqasp.read(f"% gdlc sqasp 1\n{text}\n% end\n")
    assert isinstance(read, sqasp.Sqasp)
    return read


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("_exists(1,a). {a}.", "_exists(5,a). {a}. b :- a.", True),
        ("_exists(1,a). {a}.", "_forall(1,a). {a}.", False),
        ("_chance(1,1,2,a). {a}.", "_chance(1,2,4,a). {a}.", True),
        ("_chance(1,1,2,a). {a}.", "_chance(1,1,3,a). {a}.", False),
        ("_exists(1,a). _exists(1,b). {a;b}.", "_exists(1,b). _exists(1,a). {a;b}.", True),
        ("_exists(1,a). _exists(1,b). {a;b}.", "_exists(1,b). _exists(2,a). {a;b}.", False),
    ],
)
def test_the_same_prefix_of_choices(one: str, other: str, same: bool):
    first, second = (program(text.replace(". ", ".\n")) for text in (one, other))
    assert difference(first, second).same_prefix is same


def test_auxiliary_variables_are_no_choices():
    one = xssat.read(b"p cnf 3 1\ne 1 0\na 2 0\ne 3 0\n1 2 3 0\n")
    other = xssat.read(b"p cnf 4 1\ne 1 0\na 2 0\ne 3 4 0\n1 2 4 0\n")
    found = difference(one, other)
    assert found.same_prefix is True
    assert {size.what: (size.one, size.other) for size in found.sizes}["variables"] == (3, 4)


def test_two_kinds_or_one_file_are_refused(two):
    with pytest.raises(UsageError, match="two files of one kind"):
        gdlc.inspect(two[0], gdlc.translate(two[0]), diff=True)
    with pytest.raises(UsageError, match="not 1"):
        gdlc.inspect(two[0], diff=True)
    with pytest.raises(UsageError, match="exclude each other"):
        gdlc.inspect(*two, diff=True, atom="a")
