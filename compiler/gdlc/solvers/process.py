"""Runs another solver under limits, and tells how it ended. Nothing of it lives on, in whatever way
it or we end: keeper.py is the process between."""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from gdlc.formats.errors import ExternalError
from gdlc.stop import Stop

GRACE = 0.5  # seconds for a solver that is asked to stop, to print what it knows
_KEEPER = Path(__file__).with_name("keeper.py")
_LOOK = 0.02  # seconds between two looks at the stop token
_DISK_LOOK = 0.25  # seconds between two looks at the folder
_PATIENCE = 5.0  # seconds that the keeper may take to clean up
_CHUNK = 1 << 16

Sink = Callable[[bytes], object]


@dataclass(frozen=True)
class Task:
    """What to run, and where.

    command: the program and its arguments
    folder:  its working folder; all that it leaves there is the caller's to remove
    read:    the file that is its standard input
    disk:    the most bytes that it may add to what is there
    signal:  what asks it to stop, without SIG
    """

    command: Sequence[str]
    folder: Path
    read: Path = Path(os.devnull)
    disk: int = 4 << 30
    signal: str = "TERM"


@dataclass(frozen=True)
class Ended:
    """How a run ended.

    code:  exit code; negative: the signal that ended it
    limit: why we stopped it: `time`, `memory`, `interrupt`, `disk`; empty: it ended by itself
    """

    code: int
    limit: str = ""


def run(
    task: Task, out: Sink, err: Sink, stop: Stop, look: Callable[[], object] = lambda: None
) -> Ended:
    """Run to the end, or until the token or the disk says that it is enough.

    out, err: get all that is written to standard output and standard error, in pieces
    look:     called now and then while it runs
    Raises:   ExternalError if it cannot be started
    """
    laid = disk_use(task.folder)
    told, tell = os.pipe()
    with open(told, "rb", buffering=0) as telling:
        try:
            keeper = _start(task, tell)
        except OSError as error:
            raise ExternalError(f"no process can be started: {error.strerror}") from None
        finally:
            os.close(tell)
        with keeper, stop.child(keeper.pid, family=True):
            try:
                report, limit = _Watch(task, keeper, telling.fileno(), laid, stop, out, err).watch(
                    look
                )
            finally:
                _let_go(keeper)
    if report.get("error"):
        raise ExternalError(f"{task.command[0]} cannot be started: {report['error']}")
    code = report.get("code")
    if not isinstance(code, int):
        if limit:  # it took too long to clean up, and was ended, too
            return Ended(-signal.SIGKILL, limit)
        raise ExternalError(f"{task.command[0]}: the process that watches it has ended")
    return Ended(code, limit)


def _start(task: Task, tell: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [
            *(sys.executable, "-I", "-S", str(_KEEPER), str(tell), task.signal, str(GRACE)),
            *(str(task.disk), str(task.folder), str(task.read), *task.command),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        pass_fds=(tell,),
        start_new_session=True,  # Ctrl-C reaches us alone
    )


def _let_go(keeper: subprocess.Popen[bytes]) -> None:
    """Let the keeper end, and all that it keeps with it."""
    assert keeper.stdin is not None
    with contextlib.suppress(BrokenPipeError):
        # Asks for a stop, if there is still something to stop, and says that we are here.
        keeper.stdin.write(b"..")
    keeper.stdin.close()
    try:
        keeper.wait(_PATIENCE)
    except subprocess.TimeoutExpired:
        keeper.kill()


class _Watch:
    """One run, watched until the keeper says that all is over."""

    def __init__(
        self,
        task: Task,
        keeper: subprocess.Popen[bytes],
        telling: int,
        laid: int,
        stop: Stop,
        out: Sink,
        err: Sink,
    ) -> None:
        self._task = task
        self._keeper = keeper
        self._stop = stop
        self._told = b""
        self._laid = laid
        self._over = False
        self._selector = selectors.DefaultSelector()
        self._next_look = self._next_disk_look = 0.0
        assert keeper.stdout is not None
        assert keeper.stderr is not None
        sinks = (
            (telling, self._hear),
            (keeper.stdout.fileno(), out),
            (keeper.stderr.fileno(), err),
        )
        for number, sink in sinks:
            os.set_blocking(number, False)
            self._selector.register(number, selectors.EVENT_READ, sink)

    def watch(self, look: Callable[[], object]) -> tuple[dict[str, object], str]:
        """What the keeper told, and why the run was stopped, if it was."""
        limit, end = "", float("inf")
        with self._selector:
            while not self._over and time.monotonic() < end:
                self._read(_LOOK)
                now = time.monotonic()
                if now < self._next_look:
                    continue
                self._next_look = now + _LOOK
                look()
                if not limit and (limit := self._reason(now)):
                    end = now + GRACE + _PATIENCE
                    self._ask_to_stop()
            # Nothing runs any more; what is left was in the pipes.
            while self._read(0.0):
                pass
        try:
            return dict(json.loads(self._told)), limit
        except ValueError:
            return {}, limit

    def _reason(self, now: float) -> str:
        if reason := self._stop.reason():
            return reason
        if now >= self._next_disk_look:
            used = disk_use(self._task.folder) - self._laid
            # Where there is much to look at, look less often.
            spent = time.monotonic() - now
            self._next_disk_look = now + max(_DISK_LOOK, 10 * spent)
            if used > self._task.disk:
                return "disk"
        return ""

    def _ask_to_stop(self) -> None:
        assert self._keeper.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._keeper.stdin.write(b".")

    def _read(self, wait: float) -> bool:
        """Hand on what there is to read; whether there was something."""
        found = False
        for key, _ in self._selector.select(wait):
            try:
                data = os.read(key.fd, _CHUNK)
            except BlockingIOError:
                continue
            if data:
                found = True
                key.data(data)
            else:
                self._selector.unregister(key.fd)
                self._over = self._over or key.data == self._hear
        return found

    def _hear(self, data: bytes) -> None:
        self._told += data
        self._over = self._told.endswith(b"\n")


def disk_use(folder: Path) -> int:
    """The bytes that all below a folder takes on the disk; what vanishes meanwhile takes none."""
    used = 0
    for place, _, names in os.walk(folder):
        for name in names:
            with contextlib.suppress(OSError):
                used += os.lstat(os.path.join(place, name)).st_blocks * 512
    return used
