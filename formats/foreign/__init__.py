"""The languages of other solvers, beside SDIMACS. README.md beside this file describes them."""

from gdlc.formats.foreign.language import LANGUAGES, is_ssat, read, write
from gdlc.formats.foreign.pieces import Written
from gdlc.formats.foreign.sdimacs import FLOATS

__all__ = ["FLOATS", "LANGUAGES", "Written", "is_ssat", "read", "write"]
