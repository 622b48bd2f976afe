"""SDIMACS without anything that only some readers know, and what single solvers cannot take."""

from __future__ import annotations

import struct
from array import array
from fractions import Fraction

from gdlc.formats.errors import InputError
from gdlc.formats.foreign.pieces import (
    Written,
    chance_of,
    clauses,
    decimal,
    prefix,
    with_a_clause,
)
from gdlc.formats.xssat import Block, Xssat

NO_UNIVERSALS = ("claussat", "ssatabc", "elimssat", "dssatpre")
FLOATS = ("sharpssat", "claussat")  # they keep probabilities in 32 bits


def write_sdimacs(formula: Xssat, reader: str) -> Written:
    """One header, every variable once in the prefix, `r` lines with a point and at most 17 digits.

    reader: `sdimacs` for all of them, or the name of one; its own limits are then checked
    Raises: InputError for a universal variable that the reader would take for something else
    """
    if reader in NO_UNIVERSALS:
        _refuse_universals(formula, reader)
    formula = with_a_clause(formula)
    if reader == "sharpssat":
        formula = _with_single_units(formula)
    chance = chance_of(formula)
    header = f"p cnf {formula.n_vars} {formula.n_clauses}\n".encode("ascii")
    data = b"".join([header, prefix(formula, chance), clauses(formula)])
    known: dict[Fraction, bool] = {}  # few probabilities, many variables
    for probability in chance.values():
        if probability not in known:
            known[probability] = _is_kept(probability, reader)
    return Written(data, sum(not known[one] for one in chance.values()))


def _with_single_units(formula: Xssat) -> Xssat:
    """A formula of the same value in which no two unit clauses are of one variable.

    SharpSSAT multiplies by a chance variable's probability once for each of its unit clauses, and
    ends with a failed assertion where it reads a unit clause and then its opposite: that one, -v,
    becomes (-v or w) and (-v or not w), with w existential and new.
    """
    units: set[int] = set()
    changed, rewritten, fresh, n_vars = False, array("i"), formula.n_vars + 1, formula.n_vars
    for clause in formula.clauses():
        literal = clause[0] if len(clause) == 1 else 0
        if literal in units:
            changed = True
        elif -literal in units:
            changed, n_vars = True, fresh
            rewritten.extend((literal, fresh, 0, literal, -fresh, 0))
        else:
            rewritten.extend((*clause, 0))
            if literal:
                units.add(literal)
    if not changed:
        return formula
    blocks = [*formula.blocks, Block("e", (fresh,) if n_vars == fresh else ())]
    return Xssat.build(n_vars, rewritten, blocks, probabilities=chance_of(formula))


def _is_kept(probability: Fraction, reader: str) -> bool:
    """Whether the reader has the very number."""
    if reader in FLOATS:
        return Fraction(struct.unpack("f", struct.pack("f", float(probability)))[0]) == probability
    return Fraction(decimal(probability)) == probability


def _refuse_universals(formula: Xssat, reader: str) -> None:
    count = sum(len(block.vars) for block in formula.blocks if block.quantifier == "a")
    if count:
        raise InputError(
            f"{count} universal {'variable' if count == 1 else 'variables'}: {reader} takes none",
            hint="--to sharpssat does",
        )
