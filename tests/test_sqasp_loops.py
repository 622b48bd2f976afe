"""The compiler agrees with enumeration on programs with positive loops of every shape.

The programs are those of test_sqasp_random.py, with loops. Measured: of a hundred some 65 have a
loop that clingo cannot evaluate away, and some 15 another value if atoms may support each other in
a circle.
"""

from __future__ import annotations

import pytest

from tests.oracles import random_sqasp, sqasp_enumeration
from tests.test_sqasp_random import CHUNKS, PROGRAMS, require_right, translated


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_programs_with_positive_loops(chunk: int) -> None:
    """Right, or refused where clingo makes disjunctions of a sum in a loop."""
    for seed in range(chunk, PROGRAMS, CHUNKS):
        program = random_sqasp.generate(seed, loops=True)
        if sqasp_enumeration.is_disjunctive(program):
            assert "disjunction" in str(translated(program)), f"seed {seed}\n{program}"
        else:
            require_right(program, seed)
