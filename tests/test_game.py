"""Games played state by state: what rules mean, and what can be asked of a state."""

from __future__ import annotations

import copy
import pickle
import random
from fractions import Fraction
from pathlib import Path

import pytest

import gdlc
from gdlc.formats import gdl
from gdlc.formats.errors import InputError, LimitReached, UsageError
from gdlc.machine.compiled import Compiled
from gdlc.machine.game import Game
from tests.engines_agree import seen

ROOT = Path(__file__).resolve().parent.parent
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
    assert seen(again) == seen(state)
    one, other = pickle.loads(pickle.dumps((state, state.game.initial())))
    assert one.game is other.game
    assert other.next(["(call heads)", "edge"]) == one
    assert copy.copy(state) == state


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


@pytest.mark.parametrize(
    "fluent",
    [
        "(fell sideways)",
        "fell",
        "(fell heads tails)",
        "(fell (f heads))",
        "(called)",
        "lost",
        "side",
    ],
)
def test_an_unknown_fluent_is_told(engine: str, fluent: str) -> None:
    with pytest.raises(InputError, match="the game has no fluent"):
        game(COIN, engine).state(["ready", fluent])


@pytest.mark.parametrize("fluent", ["", "(", "(fell ?x)", "ready ready", "(fell heads))"])
def test_what_is_no_term_is_told(engine: str, fluent: str) -> None:
    with pytest.raises(InputError):
        game(COIN, engine).state([fluent])


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


def test_a_state_cannot_be_changed(engine: str) -> None:
    state = game(COIN, engine).initial()
    before = seen(state)
    for name in ("game", "fluents", "is_terminal", "is_stuck", "anything"):
        with pytest.raises(AttributeError):
            setattr(state, name, ())
    state.goals()["player"] = 7
    state.sample(random.Random(1))["player"] = "x"
    for _ in state.joint_moves():
        pass
    assert seen(state) == before
    assert hash(state) == hash(state.game.initial())
    assert state != "ready"


def test_a_sample_is_legal_and_depends_on_the_generator_alone(engine: str) -> None:
    state = game(COIN, engine).initial()
    samples = [state.sample(random.Random(seed)) for seed in range(60)]
    assert samples == [state.sample(random.Random(seed)) for seed in range(60)]
    for sample in samples:
        assert tuple(sample.values()) in {*state.joint_moves()}
    assert {sample["random"] for sample in samples} == {*state.legal("random")}
    with pytest.raises(UsageError, match="has no legal move"):
        state.next(samples[0]).sample(random.Random(0))


def test_without_random_a_joint_move_has_one_outcome(engine: str) -> None:
    state = game(REACH, engine).initial()
    moves = {"walker": "(go (node b))", "other": "wait"}
    assert state.outcomes(moves) == [(Fraction(1), state.next(moves))]
    assert {*state.joint_moves()} == {(move, "wait") for move in state.legal("walker")}
    assert state.next({"walker": "(go (node b))"}) == state.next(moves), "one move may be left out"


def test_an_ended_play_has_no_joint_moves_and_no_outcomes(engine: str) -> None:
    state = game(COIN, engine).initial().next(["(call heads)", "edge"])
    assert [*state.joint_moves()] == []
    with pytest.raises(UsageError, match="random has no legal move"):
        state.outcomes({})
    with pytest.raises(UsageError, match="no legal move"):
        state.next(["(call heads)", "edge"])


def test_a_role_without_a_move_is_stuck(engine: str) -> None:
    text = """(role a) (role b) (init (n 1)) (legal a go) (<= (legal b go) (true (n 1)))
        (<= (next (n 2)) (true (n 1))) (<= terminal (true (n 3))) (goal a 1)
        (<= (next (n 3)) (true (n 2)))"""
    state = game(text, engine).initial()
    assert not state.is_stuck
    state = state.next({})
    assert (state.is_stuck, state.is_terminal) == (True, False)
    assert (state.legal("a"), state.legal("b")) == (("go",), ())
    assert [*state.joint_moves()] == []
    with pytest.raises(UsageError, match="the move of b is missing"):
        state.next({"a": "go"})


def test_roles_are_told_apart(engine: str) -> None:
    state = game(COIN, engine).initial()
    for ask in (state.legal, state.goal_values):
        with pytest.raises(UsageError, match="the game has no role `Player`"):
            ask("Player")


def moves_of_x(rules: str, engine: str) -> tuple[str, ...]:
    return (
        game(f"(role x) (goal x 100) (<= terminal (true end)) {rules}", engine).initial().legal("x")
    )


