"""The stop token: one object, handed through all passes, that tells them to give up.

A pass calls `check()` at least every few thousand steps of its inner loop. What cannot be asked
in between (a child process, the native solver) watches the token from outside.
"""

from __future__ import annotations

import resource
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from gdlc.formats.errors import Interrupted, LimitReached
from gdlc.process_tree import Child

_POLL = 0.02  # seconds between two looks at the token
_T = TypeVar("_T")


class Stop:
    """A deadline, a memory limit, and a flag that another thread or a signal may set.

    timeout: seconds from now; None: no limit
    memory:  peak resident bytes of this process and those of child processes; None: no limit
    """

    def __init__(self, timeout: float | None = None, memory: int | None = None) -> None:
        self.timeout = timeout
        self.deadline = None if timeout is None else time.monotonic() + timeout
        self.memory = memory
        self._signal: int | None = None
        self._holds = 0
        self.children: list[Child] = []  # processes whose memory counts, too

    @contextmanager
    def hold(self) -> Iterator[None]:
        """While this is held, signal handlers only set the flag and raise nothing: the one who
        holds it asks for it himself, and makes bounds of what he has."""
        self._holds += 1
        try:
            yield
        finally:
            self._holds -= 1

    @property
    def held(self) -> bool:
        return self._holds > 0

    @contextmanager
    def child(self, pid: int, *, family: bool = False) -> Iterator[None]:
        """While this is held, the memory of a child process counts, too.

        family: and of all that descends from it
        """
        child = Child(pid, family=family)
        self.children.append(child)
        try:
            yield
        finally:
            self.children.remove(child)

    def request(self, signal_number: int = 2) -> None:
        """Ask for a stop; callable from any thread and from a signal handler."""
        self._signal = signal_number

    @property
    def signal(self) -> int | None:
        """The signal that asked for the stop, if one did."""
        return self._signal

    def remaining(self) -> float | None:
        """Seconds until the deadline, at least 0; None without a deadline."""
        return None if self.deadline is None else max(0.0, self.deadline - time.monotonic())

    def reason(self) -> str:
        """Why to stop now (`interrupt`, `time`, `memory`), or an empty string."""
        if self._signal is not None:
            return "interrupt"
        if self.deadline is not None and time.monotonic() >= self.deadline:
            return "time"
        if self.memory is not None:
            children = sum(child.memory() for child in self.children)
            if peak_memory() + children > self.memory:
                return "memory"
        return ""

    def check(self) -> None:
        """Raise LimitReached or Interrupted when it is time to stop."""
        match self.reason():
            case "interrupt":
                raise Interrupted(signal_number=self._signal or 2)
            case "time":
                raise LimitReached(f"the time limit of {self.timeout:g} s was reached")
            case "memory":
                raise LimitReached(f"the memory limit of {self.memory} bytes was reached")


def watched(work: Callable[[], _T], interrupt: Callable[[], object], stop: Stop) -> _T:
    """What native work returns that runs in a thread of its own, without the interpreter's lock,
    while the token is watched here: signals reach only the main thread.

    interrupt: asks the work to end; called once, as soon as the token says so
    Raises:    whatever the work raises
    """
    done = threading.Event()
    outcome: list[_T] = []
    failure: list[BaseException] = []

    def run() -> None:
        try:
            outcome.append(work())
        except BaseException as error:  # handed over to the caller's thread
            failure.append(error)
        finally:
            done.set()

    thread = threading.Thread(target=run, name="gdlc-work", daemon=True)
    thread.start()
    try:
        while not done.wait(_POLL):
            if stop.reason():
                break
    except BaseException:  # a signal's handler raised
        interrupt()
        raise
    if not done.is_set():
        interrupt()
    thread.join()
    if failure:
        raise failure[0]
    return outcome[0]


class OutOfPatience(LimitReached):
    """No limit of the user's: what took long may be given up, or done otherwise."""


class Patience(Stop):
    """Another token with a time limit of its own, for what may be given up or done otherwise.

    seconds: from now; then `check` raises OutOfPatience, and LimitReached for limits of `outer`
    """

    def __init__(self, outer: Stop, seconds: float) -> None:
        super().__init__(seconds)
        self.outer = outer
        self.children = outer.children

    def reason(self) -> str:
        return self.outer.reason() or super().reason()

    @property
    def signal(self) -> int | None:
        return self.outer.signal

    def check(self) -> None:
        self.outer.check()
        if super().reason():
            raise OutOfPatience(f"it took more than {self.timeout:g} s")


def peak_memory() -> int:
    """The greatest resident size of this process so far, in bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
