"""Games by their measures: a name such as `ttt:3x3:flip=3/10` means a rule sheet."""

from gdlc.bench.games.board import Board
from gdlc.bench.games.name import FORMS, is_generated, named
from gdlc.bench.games.nim import Nim

__all__ = ["FORMS", "Board", "Nim", "is_generated", "named"]
