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
from dataclasses import dataclass

from gdlc.formats.errors import UsageError
from gdlc.passes.fold import Folder, Literal, negate
from gdlc.passes.timed import Timed

WIN = 100
_AT_LEAST = re.compile(r"atleast:(0|[1-9][0-9]?|100)\Z")
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)\Z")


@dataclass(frozen=True)
class Objective:
    """What counts as a win.

    text:  as the user writes it
    least: the least goal value that wins; None: `score`, where a value V wins with chance V/100
    exact: only the value `least` itself wins
    """

    text: str
    least: int | None
    exact: bool = False

    @classmethod
    def of(cls, text: object) -> Objective:
        """Raises: UsageError for what is no objective"""
        if text == "win":
            return cls("win", WIN, exact=True)
        if text == "score":
            return cls("score", None)
        match = _AT_LEAST.match(text) if isinstance(text, str) else None
        if match is None:
            raise UsageError(
                f"unknown objective `{text}`",
                hint="choose win, score, or atleast:V with an integer V from 0 to 100",
            )
        return cls(match[0], int(match[1]))

    def wins(self, value: str) -> bool:
        """Whether a goal value wins for certain."""
        if self.least is None or not _INTEGER.match(value):
            return False
        return int(value) == self.least if self.exact else int(value) >= self.least


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
    objective: Objective,
) -> tuple[Literal, dict[str, Literal]]:
    """Define `_won(T)` for all steps; return the last one, and what makes each goal value win."""
    values = {v for goals in timed.goals.values() for v in goals.get(player, {})}
    worth: dict[str, Literal] = {}
    if objective.least is None:
        for value in sorted(filter(is_goal_value, values), key=int):
            worth[value] = _coin(folder, value)
    else:
        worth = {value: True for value in values if objective.wins(value)}
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
    return last, worth


def _coin(folder: Folder, value: str) -> Literal:
    if int(value) in (0, 100):
        return int(value) == 100
    return folder.program.atom(f"_worth({value})")


def is_goal_value(text: str) -> bool:
    """Whether a goal value is an integer in 0..100."""
    return bool(re.fullmatch(r"\d{1,3}", text)) and int(text) <= 100
