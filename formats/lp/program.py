"""Ground programs: atoms by number, rules over numbers; and the game's program around one.

A literal is an atom's number, negative where `not` stands before it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from gdlc import _asp


@dataclass(frozen=True, slots=True)
class Rule:
    """A ground rule.

    head:    atoms; empty for a constraint, one for a normal rule, any number for a choice
    body:    literals
    choice:  the head's atoms may be chosen freely
    lower:   with `choice`: at least so many of the head's atoms hold, if the body does
    upper:   with `choice`: at most so many
    bound:   the body is a sum: it holds if the weights of its true literals reach the bound;
             None for an ordinary body, where all literals have to hold
    weights: one for each literal of a sum, positive
    """

    head: tuple[int, ...]
    body: tuple[int, ...] = ()
    choice: bool = False
    lower: int | None = None
    upper: int | None = None
    bound: int | None = None
    weights: tuple[int, ...] = ()

    @property
    def is_fact(self) -> bool:
        return len(self.head) == 1 and not self.body and not self.choice and self.bound is None

    @property
    def is_plain(self) -> bool:
        """A normal rule or a constraint with an ordinary body."""
        return not self.choice and self.bound is None


class GroundProgram:
    """Atoms and rules.

    Held natively until somebody asks for `names` or `rules` as lists; from then on the lists are
    the program, and may be changed. What passes need of a large program is asked of `native`, or by
    the methods here, which serve both.

    names: the text of atom n at index n; index 0 is not used
    rules: in the order in which they are written
    """

    def __init__(self, names: Iterable[str] = (), rules: Iterable[Rule] = ()) -> None:
        self._names: list[str] = ["", *names]
        self._rules: list[Rule] = list(rules)
        self._numbers = {name: n for n, name in enumerate(self._names) if n}
        empty = len(self._names) == 1 and not self._rules
        self._native: _asp.Program | None = _asp.Program() if empty else None

    @classmethod
    def of(cls, native: _asp.Program) -> GroundProgram:
        """The program that is held natively; it belongs to the result."""
        program = cls()
        program.hold(native)
        return program

    def hold(self, native: _asp.Program) -> None:
        """Become the program that is held natively; it belongs to this one."""
        self._native = native

    @property
    def native(self) -> _asp.Program:
        """The program for native passes; they leave it as it is."""
        if self._native is not None:
            return self._native
        native = _asp.Program()
        for name in self._names[1:]:
            native.atom(name)
        for r in self._rules:
            native.add(r.head, r.body, r.choice, r.lower, r.upper, r.bound, r.weights)
        return native

    @property
    def names(self) -> list[str]:
        self._as_lists()
        return self._names

    @property
    def rules(self) -> list[Rule]:
        self._as_lists()
        return self._rules

    @rules.setter
    def rules(self, rules: list[Rule]) -> None:
        self._as_lists()
        self._rules = rules

    def _as_lists(self) -> None:
        if self._native is None:
            return
        self._names = self._native.names()
        self._rules = [Rule(*parts) for parts in self._native.rules()]
        self._numbers = {name: n for n, name in enumerate(self._names) if n}
        self._native = None

    def atom(self, name: str) -> int:
        """The number of an atom; a new one if the text is new."""
        if self._native is not None:
            return self._native.atom(name)
        number = self._numbers.get(name)
        if number is None:
            number = len(self._names)
            self._numbers[name] = number
            self._names.append(name)
        return number

    def fresh(self, name: str) -> int:
        """A new atom; with more `_` before the name where it is in use."""
        if self._native is not None:
            return self._native.fresh(name)
        while name in self._numbers:
            name = f"_{name}"
        return self.atom(name)

    def find(self, name: str) -> int | None:
        """The number of an atom, or None."""
        if self._native is not None:
            return self._native.find(name) or None
        return self._numbers.get(name)

    def name(self, atom: int) -> str:
        """The text of an atom."""
        return self._names[atom] if self._native is None else self._native.name(atom)

    def add(self, head: Iterable[int], body: Iterable[int] = ()) -> None:
        """Add a normal rule, or a constraint if the head is empty."""
        if self._native is None:
            self._rules.append(Rule(tuple(head), tuple(body)))
        else:
            self._native.add(tuple(head), tuple(body))

    def append(self, rule: Rule) -> None:
        """Add a rule."""
        if self._native is None:
            self._rules.append(rule)
            return
        self._native.add(
            rule.head, rule.body, rule.choice, rule.lower, rule.upper, rule.bound, rule.weights
        )

    def literal_text(self, literal: int) -> str:
        return self.name(literal) if literal > 0 else f"not {self.name(-literal)}"

    @property
    def n_rules(self) -> int:
        return len(self._rules) if self._native is None else self._native.n_rules

    def __len__(self) -> int:
        return len(self._names) - 1 if self._native is None else self._native.atoms

    def _key(self) -> list[object]:
        names = self.names

        def lits(body: tuple[int, ...]) -> tuple[tuple[bool, str], ...]:
            return tuple((literal > 0, names[abs(literal)]) for literal in body)

        return [
            (lits(r.head), lits(r.body), r.choice, r.lower, r.upper, r.bound, r.weights)
            for r in self.rules
        ]

    def __eq__(self, other: object) -> bool:
        """Equal when the rules say the same in the same order; numbering does not count."""
        return isinstance(other, GroundProgram) and self._key() == other._key()

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True)
class GameFacts:
    """What later passes must know of the game, in the terms of the program.

    player:    the role that is to win
    roles:     all roles in the order of the sheet
    horizon:   the number of steps
    objective: `win`, `atleast:V` or `score`
    source:    sha256 of the rule sheet, in hexadecimal
    start:     sha256 of the fluents that the play begins with; empty: those of the rule sheet
    turns:     `pessimistic` where opponents see the player's move of the same step; else empty
    """

    player: str
    roles: tuple[str, ...]
    horizon: int
    objective: str
    source: str
    start: str = ""
    turns: str = ""


@dataclass
class LpProgram:
    """The cooperative program of a game, ground.

    facts:   what later passes must know
    program: the rules
    origins: for each predicate `name/arity` of the sheet, the lines of the rules for it
    file:    the name for messages; not part of what the program is
    """

    facts: GameFacts
    program: GroundProgram
    origins: dict[str, tuple[int, ...]] = field(default_factory=dict)
    file: str = field(default="<program>", compare=False)
