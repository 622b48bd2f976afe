"""What grounders print, smodels and aspif, as input of translate."""

from __future__ import annotations

import contextlib
import re
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction

import pytest

import gdlc
from gdlc.formats import sqasp
from gdlc.formats.errors import InputError
from gdlc.formats.lp import GroundProgram, aspif, smodels, write_rules
from tests.oracles import random_programs, sqasp_enumeration

FORMATS = ("smodels", "intermediate")


def grounded(program: str, output: str) -> str:
    """What clingo prints of a program."""
    done = subprocess.run(
        [sys.executable, "-m", "clingo", "--mode=gringo", f"--output={output}", "--warn=none", "-"],
        input=program.encode(),
        capture_output=True,
        timeout=120,
        check=True,
    )
    return done.stdout.decode()


def value(text: str) -> Fraction | None:
    program = sqasp.read(text, "p")
    assert isinstance(program, sqasp.Sqasp)
    return gdlc.solve(gdlc.translate(program)).value


def read_aspif(text: str) -> GroundProgram:
    return aspif.read(text.encode(), "p")


def read_smodels(text: str) -> GroundProgram:
    return smodels.read(text, "p")


def rules(program: GroundProgram) -> list[str]:
    return [*write_rules(program)]


@pytest.mark.parametrize("output", FORMATS)
def test_the_value_is_that_of_the_text(output: str) -> None:
    for seed in range(24):
        program = random_programs.generate(seed, loops=seed % 2 == 0, ground=seed % 3 != 0)
        text = grounded(program, output)
        if re.search(r"#show(\.| \w+/)", program):  # other `#show` statements hide nothing
            with pytest.raises(InputError, match="no prefix"):
                value(text)
        else:
            assert value(text) == sqasp_enumeration.value(program), f"seed {seed}:\n{program}"


PROGRAM = """
{rain; bike}. _chance(2,3,10,rain). _exists(1,bike). p(1..3). {q(X) : p(X)} = 2.
_exists(3,q(X)) :- p(X). w :- 4 #sum {X : q(X); 1 : not bike}. x :- not not w. -x :- rain, bike.
:- 5 {q(X) : p(X); rain; not bike}. a :- b. b :- a. a :- q(1). b :- q(2). s("0 1\\n"). :- not a.
"""


@pytest.mark.parametrize(
    ("output", "read"), [("smodels", read_smodels), ("intermediate", read_aspif)]
)
def test_a_cut_file_is_refused_wherever_it_is_cut(
    output: str, read: Callable[[str], GroundProgram]
) -> None:
    text = grounded(PROGRAM, output)
    whole = rules(read(text))
    for end in range(len(text) - 1):
        with pytest.raises(InputError):
            read(text[:end])
    assert rules(read(text[:-1])) == whole
    assert rules(read(text + "\n")) == whole
    with pytest.raises(InputError, match="behind the end"):
        read(text + text)


@pytest.mark.parametrize("output", FORMATS)
def test_a_line_that_is_left_out_or_damaged_is_no_accident(output: str) -> None:
    """A damaged file is refused or another program, but no crash."""
    lines = grounded(PROGRAM, output).splitlines(keepends=True)
    for at in range(len(lines)):
        longer = lines[at][:-1] + " 7\n"
        for damaged in ("", "x\n", "1\n", "1 1\n", "3 1 2\n", "5 1 9 9\n", longer):
            with contextlib.suppress(InputError):
                sqasp.read("".join([*lines[:at], damaged, *lines[at + 1 :]]), "p")


def test_smodels_rules_of_all_kinds() -> None:
    text = (
        "1 2 2 1 3 4\n"  # a negative literal first
        "2 5 3 1 2 2 3 4\n"
        "3 2 3 4 1 0 6\n"
        "5 7 4 3 1 2 3 4 1 2 3\n"
        "1 1 1 0 5\n"
        "1 6 0 0\n"
        "0\n2 a\n3 b\n4 c\n5 d\n6 e\n7 f\n0\nB+\n7\n0\nB-\n1\n0\n1\n"
    )
    assert rules(read_smodels(text)) == [
        "a :- not b, c.",
        "d :- 2 {not a; b; c}.",
        "{b; c} :- e.",
        "f :- #sum {1,0: not a; 2,1: b; 3,2: c} >= 4.",
        ":- d.",
        "e.",
        ":- not f.",
    ]


