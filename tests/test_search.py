"""Expected minimax on the rules: values worked out by hand, and those of shared/stochastic."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gdlc.formats.errors import InputError, UsageError
from gdlc.formats.gdl import read
from gdlc.machine.interpreter import parse
from gdlc.report import Report
from gdlc.search import Searcher, search
from gdlc.search.states import States
from gdlc.stop import Stop

# x picks a coin, then random throws it: the fair one has one good side of two, the other one of
# three. Step 1 is x's move, step 2 the throw.
COINS = """
(role x) (role random) (init start)
(<= (legal x fair) (true start)) (<= (legal x odd) (true start))
(<= (legal x wait) (not (true start)))
(<= (legal random wait) (true start))
(<= (legal random good) (true (coin ?c))) (<= (legal random bad) (true (coin ?c)))
(<= (legal random worse) (true (coin odd)))
(<= (next (coin ?c)) (does x ?c) (true start))
(<= (next (thrown ?t)) (does random ?t) (true (coin ?c)))
(<= terminal (true (thrown ?t)))
(<= (goal x 100) (true (thrown good))) (<= (goal x 30) (true (thrown bad)))
"""

# x, then o, then random, each adds 0 or 1 (random 0, 1 or 2); x wants an even sum, o an odd one.
# Whoever the sum comes to before random: 0, 1, 2 each one third, so even 2/3 if the players'
# sum is even, 1/3 if odd. o decides last: 1/3 for x, 2/3 for o.
SUMS = """
(role x) (role o) (role random) (init (turn x)) (init (parity even))
(then x o) (then o random) (flip even odd) (flip odd even)
(<= (legal ?r 0) (true (turn ?r))) (<= (legal ?r 1) (true (turn ?r)))
(<= (legal random 2) (true (turn random)))
(<= (legal ?r wait) (role ?r) (not (true (turn ?r))))
(<= (next (turn ?q)) (true (turn ?p)) (then ?p ?q))
(<= (next over) (true (turn random)))
(<= one (does ?r 1))
(<= (next (parity ?q)) one (true (parity ?p)) (flip ?p ?q))
(<= (next (parity ?p)) (not one) (true (parity ?p)))
(<= terminal (true over))
(<= (goal x 100) (true (parity even))) (<= (goal o 100) (true (parity odd)))
(<= (goal x 0) (true (parity odd))) (<= (goal o 0) (true (parity even)))
"""

# A walk without an end: x may stay on 0 for ever or step on to 1, where the play ends.
WALK = """
(role x) (init 0) (<= (legal x stay) (true 0)) (<= (legal x go) (true 0))
(<= (next 0) (does x stay)) (<= (next 1) (does x go)) (<= terminal (true 1)) (goal x 100)
"""


def value(rules: str, horizon: int, role: str | None = None, objective: str = "win") -> Fraction:
    answer = search(read(rules, "game.kif"), role=role, horizon=horizon, objective=objective)
    assert answer.status == "exact"
    assert answer.value is not None
    return answer.value


@pytest.mark.parametrize(
    ("horizon", "objective", "expected"),
    [
        (0, "win", Fraction(0)),
        (1, "win", Fraction(0)),  # no throw yet
        (2, "win", Fraction(1, 2)),  # the fair coin: 1/2 against 1/3
        (9, "win", Fraction(1, 2)),
        (2, "score", Fraction(65, 100)),  # 1/2 * 1 + 1/2 * 3/10; the odd one 13/30
        (2, "atleast:30", Fraction(1)),  # both sides of the fair coin; worse has no goal
        (2, "atleast:31", Fraction(1, 2)),
        (2, "atleast:0", Fraction(1)),
    ],
)
def test_a_choice_and_a_throw(horizon: int, objective: str, expected: Fraction) -> None:
    assert value(COINS, horizon, objective=objective) == expected


def test_players_decide_in_turn() -> None:
    assert value(SUMS, 3, "x") == Fraction(1, 3)
    assert value(SUMS, 3, "o") == Fraction(2, 3)
    assert value(SUMS, 2, "x") == 0


def test_a_game_without_random_is_won_or_lost() -> None:
    assert value(WALK, 0) == 0
    assert value(WALK, 1) == 1


def test_a_deep_horizon_needs_no_recursion() -> None:
    rules = WALK.replace("(legal x go) (true 0)", "(legal x go) (true never)")
    assert value(rules, 3000) == 0


def test_the_player_decides_before_random_at_the_same_step() -> None:
    """x guesses one of two faces while random shows one: 1/2, not 1."""
    rules = """(role x) (role random) (init s) (face 1) (face 2)
    (<= (legal ?r ?f) (role ?r) (face ?f))
    (<= (next won) (does x ?f) (does random ?f)) (<= terminal (not (true s)))
    (<= (goal x 100) (true won))"""
    assert value(rules, 1) == Fraction(1, 2)


def test_the_coalition_decides_together_and_before_random() -> None:
    """b and c hide 0 or 1 each, x wins if random names the sum: 0 and 2 are one of four pairs
    each, but the coalition picks the pair, and random's 0, 1 or 2 hits with 1/3, except that 3
    faces stand against sum 1: random has a second 2, so sum 2 would give 1/2 and 0 and 1 give 1/4.
    """
    rules = """(role x) (role b) (role c) (role random) (init s)
    (legal x wait) (legal b 0) (legal b 1) (legal c 0) (legal c 1)
    (legal random 0) (legal random 1) (legal random 2) (legal random two)
    (sum 0 0 0) (sum 0 1 1) (sum 1 0 1) (sum 1 1 2) (sum 1 1 two)
    (<= (next won) (does b ?b) (does c ?c) (sum ?b ?c ?s) (does random ?s))
    (<= terminal (not (true s))) (<= (goal x 100) (true won))"""
    assert value(rules, 1, "x") == Fraction(1, 4)


# The first state and terminal states


def test_a_terminal_first_state_counts_at_horizon_0() -> None:
    rules = "(role x) (role o) terminal (goal x 100) (goal o 40)"
    assert value(rules, 0, "x") == 1
    assert value(rules, 0, "o") == 0
    assert value(rules, 5, "o", "score") == Fraction(2, 5)


def test_win_looks_for_100_among_several_goals() -> None:
    rules = "(role x) terminal (goal x 100) (goal x 0)"
    assert value(rules, 0) == 1
    assert value(rules, 0, objective="atleast:50") == 1


def test_no_goal_is_worth_nothing() -> None:
    for objective in ("win", "score", "atleast:0"):
        assert value("(role x) terminal", 0, objective=objective) == 0


@pytest.mark.parametrize(
    ("goals", "message"),
    [
        ("(goal x 100) (goal x 0)", "several goal values: 0, 100"),
        ("(goal x 101)", "the goal value 101"),
        ("(goal x -1)", "the goal value -1"),
        ("(goal x 050)", "the goal value 050"),
        ("(goal x (f 1))", "the goal value (f 1)"),
    ],
)
def test_score_needs_one_goal_from_0_to_100(goals: str, message: str) -> None:
    rules = f"(role x) (init (at end)) (<= terminal (true (at end))) {goals}"
    with pytest.raises(InputError) as caught:
        value(rules, 0, objective="score")
    assert message in caught.value.message
    assert "(at end)" in caught.value.message
    assert value(rules, 0, objective="win") == (1 if "100)" in goals else 0)


def test_another_first_state() -> None:
    searcher = Searcher(read(COINS))
    start = searcher.machine.state(["(coin odd)"])
    assert searcher.value(None, 1, start=start).value == Fraction(1, 3)


# The first move


def test_the_move_is_an_optimal_one() -> None:
    assert search(read(COINS), horizon=2).move == "fair"
    assert search(read(COINS), horizon=2, objective="score").move == "fair"
    assert search(read(WALK), horizon=1).move == "go"


def test_there_is_no_move_without_a_choice() -> None:
    assert search(read(COINS), horizon=0).move is None
    assert search(read(SUMS), role="o", horizon=3).move is None
    assert search(read("(role x) terminal (goal x 100)"), horizon=3).move is None
    assert search(read("(role x) (init a) (legal x b) (next a)"), horizon=3).move is None


def test_moves_are_equal_only_if_their_values_are() -> None:
    """x first: both moves leave o the last word; the reported one is the first of equals."""
    answer = search(read(SUMS), role="x", horizon=3)
    assert answer.move == "0"


# Warnings


def warnings(rules: str, horizon: int, role: str | None = None) -> list[str]:
    report = Report()
    search(read(rules), role=role, horizon=horizon, report=report)
    return report.warnings


STUCK = """(role x) (role o) (init s)
(<= (legal x a) (true s)) (<= (legal x b) (true s)) (<= (legal o w) (true s))
(<= (next (p ?m)) (does x ?m)) (goal x 100) (<= (legal o w) (true (p b)))"""


def test_a_state_without_a_legal_move_is_worth_nothing_with_one_warning() -> None:
    (warning,) = warnings(STUCK, 2, "x")
    assert "at step 2 the role x has no legal move" in warning
    assert value(STUCK, 2, "x") == 0
    assert value(STUCK, 2, "o") == 0


def test_a_state_that_is_not_asked_for_its_moves_warns_of_nothing() -> None:
    assert warnings(STUCK, 1, "x") == []


def test_a_random_player_without_a_move_is_stuck_too() -> None:
    (warning,) = warnings("(role x) (role random) (legal x a) (next b)", 4)
    assert "the role random has no legal move" in warning


def test_several_opponents_are_a_coalition() -> None:
    (warning,) = warnings("(role x) (role b) (role c) (role random) terminal", 0, "x")
    assert warning == "b, c play as one coalition against x"


def test_sees_is_not_used() -> None:
    (warning,) = warnings("(role x) terminal (<= (sees ?r a) (role ?r))", 0)
    assert "everybody sees everything" in warning


# Errors


def test_both_sides_may_not_choose_at_the_same_step() -> None:
    rules = """(role x) (role o) (role random) (init 1) (s 1 2) (s 2 3)
    (legal random r) (legal x a) (legal o a) (<= (legal ?r b) (role ?r) (true 3))
    (<= (next ?j) (true ?i) (s ?i ?j)) (<= (next 3) (true 3))"""
    assert value(rules, 2, "x") == 0  # the third state is not asked for its moves
    with pytest.raises(InputError) as caught:
        value(rules, 3, "x")
    assert caught.value.message == (
        "x (a, b) and o (a, b) choose at the same step 3, in the state 3"
    )


def test_the_first_step_with_two_choices_is_named() -> None:
    rules = "(role x) (role o) (legal x 1) (legal x 2) (legal o 3) (legal o 4) (next s)"
    with pytest.raises(InputError, match="at the same step 1, in the state"):
        value(rules, 9, "o")


def test_members_of_the_coalition_may_choose_at_the_same_step() -> None:
    rules = "(role x) (role b) (role c) (legal x 1) (legal b 1) (legal b 2) (legal c 1) (legal c 2)"
    assert value(rules + "(next s)", 2, "x") == 0
    with pytest.raises(InputError, match=r"b \(1, 2\) and c \(1, 2\)"):
        value(rules + "(next s)", 2, "b")


@pytest.mark.parametrize(
    ("role", "horizon", "objective", "message"),
    [
        (None, 1, "win", "the role is missing"),
        ("nobody", 1, "win", "the game has no role `nobody`"),
        ("random", 1, "win", "`random` does not play to win"),
        ("x", -1, "win", "the horizon is -1"),
        ("x", 1, "lose", "unknown objective `lose`"),
        ("x", 1, "atleast:101", "unknown objective"),
        ("x", 1, "win:5", "unknown objective"),
    ],
)
def test_wrong_calls(role: str | None, horizon: int, objective: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        value(SUMS, horizon, role, objective)
    assert message in caught.value.message
    assert caught.value.hint is not None


def test_only_random_plays() -> None:
    with pytest.raises(UsageError, match="the role is missing"):
        value("(role random)", 1)


# Stops


def test_a_requested_stop_leaves_bounds() -> None:
    stop = Stop()
    stop.request()
    answer = search(read(SUMS), role="x", horizon=3, stop=stop)
    assert (answer.status, answer.lower, answer.upper) == ("bounds", Fraction(0), Fraction(1))
    assert (answer.value, answer.reason) == (None, "interrupted")


def test_a_time_limit_of_nothing_leaves_bounds() -> None:
    answer = search(read(SUMS), role="x", horizon=3, stop=Stop(timeout=0))
    assert answer.status == "bounds"
    assert "time limit" in answer.reason


@pytest.mark.parametrize("after", range(1, 60))
def test_bounds_hold_wherever_the_stop_comes(after: int) -> None:
    stop = _Countdown(after)
    answer = search(read(COINS), horizon=2, objective="score", stop=stop)
    assert answer.lower <= Fraction(65, 100) <= answer.upper
    if answer.status == "exact":
        assert answer.move == "fair"


def test_a_late_stop_keeps_what_was_found() -> None:
    """Half of random's throws end the play at once and well; the rest goes on for ever."""
    rules = """(role x) (role random) (init on) (legal x w) (legal random a) (legal random b)
    (<= (next over) (does random a)) (<= (next on) (does random b) (true on))
    (<= terminal (true over)) (goal x 100)"""
    answer = search(read(rules), horizon=10**6, stop=_Countdown(40))
    assert answer.status == "bounds"
    assert 1 - Fraction(1, 2**10) < answer.lower < answer.upper == 1


