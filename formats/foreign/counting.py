"""Weighted CNF as model counters read it, where the value of a formula is a weighted count."""

from __future__ import annotations

from fractions import Fraction

from gdlc.formats.errors import InputError
from gdlc.formats.foreign.pieces import Written, chance_of, clauses, decimal
from gdlc.formats.xssat import Xssat


def write_wcnf(formula: Xssat) -> Written:
    """The input of the Model Counting Competition: `c t`, `c p show`, `c p weight`.

    The prefix has to be one chance block with at most an existential block behind it. The value is
    then the sum of the weights of those assignments of the chance variables that can be extended to
    a model: the weighted count projected on them (`pwmc`). Where the clauses hold chance variables
    alone it is the plain weighted count (`wmc`), and the others are left out. With a choice
    in front, or a universal variable, the value is no such sum.

    Raises: InputError for any other prefix
    Source: Fichte, Hecher and Hamiti 2021, The Model Counting Competition 2020; the formats of 2021
            to 2024 (mccompetition.org)
    """
    chance = chance_of(formula)
    kinds = "".join(block.quantifier for block in formula.blocks)
    if kinds not in ("", "e", "r", "re"):
        raise InputError(
            f"a prefix of {' '.join(kinds)}: its value is no weighted count",
            hint="one chance block, and behind it at most existential variables; --to sdimacs "
            "keeps any prefix",
        )
    used = {abs(literal) for literal in formula.flat_clauses()} - {0}
    n_vars, kind = formula.n_vars, "pwmc"
    if used <= chance.keys():
        kept = max(chance, default=0)
        if len(chance) == kept:  # no other variable among them, which would count twice
            n_vars, kind = kept, "wmc"
    lines = [f"c t {kind}", f"p cnf {n_vars} {formula.n_clauses}"]
    if kind == "pwmc":
        lines.append("c p show " + "".join(f"{var} " for var in chance) + "0")
    rounded = 0
    for var, probability in chance.items():
        text = decimal(probability)
        written = Fraction(text)
        rounded += written != probability
        # The other weight makes the sum 1, in as many digits as it takes.
        lines.append(f"c p weight {var} {text} 0")
        lines.append(f"c p weight -{var} {_exactly(1 - written)} 0")
    head = "".join(f"{line}\n" for line in lines).encode("ascii")
    return Written(head + clauses(formula), rounded)


def _exactly(value: Fraction) -> str:
    """All digits of a number with finitely many of them behind the point."""
    places = 1
    while (value * 10**places).denominator != 1:
        places += 1
    digits = str(int(value * 10**places)).rjust(places + 1, "0")
    return f"{digits[:-places]}.{digits[-places:]}"
