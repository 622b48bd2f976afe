"""Writing: results to files and standard output, all else to standard error.

Both streams are written below Python's buffers, so that nothing is left to fail when the
interpreter ends.
"""

from __future__ import annotations

import contextlib
import errno
import os
import select
import stat
import sys
from collections.abc import Iterator

from gdlc.formats.errors import OutputError
from gdlc.stop import Stop


class ClosedPipe(Exception):
    """The reader of standard output has enough: the run ends well and quietly."""


class Result:
    """What this run has given so far; it cannot take back what is written.

    begun:     its result, or a part of it; no other may follow
    on_stdout: something on standard output; no document may follow
    """

    begun = False
    on_stdout = False


def guard_descriptors() -> None:
    """Put /dev/null where the caller closed a standard stream.

    Otherwise the next file that is opened takes the number, and messages end up in it.
    """
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


def say(text: str) -> None:
    """A line on standard error; a reader that has gone is no reason to fail."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            write_all(2, f"{text}\n".encode("utf-8", "backslashreplace"))


def encode(text: str) -> bytes:
    """UTF-8; what cannot be (odd bytes of file names) as escapes, which JSON knows too."""
    return text.encode("utf-8", "backslashreplace")


def write_stdout(data: bytes) -> None:
    """Raises: ClosedPipe; OutputError for every other failure."""
    if sys.stdout is None:
        raise OutputError("standard output is closed")
    if data:
        Result.begun = Result.on_stdout = True
    try:
        write_all(1, data)
    except BrokenPipeError:
        raise ClosedPipe from None
    except OSError as error:
        raise write_failure("standard output", error) from None


def write_all(number: int, data: bytes) -> None:
    """All of it, to an open file.

    Raises: OSError
    """
    view = memoryview(data)
    while view:
        try:
            view = view[os.write(number, view[: 1 << 20]) :]
        except BlockingIOError:  # another program made the terminal or pipe non-blocking
            select.select([], [number], [], 1.0)


def write_failure(name: str, error: OSError) -> OutputError:
    """What is told when a file, or standard output, cannot be written."""
    reason = error.strerror or str(error)
    return OutputError(f"cannot be written: {reason[:1].lower()}{reason[1:]}", file=name)


class Output:
    """Where the result of a verb goes.

    name:   as the user gave it; `-` is standard output
    stop:   the token that is held while a file is put in place
    beside: it is no result, but something that stays beside it
    A file is written whole or not at all: into a new file of the same folder that then takes the
    name. What is no plain file (a device, a pipe) is written directly.
    """

    def __init__(self, name: str, stop: Stop, *, beside: bool = False) -> None:
        self.name = name
        self._stop = stop
        self._beside = beside

    @property
    def is_stdout(self) -> bool:
        return self.name in ("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")

    def prepare(self) -> None:
        """Find out before the work what would fail behind it.

        Raises: OutputError
        """
        if self.is_stdout:
            return
        with self._failures():
            if os.path.isdir(self.name):
                raise OutputError("is a folder; a file is expected", file=self.name)
            if os.path.exists(self.name):
                if not os.access(self.name, os.W_OK):
                    raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
                if not self._is_plain():
                    return
            folder = os.path.dirname(os.path.realpath(self.name))
            if not os.path.isdir(folder):
                raise OutputError(f"there is no folder {folder}", file=self.name)
            if not os.access(folder, os.W_OK | os.X_OK):
                raise OutputError(f"no file can be made in {folder}", file=self.name)

    def write(self, data: bytes) -> None:
        """Raises: ClosedPipe; OutputError"""
        if self.is_stdout:
            write_stdout(data)
            return
        with self._failures():
            if os.path.exists(self.name) and not self._is_plain():
                number = os.open(self.name, os.O_WRONLY)
                Result.begun = Result.begun or not self._beside
                try:
                    write_all(number, data)
                finally:
                    os.close(number)
                return
            with self._stop.hold():
                self._replace(os.path.realpath(self.name), data)
                Result.begun = Result.begun or not self._beside

    def _replace(self, path: str, data: bytes) -> None:
        beside = os.path.join(os.path.dirname(path), f".gdlc-{os.getpid()}-{os.urandom(4).hex()}")
        number = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        try:
            try:
                write_all(number, data)
                with contextlib.suppress(FileNotFoundError, PermissionError):
                    os.fchmod(number, stat.S_IMODE(os.stat(path).st_mode))
            finally:
                os.close(number)
            os.replace(beside, path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(beside)
            raise

    def _is_plain(self) -> bool:
        # /dev/fd/9 may lead to a plain file, but one that somebody holds open: it must stay.
        if self.name.startswith(("/dev/", "/proc/")):
            return False
        return stat.S_ISREG(os.stat(self.name).st_mode)

    @contextlib.contextmanager
    def _failures(self) -> Iterator[None]:
        try:
            yield
        except BrokenPipeError:
            raise ClosedPipe from None
        except OSError as error:
            raise write_failure(self.name, error) from None
        except ValueError as error:  # a zero byte in the name
            raise OutputError(f"cannot be written: {error}", file=self.name) from None


def make_folder(name: str) -> None:
    """Make a folder and those above it, unless it is there.

    Raises: OutputError
    """
    try:
        os.makedirs(name, exist_ok=True)
    except FileExistsError:
        raise OutputError("is a file; a folder is expected", file=name) from None
    except OSError as error:
        raise write_failure(name, error) from None
