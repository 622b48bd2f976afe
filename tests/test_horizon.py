"""The horizon `auto`: as many steps as the longest play takes, or an error that says why not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import gdlc
from gdlc.formats import gdl
from gdlc.formats.errors import InputError, Interrupted, UsageError
from gdlc.machine.game import Game
from gdlc.machine.horizon import auto_horizon, resolve_horizon
from gdlc.report import Report
from gdlc.stop import Stop
from tests.cli_runs import COIN, inside

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
# `length` steps, of which each may be taken in two ways.
STEPS = """\
(role x) (init (n 0)) (legal x a) (legal x b)
{successors}
(<= (next (n ?m)) (true (n ?n)) (succ ?n ?m))
(<= (next (did ?n)) (does x a) (true (n ?n)))
(<= (next (did ?n)) (true (did ?n)))
(<= terminal (true (n {length})))
(<= (goal x 100) terminal)
"""
LOOP = """\
(role x) (init a) (legal x stay) (legal x go)
(<= (next a) (true a) (does x stay))
(<= (next b) (true a) (does x go))
(<= terminal (true b))
(<= (goal x 100) terminal)
"""


def steps(length: int) -> Game:
    successors = " ".join(f"(succ {n} {n + 1})" for n in range(length))
    return Game(gdl.read(STEPS.format(length=length, successors=successors), "steps.kif"))


def loop() -> Game:
    return Game(gdl.read(LOOP, "loop.kif"))


@pytest.mark.parametrize(
    ("name", "horizon"),
    [
        ("nim", 18),
        ("connect3", 18),
        ("ttt", 9),
        ("monty_hall", 4),
        ("over_at_start", 0),
        ("ladder", 7),  # it is interpreted: its terms grow
    ],
)
def test_it_is_the_length_of_the_longest_play(name: str, horizon: int) -> None:
    assert auto_horizon(gdlc.load(EXAMPLES / f"{name}.kif")) == horizon


def test_a_stuck_state_ends_a_play() -> None:
    rules = steps(3).sheet
    text = STEPS.format(length=9, successors="(succ 0 1) (succ 1 2)").replace(
        "(legal x a) (legal x b)", "(<= (legal x a) (true (n ?n)))"
    )
    assert auto_horizon(Game(rules)) == 3
    assert auto_horizon(Game(gdl.read(text, "stuck.kif"))) == 3


def test_it_is_counted_from_the_start() -> None:
    game = steps(5)
    assert auto_horizon(game, start=["(n 3)"]) == 2
    assert auto_horizon(game, start=game.state(["(n 5)"])) == 0
    with pytest.raises(InputError, match=r"no fluent \(n 6\)"):
        auto_horizon(game, start=["(n 6)"])


def test_a_game_without_an_end_asks_for_a_number() -> None:
    with pytest.raises(InputError, match="can come back to a state") as caught:
        auto_horizon(loop())
    assert caught.value.file == "loop.kif"
    assert "--horizon" in (caught.value.hint or "")
    assert auto_horizon(loop(), start=["b"]) == 0


def test_a_longer_play_than_allowed_names_the_limit() -> None:
    assert auto_horizon(steps(6), max_horizon=6) == 6
    with pytest.raises(InputError, match="longest play takes 6 steps, and --max-horizon is 5"):
        auto_horizon(steps(6), max_horizon=5)
    with pytest.raises(InputError, match="more than 4 steps, and --max-horizon is 4") as caught:
        auto_horizon(steps(6), max_horizon=4)
    assert "--max-horizon" in (caught.value.hint or "")


def test_growing_terms_are_a_play_that_is_too_long() -> None:
    endless = "(role x) (init (d z)) (legal x go) (<= (next (d (s ?n))) (true (d ?n)))"
    game = Game(
        gdl.read(
            endless + "(<= terminal (true (d never))) (<= (goal x 100) terminal)", "endless.kif"
        )
    )
    assert game.engine == "interpreted"
    with pytest.raises(InputError, match="more than 20 steps"):
        auto_horizon(game, max_horizon=20)


def _asked(length: int, questions: list[int]) -> Callable[[int], bool]:
    def goes_on(number: int) -> bool:
        questions.append(number)
        return number < length

    return goes_on


@pytest.mark.parametrize("length", [3, 8, 13, 14])
def test_too_many_states_leave_it_to_the_fallback(length: int) -> None:
    game = steps(length)
    with pytest.raises(InputError, match="too many states"):
        auto_horizon(game, max_states=5)
    questions: list[int] = []
    found = auto_horizon(game, max_states=5, max_horizon=14, fallback=_asked(length, questions))
    assert found == length
    assert len(questions) == len(set(questions)) <= 7
    assert max(questions) <= 14


def test_the_fallback_may_find_that_plays_are_too_long() -> None:
    questions: list[int] = []
    with pytest.raises(InputError, match="more than 14 steps"):
        auto_horizon(steps(15), max_states=5, max_horizon=14, fallback=_asked(15, questions))
    assert max(questions) == 14


def test_the_fallback_is_not_asked_where_all_states_were_seen() -> None:
    def never(number: int) -> bool:
        raise AssertionError(number)

    assert auto_horizon(steps(3), fallback=never) == 3


def test_numbers_stay_and_other_words_are_refused() -> None:
    assert resolve_horizon(loop(), 7) == 7
    for horizon in ("all", "", 3.5, True, None):
        with pytest.raises(UsageError, match="no whole number of steps"):
            resolve_horizon(loop(), horizon)  # type: ignore[arg-type]


def test_a_note_tells_what_was_found() -> None:
    notes: list[str] = []
    assert resolve_horizon(steps(4), "auto", report=Report(note=notes.append)) == 4
    assert any("horizon 4" in note for note in notes)


def test_it_can_be_stopped() -> None:
    stop = Stop()
    stop.request()
    with pytest.raises(Interrupted):
        auto_horizon(steps(6), stop=stop)


def test_the_verbs_take_it() -> None:
    nim = gdlc.load(EXAMPLES / "monty_hall.kif")
    for verb in (gdlc.run, gdlc.search):
        assert verb(nim, horizon="auto") == verb(nim, horizon=4)
    assert gdlc.ground(nim, horizon="auto").facts.horizon == 4
    graph = gdlc.graph(nim, values=True, horizon="auto")
    assert graph.nodes[0].value == gdlc.search(nim, horizon=4).value


def test_a_wrong_role_is_told_before_the_game_is_explored() -> None:
    for verb in (gdlc.run, gdlc.search, gdlc.ground):
        with pytest.raises(UsageError, match="no role `z`"):
            verb(loop(), role="z", horizon="auto")


def test_the_command_line(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("coin.kif").write_text(COIN)
    Path("loop.kif").write_text(LOOP)
    for verb in ("run", "search"):
        done = inside(capfd, verb, "coin.kif", "--horizon", "auto", "-v")
        assert (done.returncode, done.stdout.split("\n")[0]) == (0, "1/2 = 0.5 (exact)")
        assert "horizon 2" in done.stderr
        refused = inside(capfd, verb, "loop.kif", "--horizon", "auto")
        assert refused.returncode == 1
        assert "come back to a state" in refused.stderr
        short = inside(capfd, verb, "coin.kif", "--horizon", "auto", "--max-horizon", "1")
        assert short.returncode == 1
        assert "--max-horizon is 1" in short.stderr
    grounds = [
        inside(capfd, "ground", "coin.kif", "--horizon", horizon) for horizon in ("auto", "2")
    ]
    assert grounds[0].stdout == grounds[1].stdout
    dot = inside(capfd, "graph", "coin.kif", "--values", "--horizon", "auto")
    assert dot.returncode == 0
    assert "value 1/2" in dot.stdout
