"""Formulas in the languages of other solvers: the value stays, and what cannot is told."""

from __future__ import annotations

import itertools
import random
import re
from fractions import Fraction
from pathlib import Path

import pytest

import gdlc
from gdlc.formats import foreign, xssat
from gdlc.formats.errors import InputError, UsageError
from gdlc.formats.xssat import Xssat
from gdlc.options import options_of
from tests.oracles import xssat_enumeration

FALSE = b"p cnf 1 2\nr 0.25 1 0\n0\n1 0\n"


def value(formula: Xssat) -> Fraction:
    return xssat_enumeration.value(xssat.write(formula).decode())


def random_formula(seed: int, kinds: str) -> Xssat:
    """Up to 7 variables; probabilities in eighths, which every language holds exactly."""
    rng = random.Random(seed)
    n_vars = rng.randint(0, 7)
    order = [(rng.choice(kinds), var) for var in rng.sample(range(1, n_vars + 1), n_vars)]
    clauses = [
        [rng.choice((-1, 1)) * rng.randint(1, n_vars) for _ in range(rng.randint(1, 3))]
        for _ in range(rng.randint(0, 2 * n_vars))
    ]
    return Xssat.build(
        n_vars,
        clauses,
        [(kind, [var]) for kind, var in order],  # type: ignore[misc]
        probabilities={var: Fraction(rng.randint(0, 8), 8) for kind, var in order if kind == "r"},
        names={var: f"a({var})" for _, var in order if rng.random() < 0.5},
    )


@pytest.mark.parametrize("to", ["xssat", "sdimacs", "sharpssat"])
def test_any_formula_keeps_its_value(to: str) -> None:
    for seed in range(40):
        formula = random_formula(seed, "ear")
        written = gdlc.convert(formula, to=to)
        assert value(foreign.read(written)) == value(formula), seed


@pytest.mark.parametrize("to", ["claussat", "ssatabc", "elimssat", "dssatpre", "ssat"])
def test_formulas_without_universals_keep_their_value(to: str) -> None:
    for seed in range(40):
        formula = random_formula(seed, "er")
        assert value(foreign.read(gdlc.convert(formula, to=to))) == value(formula), seed


def test_ssat_keeps_everything_but_notes() -> None:
    for seed in range(40):
        formula = random_formula(seed, "er")
        assert foreign.read(gdlc.convert(formula, to="ssat")) == formula, seed


def test_formulas_without_chance_become_qdimacs() -> None:
    for seed in range(40):
        formula = random_formula(seed, "ea")
        text = gdlc.convert(formula, to="qdimacs")
        assert value(foreign.read(text)) == value(formula), seed
        assert re.search(rb"^p cnf [1-9]\d* [1-9]\d*\n([ea].*\n)*e [1-9]", text, re.MULTILINE)


def test_certain_chance_is_no_chance() -> None:
    certain = xssat.read(b"p cnf 4 2\na 1 0\nr 1 2 0\nr 0 3 0\ne 4 0\n1 -2 4 0\n-1 3 -4 0\n")
    for to in ("qdimacs", "sdimacs"):
        assert value(foreign.read(gdlc.convert(certain, to=to))) == value(certain)
    assert b"\na 1 0\ne 2 3 4 0\n" in gdlc.convert(certain, to="qdimacs")


def weighted_count(text: bytes) -> Fraction:
    """By the definition: each assignment of the shown variables that a model extends counts."""
    lines = text.decode().splitlines()
    kind = lines[0].removeprefix("c t ")
    n_vars, n_clauses = map(int, lines[1].split()[2:])
    weights = {
        int(line.split()[3]): Fraction(line.split()[4])
        for line in lines
        if line.startswith("c p weight ")
    }
    shown = [line.split()[3:-1] for line in lines if line.startswith("c p show ")]
    clauses = [tuple(map(int, line.split()[:-1])) for line in lines if line[0] in "-123456789"]
    assert len(clauses) == n_clauses
    assert (kind == "pwmc") == bool(shown)
    counted = sorted(map(int, shown[0])) if shown else list(range(1, n_vars + 1))
    models = {
        tuple(model[var - 1] for var in counted)
        for model in itertools.product((False, True), repeat=n_vars)
        if all(any(model[abs(lit) - 1] == (lit > 0) for lit in clause) for clause in clauses)
    }
    total = Fraction(0)
    for model in models:
        weight = Fraction(1)
        for var, true in zip(counted, model, strict=True):
            weight *= weights[var if true else -var]
        total += weight
    return total


