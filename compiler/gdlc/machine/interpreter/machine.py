"""A game as a machine: the first state, legal moves, successors, the end and the goals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from gdlc.formats.errors import InputError
from gdlc.formats.gdl import RANDOM, RuleSheet
from gdlc.machine.interpreter.clauses import GOAL, INIT, LEGAL, NEXT, NEXT_OF_STATE, TERMINAL
from gdlc.machine.interpreter.fixpoint import Slots
from gdlc.machine.interpreter.program import MOVES_SLOT, STATE_SLOT, Program
from gdlc.machine.terms import Ground, kif, parse
from gdlc.stop import Stop

State: TypeAlias = frozenset[Ground]


class Machine:
    """Plays by the rules of one sheet.

    Questions about one state in a row share their work; going back to another state begins anew.

    roles: in the order of the sheet, `random` among them
    stop:  asked while static relations are computed and in recursive ones
    Raises: InputError if the rules have no meaning: unsafe variables, misused keywords, no role
    """

    def __init__(self, sheet: RuleSheet, stop: Stop | None = None) -> None:
        self.sheet = sheet
        self.roles = sheet.roles
        self._program = Program(sheet, stop)
        if not self.roles:
            raise InputError(
                "the game has no role", file=sheet.file, hint="add a fact such as (role player)"
            )
        self._texts: dict[Ground, str] = {}
        self._fluents: dict[Ground, Ground] = {}
        self._state: State | None = None
        self._slots: Slots = []
        self._legal: dict[str, tuple[Ground, ...]] | None = None
        self._initial = self._shared(self._program.rows_of(INIT, [], []))

    def watch(self, stop: Stop | None) -> None:
        """Ask this token from now on."""
        self._program.watch(stop)

    def initial(self) -> State:
        return self._initial

    def terminal(self, state: State) -> bool:
        return bool(self._program.rows_of(TERMINAL, self._view(state), []))

    def legal(self, state: State, role: str) -> tuple[Ground, ...]:
        """The role's legal moves, sorted by their KIF text in code units."""
        slots = self._view(state)
        if self._legal is None:
            moves: dict[str, list[Ground]] = {name: [] for name in self.roles}
            for owner, move in self._program.rows_of(LEGAL, slots, []):
                if owner in moves:
                    moves[owner].append(move)
            self._legal = {
                name: tuple(sorted(found, key=self.text)) for name, found in moves.items()
            }
        return self._legal[role]

    def next(self, state: State, joint_move: Sequence[Ground]) -> State:
        """The state after all roles' moves, given in the order of `roles`.

        Moves are not checked for being legal.
        """
        slots = self._view(state)
        moves: Slots = [None] * self._program.sizes[2]
        moves[MOVES_SLOT] = tuple(zip(self.roles, joint_move, strict=True))
        fluents = self._program.rows_of(NEXT, slots, moves)
        fluents |= self._program.rows_of(NEXT_OF_STATE, slots, [])
        return self._shared(fluents)

    def goals(self, state: State, role: str) -> tuple[Ground, ...]:
        """The role's goal values, sorted as `legal` sorts; usually one."""
        rows = self._program.rows_of(GOAL, self._view(state), [])
        return tuple(sorted((value for owner, value in rows if owner == role), key=self.text))

    def text(self, term: Ground) -> str:
        """A fluent, a move or a goal as KIF."""
        text = self._texts.get(term)
        if text is None:
            text = self._texts[term] = kif(term)
        return text

    def fluents(self, state: State) -> list[str]:
        """A state as KIF, sorted by code unit."""
        return sorted(map(self.text, state))

    def term(self, text: str) -> Ground:
        """The term that a KIF text means in this game: `RANDOM` is the role `random`, if it plays.

        Raises: InputError if the text is not one ground term
        """
        term = parse(text)
        return _with_random(term) if RANDOM in self.roles else term

    def state(self, fluents: Iterable[str]) -> State:
        """The state of the given fluents in KIF, without `true`."""
        return self._shared(map(self.term, fluents))

    def _shared(self, fluents: Iterable[Ground]) -> State:
        """One object for equal fluents of all states, which saves most of a search's memory."""
        known = self._fluents
        return frozenset([known.setdefault(fluent, fluent) for fluent in fluents])

    def _view(self, state: State) -> Slots:
        """The slots of a state."""
        if state is not self._state:
            self._state = state
            self._slots = [None] * self._program.sizes[1]
            self._slots[STATE_SLOT] = state
            self._legal = None
        return self._slots


def _with_random(term: Ground) -> Ground:
    if isinstance(term, str):
        return RANDOM if term.lower() == RANDOM else term
    return (term[0], *map(_with_random, term[1:]))
