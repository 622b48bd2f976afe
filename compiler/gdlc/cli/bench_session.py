"""One session of `bench`: the runs that are to be made, one after the other, told as they come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gdlc.bench.compare import contradictions
from gdlc.bench.measure import blank, measure
from gdlc.bench.record import AT_LIMIT, Record
from gdlc.bench.resume import Known, Task
from gdlc.bench.suite import TooLarge
from gdlc.cli.call import Call
from gdlc.cli.output import say
from gdlc.cli.results_file import ResultsFile

_LIMIT = 3
_DIFFERENCE = 4
_SHOWN = 60  # characters of a value, on the line that tells progress


class Session:
    """Makes the runs that nobody knows the results of.

    records: what there is, of the runs of this call, in their order
    """

    def __init__(self, call: Call, file: ResultsFile, known: Known, tasks: Sequence[Task]) -> None:
        self._call = call
        self._file = file
        self._known = known
        self._tasks = tasks
        self.records: list[Record] = []

    def work(self, *, skip_larger: bool) -> None:
        """Raises: Interrupted, LimitReached; then the records that there are stay."""
        too_large = TooLarge()
        known = sum(task.known is not None for task in self._tasks)
        if known:
            say(f"bench: {known} of {len(self._tasks)} runs are known already")
        for number, task in enumerate(self._tasks, 1):
            skipping = skip_larger or task.suite.skip_larger
            record = self._record(number, task, too_large if skipping else TooLarge())
            if record.status in AT_LIMIT:
                too_large.failed(task.run)

    def stats(self) -> dict[str, int]:
        """Counts of runs that are known now."""
        different = {record.key for record in self.records if record.agrees == "no"}
        different |= {other.key for _, other in contradictions(self.records)}
        return {
            "rows": len(self.records),
            "agree": sum(record.agrees == "yes" for record in self.records),
            "differ": len(different),
            "unanswered": sum(not record.answered for record in self.records),
        }

    def exit_code(self) -> int:
        """4 where values differ, else the greatest of the runs without an answer: a suite with a
        mistyped path must not look like one that passed."""
        for one, other in contradictions(self.records):
            say(
                f"differ: {' '.join(filter(None, one.question))}: {one.contestant} has {one.value},"
                f" {other.contestant} {other.value}"
            )
        if self.stats()["differ"]:
            return _DIFFERENCE
        return max((_code(one) for one in self.records if not one.answered), default=0)

    def _record(self, number: int, task: Task, too_large: TooLarge) -> Record:
        if task.known is not None:
            self.records.append(task.known)
            return task.known
        run = task.run
        title = f"{number}/{len(self._tasks)} {run.title}"
        failed = too_large.skips(run)
        if failed is None:
            with self._call.report.stage(title):
                record = measure(run, task.sheet, task.digest, task.setting, self._call.stop)
                self._keep(record)  # before the stage is told: what was told is kept
        else:
            record = replace(
                blank(run, task.setting),
                status="skipped",
                sheet=task.digest,
                message=f"it failed with {failed:g} {run.by}",
            )
            if self._known.records.get(run.key) == record:
                self.records.append(record)
                return record
            self._keep(record)
        seconds = "" if record.seconds is None else f" ({record.seconds:.2f} s)"
        say(f"{title}: {_outcome(record)}{seconds}")
        return record

    def _keep(self, record: Record) -> None:
        with self._call.stop.hold():
            self._file.add(record)
            self._known.add(record)
            self.records.append(record)


def _outcome(record: Record) -> str:
    text = record.value or f"{record.status}: {record.message}"
    text = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
    return f"{text}, expected {record.expected}" if record.agrees == "no" else text


def _code(record: Record) -> int:
    """The exit code that a run without an answer stands for."""
    if record.status in (*AT_LIMIT, "skipped"):
        return _LIMIT
    code = record.exit_code or 1
    # It ended by a signal that nobody of ours has sent.
    return code if 0 < code < 128 else 1
