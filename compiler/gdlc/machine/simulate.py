"""Random plays of a game, and what can be counted in them: lengths, choices, goals."""

from __future__ import annotations

import functools
import itertools
import math
import re
import time
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from gdlc import _machine
from gdlc.formats.errors import InputError, Interrupted, LimitReached
from gdlc.machine.compiled import Compiled
from gdlc.machine.engine import Engine
from gdlc.machine.game import Game
from gdlc.machine.interpreted import watching
from gdlc.machine.limits import MAX_STEPS
from gdlc.machine.random_numbers import PlayRandom
from gdlc.report import SILENT, Report
from gdlc.stop import Stop

RUNNING, TERMINAL, LIMIT, STUCK = ENDS = ("running", "terminal", "limit", "stuck")
SEVERAL = -(2**31) + 1
NO_GOAL = -(2**31)
_INTEGER = re.compile(r"-?[0-9]{1,99}\Z")
_SLICE = 0.05  # seconds between two looks at the stop token
_BATCH = 1 << 14  # plays that are held at once


@dataclass(frozen=True, slots=True)
class Play:
    """One random play.

    steps: joint moves made
    end:   `terminal`; `limit`: given up after the greatest number of steps; `stuck`: a role had no
           legal move
    goals: for each role in their order, at a terminal end; None where it has no goal, or several
    """

    steps: int
    end: str
    goals: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Choices:
    """Over all states in which moves were made: a role's legal moves.

    mean: how many there were
    most: the greatest number
    """

    mean: float
    most: int


@dataclass(frozen=True)
class Outcomes:
    """How plays ended, in arrays; the plays in the order of their numbers.

    steps: joint moves made
    ends:  the index of the end in ENDS
    goals: for each role; at most SEVERAL where there is none, or several
    """

    steps: array[int]
    ends: bytearray
    goals: tuple[array[int], ...]

    @staticmethod
    def none(roles: int) -> Outcomes:
        return Outcomes(array("I"), bytearray(), tuple(array("i") for _ in range(roles)))


@dataclass(frozen=True)
class Simulation:
    """What random plays showed.

    outcomes: of the plays that ended before a limit stopped the others
    asked:    how many plays were asked for
    states:   in which moves were made
    choices:  for each role
    seconds:  that the plays took, without the making of the machine
    engine:   what played: `compiled` or `interpreted`
    stopped:  what ended the plays early: `time`, `memory` or `interrupt`; empty if nothing did
    """

    roles: tuple[str, ...]
    outcomes: Outcomes
    asked: int
    states: int
    choices: Mapping[str, Choices]
    seconds: float
    engine: str
    stopped: str = ""

    def __len__(self) -> int:
        """The number of plays that ended."""
        return len(self.outcomes.steps)

    @property
    def plays(self) -> Iterator[Play]:
        """The plays in the order of their numbers."""
        found = self.outcomes
        rows = zip(*found.goals, strict=True) if found.goals else itertools.repeat(())
        for steps, end, goals in zip(found.steps, found.ends, rows, strict=False):
            yield Play(steps, ENDS[end], tuple(g if g > SEVERAL else None for g in goals))

    # Counted once: to count millions of plays takes longer than to play them.

    @functools.cached_property
    def _step_counts(self) -> Counter[int]:
        return Counter(self.outcomes.steps)

    @functools.cached_property
    def _goal_counts(self) -> list[Counter[int]]:
        return [*map(Counter, self.outcomes.goals)]

    @property
    def ends(self) -> dict[str, int]:
        """How many plays ended in which way."""
        return {end: self.outcomes.ends.count(code) for code, end in enumerate(ENDS) if code}

    @property
    def lengths(self) -> tuple[float, float, int, int]:
        """Mean, standard deviation, least and greatest number of steps; zeros without a play."""
        counts = self._step_counts
        if not counts:
            return 0.0, 0.0, 0, 0
        mean = sum(n * count for n, count in counts.items()) / len(self)
        variance = sum((n - mean) ** 2 * count for n, count in counts.items()) / len(self)
        return mean, math.sqrt(variance), min(counts), max(counts)

    def goals(self, role: str) -> dict[int | None, int]:
        """How often each goal value of a role was reached in a terminal state, lowest first; None
        counts the terminal states without a goal or with several."""
        counted = self._goal_counts[self.roles.index(role)]
        values: dict[int | None, int] = {
            value: count for value, count in sorted(counted.items()) if value > SEVERAL
        }
        missing = self.ends[TERMINAL] - sum(values.values())
        if missing:
            values[None] = missing
        return values

    def mean_goal(self, role: str) -> float | None:
        """The mean goal of a role over the terminal states in which it has one."""
        counts = {v: count for v, count in self.goals(role).items() if v is not None}
        total = sum(counts.values())
        return sum(v * count for v, count in counts.items()) / total if total else None


class _Tally:
    """What is counted while plays go on."""

    def __init__(self, roles: int) -> None:
        self.outcomes = Outcomes.none(roles)
        self.states = 0
        self.legal = [0] * roles
        self.most = [0] * roles

    @property
    def ended(self) -> int:
        return len(self.outcomes.steps)

    def add(self, steps: int, end: int, goals: Sequence[int]) -> None:
        self.outcomes.steps.append(steps)
        self.outcomes.ends.append(end)
        for column, goal in zip(self.outcomes.goals, goals, strict=True):
            column.append(goal)


