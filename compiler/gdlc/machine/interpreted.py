"""The engine that evaluates the rules as they stand: for games too large to ground."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import cast

from gdlc.formats import gdl
from gdlc.formats.errors import InputError
from gdlc.machine.domains import Domains
from gdlc.machine.engine import Engine, View
from gdlc.machine.interpreter import Machine, State
from gdlc.stop import Stop


class Interpreted:
    """Keys are sets of ground terms.

    stop: asked while this is made; later only where `watching` says so, since a game outlives the
          limits of whoever needed it first
    """

    name = "interpreted"

    def __init__(self, sheet: gdl.RuleSheet, stop: Stop) -> None:
        self._machine = Machine(sheet, stop)
        self._machine.watch(None)
        self._domains: Domains | None = None

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
        """A fluent is known if some rule for `init` or `next` may make it true, as far as the
        domains of its places tell: never one too few, now and then one too many.
        """
        machine = self._machine
        if self._domains is None:
            self._domains = Domains(machine.sheet)
        texts = list(fluents)
        for text in texts:
            if not self._domains.admits(machine.term(text)):
                raise InputError(
                    f"the game has no fluent {text}",
                    hint="no rule for `init` or `next` can ever make it true",
                )
        return machine.state(texts)


@contextmanager
def watching(engine: Engine, stop: Stop) -> Iterator[None]:
    """While this is held, an engine whose single steps may take long asks this token."""
    if not isinstance(engine, Interpreted):
        yield
        return
    engine.watch(stop)
    try:
        yield
    finally:
        engine.watch(None)
