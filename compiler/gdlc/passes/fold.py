"""Adds rules while the truth of some of their literals is known already."""

from __future__ import annotations

from collections.abc import Iterable

from gdlc.formats.lp import GroundProgram

Literal = int | bool


def negate(literal: Literal) -> Literal:
    """The opposite of a literal; of True and False, too."""
    return (not literal) if isinstance(literal, bool) else -literal


def folded(body: Iterable[Literal]) -> tuple[int, ...] | None:
    """A body without what is true; None if something in it is false."""
    literals: dict[int, None] = {}
    for literal in body:
        if isinstance(literal, bool):
            if not literal:
                return None
        elif -literal in literals:
            return None
        else:
            literals[literal] = None
    return tuple(literals)


class Folder:
    """Adds rules to a program, dropping literals that are True and rules that are never used.

    values: what is known of atoms that were defined through `define`
    """

    def __init__(self, program: GroundProgram) -> None:
        self.program = program
        self.values: dict[str, Literal] = {}

    def define(self, name: str, bodies: Iterable[Iterable[Literal]]) -> Literal:
        """An atom that holds if one of the bodies does: True, False or its number.

        An atom that the program knows already may stand in bodies: if it is certain it becomes
        a fact.
        """
        kept = []
        for body in bodies:
            literals = folded(body)
            if literals == ():
                if self.program.find(name) is not None:
                    self.program.add([self.program.atom(name)])
                self.values[name] = True
                return True
            if literals is not None:
                kept.append(literals)
        if not kept:
            self.values[name] = False
            return False
        atom = self.program.atom(name)
        for literals in dict.fromkeys(kept):
            self.program.add([atom], literals)
        self.values[name] = atom
        return atom

    def forbid(self, body: Iterable[Literal]) -> None:
        """A constraint."""
        literals = folded(body)
        if literals is not None:
            self.program.add([], literals)