def test_smodels_compute_statement() -> None:
    """An atom of B- that is used elsewhere stays and is forbidden."""
    text = "3 2 2 3 0 0\n1 4 1 1 2\n0\n2 a\n3 b\n0\nB+\n3\n0\nB-\n4\n2\n0\n1\n"
    assert rules(read_smodels(text)) == ["{a; b}.", ":- not a.", ":- not b.", ":- a."]


def test_smodels_external_atoms() -> None:
    text = "90 0\n91 2 0\n91 3 1\n91 4 2\n1 5 1 0 2\n0\n2 a\n3 b\n4 c\n5 d\n0\nB+\n0\nB-\n1\n0\n1\n"
    assert rules(read_smodels(text)) == ["b.", "{c}.", "d :- a."]


def test_aspif_external_atoms() -> None:
    text = "asp 1 0 0\n5 1 2\n5 2 1\n5 3 0\n4 1 a 1 1\n4 1 b 1 2\n4 1 c 1 3\n0\n"
    assert rules(read_aspif(text)) == ["b.", "{c}."]


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("#minimize {1: a}.", "minimize"),
        ("#edge (1,2): a.", "edge"),
        ("a | b.", "disjunction"),
        ("#show. #show a/0.", "no prefix.*"),
        ("#show _exists/2. b :- not not a.", "`a` has no name"),
        ("{b}. #show a : b.", "two atoms have the name `a`"),
    ],
)
@pytest.mark.parametrize("output", FORMATS)
def test_what_has_no_translation(output: str, statement: str, message: str) -> None:
    text = grounded(f"_exists(1,a). {{a}}. {statement}", output)
    with pytest.raises(InputError, match=message) as info:
        sqasp.read(text, "p")
    assert info.value.file == "p"
    assert info.value.hint


def test_theory_atoms_are_refused() -> None:
    theory = "#theory t { s { + : 1, binary, left }; &d/0 : s, any }. a :- &d { 1 }."
    text = grounded(f"_exists(1,c). {{c}}. {theory}", "intermediate")
    with pytest.raises(InputError, match="theory"):
        sqasp.read(text, "p")
    with pytest.raises(InputError, match="theory"):
        gdlc.translate(sqasp.read(f"_exists(1,c). {{c}}. {theory}", "p"))


@pytest.mark.parametrize("output", FORMATS)
def test_shown_quantifiers_and_atoms_do(output: str) -> None:
    program = "_chance(1,1,3,a). {a}. b :- not not a. :- not b. #show _chance/4. #show a/0."
    assert value(grounded(program, output)) == Fraction(1, 3)


@pytest.mark.parametrize("output", FORMATS)
def test_a_shown_term_changes_no_atom(output: str) -> None:
    program = "_chance(1,1,3,a). {a}. :- not a. #show t : a."
    text = grounded(f"{program} #show a/0. #show _chance/4.", output)
    assert value(text) == Fraction(1, 3)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("asp 2 0 0\n0\n", 1, "another version"),
        ("asp 1 0 0\n1 0 1 2 0 5 1\n0\n", 2, "no statement"),
        ("asp 1 0 0\n12 3\n0\n", 2, "no statement"),
        ("asp 1 0 0\n4 9 a 0\n0\n", 2, "no statement"),
        ("asp 1 0 0\n1 0 1 1 1 2 1 3 0\n0\n", 2, "no statement"),
        ("1 2 3 1 4\n0\n0\nB+\n0\nB-\n0\n1\n", 1, "no rule"),
        ("7 2 0 0\n0\n0\nB+\n0\nB-\n0\n1\n", 1, "no rule"),
        ("1 2 0 0\n0\n2\n0\nB+\n0\nB-\n0\n1\n", 3, "name expected"),
        ("1 2 0 0\n0\n0\nB-\n0\nB+\n0\n1\n", 4, r"`B\+` expected"),
        ("1 2 0 0\n0\n0\nB+\n0\nB-\n-2\n0\n1\n", 7, "have to be false"),
    ],
)
def test_errors_have_their_line(text: str, line: int, message: str) -> None:
    with pytest.raises(InputError, match=message) as info:
        sqasp.read(text, "p")
    assert (info.value.file, info.value.line) == ("p", line)


@pytest.mark.parametrize("text", ["1 {a; b} 1.", "0 {a}.", "a.", "1.", "", "% 1 2 3\na."])
def test_programs_of_people_are_not_taken_for_these_formats(text: str) -> None:
    assert not smodels.recognise(text)
    assert not aspif.recognise(text)
