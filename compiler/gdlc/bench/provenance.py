"""What results depend on besides the suite: the program, the machine, the rule sheets."""

from __future__ import annotations

import contextlib
import hashlib
import os
import platform
from importlib import metadata
from pathlib import Path

import gdlc
from gdlc.bench.games import is_generated, named
from gdlc.bench.measure import Sheet

_DIGITS = 12  # of a hash
_SUFFIXES = (".py", ".so", ".lark", ".pyd")


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:_DIGITS]


def program() -> str:
    """The version of gdlc and a hash of its files: `0.1.0+5ac2...`."""
    folder = Path(gdlc.__file__).parent
    found = hashlib.sha256()
    for path in sorted(_files(folder)):
        found.update(f"{path.relative_to(folder).as_posix()}\0".encode())
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return f"{gdlc.__version__}+{found.hexdigest()[:_DIGITS]}"


def _files(folder: Path) -> list[Path]:
    found = []
    for place, _, names in os.walk(folder, followlinks=True):  # formats may be a link
        found += [Path(place, name) for name in names if name.endswith(_SUFFIXES)]
    return found


def machine() -> str:
    """What the processor is called, and how many of it."""
    name = platform.machine()
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines():
            key, _, value = line.partition(":")
            if key.strip() == "model name":
                name = value.strip()
                break
    return f"{name}, {os.cpu_count()} cores"


def versions() -> dict[str, str]:
    """What else is worth writing down beside results."""
    found = {
        "gdlc": program(),
        "machine": machine(),
        "system": f"{platform.system()} {platform.release()}",
        "Python": platform.python_version(),
    }
    for package in ("clingo", "matplotlib"):
        with contextlib.suppress(metadata.PackageNotFoundError):
            found[package] = metadata.version(package)
    return found


class Sheets:
    """The rule sheets of runs, each looked at once."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, Path], tuple[Sheet, str]] = {}

    def sheet(self, game: str, folder: Path) -> tuple[Sheet, str]:
        """The sheet that a game's name means, and its digest; empty if it cannot be read.

        folder: where paths begin
        Raises: InputError for a name that means no generated game
        """
        key = (game, folder)
        if key not in self._known:
            self._known[key] = _generated(game) if is_generated(game) else _from_file(game, folder)
        return self._known[key]


def _generated(game: str) -> tuple[Sheet, str]:
    text = named(game).rules()
    name = "".join(letter if letter.isalnum() else "_" for letter in game) + ".kif"
    return Sheet(name, Path(name), text), digest(text.encode())


def _from_file(game: str, folder: Path) -> tuple[Sheet, str]:
    path = folder / game
    with contextlib.suppress(OSError, ValueError):
        if not path.is_file() and (folder / f"{game}.kif").is_file():
            path = folder / f"{game}.kif"
    found = ""
    with contextlib.suppress(OSError, ValueError):
        found = digest(path.read_bytes())
    return Sheet(path.name, path.absolute()), found
