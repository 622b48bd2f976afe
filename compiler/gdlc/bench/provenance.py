"""What results depend on besides the suite: the program, the machine, the rule sheets."""

from __future__ import annotations

import contextlib
import hashlib
import os
import platform
from collections.abc import Iterator
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

import gdlc
from gdlc import formats
from gdlc.bench.games import is_generated, named
from gdlc.bench.measure import Sheet

_DIGITS = 12  # of a hash
_SUFFIXES = (".py", ".lark", ".toml")
_NATIVE = ("gdlc._asp", "gdlc._machine", "gdlc._solver")


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:_DIGITS]


def program() -> str:
    """The version of gdlc and a hash of its files: `0.1.0+5ac2...`."""
    found = hashlib.sha256()
    for name, path in sorted(_files()):
        found.update(f"{name}\0".encode())
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return f"{gdlc.__version__}+{found.hexdigest()[:_DIGITS]}"


def _files() -> Iterator[tuple[str, Path]]:
    """Each file of gdlc once, with a name that does not tell where it is installed: the folders of
    an editable install lie apart, and native modules elsewhere."""
    yield from ((name, path) for name in _NATIVE if (path := _native(name)) is not None)
    for package in (gdlc, formats):
        top = Path(str(package.__file__)).parent
        for place, folders, names in os.walk(top):
            if package is gdlc and Path(place) == top:
                folders[:] = [name for name in folders if name != "formats"]
            for path in (Path(place, name) for name in names):
                if path.suffix in _SUFFIXES:
                    yield f"{package.__name__}/{path.relative_to(top).as_posix()}", path


def _native(name: str) -> Path | None:
    spec = find_spec(name)
    return Path(spec.origin) if spec is not None and spec.origin is not None else None


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
