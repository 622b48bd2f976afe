"""The shrinker keeps the fault and loses everything else."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import islice

import pytest

from tests.oracles import (
    random_formulas,
    random_programs,
    shrink,
    sqasp_enumeration,
    xssat_enumeration,
)

SEEDS = range(300)


def failing(generate: Callable[[int], str], fails: Callable[[str], bool], count: int) -> list[str]:
    return list(islice((text for text in map(generate, SEEDS) if fails(text)), count))


def test_formula_shrinks_to_the_fault() -> None:
    """A solver that takes every coin for a fair one: one coin and one unit show it."""

    def fails(text: str) -> bool:
        formula = xssat_enumeration.read(text)
        fair = tuple(
            xssat_enumeration.Quantified("r", entry.var, Fraction(1, 2))
            if entry.kind == "r"
            else entry
            for entry in formula.prefix
        )
        wrong = xssat_enumeration.value_of(xssat_enumeration.Formula(fair, formula.clauses))
        return wrong != xssat_enumeration.value_of(formula)

    texts = failing(random_formulas.generate, fails, 6)
    assert len(texts) == 6
    for text in texts:
        small = shrink.shrink_formula(text, fails)
        formula = xssat_enumeration.read(small)
        assert fails(small)
        assert [entry.kind for entry in formula.prefix] == ["r"], small
        assert formula.clauses in (((1,),), ((-1,),)), small
    assert shrink.shrink_formula(texts[0], fails) == shrink.shrink_formula(texts[0], fails)


def test_formula_shrinks_to_an_order_of_quantifiers() -> None:
    """A solver that takes the innermost variable for the outermost: two variables show it."""

    def fails(text: str) -> bool:
        formula = xssat_enumeration.read(text)
        turned = (*formula.prefix[-1:], *formula.prefix[:-1])
        wrong = xssat_enumeration.value_of(xssat_enumeration.Formula(turned, formula.clauses))
        return wrong != xssat_enumeration.value_of(formula)

    texts = failing(random_formulas.generate, fails, 5)
    assert len(texts) == 5
    for text in texts:
        formula = xssat_enumeration.read(shrink.shrink_formula(text, fails))
        assert len(formula.prefix) == 2
        assert len(formula.clauses) == 2


def test_formula_that_does_not_fail_comes_back() -> None:
    text = random_formulas.generate(1)
    assert shrink.shrink_formula(text, lambda _: False) == text


@pytest.mark.parametrize("ground", [True, False])
def test_program_shrinks_to_the_fault(ground: bool) -> None:
    """A translation that drops `not`, tried where a coin decides."""

    def fails(program: str) -> bool:
        value = sqasp_enumeration.value(program)
        return 0 < value < 1 and value != sqasp_enumeration.value(program.replace("not ", ""))

    texts = failing(
        lambda seed: random_programs.generate(seed, loops=True, ground=ground), fails, 3
    )
    assert len(texts) == 3
    for text in texts:
        small = shrink.shrink_program(text, fails)
        assert fails(small)
        assert len(small) < len(text) / 2
        assert small.count("\n") <= 6, small
        assert shrink.shrink_program(small, fails) == small
    assert shrink.shrink_program(texts[0], fails) == shrink.shrink_program(texts[0], fails)


def test_shrunk_program_loses_everything_without_need() -> None:
    program = """
        % A comment with a stop. And a string "x.
        d(1..3). { p(X) : d(X) }. { a; b("x. :- y") }.   %* another. *%
        g :- 2 { a; not b("x. :- y"); p(1) }, p(X) : d(X); not p(2).
        h :- a, not g.
        _chance(7,3,10,a). _forall(9,b("x. :- y")). _exists(12,p(1)).
        #show g/0.
    """

    def fails(candidate: str) -> bool:
        return sqasp_enumeration.value(candidate) == 1 and "not g" in candidate

    small = shrink.shrink_program(program, fails)
    # Without a goal to reach: one rule that still says `not g`, and one quantifier.
    assert small == "h :- not g.\n_exists(1,a).\n"


def test_program_that_is_not_valid_comes_back() -> None:
    assert shrink.shrink_program("a :- .", lambda _: True) == "a :- ."


def test_at_least_one_quantifier_stays() -> None:
    program = random_programs.generate(random.Random(0).randrange(1000), loops=False)
    small = shrink.shrink_program(program, lambda _: True)
    assert len(sqasp_enumeration.prefix(small)) == 1
    assert small.count("\n") == 1
