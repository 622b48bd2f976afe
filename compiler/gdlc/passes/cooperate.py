"""The cooperative program P_c: everybody helps the player to win.

Source: He and Thielscher, arXiv 2605.23705, where P_c is defined; the differences are named below.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from gdlc import _asp
from gdlc.formats.lp import GroundProgram, Rule
from gdlc.passes.fold import Folder, Literal, folded, negate
from gdlc.passes.objective import Objective, over, won
from gdlc.passes.timed import Timed, look


@dataclass
class Cooperative:
    """P_c without its last constraint.

    program: the rules
    timed:   what can happen at each step
    ended:   index T: the literal of `_over(T)`; False at index 0
    stuck:   index T: the literal of `_stuck(T)`; False at index 0
    won:     the literal that says that the play is won
    """

    program: GroundProgram
    timed: Timed
    ended: list[Literal]
    stuck: list[Literal]
    won: Literal


def cooperate(
    program: GroundProgram,
    dynamic: Collection[str],
    *,
    player: str,
    roles: tuple[str, ...],
    horizon: int,
    objective: Objective,
    playable: bool = False,
) -> Cooperative:
    """Add the moves, the end and the objective to the ground rules of a game.

    program:  the unrolled rules with free choices of moves
    dynamic:  the predicates that carry a step
    playable: it is known that within the horizon every role has a legal move until the end

    Moves: for each role and step one choice `1 {does(R,A,T); ...} 1` while the play is not over,
    and a constraint for each move that may be illegal. A role with one possible move has no
    choice. A state in which a role has no legal move ends the play, which is not won then.
    After the end nothing moves and only facts stay true: all ended plays are one state.
    """
    timed = look(program)
    source = program.native
    program = GroundProgram.of(source.without_rules())
    folder = Folder(program)
    ended, stuck = over(folder, timed, roles, horizon, playable=playable)
    last, worth = won(folder, timed, ended, player, objective)
    for atom in worth.values():
        if not isinstance(atom, bool):
            program.append(Rule((atom,), choice=True))
    _asp.carry(source, program.native, set(dynamic), [*map(_known, ended)])
    for step in range(1, horizon + 1):
        for role in roles:
            moves = timed.legal.get(step, {}).get(role, {})
            _move(folder, role, step, moves, ended[step])
    return Cooperative(program, timed, ended, stuck, last)


def _known(literal: Literal) -> int:
    """A literal for native code."""
    return (_asp.YES if literal else -_asp.YES) if isinstance(literal, bool) else literal


def _move(folder: Folder, role: str, step: int, moves: dict[str, Literal], ended: Literal) -> None:
    """The moves of one role at one step."""
    program = folder.program
    going_on = negate(ended)
    if len(moves) < 2:
        # While the play goes on the role is not stuck: its only move is legal.
        for move in moves:
            name = f"does({role},{move},{step})"
            program.atom(name)  # a fact, if it is one: people look for it
            folder.define(name, [[going_on]])
        return
    body = folded([going_on])
    if body is None:
        return
    does = [program.atom(f"does({role},{move},{step})") for move in moves]
    program.append(Rule(tuple(does), body, choice=True, lower=1, upper=1))
    for atom, legal in zip(does, moves.values(), strict=True):
        folder.forbid([atom, negate(legal)])


def in_order(program: GroundProgram) -> GroundProgram:
    """The rules by step, then by what they are about; independent of the grounder's order."""
    return GroundProgram.of(_asp.in_order(program.native))
