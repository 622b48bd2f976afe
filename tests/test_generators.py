"""The makers of random formulas and programs: varied, small, the same on every machine."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import clingo
import pytest

from tests.oracles import (
    random_formulas,
    random_programs,
    sqasp_enumeration,
    xssat_enumeration,
)

ROOT = Path(__file__).resolve().parent.parent
SEEDS = range(300)
PROGRAM_KINDS = [(loops, ground) for loops in (False, True) for ground in (True, False)]


def test_random_formulas_vary_and_have_inner_values() -> None:
    values: Counter[str] = Counter()
    innermost: Counter[str] = Counter()
    most_vars = most_clauses = units = 0
    probabilities: set[Fraction | None] = set()
    for seed in SEEDS:
        formula = xssat_enumeration.read(random_formulas.generate(seed))
        value = xssat_enumeration.value_of(formula)
        values["inner" if 0 < value < 1 else str(value)] += 1
        innermost[formula.prefix[-1].kind if formula.prefix else "none"] += 1
        most_vars = max(most_vars, len(formula.prefix))
        most_clauses = max(most_clauses, len(formula.clauses))
        units += any(len(clause) == 1 for clause in formula.clauses)
        probabilities |= {entry.probability for entry in formula.prefix}
    print(f"values of {len(SEEDS)} random formulas: {dict(values)}; innermost {dict(innermost)}")
    assert values["inner"] >= len(SEEDS) // 5
    assert values["0"] >= len(SEEDS) // 10
    assert values["1"] >= len(SEEDS) // 10
    assert set(innermost) == {"e", "a", "r", "none"}
    assert most_vars == 12
    assert 20 <= most_clauses <= 30
    assert units > 50
    assert {Fraction(0), Fraction(1), Fraction(1, 3), Fraction(3, 10)} <= probabilities


def test_written_formula_reads_back() -> None:
    for seed in range(100):
        formula = xssat_enumeration.read(random_formulas.generate(seed))
        assert xssat_enumeration.read(random_formulas.write(formula)) == formula, f"seed {seed}"


@pytest.mark.parametrize(
    ("probability", "expected"),
    [
        ("0", "0.0"),
        ("1", "1.0"),
        ("3/10", "0.3"),
        ("1/3", "0.33333333333333333"),
        ("2/3", "0.66666666666666667"),
        ("1/1000000000", "0.000000001"),
        ("1/7000", "0.00014285714285714286"),
        ("99999999999999999999/100000000000000000000", "1.0"),
    ],
)
def test_decimal_is_the_nearest_of_seventeen_digits(probability: str, expected: str) -> None:
    assert random_formulas.decimal(Fraction(probability)) == expected


@pytest.mark.parametrize(("loops", "ground"), PROGRAM_KINDS)
def test_random_programs_have_inner_values(loops: bool, ground: bool) -> None:
    values: Counter[str] = Counter()
    for seed in SEEDS:
        program = random_programs.generate(seed, loops=loops, ground=ground)
        value = sqasp_enumeration.value(program)
        values["inner" if 0 < value < 1 else str(value)] += 1
    print(f"values of {len(SEEDS)} random programs, {loops=} {ground=}: {dict(values)}")
    assert values["inner"] >= len(SEEDS) // 5
    assert values["0"] >= len(SEEDS) // 10
    assert values["1"] >= len(SEEDS) // 10


@pytest.mark.parametrize(("loops", "ground"), PROGRAM_KINDS)
def test_random_programs_are_small(loops: bool, ground: bool) -> None:
    sizes: Counter[int] = Counter()
    for seed in range(100):
        program = random_programs.generate(seed, loops=loops, ground=ground)
        levels = sqasp_enumeration.prefix(program)
        assert len(levels) <= random_programs.MOST_QUANTIFIED, f"seed {seed}"
        sizes[len(levels)] += 1
    assert len(sizes) >= 6, sizes


def test_random_ground_programs_hold_every_construct() -> None:
    together = "".join(random_programs.generate(seed, loops=True) for seed in range(100))
    for construct in (
        *("_exists(", "_forall(", "_chance(", "_quantify(", "#show", "#sum {", ":- not ", "not 1 "),
        *("\n1 {", "} 1.", ":- 2 {", "\n{"),
    ):
        assert construct in together, construct


class PositiveGraph:
    """Collects the positive dependency graph of a ground program as clingo hands it over."""

    def __init__(self) -> None:
        self.below: dict[int, set[int]] = {}

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        for atom in head:
            self.below.setdefault(atom, set()).update(lit for lit in body if lit > 0)

    def weight_rule(
        self, choice: bool, head: Sequence[int], lower: int, body: Sequence[tuple[int, int]]
    ) -> None:
        self.rule(choice, head, [literal for literal, _ in body])

    def has_cycle(self) -> bool:
        """Takes away atoms that depend on nothing left, until none or only cycles are left."""
        left = {atom: set(below) for atom, below in self.below.items()}
        while left:
            bottom = {atom for atom, below in left.items() if not below & left.keys()}
            if not bottom:
                return True
            left = {atom: below for atom, below in left.items() if atom not in bottom}
        return False


def has_positive_loop(program: str) -> bool:
    graph = PositiveGraph()
    control = clingo.Control(logger=lambda code, message: None)
    control.register_observer(graph)  # type: ignore[arg-type]
    control.add("base", [], program)
    control.ground([("base", [])])
    return graph.has_cycle()


@pytest.mark.parametrize("ground", [True, False])
def test_programs_have_positive_loops_only_where_asked_for(ground: bool) -> None:
    programs = {
        loops: [random_programs.generate(seed, loops=loops, ground=ground) for seed in SEEDS[:150]]
        for loops in (False, True)
    }
    assert not any(map(has_positive_loop, programs[False]))
    assert sum(map(has_positive_loop, programs[True])) > 50


def test_generators_do_not_depend_on_the_order_of_hashes() -> None:
    code = (
        "from tests.oracles import random_formulas as f, random_programs as p\n"
        "for seed in range(40):\n"
        "    print(f.generate(seed))\n"
        "    for loops in (False, True):\n"
        "        for ground in (False, True):\n"
        "            print(p.generate(seed, loops=loops, ground=ground))\n"
    )
    printed = [
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=True,
        ).stdout
        for hash_seed in ("1", "2")
    ]
    assert printed[0] == printed[1]
    assert len(printed[0]) > 10_000
