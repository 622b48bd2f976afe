"""Random plays: their statistics are right, and do not depend on what plays them."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import gdlc
from gdlc.formats import gdl
from gdlc.formats.errors import InputError, LimitReached, UsageError
from gdlc.machine.random_numbers import PlayRandom
from tests.cli_runs import COIN

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"


ENDLESS = """(role a) (role b) (init (n 0)) (legal a go) (legal b x) (legal b y)
(<= (next (n 1)) (true (n 0))) (<= (next (n 0)) (true (n 1)))
(<= terminal (true (n 2))) (goal a 7) (goal b 8)"""
STUCK = """(role a) (init (n 0)) (<= (legal a go) (true (n 0)))
(<= (next (n 1)) (does a go)) (<= terminal (true (n 2))) (goal a 7)"""
TWO_GOALS = """(role a) (role b) (init s) (legal a go) (legal b go) (<= (next e) (does a go))
(<= terminal (true e)) (goal a 7) (goal a 8)"""


def test_the_numbers_of_a_play_are_those_published() -> None:
    # SplitMix64 from state 0: the first outputs of the reference implementation.
    rng = PlayRandom(0, 0)
    assert [rng.below(1 << 64) for _ in range(3)] == [
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
    ]


def test_plays_do_not_depend_on_how_many_there_are() -> None:
    sheet = gdlc.load(EXAMPLES / "nim.kif").sheet
    many = [*gdlc.simulate(sheet, plays=20_000, seed=3).plays]
    few = [*gdlc.simulate(sheet, plays=65, seed=3).plays]
    assert many[:65] == few
    assert [*gdlc.simulate(sheet, plays=65, seed=4).plays] != few


def test_a_fair_coin_is_fair() -> None:
    found = gdlc.simulate(gdl.read(COIN), plays=40_000)
    assert found.ends == {"terminal": 40_000, "limit": 0, "stuck": 0}
    assert found.lengths == (2.0, 0.0, 2, 2)
    assert found.states == 80_000
    assert (found.choices["guesser"].mean, found.choices["guesser"].most) == (1.5, 2)
    goals = found.goals("guesser")
    assert set(goals) == {0, 100}
    # Six standard deviations of 100 each.
    assert abs(goals[100] - 20_000) < 600
    assert found.goals("random") == {50: 40_000}


def test_ends_are_told() -> None:
    endless = gdlc.simulate(gdl.read(ENDLESS), plays=100, max_steps=30)
    assert endless.ends == {"terminal": 0, "limit": 100, "stuck": 0}
    assert endless.lengths == (30.0, 0.0, 30, 30)
    assert endless.goals("a") == {}
    stuck = gdlc.simulate(gdl.read(STUCK), plays=100)
    assert stuck.ends == {"terminal": 0, "limit": 0, "stuck": 100}
    assert {play.steps for play in stuck.plays} == {1}
    several = gdlc.simulate(gdl.read(TWO_GOALS), plays=10)
    assert several.goals("a") == {None: 10}
    assert several.goals("b") == {None: 10}
    assert several.mean_goal("a") is None


def test_a_goal_that_is_no_number_is_told() -> None:
    with pytest.raises(InputError, match="the goal many is no integer"):
        gdlc.simulate(gdl.read(TWO_GOALS.replace("(goal a 7) (goal a 8)", "(goal a many)")))


def test_a_limit_leaves_the_plays_that_ended() -> None:
    found = gdlc.simulate(gdl.read(COIN), plays=10**9, timeout=1.0)
    assert found.stopped == "time"
    assert 0 < len(found) < 10**9
    assert len([*found.plays]) == len(found)
    assert found.ends["terminal"] == len(found)
    with pytest.raises(LimitReached):
        gdlc.simulate(gdl.read(ENDLESS), plays=1, max_steps=2**32 - 1, timeout=0.3)


# A player draws one of three, `random` one of two: the play ends where the player draws c; else it
# goes on, at most so often. The goal is what `random` drew last.
DRAW = """(role p) (role random) (init begun) (goal-of red 100) (goal-of blue 20)
(legal p a) (legal p b) (legal p c) (legal random red) (legal random blue)
(<= (next over) (does p c)) (<= (next (drew ?c)) (does random ?c))
(<= terminal (true over)) (<= (goal p ?v) (true (drew ?c)) (goal-of ?c ?v))"""

# Three squares in a row; x and o in turn take a free one. Who has the middle one and another wins.
ROW = """(role x) (role o) (init (turn x)) (init (free 1)) (init (free 2)) (init (free 3))
(other x o) (other o x)
(<= (legal ?p (take ?n)) (true (turn ?p)) (true (free ?n)))
(<= (legal ?p wait) (other ?p ?q) (true (turn ?q)))
(<= (next (turn ?q)) (true (turn ?p)) (other ?p ?q))
(<= (next (has ?p ?n)) (does ?p (take ?n))) (<= (next (has ?p ?n)) (true (has ?p ?n)))
(<= (taken ?n) (does ?p (take ?n))) (<= (next (free ?n)) (true (free ?n)) (not (taken ?n)))
(<= (wins ?p) (true (has ?p 2)) (true (has ?p ?n)) (distinct ?n 2))
(<= open (true (free ?n))) (<= terminal (wins ?p)) (<= terminal (not open))
(<= (goal ?p 100) (wins ?p)) (<= (goal ?q 0) (wins ?p) (other ?p ?q))
(<= drawn (not (wins x)) (not (wins o))) (<= (goal ?p 50) (role ?p) drawn)"""


def near(found: float, expected: Fraction, plays: int, deviation: float) -> bool:
    """Within six standard deviations of the mean of so many plays."""
    return abs(found - expected) <= 6 * deviation / plays**0.5


def test_lengths_choices_and_goals_are_those_computed_by_hand() -> None:
    plays, most = 30_000, 4
    found = gdlc.simulate(gdl.read(DRAW), plays=plays, seed=11, max_steps=most)
    counts = {n: [p.steps for p in found.plays].count(n) for n in range(most + 1)}
    # A play has n steps with probability (2/3)^(n-1) / 3, and after four it is given up, if it is
    # not over then.
    expected = {0: Fraction(0), 1: Fraction(1, 3), 2: Fraction(2, 9), 3: Fraction(4, 27)}
    for n, probability in expected.items():
        assert near(counts[n] / plays, probability, plays, 0.5), n
    assert near(found.ends["limit"] / plays, Fraction(16, 81), plays, 0.5)
    assert found.ends["limit"] + found.ends["terminal"] == plays
    mean, deviation, least, greatest = found.lengths
    assert near(mean, Fraction(65, 27), plays, 1.3)
    assert (least, greatest) == (1, most)
    assert abs(deviation**2 - (sum(n * n * c for n, c in counts.items()) / plays - mean**2)) < 1e-6
    assert found.states == sum(play.steps for play in found.plays)
    assert (found.choices["p"].mean, found.choices["p"].most) == (3, 3)
    assert (found.choices["random"].mean, found.choices["random"].most) == (2, 2)
    goals = found.goals("p")
    assert [*goals] == [20, 100]
    assert sum(goals.values()) == found.ends["terminal"]
    assert near(found.mean_goal("p") or 0, Fraction(60), found.ends["terminal"], 40)
    assert found.goals("random") == {None: found.ends["terminal"]}


def test_a_game_of_six_lines_of_play_is_counted_out() -> None:
    # x takes the middle (1/3): o takes one, x the other and wins. x takes another (2/3): o takes
    # the middle (1/2), and x takes the last one: drawn; or o does not, and x gets the middle.
    plays = 18_000
    found = gdlc.simulate(gdl.read(ROW), plays=plays, seed=2)
    assert found.lengths == (3.0, 0.0, 3, 3)
    assert found.ends == {"terminal": plays, "limit": 0, "stuck": 0}
    assert [*found.goals("x")] == [50, 100]
    assert near(found.goals("x")[100] / plays, Fraction(2, 3), plays, 0.5)
    assert found.goals("o") == {
        0: found.goals("x")[100],
        50: found.goals("x")[50],
    }
    # In three steps x chooses among 3, 1 and 1, o among 1, 2 and 1.
    assert found.choices["x"].mean == pytest.approx(5 / 3)
    assert found.choices["o"].mean == pytest.approx(4 / 3)
    assert (found.choices["x"].most, found.choices["o"].most) == (3, 2)
    assert found.states == 3 * plays


def test_no_play_leaves_empty_statistics() -> None:
    found = gdlc.simulate(gdl.read(COIN), plays=0)
    assert len(found) == 0
    assert [*found.plays] == []
    assert found.lengths == (0.0, 0.0, 0, 0)
    assert found.ends == {"terminal": 0, "limit": 0, "stuck": 0}
    assert found.goals("guesser") == {}
    assert found.mean_goal("guesser") is None
    assert found.choices["guesser"] == gdlc.simulate(gdl.read(COIN), plays=0).choices["guesser"]


@pytest.mark.parametrize("engine", ["compiled", "interpreted"])
def test_seeds_have_64_bits(engine: str) -> None:
    game = gdlc.Game(gdl.read(COIN), engine=engine)
    greatest = gdlc.simulate(game, plays=5, seed=2**64 - 1)
    assert len(greatest) == 5
    for seed in (-1, 2**64, True, 1.5):
        with pytest.raises(UsageError, match="seed"):
            gdlc.simulate(game, plays=5, seed=seed)  # type: ignore[arg-type]
    for seed in (-1, 2**64):
        with pytest.raises(UsageError, match="seed"):
            next(gdlc.record(game, plays=5, seed=seed))


@pytest.mark.parametrize("goal", ["many", "+7", "1_0", "2147483648", "9" * 5000])
def test_a_goal_is_an_integer(goal: str) -> None:
    sheet = gdl.read(TWO_GOALS.replace("(goal a 7) (goal a 8)", f"(goal a {goal})"))
    for engine in ("compiled", "interpreted"):
        with pytest.raises(InputError, match="no integer"):
            gdlc.simulate(gdlc.Game(sheet, engine=engine), plays=1)


def test_goals_of_ten_digits_and_of_those_who_do_not_play_are_no_trouble() -> None:
    text = TWO_GOALS.replace("(goal a 7) (goal a 8)", "(goal a -1000000000) (goal nobody 3)")
    for engine in ("compiled", "interpreted"):
        found = gdlc.simulate(gdlc.Game(gdl.read(text), engine=engine), plays=3)
        assert found.goals("a") == {-1000000000: 3}
        assert found.goals("b") == {None: 3}


def test_progress_is_told_and_ends_with_all_plays() -> None:
    for engine in ("compiled", "interpreted"):
        told: list[int] = []
        game = gdlc.Game(gdl.read(COIN), engine=engine)
        gdlc.simulate(game, plays=100, on_progress=told.append)
        assert told == sorted(told)
        assert told[-1] == 100


def test_what_the_progress_raises_comes_out() -> None:
    def refuse(_: int) -> None:
        raise ZeroDivisionError

    for engine in ("compiled", "interpreted"):
        with pytest.raises(ZeroDivisionError):
            gdlc.simulate(gdlc.Game(gdl.read(COIN), engine=engine), on_progress=refuse)


def test_a_stop_between_plays_leaves_the_others_whole() -> None:
    stop = gdlc.Stop()
    game = gdlc.Game(gdl.read(COIN), engine="interpreted")

    def end(ended: int) -> None:
        if ended == 7:
            stop.request()

    found = gdlc.simulate(game, plays=100, seed=4, stop=stop, on_progress=end)
    assert (len(found), found.stopped, found.asked) == (7, "interrupt", 100)
    assert [*found.plays] == [*gdlc.simulate(game, plays=7, seed=4).plays]
