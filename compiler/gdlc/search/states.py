"""The states of a game as they are met, with what follows from each: computed once, kept.

Nothing here depends on who asks or how many steps are left, so all searches of a game share it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import product

from gdlc.formats.gdl import RANDOM
from gdlc.machine.interpreter import Ground, Machine, State
from gdlc.stop import Stop

_PAUSE = 64  # successors between two looks at the stop token


@dataclass(frozen=True, slots=True)
class Branch:
    """What random makes of one choice of the players: successors with how many moves lead there."""

    successors: tuple[tuple[int, int], ...]
    weight: int


class States:
    """Numbers for states, from 0 in the order of discovery, and answers about them.

    roles:   all but `random`, in the order of the sheet
    watched: the stop token that is asked while successors are computed
    """

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.roles = tuple(role for role in machine.roles if role != RANDOM)
        self.watched: Stop | None = None
        self._number: dict[State, int] = {}
        self._state: list[State] = []
        self._terminal: dict[int, bool] = {}
        self._legal: dict[int, tuple[tuple[Ground, ...], ...]] = {}
        self._branches: dict[int, tuple[Branch, ...]] = {}
        self._goals: dict[tuple[int, str], tuple[Ground, ...]] = {}

    def number(self, state: State) -> int:
        found = self._number.get(state)
        if found is None:
            found = self._number[state] = len(self._state)
            self._state.append(state)
        return found

    def terminal(self, number: int) -> bool:
        found = self._terminal.get(number)
        if found is None:
            found = self._terminal[number] = self.machine.terminal(self._state[number])
        return found

    def legal(self, number: int) -> tuple[tuple[Ground, ...], ...]:
        """The legal moves of each of the machine's roles."""
        found = self._legal.get(number)
        if found is None:
            state = self._state[number]
            found = tuple(self.machine.legal(state, role) for role in self.machine.roles)
            self._legal[number] = found
        return found

    def goals(self, number: int, role: str) -> tuple[Ground, ...]:
        found = self._goals.get((number, role))
        if found is None:
            found = self.machine.goals(self._state[number], role)
            self._goals[number, role] = found
        return found

    def branches(self, number: int) -> tuple[Branch, ...]:
        """One branch for each joint choice of the players, in the order of `roles` and `legal`.

        pre: every role has a legal move
        """
        found = self._branches.get(number)
        if found is None:
            found = self._branches[number] = self._expand(number)
        return found

    def fluents(self, number: int) -> str:
        """The state in words, for messages."""
        return " ".join(self.machine.fluents(self._state[number])) or "(no fluent)"

    def _expand(self, number: int) -> tuple[Branch, ...]:
        machine = self.machine
        state = self._state[number]
        legal = self.legal(number)
        chance = machine.roles.index(RANDOM) if RANDOM in machine.roles else None
        # Random's first move stands in for all of them until the inner loop replaces it.
        players = [moves[:1] if at == chance else moves for at, moves in enumerate(legal)]
        answers = legal[chance] if chance is not None else None
        branches: list[Branch] = []
        pause = 0
        for choice in product(*players):
            follow: Counter[int] = Counter()
            for answer in answers or (None,):
                joint = list(choice)
                if chance is not None and answer is not None:
                    joint[chance] = answer
                follow[self.number(machine.next(state, joint))] += 1
                pause += 1
                if pause % _PAUSE == 0 and self.watched is not None:
                    self.watched.check()
            branches.append(Branch(tuple(follow.items()), follow.total()))
        return tuple(branches)
