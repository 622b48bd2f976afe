"""Adapters for tests/fake_solver.py, and a look at what its runs leave behind."""

from __future__ import annotations

import contextlib
import os
import sys
import uuid
from pathlib import Path

import pytest

from gdlc.formats import xssat

SCRIPT = Path(__file__).with_name("fake_solver.py")
MARK = "GDLC_TEST_MARK"

# Worth 1/4.
FORMULA = b"p cnf 3 2\nr 0.25 1 0\na 2 0\ne 3 0\n1 3 0\n1 -3 2 0\n"


def formula() -> xssat.Xssat:
    return xssat.read(FORMULA)


def adapter(folder: Path, behaviour: str, more: str = "", answer: str = "") -> Path:
    """The file of an adapter for a solver that behaves so.

    more:   lines of the adapter itself
    answer: lines of its table [answer]
    """
    path = folder / f"{behaviour}.toml"
    path.write_text(
        f"name = 'Fake'\nprogram = '{sys.executable}'\n"
        f"command = ['{{program}}', '-I', '-S', '{SCRIPT}', '{behaviour}', '{{file}}']\n"
        f"{more}\n"
        "[answer]\n"
        "value = '^# satisfying probability = (.*)$'\n"
        "limit = '^ TIMEOUT !'\n"
        f"digits = 7\n{answer}\n"
    )
    return path


class Traces:
    """What runs may leave behind: files in the folder for temporary ones, and processes.

    folder: that is TMPDIR of the runs
    """

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self._mark = uuid.uuid4().hex
        folder.mkdir()
        monkeypatch.setenv(MARK, self._mark)
        monkeypatch.setenv("TMPDIR", str(folder))
        # The module has looked at TMPDIR before.
        monkeypatch.setattr("tempfile.tempdir", None)

    def processes(self) -> dict[int, str]:
        """The processes that the runs started and that live, with their command lines, on Linux."""
        sign = f"{MARK}={self._mark}".encode()
        found = {}
        for name in filter(str.isdigit, os.listdir("/proc")):
            if int(name) == os.getpid():
                continue
            with contextlib.suppress(OSError):
                if sign in Path(f"/proc/{name}/environ").read_bytes():
                    found[int(name)] = Path(f"/proc/{name}/cmdline").read_text().replace("\0", " ")
        return found

    def files(self) -> list[str]:
        return [str(path) for path in self.folder.iterdir()]
