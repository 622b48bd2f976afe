"""Assumptions: literals that hold, whoever would have decided them."""

from __future__ import annotations

import random
import threading
from fractions import Fraction

import pytest

import gdlc
from gdlc.formats import xssat
from gdlc.formats.errors import UsageError
from gdlc.formats.xssat import Xssat
from tests.test_convert import random_formula


def value(formula: Xssat, *assumptions: int) -> Fraction:
    answer = gdlc.solve(formula, assumptions=assumptions)
    assert answer.value is not None
    return answer.value


@pytest.mark.parametrize("seed", range(40))
def test_the_outermost_variable_splits_the_value(seed: int) -> None:
    formula = random_formula(seed, "ear")
    if not formula.blocks:
        return
    outer = formula.blocks[0]
    var = outer.vars[0]
    yes, no = value(formula, var), value(formula, -var)
    if outer.quantifier == "e":
        assert value(formula) == max(yes, no)
    elif outer.quantifier == "a":
        assert value(formula) == min(yes, no)
    else:
        p = formula.probability(var)
        assert value(formula) == p * yes + (1 - p) * no


@pytest.mark.parametrize("seed", range(40))
def test_an_assumption_is_a_substitution(seed: int) -> None:
    formula = random_formula(seed, "ear")
    rng = random.Random(seed)
    chosen = rng.sample(range(1, formula.n_vars + 1), min(2, formula.n_vars))
    literals = [var * rng.choice((-1, 1)) for var in chosen]
    clauses = [
        [literal for literal in clause if -literal not in literals]
        for clause in formula.clauses()
        if not any(literal in literals for literal in clause)
    ]
    blocks = [
        (block.quantifier, [var for var in block.vars if var not in chosen])
        for block in formula.blocks
    ]
    probabilities = {
        var: formula.probability(var) for kind, block in blocks if kind == "r" for var in block
    }
    rest = Xssat.build(formula.n_vars, clauses, blocks, probabilities=probabilities)
    assert value(formula, *literals) == value(rest)


def test_a_chance_literal_is_conditioned_on_and_a_universal_one_granted() -> None:
    formula = xssat.read(b"p cnf 3 3\nr 1/3 1 0\na 2 0\ne 3 0\n1 0\n2 3 0\n-3 2 0\n")
    assert value(formula) == 0
    assert value(formula, 2) == Fraction(1, 3)
    assert value(formula, 1, 2) == 1
    assert value(formula, -1, 2) == 0
    assert value(formula, 2, 2) == Fraction(1, 3)


def test_names_stay_and_an_assumed_move_is_the_first_one() -> None:
    text = (
        b"c gdlc xssat 1\nc x player x\nc x name 1 does(x,left,1)\nc x name 2 does(x,right,1)\n"
        b"p cnf 3 4\ne 1 2 0\nr 0.25 3 0\n1 2 0\n-1 -2 0\n-1 3 0\n-2 -3 0\n"
    )
    formula = xssat.read(text)
    assert (value(formula), gdlc.solve(formula).move) == (Fraction(3, 4), "right")
    answer = gdlc.solve(formula, assumptions=[1])
    assert (answer.value, answer.move) == (Fraction(1, 4), "left")


@pytest.mark.parametrize(
    ("literals", "message"),
    [
        ([0], "0 is no literal of the formula"),
        ([3], "3 is no literal of the formula"),
        ([-3], "-3 is no literal of the formula"),
        ([1, -1], "the assumptions hold both 1 and -1"),
        (["1"], "'1' is no literal"),
        ([True], "True is no literal"),
    ],
)
def test_wrong_assumptions_are_usage_errors(literals: list[int], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        gdlc.solve(xssat.read(b"p cnf 2 1\na 1 0\ne 2 0\n1 2 0\n"), assumptions=literals)


def test_other_threads_run_while_the_solver_does() -> None:
    """Without a word from the solver: only another thread can end it."""
    rng = random.Random(1)
    clauses = [
        [rng.choice((-1, 1)) * var for var in rng.sample(range(1, 301), 3)] for _ in range(900)
    ]
    formula = Xssat.build(
        300,
        clauses,
        [("r" if var % 2 == 0 else "e", [var]) for var in range(1, 301)],
        probabilities=dict.fromkeys(range(2, 301, 2), Fraction(1, 3)),
    )
    stop = gdlc.Stop()
    thread = threading.Timer(0, stop.request)
    thread.start()
    answer = gdlc.solve(formula, stop=stop)
    thread.join()
    assert (answer.status, answer.reason) == ("bounds", "interrupted")
