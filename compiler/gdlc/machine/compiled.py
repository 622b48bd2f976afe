"""The engine that plays on bit vectors: the ground rules as a circuit, evaluated natively."""

from __future__ import annotations

import functools
import re
from collections.abc import Hashable, Iterable, Sequence
from typing import cast

from gdlc import _machine
from gdlc.formats import gdl
from gdlc.formats.errors import InputError
from gdlc.formats.lp.terms import functor_to_gdl, parse, split, to_gdl
from gdlc.machine.engine import View
from gdlc.machine.grounding import ground
from gdlc.machine.terms import kif
from gdlc.machine.terms import parse as parse_kif
from gdlc.stop import Stop, watched

NOT_A_NUMBER = -3
_NUMBER = re.compile(r"-?[0-9]{1,9}\Z")


class Compiled:
    """Keys are bit vectors in bytes: bit f says whether fluent f holds.

    Raises: InputError where the ground rules are not stratified
    """

    name = "compiled"

    def __init__(self, sheet: gdl.RuleSheet, stop: Stop) -> None:
        aspif = ground(sheet, stop)
        token = _machine.Stop()
        try:
            self._machine = machine = watched(
                lambda: _machine.Machine(aspif, token), token.interrupt, stop
            )
        except InterruptedError:
            stop.check()
            raise
        except _machine.NotStratified as error:
            raise InputError(
                f"the rules are not stratified: {error}",
                file=sheet.file,
                hint="`gdlc check` shows the cycle",
            ) from None
        stop.check()
        self._roles = sheet.roles
        self._fluents = list(map(_kif, machine.fluents))
        self._number = {text: number for number, text in enumerate(self._fluents)}
        owners: list[str] = []
        self._moves: list[str] = []
        for text in machine.moves:
            owner, move = split(f"_({text})")[1]
            owners.append(_kif(owner))
            self._moves.append(_kif(move))
        stop.check()
        by_role: dict[str, list[int]] = {role: [] for role in self._roles}
        for number, owner in enumerate(owners):
            by_role[owner].append(number)
        for numbers in by_role.values():
            numbers.sort(key=self._moves.__getitem__)
        self._move_number = {
            role: {self._moves[number]: number for number in numbers}
            for role, numbers in by_role.items()
        }
        pairs = [tuple(map(_kif, split(f"_({text})")[1])) for text in machine.goals]
        # Goals of those who are no roles stay with the first role, with a value that nobody reads.
        self._goals = [(role if role in by_role else "", value) for role, value in pairs]
        places = {role: number for number, role in enumerate(self._roles)}
        machine.set_roles(
            [by_role[role] for role in self._roles],
            [places.get(role, 0) for role, _ in self._goals],
            [_value(value) for _, value in self._goals],
        )

    @property
    def machine(self) -> _machine.Machine:
        return self._machine

    @property
    def roles(self) -> tuple[str, ...]:
        """In the order of the sheet."""
        return self._roles

    @property
    def goals(self) -> Sequence[tuple[str, str]]:
        """For each goal fact its role and value, in KIF; no role ("") where it is of none."""
        return self._goals

    @property
    def goals_fit(self) -> bool:
        """Whether every goal fact belongs to a role and is a number, so that plays may be played
        natively."""
        return all(role and _NUMBER.match(value) for role, value in self._goals)

    def initial(self) -> Hashable:
        return self._machine.initial()

    def view(self, key: Hashable) -> View:
        terminal, legal, goals = self._machine.view(cast(bytes, key))
        values: dict[str, list[str]] = {role: [] for role in self._roles}
        for number in goals:
            role, value = self._goals[number]
            if role:
                values[role].append(value)
        moves = self._moves
        return View(
            terminal,
            {
                role: tuple([moves[number] for number in numbers])
                for role, numbers in zip(self._roles, legal, strict=True)
            },
            {role: tuple(sorted(found)) for role, found in values.items()},
        )

    def next(self, key: Hashable, moves: Sequence[str]) -> Hashable:
        numbers = [
            self._move_number[role][move] for role, move in zip(self._roles, moves, strict=True)
        ]
        return self._machine.next(cast(bytes, key), numbers)

    def fluents(self, key: Hashable) -> tuple[str, ...]:
        bits = int.from_bytes(cast(bytes, key), "little")
        found = []
        while bits:
            lowest = bits & -bits
            found.append(self._fluents[lowest.bit_length() - 1])
            bits ^= lowest
        return tuple(sorted(found))

    def key(self, fluents: Iterable[str]) -> Hashable:
        bits = 0
        for fluent in fluents:
            number = self._number.get(fluent)
            if number is None:
                number = self._number.get(kif(parse_kif(fluent)))
            if number is None:
                raise InputError(
                    f"the game has no fluent {fluent}",
                    hint="no rule for `init` or `next` can ever make it true",
                )
            bits |= 1 << number
        return bits.to_bytes((len(self._fluents) + 7) // 8, "little")


def _value(text: str) -> int:
    return int(text) if _NUMBER.match(text) else NOT_A_NUMBER


@functools.lru_cache(maxsize=1 << 16)
def _kif(text: str) -> str:
    """A ground term of clingo as KIF."""
    name, args = split(text)
    if args and name:
        return f"({functor_to_gdl(name)} {' '.join(map(_kif, args))})"
    return str(to_gdl(parse(text)))
