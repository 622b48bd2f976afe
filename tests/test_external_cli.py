"""Other solvers on the command line: answers, documents, exit codes, signals."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gdlc.formats.answer import read_json
from tests.cli_runs import GDLC, inside
from tests.fake_solvers import FORMULA, Traces, adapter

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="/proc tells what is left"
)

PATIENCE = 60.0  # seconds; a bound on waiting, not a measure of speed


@pytest.fixture
def traces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Traces]:
    (tmp_path / "f.xssat").write_bytes(FORMULA)
    monkeypatch.chdir(tmp_path)
    found = Traces(tmp_path / "tmp", monkeypatch)
    yield found
    assert found.processes() == {}
    assert found.files() == []


@pytest.fixture
def solve(traces: Traces, tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    def run(behaviour: str, *more: str, answer: str = ""):
        config = adapter(tmp_path, behaviour, answer=answer)
        return inside(capfd, "solve", "f.xssat", "--solver-config", str(config), *more)

    return run


def test_an_answer_says_whose_it_is(solve) -> None:
    done = solve("answers")
    assert (done.returncode, done.stdout) == (0, "0.25 approximate (Fake, 7 digits)\n")
    assert done.stderr == ""
    answer = read_json(solve("answers", "--json").stdout)
    assert (str(answer.value), answer.status, answer.engine) == ("1/4", "approximate", "answers")
    assert answer.note == "Fake, 7 digits"
    assert solve("answers", "--format", "mcc").stdout == (
        "s SATISFIABLE\nc s type ssat\nc s log10-estimate -6.02059991e-01\n"
        "c s approx double prec-sci 2.5000000000000000e-01\nc o Fake, 7 digits\n"
    )


def test_verbose_shows_the_call_and_what_it_printed(solve) -> None:
    done = solve("answers", "-v")
    assert re.search(r"^solve: .*fake_solver.py answers formula.sdimacs$", done.stderr, re.M)
    assert "answers | # satisfying probability = 0.25\n" in done.stderr
    assert done.stdout == "0.25 approximate (Fake, 7 digits)\n"


def test_a_failure_is_5_in_text_and_in_a_document(solve) -> None:
    done = solve("ends_with_3")
    assert (done.returncode, done.stdout) == (5, "")
    assert done.stderr.startswith("error: Fake ended with exit code 3, and 0 is expected")
    done = solve("ends_with_3", "--json")
    document = json.loads(done.stdout)
    assert (done.returncode, document["value"]) == (5, None)
    assert document["error"]["message"].startswith("Fake ended with exit code 3")


def test_a_limit_is_3_and_leaves_bounds(solve) -> None:
    done = solve("ignores_signals", "--timeout", "0.5")
    assert done.returncode == 3
    assert done.stdout == "between 0 and 1 (bounds: the time limit was reached)\n"
    assert done.stderr == (
        "warning: Fake was stopped, or gave up; it printed last:\n  | thinking\n"
        "error: the time limit of 0.5 s was reached\n"
    )
    assert solve("hangs", "--timeout", "0.5", "--cross-check").stdout == done.stdout
    done = solve("gives_up", "--json")
    document = json.loads(done.stdout)
    assert (done.returncode, document["status"], document["lower"]) == (3, "bounds", "0")
    assert document["error"]["message"] == "Fake reached a limit of its own"


def test_a_cross_check_agrees_to_within_the_precision(solve) -> None:
    done = solve("answers", "--cross-check")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "0.25 approximate (Fake, 7 digits; ours: 1/4 = 0.25 (exact))\n"


def test_a_cross_check_that_fails_keeps_the_formula(
    tmp_path: Path, solve, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "f.xssat").write_bytes(FORMULA.replace(b"0.25", b"0.2500005"))
    done = solve("answers", "--cross-check", "--json")
    assert done.returncode == 4
    error = json.loads(done.stdout)["error"]
    assert error["message"].startswith("Fake says 1/4 = 0.25 (to within 2.5e-07), and our own sol")
    kept = error["hint"].removeprefix("the formula is in ")
    assert inside(capfd, "solve", kept).stdout == inside(capfd, "solve", "f.xssat").stdout
    assert solve("answers", "--cross-check", answer="absolute_error = 1e-6").returncode == 0


def test_a_cross_check_needs_somebody_to_check(
    traces: Traces, capfd: pytest.CaptureFixture[str]
) -> None:
    done = inside(capfd, "solve", "f.xssat", "--cross-check")
    assert (done.returncode, done.stdout) == (2, "")
    assert "needs another solver" in done.stderr


def test_options_of_our_own_solver_are_no_others(solve) -> None:
    for option in (["--engine", "dpll"], ["--no-cache"], ["--float"], ["--spill", "."]):
        done = solve("answers", *option)
        assert done.returncode == 2, option
        assert "Fake knows no such option" in done.stderr
        assert solve("answers", "--cross-check", *option).returncode == 0


def test_a_formula_that_it_cannot_take_is_refused(
    tmp_path: Path, traces: Traces, capfd: pytest.CaptureFixture[str]
) -> None:
    for takes, reason in (
        ("universals = false", "it knows no universal variables, and variable 2 is one"),
        ("chance = false", "it knows no chance, and variable 1 is one"),
        (
            "least_probability = 0.3",
            "it knows no probability so near to 0 or 1, and variable 1 is one, 1/4",
        ),
        ("levels = 2", "it knows 2 levels of quantifiers, and the formula has 3"),
        ("prefix = 're'", "it knows prefixes that fit `re`, and the formula's is rae"),
    ):
        config = adapter(tmp_path, "answers")
        config.write_text(f"{config.read_text()}\n[takes]\n{takes}\n")
        done = inside(capfd, "solve", "f.xssat", "--solver-config", str(config))
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(f"error: Fake cannot take this formula: {reason}\n")


def test_what_has_no_clauses_is_answered_by_us(tmp_path: Path, solve, traces: Traces) -> None:
    for text in (b"p cnf 0 0\n", b"p cnf 2 0\na 1 0\ne 2 0\n"):
        (tmp_path / "f.xssat").write_bytes(text)
        done = solve("crashes")
        assert (done.returncode, done.stdout) == (0, "1 (exact)\n")


def test_an_unknown_solver_is_a_usage_error(
    traces: Traces, capfd: pytest.CaptureFixture[str]
) -> None:
    done = inside(capfd, "solve", "f.xssat", "--solver", "nobody")
    assert done.returncode == 2
    assert "unknown solver `nobody`" in done.stderr
    assert "depqbf" in done.stderr


@pytest.fixture
def at_work(traces: Traces, tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A run whose solver has begun: it has written a line into a pipe that we hold."""
    path = tmp_path / "begun"
    os.mkfifo(path)
    script = tmp_path / "deaf"
    script.write_text(
        f"#!/bin/sh\ntrap '' TERM INT\necho begun > {path}\nwhile :; do sleep 1; done\n"
    )
    script.chmod(0o755)
    config = tmp_path / "deaf.toml"
    config.write_text(
        "program = './deaf'\ncommand = ['{program}', '{file}']\n[answer]\nvalue = '(.*)'\n"
    )
    with subprocess.Popen(
        [*GDLC, "solve", "f.xssat", "--solver-config", str(config)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        number = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        try:
            assert select.select([number], [], [], PATIENCE)[0]
            yield process
        finally:
            os.close(number)
            process.kill()


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_it(at_work: subprocess.Popen[bytes], number: int, code: int) -> None:
    at_work.send_signal(number)
    out, err = at_work.communicate(timeout=PATIENCE)
    assert at_work.returncode == code
    assert out == b"between 0 and 1 (bounds: interrupted)\n"
    assert err == b"error: interrupted\n"


def test_nothing_is_left_when_we_are_killed(
    at_work: subprocess.Popen[bytes], traces: Traces
) -> None:
    (keeper,) = (pid for pid, line in traces.processes().items() if "keeper.py" in line)
    ended = os.pidfd_open(keeper)
    at_work.kill()
    try:
        assert select.select([ended], [], [], PATIENCE)[0]
    finally:
        os.close(ended)
