"""What the verbs print: answers, documents, kept files, findings."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from gdlc.formats.answer import read_json
from tests.cli_runs import COIN, gdlc, inside, shell

GAME = ("coin.kif", "--role", "guesser")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "coin.kif").write_text(COIN)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("verb", ["run", "search"])
@pytest.mark.parametrize(("horizon", "value"), [("0", "0"), ("1", "0"), ("2", "1/2"), ("3", "1/2")])
def test_run_and_search_print_the_value(
    capfd: pytest.CaptureFixture[str], folder: Path, verb: str, horizon: str, value: str
):
    done = inside(capfd, verb, *GAME, "--horizon", horizon)
    assert done.returncode == 0, done.stderr
    first = done.stdout.splitlines()[0]
    assert first == ("1/2 = 0.5 (exact)" if value == "1/2" else "0 (exact)")
    document = inside(capfd, verb, *GAME, "--horizon", horizon, "--json").stdout
    answer = read_json(document)
    assert answer.value == Fraction(value)
    assert answer.status == "exact"
    assert json.loads(document)["error"] is None
    if answer.move is not None:
        assert answer.move in ("(guess heads)", "(guess tails)")


def test_the_pipe_equals_run_and_keep_leaves_the_same_bytes(
    capfd: pytest.CaptureFixture[str], folder: Path
):
    run = inside(capfd, "run", *GAME, "--horizon", "2", "--keep", "a/b")
    assert run.returncode == 0, run.stderr
    piped = shell(
        "$GDLC ground coin.kif --role guesser --horizon 2 | tee 1 | $GDLC quantify | tee 2"
        " | $GDLC translate | tee 3 | $GDLC solve",
        folder,
    )
    assert piped.stdout.decode() == run.stdout
    for name, ending in (("1", "lp"), ("2", "sqasp"), ("3", "xssat")):
        kept = (folder / "a" / "b" / f"coin.{ending}").read_bytes()
        assert kept == (folder / name).read_bytes()
    assert len(list((folder / "a" / "b").iterdir())) == 3


def test_stages_take_files_and_options_in_any_place(folder: Path):
    done = shell(
        "$GDLC ground -o g.lp --horizon 2 coin.kif --role guesser && $GDLC quantify g.lp -o g.sqasp"
        " && $GDLC translate g.sqasp -o g.xssat && $GDLC solve g.xssat -o answer --no-cache"
        " --cache-bytes 1M --engine dpll",
        folder,
    )
    assert (done.returncode, done.stdout) == (0, b"")
    assert (folder / "answer").read_text().startswith("1/2 = 0.5 (exact)\n")


def test_keep_names_the_files_of_standard_input(folder: Path):
    done = gdlc(
        "run", "--role", "guesser", "--horizon", "2", "--keep", "k", cwd=folder, input=COIN.encode()
    )
    assert done.returncode == 0
    assert sorted(path.name for path in (folder / "k").iterdir()) == [
        "stdin.lp",
        "stdin.sqasp",
        "stdin.xssat",
    ]


def test_a_later_failure_leaves_what_was_kept_so_far(folder: Path):
    line = "mkdir k; mkdir k/coin.xssat; $GDLC run coin.kif --role guesser --horizon 2 --keep k"
    done = shell(line, folder)
    assert done.returncode == 6
    assert {"coin.lp", "coin.sqasp"} <= {path.name for path in (folder / "k").iterdir()}


def test_an_unknown_role_is_a_usage_error(capfd: pytest.CaptureFixture[str], folder: Path):
    for verb in ("ground", "run", "search"):
        for role in ("nobody", "random", "Guesser", ""):
            done = inside(capfd, verb, "coin.kif", "--role", role, "--horizon", "2")
            assert done.returncode == 2, (verb, role)
            assert done.stdout == ""
            assert done.stderr.startswith("error: ")


def test_without_a_role_the_only_player_is_meant(capfd: pytest.CaptureFixture[str], folder: Path):
    done = inside(capfd, "search", "coin.kif", "--horizon", "2")
    assert done.stdout.startswith("1/2")


def test_verbose_tells_stages_and_leaves_standard_output_alone(
    capfd: pytest.CaptureFixture[str], folder: Path
):
    quiet = inside(capfd, "run", *GAME, "--horizon", "2")
    loud = inside(capfd, "run", *GAME, "--horizon", "2", "-v")
    assert quiet.stderr == ""
    assert loud.stdout == quiet.stdout
    assert "read coin.kif" in loud.stderr


def test_check_finds_nothing_wrong_in_a_good_sheet(capfd: pytest.CaptureFixture[str], folder: Path):
    done = inside(capfd, "check", "coin.kif")
    assert done.returncode == 0
    assert "[no-base-or-input]" in done.stdout
    assert done.stderr.startswith("ok: 2 roles, 17 rules, 0 errors, 1 warning")
    document = json.loads(inside(capfd, "check", "coin.kif", "--json").stdout)
    assert document["ok"] is True
    assert document["counts"] == {"errors": 0, "warnings": 1}
    assert [one["code"] for one in document["findings"]] == ["no-base-or-input"]
    assert document["stats"]["rules"] == 17
    assert document["error"] is None


def test_check_prints_every_finding_with_its_place(capfd: pytest.CaptureFixture[str], folder: Path):
    bad = COIN + "(<= (legal guesser ?m) (not (true ?m)))\n(<= (next a) (not (true ?q)))\n"
    (folder / "bad.kif").write_text(bad)
    done = inside(capfd, "check", "bad.kif")
    assert done.returncode == 1
    text = done.stdout
    assert "bad.kif:18:" in text
    assert "bad.kif:19:" in text
    assert ": error: " in text
    assert "hint: " in text
    document = json.loads(inside(capfd, "check", "bad.kif", "--json").stdout)
    assert document["ok"] is False
    errors = [one for one in document["findings"] if one["severity"] == "error"]
    assert [one["line"] for one in errors] == [18, 19]
    assert {one["code"] for one in errors} == {"unsafe-variable"}
    assert document["counts"]["errors"] == 2
    assert document["error"] is None


def test_solve_reads_a_formula_of_others(capfd: pytest.CaptureFixture[str], folder: Path):
    (folder / "f.sdimacs").write_text("p cnf 2 2\ne 1 0\nr 0.25 2 0\n1 2 0\n-1 -2 0\n")
    done = inside(capfd, "solve", "f.sdimacs")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "3/4 = 0.75 (exact)\n"


def test_free_variables_are_an_error_unless_told_where_they_stand(
    capfd: pytest.CaptureFixture[str], folder: Path
):
    (folder / "f.sdimacs").write_text("p cnf 2 2\nr 0.5 1 0\n1 2 0\n-1 -2 0\n")
    assert inside(capfd, "solve", "f.sdimacs").returncode == 1
    inner = inside(capfd, "solve", "f.sdimacs", "--free", "inner")
    outer = inside(capfd, "solve", "f.sdimacs", "--free", "outer")
    assert inner.stdout == "1 (exact)\n"
    assert outer.stdout == "1/2 = 0.5 (exact)\n"
