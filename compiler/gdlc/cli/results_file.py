"""The file of results of `bench`: lines are added as soon as they are known, whole or not at all.

The file is the state of a bench: the same command reads it and goes on. One bench at a time holds
it, by a lock of the system that ends with the process.
"""

from __future__ import annotations

import fcntl
import os
import stat
from collections.abc import Iterable
from types import TracebackType

from gdlc.bench.record import HEADER, Record, read_line, write_line
from gdlc.cli.output import ClosedPipe, Output, Result, write_all, write_failure, write_stdout
from gdlc.formats.errors import InputError, OutputError
from gdlc.stop import Stop


class ResultsFile:
    """Records on standard output, or in a file that is read first and then continued.

    known: the records that the file had
    """

    def __init__(self, name: str, stop: Stop) -> None:
        """Raises: OutputError; InputError for a file that holds something else.

        name: where the way to it is known to exist (`Output.prepare`)
        """
        self._name = name
        self._stop = stop
        self._number: int | None = None
        self._continued = False
        self.known: list[Record] = []
        self._output = Output(name, stop)
        self._as_json = name.endswith(".jsonl")
        if not self._output.is_stdout:
            self._open()

    def begin(self) -> None:
        """Write what stands above the records, unless it is there."""
        if not self._continued and not self._as_json:
            self._write(HEADER)

    def __enter__(self) -> ResultsFile:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        if self._number is not None:
            os.close(self._number)
            self._number = None

    def add(self, record: Record) -> None:
        """Raises: ClosedPipe; OutputError, and then the file ends with the record before."""
        self._write(write_line(record, as_json=self._as_json))

    def rewrite(self, records: Iterable[Record]) -> None:
        """Put these in the place of all that a file holds."""
        if self._number is None or not stat.S_ISREG(os.fstat(self._number).st_mode):
            return
        lines = [write_line(record, as_json=self._as_json) for record in records]
        text = "".join([*([] if self._as_json else [HEADER]), *lines])
        self._output.write(text.encode("utf-8", "backslashreplace"))

    @property
    def size(self) -> int:
        """Bytes of the file; 0 for standard output."""
        return 0 if self._output.is_stdout else os.stat(self._name).st_size

    def _open(self) -> None:
        try:
            plain = not os.path.exists(self._name) or os.path.isfile(self._name)
            flags = (os.O_RDWR | os.O_CREAT | os.O_APPEND) if plain else os.O_WRONLY
            self._number = os.open(self._name, flags | os.O_CLOEXEC, 0o666)
        except OSError as error:
            raise write_failure(self._name, error) from None
        if plain:
            try:
                fcntl.flock(self._number, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                self.close()
                raise OutputError(
                    "another bench is writing to it", file=self._name, hint="wait, or stop it"
                ) from None
            self._read()

    def _read(self) -> None:
        assert self._number is not None
        with open(self._name, "rb") as stream:
            data = stream.read()
        header = b"" if self._as_json else HEADER.encode()
        whole = data.rfind(b"\n") + 1  # what follows was cut by a kill or a full disk
        torn_header = len(data) < len(header) and header.startswith(data)
        if not torn_header and not data.startswith(header):
            raise self._foreign("is no file of results of this version of gdlc bench")
        if self._as_json and data and not whole and not data.startswith(b"{"):
            raise self._foreign("is no file of results")
        lines = data[len(header) : whole].decode("utf-8", "replace").splitlines()
        for number, line in enumerate(lines, 1 if self._as_json else 2):
            try:
                self.known.append(read_line(line, as_json=self._as_json))
            except ValueError as error:
                raise self._foreign(f"line {number} is no result: {error}") from None
        whole = 0 if torn_header else whole
        if whole < len(data):
            os.ftruncate(self._number, whole)
        self._continued = whole > 0

    def _foreign(self, reason: str) -> InputError:
        self.close()
        return InputError(reason, file=self._name, hint="give another name behind -o")

    def _write(self, text: str) -> None:
        data = text.encode("utf-8", "backslashreplace")
        if self._number is None:
            write_stdout(data)
            return
        with self._stop.hold():
            before = os.fstat(self._number).st_size
            try:
                write_all(self._number, data)
                Result.begun = True
            except BrokenPipeError:
                raise ClosedPipe from None
            except OSError as error:
                if stat.S_ISREG(os.fstat(self._number).st_mode):
                    os.ftruncate(self._number, before)
                raise write_failure(self._name, error) from None
