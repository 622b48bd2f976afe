"""Beside what one writes by hand: the engine layers, `gdlc search` and the yardstick in one run.

    python benchmarks/forward.py STOCHASTIC YARDSTICK [--repeats N] [--interpreted LIMIT] [ROW ...]

STOCHASTIC holds the rule sheets of the stochastic suite; YARDSTICK is `expectimax.cpp`, compiled
with `g++ -O3 -march=native -std=c++20`. Boards without a sheet there are generated, as `gdlc bench sheet` does.
Prints a table in Markdown: CPU seconds, the least of N runs, one contestant after the other in each
round. Those of the yardstick and of `search` are of the search alone, once the game is ready in a
process; `layers` is a whole process of `xssat --engine layers` on the lean formula, from reading to
the answer; `all` is one of `gdlc search --no-prune`: Python, clingo that grounds, and the search. The interpreted search runs once, with a limit, if asked for. Values are compared; the exit
code is 4 where two differ.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import limited

import gdlc
from gdlc.bench.games import Board
from gdlc.formats import xssat

_ANSWER = re.compile(r"value (\S+) states (\d+) transitions (\d+) cpu (\S+) s")
# Run in the process that is measured; the first search makes Python load what it needs.
_SEARCH = """
import json, sys, time
import gdlc
file, steps, prune = sys.argv[1], int(sys.argv[2]), sys.argv[3] == "prune"
game = gdlc.load(file, engine="compiled")
gdlc.search(game, role="xplayer", horizon=0)
begin = time.process_time()
answer = gdlc.search(game, role="xplayer", horizon=steps, prune=prune)
print(json.dumps({"seconds": time.process_time() - begin, "value": str(answer.value)}))
"""


class Row(NamedTuple):
    """A game, by its sheet or else only by its measures."""

    name: str
    board: Board
    steps: int


ROWS = (
    Row("ttt3_flip30", Board(3, 3, 3, "flip", Fraction(3, 10), False), 18),
    Row("ttt3_block50", Board(3, 3, 3, "block", Fraction(1, 2), False), 24),
    Row("connect3_4x3_block20", Board(4, 3, 3, "block", Fraction(1, 5), True), 24),
    Row("connect3_4x4_flip25", Board(4, 4, 3, "flip", Fraction(1, 4), True), 32),
    Row("ttt4x3_flip25", Board(4, 3, 3, "flip", Fraction(1, 4), False), 24),
    Row("connect4_4x4_flip10", Board(4, 4, 4, "flip", Fraction(1, 10), True), 32),
    Row("connect3_5x4_flip25", Board(5, 4, 3, "flip", Fraction(1, 4), True), 40),
    Row("ttt4x4_4_flip25", Board(4, 4, 4, "flip", Fraction(1, 4), False), 16),
)


class Measured(NamedTuple):
    seconds: float
    value: str


def yardstick(program: Path, row: Row) -> Measured:
    command = [str(program), *_measures(row.board), str(row.steps), "x", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found = _ANSWER.search(done.stdout)
    if found is None:
        sys.exit(f"{program}: {done.stdout}")
    return Measured(float(found[4]), found[1])


def _measures(board: Board) -> list[str]:
    """What the yardstick calls a board."""
    sizes = [board.width, board.height, board.run]
    slips = [board.chance.numerator, board.chance.denominator]
    return [*map(str, sizes), board.slip, *map(str, slips), "gravity" if board.drops else "free"]


def search(sheet: Path, row: Row, *, prune: bool) -> Measured:
    word = "prune" if prune else "all"
    command = [sys.executable, "-c", _SEARCH, str(sheet), str(row.steps), word]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    return Measured(found["seconds"], found["value"])


def write_formula(sheet: Path, row: Row, path: Path) -> None:
    game = gdlc.load(sheet)
    program = gdlc.ground(game, role="xplayer", horizon=row.steps)
    path.write_bytes(xssat.write(gdlc.translate(gdlc.quantify(program))))


def layers(formula: Path) -> Measured | None:
    solver = Path(sys.executable).parent / "xssat"
    done = limited.run([str(solver), "--engine", "layers", "--json", str(formula)], 600)
    if done.ended != "exit" or done.code != 0:
        return None
    return Measured(done.seconds, json.loads(done.output)["value"])


def process(sheet: Path, row: Row, *options: str, limit: float = 600) -> Measured | None:
    command = [sys.executable, "-m", "gdlc.cli.main", "search", str(sheet), "--role", "xplayer"]
    done = limited.run([*command, "--horizon", str(row.steps), "--json", *options], limit)
    if done.ended != "exit" or done.code != 0:
        return None
    return Measured(done.seconds, json.loads(done.output)["value"])


def measure(row: Row, sheet: Path, given: argparse.Namespace) -> tuple[str, bool]:
    """A line of the table, and whether all values agree."""
    formula = sheet.parent / f"{row.name}.xssat"
    write_formula(sheet, row, formula)
    rounds = [
        (
            yardstick(given.yardstick, row),
            layers(formula),
            search(sheet, row, prune=False),
            search(sheet, row, prune=True),
            process(sheet, row, "--no-prune"),
        )
        for _ in range(given.repeats)
    ]
    columns = zip(*rounds, strict=True)
    least = [min(one.seconds for one in column if one is not None) for column in columns]
    hand, of_layers, plain, pruned, whole = rounds[0]
    slow = None
    if given.interpreted:
        slow = process(sheet, row, "--engine", "interpreted", limit=given.interpreted)
    value = Fraction(plain.value)
    others = [one.value for one in (of_layers, pruned, whole, slow) if one is not None]
    agree = all(Fraction(other) == value for other in others)
    agree = agree and math.isclose(float(value), float(hand.value), rel_tol=1e-9, abs_tol=1e-12)
    cells = [
        row.name,
        str(row.steps),
        f"{float(value):.12g}",
        *(f"{seconds:.3f}" for seconds in least),
        "-" if slow is None else f"{slow.seconds:.1f}",
        *(f"{least[at] / least[0]:.2f}" for at in (1, 2, 4)),
    ]
    return f"| {' | '.join(cells)} |", agree


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("stochastic", type=Path)
    parser.add_argument("yardstick", type=Path)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--interpreted", type=float, default=0.0)
    parser.add_argument("rows", nargs="*", default=[row.name for row in ROWS])
    given = parser.parse_intermixed_args()
    print(
        "| game | steps | value | by hand | layers | search --no-prune | search | all | interpreted |"
        " layers / by hand | --no-prune / by hand | all / by hand |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|---|---|")
    code = 0
    with tempfile.TemporaryDirectory(prefix="gdlc-bench-") as folder:
        for row in ROWS:
            if row.name not in given.rows:
                continue
            given_sheet = given.stochastic / f"{row.name}.kif"
            text = given_sheet.read_text() if given_sheet.exists() else row.board.rules()
            sheet = Path(folder) / f"{row.name}.kif"
            sheet.write_text(text, encoding="utf-8")
            line, agree = measure(row, sheet.resolve(), given)
            print(line, flush=True)
            if not agree:
                print(f"{row.name}: the values differ", file=sys.stderr)
                code = 4
    sys.exit(code)


if __name__ == "__main__":
    main()
