"""The processor's seconds of this process and of all that it has started."""

from __future__ import annotations

import contextlib
import os
import resource
import time
from pathlib import Path


def processor_seconds() -> float:
    """User and system time of all threads, of children that have ended, and of those that run.

    Units: seconds; what running children took comes in the system's ticks, mostly 0.01 s. Where
           there is no /proc they count when they have ended.
    """
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + ended.ru_utime + ended.ru_stime + sum(map(_of, _children()))


def _children() -> set[int]:
    found: set[int] = set()
    with contextlib.suppress(OSError, ValueError):
        for name in Path("/proc/self/task").glob("*/children"):  # each thread has its own
            found.update(map(int, name.read_text("ascii").split()))
    return found


def _of(pid: int) -> float:
    with contextlib.suppress(OSError, ValueError, IndexError):
        with open(f"/proc/{pid}/stat", "rb") as stream:
            fields = stream.read().rpartition(b")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0
