"""The moves of `random` by counted legal moves and coins.

The paper's way: with c legal moves, coin c decides with probability 1/c whether the c-th legal move
is taken; else coin c-1 with probability 1/(c-1) whether the (c-1)-th is, and so on: each with
probability 1/c.

Here a legal move may stand for several that nothing tells apart, and moves may be legal together.
So the numbers of legal moves at which one move ends and another begins may lie further apart, and
only there a coin has to fall: between numbers a < c it decides with probability (c-a)/c whether the
move is one of those from a+1 to c. With a = c-1 everywhere these are the coins of the paper.

    _coin(c,T)     falls with probability (c-a)/c
    _count(i,c,T)  exactly c of the first i groups' moves are legal
    _left(c,T)     the move is among the first c legal ones

Moves that are legal under the same conditions form a group: one look decides for all of them. So a
role whose moves are all legal or all not needs no counting.

Source: He and Thielscher, arXiv 2605.23705, R_{1/i}; groups and weights are an addition.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from gdlc import _asp
from gdlc.formats.lp import Rule
from gdlc.passes.fold import Folder, Literal, negate
from gdlc.passes.moves import Choice


@dataclass
class _Group:
    """Moves that are legal together.

    legal:   the literal that allows them
    members: the atom of a move, and how many moves it stands for
    """

    legal: Literal
    members: dict[int, int] = field(default_factory=dict)

    @property
    def weight(self) -> int:
        return sum(self.members.values())


@dataclass
class Coins:
    """What became of a choice of `random`.

    coins: the chance atoms with their probabilities
    same:  for each move that stands for others, those others
    """

    coins: list[tuple[int, Fraction]]
    same: dict[int, list[int]]


def decide(folder: Folder, choice: Choice, alike: _asp.Alike, ideas: frozenset[str]) -> Coins:
    """Replace a choice of `random` by coins.

    alike: knows which moves have equal effects, and which conditions are equal
    ideas: `groups` and `merge`, or less
    Shape: m moves in k classes and g groups -> at most m-1 coins, k-1 if all are legal, and
           O(g*m) atoms to count
    """
    program = folder.program
    step = choice.step
    groups, same = _groups(choice, alike, ideas)
    counts = _count(folder, groups, step)
    ends = _ends(groups, counts)
    before = {c: a for a, c in pairwise(ends)}
    # The last coin would fall for certain.
    coins = {c: program.atom(f"_coin({c},{step})") for c, a in before.items() if a > 0}
    for coin in coins.values():
        program.append(Rule((coin,), choice=True))
    left: dict[int, Literal] = {0: False}
    for c in reversed(ends[1:]):
        above = next((d for d, a in before.items() if a == c), None)
        bodies: list[list[Literal]] = []
        if c in counts[-1]:
            bodies.append([counts[-1][c], *choice.going_on])
        if above is not None:
            bodies.append([left[above], -coins[above]])
        left[c] = folder.define(f"_left({c},{step})", bodies)
    for group, counted in zip(groups, counts, strict=False):
        place = 0
        for move, weight in group.members.items():
            ways: list[list[Literal]] = []
            for c, holds in counted.items():
                first, last = c + place, c + place + weight
                taken: list[Literal] = [left[last]]
                if before[last] != first:
                    taken.append(negate(left[first]))
                elif first > 0:
                    taken.append(coins[last])
                ways.append([holds, group.legal, *taken])
            folder.define(program.name(move), ways)
            place += weight
    return Coins([(coin, Fraction(c - before[c], c)) for c, coin in coins.items()], same)


def _groups(
    choice: Choice, alike: _asp.Alike, ideas: frozenset[str]
) -> tuple[list[_Group], dict[int, list[int]]]:
    """The moves in groups; those that are always legal come first: their places are fixed."""
    moves = list(choice.does)
    conditions = [0 if legal is True else int(legal) for legal in choice.legal]
    places = range(len(moves))
    together = alike.by_rules(conditions) if "groups" in ideas else list(places)
    effects = (
        alike.by_use(moves, [c for c in conditions if c]) if "merge" in ideas else list(places)
    )
    groups: dict[int, _Group] = {}
    first: dict[tuple[int, int], int] = {}
    same: dict[int, list[int]] = {}
    for place, move in enumerate(moves):
        group = groups.setdefault(together[place], _Group(choice.legal[place]))
        condition = together[place] if "groups" in ideas else conditions[place]
        known = first.setdefault((condition, effects[place]), move)
        if known != move and known in group.members:
            group.members[known] += 1
            same.setdefault(known, []).append(move)
        else:
            group.members[move] = 1
    ordered = sorted(groups.values(), key=lambda group: group.legal is not True)
    return ordered, same


def _count(folder: Folder, groups: list[_Group], step: int) -> list[dict[int, Literal]]:
    """For i = 0..g: count -> the literal that says that so many of the first i groups' moves are
    legal."""
    table: list[dict[int, Literal]] = [{0: True}]
    for number, group in enumerate(groups, 1):
        bodies: dict[int, list[list[Literal]]] = {}
        for c, counted in table[-1].items():
            if group.legal is not True:
                bodies.setdefault(c, []).append([counted, negate(group.legal)])
            bodies.setdefault(c + group.weight, []).append([counted, group.legal])
        table.append(
            {
                c: folder.define(f"_count({number},{c},{step})", alternatives)
                for c, alternatives in sorted(bodies.items())
            }
        )
    return table


def _ends(groups: list[_Group], counts: list[dict[int, Literal]]) -> list[int]:
    """The numbers of legal moves, from 0, at which a move may end."""
    ends = {0}
    for group, counted in zip(groups, counts, strict=False):
        place = 0
        for weight in group.members.values():
            place += weight
            ends.update(c + place for c in counted)
    return sorted(ends)
