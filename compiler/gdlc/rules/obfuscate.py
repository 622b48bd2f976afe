"""Other words for a game, as game managers do, so that no player can guess the rules from them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping

from gdlc.formats.errors import InputError, Place
from gdlc.formats.gdl import (
    KEYWORD_ARITY,
    RANDOM,
    Atom,
    Constant,
    Distinct,
    Function,
    Goal,
    Not,
    Or,
    Rule,
    RuleSheet,
    Term,
    Variable,
    read,
    write,
)
from gdlc.formats.gdl.tree import CONNECTIVES

_KEPT = frozenset({*KEYWORD_ARITY, *CONNECTIVES, RANDOM})
_NUMERAL = re.compile(r"[+-]?[0-9]+")
_CONSONANTS = "bdfghjklmnprstvz"
_VOWELS = "aeiou"
_FIRST = "gdlc words 1 "


def obfuscate(sheet: RuleSheet, *, seed: int = 0) -> tuple[RuleSheet, dict[str, str]]:
    """The game in nonsense words, and what each word became, in order of first use.

    Keywords, `random` and numerals stay. A word has one new word, be it a relation, a function or
    a constant; so has the name of a variable, with its `?` in the map. No new word is a word of the
    game.
    Keeps: the rules and their order, not the comments
    """
    words = list(dict.fromkeys(word for rule in sheet.rules for word in _words(rule)))
    taken = {word.lstrip("?").lower() for word in words} | _KEPT
    rng = random.Random(seed)
    renamed = {word: _nonsense(rng, taken, variable=word[0] == "?") for word in words}
    return rename(sheet, renamed), renamed


def rename(sheet: RuleSheet, words: Mapping[str, str]) -> RuleSheet:
    """The game in other words; those that are not in the map stay."""
    rules = tuple(_Renamer(words).rule(rule) for rule in sheet.rules)
    # Read back, so that its places are those of its own text.
    return read(write(RuleSheet(rules), sheet.language), sheet.file, sheet.language)


def write_words(words: Mapping[str, str]) -> str:
    """The map as a text: how many words, then a line for each, old and new with a tab between."""
    lines = [f"{_FIRST}{len(words)}", *(f"{old}\t{new}" for old, new in words.items())]
    return "".join(f"{line}\n" for line in lines)


def read_words(text: str, file: str = "<string>") -> dict[str, str]:
    """Raises: InputError with the line that is wrong."""
    first, *lines = text.split("\n")
    count = first.removeprefix(_FIRST)
    if not first.startswith(_FIRST) or not re.fullmatch(r"[0-9]{1,9}", count):
        raise InputError(
            "this is no map of words",
            place=Place(file, 1, 1, first[:100]),
            hint="`gdlc obfuscate --map` writes one",
        )
    words: dict[str, str] = {}
    for number, line in enumerate(lines[:-1], 2):
        pair = line.split("\t")
        if len(pair) != 2 or not all(pair) or pair[0] in words:
            raise InputError(
                "a word, a tab and another word are expected, each first word once",
                place=Place(file, number, 1, line),
            )
        words[pair[0]] = pair[1]
    if len(words) != int(count) or lines[-1:] != [""]:
        raise InputError(
            f"{count} words are promised, {len(words)} stand here; was the file cut?",
            place=Place(file, 1, len(_FIRST) + 1, first),
        )
    return words


def _words(rule: Rule) -> Iterator[str]:
    """All words of a rule that obfuscation replaces, from left to right, variables with `?`."""
    stack: list[Term | Goal] = [*reversed(rule.body), rule.head]
    while stack:
        match stack.pop():
            case Variable(name):
                yield f"?{name}"
            case Constant(name):
                if not _is_kept(name):
                    yield name
            case Function(name, args) | Atom(name, args):
                if not _is_kept(name):
                    yield name
                stack.extend(reversed(args))
            case Not(goal):
                stack.append(goal)
            case Or(goals):
                stack.extend(reversed(goals))
            case Distinct(left, right):
                stack.extend((right, left))


def _is_kept(word: str) -> bool:
    return word.lower() in _KEPT or _NUMERAL.fullmatch(word) is not None


def _nonsense(rng: random.Random, taken: set[str], *, variable: bool) -> str:
    """A word that can be spoken, and is none of those taken; it is taken then.

    That of a variable begins with a capital letter, as HRF wants it.
    """
    syllables = 2
    while True:
        word = "".join(
            rng.choice(letters) for _ in range(syllables) for letters in (_CONSONANTS, _VOWELS)
        )
        if word not in taken:
            taken.add(word)
            return f"?{word.capitalize()}" if variable else word
        syllables = min(syllables + 1, 12)


class _Renamer:
    def __init__(self, words: Mapping[str, str]) -> None:
        self._words = words

    def rule(self, rule: Rule) -> Rule:
        return Rule(self._atom(rule.head), tuple(map(self._goal, rule.body)))

    def _word(self, name: str) -> str:
        return self._words.get(name, name)

    def _atom(self, node: Atom) -> Atom:
        return Atom(self._word(node.predicate), tuple(map(self._term, node.args)))

    def _goal(self, node: Goal) -> Goal:
        match node:
            case Atom():
                return self._atom(node)
            case Not(goal):
                return Not(self._goal(goal))
            case Or(goals):
                return Or(tuple(map(self._goal, goals)))
            case Distinct(left, right):
                return Distinct(self._term(left), self._term(right))

    def _term(self, node: Term) -> Term:
        match node:
            case Constant(name):
                return Constant(self._word(name))
            case Variable(name):
                return Variable(self._word(f"?{name}")[1:])
            case Function(name, args):
                return Function(self._word(name), tuple(map(self._term, args)))
