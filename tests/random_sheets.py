"""Random rule sheets by seed: odd words, odd nesting, comments anywhere; no games.

And what makes two sheets the same: rules that are equal up to the names of their variables.
"""

from __future__ import annotations

import random

from gdlc.formats.gdl import Atom, Constant, Distinct, Function, Goal, Not, Or, Rule, Term, Variable

_WORDS = (
    "a", "b", "cell", "cellAt", "x_1", "1", "01", "-1", "+1", "1a", "-", "++", "<", ":-", "X",
    "Red", "o'neil", "a\\b", "'", "\\", "é", "naïve", "%", "a%b", "&", "~", "|", ".", ",", "a,b",
    "_x", "role", "NOT", "or", "not", "distinct", "random",
    "Random", '"q"', "\x00", "\u2028", "end.",
)  # fmt: skip
_VARIABLES = ("x", "X", "x1", "n++", "N_", "1", "é", "_", "X_2", "x'", "long-name", "%")
_RELATIONS = tuple(word for word in _WORDS if word.lower() not in ("or", "not", "distinct", ":-"))
_BLANKS = (" ", "\n", "\n\n\n", "\t", "  ", "\r\n", "\r", "\f", "\v\n", " \n \n")


def sheet(seed: int, *, comments: bool = True) -> str:
    """A sheet in KIF, laid out at random."""
    return _Draft(random.Random(seed), comments).sheet()


class _Draft:
    def __init__(self, rng: random.Random, comments: bool) -> None:
        self._rng = rng
        self._comments = comments

    def sheet(self) -> str:
        rng = self._rng
        parts = [self._blank(0.3)]
        for _ in range(rng.randrange(12)):
            parts += [self._statement(), self._blank(1)]
        return ("\ufeff" if rng.random() < 0.1 else "") + "".join(parts)

    def _blank(self, chance: float) -> str:
        """Blanks and comments between two words; `chance` of any."""
        rng = self._rng
        blank = rng.choice(_BLANKS) if rng.random() < chance else ""
        if self._comments and rng.random() < 0.15:
            text = rng.choice(("", " why", ";; head", "% odd", " (not a rule", "é\t", "\x0c", ";%"))
            blank += f";{text}{rng.choice((chr(10), chr(13)))}{rng.choice(_BLANKS)}"
        return blank

    def _list(self, *items: str) -> str:
        body = self._blank(1) or " "
        inside = "".join(f"{item}{self._blank(1) or ' '}" for item in items)
        return f"({inside}){body if self._rng.random() < 0.2 else ''}"

    def _statement(self) -> str:
        rng = self._rng
        if rng.random() < 0.4:
            return self._atom()
        body = [self._goal(0) for _ in range(rng.choice((0, 1, 2, 2, 9)))]
        return self._list("<=", self._atom(), *body)

    def _goal(self, depth: int) -> str:
        rng = self._rng
        shape = rng.random()
        if depth < 5 and shape < 0.25:
            return self._list(rng.choice(("not", "NOT")), self._goal(depth + 1))
        if depth < 5 and shape < 0.45:
            parts = [self._goal(depth + 1) for _ in range(rng.choice((0, 1, 2, 2, 3)))]
            return self._list(rng.choice(("or", "Or")), *parts)
        if shape < 0.6:
            return self._list("distinct", self._term(0), self._term(0))
        return self._atom()

    def _atom(self) -> str:
        rng = self._rng
        name = rng.choice(_RELATIONS)
        args = [self._term(0) for _ in range(rng.choice((0, 1, 2, 3)))]
        return self._list(name, *args) if args or rng.random() < 0.5 else name

    def _term(self, depth: int) -> str:
        rng = self._rng
        shape = rng.random()
        if depth < 4 and shape < 0.3:
            args = [self._term(depth + 1) for _ in range(rng.choice((0, 1, 1, 2)))]
            return self._list(rng.choice(_WORDS[:-5]), *args)
        if shape < 0.6:
            return f"?{rng.choice(_VARIABLES)}"
        return rng.choice(_WORDS)


def renamed(rule: Rule) -> Rule:
    """The rule with its variables numbered in order of their first use."""
    numbers: dict[str, str] = {}

    def term(node: Term) -> Term:
        match node:
            case Variable(name):
                return Variable(numbers.setdefault(name, str(len(numbers))))
            case Function(name, args):
                return Function(name, tuple(map(term, args)))
            case Constant():
                return node

    def atom(node: Atom) -> Atom:
        return Atom(node.predicate, tuple(map(term, node.args)))

    def goal(node: Goal) -> Goal:
        match node:
            case Atom():
                return atom(node)
            case Not(inner):
                return Not(goal(inner))
            case Or(parts):
                return Or(tuple(map(goal, parts)))
            case Distinct(left, right):
                return Distinct(term(left), term(right))

    return Rule(atom(rule.head), tuple(map(goal, rule.body)))
