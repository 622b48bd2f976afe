"""The native search against the one on the rules as they stand, which shares no code with it."""

from __future__ import annotations

import csv
import itertools
import random
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import gdlc
from gdlc.formats import gdl
from gdlc.formats.answer import AT_ONCE, Answer
from gdlc.formats.errors import GdlcError, InputError, UsageError
from gdlc.search import Searcher
from gdlc.searches import DEEPEST, Features
from gdlc.stop import Stop
from tests.oracles import random_games

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
STOCHASTIC = Path(__file__).parents[1].parent / "shared" / "stochastic"
SWITCHES: tuple[Features, ...] = tuple(
    {"prune": prune, "table": table, "exact": exact}
    for prune, table, exact in itertools.product((True, False), repeat=3)
)
COUNTER = """(role x) (role o) (role random) (init (n 0)) (init (turn x))
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 0) (then x o) (then o random) (then random x)
(<= (legal ?r up) (true (turn ?r))) (<= (legal ?r stay) (true (turn ?r)))
(<= (legal ?r wait) (role ?r) (not (true (turn ?r))))
(<= moved (does ?r up))
(<= (next (n ?m)) moved (true (n ?n)) (succ ?n ?m))
(<= (next (n ?n)) (not moved) (true (n ?n)))
(<= (next (turn ?q)) (true (turn ?p)) (then ?p ?q))
(<= terminal (true (n 3))) (<= (goal x 100) (true (turn random))) (<= (goal o 40) (true (n 3)))"""


