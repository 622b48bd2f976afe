"""Adapters: those that come along, a user's, where they are found, what they make of a call."""

from __future__ import annotations

import json
import re
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import gdlc
from gdlc.formats import foreign, xssat
from gdlc.formats.errors import InputError, UsageError
from gdlc.solvers import adapter_text, conformance, external, known
from gdlc.solvers.adapter import PATTERNS, Adapter
from tests.cli_runs import inside
from tests.fake_solvers import adapter, formula
from tests.oracles import xssat_enumeration

OURS = ("caqe", "claussat", "depqbf", "dssatpre", "elimssat", "erssat", "ressat", "sharpssat")


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's folder for adapters, empty."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    folder = tmp_path / "settings" / "gdlc" / "solvers"
    folder.mkdir(parents=True)
    return folder


def test_those_that_come_along_are_right() -> None:
    found = list(known.adapters())
    assert all(isinstance(one, Adapter) for one in found)
    assert tuple(one.key for one in found if isinstance(one, Adapter)) == OURS
    for one in found:
        assert isinstance(one, Adapter)
        assert one.about
        assert one.homepage
        # All that is known of a language is known to the adapter: the writer refuses nothing more.
        takes = foreign.LANGUAGES[one.language].takes
        assert one.takes.universals == ("universal" not in takes), one.key
        assert one.takes.chance == ("chance" not in takes), one.key


# Lines that these solvers were seen to print, or print by their sources.
PRINTED = {
    "sharpssat": (b"\n\n# satisfying probability = 0.4765807\n# END\n", {"value": ["0.4765807"]}),
    "claussat": (
        b"  > Exact solution\n  > Upper bound = 6.500000e-01\n  > Lower bound = 6.500000e-01\n",
        {"upper": ["6.500000e-01"], "lower": ["6.500000e-01"]},
    ),
    "ressat": (
        b"  > Best upper bound: 7.500000e-01\n  > Best lower bound: 2.500000e-01\n"
        b"  > Time elapsed for best lower bound =     0.00 sec\n",
        {"upper": ["7.500000e-01"], "lower": ["2.500000e-01"]},
    ),
    "erssat": (b"  > Satisfying probability: 5.000000e-01\n", {"value": ["5.000000e-01"]}),
    "elimssat": (b"==== Solving Result ====\n  > Result = 0.500000\n", {"value": ["0.500000"]}),
    "dssatpre": (b"Satisfying probability: 0.25SAT\n", {"value": ["0.25"]}),
}


@pytest.mark.parametrize("key", PRINTED)
def test_what_they_print_is_understood(key: str) -> None:
    from gdlc.solvers.output import Output

    printed, expected = PRINTED[key]
    for size in (1, 7, len(printed)):  # in pieces, as a pipe gives them
        out = Output(known.find(key).said.patterns())
        for at in range(0, len(printed), size):
            out.take(printed[at : at + size])
        assert {name: out.found(name) for name in PATTERNS if out.found(name)} == expected


@pytest.mark.parametrize("key", OURS)
def test_each_gets_what_its_language_is(key: str) -> None:
    one = known.find(key)
    for case in conformance.cases():
        if conformance.unsuitable(one, case.formula):
            continue
        text = gdlc.convert(case.formula, to=one.language).decode()
        lines = text.splitlines()
        chance = r"r (0|1|0\.[0-9]{1,17}|1\.0|0\.0) ([1-9][0-9]* )+0"
        shape = re.compile(
            rf"p cnf [0-9]+ [0-9]+\n(([ea] ([1-9][0-9]* )+0|{chance})\n)*(-?[1-9][0-9]* )*0\n.*",
            re.DOTALL,
        )
        assert shape.fullmatch(text), text
        n_vars, n_clauses = map(int, lines[0].split()[2:])
        prefix = [line.split() for line in lines[1:] if line[0] in "ear"]
        clauses = [[*map(int, line.split())] for line in lines[1 + len(prefix) :]]
        assert len(clauses) == n_clauses
        bound = [int(word) for line in prefix for word in line[1 + (line[0] == "r") : -1]]
        assert sorted(bound) == list(range(1, n_vars + 1))
        assert prefix[-1][0] == "e"
        for *literals, end in clauses:
            assert end == 0
            assert literals
            assert len({*map(abs, literals)}) == len(literals)


