"""Signals and the timer: they stop whatever runs, within a second and without a traceback.

A handler runs in the main thread between two steps of Python. There it sets the stop token, which
passes, child processes and the native solver watch, and raises, so that code that watches nothing
stops as well (a parser, a read from a pipe). Where somebody holds the token (`stop.hold()`: a
solver that still wants to return its bounds, a file that is being put in place) it only sets it,
and whoever held it has a moment to bring home what it returned.

It raises once. An error in the middle of the clean-up that follows the first one would leave
behind what the clean-up is there to remove.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from gdlc.formats.errors import Interrupted
from gdlc.stop import Stop

_TICK = 0.2  # seconds between looks at the token
_MOMENT = 1.0  # seconds for what follows a hold that the stop ended
_FORCE = 2.0  # seconds after which another signal raises again, held or not


class Token(Stop):
    """A stop token that remembers when a hold ended because of the stop."""

    def __init__(self, timeout: float | None = None, memory: int | None = None) -> None:
        super().__init__(timeout, memory)
        self._told: float | None = None

    @contextmanager
    def hold(self) -> Iterator[None]:
        with super().hold():
            try:
                yield
            finally:
                if self.reason():
                    self._told = time.monotonic()

    @property
    def wants_peace(self) -> bool:
        """Nothing may be raised now."""
        return self.held or (self._told is not None and time.monotonic() - self._told < _MOMENT)


class Signals:
    """The handlers of one run of the command line.

    stop: the token of the verb; the first one, without limits, serves while arguments are read
    """

    def __init__(self) -> None:
        self.stop = Token()
        self._first: float | None = None
        self._raised = False

    def install(self) -> None:
        signal.signal(signal.SIGINT, self._on_signal)
        signal.signal(signal.SIGTERM, self._on_signal)
        signal.signal(signal.SIGALRM, self._on_timer)
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # nohup ignores it
            signal.signal(signal.SIGHUP, self._on_signal)

    def watch(self, stop: Token) -> None:
        """From now on signals set this token, and its limits are looked after."""
        if self.stop.signal is not None:
            stop.request(self.stop.signal)
        self.stop = stop
        # The timer ticks even without limits: a signal that arrives just before a system call
        # blocks is seen only when something else interrupts the call (a read of a pipe hung so).
        remaining = stop.remaining()
        first = _TICK if remaining is None else min(max(remaining, 0.001), _TICK)
        signal.setitimer(signal.ITIMER_REAL, first, _TICK)

    def rest(self) -> None:
        """The work is done or given up: the limits end; signals still interrupt a slow reader."""
        signal.setitimer(signal.ITIMER_REAL, 0)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        now = time.monotonic()
        if self._first is None:
            self._first = now
            self.stop.request(number)
        elif now - self._first > _FORCE:
            raise Interrupted(signal_number=number)
        if not self.stop.wants_peace and not self._raised:
            self._raised = True
            raise Interrupted(signal_number=number)

    def _on_timer(self, number: int, frame: FrameType | None) -> None:
        if self._raised:
            signal.setitimer(signal.ITIMER_REAL, 0)
        elif not self.stop.wants_peace and self.stop.reason():
            self._raised = True
            self.stop.check()
