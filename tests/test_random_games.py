"""The compiler agrees with expected minimax on random games, and with itself on reworded ones.

A failure prints its seed and the shrunk game.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import gdlc
import pytest
from gdlc.formats import gdl
from gdlc.formats.errors import GdlcError

from tests.oracles import random_games

GAMES = 150
CHUNKS = 10
REWORDED = 20

Fails = Callable[[str], bool]


class Question(NamedTuple):
    role: str
    horizon: int
    objective: str


def questions(seed: int, game: str) -> list[Question]:
    """One for each player; horizons and objectives vary with the seed."""
    rng = random.Random(seed)
    roles = [role for role in gdl.read(game).roles if role != gdl.RANDOM]
    return [
        Question(role, rng.choice((0, 1, 2, 3, 3, 4, 4, 5, 5, 5, 5)), rng.choice(("win", "score")))
        for role in roles
    ]


def compiled(game: str, question: Question) -> Fraction | None:
    return gdlc.run(gdl.read(game), **question._asdict()).value


def searched(game: str, question: Question) -> Fraction | None:
    return gdlc.search(gdl.read(game), **question._asdict()).value


def differs(question: Question) -> Fails:
    """Whether the two give different values; a text that one of them refuses is no game."""

    def fails(game: str) -> bool:
        try:
            return compiled(game, question) != searched(game, question)
        except GdlcError:
            return False

    return fails


# Shrinking: rules go, then premises, then alternatives of a disjunction.


def shrunk(game: str, fails: Fails) -> str:
    """A smaller game that still fails; the game as it is if it does not fail once written anew."""
    rules = list(gdl.read(game).rules)
    ask = cache(fails)

    def still(candidate: list[gdl.Rule]) -> bool:
        return ask(written(candidate))

    if not still(rules):
        return game
    size = len(rules)
    while size:
        at, before = 0, len(rules)
        while at < len(rules):
            rest = rules[:at] + rules[at + size :]
            if still(rest):
                rules = rest
            else:
                at += size
        # Once more at the end: a rule may have needed one that has gone since.
        size = size // 2 if size > 1 or len(rules) == before else 1
    at = 0
    while at < len(rules):
        for simpler in simpler_rules(rules[at]):
            if still(rest := [*rules[:at], simpler, *rules[at + 1 :]]):
                rules = rest
                break
        else:
            at += 1
    return written(rules)


def written(rules: list[gdl.Rule]) -> str:
    return gdl.write(gdl.RuleSheet(tuple(rules), "shrunk.kif"))


def simpler_rules(rule: gdl.Rule) -> Iterator[gdl.Rule]:
    for at, goal in enumerate(rule.body):
        before, after = rule.body[:at], rule.body[at + 1 :]
        yield gdl.Rule(rule.head, (*before, *after))
        if isinstance(goal, gdl.Or):
            for part in goal.goals:
                yield gdl.Rule(rule.head, (*before, part, *after))
