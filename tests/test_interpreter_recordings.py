"""The interpreter against plays recorded from the reference implementation."""

from __future__ import annotations

import csv
import functools
import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from gdlc.formats.errors import InputError
from gdlc.formats.gdl import (
    read,
)
from gdlc.machine.interpreter import Machine, kif

GAMES = Path(__file__).parents[1].parent / "shared" / "games"
EDGE = GAMES / "edge"

needs_games = pytest.mark.skipif(not GAMES.is_dir(), reason="no recorded games here")


# Where the reference is wrong, or has no recording: the legal moves of the first state instead.
ODD = {
    "syn_not_or": {"p": ["(m 3)"]},
    "syn_or_single_then_not": {"p": ["(m 3)"]},
    "syn_dup_role_goal_none": {"x": ["noop"], "o": ["noop"]},
}
SMALL = [
    "asteroids",
    "beatMania",
    "blocks",
    "connectFour",
    "four_way_battle",
    "gt_ultimatum",
    "haystack",
    "kitten_escapes_from_fire",
    "majorities",
    "nineBoardTicTacToePie",
    "onestep",
    "pancakes6",
    "pentagoSuicide",
    "ruleDepthExponential",
    "smallest_4player",
    "snake_2008",
    "ticTacToe",
    "ttcc4_2player",
    "twisty-passages",
]


def _expected() -> dict[str, str]:
    if not EDGE.is_dir():
        return {}
    with open(EDGE / "EXPECT.csv", encoding="utf-8") as file:
        return {row["case"]: row["status"] for row in csv.DictReader(file)}


EXPECT = _expected()


def load(path: Path) -> Machine:
    return Machine(read(path.read_bytes(), path.name))


@needs_games
@pytest.mark.parametrize("case", [case for case, s in EXPECT.items() if s == "invalid input"])
def test_invalid_edge_cases_are_errors(case: str) -> None:
    with pytest.raises(InputError):
        load(EDGE / f"{case}.kif")


@needs_games
@pytest.mark.parametrize("case", [case for case, s in EXPECT.items() if s == "ok"])
def test_edge_recordings_replay(case: str) -> None:
    replay(load(EDGE / f"{case}.kif"), EDGE / f"{case}.jsonl.gz")


@needs_games
def test_parentheses_around_a_relation_without_arguments_change_nothing() -> None:
    replay(load(EDGE / "syn_parenprop_body_ttt.kif"), EDGE / "syn_upperkw_ttt.jsonl.gz")


@needs_games
@pytest.mark.parametrize("case", ODD)
def test_edge_cases_that_the_reference_gets_wrong(case: str) -> None:
    played = load(EDGE / f"{case}.kif")
    found = {
        role: [kif(move) for move in played.legal(played.initial(), role)] for role in played.roles
    }
    assert found == ODD[case]


@needs_games
@pytest.mark.parametrize("game", SMALL)
def test_recorded_games_replay(game: str) -> None:
    replay(load(GAMES / f"{game}.kif"), GAMES / f"{game}.jsonl.gz")


def replay(played: Machine, recording: Path) -> None:
    """Every visited state: what is legal where play goes on, goals where it has ended."""
    term = functools.cache(played.term)
    with gzip.open(recording, "rt", encoding="ascii") as lines:
        meta, *steps = map(json.loads, lines)
    assert list(played.roles) == list(dict.fromkeys(meta["roles"]))
    reached = played.initial()
    for step in steps:
        where = f"play {step['play']} step {step['step']}"
        if step["step"] == 0:
            reached = played.initial()
        assert played.fluents(reached) == step["true"], where
        assert played.terminal(reached) == step["terminal"], where
        if step["terminal"]:
            for role in played.roles:
                goals = [kif(value) for value in played.goals(reached, role)]
                assert goals == _recorded_goals(step, role), where
        else:
            legal = {role: [kif(m) for m in played.legal(reached, role)] for role in played.roles}
            assert legal == step["legal"], where
        if step["move"] is not None:
            reached = played.next(reached, [term(move) for move in step["move"]])


def _recorded_goals(step: dict[str, Any], role: str) -> list[str]:
    value = step["goals"][role]
    several = step.get("goals_multi", {}).get(role, [])
    return [str(value)] if value is not None else sorted(map(str, several))
