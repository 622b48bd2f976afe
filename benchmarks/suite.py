"""Our solver and another one, on the formulas of a suite of games.

    python benchmarks/suite.py SUITE.csv FORMULAS times.csv --sharpssat PROGRAM \\
        --peer-times benchmarks/peer-times.csv

SUITE.csv has the columns game, role, horizon, objective, value; the rule sheets lie beside it.
FORMULAS is a folder: what is missing in it is made first, for each row and each of --orders, in the
lean encoding: GAME.ROLE.HORIZON.OBJECTIVE.ORDER.xssat for our solver, and the same as .sdimacs, as
`gdlc convert --to sharpssat` writes it. After a change of the passes give another folder. Then the
solvers get the files, smallest first, as `ssat.py` does it, with 60 s each. Where a solver did not
solve a game with fewer steps, the longer ones are not tried (`skipped`). Ratios count where both
solved and the peer took over 0.5 s.

Times of the peer that are to stay are measured with `--only peer` and
benchmarks/peer-times.csv in the place of times.csv.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from measuring import Task, arguments, contestants, run

ORDERS = ("baseline", "dependency")


class Row(NamedTuple):
    """A line of the suite; `value` is what its formulas are worth."""

    game: str
    role: str
    horizon: int
    objective: str
    value: str

    def name(self, order: str) -> str:
        role = "".join(one if one.isalnum() else "_" for one in self.role)
        objective = self.objective.replace(":", "")
        return f"{self.game}.{role}.{self.horizon}.{objective}.{order}"


def read_suite(path: Path, games: list[str]) -> list[Row]:
    with path.open(newline="", encoding="utf-8") as file:
        return [
            Row(row["game"], row["role"], int(row["horizon"]), row["objective"], row["value"])
            for row in csv.DictReader(file)
            if not games or row["game"] in games
        ]


def tasks_of(rows: list[Row], suite: Path, folder: Path, orders: list[str]) -> Iterator[Task]:
    """The formulas; files that are missing are made."""
    folder.mkdir(parents=True, exist_ok=True)
    for row in rows:
        paths = {
            order: [folder / f"{row.name(order)}.{end}" for end in ("xssat", "sdimacs")]
            for order in orders
        }
        missing = [order for order, two in paths.items() if not all(map(Path.exists, two))]
        if missing:
            print(f"making {row.name('*')}", file=sys.stderr, flush=True)
            for order, *two in texts(row, suite.parent / f"{row.game}.kif", missing):
                for path, text in zip(paths[order], two, strict=True):
                    part = path.with_suffix(".part")
                    part.write_bytes(text)
                    part.replace(path)
        value = str(float(Fraction(row.value)))
        for order, (ours, peer) in paths.items():
            family = (row.game, row.role, row.objective, order)
            yield Task(ours, peer, family, row.horizon, value)


def texts(row: Row, sheet: Path, orders: list[str]) -> Iterator[tuple[str, bytes, bytes]]:
    """For each order the text for our solver, and that for the other one."""
    import gdlc

    program = gdlc.ground(
        gdlc.load(sheet), role=row.role, horizon=row.horizon, objective=row.objective
    )
    for order in orders:
        formula = gdlc.translate(gdlc.quantify(program, order=order))
        yield order, gdlc.convert(formula), gdlc.convert(formula, to="sharpssat")


def main() -> int:
    parser = arguments(__doc__.split("\n", 1)[0], limit=60.0)
    parser.add_argument("suite", type=Path, help="the rows; the rule sheets lie beside it")
    parser.add_argument("folder", type=Path, help="where the formulas are, or are to be")
    parser.add_argument("out", type=Path, help="the CSV file, made or continued")
    parser.add_argument("--orders", nargs="+", choices=ORDERS, default=["baseline"])
    parser.add_argument("--games", nargs="+", default=[], metavar="GAME", help="no other games")
    options = parser.parse_args()
    rows = read_suite(options.suite, options.games)
    try:
        tasks = list(tasks_of(rows, options.suite, options.folder.resolve(), options.orders))
    except KeyboardInterrupt:
        print("stopped; the same command goes on", file=sys.stderr)
        return 130
    tasks.sort(key=lambda task: (task.peer.stat().st_size, task.name))
    return run(tasks, contestants(options), options, above=0.5)


if __name__ == "__main__":
    sys.exit(main())
