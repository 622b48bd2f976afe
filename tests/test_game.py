"""Games played state by state: the two engines agree with each other and with recorded plays."""

from __future__ import annotations

import gzip
import pickle
import random
from fractions import Fraction
from pathlib import Path

import pytest

import gdlc
from gdlc.formats import gdl
from gdlc.formats.errors import InputError, LimitReached, UsageError
from gdlc.machine.compiled import Compiled
from gdlc.machine.game import Game, State
from gdlc.machine.recording import read_recording, replay
from tests.oracles import random_games

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("*.kif"))
SHARED = ROOT.parent / "shared" / "games"
# Too large to ground within seconds; interpreted here. Two are too large for that, too: chess takes
# seconds a relation, sudoku has a relation of ten million rows.
LARGE = {
    "alexChess",
    "gt_two_thirds_4p",
    "gt_two_thirds_6p",
    "racer4",
    "quartoSuicide",
    "ruleDepthExponential",
}
TOO_LARGE = {"chess", "sudoku"}
RECORDED = sorted(
    path
    for path in [*SHARED.glob("*.kif"), *SHARED.glob("edge/*.kif")]
    if path.with_suffix(".jsonl.gz").exists() and path.stem not in TOO_LARGE
)

COIN = """
(role player) (role random)
(init ready)
(<= (legal player (call ?s)) (true ready) (side ?s))
(<= (legal random (throw ?s)) (true ready) (side ?s))
(<= (legal random (edge)) (true ready))
(side heads) (side tails)
(<= (next (fell ?s)) (does random (throw ?s)))
(<= (next (fell heads)) (does random edge))
(<= (next (called ?s)) (does player (call ?s)))
(<= terminal (true (fell ?s)))
(<= (goal player 100) (true (fell ?s)) (true (called ?s)))
(<= (goal player 0) (true (fell ?s)) (not (true (called ?s))))
"""

# Recursion within a state, negation by strata, nested terms, goals stratified only by atoms.
REACH = """
(role walker) (role other)
(init (at (node a)))
(init (edge (node a) (node b)))
(init (edge (node b) (node c)))
(<= (reach ?x) (true (at ?x)))
(<= (joined ?x ?y) (true (edge ?x ?y)))
(<= (joined ?x ?y) (true (edge ?y ?x)))
(<= (reach ?y) (reach ?x) (joined ?x ?y))
(node-name a) (node-name b) (node-name c) (node-name d)
(<= (lonely (node ?n)) (node-name ?n) (not (reach (node ?n))))
(<= (legal walker (go ?x)) (reach ?x))
(<= (legal walker (go (node a))) (reach (node a)))
(<= (legal walker (cut ?x ?y)) (true (edge ?x ?y)))
(legal other wait)
(<= (next (at ?x)) (does walker (go ?x)))
(<= (next (at ?x)) (true (at ?x)) (does walker (cut ?y ?z)))
(<= (next (edge ?x ?y)) (true (edge ?x ?y)) (not (does walker (cut ?x ?y))))
(<= terminal (lonely (node b)))
(<= (goal walker 100) (lonely (node b)))
(<= (goal ?r 0) (role ?r) (not (goal ?r 100)))
"""


def game(text: str, engine: str = "auto") -> Game:
    return Game(gdl.read(text, "game.kif"), engine=engine)


@pytest.fixture(params=["compiled", "interpreted"])
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def same(one: State, other: State) -> None:
    assert one.fluents == other.fluents
    assert one.is_terminal == other.is_terminal
    assert one.is_stuck == other.is_stuck
    for role in one.game.roles:
        assert one.legal(role) == other.legal(role)
        assert one.goal_values(role) == other.goal_values(role)


def walk(sheet: gdl.RuleSheet, seed: int, plays: int = 3, steps: int = 12) -> None:
    """Both engines along the same random plays."""
    # Not `compiled`: in one example terms grow as long as the play goes on.
    games = [Game(sheet, patience=3), Game(sheet, engine="interpreted")]
    rng = random.Random(seed)
    for _ in range(plays):
        one, other = (g.initial() for g in games)
        for _ in range(steps):
            same(one, other)
            if one.is_terminal or one.is_stuck:
                break
            moves = one.sample(rng)
            one, other = one.next(moves), other.next(moves)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.stem)
def test_engines_agree_on_the_examples(path: Path) -> None:
    walk(gdlc.load(path).sheet, seed=len(path.stem), steps=40)


def test_all_examples_but_one_are_compiled() -> None:
    played = {path.stem: Game(gdlc.load(path).sheet, patience=3).engine for path in EXAMPLES}
    assert [name for name, engine in played.items() if engine != "compiled"] == ["ladder"]


@pytest.mark.parametrize("first", range(0, 40, 10))
def test_engines_agree_on_random_games(first: int) -> None:
    for seed in range(first, first + 10):
        walk(gdl.read(random_games.generate(seed, joint=seed % 3 == 0), f"seed {seed}"), seed)


