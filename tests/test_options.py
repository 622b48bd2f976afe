"""The table of options: what it takes, what it refuses, and that all who read it agree."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from gdlc.formats.errors import UsageError
from gdlc.options import OPTIONS, VERBS, options_of, sample, validate
from gdlc.passes.ground import SIMULTANEOUS
from gdlc.passes.ideas import ENCODINGS, IDEAS
from gdlc.passes.objective import Objective
from gdlc.passes.order import ORDERS
from gdlc.search import Payoff


def _option(name: str, verb: str):
    return next(option for option in options_of(verb) if option.name == name)


def test_each_verb_knows_a_name_and_a_switch_once():
    for verb in VERBS:
        options = options_of(verb)
        for field in ("name", "switch"):
            seen = [getattr(option, field) for option in options]
            assert len(seen) == len(set(seen)), (verb, field)


def test_defaults_are_legal_values():
    for option in OPTIONS:
        for verb in option.verbs:
            if verb not in option.required:
                assert option.check(option.default, verb) == option.default


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("horizon", "0", 0),
        ("horizon", "+12", 12),
        ("horizon", "9" * 100, int("9" * 100)),
        ("horizon", "auto", "auto"),
        ("max_horizon", "0", 0),
        ("objective", "win", "win"),
        ("objective", "score", "score"),
        ("objective", "atleast:0", "atleast:0"),
        ("objective", "atleast:100", "atleast:100"),
        ("state", "a.kif", "a.kif"),
        ("engine", "dpll", "dpll"),
        ("timeout", "0.5", 0.5),
        ("timeout", "1e2", 100.0),
        ("memory_limit", "123", 123),
        ("memory_limit", "2k", 2048),
        ("memory_limit", "3M", 3 << 20),
        ("memory_limit", "1G", 1 << 30),
        ("memory_limit", "1GiB", 1 << 30),
        ("role", "", ""),
        ("role", "-x", "-x"),
    ],
)
def test_texts_that_are_taken(name: str, text: str, value: object):
    assert _option(name, "run").parse(text, "run") == value


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("horizon", "-1"),
        ("horizon", "1.5"),
        ("horizon", "Auto"),
        ("horizon", "auto "),
        ("max_horizon", "auto"),
        ("horizon", ""),
        ("horizon", " 1"),
        ("horizon", "1_0"),
        ("horizon", "٣"),
        ("horizon", "9" * 5000),
        ("objective", "Win"),
        ("objective", "atleast"),
        ("objective", "atleast:"),
        ("objective", "atleast:050"),
        ("objective", "atleast:101"),
        ("objective", "atleast:-1"),
        ("objective", "atleast:٣"),
        ("objective", "score:50"),
        ("objective", "win\n"),
        ("engine", "naive"),
        ("timeout", "0"),
        ("timeout", "-1"),
        ("timeout", "nan"),
        ("timeout", "inf"),
        ("timeout", "soon"),
        ("memory_limit", "0"),
        ("memory_limit", "2T"),
        ("memory_limit", "-5"),
        ("memory_limit", "1.5G"),
        ("keep", ""),
        ("output", "a\0b"),
    ],
)
def test_texts_that_are_refused_by_the_name_of_the_switch(name: str, text: str):
    option = _option(name, "run")
    with pytest.raises(UsageError, match=option.switch) as caught:
        option.parse(text, "run")
    assert caught.value.exit_code == 2


def test_validate_fills_in_defaults():
    assert validate("search", {"horizon": 3}) == {
        "role": None,
        "horizon": 3,
        "objective": "win",
        "max_horizon": 200,
        "simultaneous": None,
        "engine": "auto",
        "prune": True,
        "table": True,
        "exact": True,
        "timeout": None,
        "memory_limit": None,
    }


@pytest.mark.parametrize(
    ("verb", "values", "message"),
    [
        ("ground", {}, "ground needs horizon"),
        (
            "ground",
            {"horizon": None},
            "horizon takes a whole number of at least 0, or `auto`, not None",
        ),
        (
            "ground",
            {"horizon": -1},
            "horizon takes a whole number of at least 0, or `auto`, not -1",
        ),
        (
            "ground",
            {"horizon": True},
            "horizon takes a whole number of at least 0, or `auto`, not True",
        ),
        (
            "ground",
            {"horizon": "3"},
            "horizon takes a whole number of at least 0, or `auto`, not '3'",
        ),
        ("ground", {"horizon": float("nan")}, "horizon takes a whole number"),
        ("ground", {"horizon": 3, "colour": 1}, "ground has no option colour"),
        ("ground", {"horizon": 3, "keep": "x"}, "ground has no option keep"),
        ("ground", {"horizon": "Auto"}, "or `auto`, not 'Auto'"),
        ("search", {"horizon": 3, "simultaneous": "fair"}, "simultaneous takes pessimistic"),
        ("run", {"horizon": 3, "cache": 1}, "cache takes True or False, not 1"),
        ("run", {"horizon": 3, "role": 7}, "role takes a name, not 7"),
        ("solve", {"engine": "compiled"}, "engine takes auto, dpll or layers, not 'compiled'"),
        ("solve", {"cache_bytes": 0}, "cache_bytes takes a number of bytes"),
        ("solve", {"timeout": float("inf")}, "timeout takes a number of seconds"),
    ],
)
def test_validate_refuses(verb: str, values: dict[str, object], message: str):
    with pytest.raises(UsageError) as caught:
        validate(verb, values)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "win",
        "score",
        "atleast:0",
        "atleast:7",
        "atleast:10",
        "atleast:99",
        "atleast:100",
        "",
        "Win",
        "win:1",
        "score:",
        "atleast",
        "atleast:",
        "atleast:00",
        "atleast:101",
        "atleast:x",
    ],
)
def test_objectives_are_those_that_the_search_knows(text: str):
    option = _option("objective", "search")
    try:
        Payoff.of(text)
    except UsageError:
        with pytest.raises(UsageError):
            option.check(text, "search")
        with pytest.raises(UsageError):
            Objective.of(text)
    else:
        assert option.check(text, "search") == text
        assert Objective.of(text).text == text


def test_words_of_options_are_those_that_the_passes_know():
    assert set(_option("without", "run").check([*IDEAS], "run")) == set(IDEAS)
    with pytest.raises(UsageError) as error:
        _option("without", "run").check(["?"], "run")
    assert all(idea in error.value.message for idea in IDEAS)
    for name, known in (("order", ORDERS), ("encoding", ENCODINGS), ("simultaneous", SIMULTANEOUS)):
        assert tuple(_option(name, "run").samples) == known


def test_numbers_come_in_their_normal_form():
    values = validate("run", {"horizon": 3.0, "timeout": 2, "memory_limit": "2G"})
    assert values["horizon"] == 3
    assert isinstance(values["horizon"], int)
    assert isinstance(values["timeout"], float)
    assert values["memory_limit"] == 2 << 30


def test_paths_may_be_path_objects():
    assert _option("keep", "run").check(Path("a/b"), "run") == "a/b"


@pytest.mark.parametrize("verb", VERBS)
def test_samples_are_legal(verb: str):
    rng = random.Random(1)
    for _ in range(50):
        values = sample(rng, verb)
        checked = validate(verb, values)
        assert {name: checked[name] for name in values} == values


def test_the_same_seed_gives_the_same_samples():
    drawn = [[sample(random.Random(5), verb) for verb in VERBS] for _ in range(2)]
    assert drawn[0] == drawn[1]
