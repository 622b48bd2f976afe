"""Another solver on a suite of games, through its adapter, beside ours.

    python benchmarks/external.py SUITE.csv --solver sharpssat --limit 10

SUITE.csv has the columns game, role, horizon, objective, value; the rule sheets lie beside it. Each
row goes from the rule sheet to a formula once; then `gdlc.solve` gets it with `solver`, and
without. Seconds are those of the processor, of this process and of those that it waited for: the
process between us and the solver is among them. Where the solver reaches --limit, seconds of the
clock, rows of the same game, role and objective with more steps are not tried. Ratios count where
the solver took over 0.5 s. A value further off than the adapter says, and every refusal, is a line
of its own; for the first the exit code is 4.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from comparison import geometric_mean
from suite import Row, read_suite

import gdlc
from gdlc.solvers import known
from gdlc.solvers.adapter import Adapter

_ABOVE = 0.5  # seconds from which on a ratio says something
_FLOOR = 0.01  # seconds that we take at least, in ratios: the clock is no finer


class Outcome(NamedTuple):
    """A row of the suite and what became of it.

    status: `solved`, `limit`, `skipped`, or why there is no value
    theirs: the value; None if there is none
    their_seconds, our_seconds: of the processor
    off:    how far the value is from the right one, as a part of it; 0 where both are 0
    """

    row: Row
    status: str
    theirs: Fraction | None = None
    their_seconds: float = 0.0
    our_seconds: float = 0.0
    off: float = 0.0


def measured(work: Callable[[], gdlc.Answer]) -> tuple[gdlc.Answer, float]:
    begin = os.times()
    answer = work()
    end = os.times()
    return answer, sum(end[:4]) - sum(begin[:4])


def outcome(row: Row, sheet: Path, adapter: Adapter, limit: float) -> Outcome:
    """Raises: AssertionError if our own value is wrong"""
    program = gdlc.ground(
        gdlc.load(sheet), role=row.role, horizon=row.horizon, objective=row.objective
    )
    formula = gdlc.translate(gdlc.quantify(program))
    try:
        theirs, their_seconds = measured(
            lambda: gdlc.solve(formula, solver=adapter.key, timeout=limit)
        )
    except gdlc.GdlcError as error:
        return Outcome(row, str(error).splitlines()[0])
    if theirs.value is None:
        return Outcome(row, "limit", None, their_seconds)
    ours, our_seconds = measured(lambda: gdlc.solve(formula))
    expected = Fraction(row.value)
    assert ours.value == expected, row
    off = abs(theirs.value - expected)
    share = float(off / expected) if expected else float(off)
    return Outcome(row, "solved", theirs.value, their_seconds, our_seconds, share)


def outcomes(
    rows: Iterable[Row], folder: Path, adapter: Adapter, limit: float
) -> Iterator[Outcome]:
    """Of each row, as soon as it is known."""
    least: dict[tuple[str, str, str], int] = {}  # steps at which the limit was reached
    for row in rows:
        family = (row.game, row.role, row.objective)
        if row.horizon >= least.get(family, row.horizon + 1):
            yield Outcome(row, "skipped")
            continue
        found = outcome(row, folder / f"{row.game}.kif", adapter, limit)
        if found.status == "limit":
            least[family] = row.horizon
        yield found


def table(found: list[Outcome]) -> Iterator[str]:
    """A line of Markdown for each game, and one for all."""
    yield "| game | rows | solved | theirs: s | ours: s | theirs / ours | farthest off |"
    yield "|" + "---|" * 7
    games = list(dict.fromkeys(one.row.game for one in found))
    for game in [*games, "all"]:
        rows = [one for one in found if game in (one.row.game, "all")]
        solved = [one for one in rows if one.status == "solved"]
        cells = [game, str(len(rows)), str(len(solved))]
        mean = geometric_mean(
            one.their_seconds / max(_FLOOR, one.our_seconds)
            for one in solved
            if one.their_seconds > _ABOVE
        )
        cells.append(f"{sum(one.their_seconds for one in solved):.2f}")
        cells.append(f"{sum(one.our_seconds for one in solved):.2f}")
        cells.append("" if mean is None else f"{mean:.1f}")
        cells.append(f"{max(one.off for one in solved):.1e}" if solved else "")
        yield f"| {' | '.join(cells)} |"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("suite", type=Path, help="the rows; the rule sheets lie beside it")
    parser.add_argument("--solver", default="sharpssat", help="its name in `gdlc solvers`")
    parser.add_argument("--limit", type=float, default=10.0, help="seconds of the clock a row")
    parser.add_argument("--games", nargs="+", default=[], metavar="GAME", help="no other games")
    options = parser.parse_args()
    adapter = known.find(options.solver)
    known.require_program(adapter)
    rows = read_suite(options.suite, options.games)
    rows.sort(key=lambda row: (row.game, row.horizon))
    found: list[Outcome] = []
    code = 0
    try:
        for one in outcomes(rows, options.suite.parent, adapter, options.limit):
            found.append(one)
            told = f"{one.their_seconds:.2f} s, ours {one.our_seconds:.2f} s"
            print(*one.row[:4], one.status, told, file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        code = 130
    print("\n".join(table(found)))
    for one in found:
        if one.theirs is not None:
            expected = Fraction(one.row.value)
            if abs(one.theirs - expected) > adapter.said.tolerance(expected):
                print(f"{' '.join(map(str, one.row[:4]))}: {float(one.theirs)}, {one.row.value}")
                code = 4
        elif one.status not in ("limit", "skipped"):
            print(f"{' '.join(map(str, one.row[:4]))}: {one.status}")
    return code


if __name__ == "__main__":
    sys.exit(main())
