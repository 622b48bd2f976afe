"""The compiler agrees with enumeration on programs with all that a person may write in one.

GDLC_FULL=1 asks for all programs, else a part of them is enough. A failure prints its seed and the
shrunk program.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from fractions import Fraction

import pytest

import gdlc
from gdlc.formats import sqasp
from gdlc.formats.errors import GdlcError
from tests.oracles import random_sqasp, shrink, sqasp_enumeration

FULL = os.environ.get("GDLC_FULL") == "1"
PROGRAMS = 1_000 if FULL else 200
CHUNKS = 10

Value = Callable[[str], Fraction | str | None]


def translated(program: str) -> Fraction | str | None:
    try:
        return gdlc.solve(gdlc.translate(sqasp.read(program, "program"))).value
    except GdlcError as error:
        return str(error)


def require_right(program: str, seed: int, value: Value = translated) -> None:
    """Fails with a smaller program if `value` is wrong about this one."""
    expected, found = sqasp_enumeration.value(program), value(program)
    if found == expected:
        return

    def fails(candidate: str) -> bool:
        try:
            right = sqasp_enumeration.value(candidate)
        except ValueError:
            return False
        # A wrong number shrinks to a wrong number, a refusal to a refusal.
        wrong = value(candidate)
        return wrong != right and isinstance(wrong, str) == isinstance(found, str)

    small = shrink.shrink_program(program, fails)
    pytest.fail(
        f"seed {seed}: {found} in place of {expected}\n{program}\nshrunk: {value(small)} in place "
        f"of {sqasp_enumeration.value(small)}\n{small}"
    )


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_programs_without_positive_loops(chunk: int) -> None:
    for seed in range(chunk, PROGRAMS, CHUNKS):
        require_right(random_sqasp.generate(seed, loops=False), seed)


def test_a_wrong_value_is_shrunk() -> None:
    """A translation that forgets `#sum`: what is left has one."""

    def forgetful(program: str) -> Fraction | str | None:
        return sqasp_enumeration.value(re.sub(r"#sum\+?", "#count", program))

    failures: list[str] = []
    for seed in range(100):
        try:
            require_right(random_sqasp.generate(seed, loops=True), seed, forgetful)
        except pytest.fail.Exception as failure:
            failures.append(str(failure).partition("shrunk: ")[2])
        if len(failures) == 3:
            break
    assert len(failures) == 3
    for failure in failures:
        assert "#sum" in failure
        assert failure.count("\n") <= 10, failure


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("{a}. {b} :- a. a :- b. c :- 2 #sum {1,x: a; 1,y: b}. _exists(1,a).", False),
        ("{a}. c :- 1 #sum {1,x: a; -1,y: c}. _exists(1,a).", True),
        ("{a}. c :- #count {1: a; 2: c} != 1. _exists(1,a).", True),
        ("{a}. c :- #sum {1,x: a; -1,y: b} >= 1. {b}. _exists(1,a).", False),
        ("a | b. _exists(1,a).", True),
    ],
)
def test_the_oracle_sees_disjunctions(program: str, expected: bool) -> None:
    assert sqasp_enumeration.is_disjunctive(program) == expected


# What stands in some of the programs, each in at least one of fifty.
CONSTRUCTS = {
    "choice with bounds": r"^\d+ \{.*\} \d+",
    "choice with a body": r"^\{.*\} :-",
    "choice by weights": r"^(\d+ )?#sum \{",
    "sum in a body": r":- .*#sum",
    "count in a body": r":- .*#count",
    "cardinality in a body": r":- .*\d \{|:- .*\} [<>=]",
    "negated sum": r"not (-?\d+ )?(\{|#)",
    "not inside a sum": r"#sum \{.*not ",
    "negative weight": r"#sum \{.*-\d,",
    "double negation": r"not not",
    "strong negation": r"^-",
    "constraint": r"^:-",
    "conditional literal": r":- .*[a-z)] : [a-z]",
    "variable": r"\bX\b",
    "show": r"^#show",
    "shorthand quantifier": r"^_quantify",
    "chance of nothing or of certainty": r"^_chance\(\d+,(0,|1,1,|3,3,)",
}


@pytest.mark.parametrize("loops", [False, True])
def test_the_programs_are_worth_asking(loops: bool) -> None:
    """Same text for a seed; all constructs and many values are among them."""
    programs = [random_sqasp.generate(seed, loops=loops) for seed in range(300)]
    for seed in range(0, 300, 50):
        assert programs[seed] == random_sqasp.generate(seed, loops=loops)
    for name, pattern in CONSTRUCTS.items():
        found = sum(re.search(pattern, one, re.MULTILINE) is not None for one in programs)
        assert found >= len(programs) / 50, name
    for program in programs:
        assert len(sqasp_enumeration.prefix(program)) <= random_sqasp.MOST_QUANTIFIED
    values = [sqasp_enumeration.value(program) for program in programs]
    between = [value for value in values if 0 < value < 1]
    assert len(between) >= len(values) / 3  # measured: 43 of a hundred
    assert len(set(between)) >= 50
