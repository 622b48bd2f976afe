"""Ground answer set programs, natively. Compiled from native/bind/asp.cpp."""

from collections.abc import Sequence
from typing import final

YES: int
"""Stands for a literal that is true; its negative for one that is false."""

RuleParts = tuple[
    tuple[int, ...],
    tuple[int, ...],
    bool,
    int | None,
    int | None,
    int | None,
    tuple[int, ...],
]
"""Head, body, choice, lower, upper, bound, weights: the fields of `gdlc.formats.lp.Rule`."""

class ParseError(ValueError):
    """A text that breaks its format; line and column count from 1."""

    message: str
    line: int
    column: int
    hint: str | None

@final
class Stop:
    def interrupt(self) -> None: ...

@final
class Program:
    """Atoms by number, from 1, and rules by number, from 0."""

    def __init__(self) -> None: ...
    @property
    def atoms(self) -> int: ...
    @property
    def n_rules(self) -> int: ...
    def atom(self, name: str) -> int:
        """The number of an atom; a new one if the name is new."""

    def fresh(self, name: str) -> int: ...
    def find(self, name: str) -> int:
        """The number of an atom; 0: there is none."""

    def name(self, atom: int) -> str: ...
    def names(self) -> list[str]: ...
    def add(
        self,
        head: Sequence[int],
        body: Sequence[int],
        choice: bool = False,
        lower: int | None = None,
        upper: int | None = None,
        bound: int | None = None,
        weights: Sequence[int] = (),
    ) -> None: ...
    def rule(self, number: int) -> RuleParts: ...
    def rules(self) -> list[RuleParts]: ...
    def text(self, number: int) -> str:
        """A rule in clingo's syntax."""

    def copy(self) -> Program: ...
    def without_rules(self) -> Program:
        """The same atoms under the same numbers."""

    def without(self, numbers: Sequence[int]) -> Program:
        """Without the rules with these numbers."""

    def derived(self, predicate: str) -> list[tuple[int, bool]]:
        """The atoms of a predicate in some head, and whether each is a fact."""

    def heads(self) -> set[int]:
        """The atoms in heads."""

    def facts(self) -> set[int]:
        """The atoms that are facts."""

    def depths(self, chosen: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """For each derived atom the level of the last chosen atom that it depends on, or 0.

        Facts and chosen atoms are left out; in the order of the rules.
        """

    def choices(self) -> list[int]:
        """The numbers of the choice rules."""

    def constraints(self, most: int) -> list[int]:
        """The numbers of the constraints with ordinary bodies of at most so many literals."""

    def deriving(self, atoms: Sequence[int]) -> list[int]:
        """The numbers of the rules with one of the atoms in the head."""

@final
class Alike:
    """Which atoms a program cannot tell apart. The program stays as it is meanwhile."""

    def __init__(self, program: Program) -> None: ...
    def by_use(self, atoms: Sequence[int], conditions: Sequence[int]) -> list[int]:
        """For each atom the place of the first one that all rules use in the same way.

        Constraints `:- a, not b` with b in `conditions` are not looked at.
        """

    def by_rules(self, atoms: Sequence[int]) -> list[int]:
        """For each atom the place of the first derived by the same rules; 0: always true."""

@final
class Completion:
    @property
    def n_vars(self) -> int: ...
    @property
    def n_clauses(self) -> int: ...
    def clauses(self) -> bytes:
        """Flat native 32-bit literals, each clause ended by 0."""

    @property
    def values(self) -> list[int]:
        """For each atom its variable, the opposite of one, YES, -YES, or 0: left out."""

    @property
    def named(self) -> list[int]:
        """For each variable, from 1, the atom that it is named after, or 0."""

    def merged(self) -> list[tuple[int, int]]:
        """Each atom that shares the variable of another, with the literal that it is."""

    def names(self, program: Program) -> dict[int, str]:
        """The names of the variables that have one; `program` as it was completed."""

    @property
    def saved(self) -> dict[str, int]: ...
    @property
    def prefix(self) -> list[int]:
        """The atoms of the prefix with variables of their own, in the order of the variables."""

def buffer_standard_output() -> None:
    """Give C++'s standard output a buffer; see native/core/asp/standard_output.hpp."""

def flush_standard_output() -> bool:
    """For a process that is about to end by `os._exit`. False: not all could be written."""

def keep_freed_memory() -> None:
    """Let the C library keep what is freed; see native/core/asp/freed_memory.hpp."""

def read_aspif(text: bytes, steps: bool, stop: Stop) -> Program:
    """steps: primes in names become steps. Raises: ParseError, InterruptedError."""

def read_text(text: bytes, program: Program, stop: Stop) -> None:
    """Add ground rules to a program. Raises: ParseError, InterruptedError."""

def write_aspif(program: Program, shown: Sequence[int]) -> bytes: ...
def write_text(program: Program) -> bytes: ...
def simplify(program: Program) -> Program: ...
def free_choices(program: Program) -> Program: ...
def in_order(program: Program) -> Program: ...
def carry(source: Program, target: Program, timed: set[str], over: Sequence[int]) -> None:
    """Copy the rules of an unrolled game; see native/core/asp/timed.hpp."""

def unroll(
    once: Program, state: set[str], moves: set[str], horizon: int, stop: Stop
) -> Program | None:
    """The rules of a game step by step; see native/core/asp/unroll.hpp.

    None: they depend on their own negation. Raises: InterruptedError.
    """

def renumbered(program: Program, first: Sequence[int]) -> Program:
    """The same program with its atoms numbered as they come: first these, then in the rules."""

def compare(
    program: Program,
    condition: int,
    low: Sequence[int],
    high: Sequence[int],
    less: int,
    name: str,
) -> int:
    """Add rules that compare two binary numbers; see native/core/asp/compare.hpp."""

def positive_loops(program: Program) -> list[list[int]]:
    """The components of atoms that support each other in a circle without `not`."""

def cone(program: Program, conditional: Sequence[tuple[int, int]], roots: Sequence[int]) -> Program:
    """The rules that can make a difference; see native/core/asp/cone.hpp."""

def complete(
    program: Program,
    prefix: Sequence[tuple[int, int, str]],
    savings: Sequence[str] | None,
    stop: Stop,
) -> Completion:
    """savings: None: the plain completion. Raises: InterruptedError."""
