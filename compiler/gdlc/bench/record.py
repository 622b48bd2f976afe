"""What a run gave: a line of a file of results, as CSV or as JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

ANSWERED = ("exact", "float", "approximate")
AT_LIMIT = ("bounds", "killed")


@dataclass(frozen=True)
class Record:
    """The columns of the table. Seconds and bytes are None where nobody knows them.

    order, encoding: empty for `search`
    engine, solver:  who was asked: one of them is empty
    repeat:          counts runs of the same question and contestant, from 1
    value:           the fraction; empty if it is not known
    status:          `exact`, `float`, `approximate`, `bounds` (stopped at a limit), `killed` (it
                     passed a limit), `error`, `skipped` (a smaller case failed at a limit)
    agrees:          with the expected value: `yes`, `no` (also where bounds exclude it), `-` if
                     nobody can say
    seconds:         from start to end of the process; cpu_seconds with its children
    ground_seconds and others: of the stage within the process; for `search` ground is the making of
                     the machine that plays, and solve the search
    peak_memory_bytes: of the largest process of the run
    answered_by:     the engine that found the value
    message:         why there is no value
    timeout, memory_limit: of the run, seconds and bytes
    sheet:           where the hash of the rule sheet begins
    program:         version of gdlc, and where the hash of its files begins
    machine:         the processor's name
    family, by, size: where the case stands in its family
    """

    game: str = ""
    role: str = ""
    horizon: str = ""
    objective: str = ""
    order: str = ""
    encoding: str = ""
    engine: str = ""
    solver: str = ""
    repeat: int = 1
    value: str = ""
    status: str = ""
    expected: str = ""
    agrees: str = "-"
    seconds: float | None = None
    cpu_seconds: float | None = None
    ground_seconds: float | None = None
    ground_cpu_seconds: float | None = None
    quantify_seconds: float | None = None
    quantify_cpu_seconds: float | None = None
    translate_seconds: float | None = None
    translate_cpu_seconds: float | None = None
    solve_seconds: float | None = None
    solve_cpu_seconds: float | None = None
    peak_memory_bytes: int | None = None
    variables: int | None = None
    clauses: int | None = None
    answered_by: str = ""
    exit_code: int | None = None
    message: str = ""
    timeout: float | None = None
    memory_limit: int | None = None
    sheet: str = ""
    program: str = ""
    machine: str = ""
    family: str = ""
    by: str = ""
    size: float | None = None

    @property
    def key(self) -> tuple[str, ...]:
        """The key of the run that gave it."""
        return (
            *(self.game, self.role, self.horizon, self.objective),
            *(self.order, self.encoding, self.engine, self.solver, f"{self.repeat}"),
        )

    @property
    def question(self) -> tuple[str, str, str, str]:
        return self.game, self.role, self.horizon, self.objective

    @property
    def contestant(self) -> str:
        return " ".join(filter(None, (self.solver or self.engine, self.order, self.encoding)))

    @property
    def answered(self) -> bool:
        return self.status in ANSWERED


COLUMNS = tuple(field.name for field in fields(Record))
_KINDS = {field.name: str(field.type) for field in fields(Record)}
HEADER = ",".join(COLUMNS) + "\n"


def write_line(record: Record, *, as_json: bool) -> str:
    """One line, whatever the texts hold."""
    values = {name: _one_line(getattr(record, name)) for name in COLUMNS}
    if as_json:
        return json.dumps(values, ensure_ascii=False) + "\n"
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(
        _cell(value, ".3f" if name.endswith("seconds") else ".12g")
        for name, value in values.items()
    )
    return text.getvalue()


def _one_line(value: Any) -> Any:
    if isinstance(value, str):
        return " ".join(value.split())
    return round(value, 6) if isinstance(value, float) else value


def _cell(value: object, form: str) -> str:
    if value is None:
        return ""
    return f"{value:{form}}" if isinstance(value, float) else f"{value}"


def read_line(text: str, *, as_json: bool) -> Record:
    """Raises: ValueError for a line that is none of these."""
    if as_json:
        data = json.loads(text)
        if not isinstance(data, dict) or set(data) != set(COLUMNS):
            raise ValueError("it has other keys")
        return _record({name: _text(value) for name, value in data.items()})
    try:
        cells = next(csv.reader([text], strict=True), [])
    except csv.Error as error:
        raise ValueError(f"it is no CSV: {error}") from None
    if len(cells) != len(COLUMNS):
        raise ValueError(f"it has {len(cells)} cells, not {len(COLUMNS)}")
    return _record(dict(zip(COLUMNS, cells, strict=True)))


def _text(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float | None):
        raise ValueError(f"{value!r} is neither text nor number")
    return "" if value is None else f"{value}"


def _record(cells: Mapping[str, str]) -> Record:
    values: dict[str, Any] = {}
    for name, cell in cells.items():
        kind = _KINDS[name]
        if kind == "str":
            values[name] = cell
        elif cell == "":
            values[name] = None
        else:
            values[name] = float(cell) if kind.startswith("float") else int(cell)
    if values["repeat"] is None:
        raise ValueError("repeat is empty")
    return Record(**values)
