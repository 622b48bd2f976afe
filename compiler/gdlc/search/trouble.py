"""What is wrong with a game that has no value, or is not playable, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gdlc.formats.errors import InputError

_SHOWN = 5  # moves in a message


def both_choose(
    moves: Mapping[str, Sequence[str]], player: str, step: int, state: str, file: str
) -> InputError:
    """The player and opponents have a choice at the same step.

    moves: the legal ones of all roles but `random`, in the order of the sheet
    step:  counted from 1
    """
    others = [role for role, legal in moves.items() if role != player and len(legal) > 1]
    shown = []
    for role in (player, *others):
        more = ["..."] if len(moves[role]) > _SHOWN else []
        shown.append(f"{role} ({', '.join([*moves[role][:_SHOWN], *more])})")
    return InputError(
        f"{' and '.join(shown)} choose at the same step {step}, in the state {state}",
        file=file,
        hint="a value is defined only where the player and the opponents choose one after "
        "the other; --simultaneous pessimistic lets the opponents see the player's move",
    )


def wrong_goals(role: str, trouble: str, state: str, file: str) -> InputError:
    """The goals in a terminal state have no place in the objective."""
    return InputError(
        f"in the terminal state {state} the role {role} has {trouble}",
        file=file,
        hint="the objective `score` needs one goal value from 0 to 100; `win` asks only for 100",
    )


def stuck(role: str, step: int, state: str) -> str:
    """A warning: a role has no legal move in a state that is not terminal."""
    return (
        f"the game is not playable: at step {step} the role {role} has no legal move "
        f"in the state {state}, which is not terminal; such a state is worth 0"
    )