def answers(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


@cache
def game_of(path: Path) -> gdlc.Game:
    return gdlc.load(path)


def agrees(answer: Answer, value: Fraction) -> bool:
    if answer.status == "float":
        return answer.lower <= value <= answer.upper and answer.upper - answer.lower < 1e-9
    return answer.status == "exact" and answer.value == value


@pytest.mark.parametrize("game", sorted({row["game"] for row in answers(EXAMPLES / "values.csv")}))
def test_examples(game: str) -> None:
    for number, row in enumerate(answers(EXAMPLES / "values.csv")):
        if row["game"] != game:
            continue
        features = SWITCHES[number % len(SWITCHES)]
        if not features["table"] and int(row["horizon"]) > 6:
            features = {**features, "table": True}
        answer = gdlc.search(
            game_of(EXAMPLES / f"{game}.kif"),
            role=row["role"],
            horizon=int(row["horizon"]),
            objective=row["objective"],
            **features,
        )
        assert agrees(answer, Fraction(row["value"])), (row, features, answer)
        assert answer.engine == ("interpreted" if game == "ladder" else "compiled")


def _rows_of_shared() -> list[dict[str, str]]:
    return answers(STOCHASTIC / "values.csv") if STOCHASTIC.is_dir() else []


@pytest.mark.skipif(not STOCHASTIC.is_dir(), reason="no games with values here")
@pytest.mark.parametrize("game", sorted({row["game"] for row in _rows_of_shared()}))
def test_values_that_programs_for_each_game_found(game: str) -> None:
    for number, row in enumerate(_rows_of_shared()):
        if row["game"] == game:
            answer = gdlc.search(
                game_of(STOCHASTIC / f"{game}.kif"),
                role=row["role"],
                horizon=int(row["horizon"]),
                objective=row["objective"],
                engine="compiled",
                prune=number % 2 == 0,
                exact=number % 3 != 0,
            )
            assert agrees(answer, Fraction(row["value"])), (row, answer)


class Engines:
    """A game for both engines, each made once."""

    def __init__(self, rules: str) -> None:
        self.rules = rules
        self.game = gdlc.Game(gdl.read(rules), engine="compiled")
        self.searcher = Searcher(self.game.sheet)

    @property
    def players(self) -> list[str]:
        return [role for role in self.game.roles if role != gdl.RANDOM]

    def compiled(self, role: str, horizon: int, objective: str, **more: Any) -> Answer:
        return gdlc.search(
            self.game, role=role, horizon=horizon, objective=objective, engine="compiled", **more
        )

    def interpreted(self, role: str, horizon: int, objective: str, **more: Any) -> Answer:
        start = more.pop("start", None)
        if start is not None:
            more["start"] = self.searcher.machine.state(start)
        return self.searcher.value(role, horizon, objective, **more)

    def both(self, *asks: Any, **more: Any) -> tuple[object, object]:
        """What they say."""
        return said(self.compiled, asks, more), said(self.interpreted, asks, more)


def said(search: Callable[..., Answer], asks: tuple[Any, ...], more: dict[str, Any]) -> object:
    """The value, what is noted, and the warnings; or the error. Which state of several is named is
    open."""
    warnings: list[str] = []
    try:
        answer = search(*asks, **more, report=gdlc.Report(warnings.append))
    except GdlcError as error:
        return type(error).__name__, error.message.partition(", in the state")[0]
    told = sorted(warning.partition(" in the state")[0] for warning in warnings)
    return answer.value, answer.note, told


@cache
def random_game(seed: int) -> Engines:
    return Engines(random_games.generate(seed, joint=seed % 5 == 0))


@pytest.mark.parametrize("chunk", range(4))
def test_random_games(chunk: int) -> None:
    for seed in range(chunk, 40, 4):
        engines = random_game(seed)
        rng = random.Random(seed)
        for role in engines.players:
            for objective in ("win", "score", "atleast:50"):
                more = {"simultaneous": "pessimistic"} if rng.random() < 0.3 else {}
                horizon = rng.randrange(7)
                found, expected = engines.both(role, horizon, objective, **more)
                asked = f"seed {seed}: {role}, {horizon}, {objective}, {more}"
                assert found == expected, f"{asked}\n{engines.rules}"


@pytest.mark.parametrize("seed", range(1, 5))
def test_no_switch_changes_the_value(seed: int) -> None:
    engines = random_game(seed)
    for role in engines.players:
        expected = engines.interpreted(role, 5, "score").value
        assert expected is not None
        for features in SWITCHES:
            answer = engines.compiled(role, 5, "score", **features)
            assert agrees(answer, expected), f"{role}: {answer}, not {expected}\n{engines.rules}"


@pytest.mark.parametrize("horizon", [0, 1, 2, 5, 12, 40])
def test_states_that_come_again(horizon: int) -> None:
    engines = Engines(COUNTER)
    for role, objective in (("x", "win"), ("o", "score")):
        found, expected = engines.both(role, horizon, objective)
        assert found == expected


def test_a_long_wait_is_no_long_list() -> None:
    rules = """(role x) (init 0) (<= (legal x stay) (true 0)) (<= (next 0) (true 0))
    (<= terminal (true 1)) (<= (next 1) (true 1)) (goal x 100)"""
    answer = gdlc.search(gdl.read(rules), horizon=1_000_000, engine="compiled", prune=False)
    assert answer.value == 0


def test_another_first_state() -> None:
    found, expected = Engines(COUNTER).both("x", 4, "win", start=["(n 2)", "(turn o)"])
    assert found == expected


def test_the_best_first_move_is_told() -> None:
    for path in (EXAMPLES / "monty_hall.kif", EXAMPLES / "nim.kif"):
        game = game_of(path)
        role = next(role for role in game.roles if role != gdl.RANDOM)
        expected = gdlc.search(game, role=role, horizon=4, engine="interpreted")
        for features in SWITCHES:
            answer = gdlc.search(game, role=role, horizon=4, engine="compiled", **features)
            if features["exact"]:
                assert answer.move == expected.move


def test_a_stop_leaves_bounds() -> None:
    stop = Stop()
    game = gdlc.Game(gdl.read(COUNTER), engine="compiled")
    game.prepare()
    stop.request()
    answer = gdlc.search(game, role="x", horizon=9, stop=stop)
    assert answer.status in ("bounds", "exact")
    assert answer.lower <= Fraction(gdlc.search(game, role="x", horizon=9).lower) <= answer.upper


def test_a_stop_while_the_rules_are_compiled_leaves_bounds() -> None:
    stop = Stop()
    stop.request()
    answer = gdlc.search(gdl.read(COUNTER), role="x", horizon=9, stop=stop)
    assert (answer.lower, answer.upper, answer.status) == (0, 1, "bounds")


def test_where_both_choose() -> None:
    rules = """(role x) (role o) (init s) (side l) (side r)
    (<= (legal ?r ?s) (role ?r) (side ?s))
    (<= (next same) (does x ?s) (does o ?s)) (<= terminal (not (true s)))
    (<= (goal x 100) (not (true same)))"""
    game = gdlc.Game(gdl.read(rules), engine="compiled")
    with pytest.raises(InputError, match=r"x \(l, r\) and o \(l, r\) choose at the same step 1"):
        gdlc.search(game, role="x", horizon=2, engine="compiled")
    answer = gdlc.search(game, role="x", horizon=2, engine="compiled", simultaneous="pessimistic")
    assert (answer.value, answer.note) == (0, AT_ONCE)


def test_wrong_words() -> None:
    with pytest.raises(UsageError, match="unknown engine `naive`"):
        gdlc.search(gdl.read(COUNTER), role="x", horizon=2, engine="naive")
    with pytest.raises(UsageError, match="without a table"):
        gdlc.search(
            gdl.read(COUNTER), role="x", horizon=DEEPEST + 1, engine="compiled", table=False
        )


def test_games_that_grow_without_end_are_interpreted() -> None:
    rules = """(role x) (init (n 0)) (legal x go)
    (<= (next (n (s ?n))) (true (n ?n))) (<= terminal (true (n (s (s 0))))) (goal x 100)"""
    warnings: list[str] = []
    game = gdlc.Game(gdl.read(rules), patience=0.01)
    answer = gdlc.search(game, horizon=2, report=gdlc.Report(warnings.append))
    assert (answer.value, answer.engine) == (1, "interpreted")
    assert "the game is interpreted" in warnings[0]
