"""What is told of an atom that was followed through files."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

FIRST = 5  # rules or clauses that are shown


@dataclass(frozen=True)
class InSheet:
    """The statements of a rule sheet that give the atom: line and text of each."""

    statements: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class InProgram:
    """An atom in a ground program.

    certain:     it is a fact
    lines:       of the rule sheet, with rules for its predicate, as a comment of the file says
    heads, uses: rules with it in the head, and in the body; the first of them as text
    level, quantifier, probability: its place in the prefix; None outside
    stands_for:  atoms that it represents, too
    instead:     the atom that represents it
    """

    certain: bool
    lines: tuple[int, ...]
    heads: int
    head_rules: tuple[str, ...]
    uses: int
    negative_uses: int
    use_rules: tuple[str, ...]
    level: int | None = None
    quantifier: str | None = None
    probability: Fraction | None = None
    stands_for: tuple[str, ...] = ()
    instead: str | None = None


@dataclass(frozen=True)
class InFormula:
    """An atom in a formula.

    block:  of the prefix, from 1; blocks: how many there are
    positive, negative: clauses with it, by its sign; the first of them in names
    opposite:   the atom is true where the variable is false
    named:      the atom that the variable has its name from; None: none
    stands_for: other atoms that share the variable, behind `not` where they are its opposite
    """

    variable: int
    block: int
    blocks: int
    quantifier: str
    probability: Fraction | None
    positive: int
    negative: int
    clauses: tuple[str, ...]
    opposite: bool = False
    named: str | None = None
    stands_for: tuple[str, ...] = ()


@dataclass(frozen=True)
class Found:
    """What one file knows of the atom; None: it does not occur there."""

    kind: str
    file: str
    place: InSheet | InProgram | InFormula | None


@dataclass(frozen=True)
class AtomTrace:
    """An atom by its name, file by file."""

    atom: str
    found: tuple[Found, ...]


@dataclass(frozen=True)
class Trace:
    """The atoms that were meant, those of the first steps followed.

    asked: the text that was given
    atoms: all that it means
    near:  names that are like it, if only a rule sheet knows it
    """

    asked: str
    atoms: tuple[str, ...]
    traces: tuple[AtomTrace, ...]
    near: tuple[str, ...] = ()
