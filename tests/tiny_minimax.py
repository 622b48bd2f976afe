"""The value of a state in a dozen lines, word by word from the definition: no layers, no caches."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from gdlc.formats.gdl import RANDOM
from gdlc.machine.interpreter import Machine, State


def tiny_minimax(machine: Machine, state: State, steps: int, player: str) -> Fraction:
    """P(state, steps) for the objective `win`: the greatest over the player's moves of the least
    over the others' joint moves of the mean over those of `random`, each seeing what came before.

    Cost: exponential in the steps
    """
    if machine.terminal(state):
        return Fraction("100" in machine.goals(state, player))
    legal = {role: machine.legal(state, role) for role in machine.roles}
    if steps == 0 or not all(legal.values()):
        return Fraction(0)
    others = [role for role in machine.roles if role not in (player, RANDOM)]
    luck = legal.get(RANDOM, (None,))

    def mean(chosen: dict[str, object]) -> Fraction:
        values = []
        for fall in luck:
            moves = [fall if role == RANDOM else chosen[role] for role in machine.roles]
            values.append(tiny_minimax(machine, machine.next(state, moves), steps - 1, player))
        return sum(values, Fraction(0)) / len(values)

    return max(
        min(
            mean({player: mine, **dict(zip(others, theirs, strict=True))})
            for theirs in product(*(legal[role] for role in others))
        )
        for mine in legal[player]
    )