def simulate(
    game: Game,
    *,
    plays: int,
    seed: int = 0,
    max_steps: int = MAX_STEPS,
    stop: Stop,
    report: Report = SILENT,
    on_progress: Callable[[int], object] | None = None,
) -> Simulation:
    """Random plays: in each state each role picks one of its legal moves, uniformly.

    plays:       how many; the n-th with a seed is always the same, whatever plays it
    max_steps:   joint moves after which a play is given up
    stop:        a limit ends the plays, not the simulation: what ended until then is told
    on_progress: called now and then with the number of plays that ended
    Raises:      InputError; LimitReached and Interrupted before the first play has ended
    """
    with report.stage("simulate: machine"):
        engine = game.prepare(stop, report)
    tally = _Tally(len(game.roles))
    begin = time.perf_counter()
    tell = on_progress or (lambda _ended: None)
    stopped = ""
    try:
        # A goal that is no number is an error only where it is met: the other engine tells it.
        if isinstance(engine, Compiled) and engine.goals_fit:
            with stop.hold():
                _native(engine, tally, plays, seed, max_steps, stop, tell)
        else:
            with watching(engine, stop):
                _one_by_one(engine, game, tally, plays, seed, max_steps, stop, tell)
    except (LimitReached, Interrupted) as error:
        if not tally.ended:
            raise
        stopped = stop.reason()
        report.warn(f"{error.message}: {tally.ended} of {plays} plays were made")
    seconds = time.perf_counter() - begin
    return Simulation(
        game.roles,
        tally.outcomes,
        plays,
        tally.states,
        {
            role: Choices(legal / max(1, tally.states), most)
            for role, legal, most in zip(game.roles, tally.legal, tally.most, strict=True)
        },
        seconds,
        engine.name,
        stopped,
    )


def _native(
    engine: Compiled,
    tally: _Tally,
    plays: int,
    seed: int,
    max_steps: int,
    stop: Stop,
    tell: Callable[[int], object],
) -> None:
    moves = 1 << 10
    for first in range(0, plays, _BATCH):
        count = min(_BATCH, plays - first)
        batch = _machine.Playouts(engine.machine, seed, first, count, min(max_steps, 2**32 - 1))
        try:
            done = False
            while not done:
                stop.check()
                begin = time.perf_counter()
                done = batch.run(moves)
                tell(first + batch.ended)
                # About a slice of time each; the clock is coarse, so no more than doubled.
                if time.perf_counter() - begin < _SLICE / 2:
                    moves = min(2 * moves, 1 << 40)
                elif time.perf_counter() - begin > _SLICE and moves > 1:
                    moves //= 2
        finally:
            _add(tally, batch)


def _add(tally: _Tally, batch: _machine.Playouts) -> None:
    packed, ends, packed_goals = batch.results
    steps, goals = array("I", packed), array("i", packed_goals)
    roles = len(tally.legal)
    columns = [goals[at::roles] for at in range(roles)]
    if batch.ended < len(steps):
        ended = [end != ENDS.index(RUNNING) for end in ends]
        steps = array("I", itertools.compress(steps, ended))
        columns = [array("i", itertools.compress(column, ended)) for column in columns]
        ends = bytes(itertools.compress(ends, ended))
    tally.outcomes.steps.extend(steps)
    tally.outcomes.ends.extend(ends)
    for whole, column in zip(tally.outcomes.goals, columns, strict=True):
        whole.extend(column)
    tally.states += batch.states
    for at, (legal, most) in enumerate(batch.branching):
        tally.legal[at] += legal
        tally.most[at] = max(tally.most[at], most)


def _one_by_one(
    engine: Engine,
    game: Game,
    tally: _Tally,
    plays: int,
    seed: int,
    max_steps: int,
    stop: Stop,
    tell: Callable[[int], object],
) -> None:
    for number in range(plays):
        stop.check()
        rng = PlayRandom(seed, number)
        key = engine.initial()
        steps = 0
        goals = [NO_GOAL] * len(game.roles)
        while True:
            view = engine.view(key)
            legal = list(view.legal.values())
            if view.terminal:
                goals = [_goal(values, game) for values in view.goals.values()]
                end = TERMINAL
                break
            if steps == max_steps:
                end = LIMIT
                break
            if not all(legal):
                end = STUCK
                break
            stop.check()
            tally.states += 1
            for at, moves in enumerate(legal):
                tally.legal[at] += len(moves)
                tally.most[at] = max(tally.most[at], len(moves))
            key = engine.next(key, pick(legal, rng))
            steps += 1
        with stop.hold():  # a signal must not come between two columns
            tally.add(steps, ENDS.index(end), goals)
        tell(number + 1)


def pick(legal: list[tuple[str, ...]], rng: PlayRandom) -> list[str]:
    """One legal move for each role; a role with one move needs no random number."""
    return [moves[0] if len(moves) == 1 else moves[rng.below(len(moves))] for moves in legal]


def _goal(values: tuple[str, ...], game: Game) -> int:
    if len(values) != 1:
        return SEVERAL if values else NO_GOAL
    value = int(values[0]) if _INTEGER.match(values[0]) else NO_GOAL
    if not SEVERAL < value < 2**31:
        raise InputError(
            f"the goal {values[0]} is no integer",
            file=game.sheet.file,
            hint="goals are the integers 0..100",
        )
    return value
