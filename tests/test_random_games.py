"""The compiler agrees with expected minimax on random games, and with itself on reworded ones.

A failure prints its seed, the game and the shrunk game.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import pytest

import gdlc
from gdlc.formats import gdl
from gdlc.formats.errors import GdlcError
from tests.oracles import random_games, reworded_games

GAMES = 100
JOINT = 12
REWORDED = 8
CHUNKS = 10


ORDERS = ("baseline", "dependency")
ENCODINGS = ("paper", "lean")


class Question(NamedTuple):
    """What is asked of a game, and on which way the compiler goes."""

    role: str
    horizon: int
    objective: str
    order: str
    encoding: str


class Found(NamedTuple):
    """value: None if the question was refused; unplayable: a warning told of a stuck role."""

    value: Fraction | None
    unplayable: bool = False
    refused: str = ""


def questions(seed: int, game: str, objectives: Sequence[str] = ()) -> list[Question]:
    """Each objective for each player; horizons, bounds and ways vary with the seed."""
    rng = random.Random(seed)
    roles = [role for role in gdl.read(game).roles if role != gdl.RANDOM]
    horizons = (0, 1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5)
    found: list[Question] = []
    for role in roles:
        horizon = rng.choice(horizons)
        for objective in objectives or ("win", "score", f"atleast:{rng.choice((30, 50, 60, 100))}"):
            way = (rng.choice(ORDERS), rng.choice(ENCODINGS))
            found.append(Question(role, horizon, objective, *way))
    return found


@cache
def compiled(game: str, question: Question) -> Found:
    return asked(gdlc.run, game, question._asdict())


@cache
def searched(game: str, question: Question) -> Found:
    asks = {name: getattr(question, name) for name in ("role", "horizon", "objective")}
    return asked(gdlc.search, game, {**asks, "engine": "interpreted"})


def asked(verb: Callable[..., gdlc.Answer], game: str, asks: dict[str, Any]) -> Found:
    warnings: list[str] = []
    try:
        sheet = gdl.read(game)
        answer = verb(sheet, **asks, report=gdlc.Report(warnings.append))
    except GdlcError as error:
        return Found(None, refused=str(error))
    return Found(answer.value, any("not playable" in warning for warning in warnings))


def require_same(seed: int, game: str, question: Question) -> Found:
    """Both find the same, or both refuse."""
    found, expected = compiled(game, question), searched(game, question)
    if found != expected and not (found.refused and expected.refused):
        small = shrunk(game, lambda text: differs(text, question, found, expected))
        pytest.fail(
            f"seed {seed}, {question}: compiled {found}, searched {expected}\n{game}\nshrunk: "
            f"compiled {compiled(small, question)}, searched {searched(small, question)}\n{small}"
        )
    return expected


def differs(game: str, question: Question, found: Found, expected: Found) -> bool:
    """Whether the two differ in the same respect, so that shrinking leads to no other fault.

    found, expected: what they said first, of a game that is playable or not. A text that one of
                     them refuses is no game.
    """
    one, other = compiled(game, question), searched(game, question)
    if one.refused or other.refused or other.unplayable != expected.unplayable:
        return False
    if found.value == expected.value:
        return one != other
    return one.value != other.value


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_games(chunk: int) -> None:
    for seed in range(chunk, GAMES, CHUNKS):
        game = random_games.generate(seed)
        for question in questions(seed, game):
            assert not require_same(seed, game, question).refused, f"seed {seed}"


def test_opponents_who_choose_jointly() -> None:
    """A game for x against the two; where one of them is to win, two sides choose at a step."""
    refused = 0
    for seed in range(JOINT):
        game = random_games.generate(seed, joint=True)
        for question in questions(seed, game, ("score",)):
            if question.role != "z":
                found = require_same(seed, game, question)
                assert question.role == "y" or not found.refused, f"seed {seed}"
                refused += bool(found.refused)
    assert 0 < refused < JOINT


@pytest.mark.parametrize("reword", [reworded_games.shuffled, reworded_games.renamed_variables])
def test_other_words_leave_the_value(reword: Callable[[str, int], str]) -> None:
    for seed in range(REWORDED):
        game = random_games.generate(seed)
        other = reword(game, seed)
        assert other != game
        question = questions(seed, game)[0]._replace(horizon=4)
        assert compiled(other, question) == compiled(game, question), f"seed {seed}\n{other}"


def test_the_games_are_worth_asking() -> None:
    """Same text for a seed; most kinds of values and of trouble are among them."""
    found: list[Found] = []
    unplayable = 0
    for seed in range(GAMES):
        game = random_games.generate(seed)
        assert game == random_games.generate(seed)
        answers = [searched(game, question) for question in questions(seed, game)]
        unplayable += any(answer.unplayable for answer in answers)
        found += answers
    values = [answer.value for answer in found if answer.value is not None]
    assert len(values) == len(found), [answer.refused for answer in found if answer.refused]
    between = [value for value in values if 0 < value < 1]
    assert len(between) >= len(values) / 5  # measured: a quarter; `atleast` has fewer
    assert len(set(between)) >= 20
    assert values.count(Fraction(1)) >= len(values) / 10
    assert GAMES / 10 <= unplayable <= GAMES / 3  # measured: a fifth


def test_a_failure_is_shrunk() -> None:
    """Down to the rules without which the value is another one."""
    game = random_games.generate(0)
    small = shrunk(game, lambda text: "(true (on b))" in text and "(role x)" in text)
    assert len(small.splitlines()) == 2
    assert shrunk(game, lambda _: False) == game


# Shrinking: rules go, then premises, then alternatives of a disjunction.


def shrunk(game: str, fails: Callable[[str], bool]) -> str:
    """A smaller game that still fails; the game as it is if it does not."""
    rules = list(gdl.read(game).rules)
    ask = cache(fails)

    def still(candidate: list[gdl.Rule]) -> bool:
        return ask(gdl.write(gdl.RuleSheet(tuple(candidate))))

    if not still(rules):
        return game
    size = max(1, len(rules) // 2)
    while size:
        before = gdl.write(gdl.RuleSheet(tuple(rules)))
        at = 0
        while at < len(rules):
            rest = rules[:at] + rules[at + size :]
            if still(rest):
                rules = rest
            else:
                at += size
        at = 0 if size == 1 else len(rules)
        while at < len(rules):
            simpler = ([*rules[:at], one, *rules[at + 1 :]] for one in simpler_rules(rules[at]))
            found = next(filter(still, simpler), None)
            rules, at = (rules, at + 1) if found is None else (found, at)
        # Once more while something goes: what needed a rule may have gone since.
        if size > 1 or before == gdl.write(gdl.RuleSheet(tuple(rules))):
            size //= 2
    return gdl.write(gdl.RuleSheet(tuple(rules)))


def simpler_rules(rule: gdl.Rule) -> Iterator[gdl.Rule]:
    for at, goal in enumerate(rule.body):
        before, after = rule.body[:at], rule.body[at + 1 :]
        yield gdl.Rule(rule.head, (*before, *after))
        if isinstance(goal, gdl.Or):
            for part in goal.goals:
                yield gdl.Rule(rule.head, (*before, part, *after))
