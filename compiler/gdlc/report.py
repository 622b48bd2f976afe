"""The reporter: where warnings and progress go while passes run. Without one they are dropped."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Report:
    """Takes warnings, notes and progress; the command line prints them on standard error.

    warn: called with each warning, once per text
    note: called with what only `-v` shows: sizes and times of stages
    processor: seconds of the processor so far, for times of stages
    """

    def __init__(
        self,
        warn: Callable[[str], None] | None = None,
        note: Callable[[str], None] | None = None,
        processor: Callable[[], float] = time.process_time,
    ) -> None:
        self._warn = warn
        self._note = note
        self._processor = processor
        self.warnings: list[str] = []

    def warn(self, text: str) -> None:
        if text not in self.warnings:
            self.warnings.append(text)
            if self._warn is not None:
                self._warn(text)

    def note(self, text: str) -> None:
        if self._note is not None:
            self._note(text)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Time a stage and note it when it ends well: `ground: 0.140 s (cpu 0.131 s)`."""
        if self._note is None:
            yield
            return
        begin, cpu = time.perf_counter(), self._processor()
        yield
        seconds, cpu = time.perf_counter() - begin, self._processor() - cpu
        self.note(f"{name}: {seconds:.3f} s (cpu {max(0.0, cpu):.3f} s)")


class _Silent(Report):
    """Drops everything; shared by all callers, so it must remember nothing."""

    def warn(self, text: str) -> None:
        pass


SILENT = _Silent()
