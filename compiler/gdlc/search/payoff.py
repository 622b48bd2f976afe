"""What a terminal state is worth: the objectives `win`, `score` and `atleast:V`, in hundredths."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gdlc.formats.errors import UsageError
from gdlc.machine.interpreter import Ground, kif

FULL = 100

_GOAL = re.compile(r"0|[1-9][0-9]?|100")
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")


@dataclass(frozen=True)
class Payoff:
    """An objective.

    name:  `win`, `score` or `atleast`
    bound: V of `atleast:V`
    """

    name: str
    bound: int = FULL

    @classmethod
    def of(cls, objective: str) -> Payoff:
        """The objective that a text means.

        Raises: UsageError for any other text
        """
        name, colon, bound = objective.partition(":")
        if name in ("win", "score") and not colon:
            return cls(name)
        if name == "atleast" and _GOAL.fullmatch(bound):
            return cls(name, int(bound))
        raise UsageError(
            f"unknown objective `{objective}`",
            hint="choose win, score, or atleast:V with an integer V from 0 to 100",
        )

    def worth(self, goals: Sequence[Ground]) -> int:
        """0 to 100 for the goal values of the player in a terminal state.

        Raises: ValueError with what is wrong with the goals; `score` only
        """
        if self.name == "win":
            return FULL if str(FULL) in goals else 0
        if self.name == "atleast":
            numbers = [goal for goal in goals if isinstance(goal, str) and _INTEGER.fullmatch(goal)]
            return FULL if any(int(number) >= self.bound for number in numbers) else 0
        if not goals:
            return 0
        if len(goals) > 1:
            raise ValueError(f"several goal values: {', '.join(map(kif, goals))}")
        (goal,) = goals
        if not isinstance(goal, str) or not _GOAL.fullmatch(goal):
            raise ValueError(f"the goal value {kif(goal)}, which is no integer from 0 to 100")
        return int(goal)
