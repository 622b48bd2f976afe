"""What is in a formula: sizes, blocks, names, cuts, and how much of it is defined."""

from __future__ import annotations

from dataclasses import dataclass

from gdlc.formats.xssat import Xssat
from gdlc.inspection.cuts import measure
from gdlc.inspection.definitions import defined
from gdlc.inspection.merged import KEY, merged
from gdlc.inspection.prefix import Block, blocks
from gdlc.inspection.steps import Steps
from gdlc.stop import Stop


@dataclass(frozen=True)
class FormulaSummary:
    """A formula in numbers.

    notes:   what it says of how it was made, `KEY text`, without the savings
             and the merged atoms
    named:   variables with a name
    merged:  atoms that share the variable of another
    lengths: length of clauses to their number, in ascending order
    cuts:    variables left of each boundary that meet one right of it, outermost first
    last:    variables of the last block
    defined: so many of them all others determine, at least
    """

    notes: tuple[str, ...]
    variables: int
    named: int
    merged: int
    clauses: int
    literals: int
    lengths: dict[int, int]
    blocks: list[Block]
    cuts: tuple[int, ...]
    last: int
    defined: int


def summarise(formula: Xssat, step_of: Steps, stop: Stop) -> FormulaSummary:
    """Count what is in a formula: 15 MB of text take a few seconds."""
    flat = formula.flat_clauses()
    prefix = formula.blocks
    found = measure(flat, formula.n_vars, [block.vars for block in prefix], stop)
    last = set(prefix[-1].vars) if prefix else set()
    return FormulaSummary(
        notes=tuple(n for n in formula.notes if n.partition(" ")[0] not in ("saved", KEY)),
        variables=formula.n_vars,
        named=len(formula.names),
        merged=len(merged(formula)),
        clauses=formula.n_clauses,
        literals=len(flat) - formula.n_clauses,
        lengths=dict(sorted(found.lengths.items())),
        blocks=blocks(formula, step_of, stop),
        cuts=found.cuts,
        last=len(last),
        defined=len(defined(flat, formula.n_vars, last, stop)),
    )
