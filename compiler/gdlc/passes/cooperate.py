"""The cooperative program P_c: everybody helps the player to win.

Source: He and Thielscher, arXiv 2605.23705, where P_c is defined; the differences are named below.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, replace

from gdlc.formats.lp import GroundProgram, Rule
from gdlc.formats.lp.terms import split
from gdlc.passes.fold import Folder, Literal, folded, negate
from gdlc.passes.objective import over, won
from gdlc.passes.timed import Timed, look, natural, step_of


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
    dynamic: Container[str],
    *,
    player: str,
    roles: tuple[str, ...],
    horizon: int,
    objective: str,
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
    rules = program.rules
    program = GroundProgram(program.names[1:])
    folder = Folder(program)
    ended, stuck = over(folder, timed, roles, horizon, playable=playable)
    last = won(folder, timed, ended, player, objective)
    for name in program.names[1:]:
        if name.startswith("_worth("):
            program.rules.append(Rule((program.atom(name),), choice=True))
    for rule in rules:
        _keep(program, rule, dynamic, ended)
    for step in range(1, horizon + 1):
        for role in roles:
            moves = timed.legal.get(step, {}).get(role, {})
            _move(folder, role, step, moves, ended[step])
    return Cooperative(program, timed, ended, stuck, last)


def _keep(
    program: GroundProgram, rule: Rule, dynamic: Container[str], ended: list[Literal]
) -> None:
    """Copy a rule of the game, unless the moves replace it or it says nothing of any state."""
    if rule.choice:
        return  # the free choice of a move
    name = program.names[rule.head[0]]
    if rule.is_fact:
        if split(name)[0] in dynamic:
            program.rules.append(rule)
        return
    if name.startswith("true("):
        body = folded((*rule.body, negate(ended[step_of(name) - 1])))
        if body is None:
            return
        rule = replace(rule, body=body)
    program.rules.append(rule)


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
    program.rules.append(Rule(tuple(does), body, choice=True, lower=1, upper=1))
    for atom, legal in zip(does, moves.values(), strict=True):
        folder.forbid([atom, negate(legal)])


_RANK = {
    "true": 0,
    "terminal": 2,
    "goal": 3,
    "_stuck": 4,
    "_over": 4,
    "_won": 4,
    "legal": 5,
    "does": 6,
}


def in_order(program: GroundProgram) -> GroundProgram:
    """The rules by step, then by what they are about; independent of the grounder's order."""
    keys: dict[int, tuple[int, int, tuple[tuple[int, str], ...]]] = {}

    def key(atom: int) -> tuple[int, int, tuple[tuple[int, str], ...]]:
        known = keys.get(atom)
        if known is None:
            name = program.names[atom]
            predicate = name.split("(", 1)[0]
            step = 0 if predicate == "_worth" else step_of(name)
            known = keys[atom] = (step, _RANK.get(predicate, 1), natural(name))
        return known

    def place(literal: int) -> tuple[bool, int, int, tuple[tuple[int, str], ...]]:
        return (literal < 0, *key(abs(literal)))

    def order(rule: Rule) -> tuple[object, ...]:
        body = [place(literal) for literal in rule.body]
        if rule.head:
            return (*key(rule.head[0])[:2], 0, key(rule.head[0])[2], len(body), body)
        step = max((k[1] for k in body), default=0)
        return (step, 9, 1, (), len(body), body)

    def sort_body(rule: Rule) -> Rule:
        if rule.bound is not None or len(rule.body) < 2:
            return rule
        return replace(rule, body=tuple(sorted(rule.body, key=place)))

    return GroundProgram(program.names[1:], sorted(map(sort_body, program.rules), key=order))
