"""Which other solvers there are on this machine, and what they can do."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from gdlc.formats.errors import ExternalError, InputError
from gdlc.solvers import known
from gdlc.solvers.adapter import Adapter
from gdlc.solvers.folder import temporary_folder
from gdlc.solvers.output import Output
from gdlc.solvers.process import Task, run
from gdlc.solvers.suits import taken
from gdlc.stop import Patience, Stop

_VERSION = re.compile(r"\bv?([0-9]+(?:\.[0-9A-Za-z-]+)+)")
_PATIENCE = 5.0  # seconds for a program to tell its version


@dataclass(frozen=True)
class Solver:
    """A solver that can be asked for by name.

    key:     what `solver` and `--solver` take
    name:    what answers call it
    program: its path; empty: it is not here
    version: as it tells it; empty: it does not
    takes:   the formulas it can take, in words
    about, homepage: of the adapter
    source:  the file that describes it
    error:   what is wrong with that file; nothing else is known then
    """

    key: str
    name: str
    program: str = ""
    version: str = ""
    takes: str = ""
    about: str = ""
    homepage: str = ""
    source: str = ""
    error: str = ""


def solvers(
    *, solver_config: str | os.PathLike[str] | None = None, stop: Stop | None = None
) -> list[Solver]:
    """The other solvers that are known, found or not.

    solver_config: a TOML file that describes one more
    """
    found = []
    for adapter in known.adapters(solver_config):
        if isinstance(adapter, InputError):
            source = adapter.file or ""
            key = Path(source).stem.lower()
            found.append(Solver(key, key, source=source, error=str(adapter)))
            continue
        path = known.program(adapter) or ""
        found.append(
            Solver(
                key=adapter.key,
                name=adapter.name,
                program=path,
                version=_version(adapter, path, stop or Stop()) if path else "",
                takes=taken(adapter),
                about=adapter.about,
                homepage=adapter.homepage,
                source=adapter.source,
            )
        )
    return found


def _version(adapter: Adapter, program: str, stop: Stop) -> str:
    """What the program says when it is asked for its version; empty if it does not say."""
    if not adapter.version:
        return ""
    out, err = Output(), Output()
    patience = Patience(stop, _PATIENCE)
    with temporary_folder() as folder:
        try:
            run(Task([program, *adapter.version], folder), out.take, err.take, patience)
        except ExternalError:
            return ""
    stop.check()
    for line in out.last_lines() + err.last_lines():
        if match := _VERSION.search(line):
            return match[1]
    return ""
