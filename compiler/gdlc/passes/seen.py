"""What is known of all plays of a game, from a look at the states that they lead to."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass


@dataclass(frozen=True)
class Seen:
    """What was seen of the states that plays reach within the horizon.

    complete: all of them were looked at
    depth:    all that so many joint moves lead to, or fewer, were; -1: not even the first
    stuck:    after so many moves, at least, a role has no legal move and the state is not terminal;
              None: no such state was seen
    both:     a state in which both sides have a choice was seen
    goals:    a terminal state was seen in which the player has several goals, or none of 0..100
    won:      a terminal state was seen that may count as won
    """

    complete: bool = False
    depth: int = -1
    stuck: int | None = None
    both: bool = False
    goals: bool = False
    won: bool = False


# Begins to look at the plays from the point of view of a role; what it hands out waits for what was
# seen, and raises what the stop token raises.
Look = Callable[[str], AbstractContextManager[Callable[[], Seen]]]
