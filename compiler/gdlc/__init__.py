"""gdlc: from the rules of a game to the exact greatest probability of winning it.

game = gdlc.load("nim.kif")
answer = gdlc.run(game, role="xplayer", horizon=20)
print(answer.value)
"""

from gdlc.api import (
    Answer,
    Finding,
    check,
    ground,
    load,
    quantify,
    run,
    search,
    solve,
    translate,
)
from gdlc.formats.errors import GdlcError
from gdlc.formats.xssat import Xssat
from gdlc.report import Report
from gdlc.stop import Stop

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "Finding",
    "GdlcError",
    "Report",
    "Stop",
    "Xssat",
    "check",
    "ground",
    "load",
    "quantify",
    "run",
    "search",
    "solve",
    "translate",
]
