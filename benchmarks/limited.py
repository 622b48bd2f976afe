"""Runs one program under limits, and counts the processor's seconds that it took.

A process of its own, in a session and a folder of its own: what it starts ends with it, and what it
leaves in its folder harms nobody.
"""

from __future__ import annotations

import contextlib
import math
import os
import resource
import signal
import subprocess
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple


class Run(NamedTuple):
    """What became of a run.

    seconds: user and system time of the process and of the children it waited for
    code:    exit code; negative: the signal that ended it
    ended:   `exit`, `time` (a limit on time), `signal`
    output:  standard output
    errors:  standard error
    """

    seconds: float
    code: int
    ended: str
    output: str
    errors: str


def run(command: Sequence[str], limit: float, memory: int | None = None) -> Run:
    """limit: seconds of the processor; four times as many of the clock end the run, too
    memory: bytes of address space; None: no limit
    """

    def restrict() -> None:
        # The system counts whole seconds; a second more for a program that handles SIGXCPU.
        whole = math.ceil(limit)
        resource.setrlimit(resource.RLIMIT_CPU, (whole, whole + 1))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if memory is not None:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    with (
        tempfile.TemporaryDirectory(prefix="gdlc-bench-") as folder,
        (Path(folder) / "out").open("w+b") as output,
        (Path(folder) / "err").open("w+b") as errors,
    ):
        process = subprocess.Popen(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=errors,
            start_new_session=True,
            preexec_fn=restrict,  # no threads of ours hold a lock here
        )
        late = threading.Event()

        def give_up() -> None:
            late.set()
            _end_group(process.pid)

        timer = threading.Timer(4 * limit + 1, give_up)
        timer.start()
        try:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        finally:
            timer.cancel()
            _end_group(process.pid)
        seconds = usage.ru_utime + usage.ru_stime
        code = process.returncode
        if late.is_set() or code == -signal.SIGXCPU or seconds > limit:
            ended = "time"
        else:
            ended = "signal" if code < 0 else "exit"
        texts = [_tail(Path(folder) / name) for name in ("out", "err")]
    return Run(seconds, code, ended, *texts)


def _end_group(group: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


def _tail(path: Path) -> str:
    """The last megabyte: enough for any answer."""
    with path.open("rb") as file:
        file.seek(0, os.SEEK_END)
        file.seek(max(0, file.tell() - (1 << 20)))
        return file.read().decode("utf-8", "replace")


def machine() -> str:
    """What the processor is called: times of different machines are not compared."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines():
            key, _, value = line.partition(":")
            if key.strip() == "model name":
                return value.strip()
    return os.uname().machine
