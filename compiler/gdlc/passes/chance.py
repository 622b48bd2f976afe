"""The moves of `random` by counted legal moves and coins.

With c legal moves, coin c decides with probability 1/c whether the c-th legal move is taken; else
coin c-1 with probability 1/(c-1) whether the (c-1)-th is, and so on: each with probability 1/c.

    _coin(c,T)     falls with probability 1/c
    _count(i,c,T)  exactly c of the first i groups' moves are legal
    _left(c,T)     the move is among the first c legal ones

Moves that are legal under the same conditions form a group: one look decides for all of them. So a
role whose moves are all legal or all not needs no counting.

Source: He and Thielscher, arXiv 2605.23705, R_{1/i}; groups are an addition.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from gdlc.formats.lp import GroundProgram, Rule
from gdlc.passes.fold import Folder, Literal, negate
from gdlc.passes.moves import Choice


@dataclass
class _Group:
    """Moves that are legal together: their atoms, and the literal that allows them."""

    does: list[int]
    legal: Literal


def decide(
    folder: Folder, choice: Choice, conditions: dict[int, frozenset[tuple[int, ...]]]
) -> list[tuple[int, Fraction]]:
    """Replace a choice of `random` by coins.

    conditions: for each atom, the set of bodies that derive it
    Shape:      m moves in g groups -> at most m-1 coins and O(g*m) atoms to count
    Result:     the coins with their probabilities
    """
    program = folder.program
    step = choice.step
    groups = _groups(choice, conditions)
    counts = _count(folder, groups, step)
    most = max(counts[-1], default=0)
    coins = {c: program.atom(f"_coin({c},{step})") for c in range(2, most + 1)}
    for coin in coins.values():
        program.rules.append(Rule((coin,), choice=True))
    left: dict[int, Literal] = {}
    for c in range(most, 0, -1):
        bodies: list[list[Literal]] = []
        if c in counts[-1]:
            bodies.append([counts[-1][c], *choice.going_on])
        if c + 1 in left:
            bodies.append([left[c + 1], -coins[c + 1]])
        left[c] = folder.define(f"_left({c},{step})", bodies)
    for group, before in zip(groups, counts, strict=False):
        for place, move in enumerate(group.does, 1):
            bodies = []
            for c, counted in before.items():
                taken: list[Literal] = [left[c + place]]
                if c + place > 1:
                    taken.append(coins[c + place])
                bodies.append([counted, group.legal, *taken])
            folder.define(program.names[move], bodies)
    return [(coin, Fraction(1, c)) for c, coin in coins.items()]


def _groups(choice: Choice, conditions: dict[int, frozenset[tuple[int, ...]]]) -> list[_Group]:
    table: dict[object, _Group] = {}
    for move, legal in zip(choice.does, choice.legal, strict=True):
        key: object = ("always",)
        if not isinstance(legal, bool):
            key = conditions.get(legal, ("atom", legal))
        table.setdefault(key, _Group([], legal)).does.append(move)
    return list(table.values())


def _count(folder: Folder, groups: list[_Group], step: int) -> list[dict[int, Literal]]:
    """For i = 0..g: count -> the literal that says that so many of the first i groups' moves are
    legal."""
    table: list[dict[int, Literal]] = [{0: True}]
    for number, group in enumerate(groups, 1):
        bodies: dict[int, list[list[Literal]]] = {}
        for c, counted in table[-1].items():
            if group.legal is not True:
                bodies.setdefault(c, []).append([counted, negate(group.legal)])
            bodies.setdefault(c + len(group.does), []).append([counted, group.legal])
        table.append(
            {
                c: folder.define(f"_count({number},{c},{step})", alternatives)
                for c, alternatives in sorted(bodies.items())
            }
        )
    return table


def conditions(program: GroundProgram) -> dict[int, frozenset[tuple[int, ...]]]:
    """For each atom over `legal` the set of bodies that derive it, to compare conditions."""
    bodies: dict[int, set[tuple[int, ...]]] = {}
    for rule in program.rules:
        if rule.is_plain and rule.head and program.names[rule.head[0]].startswith("legal("):
            bodies.setdefault(rule.head[0], set()).add(tuple(sorted(rule.body)))
    return {atom: frozenset(alternatives) for atom, alternatives in bodies.items()}
