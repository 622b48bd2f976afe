"""The tables of a report."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Mapping

from gdlc.bench.compare import contradictions
from gdlc.bench.record import AT_LIMIT, Record
from gdlc.bench.report.growth import growth
from gdlc.bench.report.results import MEGABYTE, Cell, Question, Results, number
from gdlc.bench.report.table import Table

_QUESTION = ("game", "role", "steps", "objective")
_LONGEST = 32  # characters of a value; a longer one is shown as a decimal
_WHAT = {
    "solve": "the last stage: the solver, or the search on the rules",
    "stages": "all stages, without Python's start",
    "process": "the whole process, with Python's start",
}


def tables(results: Results, versions: Mapping[str, str] | None = None) -> list[Table]:
    """All that have something to say.

    versions: what the report is made with; None: leave it out
    """
    found = [
        contestants(results),
        times(results),
        memory(results),
        formulas(results),
        growth(results),
        differences(results),
        provenance(results.records, versions or {}),
    ]
    return [table for table in found if table.rows]


def contestants(results: Results) -> Table:
    """Who answered how much."""
    answered_by: dict[Question, set[str]] = {}
    for (question, who), cell in results.cells.items():
        if cell.record.answered:
            answered_by.setdefault(question, set()).add(who)
    rows = []
    for who in results.contestants:
        cells = results.of(who)
        records = [cell.record for cell in cells]
        rows.append(
            (
                who,
                f"{len(cells)}",
                f"{sum(one.answered for one in records)}",
                f"{sum(one.status in AT_LIMIT for one in records)}",
                f"{sum(one.status == 'skipped' for one in records)}",
                f"{sum(one.status == 'error' for one in records)}",
                f"{sum(found == {who} for found in answered_by.values())}",
                number(sum(cell.seconds or 0.0 for cell in cells)),
                _penalised(cells),
            )
        )
    return Table(
        "contestants",
        "Who answered how much",
        (
            *("contestant", "questions", "answered", "at a limit", "skipped", "failed"),
            *("alone", "seconds", "PAR2"),
        ),
        tuple(rows),
        "alone: answered by nobody else; seconds: of the processor, of what was answered; PAR2: "
        "the mean, a question without an answer counting twice the limit.",
    )


def _penalised(cells: list[Cell]) -> str:
    total = 0.0
    for cell in cells:
        if cell.seconds is not None:
            total += cell.seconds
        elif cell.record.timeout is not None:
            total += 2 * cell.record.timeout
        else:
            return "-"
    return number(total / len(cells)) if cells else "-"


def times(results: Results) -> Table:
    """Each question, its value, and the seconds of each contestant."""
    return _by_contestant(
        results,
        "times",
        "Seconds",
        f"of the processor, for {_WHAT[results.time]}. > 60: stopped there; memory: stopped at "
        "the memory limit; -: not tried, a smaller one had failed or nobody asked.",
        lambda cell: cell.outcome,
    )


def memory(results: Results) -> Table:
    """The same for memory."""
    return _by_contestant(
        results,
        "memory",
        "Memory",
        "megabytes, the most that one process of the run held; Python and its modules included.",
        lambda cell: "-" if cell.memory is None else f"{cell.memory / MEGABYTE:.0f}",
    )


def _by_contestant(results: Results, name: str, title: str, note: str, show: object) -> Table:
    assert callable(show)
    rows = []
    for question in results.questions:
        cells = [results.cells.get((question, who)) for who in results.contestants]
        shown = ("-" if cell is None else show(cell) for cell in cells)
        rows.append((*question, _value(results, question), *shown))
    return Table(name, title, (*_QUESTION, "value", *results.contestants), tuple(rows), note)


def _value(results: Results, question: Question) -> str:
    """The value that was found, an exact one if there is one."""
    value = results.values.get(question, "")
    if len(value) <= _LONGEST:
        return value
    top, _, bottom = value.partition("/")
    return f"~ {int(top) / int(bottom or 1):.12g}"


def formulas(results: Results) -> Table:
    """How large formulas are, and what it takes to make them."""
    groups: dict[tuple[Question, str, str], list[Record]] = {}
    for record in results.records:
        if record.variables is not None:
            key = record.question, record.order, record.encoding
            groups.setdefault(key, []).append(record)
    rows = []
    for (question, order, encoding), records in groups.items():
        stages = (
            [
                value
                for one in records
                if (value := getattr(one, f"{stage}_cpu_seconds")) is not None
            ]
            for stage in ("ground", "quantify", "translate")
        )
        medians = (number(statistics.median(stage)) if stage else "-" for stage in stages)
        sizes = (f"{records[0].variables}", f"{records[0].clauses}")
        rows.append((*question, order, encoding, *sizes, *medians))
    return Table(
        "formulas",
        "Formulas",
        (
            *(*_QUESTION, "order", "encoding", "variables", "clauses"),
            *("ground: s", "quantify: s", "translate: s"),
        ),
        tuple(rows),
        "seconds of the processor, medians over all runs that made the formula.",
    )


def _median(times: Iterable[float | None]) -> str:
    known = [seconds for seconds in times if seconds is not None]
    return number(statistics.median(known)) if known else "-"


def differences(results: Results) -> Table:
    """Values that should be equal and are not."""
    rows = [
        (*record.question, record.contestant, record.value or record.message, record.expected)
        for record in results.records
        if record.agrees == "no"
    ]
    rows += [
        (*other.question, other.contestant, other.value, f"{one.value} ({one.contestant})")
        for one, other in contradictions(results.records)
    ]
    return Table(
        "differences",
        "Values that differ",
        (*_QUESTION, "contestant", "value", "expected"),
        tuple(rows),
    )


def provenance(records: Iterable[Record], versions: Mapping[str, str]) -> Table:
    """What the results were measured with, and what the report was made with."""
    measured: dict[tuple[str, str, str, str], int] = {}
    for record in records:
        limit = "-" if record.timeout is None else f"{record.timeout:g}"
        memory_limit = "-" if not record.memory_limit else f"{record.memory_limit / MEGABYTE:.0f}"
        key = record.program, record.machine, limit, memory_limit
        measured[key] = measured.get(key, 0) + 1
    rows = [
        ("runs", f"{count}, gdlc {key[0]}, {key[1]}, limits {key[2]} s and {key[3]} MB")
        for key, count in measured.items()
    ]
    rows += [("report", f"{name} {version}") for name, version in versions.items()]
    return Table("provenance", "Measured with", ("what", "with"), tuple(rows))
