"""Which solvers are known: adapters that come along, those of the user, one in a file."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from gdlc.formats.errors import ExternalError, InputError, UsageError
from gdlc.solvers import adapter_text
from gdlc.solvers.adapter import Adapter

_OURS = Path(__file__).with_name("adapters")


def user_folder() -> Path:
    """Where a user's adapters lie: `gdlc/solvers` in the folder for settings.

    Source: XDG Base Directory Specification 0.8: a relative path in the variable does not count
    """
    named = os.environ.get("XDG_CONFIG_HOME", "")
    base = named if os.path.isabs(named) else os.path.expanduser("~/.config")
    return Path(base) / "gdlc" / "solvers"


def files() -> dict[str, Path]:
    """The file of each adapter, by what `--solver` takes; the user's come before ours."""
    found = {}
    for folder in (_OURS, user_folder()):
        try:
            paths = sorted(folder.glob("*.toml"))
        except OSError:  # it cannot be looked into
            continue
        found.update({path.stem.lower(): path for path in paths})
    return dict(sorted(found.items()))


def load(path: Path) -> Adapter:
    """The adapter in a file.

    Raises: InputError if it cannot be read or is wrong
    """
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError(f"cannot be read: {reason}", file=str(path)) from None
    except UnicodeDecodeError as error:
        raise InputError(f"byte {error.start} is no UTF-8 text", file=str(path)) from None
    return adapter_text.read(text, path.stem.lower(), str(path))


def find(name: str | None, config: str | os.PathLike[str] | None = None) -> Adapter:
    """The adapter that is called so; with a file and without a name that in the file.

    Raises: UsageError for an unknown name; InputError for a wrong file
    """
    if config is not None:
        adapter = load(Path(config))
        if name is None or name.lower() in (adapter.key, adapter.name.lower()):
            return adapter
    wanted = (name or "").lower()
    known = files()
    if wanted in known:
        return load(known[wanted])
    raise UsageError(
        f"unknown solver `{name}`",
        hint=f"one of {', '.join(known)}; others by a file in {user_folder()}, or --solver-config",
    )


def adapters(config: str | os.PathLike[str] | None = None) -> Iterator[Adapter | InputError]:
    """All adapters in the order of their names; for a file that is wrong, what is."""
    paths = files()
    if config is not None:
        paths[Path(config).stem.lower()] = Path(config)
    for _, path in sorted(paths.items()):
        try:
            yield load(path)
        except InputError as error:
            yield error


def program(adapter: Adapter) -> str | None:
    """The path of the program: from its environment variable, else from PATH; None: not there."""
    wanted = os.environ.get(adapter.variable) or adapter.program
    if "/" in wanted:
        # Beside the adapter that names it, for one that is not absolute.
        named = os.environ.get(adapter.variable)
        base = Path() if named else Path(adapter.source).parent
        path = os.path.abspath(base / Path(wanted).expanduser())
        return path if os.path.isfile(path) and os.access(path, os.X_OK) else None
    found = shutil.which(wanted)
    return None if found is None else os.path.abspath(found)


def require_program(adapter: Adapter) -> str:
    """Raises: ExternalError if there is none"""
    found = program(adapter)
    if found is None:
        wanted = os.environ.get(adapter.variable) or adapter.program
        raise ExternalError(
            f"{adapter.name} is not installed: there is no program `{wanted}`",
            hint=f"put it on PATH, or let {adapter.variable} name it"
            + (f"; {adapter.homepage} has it" if adapter.homepage else ""),
        )
    return found
