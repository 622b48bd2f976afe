"""Random plays: their statistics are right, and do not depend on what plays them."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

import gdlc
from gdlc.formats import gdl
from gdlc.formats.errors import InputError, LimitReached
from gdlc.machine.random_numbers import PlayRandom
from tests.cli_runs import COIN, Done
from tests.cli_runs import gdlc as gdlc_process
from tests.oracles import random_games

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"


def run(*arguments: str) -> Done:
    done = gdlc_process(*arguments)
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


ENDLESS = """(role a) (role b) (init (n 0)) (legal a go) (legal b x) (legal b y)
(<= (next (n 1)) (true (n 0))) (<= (next (n 0)) (true (n 1)))
(<= terminal (true (n 2))) (goal a 7) (goal b 8)"""
STUCK = """(role a) (init (n 0)) (<= (legal a go) (true (n 0)))
(<= (next (n 1)) (does a go)) (<= terminal (true (n 2))) (goal a 7)"""
TWO_GOALS = """(role a) (role b) (init s) (legal a go) (legal b go) (<= (next e) (does a go))
(<= terminal (true e)) (goal a 7) (goal a 8)"""


@pytest.fixture
def coin(tmp_path: Path) -> str:
    path = tmp_path / "coin.kif"
    path.write_text(COIN, encoding="utf-8")
    return str(path)


def test_the_numbers_of_a_play_are_those_published() -> None:
    # SplitMix64 from state 0: the first outputs of the reference implementation.
    rng = PlayRandom(0, 0)
    assert [rng.below(1 << 64) for _ in range(3)] == [
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
    ]


@pytest.mark.parametrize("name", ["nim", "ttt_flip", "monty_hall", "odd_words", "same_step"])
def test_engines_make_the_same_plays(name: str) -> None:
    sheet = gdlc.load(EXAMPLES / f"{name}.kif").sheet
    one, other = (
        gdlc.simulate(gdlc.Game(sheet, engine=engine), plays=150, seed=5, max_steps=9)
        for engine in ("compiled", "interpreted")
    )
    assert (one.engine, other.engine) == ("compiled", "interpreted")
    assert [*one.plays] == [*other.plays]
    assert one.choices == other.choices
    assert one.states == other.states


@pytest.mark.parametrize("seed", range(100, 112))
def test_engines_make_the_same_plays_of_random_games(seed: int) -> None:
    sheet = gdl.read(random_games.generate(seed), f"seed {seed}")
    one, other = (
        gdlc.simulate(gdlc.Game(sheet, engine=engine), plays=70, seed=seed, max_steps=6)
        for engine in ("compiled", "interpreted")
    )
    assert [*one.plays] == [*other.plays]
    assert one.choices == other.choices


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


def test_the_command_prints_a_table(coin: str) -> None:
    done = run("simulate", coin, "-n", "100")
    assert done.returncode == 0
    assert done.stdout.startswith("plays    100: 100 terminal\nlength   mean 2.00")
    assert "100 plays in" in done.stderr
    document = json.loads(run("simulate", coin, "-n", "100", "--json").stdout)
    assert document["plays"] == 100
    assert document["goals"]["random"]["counts"] == {"50": 100}
    assert run("simulate", coin, "-n", "0").returncode == 0


def test_a_recording_is_the_same_game(coin: str, tmp_path: Path) -> None:
    path = tmp_path / "plays.jsonl"
    assert (
        run("simulate", coin, "-n", "20", "--seed", "1", "--jsonl", "-o", str(path)).returncode == 0
    )
    assert run("simulate", coin, "--replay", str(path)).stdout == "the same: 60 states\n"
    packed = tmp_path / "plays.jsonl.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert run("simulate", coin, "--replay", str(packed)).returncode == 0
    plays = [*gdlc.simulate(gdl.read(COIN), plays=20, seed=1).plays]
    ends = [step for step in gdlc.read_recording(path.open()) if step.move is None]
    assert [(step.step, step.goals["guesser"]) for step in ends] == [
        (play.steps, play.goals[0]) for play in plays
    ]


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ('"true":["undecided"]', '"true":["decided"]', "true"),
        ('"true":["undecided"]', '"true":["undecided","undecided"]', "true"),
        ('["(guess heads)","(guess tails)"]', '["(guess heads)"]', "legal moves of guesser"),
        ('"move":["(guess', '"move":["(gues', "move of guesser"),
        ('"terminal":true', '"terminal":false', "terminal"),
        ('"random":50}', '"random":51}', "goal of random"),
        ('"guesser":null', '"guesser":1', "goal of guesser"),
    ],
)
def test_the_first_difference_is_shown(
    coin: str, tmp_path: Path, old: str, new: str, what: str
) -> None:
    path = tmp_path / "plays.jsonl"
    text = run("simulate", coin, "-n", "1", "--jsonl").stdout
    assert old in text
    path.write_text(text.replace(old, new), encoding="ascii")
    done = run("simulate", coin, "--replay", str(path))
    assert done.returncode == 4
    assert f": {what}\n" in done.stdout
    document = json.loads(run("simulate", coin, "--replay", str(path), "--json").stdout)
    assert document["difference"]["what"] == what


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: "", "the recording is empty"),
        (lambda text: text.split("\n", 1)[1], "one of kind 'meta' is expected"),
        (lambda text: text[: len(text) * 2 // 3].rstrip(), "the line is no JSON"),
        (lambda text: text.replace('"kind":"step"', '"kind":"stop"'), "kind 'stop'"),
        (lambda text: text.replace('"play":0', '"play":"0"'), "`play`"),
        (lambda text: text.replace('"true":[', '"true":[1,'), "`true` is no list of texts"),
        (lambda text: text.replace('"legal":{', '"legal":{"x":[],'), "not about the roles"),
        (lambda text: text.replace('"move":[', '"move":["x",'), "3 moves for 2 roles"),
        (lambda text: "[1]\n" + text, "no JSON object"),
    ],
)
def test_what_is_no_recording_is_told(
    coin: str, tmp_path: Path, change: object, message: str
) -> None:
    path = tmp_path / "plays.jsonl"
    text = run("simulate", coin, "-n", "1", "--jsonl").stdout
    path.write_text(change(text), encoding="ascii")  # type: ignore[operator]
    done = run("simulate", coin, "--replay", str(path))
    assert done.returncode == 1
    assert message in done.stderr
    assert "plays.jsonl:" in done.stderr


def test_a_cut_archive_and_other_roles_are_told(coin: str, tmp_path: Path) -> None:
    path = tmp_path / "plays.gz"
    text = run("simulate", coin, "-n", "5", "--jsonl").stdout
    path.write_bytes(gzip.compress(text.encode())[:-20])
    done = run("simulate", coin, "--replay", str(path))
    assert done.returncode == 1
    assert "cannot be unpacked" in done.stderr
    path.write_text(text.replace("guesser", "asker"), encoding="ascii")
    done = run("simulate", coin, "--replay", str(path))
    assert done.returncode == 1
    assert "the recording is of the roles asker, random" in done.stderr


@pytest.mark.parametrize(
    "options",
    [
        ("--jsonl", "--json"),
        ("--jsonl", "--replay", "x"),
        ("-n", "-1"),
        ("--seed", "x"),
        ("--engine", "steam"),
        ("--max-steps", "0"),
    ],
)
def test_wrong_options_are_usage_errors(coin: str, options: tuple[str, ...]) -> None:
    assert run("simulate", coin, *options).returncode == 2
