"""What can happen at each step, read off a ground program with time-stamped atoms."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from gdlc.formats.lp import GroundProgram
from gdlc.formats.lp.terms import split
from gdlc.passes.fold import Literal

_NUMBERS = re.compile(r"(\d+)")


def natural(text: str) -> tuple[tuple[int, str], ...]:
    """A key that sorts texts as people do: 2 before 10."""
    parts = _NUMBERS.split(text)
    return tuple((int(part), "") if n % 2 else (0, part) for n, part in enumerate(parts) if part)


def step_of(name: str) -> int:
    """The step of a time-stamped atom: its last argument."""
    begin = max(name.rfind(","), name.rfind("(")) + 1
    return int(name[begin:-1])


@dataclass
class Timed:
    """What is possible when; a literal is True where it is a fact, absent where it is impossible.

    legal:    step -> role -> move -> literal, roles and moves in a fixed order
    terminal: step -> literal
    goals:    step -> role -> goal value -> literal
    """

    legal: dict[int, dict[str, dict[str, Literal]]] = field(default_factory=dict)
    terminal: dict[int, Literal] = field(default_factory=dict)
    goals: dict[int, dict[str, dict[str, Literal]]] = field(default_factory=dict)


def look(program: GroundProgram) -> Timed:
    """Collect the atoms over `legal`, `terminal` and `goal` that some rule derives."""
    native = program.native
    timed = Timed()
    moves: list[tuple[int, str, str, Literal]] = []
    goals: list[tuple[int, str, str, Literal]] = []
    for predicate, rows in (("legal", moves), ("goal", goals)):
        for atom, is_fact in native.derived(predicate):
            _, (role, term, step) = split(native.name(atom))
            rows.append((int(step), role, term, is_fact or atom))
    for atom, is_fact in native.derived("terminal"):
        timed.terminal[step_of(native.name(atom))] = is_fact or atom
    for table, rows in ((timed.legal, moves), (timed.goals, goals)):
        keys = {term: natural(term) for _, _, term, _ in rows}
        for at, role, term, literal in sorted(rows, key=lambda r: (r[0], r[1], keys[r[2]])):
            table.setdefault(at, {}).setdefault(role, {})[term] = literal
    return timed
