"""Random formulas and programs against enumeration for a time: `python -m tests.fuzz SEED SECONDS`.

The first failure is printed with its own seed, shrunk, and ends the run with exit code 1. The
tests in test_random_formulas.py are the same with fixed seeds; here they go on from SEED.
"""

from __future__ import annotations

import itertools
import sys
import time

from tests.oracles import (
    random_formulas,
    random_programs,
    shrink,
    sqasp_enumeration,
    xssat_enumeration,
)
from tests.test_random_formulas import differs, solved, translated, wrapped


def formula_fails(seed: int) -> str:
    """The shrunk formula if the solver is wrong about the one of this seed; else nothing."""
    text = random_formulas.generate(seed)
    cache = seed % 2 == 0

    def value(formula: str) -> object:
        return solved(formula, cache=cache)

    if value(text) == xssat_enumeration.value(text):
        return ""
    return f"cache {cache}:\n{shrink.shrink_formula(text, differs(value, xssat_enumeration.value))}"


def program_fails(seed: int) -> str:
    """The same for a ground program, through `translate` and `solve`."""
    program = random_programs.generate(seed, loops=False)

    def value(text: str) -> object:
        return translated(wrapped(text))

    if value(program) == sqasp_enumeration.value(program):
        return ""
    return shrink.shrink_program(program, differs(value, sqasp_enumeration.value))


def main(seed: int, seconds: float) -> int:
    end = time.monotonic() + seconds
    counts = {"formulas": 0, "programs": 0}
    for number in itertools.count(seed):
        if time.monotonic() >= end:
            break
        # Ten formulas take as long as one program.
        for at in range(10 * number, 10 * number + 10):
            if failure := formula_fails(at):
                print(f"formula of seed {at}, {failure}")
                return 1
            counts["formulas"] += 1
        if failure := program_fails(number):
            print(f"program of seed {number}:\n{failure}")
            return 1
        counts["programs"] += 1
    print(f"fuzz: seed {seed}: " + ", ".join(f"{n} {what}" for what, n in counts.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), float(sys.argv[2])))
