"""The states that 0, 1, 2, ... steps lead to, unfolded forwards and valued backwards.

All pairs of a state and the steps left are visited, those with the same number of steps left
together. Nothing is cut off: every error and warning that a play within the horizon can meet is
found, and the counts mean something. Layers need no recursion, whatever the horizon.

Values of a layer are integers over one denominator: the next layer's times the least common
multiple of the numbers of random moves, reduced. So every mean is exact, and cheaper than sums of
fractions.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from gdlc.formats.answer import AT_ONCE
from gdlc.formats.gdl import RANDOM
from gdlc.machine.interpreter import Ground, State
from gdlc.report import Report
from gdlc.search import trouble
from gdlc.search.payoff import FULL, Payoff
from gdlc.search.states import States
from gdlc.stop import Stop

Legal: TypeAlias = tuple[tuple[Ground, ...], ...]

_PAUSE = 64  # states valued between two looks at the stop token
_AFTER_STOP = 300_000  # transitions valued for bounds after a stop: less than half a second


@dataclass(frozen=True)
class Root:
    """The value of the first state.

    choices: the player's first moves with their values, empty if the player has no choice
    """

    value: Fraction
    choices: tuple[tuple[str, Fraction], ...] = ()

    @property
    def move(self) -> str | None:
        """The first of the best moves."""
        return max(self.choices, key=lambda choice: choice[1])[0] if self.choices else None


class Layers:
    """One search.

    layers:      layers[d] holds the states that d steps lead to, each once, as they were found
    visited:     how many layers, from the first, have been looked at in full
    transitions: joint moves of all states visited, each state counted once in each layer
    pessimistic: where both sides choose at the same step the opponents see the player's move;
                 otherwise that is an error
    """

    def __init__(
        self,
        states: States,
        role: str,
        horizon: int,
        payoff: Payoff,
        stop: Stop | None,
        report: Report,
        *,
        pessimistic: bool = False,
    ) -> None:
        self.states = states
        self.layers: list[list[int]] = []
        self.visited = 0
        self.transitions = 0
        self._role = role
        self._place = states.machine.roles.index(role)
        self._horizon = horizon
        self._payoff = payoff
        self._stop = stop
        self._report = report
        self._pessimistic = pessimistic
        self._worth: dict[int, int] = {}  # of terminal states and dead ends, in hundredths
        self._choosing: set[int] = set()  # states in which the player has a choice
        self._both: set[int] = set()  # of these, those in which opponents have one, too
        self._open: set[int] = set()  # states known to go on
        self._work: list[int] = []  # of each layer: successors to add up
        self._warned = False

    def stats(self) -> dict[str, int]:
        return {"states": sum(map(len, self.layers)), "transitions": self.transitions}

    @property
    def note(self) -> str:
        """What the values are besides exact; empty if they are just that."""
        return AT_ONCE if self._both else ""

    # Forwards

    def unfold(self, start: State) -> None:
        """Find all layers up to the horizon, or until all plays have ended.

        Raises: InputError for a state that has no value; what the stop token raises
        """
        self.layers = [[self.states.number(start)]]
        for depth in range(self._horizon + 1):
            following: dict[int, None] = {}
            work = 0
            for number in self.layers[depth]:
                if self._stop is not None:
                    self._stop.check()
                if not self._goes_on(number, depth):
                    continue
                for branch in self.states.branches(number):
                    self.transitions += branch.weight
                    work += len(branch.successors)
                    for successor, _ in branch.successors:
                        following[successor] = None
            self.visited = depth + 1
            self._work.append(work)
            if not following:
                return
            self.layers.append(list(following))

    def _goes_on(self, number: int, depth: int) -> bool:
        """Is there a move to make; if not, note what the state is worth."""
        if number in self._worth:
            return False
        if number in self._open:
            return depth < self._horizon
        if self.states.terminal(number):
            self._worth[number] = self._terminal_worth(number)
            return False
        if depth == self._horizon:
            return False
        legal = self.states.legal(number)
        if not all(legal):
            self._worth[number] = 0
            self._warn_dead_end(number, depth, legal)
            return False
        if len(legal[self._place]) > 1:
            self._choosing.add(number)
            self._check_choice(number, depth, legal)
        self._open.add(number)
        return True

    def _terminal_worth(self, number: int) -> int:
        try:
            return self._payoff.worth(self.states.goals(number, self._role))
        except ValueError as error:
            raise trouble.wrong_goals(
                self._role,
                str(error),
                self.states.fluents(number),
                self.states.machine.sheet.file,
            ) from None

    def _warn_dead_end(self, number: int, depth: int, legal: Legal) -> None:
        if self._warned:
            return
        self._warned = True
        stuck = next(
            role for role, moves in zip(self.states.machine.roles, legal, strict=True) if not moves
        )
        self._report.warn(trouble.stuck(stuck, depth + 1, self.states.fluents(number)))

    def _check_choice(self, number: int, depth: int, legal: Legal) -> None:
        """Only one side may have a choice, unless the opponents see the player's move."""
        machine = self.states.machine
        moves = dict(zip(machine.roles, legal, strict=True))
        if all(len(moves[role]) <= 1 for role in self.states.roles if role != self._role):
            return
        if self._pessimistic:
            self._both.add(number)
            return
        raise trouble.both_choose(
            {role: [machine.text(move) for move in moves[role]] for role in self.states.roles},
            self._role,
            depth + 1,
            self.states.fluents(number),
            machine.sheet.file,
        )

    # Backwards

    def value(self) -> Root:
        """The value of the first state. pre: `unfold` has come to its end."""
        return self._valued(len(self.layers) - 1, 0, self._stop)

    def bounds(self) -> tuple[Root, Root]:
        """Lower and upper bound when a stop came before the end.

        What lies behind the layers that can be valued in time counts 0 and 1.
        """
        last = 0
        work = 0
        while last < min(self.visited, len(self.layers) - 1):
            work += self._work[last]
            if work > _AFTER_STOP:
                break
            last += 1
        return self._valued(last, 0, None), self._valued(last, FULL, None)

    def _valued(self, last: int, unknown: int, stop: Stop | None) -> Root:
        """Value the layers from `last` back.

        unknown: what a state of the last layer is worth in which the play may go on
        """
        if last == self._horizon and self.visited > last:
            unknown = 0  # no steps are left
        denominator = FULL
        values = {number: self._worth.get(number, unknown) for number in self.layers[last]}
        for depth in range(last - 1, 0, -1):
            values, denominator = self._layer(self.layers[depth], values, denominator, stop)
        return self._root(self.layers[0][0], last, values, denominator)

    def _layer(
        self, layer: list[int], following: dict[int, int], denominator: int, stop: Stop | None
    ) -> tuple[dict[int, int], int]:
        """The values of a layer and their denominator, from those of the next layer."""
        scale = math.lcm(
            *{
                branch.weight
                for number in layer
                if number not in self._worth
                for branch in self.states.branches(number)
            }
        )
        denominator *= scale
        values: dict[int, int] = {}
        for at, number in enumerate(layer):
            if stop is not None and at % _PAUSE == 0:
                stop.check()
            if number in self._worth:
                values[number] = self._worth[number] * denominator // FULL
            else:
                choices = self._choices(number, following, scale)
                values[number] = max(choices) if number in self._choosing else min(choices)
        # FULL stays a factor of the denominator, so that hundredths stay integers.
        shared = math.gcd(denominator // FULL, *values.values())
        if shared > 1:
            values = {number: value // shared for number, value in values.items()}
            denominator //= shared
        return values, denominator

    def _choices(self, number: int, following: dict[int, int], scale: int) -> list[int]:
        """The value of each move of the player, or of each of the opponents if he has one move,
        over the denominator of `following` times `scale`."""
        values = [
            sum(count * following[successor] for successor, count in branch.successors)
            * (scale // branch.weight)
            for branch in self.states.branches(number)
        ]
        return self._worst_replies(number, values) if number in self._both else values

    def _worst_replies(self, number: int, values: list[int]) -> list[int]:
        """For each move of the player the least value that the opponents leave him.

        values: of the joint moves of all but `random`, the last role's changing fastest
        """
        machine = self.states.machine
        legal = self.states.legal(number)
        fast = 1  # how many joint moves follow each other with the same move of the player
        for at in range(self._place + 1, len(legal)):
            if machine.roles[at] != RANDOM:
                fast *= len(legal[at])
        mine = len(legal[self._place])
        worst: dict[int, int] = {}
        for at, value in enumerate(values):
            move = at // fast % mine
            worst[move] = min(value, worst.get(move, value))
        return [worst[move] for move in range(mine)]

    def _root(self, number: int, last: int, values: dict[int, int], denominator: int) -> Root:
        """The first state: `values` are those of layer 1, or of layer 0 if that is all."""
        if last == 0:
            return Root(Fraction(values[number], denominator))
        scale = math.lcm(*(branch.weight for branch in self.states.branches(number)))
        choices = [
            Fraction(value, denominator * scale) for value in self._choices(number, values, scale)
        ]
        if number not in self._choosing:
            return Root(min(choices))
        moves = map(self.states.machine.text, self.states.legal(number)[self._place])
        return Root(max(choices), tuple(zip(moves, choices, strict=True)))
