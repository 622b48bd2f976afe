"""A process under limits, in a group of its own: how it ended, what it said, what it took."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from typing import IO

from gdlc.process_tree import Child, ending_with_parent
from gdlc.stop import Stop

_GRACE = 5.0  # seconds that a run may take to start, to keep its own limit, to print bounds
_FAREWELL = 0.3  # seconds between SIGTERM and SIGKILL
_LOOK = 0.25  # seconds between looks at the memory
_TAIL = 1 << 20  # bytes of each stream that are kept


@dataclass(frozen=True)
class Limits:
    """Limits of one run: it is told, and killed when it passes them all the same.

    timeout: seconds; None: no limit
    memory:  bytes; None: no limit
    """

    timeout: float | None = None
    memory: int | None = None


class Process:
    """A process that leads a group of its own, so that its children end with it.

    stdout, stderr: what it wrote, a megabyte of each at most
    exit_code:      None until it has ended; 128 and more: a signal ended it
    seconds:        from start to end
    cpu_seconds:    user and system time, with the children that it waited for
    peak_memory:    bytes, of the largest of these processes
    killed:         it did not keep its limits by itself
    """

    def __init__(self) -> None:
        self.stdout = ""
        self.stderr = ""
        self.exit_code: int | None = None
        self.seconds = 0.0
        self.cpu_seconds = 0.0
        self.peak_memory: int | None = None
        self.killed = False

    def run(self, command: list[str], limits: Limits, stop: Stop) -> str:
        """Run to the end, or to the limits; return why it was killed, or an empty string.

        Raises: Interrupted, LimitReached of the whole bench: then nothing of the run lives on;
                OSError, ValueError if it cannot be started
        """
        begin = time.monotonic()
        # Files, not pipes: a pipe fills up, and is held open by grandchildren.
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            with stop.hold():  # an interrupt in here would lose the process
                process = subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=out,
                    stderr=err,
                    start_new_session=True,
                    preexec_fn=ending_with_parent(),
                )
            try:
                reason = self._watch(process, limits)
            finally:
                self._end(process)
                self.seconds = time.monotonic() - begin
                self.stdout = _content(out)
                self.stderr = _content(err)
        return reason

    def _watch(self, process: subprocess.Popen[bytes], limits: Limits) -> str:
        timeout, memory = limits.timeout, limits.memory
        end = None if timeout is None else time.monotonic() + timeout + _GRACE
        look = time.monotonic() + _LOOK
        family = Child(process.pid, family=True)
        pause = 0.005
        while not self._reaped(process, os.WNOHANG):
            now = time.monotonic()
            if end is not None and now >= end:
                self.killed = True
                return f"the time limit of {timeout:g} s was reached"
            if memory is not None and now >= look:
                look = now + _LOOK
                if family.memory() > memory:
                    self.killed = True
                    return f"the memory limit of {memory} bytes was reached"
            time.sleep(pause)
            pause = min(0.05, pause * 1.2)
        return ""

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        """Let nothing of the group live on."""
        if self.exit_code is None:
            _signal_group(process.pid, signal.SIGTERM)
            end = time.monotonic() + _FAREWELL
            while time.monotonic() < end and not self._reaped(process, os.WNOHANG):
                time.sleep(0.01)
        _signal_group(process.pid, signal.SIGKILL)
        if self.exit_code is None:
            self._reaped(process, 0)

    def _reaped(self, process: subprocess.Popen[bytes], flags: int) -> bool:
        """Whether it has ended; then its use of time and memory is known."""
        pid, status, usage = os.wait4(process.pid, flags)
        if pid == 0:
            return False
        code = os.waitstatus_to_exitcode(status)
        self.exit_code = process.returncode = code if code >= 0 else 128 - code
        self.cpu_seconds = usage.ru_utime + usage.ru_stime
        self.peak_memory = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
        return True


def _content(stream: IO[bytes]) -> str:
    stream.seek(0)
    return stream.read(_TAIL).decode("utf-8", "replace")


def _signal_group(group: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)