@pytest.mark.parametrize("path", RECORDED, ids=lambda p: p.stem)
def test_recorded_plays_are_played_again(path: Path) -> None:
    played = gdlc.load(path, engine="interpreted" if path.stem in LARGE else "compiled")
    with gzip.open(path.with_suffix(".jsonl.gz"), "rt", encoding="ascii") as lines:
        assert replay(played, read_recording(lines)) is None


def test_recursion_and_strata(engine: str) -> None:
    state = game(REACH, engine).initial()
    assert state.legal("walker") == (
        "(cut (node a) (node b))",
        "(cut (node b) (node c))",
        "(go (node a))",
        "(go (node b))",
        "(go (node c))",
    )
    assert state.goals() == {"walker": 0, "other": 0}
    state = state.next({"walker": "(cut (node a) (node b))"})
    assert state.is_terminal
    assert state.goals() == {"walker": 100, "other": 0}


def test_states_are_values(engine: str) -> None:
    played = game(COIN, engine)
    one, other = played.initial(), played.initial()
    assert one == other
    assert hash(one) == hash(other)
    assert one is not other
    after = one.next(["(call heads)", "edge"])
    assert after != one
    assert {one, other, after} == {one, after}
    assert one.fluents == ("ready",), "a successor leaves its state as it is"
    assert one != game(COIN, engine).initial(), "states of two games are not compared"


def test_states_survive_pickling(engine: str) -> None:
    state = game(COIN, engine).initial().next(["(call heads)", "edge"])
    again = pickle.loads(pickle.dumps(state))
    same(state, again)


def test_random_has_outcomes(engine: str) -> None:
    state = game(COIN, engine).initial()
    outcomes = {s.fluents: p for p, s in state.outcomes({"player": "(call tails)"})}
    assert outcomes == {
        ("(called tails)", "(fell heads)"): Fraction(2, 3),
        ("(called tails)", "(fell tails)"): Fraction(1, 3),
    }
    assert len([*state.joint_moves()]) == 6
    with pytest.raises(UsageError, match="the move of random is missing"):
        state.next({"player": "(call tails)"})
    drawn = {
        state.next({"player": "(call tails)"}, rng=random.Random(seed)).fluents
        for seed in range(30)
    }
    assert drawn == outcomes.keys()


def test_moves_may_be_written_loosely(engine: str) -> None:
    state = game(COIN, engine).initial()
    assert state.next([" ( call  heads ) ", "(edge)"]) == state.next(["(call heads)", "edge"])


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        (["(call heads)"], "1 moves are given for 2 roles"),
        (["(call edge)", "edge"], r"the move \(call edge\) of player is not legal here"),
        ({"nobody": "x"}, "the game has no role `nobody`"),
        ({"random": "edge"}, "the move of player is missing"),
        ("edge", "one move is given for all roles"),
    ],
)
def test_wrong_moves_are_told(engine: str, moves: object, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        game(COIN, engine).initial().next(moves)  # type: ignore[arg-type]


def test_any_state_can_be_set_up(engine: str) -> None:
    state = game(COIN, engine).state(["( fell heads)", "(called heads)"])
    assert state.is_terminal
    assert state.goals() == {"player": 100, "random": None}
    assert state.legal("player") == ()
    assert state.is_stuck


def test_an_unknown_fluent_is_told() -> None:
    with pytest.raises(InputError, match=r"the game has no fluent \(fell sideways\)"):
        game(COIN, "compiled").state(["(fell sideways)"])


def test_a_game_that_explodes_is_interpreted() -> None:
    numbers = " ".join(f"(d {n})" for n in range(70))
    text = f"""(role a) {numbers} (init (s 0)) (legal a go)
        (<= (next (cell ?x ?y ?z ?u)) (d ?x) (d ?y) (d ?z) (d ?u) (true (s 0)))
        (<= (next (s ?x)) (true (s ?x)))
        (<= terminal (true (cell 0 0 0 99))) (<= (goal a 100) (true (cell 0 0 0 0)))"""
    played = Game(gdl.read(text), patience=0.5)
    assert played.engine == "interpreted"
    assert played.initial().legal("a") == ("go",)
    with pytest.raises(LimitReached, match="time limit"):
        Game(gdl.read(text)).prepare(gdlc.Stop(0.3))
    with pytest.raises(LimitReached, match="memory limit"):
        Game(gdl.read(text)).prepare(gdlc.Stop(memory=1 << 20))


def test_rules_without_a_meaning_are_told(engine: str) -> None:
    with pytest.raises(InputError, match="unsafe variable"):
        game("(role a) (legal a go) (<= terminal (not (true ?x))) (goal a 1)", engine).initial()
    with pytest.raises(UsageError, match="unknown engine"):
        game(COIN, "steam")


def test_small_games_are_compiled() -> None:
    assert isinstance(game(COIN).prepare(), Compiled)
