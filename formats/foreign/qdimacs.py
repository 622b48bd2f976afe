"""QDIMACS, for formulas without chance, and DIMACS, for those with existential variables alone."""

from __future__ import annotations

import array
from fractions import Fraction

from gdlc.formats.errors import InputError
from gdlc.formats.foreign.pieces import Written, chance_of, clauses, prefix, with_a_clause
from gdlc.formats.xssat import Block, Xssat


def write_qdimacs(formula: Xssat) -> Written:
    """Source: QDIMACS 1.1 (qbflib.org), with its rule that the innermost block is existential.

    Raises: InputError if something is left to chance: a probability other than 0 and 1
    """
    formula = with_a_clause(without_certain_chance(formula, "QDIMACS"))
    header = f"p cnf {formula.n_vars} {formula.n_clauses}\n".encode("ascii")
    return Written(b"".join([header, prefix(formula, {}), clauses(formula)]))


def write_dimacs(formula: Xssat) -> Written:
    """Raises: InputError for universal variables, and as `write_qdimacs`."""
    formula = without_certain_chance(formula, "DIMACS")
    universal = sum(len(block.vars) for block in formula.blocks if block.quantifier == "a")
    if universal:
        raise InputError(
            f"DIMACS has no quantifiers, and {universal} of the variables are universal",
            hint="--to qdimacs keeps them",
        )
    header = f"p cnf {formula.n_vars} {formula.n_clauses}\n".encode("ascii")
    return Written(header + clauses(formula))


def without_certain_chance(formula: Xssat, language: str) -> Xssat:
    """Chance variables of probability 0 and 1 as existential ones with a unit clause each.

    Keeps:  the value: the other branch counts nothing, with or without the clause
    Raises: InputError for any other chance variable
    """
    chance = chance_of(formula)
    if not chance:
        return formula
    open_ones = [var for var, probability in chance.items() if probability not in (0, 1)]
    if open_ones:
        first = open_ones[0]
        raise InputError(
            f"{language} knows no chance, and {len(open_ones)} of the variables are left to it, "
            f"first {first} with probability {chance[first]}",
            hint="--to sdimacs keeps them",
        )
    blocks = [Block("e", one.vars) if one.quantifier == "r" else one for one in formula.blocks]
    flat = formula.flat_clauses()
    for var, probability in chance.items():
        flat.extend((var if probability == Fraction(1) else -var, 0))
    return Xssat.build(
        formula.n_vars,
        array.array("i", flat),
        blocks,
        names=formula.names,
        notes=formula.notes,
    )
