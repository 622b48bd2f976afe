"""Whether a solver can take a formula, before it is run."""

from __future__ import annotations

from fractions import Fraction

from gdlc.formats.errors import UsageError
from gdlc.formats.xssat import Xssat
from gdlc.solvers.adapter import Adapter


def require(adapter: Adapter, formula: Xssat) -> None:
    """Raises: UsageError that says what the solver cannot take, and where it stands"""
    reason = unsuitable(adapter, formula)
    if reason:
        raise UsageError(
            f"{adapter.name} cannot take this formula: {reason}",
            hint="`gdlc solvers` tells what each can take; our own solver takes any formula",
        )


def unsuitable(adapter: Adapter, formula: Xssat) -> str:
    """Why the solver cannot take the formula; an empty string if it can."""
    takes, blocks = adapter.takes, formula.blocks
    universal = [var for block in blocks if block.quantifier == "a" for var in block.vars]
    if universal and not takes.universals:
        return f"it knows no universal variables, {_counted(formula, universal)}"
    chance = [var for block in blocks if block.quantifier == "r" for var in block.vars]
    small = [var for var in chance if _distance(formula, var) < takes.least]
    if small:
        return (
            f"it knows no probability so near to 0 or 1, {_counted(formula, small)}, "
            f"{formula.probability(small[0])}"
        )
    # The writer of QDIMACS makes unit clauses of probabilities 0 and 1.
    chance = [var for var in chance if formula.probability(var) not in (0, 1)]
    if chance and not takes.chance:
        return f"it knows no chance, {_counted(formula, chance)}"
    letters = "".join(block.quantifier for block in blocks)
    if takes.levels is not None and len(letters) > takes.levels:
        return f"it knows {takes.levels} levels of quantifiers, and the formula has {len(letters)}"
    if takes.prefix is not None and not takes.prefix.fullmatch(letters):
        return (
            f"it knows prefixes that fit `{takes.prefix.pattern}`, and the formula's is {letters}"
        )
    return ""


def taken(adapter: Adapter) -> str:
    """What the solver can take, in words."""
    takes = adapter.takes
    words = "any formula" if takes.universals else "no universal variables"
    if not takes.chance:
        words = "no chance" if takes.universals else "existential variables alone"
    if takes.levels is not None:
        words += f", {takes.levels} levels"
    if takes.prefix is not None:
        words += f", prefix {takes.prefix.pattern}"
    if takes.least:
        words += f", probabilities from {float(takes.least):g} on"
    return words


def _distance(formula: Xssat, var: int) -> Fraction:
    """From the nearer one of 0 and 1."""
    probability = formula.probability(var)
    return min(probability, 1 - probability)


def _counted(formula: Xssat, variables: list[int]) -> str:
    first = variables[0]
    name = formula.names.get(first)
    shown = f"{first} ({name})" if name else str(first)
    if len(variables) == 1:
        return f"and variable {shown} is one"
    return f"and {len(variables)} variables are such, first {shown}"
