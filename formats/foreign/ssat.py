"""The older format of the SSAT literature, `.ssat`: a list of variables, then the clauses."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from fractions import Fraction
from typing import NoReturn

from gdlc.formats.errors import InputError, Place
from gdlc.formats.foreign.pieces import Written, chance_of, clauses, decimal
from gdlc.formats.xssat import Xssat
from gdlc.formats.xssat.formula import Quantifier

_NUMBER = re.compile(r"[0-9]{1,9}")
_LITERAL = re.compile(r"-?[0-9]{1,9}")
_PROBABILITY = re.compile(r"([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]{1,4})?")
_LONGEST = 10_000  # characters of a number; more is taken for damage
_BLANK = re.compile(r"\S+")
_MOST_VARS = 100_000_000


def write_ssat(formula: Xssat) -> Written:
    """Raises: InputError for universal variables, which the format does not have."""
    chance = chance_of(formula)
    universal = sum(len(block.vars) for block in formula.blocks if block.quantifier == "a")
    if universal:
        raise InputError(
            f".ssat knows E and R alone, and {universal} of the variables are universal",
            hint="--to sdimacs keeps them",
        )
    names = formula.names
    lines = [str(formula.n_vars), str(formula.n_clauses)]
    for block in formula.blocks:
        for var in block.vars:
            name = names.get(var, "")
            if not name or _BLANK.fullmatch(name) is None:
                name = f"x{var}"
            end = f"R {decimal(chance[var])}" if var in chance else "E"
            lines.append(f"{var} {name} {end}")
    rounded = sum(Fraction(decimal(one)) != one for one in chance.values())
    head = "".join(f"{line}\n" for line in lines).encode("utf-8")
    return Written(head + clauses(formula), rounded)


def read_ssat(text: str, file: str) -> Xssat:
    """Raises: InputError with the place."""
    return _Reader(text, file).run()


class _Reader:
    """Line by line: two counts, the variables in the order of the prefix, the clauses."""

    def __init__(self, text: str, file: str) -> None:
        self._file = file
        self._lines = text.split("\n")
        self._at = 0  # the line being read, from 1
        self._blocks: list[tuple[Quantifier, list[int]]] = []
        self._chance: dict[int, Fraction] = {}
        self._names: dict[int, str] = {}
        self._placed: set[int] = set()

    def run(self) -> Xssat:
        lines = self._words()
        n_vars = self._count(next(lines, []), "variables", _MOST_VARS)
        n_clauses = self._count(next(lines, []), "clauses", 1 << 32)
        flat, found = array("i"), 0
        open_since: re.Match[str] | None = None
        for words in lines:
            if found == 0 and open_since is None and self._is_variable(words):
                self._variable(words, n_vars)
                continue
            for word in words:
                if found == n_clauses:
                    self._fail(word, f"found {word[0]!r} after all {n_clauses} clauses")
                literal = self._literal(word, n_vars)
                flat.append(literal)
                found += literal == 0
                open_since = word if literal else None
        if open_since is not None or found != n_clauses:
            raise InputError(
                f"found {found} clauses, expected {n_clauses} as the second line says",
                file=self._file,
                hint="the file may be cut off",
            )
        return Xssat.build(
            n_vars, flat, self._blocks, probabilities=self._chance, names=self._names
        )

    def _words(self) -> Iterator[list[re.Match[str]]]:
        for number, line in enumerate(self._lines, 1):
            self._at = number
            words = list(_BLANK.finditer(line))
            if words:
                yield words

    def _count(self, words: list[re.Match[str]], what: str, most: int) -> int:
        if len(words) != 1 or _NUMBER.fullmatch(words[0][0]) is None or int(words[0][0]) > most:
            if not words:
                raise InputError(f"found no number of {what}", file=self._file)
            self._fail(words[0], f"expected the number of {what} alone on its line")
        return int(words[0][0])

    @staticmethod
    def _is_variable(words: list[re.Match[str]]) -> bool:
        return len(words) >= 3 and words[2][0].isalpha()

    def _variable(self, words: list[re.Match[str]], n_vars: int) -> None:
        number, name, kind = words[:3]
        var = int(number[0]) if _NUMBER.fullmatch(number[0]) else 0
        if not 1 <= var <= n_vars:
            self._fail(number, f"found {number[0]!r}, expected a variable in 1..{n_vars}")
        if var in self._placed:
            self._fail(number, f"variable {var} is listed twice")
        self._placed.add(var)
        if name[0] != f"x{var}":
            self._names[var] = name[0]
        quantifier: Quantifier = "e"
        if kind[0] == "R" and len(words) == 4:
            self._chance[var] = self._probability(words[3])
            quantifier = "r"
        elif kind[0] != "E" or len(words) != 3:
            self._fail(kind, f"found {kind[0]!r}, expected `E`, or `R` and a probability")
        if not self._blocks or self._blocks[-1][0] != quantifier:
            self._blocks.append((quantifier, []))
        self._blocks[-1][1].append(var)

    def _probability(self, word: re.Match[str]) -> Fraction:
        text = word[0]
        if len(text) > _LONGEST or _PROBABILITY.fullmatch(text) is None or Fraction(text) > 1:
            self._fail(word, f"found {text[:40]!r}, expected a probability in [0, 1]")
        return Fraction(text)

    def _literal(self, word: re.Match[str], n_vars: int) -> int:
        literal = int(word[0]) if _LITERAL.fullmatch(word[0]) else n_vars + 1
        if abs(literal) > n_vars or word[0] == "-0":
            self._fail(word, f"found {word[0][:40]!r}, expected a literal up to {n_vars}, or 0")
        if literal and abs(literal) not in self._placed:
            self._fail(word, f"variable {abs(literal)} stands in a clause but in no line above")
        return literal

    def _fail(self, word: re.Match[str], message: str) -> NoReturn:
        line = self._lines[self._at - 1].rstrip("\r")
        place = Place(self._file, self._at, word.start() + 1, line, len(word[0]))
        raise InputError(message, place=place)
