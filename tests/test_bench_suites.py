"""Suites: what files mean, which runs they ask for, and what is wrong with one."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdlc.bench import suite_csv, suite_toml
from gdlc.bench.games import named
from gdlc.bench.measure import Setting, command
from gdlc.bench.process import Limits
from gdlc.bench.suite import ENCODINGS, ENGINES, NO_ENGINE, ORDERS, Choice, Suite, runs
from gdlc.formats.errors import InputError
from gdlc.options import options_of
from gdlc.passes import ideas, order
from tests.cli_runs import inside

TOML = """\
title = "all of it"
timeout = 5
memory_limit = "2k"
skip_larger = true

[[family]]
name = "two games"
roles = ["x", "o"]
objectives = ["win", "score"]
games = ["a", "b.kif"]
horizons = [2, 4, "auto"]
engines = ["search", "dpll"]
orders = ["baseline", "dependency"]
encodings = ["paper"]
solvers = ["Other"]

[[family]]
by = "objects"
quick = 1
cases = [
  { game = "nim:1:slip=1/2", horizon = 2, size = 1, expected = "1" },
  { game = "nim:2:slip=1/2", horizon = 4, size = 2 },
]
"""


def read(text: str) -> Suite:
    return suite_toml.read_suite(text, "suite.toml", lambda text: {"2k": 2048}[text])[0]


def titles(suite: Suite, **choice: object) -> list[str]:
    return [run.title for _, run in runs((suite,), Choice(**choice))]


def test_a_suite_in_toml_is_the_product_of_what_it_lists():
    suite = read(TOML)
    assert (suite.name, suite.timeout, suite.memory, suite.skip_larger) == (
        *("all of it", 5, 2048),
        True,
    )
    assert [family.name for family in suite.families] == [
        *("two games: a", "two games: b.kif", "family 2")
    ]
    found = titles(suite)
    assert len(found) == len(set(found)) == 2 * 3 * 4 * (1 + 2 + 2) + 2
    assert found[:5] == [
        "a x 2 search",
        "a x 2 dpll baseline paper",
        "a x 2 dpll dependency paper",
        "a x 2 Other baseline paper",
        "a x 2 Other dependency paper",
    ]
    assert found[5] == "a x 2 score search"
    assert found[-1] == "nim:2:slip=1/2 4 auto baseline lean"
    sizes = [run.case.size for _, run in runs((suite,), Choice())]
    assert sizes[0] == 2
    assert None in sizes
    assert sizes[-2:] == [1, 2]


def test_a_call_chooses_among_the_runs():
    suite = read(TOML)
    assert titles(suite, only="family 2", engines=("layers",), orders=("dependency",)) == [
        f"nim:{n}:slip=1/2 {2 * n} layers dependency lean" for n in (1, 2)
    ]
    assert titles(suite, only="nim:2", solvers=("A", "A", "B"), engines=(NO_ENGINE,)) == [
        f"nim:2:slip=1/2 4 {name} baseline lean" for name in "AB"
    ]
    assert titles(suite, only="nim:2", repeat=3) == [
        f"nim:2:slip=1/2 4 auto baseline lean{count}" for count in ("", " #2", " #3")
    ]
    quick = titles(suite, quick=True, engines=("search",), encodings=("lean",))
    assert {title.split()[2] for title in quick if title.startswith("a x")} == {"2", "4"}
    assert [title for title in quick if title.startswith("nim")] == ["nim:1:slip=1/2 2 search"]


def test_a_suite_in_csv_names_who_answers():
    text = (
        "game,role,horizon,objective,engine,order,encoding,solver,value\n"
        "g,x,3,win,,,,,1/2\n"
        "g,x,auto,win,dpll,dependency,paper,,\n"
        "g,x,4,win,,,,Other,\n"
    )
    suite = suite_csv.read_suite(text, "suite.csv")
    assert titles(suite) == [
        "g x 3 auto baseline lean",
        "g x auto dpll dependency paper",
        "g x 4 auto baseline lean",
        "g x 4 Other baseline lean",
    ]
    assert [run.case.size for _, run in runs((suite,), Choice())] == [3, None, 4, 4]
    assert suite.families[0].cases[0].expected == "1/2"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a =", "is no TOML"),
        ("family = 3", "family takes a list"),
        ("colour = 1", "unknown key `colour`"),
        ("timeout = 0", "timeout takes a number of seconds above 0"),
        ("timeout = true", "timeout cannot be True"),
        ("skip_larger = 1", "skip_larger cannot be 1"),
        ("[[family]]\nname = 3", "family 1: name cannot be 3"),
        ("[[family]]\nname = 'a'", "a: needs either games and horizons, or cases"),
        ("[[family]]\ngames = ['g']", "family 1: needs either games and horizons"),
        ("[[family]]\ngames = ['g']\nhorizons = [1]\ncases = [{}]", "needs either"),
        ("[[family]]\ngames = ['g']\nhorizons = [1.5]", "horizons takes a list"),
        ("[[family]]\ngames = 'g'\nhorizons = [1]", "games takes a list"),
        ("[[family]]\ngames = ['g']\nhorizons = [1]\nengines = ['fast']", "unknown word `fast`"),
        ("[[family]]\ngames = ['g']\nhorizons = [1]\nrole = 3", "role cannot be 3"),
        ("[[family]]\ngames = ['g']\nhorizons = [1]\nrole = 'x'\nroles = []", "both role and"),
        ("[[family]]\ncases = [{game = 'g'}]", "a case needs a game and a horizon"),
        ("[[family]]\ncases = [{game = 'g', horizon = 1, hight = 2}]", "unknown key `hight`"),
        ("[[family]]\ncases = [{game = 'g', horizon = 1, size = 'big'}]", "size cannot be 'big'"),
    ],
)
def test_what_is_no_suite_is_told_with_its_family(text: str, message: str):
    with pytest.raises(InputError) as caught:
        read(text)
    assert message in caught.value.message
    assert caught.value.file == "suite.toml"


def test_errors_around_a_suite_in_toml(tmp_path: Path, capfd, monkeypatch):
    monkeypatch.chdir(tmp_path)
    family = '[[family]]\ngames = ["nim:1:slip=1/2"]\nhorizons = [1]\n'
    for text, code, message in (
        ('memory_limit = "much"\n', 1, "memory_limit takes a number of bytes"),
        ('values = "none.csv"\n', 1, "none.csv: no such file"),
        ('values = "suite.toml"\n', 1, "no column"),
    ):
        (tmp_path / "suite.toml").write_text(text + family)
        done = inside(capfd, "bench", "suite.toml", "--list")
        assert (done.returncode, done.stdout) == (code, "")
        assert message in done.stderr


@pytest.mark.parametrize("name", ["paper", "growth"])
def test_the_suites_that_come_along_are_whole(name: str, capfd):
    done = inside(capfd, "bench", name, "--list")
    assert done.returncode == 0
    lines = [line.split("\t") for line in done.stdout.splitlines()]
    games = {title.split()[0] for _, _, title in lines}
    assert all(named(game) for game in games)
    quick = inside(capfd, "bench", name, "--list", "--quick").stdout.splitlines()
    assert 0 < len(quick) < len(lines)
    only = inside(capfd, "bench", name, "--list", "--only", "Nim, one pile").stdout.splitlines()
    assert {line.split("\t")[1] for line in only} == {"Nim, one pile"}


def test_words_of_suites_are_those_of_the_options_and_the_passes():
    assert ORDERS == order.ORDERS
    assert set(ENCODINGS) == set(ideas.ENCODINGS)
    options = {option.name: option for option in options_of("bench")}
    for name, words in (
        ("engine", (*ENGINES, NO_ENGINE)),
        ("order", ORDERS),
        ("encoding", ENCODINGS),
    ):
        assert options[name].parse(",".join(words), "bench") == words


def test_a_run_is_a_call_of_gdlc_with_what_it_asks_for():
    suite = read(TOML)
    setting = Setting(Limits(5.0, 2048), "", "", {}, "/x/other.toml")
    calls = [command(run, Path("g.kif"), setting)[3:] for _, run in runs((suite,), Choice())]
    limits = ["--timeout=5.0", "--memory-limit=2048", "--", "g.kif"]
    asked = ["--json", "--verbose", "--role=x", "--horizon=2", "--objective=win"]
    form = ["--order=baseline", "--encoding=paper"]
    assert calls[0] == ["search", *asked, *limits]
    assert calls[1] == ["run", *asked, *form, "--engine=dpll", *limits]
    other = ["--solver=Other", "--solver-config=/x/other.toml"]
    assert calls[3] == ["run", *asked, *form, *other, *limits]
