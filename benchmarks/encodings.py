"""Sizes and solving times of the encodings: the paper's, the lean one, and that without each idea.

    python benchmarks/encodings.py SUITE.csv OUT.csv [--limit 10] [--engine auto] [--only GAME ...]
        [--variants paper lean ...] [--table | --means]

SUITE.csv has the columns game, role, horizon and, if wanted, objective; the rule sheets lie beside
it. Each row of it is a process of its own, which writes a line into OUT.csv for each variant as
soon as it is measured. What stands in OUT.csv is not measured again, so that a run that was
stopped goes on. In the end tables in Markdown sum up what is there: all rows and what each idea is
worth (alone with --table), or with --means a line for each game. Times are the processor's, so
that other work on the machine counts little; the limit is one on wall time.

A formula of the lean encoding is to have at most as many variables and clauses as that of the
paper's, and every variant the same value. What does not is told, and the exit code is 4.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

COLUMNS = (
    *("game", "role", "horizon", "objective", "variant"),
    *("variables", "clauses", "literals", "seconds", "value"),
)
SIZES = COLUMNS[5:8]
WITHOUT = "lean without "


class Case(NamedTuple):
    game: str
    role: str
    horizon: str
    objective: str


Measured = dict[Case, dict[str, dict[str, str]]]
"""The lines of OUT.csv by their case and their variant."""


def ideas() -> dict[str, str]:
    from gdlc.passes.ideas import IDEAS

    return dict(IDEAS)


def variants() -> list[str]:
    return ["paper", "lean", *[WITHOUT + idea for idea in ideas()]]


# In the process of a row: one line of JSON for each variant.


def measure(sheet: str, case: Case, asked: list[str], limit: float, engine: str) -> None:
    import gdlc

    program = gdlc.ground(
        gdlc.load(sheet), role=case.role, horizon=int(case.horizon), objective=case.objective
    )
    for variant in asked:
        encoding = variant.partition(" ")[0]
        without = (variant.removeprefix(WITHOUT),) if variant.startswith(WITHOUT) else ()
        quantified = gdlc.quantify(program, encoding=encoding, without=without)
        formula = gdlc.translate(quantified, encoding=encoding, without=without)
        begin = time.process_time()
        answer = gdlc.solve(formula, engine=engine, timeout=limit)
        seconds = time.process_time() - begin
        solved = answer.value is not None
        found = {
            "variant": variant,
            "variables": formula.n_vars,
            "clauses": formula.n_clauses,
            "literals": sum(literal != 0 for literal in formula.flat_clauses()),
            "seconds": f"{seconds:.3f}" if solved else f"> {limit:g}",
            "value": str(answer.value) if solved else "",
        }
        print(json.dumps(found), flush=True)


# In the process of the whole.


def read_suite(path: Path, only: list[str]) -> list[Case]:
    with path.open(newline="", encoding="utf-8") as file:
        found = [
            Case(row["game"], row["role"], row["horizon"], row.get("objective") or "win")
            for row in csv.DictReader(file)
        ]
    return [case for case in dict.fromkeys(found) if not only or case.game in only]


def read_measured(path: Path) -> Measured:
    found: Measured = {}
    if path.exists():
        with path.open(newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                if None in row.values():
                    continue  # a line that was cut
                case = Case(*[row[column] for column in Case._fields])
                found.setdefault(case, {})[row["variant"]] = row
    return found


def measure_all(cases: list[Case], suite: Path, out: Path, options: argparse.Namespace) -> None:
    measured = read_measured(out)
    begun = out.exists() and out.stat().st_size > 0
    whole = not begun or out.read_bytes().endswith(b"\n")
    with out.open("a", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        if not whole:
            file.write("\n")
        if not begun:
            writer.writeheader()
        for case in cases:
            asked = [one for one in options.variants if one not in measured.get(case, {})]
            for found in measured_apart(case, asked, suite, options) if asked else ():
                writer.writerow({**case._asdict(), **found})
                file.flush()


def measured_apart(
    case: Case, asked: list[str], suite: Path, options: argparse.Namespace
) -> Iterator[dict[str, str]]:
    """What the process of a row prints; it is ended with us, and after the limit of a row."""
    sheet = suite.parent / f"{case.game}.kif"
    command = [sys.executable, __file__, "--row", json.dumps([str(sheet), *case]), "--limit"]
    command += [str(options.limit), "--engine", options.engine, str(suite), json.dumps(asked)]
    print(" ".join(case), f"({len(asked)} variants)", file=sys.stderr, flush=True)
    # Its own session: Ctrl-C reaches us alone, and we end it.
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)
    assert process.stdout is not None
    timer = threading.Timer(options.row_limit, process.kill)
    timer.start()
    try:
        for line in process.stdout:
            yield json.loads(line)
        if process.wait() != 0:
            print(f"{' '.join(case)}: exit code {process.returncode}", file=sys.stderr)
    finally:
        timer.cancel()
        process.kill()
        process.wait()


def violations(measured: Measured) -> list[str]:
    found: list[str] = []
    for case, rows in measured.items():
        if "paper" in rows and "lean" in rows:
            for size in SIZES[:2]:
                paper, lean = (int(rows[encoding][size]) for encoding in ("paper", "lean"))
                if lean > paper:
                    found.append(f"{' '.join(case)}: lean has {lean} {size}, paper {paper}")
        values = {row["value"]: variant for variant, row in rows.items() if row["value"]}
        if len(values) > 1:
            told = ", ".join(f"{variant}: {value}" for value, variant in values.items())
            found.append(f"{' '.join(case)}: values differ: {told}")
    return found


def table_of_rows(measured: Measured) -> Iterator[str]:
    """A line for each row of the suite: both encodings side by side."""
    yield (
        "| game | role | steps | objective | "
        + " | ".join(
            f"{column}, {encoding}" for column in COLUMNS[5:9] for encoding in ("paper", "lean")
        )
        + " | value |"
    )
    yield "|" + "---|" * 13
    for case, rows in measured.items():
        if "paper" in rows and "lean" in rows:
            pair = (rows["paper"], rows["lean"])
            cells = [row[column] for column in COLUMNS[5:9] for row in pair]
            value = rows["lean"]["value"] or rows["paper"]["value"] or "-"
            yield "| " + " | ".join([*case, *cells, value]) + " |"


def table_of_ideas(measured: Measured) -> Iterator[str]:
    """A line for each idea: what the lean encoding becomes without it, in geometric means."""
    yield "| without | rows | changed | variables | clauses | literals | seconds | |"
    yield "|" + "---|" * 8
    said = ideas()
    for idea in said:
        pairs = [
            (rows["lean"], rows[WITHOUT + idea])
            for rows in measured.values()
            if "lean" in rows and WITHOUT + idea in rows
        ]
        changed = sum(any(one[size] != other[size] for size in SIZES) for one, other in pairs)
        sizes = [mean([(float(a[size]), float(b[size])) for a, b in pairs]) for size in SIZES]
        cells = [idea, str(len(pairs)), str(changed), *sizes, mean(times_of(pairs)), said[idea]]
        yield "| " + " | ".join(cells) + " |"


def table_of_games(measured: Measured) -> Iterator[str]:
    """A line for each game: what part of the paper's sizes and times the lean encoding takes."""
    yield "| game | rows | variables | clauses | literals | solved, paper | solved, lean | seconds |"
    yield "|" + "---|" * 8
    by_game: dict[str, list[dict[str, dict[str, str]]]] = {}
    for case, rows in measured.items():
        if "paper" in rows and "lean" in rows:
            by_game.setdefault(case.game, []).append(rows)
    for game, found in [
        *by_game.items(),
        ("all", [row for each in by_game.values() for row in each]),
    ]:
        pairs = [(rows["paper"], rows["lean"]) for rows in found]
        sizes = [mean([(float(a[size]), float(b[size])) for a, b in pairs]) for size in SIZES]
        solved = [
            str(sum(bool(rows[name]["value"]) for rows in found)) for name in ("paper", "lean")
        ]
        cells = [game, str(len(found)), *sizes, *solved, mean(times_of(pairs))]
        yield "| " + " | ".join(cells) + " |"


