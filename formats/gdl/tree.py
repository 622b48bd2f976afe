"""The rules of a game as they stand on the sheet: terms, goals, rules, each with its place.

Two trees are equal when they say the same; places do not count.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from gdlc.formats.errors import Place

RANDOM = "random"
KEYWORD_ARITY = {
    "role": 1,
    "init": 1,
    "true": 1,
    "does": 2,
    "next": 1,
    "legal": 2,
    "goal": 2,
    "terminal": 0,
    "base": 1,
    "input": 2,
    "sees": 2,
}
CONNECTIVES = frozenset({"<=", "not", "or", "distinct"})


class Span(NamedTuple):
    """Where a node stands: line and column from 1, width in characters.

    A tuple, since each node has one: large sheets hold millions, and a frozen dataclass takes twice
    as long to make.
    """

    line: int
    column: int
    width: int = 1


NOWHERE = Span(1, 1)


@dataclass(frozen=True, slots=True)
class Constant:
    """A constant. Numerals are constants too: `01` and `1` are two."""

    name: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable; `name` is without the leading `?`."""

    name: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    def __str__(self) -> str:
        return f"?{self.name}"


@dataclass(frozen=True, slots=True)
class Function:
    """A function term with at least one argument; `(f)` is read as the constant f."""

    name: str
    args: tuple[Term, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    def __str__(self) -> str:
        return f"({self.name} {' '.join(map(str, self.args))})"


Term = Constant | Variable | Function


@dataclass(frozen=True, slots=True)
class Atom:
    """A relation; without arguments `p` and `(p)` are the same. Keywords are in lower case."""

    predicate: str
    args: tuple[Term, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    def __str__(self) -> str:
        if not self.args:
            return self.predicate
        return f"({self.predicate} {' '.join(map(str, self.args))})"


@dataclass(frozen=True, slots=True)
class Not:
    goal: Goal
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    def __str__(self) -> str:
        return f"(not {self.goal})"


@dataclass(frozen=True, slots=True)
class Or:
    goals: tuple[Goal, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    def __str__(self) -> str:
        return f"(or {' '.join(map(str, self.goals))})" if self.goals else "(or)"


@dataclass(frozen=True, slots=True)
class Distinct:
    left: Term
    right: Term
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    def __str__(self) -> str:
        return f"(distinct {self.left} {self.right})"


Goal = Atom | Not | Or | Distinct


@dataclass(frozen=True, slots=True)
class Rule:
    """`head` holds if all of `body` holds; a fact has an empty body."""

    head: Atom
    body: tuple[Goal, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    def __str__(self) -> str:
        if not self.body:
            return str(self.head)
        return f"(<= {self.head} {' '.join(map(str, self.body))})"


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment, tied to what it explains.

    text:  without the first run of `;` or `%`, and without blanks at its end
    marks: how many of them there were
    rule:  the number of its rule, from 0; behind the last rule it is the number of rules
    part:  0 the head or the whole rule, k the k-th premise
    own:   it stands on lines of its own before that part; else behind the part, in the same line
    """

    text: str
    marks: int
    rule: int
    part: int
    own: bool
    span: Span = NOWHERE


@dataclass(frozen=True)
class RuleSheet:
    """A game.

    rules:    in the order of the sheet
    file:     the name that messages use; not part of what the game is, like all below
    sha256:   of the bytes that were read, in hexadecimal
    lines:    the text, for messages
    comments: in the order of the sheet
    language: what it was read from, `kif` or `hrf`
    """

    rules: tuple[Rule, ...]
    file: str = field(default="<string>", compare=False)
    sha256: str = field(default="", compare=False)
    lines: tuple[str, ...] = field(default=(), compare=False, repr=False)
    comments: tuple[Comment, ...] = field(default=(), compare=False, repr=False)
    language: str = field(default="kif", compare=False)

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles in the order of their facts, each once, `random` among them."""
        names: dict[str, None] = {}
        for rule in self.rules:
            head = rule.head
            if head.predicate == "role" and len(head.args) == 1 and not rule.body:
                term = head.args[0]
                if isinstance(term, Constant):
                    names[term.name] = None
        return tuple(names)

    def place(self, span: Span) -> Place:
        """The place of a node of this sheet, for messages."""
        excerpt = self.lines[span.line - 1] if span.line <= len(self.lines) else ""
        return Place(self.file, span.line, span.column, excerpt, span.width)


def variables(node: Term | Goal) -> Iterator[Variable]:
    """All occurrences of variables below a node, from left to right."""
    stack: list[Term | Goal] = [node]
    while stack:
        current = stack.pop()
        match current:
            case Variable():
                yield current
            case Function() | Atom():
                stack.extend(reversed(current.args))
            case Not():
                stack.append(current.goal)
            case Or():
                stack.extend(reversed(current.goals))
            case Distinct():
                stack.extend((current.right, current.left))
            case Constant():
                pass


def atoms(goal: Goal) -> Iterator[tuple[Atom, bool]]:
    """All atoms below a goal with their sign: True where an even number of `not` stands above."""
    stack: list[tuple[Goal, bool]] = [(goal, True)]
    while stack:
        current, positive = stack.pop()
        match current:
            case Atom():
                yield current, positive
            case Not():
                stack.append((current.goal, not positive))
            case Or():
                stack.extend((part, positive) for part in reversed(current.goals))
            case Distinct():
                pass
