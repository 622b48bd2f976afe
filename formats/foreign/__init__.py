"""The languages of other solvers, beside SDIMACS. README.md beside this file describes them."""

from gdlc.formats.foreign.language import LANGUAGES, read, write
from gdlc.formats.foreign.pieces import Written

__all__ = ["LANGUAGES", "Written", "read", "write"]
