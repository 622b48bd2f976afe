"""The child processes that run clingo (clingo_child.py): started, given work, ended.

Python and clingo take a fifth of a second to start. Who knows that clingo will be called starts
children early, with `started`, and reads the rule sheet meanwhile.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from gdlc.formats.errors import GdlcError, OutputError
from gdlc.stop import Stop

_CHILD = Path(__file__).with_name("clingo_child.py")
_POLL = 50  # milliseconds between two looks at the stop token
EARLY = 2  # children that a grounding has work for: the rules step by step, and over all states


class Child:
    """A process that waits for one piece of work.

    Through files: gringo writes line by line, and each would be a read from a pipe.
    """

    def __init__(self) -> None:
        try:
            self._folder = tempfile.TemporaryDirectory(prefix="gdlc-", ignore_cleanup_errors=True)
        except OSError as error:
            raise OutputError(f"no temporary folder can be made: {error.strerror}") from None
        self._path = Path(self._folder.name)
        # -P: our folder hides no module
        call = [sys.executable, "-P", str(_CHILD), str(os.getpid())]
        try:
            with (
                (self._path / "output").open("wb") as out,
                (self._path / "messages").open("wb") as err,
            ):
                self._process = subprocess.Popen(
                    call,
                    stdin=subprocess.PIPE,
                    stdout=out,
                    stderr=err,
                    start_new_session=True,  # Ctrl-C reaches us alone; we end the whole group
                )
        except BaseException as error:
            self._folder.cleanup()
            if isinstance(error, OSError):
                raise _unusable(error, self._path) from None
            raise

    def run(self, task: str, files: Mapping[str, bytes], stop: Stop) -> tuple[int, bytes, bytes]:
        """Exit code, output and messages; the child is closed then.

        task:  what clingo_child.py is to do
        files: what it reads, by name
        """
        try:
            for name, data in files.items():
                (self._path / name).write_bytes(data)
            self._give(json.dumps([task, str(self._path)]))
            code = self._wait(stop)
            return code, self._read("output"), self._read("messages")
        except OSError as error:
            raise _unusable(error, self._path) from None
        finally:
            self.close()

    def close(self) -> None:
        """End the process, if it runs, and remove its files."""
        process = self._process
        if process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        if process.stdin is not None:
            with contextlib.suppress(OSError):
                process.stdin.close()
        self._folder.cleanup()

    def _give(self, line: str) -> None:
        # A child that has failed already says so by its exit code.
        with contextlib.suppress(BrokenPipeError):
            os.write(self._pipe, f"{line}\n".encode())

    def _wait(self, stop: Stop) -> int:
        with stop.child(self._process.pid):
            # The pipe breaks when the child has ended.
            ended = select.poll()
            ended.register(self._pipe, 0)
            while not ended.poll(_POLL):
                stop.check()
            return self._process.wait()

    def _read(self, name: str) -> bytes:
        return (self._path / name).read_bytes()

    @property
    def _pipe(self) -> int:
        assert self._process.stdin is not None
        return self._process.stdin.fileno()


_waiting: list[Child] = []
"""Children that were started early and have no work yet."""


@contextlib.contextmanager
def started(count: int = EARLY) -> Iterator[None]:
    """While this is held, children wait for work: so many, with those of an outer call.

    Those without work are ended in the end.
    """
    mine: list[Child] = []
    try:
        # Where none can be started, who needs one finds that out, and tells.
        with contextlib.suppress(GdlcError):
            while len(_waiting) < count:
                mine.append(Child())
                _waiting.append(mine[-1])
        yield
    finally:
        for child in mine:
            with contextlib.suppress(ValueError):  # it has had its work
                _waiting.remove(child)
                child.close()


def take() -> Child:
    """A child without work; a new one if none waits."""
    try:
        return _waiting.pop(0)
    except IndexError:
        return Child()


def _unusable(error: OSError, folder: Path) -> OutputError:
    return OutputError(f"a temporary file cannot be used: {error.strerror}", file=str(folder))
