"""The verb that runs a suite: each row in a process of its own, the results as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import astuple, fields
from pathlib import Path

from gdlc.cli.bench_row import Limits, Result, Row, run_row
from gdlc.cli.call import Call, Verb
from gdlc.cli.input import read_text, shown
from gdlc.cli.output import say, write_stdout
from gdlc.cli.pipeline import failed, prepared_output, write_artefact
from gdlc.formats.errors import InputError, Interrupted

_NEEDED = ("game", "role", "horizon", "objective")
_LIMIT = 3
_DIFFERENCE = 4


def read_suite(text: str, file: str) -> list[Row]:
    """The rows of a suite: columns game, role, horizon, objective; value and verb if there.

    Raises: InputError for a text that is no CSV or lacks a column. What is wrong within a row is
            the row's own trouble, when it runs.
    """
    reader = csv.DictReader(io.StringIO(text, newline=""))
    try:
        lacking = [name for name in _NEEDED if name not in (reader.fieldnames or ())]
        if lacking:
            raise InputError(
                f"no column {', '.join(lacking)}",
                file=file,
                hint=f"the first line names the columns: {','.join(_NEEDED)},value",
            )
        return [
            Row(**{field.name: (entry.get(field.name) or "").strip() for field in fields(Row)})
            for entry in reader
        ]
    except csv.Error as error:
        raise InputError(f"line {reader.line_num} is no CSV: {error}", file=file) from None


def _table(results: Sequence[Result], header: bool = True) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    if header:
        writer.writerow(field.name for field in fields(Result))
    for result in results:
        writer.writerow(map(_cell, astuple(result)))
    return text.getvalue().encode("utf-8", "backslashreplace")


def _cell(value: object) -> str:
    if value is None:
        return ""
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def _bench(call: Call) -> int:
    output = prepared_output(call)
    rows = read_suite(read_text(call), shown(call.file))
    folder = Path() if call.file == "-" else Path(call.file).parent
    limits = Limits(call.values["timeout"], call.values["memory_limit"])
    results: list[Result] = []
    interrupt: Interrupted | None = None
    if output.is_stdout:
        write_stdout(_table([]))
    try:
        for number, row in enumerate(rows, 1):
            verb = row.verb or call.values["verb"]
            result = run_row(row, folder, verb, limits, call.stop)
            results.append(result)
            if output.is_stdout:
                write_stdout(_table([result], header=False))
            call.report.note(
                f"{number}/{len(rows)} {row.game} {row.role} {row.horizon} {row.objective}: "
                f"{result.value or result.status} ({result.seconds:.2f} s)"
            )
    except Interrupted as error:
        interrupt = error  # what was measured so far is kept
    stats = _stats(results)
    if not output.is_stdout:
        write_artefact(call, output, "csv", _table(results), stats, interrupt)
    say("bench: " + ", ".join(f"{count} {name}" for name, count in stats.items()))
    if interrupt is not None:
        raise interrupt
    if stats["differ"]:
        return _DIFFERENCE
    # A suite with a mistyped path must not look like one that passed.
    failed_rows = [result.exit_code or 0 for result in results if not result.value]
    # A row that had to be killed ended by a signal: a limit was reached.
    return max((_LIMIT if code < 0 else max(code, 1) for code in failed_rows), default=0)


def _stats(results: Sequence[Result]) -> dict[str, int]:
    return {
        "rows": len(results),
        "agree": sum(result.agrees == "yes" for result in results),
        "differ": sum(result.agrees == "no" for result in results),
        "unanswered": sum(not result.value for result in results),
    }


VERBS = (
    Verb(
        name="bench",
        summary="run a suite of games, row by row, to CSV",
        text="SUITE is a CSV file with the columns game (a path from the suite's folder, with or "
        "without .kif), role, horizon, objective, and if wanted value (what is expected) and verb "
        "(run or search). Each row runs in a process of its own with its own limits; exit code 4 "
        "if a row differs from its value, else the greatest one of the rows without an answer.",
        examples=(
            "gdlc bench suite.csv --timeout 60 -o results.csv",
            "gdlc bench suite.csv --verb search --memory-limit 2G",
        ),
        work=_bench,
        document=failed("csv"),
        file="SUITE",
        artefact=True,
        optional=False,
    ),
)
