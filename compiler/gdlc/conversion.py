"""Formulas in the languages of other solvers."""

from __future__ import annotations

import os
from pathlib import Path

from gdlc.formats import foreign
from gdlc.formats.errors import InputError, UsageError
from gdlc.formats.xssat import Xssat
from gdlc.formats.xssat.formula import Free
from gdlc.report import SILENT, Report


def convert(
    formula: Xssat | str | os.PathLike[str],
    *,
    to: str = "xssat",
    free: Free | None = None,
    report: Report = SILENT,
) -> bytes:
    """The text of a formula in another language.

    formula: a formula, or the name of a file: XSSAT, SDIMACS, QDIMACS, DIMACS or `.ssat`, by its
             look
    to:      `xssat`; `sdimacs`, or a solver's name for the dialect that it takes (`sharpssat`,
             `claussat`, `ssatabc`, `elimssat`, `dssatpre`); `ssat`; `qdimacs`, or `depqbf` and
             `caqe`, which read it (no chance); `dimacs` (no chance, nobody else); `wcnf`, for
             model counters (no choice in front of chance)
    free:    where variables of a file go that stand in a clause but in no quantifier line, `inner`
             or `outer`; None: an error
    Keeps:   the value; a warning tells how many probabilities had to be rounded
    Raises:  InputError for a file that cannot be read, and for a formula that the language has no
             words for; UsageError for an unknown language
    """
    if to not in foreign.LANGUAGES:
        raise UsageError(f"unknown language `{to}`", hint=f"one of {', '.join(foreign.LANGUAGES)}")
    if not isinstance(formula, Xssat):
        formula = read(formula, free=free, report=report)
    written = foreign.write(formula, to)
    if written.rounded:
        chance = sum(len(block.vars) for block in formula.blocks if block.quantifier == "r")
        digits = f"to 32-bit floats, as {to} reads them" if to in foreign.FLOATS else "to 17 digits"
        report.warn(
            f"{written.rounded} of {chance} probabilities are rounded {digits}: "
            "the value may differ a little"
        )
    return written.data


def read(
    path: str | os.PathLike[str], *, free: Free | None = None, report: Report = SILENT
) -> Xssat:
    """The formula in a file of any of the languages that can be read.

    Raises: InputError
    """
    name = os.fspath(path)
    try:
        data = Path(name).read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=name) from None
    return foreign.read(data, file=name, free=free, warn=report.warn)
