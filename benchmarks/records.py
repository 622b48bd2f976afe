"""Times that were measured, one line of CSV each; a run that was stopped goes on behind them."""

from __future__ import annotations

import csv
import hashlib
from pathlib import Path
from typing import NamedTuple

from limited import machine

COLUMNS = ("file", "solver", "value", "seconds", "status", "sha256", "machine")


class Record(NamedTuple):
    """A formula and what a solver made of it.

    solver:  `ours` or `peer`
    value:   as it was printed; empty without one
    seconds: of the processor, until the answer or the end
    status:  `solved`, `time`, `signal N`, `no answer`, `skipped`, or what the solver says
    sha256:  where the hash of the file begins: times of another text of that name do not count
    """

    file: str
    solver: str
    value: str
    seconds: float
    status: str
    sha256: str


Records = dict[tuple[str, str], Record]
"""By file and solver; of several the last."""


def read(path: Path, *, solver: str | None = None) -> Records:
    found: Records = {}
    if path.exists():
        with path.open(newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                if None in row.values() or solver not in (None, row["solver"]):
                    continue  # a line that was cut, or not asked for
                record = Record(
                    *(row["file"], row["solver"], row["value"]),
                    *(float(row["seconds"]), row["status"], row["sha256"]),
                )
                found[record.file, record.solver] = record
    return found


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


class Log:
    """The file with the lines, opened to add some; each is there as soon as it is measured."""

    def __init__(self, path: Path) -> None:
        before = path.read_bytes() if path.exists() else b""
        self._file = path.open("a", newline="", encoding="utf-8")
        self._writer = csv.writer(self._file, lineterminator="\n")
        if before and not before.endswith(b"\n"):
            self._file.write("\n")
        if not before:
            self._writer.writerow(COLUMNS)
        self._machine = machine()

    def add(self, record: Record) -> None:
        line = record._replace(seconds=f"{record.seconds:.3f}")  # type: ignore[arg-type]
        self._writer.writerow([*line, self._machine])
        self._file.flush()

    def close(self) -> None:
        self._file.close()
