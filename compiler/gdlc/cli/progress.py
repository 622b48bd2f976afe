"""Progress: a stage that takes long shows its name on the terminal while it runs."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any

from gdlc.cli.processor import processor_seconds
from gdlc.report import Report

_PATIENCE = 2.0  # seconds before a stage shows itself


class ProgressReport(Report):
    """A reporter that shows the stage under way, if standard error is a terminal.

    A thread shows and refreshes it, so that a stage in native code does not freeze it.
    """

    def __init__(
        self,
        warn: Callable[[str], None] | None = None,
        note: Callable[[str], None] | None = None,
    ) -> None:
        super().__init__(warn, note, processor_seconds)
        self._visible = sys.stderr is not None and sys.stderr.isatty()
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None
        self._status: Any = None

    def __enter__(self) -> ProgressReport:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._hide()

    def warn(self, text: str) -> None:
        self._hide()  # the line of the warning and the refreshed one would mix
        super().warn(text)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        if not self._visible:
            with super().stage(name):
                yield
            return
        self._hide()
        self._timer = threading.Timer(_PATIENCE, self._show, (name,))
        self._timer.daemon = True
        self._timer.start()
        try:
            with super().stage(name):
                yield
        finally:
            self._hide()

    def _show(self, name: str) -> None:
        from rich.console import Console  # 0.1 s to import, seldom needed

        with self._lock:
            if self._timer is None:
                return  # the stage ended meanwhile
            self._status = Console(stderr=True).status(name)
            self._status.start()

    def _hide(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        with self._lock:
            self._timer = None
            if self._status is not None:
                self._status.stop()
                self._status = None
