"""The ground format of lparse and smodels, which gringo writes too: read into a GroundProgram.

Rules, the symbol table, and the compute statement `B+ ... B- ...`, each ended by a line `0`; then
the number of models that are asked for, which is ignored. In bodies negative literals come first.

Source: Syrjanen, Lparse 1.0 user's manual, appendix on the internal format; the rules of the kinds
90 to 92 are gringo's (Gebser and others, Potassco guide).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NoReturn

from gdlc.formats.errors import InputError, Place
from gdlc.formats.lp.aspif import FOREIGN, refuse_disjunction
from gdlc.formats.lp.numbered import name_atoms
from gdlc.formats.lp.program import GroundProgram, Rule

_NUMBERS = re.compile(r"\d+( \d+)+\s*$")
_SECTIONS = (("B+", "the atoms that have to be true"), ("B-", "the atoms that have to be false"))


def recognise(text: str) -> bool:
    """Whether a text is in this format: its first line has numbers only, as clingo's text has not.

    A file without rules begins with the line `0`.
    """
    first = text.split("\n", 1)[0]
    return bool(_NUMBERS.match(first)) or (first.strip() == "0" and "\nB+" in text)


def read(text: str, file: str, tick: Callable[[], None] = lambda: None) -> GroundProgram:
    """Read a program, the compute statement as constraints.

    Atoms without a name get one of the form `_aux(n)`.
    tick:   called every thousand rules; may raise to stop
    Raises: InputError for rules that have no place in a quantified program, a line that is no
            rule, or a file that is cut.
    """
    return _Reader(text, file).read(tick)


class _Reader:
    def __init__(self, text: str, file: str) -> None:
        self.lines = text.split("\n")
        self.file = file
        self.next = 0  # the line that is taken next
        self.names: list[tuple[int, str]] = []
        self.rules: list[Rule] = []

    def fail(self, message: str, hint: str | None = None) -> NoReturn:
        """An error at the line that was taken last."""
        number = max(self.next, 1)
        line = self.lines[number - 1].rstrip("\r")
        place = Place(self.file, number, 1, line[:2000], max(1, len(line)))
        raise InputError(message, place=place, hint=hint)

    def take(self, expected: str) -> str:
        """The next line. Only the last one may lack its end: what it says is ignored."""
        if self.next >= len(self.lines) or (
            self.next == len(self.lines) - 1 and not self.lines[-1].strip()
        ):
            self.next = len(self.lines)
            self.fail(f"the file is cut: {expected} expected", "give the grounder's whole output")
        self.next += 1
        return self.lines[self.next - 1].rstrip("\r")

    def numbers(self, expected: str) -> list[int]:
        line = self.take(expected)
        words = line.split()
        if not words or not all(word.isascii() and word.isdigit() for word in words):
            self.fail(f"{expected} expected")
        return [int(word) for word in words]

    def read(self, tick: Callable[[], None]) -> GroundProgram:
        while (numbers := self.numbers("a rule, or `0` behind the last one,")) != [0]:
            if self.next % 1000 == 0:
                tick()
            try:
                self.rule(numbers)
            except (ValueError, IndexError):
                self.fail("this is no rule of the smodels format")
        self.symbols()
        true, false = (self.computed(*section) for section in _SECTIONS)
        if len(self.numbers("the number of models")) != 1:
            self.fail("the number of models expected")
        if any(line.strip() for line in self.lines[self.next :]):
            self.next += 1
            self.fail(
                "text stands behind the end of the program",
                "only the first step of an incremental program can be read",
            )
        self.compute(true, false)
        return name_atoms(self.names, (), self.rules, self.file)

    def symbols(self) -> None:
        while (line := self.take("a name, or `0` behind the last one,").strip()) != "0":
            number, _, name = line.partition(" ")
            if not name or not number.isdigit() or int(number) == 0:
                self.fail("an atom's number and its name expected")
            if name.startswith("_edge("):  # what gringo makes of `#edge`
                self.refuse("edge")
            self.names.append((int(number), name))

    def computed(self, title: str, what: str) -> list[int]:
        if self.take(f"`{title}`").strip() != title:
            self.fail(f"`{title}` expected")
        atoms = []
        while (numbers := self.numbers(f"{what}, or `0` behind the last one,")) != [0]:
            atoms += numbers
        return atoms

    def compute(self, true: list[int], false: list[int]) -> None:
        """The compute statement. An atom that only says what is forbidden becomes constraints."""
        named = {atom for atom, _ in self.names}
        used = {abs(literal) for rule in self.rules for literal in rule.body} | named | {*true}
        used |= {atom for rule in self.rules if rule.choice for atom in rule.head}
        nowhere = {*false} - used
        for number, rule in enumerate(self.rules):
            if rule.head and rule.head[0] in nowhere:
                self.rules[number] = Rule((), rule.body, bound=rule.bound, weights=rule.weights)
        self.rules += (Rule((), (-atom,)) for atom in true)
        self.rules += (Rule((), (atom,)) for atom in false if atom not in nowhere)

    def refuse(self, what: str) -> NoReturn:
        self.fail(f"{FOREIGN[what]} has no meaning in a quantified program", "remove the statement")

    def rule(self, n: list[int]) -> None:
        """Read a rule. Raises: ValueError, IndexError if it is malformed."""
        kind = n[0]
        if kind == 1:
            self.add((n[1],), n[4:], n[2], n[3])
        elif kind == 2:
            self.add((n[1],), n[5:], n[2], n[3], bound=n[4], weights=(1,) * n[2])
        elif kind == 3:
            at = 2 + n[1]
            self.add(tuple(n[2:at]), n[at + 2 :], n[at], n[at + 1], choice=True)
        elif kind == 5:
            weights = tuple(n[5 + n[3] :])
            self.add((n[1],), n[5 : 5 + n[3]], n[3], n[4], bound=n[2], weights=weights)
        elif kind == 6:
            self.refuse("minimize")
        elif kind == 8:
            refuse_disjunction(self.file)
        elif kind == 91:  # an external atom: 0 false, 1 true, 2 free
            _, atom, value = n
            if value:
                self.add((atom,), [], 0, 0, choice=value == 2)
        elif kind != 90 or n != [90, 0]:  # 90: the program may have more steps
            raise ValueError

    def add(
        self,
        head: tuple[int, ...],
        atoms: list[int],
        count: int,
        negative: int,
        *,
        choice: bool = False,
        bound: int | None = None,
        weights: tuple[int, ...] = (),
    ) -> None:
        if len(atoms) != count or negative > count or not all((*head, *atoms)):
            raise ValueError
        body = tuple(-atom for atom in atoms[:negative]) + tuple(atoms[negative:])
        if bound is not None:
            if len(weights) != count:
                raise ValueError
            pairs = [*zip(body, weights, strict=True)]
            body = tuple(literal for literal, weight in pairs if weight)
            weights = tuple(weight for _, weight in pairs if weight)
        self.rules.append(Rule(head, body, choice, bound=bound, weights=weights))
