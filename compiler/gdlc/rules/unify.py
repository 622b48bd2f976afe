"""Whether two atoms of different rules can be the same ground atom."""

from __future__ import annotations

from collections.abc import Mapping

from gdlc.formats.gdl import Atom, Constant, Function, Term, Variable


def meet(left: Atom, right: Atom) -> bool:
    """Could a premise be met by a head? Their variables are different ones, whatever their names.

    Variables that stand several times are taken for different ones: it may say yes too often.
    """
    if (left.predicate, len(left.args)) != (right.predicate, len(right.args)):
        return False
    pairs = [*zip(left.args, right.args, strict=True)]
    while pairs:
        one, other = pairs.pop()
        if isinstance(one, Variable) or isinstance(other, Variable):
            continue
        if isinstance(one, Constant) or isinstance(other, Constant):
            if one != other:
                return False
            continue
        if (one.name, len(one.args)) != (other.name, len(other.args)):
            return False
        pairs += zip(one.args, other.args, strict=True)
    return True


def bindings(pattern: Atom, ground: Atom, values: Mapping[str, Term]) -> dict[str, Term] | None:
    """Values of the variables that make the pattern equal to the ground atom; None: there are none.

    values: of variables that have one already
    """
    if (pattern.predicate, len(pattern.args)) != (ground.predicate, len(ground.args)):
        return None
    found = dict(values)
    pairs = [*zip(pattern.args, ground.args, strict=True)]
    while pairs:
        one, other = pairs.pop()
        if isinstance(one, Variable):
            if found.setdefault(one.name, other) != other:
                return None
        elif isinstance(one, Function) and isinstance(other, Function):
            if (one.name, len(one.args)) != (other.name, len(other.args)):
                return None
            pairs += zip(one.args, other.args, strict=True)
        elif one != other:
            return None
    return found
