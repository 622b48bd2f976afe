"""When a play is over, and when it counts as won.

_stuck(T)  the state at step T is not terminal, and some role has no legal move in it
_over(T)   a terminal state or a stuck one was met at step T or before
_won(T)    the objective held in it; by a chain over the steps, so that what has been won is
           one bit of the state
_worth(V)  objective `score`: a coin that is to fall with probability V/100; the goal value V
           counts as a win if it does
"""

from __future__ import annotations

import re

from gdlc.passes.fold import Folder, Literal, negate
from gdlc.passes.timed import Timed

OBJECTIVES = ("win", "score")
WIN = "100"


def over(
    folder: Folder, timed: Timed, roles: tuple[str, ...], horizon: int, *, playable: bool
) -> tuple[list[Literal], list[Literal]]:
    """Define `_over(T)` and `_stuck(T)` for T = 1..horizon+1; both lists have False at index 0.

    playable: it is known that no state within the horizon is stuck

    A stuck state ends the play, and is not won. So every play of legal moves is a stable model of
    the program, before it is required to be won.
    """
    found: list[Literal] = [False]
    all_stuck: list[Literal] = [False]
    for step in range(1, horizon + 2):
        before, now = found[-1], timed.terminal.get(step, False)
        stuck: Literal = False
        if not playable and step <= horizon:
            bodies = []
            for role in roles:
                moves = timed.legal.get(step, {}).get(role, {}).values()
                bodies.append((*map(negate, moves), negate(now), negate(before)))
            stuck = folder.define(f"_stuck({step})", bodies)
        all_stuck.append(stuck)
        found.append(folder.define(f"_over({step})", [[now], [stuck], [before]]))
    return found, all_stuck


def won(
    folder: Folder,
    timed: Timed,
    ended: list[Literal],
    player: str,
    objective: str,
) -> Literal:
    """Define `_won(T)` for all steps, and return the last one."""
    worth: dict[str, Literal] = {}
    if objective == "score":
        values = {v for goals in timed.goals.values() for v in goals.get(player, {})}
        for value in sorted(filter(is_goal_value, values), key=int):
            worth[value] = _coin(folder, value)
    else:
        worth[WIN] = True
    last: Literal = False
    for step in range(1, len(ended)):
        first_end = (timed.terminal.get(step, False), negate(ended[step - 1]))
        goals = timed.goals.get(step, {}).get(player, {})
        bodies: list[tuple[Literal, ...]] = [
            (*first_end, literal, worth[value])
            for value, literal in goals.items()
            if value in worth
        ]
        last = folder.define(f"_won({step})", [*bodies, (last,)])
    return last


def _coin(folder: Folder, value: str) -> Literal:
    if int(value) in (0, 100):
        return int(value) == 100
    return folder.program.atom(f"_worth({value})")


def is_goal_value(text: str) -> bool:
    """Whether a goal value is an integer in 0..100."""
    return bool(re.fullmatch(r"\d{1,3}", text)) and int(text) <= 100
