"""All states that plays lead to: against the rules evaluated one by one, and how it is told."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import gdlc
from gdlc.formats import gdl
from gdlc.formats.errors import InputError, Interrupted, UsageError
from gdlc.machine.game import Game
from gdlc.machine.interpreter import Machine, State
from gdlc.machine.reachable import reachable
from gdlc.stop import Stop
from tests.oracles.random_games import generate

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
COUNTER = """\
(role x) (role y) (role random)
(init (n 0))
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4)
(<= (legal x go) (true (n ?n)) (distinct ?n 3))
(<= (legal x hop) (true (n 2)))
(legal y wait)
(<= (legal y dance) (true (n 2)))
(legal random heads) (legal random tails)
(<= (next (n ?m)) (true (n ?n)) (succ ?n ?m) (does random heads))
(<= (next (n ?n)) (true (n ?n)) (does random tails))
(<= terminal (true (n 4)))
(<= (goal x 100) (true (n 4)))
"""
ENDS = """\
(role x) (role y)
(init a)
(legal x one) (legal x two) (legal x three) (legal x four) (legal y noop)
(<= (next (end ?m)) (does x ?m))
(<= terminal (true (end ?m)))
(<= (goal x 100) (true (end one)))
(<= (goal x 50) (true (end ?m)))
(<= (goal y 0) (true (end ?m)))
(<= (goal y 7) (true a))
(<= (goal y 101) (true (end two)))
(<= (goal y -1) (true (end three)))
(<= (goal y some) (true (end four)))
"""


def game(text: str) -> Game:
    return Game(gdl.read(text, "test.kif"))


@dataclass
class _Naive:
    """By the definition, with the rules as they stand."""

    states: int = 0
    terminal: int = 0
    transitions: int = 0
    stuck: int | None = None
    both: int | None = None
    won: int | None = None
    goals: int | None = None
    following: dict[State, set[State]] = field(default_factory=dict)


def naive(sheet: gdl.RuleSheet, player: str, limit: int) -> _Naive:
    machine = Machine(sheet)
    found = _Naive()
    layer = {machine.initial()}
    seen = set(layer)
    for depth in itertools.count():
        found.states += len(layer)
        following: set[State] = set()
        for state in layer:
            found.following[state] = set()
            if machine.terminal(state):
                found.terminal += 1
                goals = [machine.text(goal) for goal in machine.goals(state, player)]
                if "100" in goals and found.won is None:
                    found.won = depth
                if len(goals) > 1 and found.goals is None:
                    found.goals = depth
                continue
            if depth == limit:
                continue
            legal = {role: machine.legal(state, role) for role in machine.roles}
            if not all(legal.values()):
                found.stuck = depth if found.stuck is None else found.stuck
                continue
            choosing = {role for role in legal if len(legal[role]) > 1} - {"random"}
            if player in choosing and len(choosing) > 1 and found.both is None:
                found.both = depth
            for moves in itertools.product(*legal.values()):
                found.transitions += 1
                found.following[state].add(machine.next(state, moves))
            following |= found.following[state] - seen
        seen |= following
        layer = following
        if not layer:
            return found
    raise AssertionError


def longest(following: dict[State, set[State]]) -> int | None:
    """The longest play, by lengthening all plays until none is left."""
    ends = {next(iter(following))}
    for length in itertools.count():
        ends = set().union(*(following[state] for state in ends))
        if not ends:
            return length
        if length > len(following):
            return None
    raise AssertionError


@pytest.mark.parametrize("seed", range(40))
def test_it_finds_what_the_rules_say(seed: int) -> None:
    sheet = gdl.read(generate(seed), f"seed {seed}")
    limit = (100, 100, 3, 1)[seed % 4]
    for player in sheet.roles:
        if player == "random":
            continue
        expected = naive(sheet, player, limit)
        found = reachable(Game(sheet), player, depth=limit)
        counts = (found.states, found.terminal, found.transitions)
        assert counts == (expected.states, expected.terminal, expected.transitions)
        for name in ("stuck", "both", "won", "goals"):
            seen = getattr(found, name)
            assert (seen and seen.depth) == getattr(expected, name), name
        if found.whole:
            assert found.longest == longest(expected.following)


def test_the_longest_play_of_the_examples() -> None:
    known = {"nim": 18, "ttt_flip": 18, "over_at_start": 0, "monty_hall": 4}
    for name, moves in known.items():
        loaded = gdlc.load(EXAMPLES / f"{name}.kif")
        found = reachable(loaded, next(role for role in loaded.roles if role != "random"))
        assert (found.whole, found.longest, found.has_cycle) == (True, moves, False), name
        assert found.stuck is found.both is found.goals is None


def test_a_sighting_tells_the_state_its_depth_and_the_role() -> None:
    found = reachable(game(COUNTER), "x")
    assert found.both is not None
    assert found.stuck is not None
    assert (found.both.depth, found.both.fluents, found.both.role) == (2, ("(n 2)",), "y")
    assert (found.stuck.depth, found.stuck.fluents, found.stuck.role) == (3, ("(n 3)",), "x")
    assert found.won is None
    assert found.goals is None
    assert (found.states, found.terminal, found.transitions, found.deepest) == (4, 0, 12, 3)
    assert found.whole
    assert found.has_cycle
    assert found.longest is None


def test_behind_the_depth_nobody_moves() -> None:
    found = reachable(game(COUNTER), "x", depth=2)
    assert found.both is None
    assert found.stuck is None
    assert (found.states, found.depth_done, found.complete, found.whole) == (3, 1, True, False)
    assert reachable(game(COUNTER), "x", depth=3).both is not None


def test_goals_are_one_integer_from_0_to_100() -> None:
    found = reachable(game(ENDS), "x")
    assert found.goals is not None
    assert found.won is not None
    assert found.goals.values == ("100", "50") == found.won.values
    for end, value in (("two", "101"), ("three", "-1"), ("four", "some")):
        start = [f"(end {end})"]
        seen = reachable(game(ENDS), "y", start=start).goals
        assert seen is not None
        assert seen.values == tuple(sorted(("0", value)))
        alone = ENDS.replace("(<= (goal y 0) (true (end ?m)))", "")
        seen = reachable(game(alone), "y", start=start).goals
        assert seen is not None
        assert seen.values == (value,)
    assert reachable(game(ENDS), "y", start=["(end one)"]).goals is None


def test_what_wins_is_for_the_caller_to_say() -> None:
    assert reachable(game(ENDS), "y").won is None
    found = reachable(game(ENDS), "y", won=lambda value: value >= 101).won
    assert found is not None
    assert "101" in found.values


@pytest.mark.parametrize("states", [1, 2, 50, 58827])
def test_a_limit_on_states_tells_how_deep_all_was_seen(states: int) -> None:
    loaded = gdlc.load(EXAMPLES / "ttt_flip.kif")
    found = reachable(loaded, "xplayer", max_states=states)
    assert found.states == states
    assert not found.complete
    assert not found.whole
    assert found.longest is None
    assert found == reachable(loaded, "xplayer", max_states=states)
    within = reachable(loaded, "xplayer", depth=found.depth_done + 1)
    assert within.states <= states
    assert reachable(loaded, "xplayer", depth=found.depth_done + 2).states > states


def test_a_limit_on_transitions() -> None:
    none = reachable(game(COUNTER), "x", max_transitions=0)
    assert (none.states, none.transitions, none.depth_done, none.complete) == (1, 0, -1, False)
    assert reachable(game(COUNTER), "x", max_transitions=12).complete
    assert not reachable(game(COUNTER), "x", max_transitions=11).complete


def test_it_begins_where_it_is_told() -> None:
    loaded = game(COUNTER)
    start = loaded.state(["(n 3)"])
    assert reachable(loaded, "x", start=start) == reachable(loaded, "x", start=["( n 3 )"])
    assert reachable(loaded, "x", start=start).states == 1
    with pytest.raises(InputError, match="no fluent"):
        reachable(loaded, "x", start=["(n 5)"])


def test_wrong_calls_and_games_that_are_interpreted() -> None:
    with pytest.raises(UsageError, match="no role"):
        reachable(game(COUNTER), "z")
    with pytest.raises(UsageError, match="counts"):
        reachable(game(COUNTER), "x", max_states=0)
    interpreted = Game(gdl.read(COUNTER, "test.kif"), engine="interpreted")
    with pytest.raises(InputError, match="interpreted"):
        reachable(interpreted, "x")


def test_it_can_be_stopped() -> None:
    loaded = gdlc.load(EXAMPLES / "ttt_flip.kif")
    loaded.prepare()
    stop = Stop()
    stop.request()
    with pytest.raises(Interrupted):
        reachable(loaded, "xplayer", stop=stop)