def test_the_formulas_of_the_set_have_the_values_that_it_says() -> None:
    found = conformance.cases()
    assert len({case.name for case in found}) == len(found) > 15
    for case in found:
        text = xssat.write(case.formula).decode()
        assert xssat_enumeration.value(text) == case.value, case.name
        assert gdlc.solve(case.formula).value == case.value, case.name


def test_a_user_adds_a_solver_and_replaces_one(settings: Path, tmp_path: Path) -> None:
    adapter(settings, "answers")
    (settings / "depqbf.toml").write_text((settings / "answers.toml").read_text())
    keys = [one.key for one in gdlc.solvers()]
    assert keys == sorted({*OURS, "answers"})
    assert gdlc.solve(formula(), solver="answers").value == Fraction(1, 4)
    assert gdlc.solve(formula(), solver="DepQBF").engine == "depqbf"


def test_a_relative_folder_for_settings_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    for value in ("", "settings", "./settings"):
        monkeypatch.setenv("XDG_CONFIG_HOME", value)
        assert known.user_folder() == Path.home() / ".config" / "gdlc" / "solvers"


def test_a_wrong_file_of_the_user_spoils_only_itself(
    settings: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (settings / "mine.toml").write_text("program = 1\n")
    listed = {one.key: one for one in gdlc.solvers()}
    assert "mine.toml:1:1: `program`: a string is expected" in listed["mine"].error
    assert not any(one.error for key, one in listed.items() if key != "mine")
    with pytest.raises(InputError, match="a string is expected"):
        gdlc.solve(formula(), solver="mine")
    done = inside(capfd, "solvers")
    assert done.returncode == 0
    assert done.stderr.startswith("warning: ")
    assert "mine.toml:1:1" in done.stderr


def test_a_name_finds_the_solver_in_a_file_or_a_known_one(tmp_path: Path) -> None:
    config = adapter(tmp_path, "answers")
    for name in (None, "answers", "fake", "Fake"):
        assert known.find(name, config).key == "answers"
    assert known.find("SharpSSAT", config).key == "sharpssat"
    with pytest.raises(UsageError, match="unknown solver `nobody`"):
        known.find("nobody", config)


def test_the_program_is_named_by_a_variable_else_found_on_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = known.find("sharpssat")
    assert one.variable == "GDLC_SHARPSSAT"
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("GDLC_SHARPSSAT", raising=False)
    assert known.program(one) is None
    script = tmp_path / "SharpSSAT"
    script.write_text("#!/bin/sh\n")
    assert known.program(one) is None  # nobody may run it
    script.chmod(0o755)
    assert known.program(one) == str(script)
    monkeypatch.setenv("GDLC_SHARPSSAT", sys.executable)
    assert known.program(one) == sys.executable


def test_a_path_in_an_adapter_begins_where_the_adapter_lies(tmp_path: Path) -> None:
    config = tmp_path / "mine.toml"
    config.write_text(
        "program = 'bin/mine'\ncommand = ['{program}', '{file}']\n[exit]\ntrue = [10]\n"
    )
    (tmp_path / "bin").mkdir()
    script = tmp_path / "bin" / "mine"
    script.write_text("#!/bin/sh\nexit 10\n")
    script.chmod(0o755)
    answer = gdlc.solve(formula(), solver_config=config)
    assert (answer.value, answer.note) == (1, "external, mine: true")


def test_words_in_braces_get_their_meaning() -> None:
    text = (
        "program = 'p'\ncommand = ['{program}', '-t{seconds}', '{universals}', 'x {file} {file}']\n"
        "universals = ['-u', 'yes']\n[answer]\nvalue = '(.*)'\n"
    )
    one = adapter_text.read(text, "p")
    call = external.command(one, "/bin/p", universals=True, seconds=12.3)
    twice = "x formula.sdimacs formula.sdimacs"
    assert call == ["/bin/p", "-t12", "-u", "yes", twice]
    call = external.command(one, "/bin/p", universals=False, seconds=None)
    assert call == ["/bin/p", "-t86400", twice]


def test_what_lies_beside_the_program_is_found(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "helper").write_text("#!/bin/sh\necho value 0.25\n")
    (tmp_path / "bin" / "helper").chmod(0o755)
    (tmp_path / "mine").write_text("#!/bin/sh\nexec bin/helper\n")
    (tmp_path / "mine").chmod(0o755)
    config = tmp_path / "mine.toml"
    config.write_text(
        "program = './mine'\ncommand = ['{program}', '{file}']\nbeside = ['bin', 'none']\n"
        "[answer]\nvalue = '^value (.*)$'\n"
    )
    assert gdlc.solve(formula(), solver_config=config).value == Fraction(1, 4)
    assert (tmp_path / "bin" / "helper").exists()


def test_a_preprocessor_leaves_the_rest_to_us(tmp_path: Path) -> None:
    script = tmp_path / "pre"
    config = tmp_path / "pre.toml"
    config.write_text(
        "name = 'Pre'\nprogram = './pre'\ncommand = ['{program}', '{file}', '{output}']\n"
        "output = 'smaller.sdimacs'\n[answer]\nvalue = '^value (.*)$'\n"
    )
    for body, value, note in (
        ("printf 'p cnf 1 1\\nr 0.75 1 0\\n1 0\\n' > $2", Fraction(3, 4), "Pre, then gdlc"),
        ("echo value 0.5", Fraction(1, 2), "Pre"),
    ):
        script.write_text(f"#!/bin/sh\n{body}\n")
        script.chmod(0o755)
        answer = gdlc.solve(formula(), solver_config=config)
        assert (answer.value, answer.note, answer.status) == (value, note, "approximate")
    for body, message in (
        ("echo p cnf 1 > $2", "Pre left a formula that cannot be read: smaller.sdimacs:1:"),
        ("true", "Pre gives neither an answer nor a smaller formula; it printed nothing"),
    ):
        script.write_text(f"#!/bin/sh\n{body}\n")
        with pytest.raises(gdlc.GdlcError) as caught:
            gdlc.solve(formula(), solver_config=config)
        assert message in str(caught.value)
        assert caught.value.exit_code == 5


def test_the_verb_lists_and_tries(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GDLC_DEPQBF", "/no/such/program")
    done = inside(capfd, "solvers")
    assert done.returncode == 0
    head, *lines = done.stdout.splitlines()
    assert head.split() == ["solver", "program", "version", "takes"]
    assert [line.split()[0] for line in lines] == list(OURS)
    assert re.fullmatch(r"depqbf +- +- +no chance", lines[OURS.index("depqbf")])
    document = json.loads(inside(capfd, "solvers", "--json").stdout)
    assert [one["key"] for one in document["solvers"]] == list(OURS)
    assert document["error"] is None
    done = inside(capfd, "solvers", "test", "depqbf", "--json")
    assert done.returncode == 5
    assert "DepQBF is not installed" in json.loads(done.stdout)["error"]["message"]


def test_trials_tell_what_is_wrong(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for behaviour, code, last in (
        ("answers", 4, "1 agrees, 18 differs\n"),
        ("says_nan", 5, "19 failed\n"),
        ("gives_up", 3, "19 limit\n"),
    ):
        config = str(adapter(tmp_path, behaviour))
        done = inside(capfd, "solvers", "test", "--solver-config", config)
        assert (done.returncode, done.stderr) == (code, last)
        document = inside(capfd, "solvers", "test", "--solver-config", config, "--json").stdout
        assert len(json.loads(document)["trials"]) == 19
    for wrong in (["tset", "x"], ["test"], ["test", "a", "b"]):
        assert inside(capfd, "solvers", *wrong).returncode == 2
