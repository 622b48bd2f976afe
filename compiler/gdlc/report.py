"""The reporter: where warnings and progress go while passes run. Without one they are dropped."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Report:
    """Takes warnings, notes and progress; the command line prints them on standard error.

    warn: called with each warning, once per text
    note: called with what only `-v` shows: sizes and times of stages
    """

    def __init__(
        self,
        warn: Callable[[str], None] | None = None,
        note: Callable[[str], None] | None = None,
    ) -> None:
        self._warn = warn
        self._note = note
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
        """Time a stage and note it when it ends well."""
        begin = time.perf_counter()
        yield
        self.note(f"{name}: {time.perf_counter() - begin:.3f} s")


class _Silent(Report):
    """Drops everything; shared by all callers, so it must remember nothing."""

    def warn(self, text: str) -> None:
        pass


SILENT = _Silent()
