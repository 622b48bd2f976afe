"""The native search against the one on the rules as they stand, which shares no code with it."""

from __future__ import annotations

import csv
import itertools
import random
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

import gdlc
from gdlc.formats import gdl
from gdlc.formats.answer import AT_ONCE, Answer
from gdlc.formats.errors import GdlcError, InputError, UsageError
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


def both(game: gdlc.Game, **asks: object) -> tuple[object, object]:
    """What the engines say: the value, what is noted, and the warnings; or the error."""

    def said(engine: str) -> object:
        warnings: list[str] = []
        try:
            answer = gdlc.search(
                game,
                engine=engine,
                report=gdlc.Report(warnings.append),
                **asks,  # type: ignore[arg-type]
            )
        except GdlcError as error:
            return type(error).__name__, error.message.partition(", in the state")[0]
        told = sorted(warning.partition(" in the state")[0] for warning in warnings)
        return answer.value, answer.note, told

    return said("compiled"), said("interpreted")


@pytest.mark.parametrize("chunk", range(4))
def test_random_games(chunk: int) -> None:
    for seed in range(chunk, 60, 4):
        joint = seed % 5 == 0
        text = random_games.generate(seed, joint=joint)
        game = gdlc.Game(gdl.read(text), engine="compiled")
        rng = random.Random(seed)
        for role in (role for role in game.roles if role != gdl.RANDOM):
            for objective in ("win", "score", "atleast:50"):
                asks = {"role": role, "horizon": rng.randrange(7), "objective": objective}
                if joint and rng.random() < 0.5:
                    asks["simultaneous"] = "pessimistic"
                found, expected = both(game, **asks)
                assert found == expected, f"seed {seed}, {asks}\n{text}"


@pytest.mark.parametrize("features", SWITCHES, ids=str)
def test_no_switch_changes_the_value(features: Features) -> None:
    for seed in range(100, 108):
        game = gdlc.Game(gdl.read(random_games.generate(seed)), engine="compiled")
        for role in (role for role in game.roles if role != gdl.RANDOM):
            asks = {"role": role, "horizon": 5, "objective": "score"}
            expected = gdlc.search(game, engine="interpreted", **asks).value  # type: ignore[arg-type]
            answer = gdlc.search(game, engine="compiled", **asks, **features)  # type: ignore[arg-type]
            assert expected is not None
            assert agrees(answer, expected), f"seed {seed}, {role}: {answer}, not {expected}"


@pytest.mark.parametrize("horizon", [0, 1, 2, 5, 12, 40])
def test_states_that_come_again(horizon: int) -> None:
    game = gdlc.Game(gdl.read(COUNTER), engine="compiled")
    for role, objective in (("x", "win"), ("o", "score")):
        found, expected = both(game, role=role, horizon=horizon, objective=objective)
        assert found == expected


def test_a_long_wait_is_no_long_list() -> None:
    rules = "(role x) (init 0) (<= (legal x stay) (true 0)) (<= (next 0) (true 0))"
    answer = gdlc.search(gdl.read(rules), horizon=1_000_000, engine="compiled", prune=False)
    assert answer.value == 0


def test_another_first_state() -> None:
    game = gdlc.Game(gdl.read(COUNTER), engine="compiled")
    start = ["(n 2)", "(turn o)"]
    found, expected = both(game, role="x", horizon=4, start=start)
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
    answer = gdlc.search(gdl.read(rules), horizon=2, report=gdlc.Report(warnings.append))
    assert (answer.value, answer.engine) == (1, "interpreted")
    assert "the game is interpreted" in warnings[0]
