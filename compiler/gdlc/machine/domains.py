"""What may stand at each place of the terms of a game: read off the rules, without playing.

A place is an argument of a relation, or of a function there. Its domain holds at least all that
ever stands in it in any play, mostly little more: a variable of a head takes what all its places
in the positive premises have in common, until nothing new comes.

Nothing here looks at words: only at where they stand, and at which first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeAlias

from gdlc.formats.gdl import Atom, Constant, Function, RuleSheet, Term, Variable
from gdlc.rules.normal_form import FlatRule, Literal, flatten
from gdlc.stop import Stop

Place: TypeAlias = "tuple[str | int, ...]"
"""The relation, the number of the argument from 0; then, for each function, its name, its number
of arguments, and the number of the argument."""

_DEEPEST = 3  # functions within functions that are looked into; terms may grow without end
_NUMERAL = re.compile(r"-?[0-9]+\Z")
# What is made true, and what is done.
_SAME = {"init": "true", "next": "true", "does": "legal"}


@dataclass(slots=True)
class Domain:
    """The constants and functions (name, number of arguments) that may stand at a place."""

    constants: set[str] = field(default_factory=set)
    functions: set[tuple[str, int]] = field(default_factory=set)


class Domains:
    """The domains of a sheet, and the order in which a game counts its words.

    Shape:  R rules, P places of V values -> at most V rounds over the rules; mostly a few
    Raises: what the stop token raises
    """

    def __init__(self, sheet: RuleSheet, stop: Stop | None = None) -> None:
        self._stop = stop or Stop()
        self._at: dict[Place, Domain] = {}
        self._changed = False
        self._first: dict[str, int] = {}
        self._steps: dict[str, list[tuple[str, str]]] = {}
        rules = flatten(sheet)
        for rule in rules:
            self._note_words(rule)
        self._settle(rules)

    def _note_words(self, rule: FlatRule) -> None:
        atoms = [rule.head, *(part.atom for part in rule.body if isinstance(part, Literal))]
        for atom in atoms:
            for word in _words(atom.args):
                self._first.setdefault(word, len(self._first))
        match rule.head.args:
            case (Constant(left), Constant(right)) if not rule.body:
                self._steps.setdefault(rule.head.predicate, []).append((left, right))

    def _settle(self, rules: Sequence[FlatRule]) -> None:
        todo = list(rules)
        while todo:
            self._changed = False
            for number, rule in enumerate(todo):
                if number % 256 == 0:
                    self._stop.check()
                self._apply(rule)
            # Ground heads are in after one round, unless a premise was empty.
            todo = [rule for rule in todo if rule.body] if self._changed else []

    def _apply(self, rule: FlatRule) -> None:
        places: dict[str, list[Place]] = {}
        for part in rule.body:
            if isinstance(part, Literal) and part.positive:
                for name, place in _variables(part.atom):
                    places.setdefault(name, []).append(place)
        for found in places.values():
            if not self._shared(found):
                return
        relation = _relation(rule.head)
        for number, term in enumerate(rule.head.args):
            self._add((relation, number), term, places)

    def _shared(self, places: Sequence[Place]) -> bool:
        """Whether the places have anything in common."""
        domains = [self._at.get(place) for place in places]
        return all(domains) and bool(
            set.intersection(*(one.constants for one in domains if one))
            or set.intersection(*(one.functions for one in domains if one))
        )

    def _add(self, target: Place, term: Term, places: dict[str, list[Place]]) -> None:
        domain = self._at.setdefault(target, Domain())
        match term:
            case Constant(name):
                self._changed |= name not in domain.constants
                domain.constants.add(name)
            case Variable(name):
                self._copy(target, places.get(name, []))
            case Function(name, args):
                self._changed |= (name, len(args)) not in domain.functions
                domain.functions.add((name, len(args)))
                if _depth(target) < _DEEPEST:
                    for number, arg in enumerate(args):
                        self._add((*target, name, len(args), number), arg, places)

    def _copy(self, target: Place, sources: Sequence[Place]) -> None:
        domains = [self._at[source] for source in sources if source in self._at]
        if not domains:
            return
        own = self._at.setdefault(target, Domain())
        constants = set.intersection(*(one.constants for one in domains))
        functions = set.intersection(*(one.functions for one in domains))
        if not constants <= own.constants or not functions <= own.functions:
            self._changed = True
            own.constants |= constants
            own.functions |= functions
        if _depth(target) < _DEEPEST:
            for name, arity in functions:
                for number in range(arity):
                    below = (name, arity, number)
                    self._copy((*target, *below), [(*source, *below) for source in sources])

    # Answers

    def of(self, *place: str | int) -> Domain:
        """What may stand at a place; nothing at one that the rules never fill."""
        return self._at.get(place, Domain())

    def fluents(self) -> list[tuple[str, int]]:
        """The functions of fluents with their number of arguments, the one met first first."""
        found = self.of("true", 0).functions
        return sorted(found, key=lambda one: (self._first.get(one[0], 0), one[1]))

    def admits(self, term: object) -> bool:
        """Whether a ground term may be a fluent, as far as the domains tell."""
        return self._admits(("true", 0), term)

    def _admits(self, place: Place, term: object) -> bool:
        if isinstance(term, str):
            return term in self.of(*place).constants
        assert isinstance(term, tuple)
        name, arity = term[0], len(term) - 1
        if (name, arity) not in self.of(*place).functions:
            return False
        return _depth(place) >= _DEEPEST or all(
            self._admits((*place, name, arity, number), arg) for number, arg in enumerate(term[1:])
        )

    def by_first(self, words: Iterator[str] | set[str] | Sequence[str]) -> list[str]:
        """Words in the order in which the sheet uses them first."""
        return sorted(words, key=lambda word: (self._first.get(word, len(self._first)), word))

    def ordered(self, words: set[str]) -> list[str] | None:
        """The words in the order in which the game counts them; None if it does not count them.

        Numerals are counted as numbers, others by a relation whose facts lead from each to the
        next.
        """
        if all(map(_NUMERAL.match, words)):
            return sorted(words, key=lambda word: (int(word), word))
        for steps in self._steps.values():
            chain = _chain(words, steps)
            if chain is not None:
                first = [self._first[word] for word in chain]
                rises = sum(a < b for a, b in pairwise(first))
                # A relation to the one before counts downwards.
                return chain if 2 * rises >= len(chain) - 1 else chain[::-1]
        return None


def _chain(words: set[str], steps: Sequence[tuple[str, str]]) -> list[str] | None:
    """The one path through all words that the steps make, if they make no more than that."""
    following: dict[str, str] = {}
    reached: set[str] = set()
    for left, right in steps:
        if left in words and right in words and left != right:
            if following.setdefault(left, right) != right:
                return None
            reached.add(right)
    starts = [word for word in words if word not in reached]
    if len(starts) != 1:
        return None
    chain = [starts[0]]
    while chain[-1] in following and len(chain) <= len(words):
        chain.append(following[chain[-1]])
    return chain if len(chain) == len(words) else None


def _relation(atom: Atom) -> str:
    return _SAME.get(atom.predicate, atom.predicate)


def _depth(place: Place) -> int:
    return (len(place) - 2) // 3


def _variables(atom: Atom) -> Iterator[tuple[str, Place]]:
    """The variables of an atom with their places, as deep as places go."""
    relation = _relation(atom)
    stack: list[tuple[Term, Place]] = [
        (term, (relation, number)) for number, term in enumerate(atom.args)
    ]
    while stack:
        term, place = stack.pop()
        match term:
            case Variable(name):
                yield name, place
            case Function(name, args) if _depth(place) < _DEEPEST:
                for number, arg in enumerate(args):
                    stack.append((arg, (*place, name, len(args), number)))
            case _:
                pass


def _words(terms: Sequence[Term]) -> Iterator[str]:
    stack = list(reversed(terms))
    while stack:
        term = stack.pop()
        match term:
            case Constant(name):
                yield name
            case Function(name, args):
                yield name
                stack.extend(reversed(args))
            case _:
                pass