def test_the_value_of_chance_before_choice_is_a_weighted_count() -> None:
    kinds: set[bytes] = set()
    for seed in range(60):
        rng = random.Random(seed)
        formula = random_formula(seed, "r" if seed % 2 else "re")
        ordered = sorted(formula.blocks, key=lambda block: block.quantifier != "r")
        chance = [var for block in ordered if block.quantifier == "r" for var in block.vars]
        moved = Xssat.build(
            formula.n_vars,
            formula.flat_clauses(),
            ordered,
            probabilities={var: Fraction(rng.randint(0, 8), 8) for var in chance},
        )
        text = gdlc.convert(moved, to="wcnf")
        kinds.add(text.split(b"\n", 1)[0])
        assert weighted_count(text) == value(moved), seed
    assert kinds == {b"c t wmc", b"c t pwmc"}


def test_a_counter_is_shown_what_it_knows() -> None:
    chance = xssat.read(b"p cnf 3 2\nr 0.3 2 3 0\ne 1 0\n-1 2 0\n1 3 0\n")
    assert gdlc.convert(chance, to="wcnf") == (
        b"c t pwmc\np cnf 3 2\nc p show 2 3 0\nc p weight 2 0.3 0\nc p weight -2 0.7 0\n"
        b"c p weight 3 0.3 0\nc p weight -3 0.7 0\n-1 2 0\n1 3 0\n"
    )


def test_an_sdimacs_file_has_nothing_that_only_some_read() -> None:
    text = (
        b"c gdlc xssat 1\nc x name 1 a\nc x prob 2 1/3\np cnf 4 2\na 1 0\n"
        b"r 0.33333333333333333 2 0\nr 1e-500 3 0\nr 1 4 0\n1 2 0\n-3 4 0\n"
    )
    written = gdlc.convert(xssat.read(text), to="sdimacs").decode()
    lines = written.splitlines()
    assert lines[:4] == ["p cnf 5 2", "a 1 0", "r 0.33333333333333333 2 0", f"r 0.{'0' * 499}1 3 0"]
    assert lines[4:] == ["r 1.0 4 0", "e 5 0", "1 2 0", "-3 4 0"]
    assert written.endswith("\n")
    for odd in ("  ", "\r", "\t", " \n"):
        assert odd not in written


@pytest.mark.parametrize("to", ["sdimacs", "sharpssat", "claussat", "qdimacs"])
@pytest.mark.parametrize(
    ("text", "worth"),
    [(b"p cnf 0 0\n", 1), (b"p cnf 0 1\n0\n", 0), (b"p cnf 2 1\ne 2 1 0\n0\n", 0)],
)
def test_there_is_always_a_clause(to: str, text: bytes, worth: int) -> None:
    written = gdlc.convert(xssat.read(text), to=to)
    again = foreign.read(written)
    assert again.n_clauses > 0
    assert not re.search(rb"^0", written, re.MULTILINE)
    assert value(again) == worth


def test_sharpssat_gets_one_unit_clause_a_variable() -> None:
    text = b"p cnf 2 5\nr 0.25 1 0\ne 2 0\n1 0\n1 0\n2 0\n-2 0\n2 0\n"
    written = gdlc.convert(xssat.read(text), to="sharpssat")
    units = re.findall(rb"^-?(\d+) 0$", written, re.MULTILINE)
    assert sorted(units) == [b"1", b"2"]
    assert value(foreign.read(written)) == 0
    chance = xssat.read(b"p cnf 1 2\nr 0.25 1 0\n1 0\n1 0\n")
    assert value(foreign.read(gdlc.convert(chance, to="sharpssat"))) == Fraction(1, 4)


@pytest.mark.parametrize(
    ("to", "warning"),
    [
        ("xssat", ""),
        ("sdimacs", "1 of 3 probabilities are rounded to 17 digits"),
        ("ssat", "1 of 3 probabilities are rounded to 17 digits"),
        ("wcnf", "1 of 3 probabilities are rounded to 17 digits"),
        ("sharpssat", "2 of 3 probabilities are rounded to 32-bit floats"),
        ("claussat", "2 of 3 probabilities are rounded to 32-bit floats"),
        ("ssatabc", "1 of 3 probabilities are rounded to 17 digits"),
    ],
)
def test_rounded_probabilities_are_counted(to: str, warning: str) -> None:
    formula = xssat.read(b"p cnf 3 1\nr 1/3 1 0\nr 0.1 2 0\nr 0.5 3 0\n1 2 3 0\n")
    report = gdlc.Report()
    gdlc.convert(formula, to=to, report=report)
    assert len(report.warnings) == bool(warning)
    assert all(text.startswith(warning) for text in report.warnings)


@pytest.mark.parametrize(
    ("to", "text", "message"),
    [
        ("qdimacs", b"p cnf 1 0\nr 0.5 1 0\n", "left to it, first 1 with probability 1/2"),
        ("dimacs", b"p cnf 1 0\nr 0.5 1 0\n", "DIMACS knows no chance"),
        ("dimacs", b"p cnf 1 0\na 1 0\n", "1 of the variables are universal"),
        ("ssat", b"p cnf 1 0\na 1 0\n", "1 of the variables are universal"),
        ("elimssat", b"p cnf 1 0\na 1 0\n", "1 universal variable: elimssat takes none"),
        ("dssatpre", b"p cnf 2 0\na 1 2 0\n", "2 universal variables: dssatpre takes none"),
        ("wcnf", b"p cnf 2 0\ne 1 0\nr 0.5 2 0\n", "a prefix of e r e"),
        ("wcnf", b"p cnf 2 0\nr 0.5 1 0\na 2 0\n", "a prefix of r a e"),
    ],
)
def test_what_a_language_has_no_words_for_is_told(to: str, text: bytes, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)) as error:
        gdlc.convert(xssat.read(text), to=to)
    assert error.value.hint


