"""What a file of results already knows of a suite, and what has to be measured."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from gdlc.bench.measure import Setting, Sheet, agreed
from gdlc.bench.provenance import Sheets
from gdlc.bench.record import AT_LIMIT, Record
from gdlc.bench.suite import Run, Suite
from gdlc.formats.errors import UsageError

CHANGED = ("refuse", "again", "keep")


@dataclass(frozen=True)
class Task:
    """A run, with all that is needed to make it.

    digest:  of its rule sheet
    setting: limits and what else holds for it
    known:   what is known of it already
    changed: why that may no longer hold; empty if it does
    """

    suite: Suite
    run: Run
    sheet: Sheet
    digest: str
    setting: Setting
    known: Record | None = None
    changed: str = ""


class Known:
    """Records by their keys; of several the last one counts."""

    def __init__(self, records: Iterable[Record]) -> None:
        self.records: dict[tuple[str, ...], Record] = {}
        self.superseded = False
        for record in records:
            self.add(record)

    def add(self, record: Record) -> None:
        self.superseded = self.superseded or record.key in self.records
        self.records.pop(record.key, None)
        self.records[record.key] = record

    def of(self, run: Run, digest: str, setting: Setting) -> tuple[Record | None, str]:
        """What is known of a run, and what has changed since.

        Nothing is known where it failed or was skipped, and where it was stopped at other limits
        than now.
        """
        record = self.records.get(run.key)
        if record is None or record.status in ("error", "skipped"):
            return None, ""
        limits = (setting.limits.timeout, setting.limits.memory)
        if record.status in AT_LIMIT and limits != (record.timeout, record.memory_limit):
            return None, ""
        changed = ""
        if record.sheet != digest:
            changed = "another rule sheet"
        elif record.program != setting.program_of(run):
            changed = f"gdlc {record.program}"
        return agreed(record, run.case.expected), changed


def tasks(
    runs: Iterable[tuple[Suite, Run]],
    setting_of: Callable[[Suite], Setting],
    known: Known,
) -> Iterator[Task]:
    """All runs, with what is known of each.

    Raises: InputError for a game that cannot be generated
    """
    sheets = Sheets()
    for suite, run in runs:
        sheet, digest = sheets.sheet(run.case.game, suite.folder)
        setting = setting_of(suite)
        yield Task(suite, run, sheet, digest, setting, *known.of(run, digest, setting))


def settled(found: Iterable[Task], changed: str, file: str) -> list[Task]:
    """The tasks, each known or to be done, as the call wants those that have changed.

    Raises: UsageError if some have, and nobody has said what to do with them
    """
    result = []
    reasons: dict[str, int] = {}
    for task in found:
        if task.changed and changed != "keep":
            reasons[task.changed] = reasons.get(task.changed, 0) + 1
            task = Task(task.suite, task.run, task.sheet, task.digest, task.setting)
        result.append(task)
    if reasons and changed == "refuse":
        told = ", ".join(f"{count} from {reason}" for reason, count in sorted(reasons.items()))
        raise UsageError(
            f"{file} has results that may no longer hold: {told}",
            hint="--changed again measures them again, --changed keep takes them as they are; "
            "or another file behind -o",
        )
    return result
