"""Looking into files: what is in any stage's file, where an atom went, what differs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gdlc.formats.errors import UsageError
from gdlc.inspection.difference import Difference, compare
from gdlc.inspection.difference_text import difference_text
from gdlc.inspection.document import plain
from gdlc.inspection.stage import Stage, read_stage, stage_of
from gdlc.inspection.summary import Summary, summarise
from gdlc.inspection.summary_text import summary_text
from gdlc.inspection.trace import trace
from gdlc.inspection.trace_text import trace_text
from gdlc.inspection.traced import Trace
from gdlc.stop import Stop

__all__ = ["Inspection", "Stage", "inspect", "read_stage", "stage_of"]


@dataclass(frozen=True)
class Inspection:
    """What was found; `str()` is the text for people.

    files:      a summary of each; empty if an atom or a difference was asked for
    atom:       where an atom came from and went
    difference: between two files
    """

    files: tuple[Summary, ...] = ()
    atom: Trace | None = None
    difference: Difference | None = None

    def __str__(self) -> str:
        if self.atom is not None:
            return trace_text(self.atom)
        if self.difference is not None:
            return difference_text(self.difference)
        return "\n".join(map(summary_text, self.files))

    def document(self) -> dict[str, Any]:
        """All of it as values of JSON."""
        return {
            "files": plain(self.files),
            "atom": plain(self.atom),
            "difference": plain(self.difference),
        }


def inspect(
    stages: Sequence[Stage], *, atom: str | None = None, diff: bool = False, stop: Stop
) -> Inspection:
    """Look into files.

    atom:   follow this atom through them instead of telling what is in them
    diff:   compare two of them instead
    Raises: UsageError for an unknown atom, and for anything but two files of a kind to compare
    """
    if atom is not None and diff:
        raise UsageError("--atom and --diff exclude each other", hint="leave out one of them")
    if atom is not None:
        return Inspection(atom=trace(stages, atom, stop))
    if diff:
        if len(stages) != 2:
            raise UsageError(
                f"--diff compares two files, not {len(stages)}", hint="gdlc inspect --diff A B"
            )
        return Inspection(difference=compare(stages[0], stages[1], stop))
    return Inspection(tuple(summarise(stage, stop) for stage in stages))
