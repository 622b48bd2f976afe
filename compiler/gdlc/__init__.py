"""gdlc: from the rules of a game to the exact greatest probability of winning it.

game = gdlc.load("nim.kif")
answer = gdlc.run(game, role="xplayer", horizon=20)
print(answer.value)
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gdlc.api import Game, State, ground, load, run, search, solve
    from gdlc.conversion import convert
    from gdlc.files import inspect
    from gdlc.formats.answer import Answer
    from gdlc.formats.errors import GdlcError
    from gdlc.formats.xssat import Xssat
    from gdlc.inspection import Inspection
    from gdlc.machine.recording import Difference, Step, read_recording, record
    from gdlc.machine.simulate import Simulation
    from gdlc.passes.quantify import quantify
    from gdlc.passes.translate import translate
    from gdlc.pictures import board, graph
    from gdlc.report import Report
    from gdlc.rules.finding import Finding
    from gdlc.sheets import check, fmt, obfuscate, replay, simulate
    from gdlc.solvers.conformance import conformance
    from gdlc.solvers.survey import solvers
    from gdlc.stop import Stop

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "Difference",
    "Finding",
    "Game",
    "GdlcError",
    "Inspection",
    "Report",
    "Simulation",
    "State",
    "Step",
    "Stop",
    "Xssat",
    "board",
    "check",
    "conformance",
    "convert",
    "fmt",
    "graph",
    "ground",
    "inspect",
    "load",
    "obfuscate",
    "quantify",
    "read_recording",
    "record",
    "replay",
    "run",
    "search",
    "simulate",
    "solve",
    "solvers",
    "translate",
]

_HOMES = {
    "Answer": "gdlc.formats.answer",
    "Difference": "gdlc.machine.recording",
    "Finding": "gdlc.rules.finding",
    "GdlcError": "gdlc.formats.errors",
    "Inspection": "gdlc.inspection",
    "Report": "gdlc.report",
    "Simulation": "gdlc.machine.simulate",
    "Step": "gdlc.machine.recording",
    "Stop": "gdlc.stop",
    "Xssat": "gdlc.formats.xssat",
    "board": "gdlc.pictures",
    "check": "gdlc.sheets",
    "conformance": "gdlc.solvers.conformance",
    "convert": "gdlc.conversion",
    "fmt": "gdlc.sheets",
    "graph": "gdlc.pictures",
    "inspect": "gdlc.files",
    "obfuscate": "gdlc.sheets",
    "quantify": "gdlc.passes.quantify",
    "read_recording": "gdlc.machine.recording",
    "record": "gdlc.machine.recording",
    "replay": "gdlc.sheets",
    "simulate": "gdlc.sheets",
    "solvers": "gdlc.solvers.survey",
    "translate": "gdlc.passes.translate",
}


class _Package(ModuleType):
    """This module. `gdlc.search` is the verb, although there is a package of that name, too."""

    def __setattr__(self, name: str, value: object) -> None:
        # The import system sets each submodule as an attribute of its package.
        if not (name in __all__ and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> Any:
    # On first use, not at import: the command line imports this package before its handlers of
    # signals are there, and Ctrl-C in that time would show a traceback.
    if name not in __all__:
        raise AttributeError(f"module 'gdlc' has no attribute {name!r}")
    found = getattr(import_module(_HOMES.get(name, "gdlc.api")), name)
    globals()[name] = found
    return found
