"""Collects clauses and gives numbers to variables, while some literals are known already."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

Value = int | bool


class Clauses:
    """Clauses under construction.

    flat:  all literals, a 0 behind each clause: 32-bit integers
    count: the number of variables so far
    """

    def __init__(self, count: int = 0) -> None:
        self.count = count
        self.flat = array("i")

    def new_var(self) -> int:
        self.count += 1
        return self.count

    def add(self, literals: Iterable[Value]) -> None:
        """Add a clause: nothing if one of its literals is True or it is a tautology."""
        clause: dict[int, None] = {}
        for literal in literals:
            if literal is True:
                return
            if literal is False:
                continue
            if -literal in clause:
                return
            clause[literal] = None
        self.flat.extend(clause)
        self.flat.append(0)

    def conjunction(self, literals: Iterable[Value]) -> Value:
        """A literal that is true exactly if all the given ones are; a new variable if it must be.

        Shape: n > 1 literals -> 1 variable, n + 1 clauses
        """
        kept: dict[int, None] = {}
        for literal in literals:
            if literal is False or (literal is not True and -literal in kept):
                return False
            if literal is not True:
                kept[literal] = None
        if not kept:
            return True
        if len(kept) == 1:
            return next(iter(kept))
        var = self.new_var()
        for literal in kept:
            self.add((-var, literal))
        self.add((var, *(-literal for literal in kept)))
        return var


def opposite(literal: Value) -> Value:
    return (not literal) if isinstance(literal, bool) else -literal
