"""The languages of other solvers, beside SDIMACS. README.md beside this file describes them."""

from gdlc.formats.foreign.language import LANGUAGES, is_ssat, read, write
from gdlc.formats.foreign.pieces import Written

__all__ = ["LANGUAGES", "Written", "is_ssat", "read", "write"]
