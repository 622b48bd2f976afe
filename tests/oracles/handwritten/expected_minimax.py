"""Expected minimax over plain Python data, with exact fractions.

A game is a module (or any object) with

    PLAYERS        the names of the roles that can be asked for; `random` is none of them
    start()        the first state
    points(state)  {player: 0..100} where the play is over, else None
    step(state)    what happens in one step: a `Choice`, a `Chance`, or the next state

A state is any hashable value that is no Choice and no Chance. Within a step choices and chance may
be nested: a player who decides before a die is thrown at the same step is a Choice of Chances.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol


@dataclass(frozen=True)
class Choice:
    """`player` picks one of the branches."""

    player: str
    branches: Sequence[Any]


@dataclass(frozen=True)
class Chance:
    """A branch happens with its probability; the probabilities add up to 1."""

    branches: Sequence[tuple[Fraction, Any]]


class Game(Protocol):
    PLAYERS: tuple[str, ...]

    def start(self) -> Hashable: ...
    def points(self, state: Any) -> dict[str, int] | None: ...
    def step(self, state: Any) -> Any: ...


def worth(points: int, objective: str) -> Fraction:
    """What a finished play with so many points is worth, 0..1."""
    if objective == "win":
        return Fraction(points == 100)
    if objective == "score":
        return Fraction(points, 100)
    kind, _, threshold = objective.partition(":")
    if kind == "atleast":
        return Fraction(points >= int(threshold))
    raise ValueError(f"unknown objective {objective}")


def best_value(
    game: Game, player: str, horizon: int, objective: str, state: Hashable = None
) -> Fraction:
    """The greatest mean worth that `player` can enforce within `horizon` steps.

    All others play against her; a play that is unfinished then is worth 0. From the first state, or
    from `state`.
    """
    if player not in game.PLAYERS:
        raise ValueError(f"no such player: {player}")
    known: dict[tuple[Hashable, int], Fraction] = {}

    def of_state(state: Hashable, steps: int) -> Fraction:
        points = game.points(state)
        if points is not None:
            return worth(points[player], objective)
        if steps == 0:
            return Fraction(0)
        key = (state, steps)
        if key not in known:
            known[key] = of_step(game.step(state), steps - 1)
        return known[key]

    def of_step(event: Any, steps: int) -> Fraction:
        if isinstance(event, Choice):
            best = max if event.player == player else min
            return best(of_step(branch, steps) for branch in event.branches)
        if isinstance(event, Chance):
            assert sum(p for p, _ in event.branches) == 1
            return sum((p * of_step(branch, steps) for p, branch in event.branches), Fraction(0))
        return of_state(event, steps)

    return of_state(game.start() if state is None else state, horizon)


def count_states(game: Game) -> int:
    """How many states can be reached, finished ones included."""
    seen: set[Hashable] = set()
    waiting: list[Any] = [game.start()]
    while waiting:
        event = waiting.pop()
        if isinstance(event, Choice):
            waiting.extend(event.branches)
        elif isinstance(event, Chance):
            waiting.extend(branch for _, branch in event.branches)
        elif event not in seen:
            seen.add(event)
            if game.points(event) is None:
                waiting.append(game.step(event))
    return len(seen)
