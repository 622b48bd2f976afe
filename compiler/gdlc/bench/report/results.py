"""Results as a report looks at them: repeated runs are one, and each has a time and a memory."""

from __future__ import annotations

import statistics
from collections.abc import Iterable
from dataclasses import dataclass

from gdlc.bench.record import AT_LIMIT, Record

MEGABYTE = 1 << 20
TIMES = ("solve", "stages", "process")
_STAGES = ("ground", "quantify", "translate", "solve")

Question = tuple[str, str, str, str]


@dataclass(frozen=True)
class Cell:
    """All runs of one contestant on one question.

    record:  one that was answered, if any was
    seconds: of the processor, the median of those that were answered; None without
    memory:  bytes, the median; None without
    """

    record: Record
    seconds: float | None
    memory: float | None

    @property
    def outcome(self) -> str:
        """The seconds, or why there are none."""
        if self.seconds is not None:
            return number(self.seconds)
        record = self.record
        if record.status in AT_LIMIT:
            if "memory" in record.message or record.timeout is None:
                return "memory"
            return f"> {record.timeout:g}"
        return "-" if record.status == "skipped" else record.status


@dataclass(frozen=True)
class Line:
    """The cases of a family with one role and objective: what one curve each is drawn through."""

    family: str
    role: str
    objective: str
    by: str


class Results:
    """The records of files of results, each run once.

    time: what counts as a run's seconds: its stage `solve`, all `stages`, or the `process` with
          Python's start
    contestants, questions: engines first; in the order in which they came
    values: of the questions that were answered, an exact one if there is one
    lines: the families that grow, each with its questions by size
    """

    def __init__(self, records: Iterable[Record], time: str = "solve") -> None:
        self.records = list({record.key: record for record in records}.values())
        self.time = time
        groups: dict[tuple[Question, str], list[Record]] = {}
        for record in self.records:
            groups.setdefault((record.question, record.contestant), []).append(record)
        self.cells = {key: self._cell(group) for key, group in groups.items()}
        self.questions = list(dict.fromkeys(record.question for record in self.records))
        self.contestants = sorted(
            {record.contestant for record in self.records},
            key=lambda name: (not self._ours(name), name),
        )

        self.values: dict[Question, str] = {}
        for record in sorted(self.records, key=lambda record: record.status != "exact"):
            if record.answered:
                self.values.setdefault(record.question, record.value)
        self.lines = self._lines()

    def of(self, contestant: str) -> list[Cell]:
        return [cell for (_, who), cell in self.cells.items() if who == contestant]

    def seconds(self, record: Record) -> float | None:
        """The processor's seconds that count; None if they are not known."""
        if self.time == "process":
            return record.cpu_seconds
        if self.time == "solve":
            return record.solve_cpu_seconds
        parts = [getattr(record, f"{stage}_cpu_seconds") for stage in _STAGES]
        known = [part for part in parts if part is not None]
        return sum(known) if known else None

    def _lines(self) -> dict[Line, list[Question]]:
        found: dict[Line, dict[Question, float]] = {}
        for record in self.records:
            if record.size is not None:
                line = Line(record.family, record.role, record.objective, record.by)
                found.setdefault(line, {})[record.question] = record.size
        return {
            line: sorted(sizes, key=lambda question: sizes[question])
            for line, sizes in found.items()
            if len(set(sizes.values())) > 1
        }

    def _cell(self, group: list[Record]) -> Cell:
        answered = [record for record in group if record.answered]
        times = [seconds for record in answered if (seconds := self.seconds(record)) is not None]
        memory = [one.peak_memory_bytes for one in answered if one.peak_memory_bytes is not None]
        return Cell(
            answered[0] if answered else group[-1],
            statistics.median(times) if times else None,
            statistics.median(memory) if memory else None,
        )

    def _ours(self, contestant: str) -> bool:
        return any(one.contestant == contestant and one.engine for one in self.records)


def number(value: float) -> str:
    """Three significant digits, and no more than a person reads."""
    if value >= 100:
        return f"{value:.0f}"
    return f"{value:.3f}" if value < 1 else f"{value:.3g}"
