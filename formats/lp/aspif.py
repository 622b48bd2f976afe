"""aspif, the ground format between gringo and clasp, as a person gives it: errors have their lines.

What our own calls of clingo print is read natively (native/core/asp/aspif.hpp).

Source: Gebser, Kaminski, Kaufmann, Ostrowski, Schaub, Wanko: Theory Solving Made Easy with
Clingo 5 (ICLP 2016, technical communications), appendix A.
"""

from __future__ import annotations

import re
from typing import NoReturn

from gdlc.formats.errors import InputError, Place
from gdlc.formats.lp.numbered import name_atoms
from gdlc.formats.lp.program import GroundProgram, Rule

FOREIGN = {
    "minimize": "a minimize statement",
    "assumption": "an assumption",
    "edge": "an edge of an acyclicity constraint",
    "theory": "a theory atom",
}
"""What the grounders' formats can say and a quantified program cannot."""

_FOREIGN = {2: "minimize", 6: "assumption", 8: "edge", 9: "theory"}
_IGNORED = (3, 7, 10)  # projection, heuristics, comments: they change no stable model
_HEADER = re.compile(rb"asp 1 \d+ \d+( incremental)?\r?$")


def recognise(text: str) -> bool:
    """Whether a text is aspif, of whatever version."""
    return text.startswith("asp ")


def read(data: bytes, file: str) -> GroundProgram:
    """Read aspif that was written with all atoms shown.

    Atoms without a name get one of the form `_aux(n)`. Facts that gringo names come first.
    Raises: InputError for statements that have no place in a quantified program, another version,
            a line that is no statement, or a file that is cut.
    """
    return _Reader(data, file).read()


class _Reader:
    def __init__(self, data: bytes, file: str) -> None:
        self.data = data
        self.file = file
        self.names: list[tuple[int, str]] = []
        self.facts: list[str] = []
        self.rules: list[Rule] = []
        self.at = 0  # where the statement begins
        self.end = 0  # where its line ends

    def fail(self, message: str, hint: str | None = None) -> NoReturn:
        line = self.data.count(b"\n", 0, self.at) + 1
        text = self.data[self.at : self.at + 2000].split(b"\n", 1)[0].decode(errors="replace")
        place = Place(self.file, line, 1, text, max(1, len(text)))
        raise InputError(message, place=place, hint=hint)

    def read(self) -> GroundProgram:
        data = self.data
        count = 0
        while True:
            self.end = data.find(b"\n", self.at)
            if self.end < 0:
                if count and data[self.at :].strip() == b"0":
                    break
                if self.at < len(data):
                    self.fail("the file is cut: the line has no end", _WHOLE)
                self.fail("the file is cut: the line `0` at its end is missing", _WHOLE)
            line = data[self.at : self.end]
            if count == 0:
                if not _HEADER.match(line):
                    self.fail("another version of aspif; `asp 1 0 0` is expected")
            elif line.strip() == b"0":
                break
            else:
                try:
                    self.statement(line)
                except (ValueError, IndexError):
                    self.fail("this is no statement of aspif")
            count += 1
            self.at = self.end + 1
        self.at = self.end + 1 if self.end >= 0 else len(data)
        if data[self.at :].strip():
            self.fail(
                "text stands behind the end of the program",
                "only the first step of an incremental program can be read",
            )
        return name_atoms(self.names, self.facts, self.rules, self.file)

    def statement(self, line: bytes) -> None:
        """Read a statement. Raises: ValueError, IndexError if it is malformed."""
        if line.startswith(b"4 "):
            self.show(line)
            return
        kind = int(line.split(b" ", 1)[0])
        if kind == 1:
            self.rules.append(self.rule([int(word) for word in line.split()]))
        elif kind == 5:
            _, atom, value = map(int, line.split())
            if value == 1:
                self.rules.append(Rule((atom,)))
            elif value == 0:
                self.rules.append(Rule((atom,), choice=True))
        elif kind in _FOREIGN:
            self.fail(
                f"{FOREIGN[_FOREIGN[kind]]} has no meaning in a quantified program",
                "remove the statement",
            )
        elif kind not in _IGNORED:
            raise ValueError

    def show(self, line: bytes) -> None:
        _, length, _ = line.split(b" ", 2)
        begin = self.at + 3 + len(length)
        behind = begin + int(length)
        name = self.data[begin:behind].decode()
        self.end = self.data.find(b"\n", behind)  # a name may hold line ends
        if self.end < 0 or self.data[behind : behind + 1] != b" ":
            raise ValueError
        count, *literals = map(int, self.data[behind : self.end].split())
        if count != len(literals):
            raise ValueError
        if not literals:
            self.facts.append(name)
        elif len(literals) == 1 and literals[0] > 0:
            self.names.append((literals[0], name))

    def rule(self, n: list[int]) -> Rule:
        """A rule whose atoms still have aspif's numbers."""
        heads = tuple(n[3 : 3 + n[2]])
        choice = n[1] == 1
        if not choice and len(heads) > 1:
            refuse_disjunction(self.file)
        at = 3 + n[2]
        if n[at] == 0:
            body = tuple(n[at + 2 :])
            bound = None
            weights: tuple[int, ...] = ()
            count = len(body)
        else:
            rest = n[at + 3 :]
            body, weights, bound = tuple(rest[::2]), tuple(rest[1::2]), n[at + 1]
            at += 1
            count = len(weights)
        if n[at + 1] != count or len(body) != count or 0 in body or min(heads, default=1) < 1:
            raise ValueError
        if weights and min(weights) < 1:
            raise ValueError
        return Rule(heads, body, choice, bound=bound, weights=weights)


_WHOLE = "give the whole output of the grounder"


def refuse_disjunction(file: str) -> NoReturn:
    """Raise the error for a disjunction in a head."""
    raise InputError(
        "a disjunction in a head: disjunctive programs have no translation to clauses here",
        file=file,
        hint="write a choice rule such as `1 {a; b}` if that is what is meant; where the program "
        "has no disjunction, a circle goes through a sum with negative weights or an upper bound, "
        "of which clingo makes one",
    )