def test_a_searcher_works_on_after_a_stop() -> None:
    searcher = Searcher(read(SUMS))
    for after in range(1, 12):
        assert searcher.value("x", 3, stop=_Countdown(after)).lower <= Fraction(1, 3)
    assert searcher.value("x", 3).value == Fraction(1, 3)


class _Countdown(Stop):
    """Asks for a stop at the n-th question."""

    def __init__(self, after: int) -> None:
        super().__init__()
        self._left = after

    def reason(self) -> str:
        self._left -= 1
        return "interrupt" if self._left < 0 else ""


# Counts and sharing


def test_counts_are_of_states_with_steps_left() -> None:
    """COINS: the start; two coins; good and bad after either, worse after the odd one only."""
    answer = search(read(COINS), horizon=2)
    assert answer.stats == {"states": 1 + 2 + 3, "transitions": 2 + 2 + 3}
    assert search(read(COINS), horizon=1).stats == {"states": 3, "transitions": 2}
    assert answer.engine == "interpreted"


def test_a_shared_searcher_gives_what_single_searches_give() -> None:
    searcher = Searcher(read(SUMS))
    for role in ("x", "o", "x"):
        for horizon in (3, 1, 2):
            single = search(read(SUMS), role=role, horizon=horizon)
            assert searcher.value(role, horizon) == single


def test_random_moves_with_one_effect_share_a_successor() -> None:
    searcher = Searcher(read(COINS))
    states: States = searcher.states
    number = states.number(searcher.machine.state(["(coin odd)"]))
    (branch,) = states.branches(number)
    assert branch.weight == 3
    assert sorted(count for _, count in branch.successors) == [1, 1, 1]
    assert parse("(thrown good)") in searcher.machine.next(
        searcher.machine.state(["(coin odd)"]), ["wait", "good"]
    )
