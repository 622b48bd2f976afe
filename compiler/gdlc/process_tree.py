"""Child processes, how much memory they hold, and their end. /proc tells, on Linux."""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

_LOOK = 0.2  # seconds between two looks for new descendants: reading /proc takes milliseconds
_SET_PARENT_DEATH_SIGNAL = 1


class Child:
    """A process whose memory counts.

    family: with all that descends from it
    """

    def __init__(self, pid: int, *, family: bool = False) -> None:
        self.pid = pid
        self._family = family
        self._found: list[int] = []
        self._next_look = 0.0

    def memory(self) -> int:
        """The resident size now, in bytes; 0 where the system does not tell."""
        if self._family and (now := time.monotonic()) >= self._next_look:
            self._next_look = now + _LOOK
            self._found = descendants(self.pid)
        return sum(map(resident_memory, [self.pid, *self._found]))


def resident_memory(pid: int) -> int:
    """The resident size of one process now, in bytes; 0 where the system does not tell."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * resource.getpagesize()


def descendants(pid: int) -> list[int]:
    """All children of a process, theirs, and so on; none where the system does not tell."""
    children: dict[int, list[int]] = {}
    with contextlib.suppress(OSError):
        for name in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError, IndexError):
                stat = Path(f"/proc/{name}/stat").read_bytes()
                parent = int(stat.rpartition(b")")[2].split()[1])
                children.setdefault(parent, []).append(int(name))
    found = children.get(pid, [])
    for one in found:  # which grows meanwhile
        found += children.pop(one, [])
    return found


def ending_with_parent() -> Callable[[], object]:
    """For `preexec_fn`: the system kills the process when the thread that starts it has ended,
    however that comes about. Nothing where the system is not Linux.

    Source: prctl(2), PR_SET_PDEATHSIG
    """
    if sys.platform != "linux":
        return lambda: None
    # Loaded here: between fork and exec there may be locks that other threads hold.
    prctl = ctypes.CDLL(None).prctl
    return lambda: prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)
