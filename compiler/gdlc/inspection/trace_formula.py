"""An atom in a formula: its variable, and the clauses that have it."""

from __future__ import annotations

from collections.abc import Sequence

from gdlc.formats.xssat import Xssat
from gdlc.inspection.merged import merged
from gdlc.inspection.prefix import KINDS
from gdlc.inspection.traced import FIRST, InFormula
from gdlc.stop import Stop


def in_formula(formula: Xssat, name: str, stop: Stop) -> InFormula | None:
    """What a formula knows of an atom; None: it has no variable, not even a shared one."""
    names = formula.names
    others = merged(formula)
    itself = next((var for var, text in names.items() if text == name), None)
    if itself is None:
        itself = others.get(name)
    if itself is None:
        return None
    var = abs(itself)
    prefix = formula.blocks
    number = next(n for n, block in enumerate(prefix) if var in block.vars)
    flat = formula.flat_clauses()
    positive, negative = 0, 0
    clauses: list[str] = []
    begin = 0
    for literal in (itself, -itself):
        # By the first place of the literal: most clauses are never looked at.
        at = 0
        while True:
            stop.check()
            try:
                at = flat.index(literal, at)
            except ValueError:
                break
            begin = at
            while begin > 0 and flat[begin - 1]:
                begin -= 1
            end = flat.index(0, at)
            if literal == itself:
                positive += 1
            else:
                negative += 1
            if (positive if literal == itself else negative) <= FIRST:
                clauses.append(clause_text(flat[begin:end], names))
            at = end
    kind = prefix[number].quantifier
    return InFormula(
        var,
        number + 1,
        len(prefix),
        KINDS[kind],
        formula.probability(var) if kind == "r" else None,
        positive,
        negative,
        tuple(clauses),
        opposite=itself < 0,
        named=names.get(var),
        stands_for=tuple(
            f"{'' if literal > 0 else 'not '}{other}"
            for other, literal in others.items()
            if abs(literal) == var and other != name
        ),
    )


def clause_text(literals: Sequence[int], names: dict[int, str]) -> str:
    """A clause in names; variables without one are `x7`."""
    return " | ".join(
        f"{'not ' if literal < 0 else ''}{names.get(abs(literal)) or f'x{abs(literal)}'}"
        for literal in literals
    )
