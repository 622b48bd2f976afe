"""Random games of each kind: they are what was asked for, and all who value them agree."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

import gdlc
from gdlc.formats import gdl
from gdlc.formats.answer import AT_ONCE
from gdlc.machine.game import Game
from gdlc.machine.interpreter import Machine
from gdlc.machine.reachable import reachable
from tests.oracles.random_games import KINDS, generate
from tests.test_random_games import questions, require_same
from tests.tiny_minimax import tiny_minimax

SEEDS = range(12)


@cache
def machine(kind: str, seed: int) -> Machine:
    return Machine(gdl.read(generate(seed, kind=kind), f"{kind} {seed}"))


def players(rules: Machine) -> list[str]:
    return [role for role in rules.roles if role != gdl.RANDOM]


def choosing(rules: Machine) -> set[str]:
    """Who has a choice in the first state."""
    state = rules.initial()
    return {role for role in rules.roles if len(rules.legal(state, role)) > 1}


def ever_choosing(rules: Machine, depth: int) -> list[set[str]]:
    """Who has a choice in each state so deep at most that is not terminal."""
    graph = gdlc.graph(rules.sheet, depth=depth)
    return [
        {role for role in rules.roles if len(node.state.legal(role)) > 1}
        for node in graph.nodes
        if not node.is_terminal
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_gives_the_same_game(kind: str) -> None:
    texts = [generate(seed, kind=kind) for seed in SEEDS]
    assert texts == [generate(seed, kind=kind) for seed in SEEDS]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("seed", SEEDS)
def test_games_are_of_their_kind(seed: int) -> None:
    assert len(players(machine("coalition", seed))) == 3
    assert len(players(machine("alone", seed))) == 1
    assert gdl.RANDOM not in machine("certain", seed).roles
    assert choosing(machine("luck first", seed)) == {gdl.RANDOM}
    chosen = ever_choosing(machine("luck only", seed), 6)
    assert all(roles <= {gdl.RANDOM} for roles in chosen)
    assert choosing(machine("luck only", seed)) == {gdl.RANDOM}
    assert {"x", "y"} <= choosing(machine("simultaneous", seed))
    values = machine("values", seed)
    text = gdl.write(values.sheet)
    for player in players(values):
        found = {value for value in (0, 1, 30, 50, 99, 100) if f"(goal {player} {value})" in text}
        assert len(found) >= 3  # one may be left out


def test_some_games_have_a_step_at_which_nobody_chooses() -> None:
    idle = [ever_choosing(machine("idle", seed), 1)[1:] for seed in SEEDS]
    reached = [states for states in idle if states]
    assert len(reached) >= len(SEEDS) / 3
    assert all(not roles for states in reached for roles in states)


def test_opponents_choose_jointly_beside_the_player() -> None:
    joint = [seed for seed in range(60) if "z" in choosing(machine("simultaneous", seed))]
    assert joint


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "simultaneous"])
@pytest.mark.parametrize("seed", range(3))
def test_the_values_of_all_agree(kind: str, seed: int) -> None:
    rules = machine(kind, seed)
    for player in players(rules):
        found = gdlc.search(rules.sheet, role=player, horizon=3)
        assert found.value == tiny_minimax(rules, rules.initial(), 3, player)
        assert found.note == ""
        assert reachable(Game(rules.sheet), player).both is None


@pytest.mark.parametrize("kind", KINDS)
def test_the_compiler_agrees_with_search_for_every_objective(kind: str) -> None:
    valued: Counter[str] = Counter()
    for seed in range(3):
        game = generate(seed, kind=kind)
        for question in questions(seed, game):
            found = require_same(seed, game, question)
            valued[question.objective.partition(":")[0]] += found.value is not None
    # Where both sides may choose at once both refuse, once the horizon reaches such a step.
    assert kind == "simultaneous" or set(+valued) == {"win", "score", "atleast"}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_pessimistic_search_is_the_recursion(seed: int) -> None:
    rules = machine("simultaneous", seed)
    for player in players(rules):
        for horizon in (1, 2):
            found = gdlc.search(
                rules.sheet, role=player, horizon=horizon, simultaneous="pessimistic"
            )
            assert found.value == tiny_minimax(rules, rules.initial(), horizon, player)
            both = reachable(Game(rules.sheet), player, depth=horizon).both
            assert (found.note == AT_ONCE) == (both is not None)


def test_pessimistic_values_differ() -> None:
    """Some are won and some are lost, and where both choose luck has a say."""
    values = Counter(
        gdlc.search(
            machine("simultaneous", seed).sheet, role="x", horizon=3, simultaneous="pessimistic"
        ).value
        for seed in range(40)
    )
    assert values[0] < 35
    assert len(values) >= 4
