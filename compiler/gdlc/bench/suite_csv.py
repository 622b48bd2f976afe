"""Suites as CSV: a question a line. Also the files of values that suites name."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from gdlc.bench.suite import ENCODINGS, ENGINES, ORDERS, Case, Family, Question, Suite
from gdlc.formats.errors import InputError

NEEDED = ("game", "role", "horizon", "objective")
_VERBS = {"": (), "run": ("auto",), "search": ("search",)}


def read_suite(text: str, file: str) -> Suite:
    """Columns game, role, horizon, objective; if there, value, order, encoding, engine, solver,
    and verb (`run` or `search`). Others are left alone. Lines of one game are a family, which grows
    with the horizon.

    Raises: InputError for a text that is no CSV or lacks a column, and for an unknown engine, order
            or encoding. What else is wrong within a line is the run's own trouble.
    """
    families = []
    for line, entry in _entries(text, file):
        case = Case(
            entry["game"],
            entry["role"],
            entry["horizon"],
            entry["objective"],
            size=_size(entry["horizon"]),
            expected=entry.get("value", ""),
        )
        verb = entry.get("verb", "")
        if verb not in _VERBS:
            raise _unknown("verb", verb, ("run", "search"), file, line)
        families.append(
            Family(
                case.game,
                (case,),
                orders=_one(entry, "order", ORDERS, file, line),
                encodings=_one(entry, "encoding", ENCODINGS, file, line),
                engines=_one(entry, "engine", ENGINES, file, line) or _VERBS[verb],
                solvers=_one(entry, "solver", (), file, line),
                quick=1,
            )
        )
    return Suite(file, tuple(families))


def read_values(text: str, file: str) -> dict[Question, str]:
    """Expected values by question, of a file with the columns of a suite.

    Raises: InputError
    """
    return {
        (entry["game"], entry["role"], entry["horizon"], entry["objective"]): entry["value"]
        for _, entry in _entries(text, file, (*NEEDED, "value"))
    }


def _entries(
    text: str, file: str, needed: tuple[str, ...] = NEEDED
) -> Iterator[tuple[int, dict[str, str]]]:
    """Line and cells by column, blanks around them removed."""
    reader = csv.DictReader(io.StringIO(text, newline=""))
    try:
        lacking = [name for name in needed if name not in (reader.fieldnames or ())]
        if lacking:
            raise InputError(
                f"no column {', '.join(lacking)}",
                file=file,
                hint=f"the first line names the columns: {','.join(NEEDED)},value",
            )
        for entry in reader:
            yield (
                reader.line_num,
                {name: (entry.get(name) or "").strip() for name in reader.fieldnames or ()},
            )
    except csv.Error as error:
        raise InputError(f"line {reader.line_num} is no CSV: {error}", file=file) from None


def _size(horizon: str) -> float | None:
    return float(horizon) if horizon.isascii() and horizon.isdigit() else None


def _one(
    entry: dict[str, str], column: str, known: tuple[str, ...], file: str, line: int
) -> tuple[str, ...]:
    value = entry.get(column, "")
    if value and known and value not in known:
        raise _unknown(column, value, known, file, line)
    return (value,) if value else ()


def _unknown(column: str, value: str, known: tuple[str, ...], file: str, line: int) -> InputError:
    return InputError(
        f"line {line}: unknown {column} `{value}`", file=file, hint=f"one of {', '.join(known)}"
    )
