"""XSSAT text: what is read, what is written, and what a wrong text is told."""

from __future__ import annotations

import array
from fractions import Fraction
from pathlib import Path

import pytest

from gdlc import _solver
from gdlc.formats import xssat
from gdlc.formats.errors import InputError, InternalError
from gdlc.formats.xssat import Block, Xssat

SHARED = Path(__file__).parent.parent.parent / "shared" / "ssat"

EXAMPLE = b"""\
c gdlc xssat 1
c x player xplayer
c x horizon 1
c x name 1 does(xplayer,mark(1,1),1)
c x prob 3 1/3
p cnf 4 3
e 1 2 0
r 0.33333333333333333 3 0
e 4 0
1 2 0
-1 -2 0
-1 3 4 0
"""


def example() -> Xssat:
    return Xssat.build(
        4,
        [[1, 2], [-1, -2], [-1, 3, 4]],
        [("e", [1, 2]), ("r", [3]), Block("e", (4,))],
        probabilities={3: Fraction(1, 3)},
        names={1: "does(xplayer,mark(1,1),1)"},
        notes=["player xplayer", "horizon 1"],
    )


def test_building_writing_and_reading_agree() -> None:
    assert xssat.write(example()) == EXAMPLE
    assert xssat.read(EXAMPLE) == example()
    assert xssat.read(EXAMPLE) != xssat.read(b"p cnf 0 0\n")


def test_the_example_of_the_page_is_canonical() -> None:
    page = (Path(xssat.__file__).parent / "README.md").read_text(encoding="utf-8")
    text = page.split("```\n")[1].encode()
    assert xssat.write(xssat.read(text)) == text


def test_the_parts_come_back() -> None:
    formula = xssat.read(EXAMPLE)
    assert formula.n_vars == 4
    assert formula.n_clauses == 3
    assert formula.blocks == [Block("e", (1, 2)), Block("r", (3,)), Block("e", (4,))]
    assert formula.probability(3) == Fraction(1, 3)
    assert formula.names == {1: "does(xplayer,mark(1,1),1)"}
    assert formula.notes == ["player xplayer", "horizon 1"]
    assert formula.note("horizon") == "1"
    assert formula.note("objective") is None
    assert list(formula.clauses()) == [(1, 2), (-1, -2), (-1, 3, 4)]
    flat = array.array("i", [1, 2, 0, -1, -2, 0, -1, 3, 4, 0])
    assert formula.flat_clauses() == flat
    assert Xssat.build(4, flat, formula.blocks, probabilities={3: Fraction(1, 3)}) == xssat.read(
        b"".join(
            line
            for line in EXAMPLE.splitlines(True)
            if b"name" not in line and b"player" not in line and b"horizon" not in line
        )
    )


def test_probabilities_of_any_size_cross_the_boundary() -> None:
    p = Fraction(3**20000, 7**20000)
    formula = Xssat.build(1, [[1]], [("r", [1])], probabilities={1: p})
    assert formula.probability(1) == p


@pytest.mark.parametrize(
    ("n_vars", "clauses", "blocks", "probabilities"),
    [
        (1, [[2]], [("e", [1])], {}),
        (2, [[2]], [("e", [1])], {}),
        (1, [[1]], [("e", [1, 1])], {}),
        (1, [[1]], [("x", [1])], {}),
        (1, [[1]], [("r", [1])], {}),
        (1, [[1]], [("r", [1])], {1: Fraction(3, 2)}),
        (1, [[1]], [("r", [1])], {1: Fraction(-1, 2)}),
        (1, [[1]], [("e", [1])], {1: Fraction(1, 2)}),
        (1, [[1]], [("e", [0])], {}),
    ],
)
def test_parts_that_make_no_formula_are_refused(n_vars, clauses, blocks, probabilities) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(InternalError):
        Xssat.build(n_vars, clauses, blocks, probabilities=probabilities)


def test_an_open_last_clause_is_refused() -> None:
    with pytest.raises(InternalError, match="not ended by 0"):
        Xssat.build(1, array.array("i", [1]), [("e", [1])])


def test_an_error_names_file_line_and_column() -> None:
    with pytest.raises(InputError) as caught:
        xssat.read(b"p cnf 2 1\ne 1 2 0\n1 x3 0\n", file="a.xssat")
    error = caught.value
    assert (error.file, error.line, error.column) == ("a.xssat", 3, 3)
    assert str(error) == (
        "a.xssat:3:3: found 'x3', expected a literal or the 0 that ends a clause\n  1 x3 0\n    ^^"
    )


def test_columns_count_characters() -> None:
    text = "c gdlc xssat 1\nc x prob äöü 1/2\np cnf 1 0\nr 0.5 1 0\n".encode()
    with pytest.raises(InputError) as caught:
        xssat.read(text)
    assert (caught.value.line, caught.value.column) == (2, 10)
    assert str(caught.value).endswith("           ^^^")


def test_a_free_variable_has_a_hint() -> None:
    text = b"p cnf 2 1\na 1 0\n1 2 0\n"
    with pytest.raises(InputError) as caught:
        xssat.read(text)
    assert caught.value.hint is not None
    assert "--free" in caught.value.hint
    assert xssat.read(text, free="inner").blocks == [Block("a", (1,)), Block("e", (2,))]
    outer = xssat.read(text, free="outer").blocks
    assert outer[:2] == [Block("e", (2,)), Block("a", (1,))]


def test_warnings_are_told() -> None:
    told: list[str] = []
    xssat.read(b"p cnf 2 0\na 1\ne 2 0\n", file="f", warn=told.append)
    assert told == ["f:2:1: the quantifier line does not end with 0"]


def test_every_cut_of_a_written_text_is_an_error() -> None:
    for length in range(len(EXAMPLE) - 1):
        with pytest.raises(InputError):
            xssat.read(EXAMPLE[:length])


def test_comments_are_no_part_of_the_value() -> None:
    lines = EXAMPLE.splitlines(True)
    for at, line in enumerate(lines):
        if line.startswith(b"c x"):
            shorter = xssat.read(b"".join(lines[:at] + lines[at + 1 :]))
            assert shorter.blocks == example().blocks
            assert shorter.flat_clauses() == example().flat_clauses()


def test_a_missing_file_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read"):
        Xssat.read(tmp_path / "none.xssat")
    with pytest.raises(InputError, match="cannot read"):
        Xssat.read(tmp_path)
    (tmp_path / "a.xssat").write_bytes(EXAMPLE)
    assert Xssat.read(tmp_path / "a.xssat") == example()


def test_the_native_error_has_all_its_attributes() -> None:
    with pytest.raises(_solver.ParseError) as caught:
        _solver.Formula.read(b"p cnf 1 0\ne 2 0\n")
    error = caught.value
    assert (error.line, error.column, error.width, error.hint) == (2, 3, 1, None)
    assert error.message == str(error)


@pytest.mark.skipif(not SHARED.exists(), reason="needs ../shared")
def test_published_files_are_read() -> None:
    files = sorted(SHARED.glob("*.sdimacs"))
    assert files
    for file in files:
        formula = Xssat.read(file)
        text = xssat.write(formula)
        assert xssat.read(text) == formula
