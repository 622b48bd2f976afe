"""What `ssat.py` and `suite.py` share: the options, the loop that measures, the report."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import comparison
import records
from contestants import Ours, SharpSSAT

Solver = Ours | SharpSSAT


class Task(NamedTuple):
    """A formula to be solved.

    ours:   the file for our solver
    peer:   the file for the other one, which gives the formula its name
    family: formulas that only their size tells apart; where one is not solved, larger ones are
            not tried
    size:   within the family
    value:  that is expected; empty if none is known
    """

    ours: Path
    peer: Path
    family: tuple[str, ...]
    size: int = 0
    value: str = ""

    @property
    def name(self) -> str:
        return self.peer.name

    def path(self, solver: str) -> Path:
        return self.ours if solver == "ours" else self.peer


def arguments(description: str, limit: float) -> argparse.ArgumentParser:
    """limit: the default of --limit"""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--xssat", type=Path, help="our program; else the one beside this Python")
    parser.add_argument("--options", default="", help="more options for it, in one word")
    parser.add_argument("--sharpssat", type=Path, help="the program SharpSSAT")
    parser.add_argument("--only", choices=("ours", "peer"), help="run no other solver")
    parser.add_argument("--peer-times", type=Path, help="CSV with times of the peer that stay")
    parser.add_argument("--limit", type=float, default=limit, help="seconds of the processor")
    parser.add_argument("--memory", type=int, default=6144, help="megabytes for a run")
    parser.add_argument("--table", action="store_true", help="print a line for each formula, too")
    parser.add_argument("--summary", action="store_true", help="measure nothing")
    return parser


def contestants(options: argparse.Namespace) -> list[Solver]:
    if options.summary:
        return []
    chosen: list[Solver] = []
    if options.only != "peer":
        chosen.append(Ours(options.xssat, options.options))
    if options.only != "ours" and options.sharpssat is not None:
        chosen.append(SharpSSAT(options.sharpssat))
    if not chosen:
        sys.exit("nobody to run: give --sharpssat PROGRAM")
    return chosen


def run(
    tasks: list[Task], solvers: list[Solver], options: argparse.Namespace, *, above: float
) -> int:
    """Measures what is not known yet, and tells what is known then; the exit code.

    above: ratios count where the peer took more seconds
    """
    older = records.read(options.peer_times, solver="peer") if options.peer_times else {}
    # What stands in the file itself comes first.
    known = {**older, **records.read(options.out)}
    current = {
        (task.name, solver): records.digest(task.path(solver))
        for task in tasks
        for solver in ("ours", "peer")
    }
    known = {key: one for key, one in known.items() if current.get(key) == one.sha256}
    code = 0
    try:
        if solvers:
            log = records.Log(options.out)
            for solver in solvers:
                _measure(tasks, solver, known, log, options)
            log.close()
    except KeyboardInterrupt:
        print("stopped; the same command goes on", file=sys.stderr)
        code = 130
    return code or _report(tasks, known, above, options.table)


def _measure(
    tasks: Iterable[Task],
    solver: Solver,
    known: records.Records,
    log: records.Log,
    options: argparse.Namespace,
) -> None:
    too_large: dict[tuple[str, ...], int] = {}  # the least size of a family that was not solved
    for task in tasks:
        name, path = task.name, task.path(solver.name)
        found = known.get((name, solver.name))
        if found is None:
            if too_large.get(task.family, task.size) < task.size:
                digest = records.digest(path)
                found = records.Record(name, solver.name, "", 0.0, "skipped", digest)
            else:
                found = solver.solve(path, options.limit, options.memory << 20)
                found = found._replace(file=name)
            known[name, solver.name] = found
            log.add(found)
            told = f"{found.seconds:.3f} s  {found.status} {found.value}"
            print(f"{solver.name}  {name}  {told}", file=sys.stderr, flush=True)
        if found.status != "solved":
            too_large[task.family] = min(too_large.get(task.family, task.size), task.size)


def _report(tasks: list[Task], known: records.Records, above: float, with_table: bool) -> int:
    files = [task.name for task in tasks]
    expected = {task.name: task.value for task in tasks}
    if with_table:
        print("\n".join(comparison.table(files, known, expected)) + "\n")
    print("\n".join(comparison.summary(files, known, expected, above=above)))
    return 4 if any(comparison.disagreements(files, known, expected)) else 0
