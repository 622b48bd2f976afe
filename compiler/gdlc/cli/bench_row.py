"""One row of a suite: a process, its limits, and what it said."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import IO

from gdlc.formats.answer import read_json
from gdlc.formats.errors import InputError
from gdlc.stop import Stop

_GRACE = 5.0  # seconds that a row may take to start, to keep its own limit, to print bounds
_FAREWELL = 0.3  # seconds between SIGTERM and SIGKILL
_LOOK = 0.25  # seconds between looks at the memory


@dataclass(frozen=True)
class Row:
    """A row of a suite, as text; empty where the suite says nothing."""

    game: str
    role: str
    horizon: str
    objective: str
    value: str
    verb: str


@dataclass(frozen=True)
class Result:
    """What a row gave: the columns of the table.

    value:    the fraction; empty if it is not known
    status:   `exact`, `approximate`, `bounds`, `error`, or `killed` at a limit that it did not keep
    agrees:   `yes`, `no` (also where bounds exclude the expected value), `-` if nobody can say
    seconds:  from start to end; cpu_seconds and peak memory include the row's own children
    message:  why there is no value
    """

    game: str
    role: str
    horizon: str
    objective: str
    value: str
    status: str
    expected: str
    agrees: str
    seconds: float
    cpu_seconds: float
    peak_memory_bytes: int | None
    exit_code: int | None
    message: str


@dataclass(frozen=True)
class Limits:
    """Limits of one row: it is told, and killed when it passes them all the same.

    timeout: seconds; None: no limit
    memory:  bytes; None: no limit
    """

    timeout: float | None = None
    memory: int | None = None


def run_row(row: Row, folder: Path, verb: str, limits: Limits, stop: Stop) -> Result:
    """Run a row; whatever is wrong with it stands in the result.

    folder: where the paths of the suite begin
    Raises: Interrupted; then nothing of the row lives on
    """
    timeout, memory = limits.timeout, limits.memory
    command = [sys.executable, "-m", "gdlc", verb, "--json"]
    command += [f"--role={row.role}"] if row.role else []
    command += [f"--horizon={row.horizon}"] if row.horizon else []
    command += [f"--objective={row.objective}"] if row.objective else []
    command += [f"--timeout={timeout!r}"] if timeout is not None else []
    command += [f"--memory-limit={memory}"] if memory is not None else []
    command += ["--", str(_game(row.game, folder))]
    begin = time.monotonic()
    child = _Child()
    trouble = _expected_trouble(row)
    if verb not in ("run", "search"):
        trouble = f"verb is run or search, not `{verb}`"
    if not trouble:
        try:
            trouble = child.run(command, limits, stop)
        except (OSError, ValueError) as error:
            trouble = str(error)
    seconds = time.monotonic() - begin
    value, status, agrees, message = _judge(row, child, trouble)
    return Result(
        row.game,
        row.role,
        row.horizon,
        row.objective,
        value,
        status,
        row.value,
        agrees,
        seconds,
        child.cpu_seconds,
        child.peak_memory,
        child.exit_code,
        message,
    )


def _game(name: str, folder: Path) -> Path:
    path = folder / name
    with contextlib.suppress(OSError, ValueError):
        if not path.is_file() and (folder / f"{name}.kif").is_file():
            return folder / f"{name}.kif"
    return path


def _expected_trouble(row: Row) -> str:
    try:
        if row.value:
            Fraction(row.value)
    except (ValueError, ZeroDivisionError):
        return f"the expected value `{row.value}` is no fraction"
    return ""


def _judge(row: Row, child: _Child, trouble: str) -> tuple[str, str, str, str]:
    """Value, status, agrees, message."""
    try:
        answer = read_json(child.stdout)
    except InputError:
        lines = child.stderr.splitlines()
        status = "killed" if child.killed else "error"
        said = lines[0].removeprefix("error: ") if lines else f"exit code {child.exit_code}"
        return "", status, "-", trouble or said
    value = answer.value
    if not row.value:
        agrees = "-"
    elif value is None:
        agrees = "-" if answer.lower <= Fraction(row.value) <= answer.upper else "no"
    else:
        agrees = "yes" if value == Fraction(row.value) else "no"
    message = ""
    if value is None:
        lines = child.stderr.splitlines() or [""]
        reason = trouble or lines[-1].removeprefix("error: ")
        message = f"between {answer.lower} and {answer.upper}: {reason}"
    return "" if value is None else str(value), answer.status, agrees, message


class _Child:
    """A process that leads a group of its own, so that its children end with it."""

    def __init__(self) -> None:
        self.stdout = ""
        self.stderr = ""
        self.exit_code: int | None = None
        self.cpu_seconds = 0.0
        self.peak_memory: int | None = None
        self.killed = False

    def run(self, command: list[str], limits: Limits, stop: Stop) -> str:
        """Run to the end, or to the limits; return why it was killed, or an empty string."""
        # Files, not pipes: a pipe fills up, and is held open by grandchildren.
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            with stop.hold():  # an interrupt in here would lose the process
                process = subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=out,
                    stderr=err,
                    start_new_session=True,
                )
            try:
                reason = self._watch(process, limits)
            finally:
                self._end(process)
                self.stdout = _content(out)
                self.stderr = _content(err)
        return reason

    def _watch(self, process: subprocess.Popen[bytes], limits: Limits) -> str:
        timeout, memory = limits.timeout, limits.memory
        end = None if timeout is None else time.monotonic() + timeout + _GRACE
        look = time.monotonic() + _LOOK
        pause = 0.005
        while not self._reaped(process, os.WNOHANG):
            now = time.monotonic()
            if end is not None and now >= end:
                self.killed = True
                return f"the time limit of {timeout:g} s was reached"
            if memory is not None and now >= look:
                look = now + _LOOK
                if _group_memory(process.pid) > memory:
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


def _content(stream: IO[bytes], limit: int = 1 << 20) -> str:
    stream.seek(0)
    return stream.read(limit).decode("utf-8", "replace")


def _signal_group(group: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)


def _group_memory(group: int) -> int:
    """Resident bytes of all processes of a group; 0 where /proc does not tell."""
    pages = 0
    for entry in _processes():
        with contextlib.suppress(OSError, ValueError, IndexError):
            with open(f"/proc/{entry}/stat", "rb") as stream:
                fields = stream.read().rpartition(b")")[2].split()
            if int(fields[2]) == group:
                pages += int(fields[21])
    return pages * _page_size()


def _processes() -> list[str]:
    try:
        return [name for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        return []


def _page_size() -> int:
    return os.sysconf("SC_PAGE_SIZE")
