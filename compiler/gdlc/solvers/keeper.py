"""The process between us and another solver: it starts the solver and leaves nothing of it behind.
It is started as a script, and imports nothing of gdlc.

    keeper.py FD SIGNAL GRACE DISK FOLDER INPUT COMMAND...

FD      where one line of JSON is written when all is over: {"code": ..., "error": ...}; `code` is
        the solver's exit code, negative for a signal, null if it could not be started
SIGNAL  what asks the solver to stop; after GRACE seconds more it is killed
DISK    the most bytes of one file that it may write
FOLDER  its working folder, and for its temporary files
INPUT   the file that is its standard input
COMMAND the solver, and its arguments

Standard input says what to do: a byte, or its end, asks for a stop; a byte behind the line of JSON
says that somebody is still there, else FOLDER is removed.

A process of its own, since the parent of orphans has to be one that has no other children (prctl,
PR_SET_CHILD_SUBREAPER; Linux): what a solver leaves running, in whatever session, becomes a child
of the keeper, and is killed. And whatever ends the process that asked, also SIGKILL, ends it all.
"""

import contextlib
import ctypes
import json
import os
import resource
import select
import shutil
import signal
import subprocess
import sys
import time

_SET_PARENT_DEATH_SIGNAL = 1
_SET_CHILD_SUBREAPER = 36


def main(arguments: list[str]) -> None:
    answers, number, grace, disk, folder, read, *command = arguments
    ended, wake = os.pipe()
    for end in (ended, wake):
        os.set_blocking(end, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    # Signals of the terminal reach the session that asked; here only what it asks for counts.
    for ignored in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(ignored, signal.SIG_IGN)
    _prctl(_SET_CHILD_SUBREAPER, 1)
    code, error = None, None
    try:
        solver = _start(command, folder, read, int(disk))
    except (OSError, subprocess.SubprocessError) as failure:
        error = getattr(failure, "strerror", None) or str(failure)
    else:
        code = _watch(solver, ended, getattr(signal, f"SIG{number}"), float(grace))
    end_all()
    with contextlib.suppress(BrokenPipeError), open(int(answers), "w") as stream:
        stream.write(json.dumps({"code": code, "error": error}) + "\n")
    # What asked for the stop may still be unread; the end comes behind it.
    if not os.read(0, 1):
        shutil.rmtree(folder, ignore_errors=True)


def _start(command: list[str], folder: str, read: str, disk: int) -> "subprocess.Popen[bytes]":
    def restrict() -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        _prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
        limit = disk if most == resource.RLIM_INFINITY else min(disk, most)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    with open(read, "rb") as stream:
        return subprocess.Popen(
            command,
            cwd=folder,
            # Decimals have points.
            env={**os.environ, "LC_ALL": "C", "TMPDIR": folder, "TMP": folder, "TEMP": folder},
            stdin=stream,
            start_new_session=True,
            preexec_fn=restrict,
        )


def _watch(solver: "subprocess.Popen[bytes]", ended: int, number: int, grace: float) -> int:
    """The solver's exit code, when it has ended by itself or been told to."""
    told: float | None = None
    while True:
        _reap_others(solver.pid)
        if (code := solver.poll()) is not None:
            return code
        if told is None:
            ready = select.select([0, ended], [], [])[0]
        else:
            ready = select.select([ended], [], [], max(0.0, told + grace - time.monotonic()))[0]
        if ended in ready:
            with contextlib.suppress(BlockingIOError):
                os.read(ended, 1 << 12)
        elif told is None:
            os.read(0, 1)
            told = time.monotonic()
            _signal_group(solver.pid, number)
        elif not ready:
            _signal_group(solver.pid, signal.SIGKILL)
            return solver.wait()


def end_all() -> None:
    """Kill all that descends from this process: with each child that ends its own children become
    ours, until the system knows of none."""
    while True:
        try:
            if os.waitpid(-1, os.WNOHANG)[0]:
                continue
        except ChildProcessError:
            return
        children = _children()
        for child in children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        if children:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(-1, 0)
        else:  # one changed its parent while /proc was read
            time.sleep(0.001)


def _reap_others(solver: int) -> None:
    """Take note of orphans that have ended; the solver itself is left to its Popen."""
    for child in _children(zombies=True):
        if child != solver:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(child, os.WNOHANG)


def _children(zombies: bool = False) -> list[int]:
    """The children of this process that run, or those that have ended and nobody has waited for;
    none where /proc does not tell."""
    me, found = str(os.getpid()).encode(), []
    with contextlib.suppress(OSError):
        for name in os.listdir("/proc"):
            if name.isdigit():
                with contextlib.suppress(OSError, IndexError):
                    with open(f"/proc/{name}/stat", "rb") as stream:
                        state, parent = stream.read().rpartition(b")")[2].split()[:2]
                    if parent == me and (state in b"ZX") == zombies:
                        found.append(int(name))
    return found


def _signal_group(group: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)


def _prctl(option: int, value: int) -> None:
    with contextlib.suppress(AttributeError, OSError):
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


if __name__ == "__main__":
    main(sys.argv[1:])
