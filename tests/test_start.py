"""Plays that begin in a state that is given: what is read, refused, and found from there."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import gdlc
from gdlc.formats import gdl
from gdlc.formats.errors import InputError, UsageError
from gdlc.machine.interpreter import Machine
from gdlc.machine.start import start_fluents
from tests.cli_runs import COIN, inside
from tests.oracles.random_games import generate
from tests.tiny_minimax import tiny_minimax

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
GUESSED = ("(guessed heads)",)


def coin() -> gdl.RuleSheet:
    return gdl.read(COIN, "coin.kif")


def test_fluents_come_in_canonical_kif() -> None:
    texts = ["won", " ( guessed   tails )", "(guessed heads)", "won"]
    assert start_fluents(coin(), texts) == ("(guessed heads)", "(guessed tails)", "won")
    assert start_fluents(coin(), iter(["won"])) == ("won",)
    assert start_fluents(coin(), []) == ()
    assert start_fluents(coin(), None) is None
    game = gdlc.Game(coin())
    assert start_fluents(coin(), game.initial()) == ("undecided",)


@pytest.mark.parametrize(
    ("start", "error", "message"),
    [
        (["(guessed edge)"], InputError, r"no fluent \(guessed edge\)"),
        (["lost", "gone"], InputError, "no fluent gone"),
        (["(guessed ?s)"], InputError, "variable"),
        (["lost won"], InputError, "one term"),
        ("won", UsageError, "list of fluents"),
        (7, UsageError, "list of fluents"),
        ([7], UsageError, "text in KIF"),
    ],
)
def test_what_is_no_state_of_the_game_is_refused(
    start: object, error: type[Exception], message: str
) -> None:
    for verb in (gdlc.search, gdlc.run, gdlc.ground):
        with pytest.raises(error, match=message):
            verb(coin(), horizon=2, start=start)  # type: ignore[arg-type]
    with pytest.raises(error, match=message):
        gdlc.graph(coin(), start=start)  # type: ignore[arg-type]


def test_the_search_begins_there() -> None:
    for start, horizon, value in (
        (GUESSED, 0, 0),
        (GUESSED, 1, Fraction(1, 2)),
        (["won"], 0, 1),
        (["undecided"], 2, Fraction(1, 2)),
        ([], 5, 0),  # nobody has a move
    ):
        assert gdlc.search(coin(), horizon=horizon, start=start).value == value, start
    assert gdlc.search(coin(), horizon="auto", start=GUESSED).value == Fraction(1, 2)


@pytest.mark.parametrize("seed", range(25))
def test_a_start_in_the_middle_has_the_value_of_the_rest(seed: int) -> None:
    sheet = gdl.read(generate(seed), f"seed {seed}")
    machine = Machine(sheet)
    players = [role for role in machine.roles if role != "random"]
    state = machine.initial()
    if not machine.terminal(state):
        legal = [machine.legal(state, role) for role in machine.roles]
        if all(legal):
            state = machine.next(state, [moves[-1] for moves in legal])
    for player in players:
        answer = gdlc.search(sheet, role=player, horizon=2, start=machine.fluents(state))
        assert answer.value == tiny_minimax(machine, state, 2, player)


def test_a_state_of_a_game_is_a_start() -> None:
    game = gdlc.load(EXAMPLES / "nim.kif")
    state = game.initial()
    for _ in range(2):
        state = state.next({role: state.legal(role)[0] for role in game.roles})
    given = gdlc.search(game, role="xplayer", horizon=8, start=state)
    assert given == gdlc.search(game, role="xplayer", horizon=8, start=state.fluents)
    assert given.value != gdlc.search(game, role="xplayer", horizon=8).value


def test_the_graph_begins_there() -> None:
    graph = gdlc.graph(coin(), start=GUESSED)
    assert graph.nodes[0].state.fluents == GUESSED
    assert len(graph.nodes) == 3
    values = gdlc.graph(coin(), start=iter(GUESSED), values=True, horizon="auto")
    assert [node.value for node in values.nodes] == [Fraction(1, 2), 1, 0]


def test_the_pass_is_given_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[object] = []

    class Enough(Exception):
        pass

    def ground(_sheet: gdl.RuleSheet, **keywords: object) -> None:
        given.append((keywords["horizon"], keywords.get("start")))
        raise Enough

    monkeypatch.setattr("gdlc.passes.ground.ground", ground)
    for verb in (gdlc.ground, gdlc.run):
        for start, horizon in ((["( guessed  heads )"], "auto"), (GUESSED, 5), (None, 5)):
            with pytest.raises(Enough):
                verb(coin(), horizon=horizon, start=start)
    assert given == [(1, GUESSED), (5, GUESSED), (5, None)] * 2


def test_the_command_line(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("coin.kif").write_text(COIN)
    Path("here.kif").write_text("; after the guess\n(guessed heads)\n")
    Path("line.jsonl").write_text('{"step": 1, "true": ["(guessed heads)"]}\n')
    Path("two.jsonl").write_text('{"true": ["won"]}\n{"true": ["lost"]}\n')
    Path("wrong.kif").write_text("(guessed edge)\n")
    call = ("search", "coin.kif", "--horizon", "1", "--state")
    for name in ("here.kif", "line.jsonl"):
        done = inside(capfd, *call, name)
        assert (done.returncode, done.stdout) == (0, "1/2 = 0.5 (exact)\n")
    for verb in ("search", "run", "ground"):
        refused = inside(capfd, verb, *call[1:], "wrong.kif")
        assert refused.returncode == 1
        assert "wrong.kif: the game has no fluent (guessed edge)" in refused.stderr
    refused = inside(capfd, "graph", "coin.kif", "--state", "two.jsonl")
    assert refused.returncode == 2
    assert "has 2 states" in refused.stderr
    both = inside(capfd, "search", "-", "--horizon", "1", "--state", "-")
    assert both.returncode == 2
    assert "cannot both be standard input" in both.stderr
    graph = inside(capfd, "graph", "coin.kif", "--state", "here.kif", "--labels", "fluents")
    assert graph.returncode == 0
    assert "undecided" not in graph.stdout
