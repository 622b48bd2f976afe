"""Recorded plays: written, read, compared; whatever is wrong with one is told."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import gdlc
from gdlc.formats import gdl
from gdlc.formats.errors import InputError, Interrupted, UsageError
from gdlc.machine.recording import meta
from tests.cli_runs import COIN

SEVERAL = """(role a) (role b) (init s) (legal a go) (legal b go) (<= (next e) (does a go))
(<= terminal (true e)) (goal a 8) (goal a 7) (goal b 3)"""
STUCK = """(role a) (init (n 0)) (<= (legal a go) (true (n 0)))
(<= (next (n 1)) (does a go)) (<= terminal (true (n 2))) (goal a 7)"""

Line = dict[str, Any]


@pytest.fixture(params=["compiled", "interpreted"])
def coin(request: pytest.FixtureRequest) -> gdlc.Game:
    return gdlc.Game(gdl.read(COIN, "coin.kif"), engine=request.param)


def recorded(game: gdlc.Game, plays: int = 2, **options: int) -> list[Line]:
    steps = gdlc.record(game, plays=plays, **options)
    return [json.loads(meta(game, "coin")), *(json.loads(step.json()) for step in steps)]


def compared(game: gdlc.Game, lines: list[Line]) -> gdlc.Difference | None:
    """What a replay finds in a recording of these lines. Raises: InputError"""
    texts = [json.dumps(line) for line in lines]
    return gdlc.replay(game, gdlc.read_recording(texts, "plays.jsonl", roles=game.roles))


def test_a_recording_is_the_game(coin: gdlc.Game) -> None:
    assert compared(coin, recorded(coin, 20)) is None
    assert compared(coin, recorded(coin, 0)) is None


def test_engines_write_the_same_recording() -> None:
    one, other = (
        recorded(gdlc.Game(gdl.read(COIN), engine=engine), 9, seed=3)
        for engine in ("compiled", "interpreted")
    )
    assert one == other


def test_what_is_read_is_what_was_written(coin: gdlc.Game) -> None:
    written = [*gdlc.record(coin, plays=3)]
    read = [*gdlc.read_recording([meta(coin, "coin"), *(step.json() for step in written)])]
    assert [step.json() for step in read] == [step.json() for step in written]
    assert [step.line for step in read] == [*range(2, 2 + len(read))]
    assert gdlc.replay(coin, written) is None


def test_the_plays_are_those_of_the_statistics(coin: gdlc.Game) -> None:
    plays = [*gdlc.simulate(coin, plays=20, seed=1).plays]
    ends = [step for step in gdlc.record(coin, plays=20, seed=1) if step.move is None]
    assert [(step.step, (*step.goals.values(),)) for step in ends] == [
        (play.steps, play.goals) for play in plays
    ]


def test_a_rule_sheet_is_recorded_as_its_game_is(coin: gdlc.Game) -> None:
    assert [*gdlc.record(coin.sheet, plays=2)] == [*gdlc.record(coin, plays=2)]
    with pytest.raises(UsageError, match="a game is expected"):
        next(gdlc.record("coin.kif", plays=2))  # type: ignore[arg-type]


def test_several_goals_are_told_and_compared() -> None:
    game = gdlc.Game(gdl.read(SEVERAL))
    lines = recorded(game, 1)
    assert [line["goals_multi"] for line in lines[1:]] == [{"a": [7, 8]}] * 2
    assert compared(game, lines) is None
    lines[2]["goals_multi"] = {"a": [7, 9]}
    found = compared(game, lines)
    assert found is not None
    assert (found.what, found.step) == ("goals of a", 1)
    del lines[2]["goals_multi"]
    assert compared(game, lines) is None, "others do not tell them"


def test_a_stuck_play_ends_in_a_recording() -> None:
    game = gdlc.Game(gdl.read(STUCK))
    lines = recorded(game, 1)
    assert [line["move"] for line in lines[1:]] == [["go"], None]
    assert compared(game, lines) is None


def test_a_play_without_end_is_given_up() -> None:
    game = gdlc.Game(gdl.read(STUCK.replace("(true (n 0))", "(true (n ?x))")))
    lines = recorded(game, 2, max_steps=5)
    assert [line["step"] for line in lines[1:]] == [0, 1, 2, 3, 4, 5] * 2
    assert compared(game, lines) is None


def line_of(lines: list[Line], **fields: object) -> Line:
    return next(
        line for line in lines if all(line.get(name) == value for name, value in fields.items())
    )


DIFFERENCES: dict[str, tuple[Callable[[list[Line]], object], str]] = {
    "a fluent too many": (lambda a: a[1]["true"].append("won"), "true"),
    "a fluent too few": (lambda a: a[2]["true"].clear(), "true"),
    "another fluent": (lambda a: a[1].update(true=["decided"]), "true"),
    "a fluent twice": (lambda a: a[1].update(true=["undecided"] * 2), "true"),
    "a move too many": (
        lambda a: a[1]["legal"]["random"].append("show"),
        "legal moves of random",
    ),
    "a move too few": (lambda a: a[1]["legal"]["guesser"].pop(), "legal moves of guesser"),
    "moves in another order": (
        lambda a: a[1]["legal"]["guesser"].reverse(),
        "legal moves of guesser",
    ),
    "a move in a terminal state": (
        lambda a: line_of(a, terminal=True)["legal"]["random"].append("x"),
        "legal moves of random",
    ),
    "an illegal move": (lambda a: a[1].update(move=["noop", "noop"]), "move of guesser"),
    "moves of the other role": (lambda a: a[1]["move"].reverse(), "move of guesser"),
    "no end": (lambda a: line_of(a, terminal=True).update(terminal=False), "terminal"),
    "an early end": (lambda a: a[1].update(terminal=True), "terminal"),
    "another goal": (lambda a: line_of(a, terminal=True)["goals"].update(guesser=1), "goal of gue"),
    "no goal": (lambda a: line_of(a, terminal=True)["goals"].update(random=None), "goal of random"),
    "a goal in the middle": (lambda a: a[1]["goals"].update(guesser=0), "goal of guesser"),
    "goals that are not there": (
        lambda a: a[1].update(goals_multi={"guesser": [1, 2]}),
        "goals of",
    ),
    "a move behind the end": (
        lambda a: line_of(a, terminal=True).update(move=["noop", "noop"]),
        "move",
    ),
    "a play that goes on without a move": (lambda a: a[1].update(move=None), "play"),
    "a move behind the end, in the last line": (lambda a: a[-1].update(move=["x", "y"]), "move"),
}


@pytest.mark.parametrize("case", DIFFERENCES)
def test_a_difference_is_found(coin: gdlc.Game, case: str) -> None:
    lines = recorded(coin)
    change, what = DIFFERENCES[case]
    change(lines)
    found = compared(coin, lines)
    assert found is not None
    assert found.what.startswith(what)
    assert 2 <= found.line <= len(lines)
    assert (found.play, found.step) == (
        lines[found.line - 1]["play"],
        lines[found.line - 1]["step"],
    )


def test_the_first_difference_is_told(coin: gdlc.Game) -> None:
    lines = recorded(coin, 3)
    for line in lines[3:]:
        line["true"] = []
    found = compared(coin, lines)
    assert found is not None
    assert (found.line, found.what, found.recorded) == (4, "true", "nothing else")


NO_RECORDING: dict[str, tuple[Callable[[list[Line]], object], int, str]] = {
    "nothing": (lambda a: a.clear(), 1, "the recording is empty"),
    "no meta line": (lambda a: a.pop(0), 1, "one of kind 'meta' is expected"),
    "two meta lines": (lambda a: a.insert(2, a[0]), 3, "one of kind 'step' is expected"),
    "another kind": (lambda a: a[2].update(kind="stop"), 3, "kind 'stop'"),
    "a list for a kind": (lambda a: a[2].update(kind=["step"]), 3, "of kind"),
    "no kind": (lambda a: a[1].pop("kind"), 2, "kind None"),
    "no roles": (lambda a: a[0].pop("roles"), 1, "`roles`"),
    "roles that are no texts": (lambda a: a[0].update(roles=[["guesser"], "random"]), 1, "`roles`"),
    "roles that are no list": (lambda a: a[0].update(roles={"guesser": 1}), 1, "`roles`"),
    "other roles": (lambda a: a[0].update(roles=["a", "random"]), 1, "roles a, random"),
    "roles in another order": (lambda a: a[0]["roles"].reverse(), 1, "roles random, guesser"),
    "a role too many": (lambda a: a[0]["roles"].append("x"), 1, "roles guesser, random, x"),
    "legal moves of others": (lambda a: a[1]["legal"].update(x=[]), 2, "`legal` is not about"),
    "no legal moves of a role": (lambda a: a[1]["legal"].pop("random"), 2, "`legal` is not about"),
    "goals of others": (lambda a: a[1]["goals"].update(x=1), 2, "`goals` is not about"),
    "several goals of others": (lambda a: a[1].update(goals_multi={"x": [1]}), 2, "`goals_multi`"),
    "several goals as a number": (lambda a: a[1].update(goals_multi={"random": 1}), 2, "goals of"),
    "several goals as texts": (lambda a: a[1].update(goals_multi={"random": ["1"]}), 2, "goals of"),
    "a move too many": (lambda a: a[1]["move"].append("x"), 2, "3 moves for 2 roles"),
    "no move": (lambda a: a[1].pop("move"), 2, "`move` is missing"),
    "a missing line": (lambda a: a.pop(1), 2, "play 0, step 1; expected is play 0, step 0"),
    "a missing line in the middle": (lambda a: a.pop(2), 3, "play 0, step 2; expected is"),
    "the same line twice": (lambda a: a.insert(2, a[1]), 3, "play 0, step 0; expected is"),
    "a missing play": (
        lambda a: [line.update(play=7) for line in a[1:] if line["play"] == 1],
        5,
        "play 7, step 0; expected is play 0, step 3 or play 1, step 0",
    ),
    **{
        f"{value!r} for {name}": (lambda a, n=name, v=value: a[1].update({n: v}), 2, f"`{name}`")
        for name, values in {
            "play": ("0", None, True, 0.0, []),
            "step": ("0", None, False, {}),
            "true": ("undecided", None, [1], {"undecided": 1}, [["undecided"]]),
            "legal": ([], None, "x", {"guesser": "abc", "random": []}, {"guesser": [1]}),
            "move": ("noop", [1, 2], {}, 0),
            "terminal": (0, None, "false", []),
            "goals": ([], None, 50),
        }.items()
        for value in values
    },
    **{
        f"the goal {value!r}": (
            lambda a, v=value: a[1]["goals"].update(random=v),
            2,
            "the goal of random is neither",
        )
        for value in ("50", True, 50.0, [50])
    },
}  # fmt: skip


@pytest.mark.parametrize("case", NO_RECORDING)
def test_what_is_no_recording_is_told_with_its_line(case: str) -> None:
    coin = gdlc.Game(gdl.read(COIN, "coin.kif"))
    lines = recorded(coin)
    change, line, message = NO_RECORDING[case]
    change(lines)
    with pytest.raises(InputError) as caught:
        compared(coin, lines)
    assert message in caught.value.message
    assert caught.value.place is not None
    assert (caught.value.place.file, caught.value.place.line) == ("plays.jsonl", line)


@pytest.mark.parametrize(
    "text", ["", "\n", "{", "[1]", "1", "null", "nothing", "[" * 100_000, "9" * 5000, '{"kind":}']
)
def test_a_line_that_is_no_object_is_told(text: str) -> None:
    coin = gdlc.Game(gdl.read(COIN))
    with pytest.raises(InputError) as caught:
        [*gdlc.read_recording([meta(coin, "coin"), text], "plays.jsonl")]
    assert caught.value.place is not None
    assert caught.value.place.line == 2


def test_steps_of_other_roles_are_told() -> None:
    other = gdlc.Game(gdl.read(COIN.replace("guesser", "asker")))
    with pytest.raises(
        InputError, match="of the roles asker, random, the game has guesser, random"
    ):
        gdlc.replay(gdl.read(COIN), gdlc.record(other, plays=1))


def test_a_recording_that_ends_within_a_play_is_warned_of() -> None:
    warnings: list[str] = []
    from gdlc.machine.recording import replay

    coin = gdlc.Game(gdl.read(COIN))
    steps = [*gdlc.record(coin, plays=2)]
    assert replay(coin, steps[:-1], report=gdlc.Report(warnings.append)) is None
    assert ["is it cut" in warning for warning in warnings] == [True]


def test_an_interrupt_ends_recording_and_comparing(coin: gdlc.Game) -> None:
    stop = gdlc.Stop()
    steps = [*gdlc.record(coin, plays=2)]
    coming = gdlc.record(coin, plays=2, stop=stop)
    next(coming)
    stop.request()
    with pytest.raises(Interrupted):
        next(coming)
    with pytest.raises(Interrupted):
        gdlc.replay(coin, steps, stop=stop)
