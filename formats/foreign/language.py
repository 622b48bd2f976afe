"""Which languages there are, which one a text is in, and the way to each."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from gdlc.formats.errors import InputError
from gdlc.formats.foreign.counting import write_wcnf
from gdlc.formats.foreign.pieces import Written
from gdlc.formats.foreign.qdimacs import write_dimacs, write_qdimacs
from gdlc.formats.foreign.sdimacs import write_sdimacs
from gdlc.formats.foreign.ssat import read_ssat, write_ssat
from gdlc.formats.xssat import Xssat
from gdlc.formats.xssat import read as read_xssat
from gdlc.formats.xssat import write as write_xssat
from gdlc.formats.xssat.formula import Free

_COUNT_ALONE = re.compile(rb"\s*[0-9]+[ \t\r]*\n")
_QUANTIFIER = re.compile(rb"^[ \t]*[ear][ \t]", re.MULTILINE)
_WEIGHT = re.compile(rb"^c p (?:weight|show)\b|^c t \w*mc\b", re.MULTILINE)


@dataclass(frozen=True)
class Language:
    """A language that can be written.

    takes: what formulas it can hold, in words
    write: raises InputError for others
    """

    takes: str
    write: Callable[[Xssat], Written]


def _dialect(reader: str) -> Callable[[Xssat], Written]:
    return partial(write_sdimacs, reader=reader)


LANGUAGES = {
    "xssat": Language("any", lambda formula: Written(write_xssat(formula))),
    "sdimacs": Language("any", _dialect("sdimacs")),
    "sharpssat": Language("any", _dialect("sharpssat")),
    "claussat": Language("no universal variables", _dialect("claussat")),
    "ssatabc": Language("no universal variables", _dialect("ssatabc")),
    "elimssat": Language("no universal variables", _dialect("elimssat")),
    "dssatpre": Language("no universal variables", _dialect("dssatpre")),
    "ssat": Language("no universal variables", write_ssat),
    "qdimacs": Language("no chance", write_qdimacs),
    "depqbf": Language("no chance", write_qdimacs),
    "caqe": Language("no chance", write_qdimacs),
    "dimacs": Language("existential variables alone", write_dimacs),
    "wcnf": Language("a chance block, and existential variables behind it", write_wcnf),
}


def write(formula: Xssat, to: str) -> Written:
    """The text of the formula in the language `to`, a key of LANGUAGES.

    Raises: InputError for a formula that the language has no words for
    """
    return LANGUAGES[to].write(formula)


def is_ssat(data: bytes) -> bool:
    """Whether it is `.ssat` by its look, which begins with a number alone, as nothing else does."""
    return _COUNT_ALONE.match(data) is not None


def read(
    data: bytes,
    *,
    file: str = "<string>",
    free: Free | None = None,
    warn: Callable[[str], None] | None = None,
) -> Xssat:
    """The formula that the text is, by its look: XSSAT, SDIMACS, QDIMACS, DIMACS or `.ssat`.

    free:   where variables go that stand in a clause but in no quantifier line; None: an error, but
            for DIMACS, which has no such lines
    Raises: InputError with the place; for the input of model counters, which is only written
    """
    if is_ssat(data):
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise InputError(f"byte {error.start} is no UTF-8 text", file=file) from None
        return read_ssat(text, file)
    if not _QUANTIFIER.search(data):
        if _WEIGHT.search(data):
            raise InputError(
                "the input of a model counter; only other solvers read that",
                file=file,
                hint="give the quantifier lines of SDIMACS instead of `c p` lines",
            )
        free = free or "inner"
    return read_xssat(data, file=file, free=free, warn=warn)