RULES = {
    "closure": (
        """(arc a b) (arc b c) (arc c a) (arc d e) (<= (path ?x ?y) (arc ?x ?y))
        (<= (path ?x ?z) (arc ?x ?y) (path ?y ?z)) (<= (legal x ?y) (path a ?y))""",
        ("a", "b", "c"),
    ),
    "closure in a state": (
        """(init (arc a b)) (init (arc b c)) (<= (next (arc c d)) (true (arc a b)))
        (<= (path ?x ?y) (true (arc ?x ?y)))
        (<= (joined ?x ?y) (true (arc ?x ?y)))
        (<= (path ?x ?z) (joined ?x ?y) (path ?y ?z)) (<= (legal x ?y) (path a ?y))""",
        ("b", "c"),
    ),
    "two relations that need each other": (
        """(succ 0 1) (succ 1 2) (succ 2 3) (init (at 0)) (<= (even ?n) (true (at ?n)))
        (<= (odd ?m) (even ?n) (succ ?n ?m)) (<= (even ?m) (odd ?n) (succ ?n ?m))
        (<= (legal x ?n) (even ?n))""",
        ("0", "2"),
    ),
    "what only supports itself does not hold": (
        """(init a) (<= (p ?f) (q ?f)) (<= (q ?f) (p ?f) (true a)) (node n) (<= (q ?f) (node ?f)
        (true b)) (<= (next b) (true c)) (<= (legal x ?f) (p ?f)) (legal x none)""",
        ("none",),
    ),
    "three strata": (
        """(init (on a)) (n a) (n b) (<= (off ?c) (n ?c) (not (true (on ?c))))
        (<= (busy ?c) (n ?c) (not (off ?c))) (<= (legal x ?c) (n ?c) (not (busy ?c)))""",
        ("b",),
    ),
    "a relation without arguments, written in both ways": (
        """(init a) (<= (open) (true a)) (<= shut (not open)) (<= (legal x one) (open))
        (<= (legal x two) open) (<= (legal x three) (not (shut)))""",
        ("one", "three", "two"),
    ),
    "a fluent without arguments, written in both ways": (
        "(init (a)) (<= (legal x one) (true a)) (<= (legal x two) (true (a)))",
        ("one", "two"),
    ),
    "one move by many rules": (
        """(init a) (legal x go) (legal x go) (<= (legal x go) (true a))
        (<= (legal x ?m) (name ?m)) (name go)""",
        ("go",),
    ),
    "terms in terms": (
        """(init (stack (on (s 0) (s 1)))) (<= (legal x (pop ?t)) (true (stack (on ?t ?rest))))
        (<= (legal x (see ?n)) (true (stack (on (s ?n) ?rest))))""",
        ("(pop (s 0))", "(see 0)"),
    ),
    "a variable for a whole fluent": (
        "(init a) (init (b c)) (<= (legal x (do ?f)) (true ?f))",
        ("(do (b c))", "(do a)"),
    ),
    "names are no numbers": (
        "(init 01) (init -0) (<= (legal x ?n) (true ?n) (distinct ?n 1) (distinct ?n 0))",
        ("-0", "01"),
    ),
    "distinct and or": (
        """(n a) (n b) (n c) (<= (legal x ?m) (n ?m) (distinct ?m a)
        (or (distinct ?m b) (true never))) (<= (next never) (true end))""",
        ("c",),
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", RULES)
def test_rules_mean_what_they_say(engine: str, case: str) -> None:
    rules, moves = RULES[case]
    assert moves_of_x(rules, engine) == moves


def test_odd_words_stay_as_they_are(engine: str) -> None:
    state = gdlc.load(ROOT / "examples" / "odd_words.kif", engine=engine).initial()
    assert state.fluents == ("(_exists Alice)", "(speed+ Alice 0)", "(speed+ O'Brien 0)")
    assert state.legal("Alice") == ('"walk"', "\\leap\\")
    assert state.legal("O'Brien") == ("_",)
    state = state.next({"Alice": "\\leap\\"})
    assert state.legal("random") == ("+", "+2", "X")
    outcomes = {after.fluents: chance for chance, after in state.outcomes({})}
    assert outcomes == {
        ("(_exists O'Brien)", "(speed+ Alice -0)", "(speed+ O'Brien 0)"): Fraction(2, 3),
        ("(_exists O'Brien)", "(speed+ Alice 0)", "(speed+ O'Brien 0)"): Fraction(1, 3),
    }


def test_goals_that_differ_only_in_spelling_are_two(engine: str) -> None:
    text = "(role x) (init a) (legal x go) (<= terminal (true a)) (goal x 7) (goal x 07)"
    state = game(text, engine).initial()
    assert state.goal_values("x") == (7, 7)
    assert state.goals() == {"x": None}


@pytest.mark.parametrize("goal", ["many", "+7", "1_0", "(f 1)", "7.0"])
def test_a_goal_that_is_no_integer_is_told(engine: str, goal: str) -> None:
    state = game(f"(role x) (legal x go) (<= terminal (true a)) (init a) (goal x {goal})", engine)
    with pytest.raises(InputError, match="is no integer"):
        state.initial().goals()


def test_a_negative_cycle_has_no_meaning(engine: str) -> None:
    text = """(role x) (init a) (<= p (true a) (not q)) (<= q (true a) (not p))
        (<= (legal x go) p) (<= terminal q) (goal x 1)"""
    with pytest.raises(InputError, match=r"stratified|negation|cycle"):
        game(text, engine).initial().legal("x")


def test_a_game_outlives_the_limit_of_its_first_user(engine: str) -> None:
    played = game(REACH, engine)
    stop = gdlc.Stop()
    played.prepare(stop)
    stop.request()
    assert len(played.initial().legal("walker")) == 5
    assert played.initial().next({"walker": "(go (node c))"}).legal("other") == ("wait",)
