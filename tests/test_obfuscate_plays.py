"""A game in nonsense words, or in HRF, has the same plays as the game: states, moves, goals."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

import gdlc
from gdlc.formats import gdl
from gdlc.formats.gdl import RuleSheet
from gdlc.machine.interpreter import Machine

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("*.kif"))
SHARED = ROOT.parent / "shared" / "games"
GAMES = ("connectFour", "gt_attrition", "hallway", "pancakes6", "quad_5x5", "pearls", "blocks")
_STEPS = 8


def sheet_of(path: Path) -> RuleSheet:
    return gdl.read(path.read_bytes(), path.name)


def said(text: str, words: Mapping[str, str]) -> str:
    return re.sub(r"[^\s()]+", lambda found: words.get(found[0], found[0]), text)


def play(game: RuleSheet, other: RuleSheet, words: Mapping[str, str], seed: int) -> None:
    """Play both at once, the second in other words, and compare all that can be seen."""
    rng = random.Random(seed)
    one, two = Machine(game), Machine(other)
    roles = {role: words.get(role, role) for role in one.roles}
    assert two.roles == tuple(roles.values())
    here, there = one.initial(), two.initial()
    for _ in range(_STEPS):
        assert {said(text, words) for text in one.fluents(here)} == {*two.fluents(there)}
        assert one.terminal(here) == two.terminal(there)
        if one.terminal(here):
            break
        joint = []
        for role in one.roles:
            moves = sorted(map(one.text, one.legal(here, role)))
            assert {said(move, words) for move in moves} == {
                two.text(move) for move in two.legal(there, roles[role])
            }
            if not moves:
                return
            joint.append(rng.choice(moves))
        here = one.next(here, [one.term(move) for move in joint])
        there = two.next(there, [two.term(said(move, words)) for move in joint])
    for role in one.roles:
        goals = sorted(map(one.text, one.goals(here, role)))
        assert goals == sorted(map(two.text, two.goals(there, roles[role])))


def compare(path: Path) -> None:
    game = sheet_of(path)
    secret, words = gdlc.obfuscate(game, seed=11)
    infix = gdl.read(gdlc.fmt(secret, to="hrf"), "secret.hrf")
    for seed in range(2):
        play(game, secret, words, seed)
        play(game, infix, words, seed)


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.stem for path in EXAMPLES])
def test_examples(path: Path) -> None:
    compare(path)


@pytest.mark.skipif(not SHARED.exists(), reason="needs ../shared")
@pytest.mark.parametrize("name", GAMES)
def test_shared_games(name: str) -> None:
    compare(SHARED / f"{name}.kif")
