"""The lean encoding: the value of the paper's, and of enumeration, whatever ideas are left out."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import pytest

import gdlc
from gdlc.formats import sqasp, xssat
from gdlc.passes import asp
from gdlc.passes.ideas import OF_TRANSLATE
from gdlc.stop import Stop
from tests.oracles import random_programs, sqasp_enumeration

PROGRAMS = 45


def ground(text: str) -> sqasp.Sqasp:
    found = sqasp.read(text, "program")
    if isinstance(found, sqasp.Sqasp):
        return found
    return sqasp.take_prefix(asp.ground(text, "program", Stop(), foreign=True), "program")


def value(program: sqasp.Sqasp, encoding: str, without: tuple[str, ...] = ()) -> Fraction | None:
    formula = gdlc.translate(program, encoding=encoding, without=without)
    return gdlc.solve(formula).value


@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_the_value_is_that_of_enumeration_without_any_of_the_ideas(seed: int) -> None:
    text = random_programs.generate(seed + 5_000, loops=seed % 3 == 0)
    expected = sqasp_enumeration.value(text)
    program = ground(text)
    assert value(program, "paper") == expected
    assert value(program, "lean") == expected
    assert value(program, "lean", OF_TRANSLATE) == expected
    rng = random.Random(seed)
    for _ in range(3):
        left_out = tuple(rng.sample(OF_TRANSLATE, rng.randint(1, len(OF_TRANSLATE) - 1)))
        assert value(program, "lean", left_out) == expected, left_out


@pytest.mark.parametrize("seed", range(0, PROGRAMS, 3))
def test_a_program_and_its_file_give_the_same_bytes(seed: int) -> None:
    program = ground(random_programs.generate(seed + 6_000, loops=True))
    again = sqasp.read(sqasp.write(program), program.file)
    for encoding in ("lean", "paper"):
        written = xssat.write(gdlc.translate(program, encoding=encoding))
        assert xssat.write(gdlc.translate(again, encoding=encoding)) == written


@pytest.mark.parametrize("seed", range(0, PROGRAMS, 3))
def test_no_more_variables_than_the_paper(seed: int) -> None:
    program = ground(random_programs.generate(seed + 7_000, loops=True))
    paper = gdlc.translate(program, encoding="paper")
    lean = gdlc.translate(program, encoding="lean")
    assert lean.n_vars <= paper.n_vars


PREFIX = "_exists(1,a). _forall(2,b). _chance(3,1,4,c). "
CASES = {
    "equal atoms share a variable": ("{a; b; c}. d :- a. e :- d. :- e, b.", ["a", "b"]),
    "opposite atoms share one, too": ("{a; b; c}. d :- not a. :- not d, b, c.", ["a", "b", "c"]),
    "what no constraint needs is left out": ("{a; b; c}. d :- b, c. e :- d. :- not a.", []),
    "a unit is evaluated away": ("{a; b; c; d}. :- d. :- a, b. e :- d, c.", ["a", "b"]),
    "the best choice of the first block stays": ("{a; b; c}. d :- c. :- not d.", ["a", "c"]),
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.replace(" ", "_"))
def test_small_programs(case: str) -> None:
    rules, names = CASES[case]
    text = PREFIX + rules
    formula = gdlc.translate(ground(text), encoding="lean")
    assert [name for _, name in sorted(formula.names.items())] == names
    assert gdlc.solve(formula).value == sqasp_enumeration.value(text)


@pytest.mark.parametrize("quantifier", ["_exists(1,a)", "_forall(1,a)", "_chance(1,1,3,a)"])
@pytest.mark.parametrize("rules", ["a. {b}. {a} :- b. :- b.", "{b}. b :- a.", "{a}. a. {b}."])
def test_quantified_atoms_that_are_certain(quantifier: str, rules: str) -> None:
    text = f"{quantifier}. {rules}"
    expected = sqasp_enumeration.value(text)
    assert value(ground(text), "paper") == expected
    assert value(ground(text), "lean") == expected


def test_a_program_without_stable_models_is_worth_nothing_in_any_encoding() -> None:
    for rules in ("a :- not a. {b; c}.", "{a; b; c}. :- a. :- not a.", "{a; b; c}. :-."):
        program = ground(PREFIX + rules)
        without = (size for size in range(len(OF_TRANSLATE) + 1))
        for left_out in itertools.chain.from_iterable(
            itertools.combinations(OF_TRANSLATE, size) for size in without
        ):
            assert value(program, "lean", left_out) == 0
