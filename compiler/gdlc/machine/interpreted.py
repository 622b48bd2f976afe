"""The engine that evaluates the rules as they stand: for games too large to ground."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import cast

from gdlc.formats import gdl
from gdlc.machine.engine import View
from gdlc.machine.interpreter import Machine, State
from gdlc.stop import Stop


class Interpreted:
    """Keys are sets of ground terms."""

    name = "interpreted"

    def __init__(self, sheet: gdl.RuleSheet, stop: Stop) -> None:
        self._machine = Machine(sheet, stop)

    def watch(self, stop: Stop | None) -> None:
        """Ask this token from now on."""
        self._machine.watch(stop)

    def initial(self) -> Hashable:
        return self._machine.initial()

    def view(self, key: Hashable) -> View:
        machine, state = self._machine, cast(State, key)
        text = machine.text
        return View(
            machine.terminal(state),
            {role: tuple(map(text, machine.legal(state, role))) for role in machine.roles},
            {role: tuple(map(text, machine.goals(state, role))) for role in machine.roles},
        )

    def next(self, key: Hashable, moves: Sequence[str]) -> Hashable:
        machine = self._machine
        return machine.next(cast(State, key), [machine.term(move) for move in moves])

    def fluents(self, key: Hashable) -> tuple[str, ...]:
        return tuple(self._machine.fluents(cast(State, key)))

    def key(self, fluents: Iterable[str]) -> Hashable:
        return self._machine.state(fluents)
