"""Pieces of text that several of these languages share."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction

from gdlc.formats.xssat import Block, Xssat

DIGITS = 17  # a double needs so many to be read back, and no reader is known to take more
_CONTEXT = Context(prec=DIGITS, rounding=ROUND_HALF_EVEN, Emin=-(10**9), Emax=10**9)
_CLAUSE = re.compile(rb"^[-0-9]", re.MULTILINE)
_HEADER = re.compile(rb"^p cnf .*\n", re.MULTILINE)


@dataclass(frozen=True)
class Written:
    """A text, and what it lost.

    data:    the text
    rounded: how many probabilities it, or the solver that reads it, takes for others
    """

    data: bytes
    rounded: int = 0


def decimal(value: Fraction) -> str:
    """The nearest one with at most 17 digits, with a point and without an exponent."""
    quotient = _CONTEXT.divide(Decimal(value.numerator), Decimal(value.denominator))
    text = format(quotient.normalize(_CONTEXT), "f")
    return text if "." in text else f"{text}.0"


def chance_of(formula: Xssat) -> dict[int, Fraction]:
    """The probabilities of all chance variables, in the order of the prefix."""
    return {
        var: formula.probability(var)
        for block in formula.blocks
        if block.quantifier == "r"
        for var in block.vars
    }


def runs(block: Block, chance: dict[int, Fraction]) -> Iterator[tuple[Fraction, list[int]]]:
    """The variables of a chance block, those of one probability that follow each other together."""
    run: list[int] = []
    for var in block.vars:
        if run and chance[var] != chance[run[0]]:
            yield chance[run[0]], run
            run = []
        run.append(var)
    if run:
        yield chance[run[0]], run


def prefix(formula: Xssat, chance: dict[int, Fraction]) -> bytes:
    """The quantifier lines of SDIMACS, and of QDIMACS where nothing is left to chance."""
    lines = []
    for block in formula.blocks:
        if block.quantifier == "r":
            for probability, run in runs(block, chance):
                lines.append(f"r {decimal(probability)} {_words(run)}0\n")
        else:
            lines.append(f"{block.quantifier} {_words(block.vars)}0\n")
    return "".join(lines).encode("ascii")


def clauses(formula: Xssat) -> bytes:
    """The clauses, one a line; written natively."""
    text = formula.native.write()
    header = _HEADER.search(text)
    first = _CLAUSE.search(text, header.end()) if header is not None else None
    return b"" if first is None else text[first.start() :]


def with_a_clause(formula: Xssat) -> Xssat:
    """The formula itself, or one of the same value with a clause and so with a variable.

    Readers of others stumble over nothing at all: SharpSSAT says 0 for a formula without variables,
    and the grammar of QDIMACS knows no such file.
    """
    if formula.n_clauses > 0:
        return formula
    # The last block is existential, and its variables stand in no clause.
    blocks = formula.blocks
    var = blocks[-1].vars[0] if blocks else 1
    return Xssat.build(
        max(1, formula.n_vars),
        [[var]],
        blocks or [("e", [1])],
        probabilities=chance_of(formula),
        names=formula.names,
        notes=formula.notes,
    )


def _words(numbers: list[int] | tuple[int, ...]) -> str:
    return "".join(f"{number} " for number in numbers)
