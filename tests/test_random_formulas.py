"""The solver and the compiler agree with enumeration on random formulas and programs.

A failure prints its seed and the shrunk text.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

import gdlc
from gdlc.formats import sqasp, xssat
from gdlc.formats.errors import GdlcError
from tests.oracles import (
    random_formulas,
    random_programs,
    shrink,
    sqasp_enumeration,
    xssat_enumeration,
)

FORMULAS = 10_000
PROGRAMS = 1_000
CHUNKS = 10


def solved(text: str, *, cache: bool) -> Fraction | None:
    return gdlc.solve(xssat.read(text.encode()), cache=cache).value


def differs(
    value: Callable[[str], object], oracle: Callable[[str], object]
) -> Callable[[str], bool]:
    def fails(text: str) -> bool:
        try:
            expected = oracle(text)
        except ValueError:
            return False
        return value(text) != expected

    return fails


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_formulas(chunk: int) -> None:
    for seed in range(chunk, FORMULAS, CHUNKS):
        text = random_formulas.generate(seed)
        expected = xssat_enumeration.value(text)
        for cache in (True, False):

            def value(formula: str, cache: bool = cache) -> object:
                return solved(formula, cache=cache)

            if value(text) != expected:
                small = shrink.shrink_formula(text, differs(value, xssat_enumeration.value))
                pytest.fail(f"seed {seed}, cache {cache}:\n{small}")


def translated(program: str) -> Fraction | str | None:
    try:
        return gdlc.solve(gdlc.translate(sqasp.read(program, "program"))).value
    except GdlcError as error:
        return str(error)


def wrapped(program: str) -> str:
    """As a file of ours, so that it is read without clingo where it is ground and plain."""
    return f"% gdlc sqasp 1\n{program}\n% end\n"


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_ground_programs(chunk: int) -> None:
    for seed in range(chunk, PROGRAMS, CHUNKS):
        program = random_programs.generate(seed, loops=False)
        if translated(wrapped(program)) != sqasp_enumeration.value(program):
            fails = differs(lambda text: translated(wrapped(text)), sqasp_enumeration.value)
            pytest.fail(f"seed {seed}:\n{shrink.shrink_program(program, fails)}")


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_programs_with_variables(chunk: int) -> None:
    for seed in range(chunk, PROGRAMS // 10, CHUNKS):
        program = random_programs.generate(seed, loops=False, ground=False)
        if translated(program) != sqasp_enumeration.value(program):
            fails = differs(translated, sqasp_enumeration.value)
            pytest.fail(f"seed {seed}:\n{shrink.shrink_program(program, fails)}")


def test_translations_of_positive_loops_have_the_value_by_definition() -> None:
    for seed in range(150):
        program = random_programs.generate(seed, loops=True, ground=seed % 3 != 0)
        expected = sqasp_enumeration.value(program)
        if translated(wrapped(program) if seed % 3 else program) != expected:
            fails = differs(translated, sqasp_enumeration.value)
            pytest.fail(f"seed {seed}:\n{shrink.shrink_program(program, fails)}")
