"""The two orders of the prefix are those of their definitions, and the value is the same."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import gdlc
from gdlc.formats import gdl, lp, sqasp
from tests.oracles import prefix_order, random_games

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
ORDERS = ("baseline", "dependency")
ENCODINGS = ("paper", "lean")
RANDOM_GAMES = 26


class Case(NamedTuple):
    """game: an example by its name, or a random game by its seed."""

    game: str | int
    role: str
    horizon: int
    objective: str
    encoding: str


def example_cases() -> list[Case]:
    """Each example at a short and at a longer horizon, for one of its roles."""
    cases: list[Case] = []
    for at, path in enumerate(sorted(EXAMPLES.glob("*.kif"))):
        roles = players(gdlc.load(path).roles)
        for horizon in (2 + at % 3, 5 + at % 3):
            role = roles[horizon % len(roles)]
            objective = ("win", "score")[horizon % 2]
            cases.append(Case(path.stem, role, horizon, objective, ENCODINGS[len(cases) % 2]))
    return cases


def random_cases() -> list[Case]:
    cases: list[Case] = []
    for seed in range(1000, 1000 + RANDOM_GAMES):
        rng = random.Random(seed)
        role = rng.choice(players(gdl.read(random_games.generate(seed)).roles))
        horizon, objective = rng.choice((3, 4, 5)), rng.choice(("win", "score", "score"))
        cases.append(Case(seed, role, horizon, objective, rng.choice(ENCODINGS)))
    return cases


def players(roles: tuple[str, ...]) -> list[str]:
    return [role for role in roles if role != gdl.RANDOM]


CASES = example_cases() + random_cases()


@cache
def grounded(case: Case) -> lp.LpProgram:
    if isinstance(case.game, str):
        sheet = gdlc.load(EXAMPLES / f"{case.game}.kif").sheet
    else:
        sheet = gdl.read(random_games.generate(case.game))
    return gdlc.ground(sheet, role=case.role, horizon=case.horizon, objective=case.objective)


def quantified(case: Case, order: str) -> sqasp.Sqasp:
    return gdlc.quantify(grounded(case), order=order, encoding=case.encoding)


def levels(case: Case, order: str) -> prefix_order.Program:
    return prefix_order.read(sqasp.write(quantified(case, order)))


def test_there_are_fifty() -> None:
    assert len(set(CASES)) == 50


@pytest.mark.parametrize("case", CASES, ids=str)
def test_each_atom_stands_where_the_definition_has_it(case: Case) -> None:
    for order in ORDERS:
        faults = prefix_order.faults(levels(case, order), dependency=order == "dependency")
        assert not faults, f"{order}: {faults[:5]}"


@pytest.mark.parametrize("case", CASES, ids=str)
def test_both_orders_have_the_same_choices_and_rules(case: Case) -> None:
    one, other = (levels(case, order) for order in ORDERS)
    assert prefix_order.choice_levels(one) == prefix_order.choice_levels(other)
    assert (one.chosen, one.facts, one.arcs) == (other.chosen, other.facts, other.arcs)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_both_orders_have_the_same_value(case: Case) -> None:
    one, other = (gdlc.solve(gdlc.translate(quantified(case, order))).value for order in ORDERS)
    assert one == other


# The oracle itself: a program whose levels are plain to see.

RULES = """{does(x,a,1)}.
{_dec(y,1,2); _dec(y,2,2)}.
{_coin(2,2)}.
{_worth(50)}.
true(f,1).
p(2) :- true(f,1), not never(1).
q(2) :- does(x,a,1).
r(3) :- q(2), not _dec(y,2,2).
s(3) :- #sum {2,0: r(3); 1,1: not _coin(2,2)} >= 2.
s(4) :- s(4), p(2).
t(4) :- 1 {q(2); p(2)}.
:- _worth(50), not s(3)."""
CHOICES = """_exists(1,does(x,a,1)).
_forall(3,_dec(y,1,2)).
_forall(3,_dec(y,2,2)).
_chance(5,1,2,_coin(2,2)).
_chance(7,1,2,_worth(50))."""
DERIVED = {"p(2)": 1, "q(2)": 2, "t(4)": 2, "r(3)": 4, "s(3)": 6, "s(4)": 1}


def faults(placed: dict[str, int], *, edit: tuple[str, str] = ("", "")) -> list[str]:
    prefix = "\n".join(f"_exists({level},{atom})." for atom, level in placed.items())
    choices = CHOICES.replace("(1,does", "(2,does") if "p(2)" in placed else CHOICES
    text = "\n".join(part for part in (choices, prefix, RULES) if part).replace(*edit)
    program = prefix_order.read(f"% gdlc sqasp 1\n{text}\n% end\n")
    return prefix_order.faults(program, dependency=bool(placed))


def test_the_oracle_accepts_what_is_right() -> None:
    assert faults({}) == []
    assert faults(DERIVED) == []


@pytest.mark.parametrize(
    ("atom", "level", "message"),
    [
        ("p(2)", 2, "p(2) has exists level 2, its last choice has 0"),
        ("r(3)", 2, "r(3) has exists level 2, its last choice has 3"),
        ("r(3)", 6, "r(3) has exists level 6, its last choice has 3"),
        ("s(3)", 8, "s(3) has exists level 8, its last choice has 5"),
        ("true(f,1)", 1, "true(f,1) is a fact, and has a level"),
        ("never(1)", 9, "no rule derives never(1), and it has a level"),
    ],
)
def test_the_oracle_names_a_wrong_level(atom: str, level: int, message: str) -> None:
    assert message in faults({**DERIVED, atom: level})


def test_the_oracle_names_other_faults() -> None:
    rest = {atom: level for atom, level in DERIVED.items() if atom != "r(3)"}
    assert faults(rest) == ["r(3) has no level, its last choice has 3"]
    assert faults({}, edit=("_chance(5,1,2,_coin(2,2)).\n", "")) == ["_coin(2,2) has no level"]
    late = "the choice atoms are not in the order of time"
    assert faults({}, edit=("(3,_dec(y,1", "(4,_dec(y,1")) == [late]
    assert faults({}, edit=("_exists(1,", "_exists(9,")) == [late]


def test_the_oracle_wants_one_level_behind_each_choice() -> None:
    text = """% gdlc sqasp 1
_exists(1,does(x,a,1)).
_exists(1,p(2)).
_exists(2,q(2)).
{does(x,a,1)}.
p(2) :- does(x,a,1).
q(2) :- p(2).
% end
"""
    program = prefix_order.read(text)
    fault = "levels [1, 2] are all directly behind 1"
    assert prefix_order.faults(program, dependency=True) == [fault]