def test_files_are_read_by_their_look(tmp_path: Path) -> None:
    texts = {
        "a.xssat": b"c gdlc xssat 1\nc x prob 1 1/3\np cnf 1 1\nr 0.33333333333333333 1 0\n1 0\n",
        "b.sdimacs": b"p cnf 1 1\r\nr 1e-1 1\r\n1 0",
        "c.qdimacs": b"c two\np cnf 2 2\na 1 0\ne 2 0\n1 2 0\n-1 -2 0\n",
        "d.cnf": b"c no prefix\np cnf 2 2\n1 2 0\n-1 0\n",
        "e.ssat": b"2\n1\n1 x1 R 0.500000\n2 rain E\n1 -2 0\n",
    }
    found = {}
    for name, text in texts.items():
        (tmp_path / name).write_bytes(text)
        found[name] = value(xssat.read(gdlc.convert(tmp_path / name)))
    assert list(found.values()) == [Fraction(1, 3), Fraction(1, 10), 1, 1, 1]
    assert b"c x name 2 rain\n" in gdlc.convert(str(tmp_path / "e.ssat"))


def test_free_variables_of_a_prefix_need_a_word(tmp_path: Path) -> None:
    path = tmp_path / "a.qdimacs"
    path.write_bytes(b"p cnf 2 2\na 1 0\n1 2 0\n-1 -2 0\n")
    with pytest.raises(InputError, match="no quantifier line"):
        gdlc.convert(path)
    assert value(xssat.read(gdlc.convert(path, free="inner"))) == 1
    assert value(xssat.read(gdlc.convert(path, free="outer"))) == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x", "expected the header"),
        ("2", "expected the header"),
        ("2\n", "no number of clauses"),
        ("2\nx\n", "2:1: expected the number of clauses"),
        ("999999999\n1\n", "1:1: expected the number of variables"),
        ("1\n0\n2 x2 E\n", "3:1: found '2', expected a variable in 1..1"),
        ("1\n0\n1 x1 E\n1 x1 E\n", "4:1: variable 1 is listed twice"),
        ("1\n0\n1 x1 A\n", "3:6: found 'A', expected `E`, or `R` and a probability"),
        ("1\n0\n1 x1 R\n", "3:6: found 'R', expected `E`, or `R` and a probability"),
        ("1\n0\n1 x1 R 1.5\n", "3:8: found '1.5', expected a probability"),
        ("1\n0\n1 x1 R 1e99999\n", "3:8: found '1e99999', expected a probability"),
        ("1\n0\n1 x1 R nan\n", "3:8: found 'nan', expected a probability"),
        ("1\n1\n1 x1 E\n2 0\n", "4:1: found '2', expected a literal up to 1"),
        ("1\n1\n1 x1 E\n-0 0\n", "4:1: found '-0', expected a literal"),
        ("1\n1\n1 x1 E\n99999999999999999999 0\n", "expected a literal up to 1"),
        ("2\n1\n1 x1 E\n1 2 0\n", "4:3: variable 2 stands in a clause but in no line above"),
        ("1\n1\n1 x1 E\n1\n", "found 0 clauses, expected 1"),
        ("1\n2\n1 x1 E\n1 0\n", "found 1 clauses, expected 2"),
        ("1\n1\n1 x1 E\n1 0\n1 0\n", "5:1: found '1' after all 1 clauses"),
        ("c t wmc\np cnf 1 0\nc p weight 1 0.5 0\n", "the input of a model counter"),
    ],
)
def test_wrong_texts_are_told_with_their_place(text: str, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        foreign.read(text.encode())


def test_broken_text_is_told() -> None:
    with pytest.raises(InputError, match="UTF-8"):
        foreign.read(b"1\n0\n1 \xff E\n")
    with pytest.raises(InputError, match="UTF-8"):
        foreign.read(b"c \xff\np cnf 0 0\n")


def test_wrong_calls_are_usage_errors(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="unknown language `lp`"):
        gdlc.convert(xssat.read(FALSE), to="lp")
    with pytest.raises(InputError, match="cannot be read"):
        gdlc.convert(tmp_path / "none.xssat")


def test_the_option_knows_all_languages() -> None:
    (option,) = [one for one in options_of("convert") if one.name == "to"]
    assert option.choices is not None
    assert option.choices["convert"] == tuple(foreign.LANGUAGES)