def times_of(pairs: list[tuple[dict[str, str], dict[str, str]]]) -> list[tuple[float, float]]:
    """Of rows that both have solved; below a hundredth of a second a time tells nothing."""
    solved = [(a["seconds"], b["seconds"]) for a, b in pairs if a["value"] and b["value"]]
    return [(max(0.01, float(a)), max(0.01, float(b))) for a, b in solved]


def mean(pairs: list[tuple[float, float]]) -> str:
    """The geometric mean of how many times greater the second ones are."""
    logs = [math.log(max(after, 1e-9) / max(before, 1e-9)) for before, after in pairs]
    return f"{math.exp(sum(logs) / len(logs)):.3f}" if logs else "-"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("suite", type=Path, help="the rows; the rule sheets lie beside it")
    parser.add_argument("out", help="the CSV file with what was measured, made or continued")
    parser.add_argument("--limit", type=float, default=10.0, help="seconds to solve one formula")
    parser.add_argument("--engine", default="dpll", help="of the solver: dpll, layers or auto")
    parser.add_argument("--row-limit", type=float, default=600.0, help="seconds for a whole row")
    parser.add_argument("--only", nargs="+", default=[], metavar="GAME", help="no other games")
    names = variants()
    parser.add_argument(
        "--variants", nargs="+", default=names, choices=names, metavar="VARIANT", help="no others"
    )
    parser.add_argument("--table", action="store_true", help="measure nothing")
    parser.add_argument("--means", action="store_true", help="measure nothing; a line a game")
    parser.add_argument("--row", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.row:
        sheet, *case = json.loads(options.row)
        measure(sheet, Case(*case), json.loads(options.out), options.limit, options.engine)
        return 0
    out, code = Path(options.out), 0
    cases = read_suite(options.suite, options.only)
    try:
        if not options.table and not options.means:
            measure_all(cases, options.suite.resolve(), out, options)
    except KeyboardInterrupt:
        print("stopped; the same command goes on", file=sys.stderr)
        code = 130
    found = read_measured(out)
    measured = {case: found[case] for case in cases if case in found}
    wrong = violations(measured)
    if options.means:
        print("\n".join(table_of_games(measured)))
    else:
        print("\n".join([*table_of_rows(measured), "", *table_of_ideas(measured)]))
    if wrong:
        print("\n" + "\n".join(wrong))
    return code or (4 if wrong else 0)


if __name__ == "__main__":
    sys.exit(main())
