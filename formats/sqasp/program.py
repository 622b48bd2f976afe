"""Stochastic quantified answer set programs: a ground program under a prefix of levels."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from gdlc.formats.lp import GameFacts, GroundProgram

EXISTS, FORALL, CHANCE = "exists", "forall", "chance"


@dataclass(frozen=True, slots=True)
class Quantified:
    """An atom of the prefix.

    atom:        its number in the program
    level:       positive; lower levels are further out
    quantifier:  `exists`, `forall` or `chance`
    probability: with `chance`: that the atom is true, in [0, 1]
    """

    atom: int
    level: int
    quantifier: str
    probability: Fraction | None = None


@dataclass
class Sqasp:
    """A quantified program.

    program: the rules; what is not in the prefix is innermost existential
    prefix:  in ascending order of levels, atoms of one level in the order of the text
    facts:   what the game was; None for a program that a person wrote
    file:    the name for messages; not part of what the program is

    What is known of a program that `quantify` made; not part of what it says:
    encoding: `lean` or `paper`
    order:    `baseline` or `dependency`
    saved:    for each idea of the encoding what it saved, in words
    same:     for each atom of a move that stands for others, those others
    """

    program: GroundProgram
    prefix: list[Quantified] = field(default_factory=list)
    facts: GameFacts | None = None
    file: str = field(default="<program>", compare=False)
    encoding: str = "lean"
    order: str = "baseline"
    saved: dict[str, str] = field(default_factory=dict)
    same: dict[str, list[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class SqaspSource:
    """A program as a person writes it, to be grounded by clingo.

    text: the program, with variables and all
    file: the name for messages
    """

    text: str
    file: str = "<string>"
