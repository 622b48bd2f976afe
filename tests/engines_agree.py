"""Both engines along the same random plays, for tests and for the fuzzer."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import gdlc
from gdlc.formats import gdl
from gdlc.machine.game import Game, State

ENGINES = ("compiled", "interpreted")


def seen(state: State) -> Mapping[str, object]:
    """All that a state shows."""
    roles = state.game.roles
    return {
        "fluents": state.fluents,
        "terminal": state.is_terminal,
        "stuck": state.is_stuck,
        "legal": {role: state.legal(role) for role in roles},
        "goals": {role: state.goal_values(role) for role in roles},
    }


def difference_in_walks(
    sheet: gdl.RuleSheet, seed: int, *, plays: int = 3, steps: int = 12
) -> str | None:
    """The first state of some random plays in which the engines differ; None if there is none."""
    games = [Game(sheet, engine=name) for name in ENGINES]
    rng = random.Random(seed)
    for _ in range(plays):
        path: list[object] = []
        states = [game.initial() for game in games]
        for _ in range(steps):
            if found := difference_in(states):
                return f"after {path}: {found}"
            if states[0].is_terminal or states[0].is_stuck:
                break
            moves = states[0].sample(rng)
            path.append(moves)
            states = [state.next(moves) for state in states]
    return None


def difference_in(states: Sequence[State]) -> str | None:
    """What the engines say of one state. A state that is set up anew is the same state."""
    one, other = map(seen, states)
    for what in one:
        if one[what] != other[what]:
            return f"{what}: {one[what]} compiled, {other[what]} interpreted"
    for state in states:
        again = state.game.state(state.fluents)
        if again != state or hash(again) != hash(state):
            return f"the state of {state.fluents} is another one ({state.game.engine})"
    return None


def difference_in_simulations(
    sheet: gdl.RuleSheet, seed: int, *, plays: int = 70, max_steps: int = 8
) -> str | None:
    """Where the statistics of the same random plays differ; None if nowhere."""
    one, other = (
        gdlc.simulate(Game(sheet, engine=name), plays=plays, seed=seed, max_steps=max_steps)
        for name in ENGINES
    )
    for number, pair in enumerate(zip(one.plays, other.plays, strict=True)):
        if pair[0] != pair[1]:
            return f"play {number}: {pair[0]} compiled, {pair[1]} interpreted"
    if (one.choices, one.states) != (other.choices, other.states):
        return f"{one.choices}, {one.states} compiled, {other.choices}, {other.states} interpreted"
    return None
