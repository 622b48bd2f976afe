"""The two prefixes of a game, worked out from the text of its `.sqasp` file and their definition.

The baseline order has the choice atoms by time: within a step the player's moves, then the digits
of the opponents, then the coins of `random`; the coins of the goal values come last. All else is
innermost and has no level. The dependency order has the same choice atoms in the same order. A
derived atom stands in an existential level directly behind the last choice that it depends on, in
front of all if it depends on none. A sign makes no difference to what depends on what, constraints
derive nothing, and a choice depends on nothing.
Source:  the definitions of Q_b and Q_d, He and Thielscher, arXiv 2605.23705.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

EXISTS, FORALL, CHANCE = "exists", "forall", "chance"
_WITHIN_A_STEP = {EXISTS: 0, FORALL: 1, CHANCE: 2}
_QUANTIFIER = re.compile(r"_(exists|forall|chance)\((\d+),")

Level = tuple[str, frozenset[str]]
"""A quantifier and its atoms."""


@dataclass
class Program:
    """What the prefixes depend on.

    chosen:   atoms in the head of a choice rule
    facts:    atoms that are the head of a rule without body
    arcs:     from each atom to the heads of the rules in whose body it stands
    derived:  atoms that are the head of a plain rule
    excluded: atoms that are the whole body of a constraint: moves that are never legal
    prefix:   atom -> its level and quantifier
    """

    chosen: set[str] = field(default_factory=set)
    facts: set[str] = field(default_factory=set)
    arcs: dict[str, set[str]] = field(default_factory=dict)
    derived: set[str] = field(default_factory=set)
    excluded: set[str] = field(default_factory=set)
    prefix: dict[str, tuple[int, str]] = field(default_factory=dict)

    @property
    def choices(self) -> list[str]:
        """The choice atoms of the prefix."""
        return [atom for atom in self.prefix if atom in self.chosen]


def read(text: str) -> Program:
    """Reads a file with one ground statement a line, as it is written.

    Raises:  ValueError: the file has another form.
    """
    program = Program()
    lines = text.splitlines()
    if not lines or lines[0] != "% gdlc sqasp 1" or lines[-1] != "% end":
        raise ValueError("no file of the first version, or cut")
    for line in lines:
        if line.startswith(("%", "_gdlc(")):
            continue
        if not line.endswith("."):
            raise ValueError(f"no statement: {line}")
        statement = line.removesuffix(".")
        if match := _QUANTIFIER.match(statement):
            atom = _pieces(statement[statement.index("(") + 1 : -1], ",")[-1]
            if atom in program.prefix:
                raise ValueError(f"{atom} is quantified twice")
            program.prefix[atom] = (int(match[2]), match[1])
        else:
            _read_rule(program, statement)
    return program


def _read_rule(program: Program, statement: str) -> None:
    head, *rest = _pieces(statement, ":-")
    if len(rest) > 1:
        raise ValueError(f"no rule: {statement}")
    if "{" in head:
        program.chosen.update(_atoms(head))
    elif head:
        program.derived.add(head)
        if not rest:
            program.facts.add(head)
        for literal in _pieces(rest[0], ",") if rest else []:
            for atom in _atoms(literal):
                program.arcs.setdefault(atom, set()).add(head)
    elif rest and len(_pieces(rest[0], ",")) == 1 and not re.match(r"not |#|\d", rest[0]):
        program.excluded.update(_atoms(rest[0]))


def _atoms(literal: str) -> Iterator[str]:
    """The atoms of a literal, of a sum, or of the head of a choice."""
    at = next(_outside(literal, "{"), None)
    if at is None:
        yield literal.removeprefix("not ")
        return
    for element in _pieces(literal[at + 1 : literal.rindex("}")], ";"):
        yield _pieces(element, ":")[-1].removeprefix("not ")


def _pieces(text: str, separator: str) -> list[str]:
    """Splits at a separator outside brackets and strings, and strips the pieces."""
    cuts = list(_outside(text, separator))
    ends = [*cuts, len(text)]
    begins = [0, *[cut + len(separator) for cut in cuts]]
    return [text[begin:end].strip() for begin, end in zip(begins, ends, strict=True)]


def _outside(text: str, wanted: str) -> Iterator[int]:
    depth, quoted, at = 0, False, 0
    while at < len(text):
        char = text[at]
        if quoted:
            at += char == "\\"
            quoted = char != '"'
        elif char == '"':
            quoted = True
        elif depth == 0 and text.startswith(wanted, at):
            yield at
            at += len(wanted) - 1
        elif char in "({":
            depth += 1
        elif char in ")}":
            depth -= 1
        at += 1


def by_time(program: Program) -> list[Level]:
    """The baseline order that the choice atoms should have.

    Quantifiers are taken from the prefix: it is the order that is worked out.
    """
    levels: dict[tuple[float, int], tuple[str, set[str]]] = {}
    for atom in program.choices:
        kind = program.prefix[atom][1]
        key = (_step(atom), _WITHIN_A_STEP[kind])
        levels.setdefault(key, (kind, set()))[1].add(atom)
    return [(kind, frozenset(atoms)) for _, (kind, atoms) in sorted(levels.items())]


def _step(atom: str) -> float:
    if atom.startswith("_worth("):
        return math.inf
    return int(_pieces(atom[atom.index("(") + 1 : -1], ",")[-1])


def choice_levels(program: Program) -> list[Level]:
    """The choice atoms level by level, as the prefix has them."""
    levels: dict[tuple[int, str], set[str]] = {}
    for atom in program.choices:
        levels.setdefault(program.prefix[atom], set()).add(atom)
    return [(kind, frozenset(levels[level, kind])) for level, kind in sorted(levels)]


def last_choice(program: Program) -> dict[str, int]:
    """For each derived atom the last level of a choice that it depends on; 0 if on none.

    Levels are numbers of the prefix.
    """
    found: dict[str, int] = {}
    for choice in sorted(program.choices, key=lambda atom: -program.prefix[atom][0]):
        level = program.prefix[choice][0]
        ahead = [choice]
        while ahead:
            for head in program.arcs.get(ahead.pop(), ()):
                if head not in program.chosen and head not in found:
                    found[head] = level
                    ahead.append(head)
    return {atom: found.get(atom, 0) for atom in program.derived - program.chosen}


def faults(program: Program, *, dependency: bool) -> list[str]:
    """What the prefix of a file has against its order, a sentence each; nothing if it is right.

    A choice that is always excluded is certain: it may have a level, and need not.
    """
    missing = program.chosen - set(program.prefix) - program.excluded
    found = [f"{atom} has no level" for atom in missing]
    if choice_levels(program) != by_time(program):
        found.append("the choice atoms are not in the order of time")
    derived = set(program.prefix) - program.chosen
    if not dependency:
        return sorted(found + [f"{atom} is no choice, and has a level" for atom in derived])
    found += [f"{atom} is a fact, and has a level" for atom in derived & program.facts]
    found += [f"no rule derives {atom}, and it has a level" for atom in derived - program.derived]
    return sorted(found + _misplaced(program))


def _misplaced(program: Program) -> list[str]:
    found: list[str] = []
    numbers = sorted({program.prefix[atom][0] for atom in program.choices})
    following = dict(zip([0, *numbers], [*numbers, math.inf], strict=True))
    chosen_here = {program.prefix[atom][0]: program.prefix[atom][1] for atom in program.choices}
    together: dict[int, set[int]] = {}
    for atom, last in last_choice(program).items():
        if atom in program.facts:
            continue
        if atom not in program.prefix:
            found.append(f"{atom} has no level, its last choice has {last}")
            continue
        level, kind = program.prefix[atom]
        together.setdefault(last, set()).add(level)
        behind = last < level or (level == last and chosen_here[last] == EXISTS)
        if kind != EXISTS or not behind or not level < following[last]:
            found.append(f"{atom} has {kind} level {level}, its last choice has {last}")
    found += [
        f"levels {sorted(levels)} are all directly behind {last}"
        for last, levels in together.items()
        if len(levels) > 1
    ]
    return found
