"""Monty Hall, in the order of the real show.

The host hides the car, the guest names a door, the host opens one of the others. To a player who
knows only what she has seen, the place of the car is a distribution. It is worked out here by
Bayes' rule, from the car to the door opened. The state is what the guest knows: (named, opened,
final, is the car behind it?), None where not yet known.
"""

from __future__ import annotations

from fractions import Fraction

from .expected_minimax import Chance, Choice

PLAYERS = ("guest",)
DOORS = ("a", "b", "c")
State = tuple[str | None, str | None, str | None, bool | None]


def start() -> State:
    return (None, None, None, None)


def points(state: State) -> dict[str, int] | None:
    won = state[3]
    return None if won is None else {"guest": 100 if won else 0}


def together(named: str, car: str, opened: str) -> Fraction:
    """The probability that the car is there and the host opens that door, once `named` is named."""
    allowed = [door for door in DOORS if door not in (named, car)]
    return Fraction(1, 3) * Fraction(opened in allowed, len(allowed))


def seen(named: str, opened: str) -> Fraction:
    """The probability that the host opens that door, wherever the car is."""
    return sum((together(named, car, opened) for car in DOORS), Fraction(0))


def step(state: State) -> Choice | Chance:
    named, opened, final, _ = state
    if named is None:
        return Choice("guest", [(door, None, None, None) for door in DOORS])
    if opened is None:
        others = [door for door in DOORS if door != named]
        return Chance([(seen(named, door), (named, door, None, None)) for door in others])
    if final is None:
        closed = [door for door in DOORS if door != opened]
        return Choice("guest", [(named, opened, door, None) for door in closed])
    behind = together(named, final, opened) / seen(named, opened)
    return Chance(
        [(behind, (named, opened, final, True)), (1 - behind, (named, opened, final, False))]
    )
