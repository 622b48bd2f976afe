"""A formula under assumptions: variables whose value is settled before the play begins."""

from __future__ import annotations

import array
from collections.abc import Iterable

from gdlc.formats.errors import UsageError
from gdlc.formats.xssat import Block, Xssat


def assume(formula: Xssat, literals: Iterable[int]) -> Xssat:
    """The formula with each literal made true, and its variable without a quantifier.

    It does not matter who would have decided: the existential and the universal player lose the
    choice, and a chance variable is conditioned on: its probability is no factor of the value. So
    with v = value(F), v1 = value(F assuming x) and v0 = value(F assuming not x), x outermost:
    v = max(v1, v0) for `e`, min for `a`, and p v1 + (1 - p) v0 for `r`. A unit clause would instead
    make the value 0 for a universal variable, and p v1 for one of chance.

    Shape:  as many variables; a clause more for each literal
    Keeps:  names, notes, clauses, and the order of all other variables
    Raises: UsageError for what is no literal of the formula, and for both literals of a variable
    Source: residual formulas: Littman, Majercik and Pitassi 2001, Stochastic Boolean satisfiability
    """
    assumed: dict[int, int] = {}
    for literal in literals:
        if isinstance(literal, bool) or not isinstance(literal, int):
            raise UsageError(f"{literal!r} is no literal", hint="assumptions are integers: [1, -2]")
        var = abs(literal)
        if not 1 <= var <= formula.n_vars:
            raise UsageError(
                f"the assumption {literal} is no literal of the formula",
                hint=f"its variables are 1..{formula.n_vars}",
            )
        if assumed.setdefault(var, literal) != literal:
            raise UsageError(f"the assumptions hold both {var} and -{var}")
    if not assumed:
        return formula
    # An outermost existential variable with a unit clause is a constant.
    blocks = [Block("e", tuple(assumed))]
    blocks += [
        Block(block.quantifier, tuple(var for var in block.vars if var not in assumed))
        for block in formula.blocks
    ]
    flat = formula.flat_clauses()
    for literal in assumed.values():
        flat.extend((literal, 0))
    return Xssat.build(
        formula.n_vars,
        array.array("i", flat),
        blocks,
        probabilities={
            var: formula.probability(var)
            for block in blocks
            if block.quantifier == "r"
            for var in block.vars
        },
        names=formula.names,
        notes=formula.notes,
    )
