"""Random formulas and programs against enumeration for a time: `python -m tests.fuzz SEED SECONDS`.

And random games by both engines against each other. The first failure is printed with its own seed,
formulas and programs shrunk, and ends the run with exit code 1. The tests in
test_random_formulas.py and test_engines_agree.py are the same with fixed seeds; here they go on
from SEED.
"""

from __future__ import annotations

import itertools
import sys
import time

from gdlc.formats import gdl
from tests.engines_agree import difference_in_simulations, difference_in_walks
from tests.oracles import (
    random_formulas,
    random_games,
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
    program = random_programs.generate(seed, loops=seed % 2 == 0)

    def value(text: str) -> object:
        return translated(wrapped(text))

    if value(program) == sqasp_enumeration.value(program):
        return ""
    return shrink.shrink_program(program, differs(value, sqasp_enumeration.value))


def game_fails(seed: int) -> str:
    """Where the two engines that play games differ on a random one, and the game."""
    text = random_games.generate(seed, joint=seed % 3 == 0)
    sheet = gdl.read(text, f"seed {seed}")
    found = difference_in_walks(sheet, seed) or difference_in_simulations(sheet, seed)
    return f"{found}\n{text}" if found else ""


def main(seed: int, seconds: float) -> int:
    end = time.monotonic() + seconds
    counts = {"formulas": 0, "programs": 0, "games": 0}
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
        if failure := game_fails(number):
            print(f"game of seed {number}: {failure}")
            return 1
        counts["games"] += 1
    print(f"fuzz: seed {seed}: " + ", ".join(f"{n} {what}" for what, n in counts.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), float(sys.argv[2])))
