"""Ctrl-C, SIGTERM and limits stop every stage, leave bounds where there is an answer, and no mess.

Waiting has an upper bound; what is asserted does not depend on how long anything took.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from gdlc.formats.answer import read_json
from tests.cli_runs import GDLC, Running, gdlc, large_formula, large_game

HORIZON = ("--horizon", "50")
STAGES = {
    "ground": ("ground", "large.kif", *HORIZON, "-o", "out"),
    "search": ("search", "large.kif", *HORIZON),
    "run": ("run", "large.kif", *HORIZON),
    "solve": ("solve", "large.xssat"),
}
EXIT = {signal.SIGINT: 130, signal.SIGTERM: 143}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "large.kif").write_text(large_game())
    (tmp_path / "large.xssat").write_bytes(large_formula())
    (tmp_path / "out").write_text("precious")
    return tmp_path


@pytest.fixture
def running(folder: Path) -> Iterator[list[Running]]:
    started: list[Running] = []
    yield started
    for run in started:
        run.kill()


@pytest.mark.parametrize(
    ("stage", "number"),
    [
        ("ground", signal.SIGINT),
        ("ground", signal.SIGTERM),
        ("search", signal.SIGINT),
        ("run", signal.SIGTERM),
        ("solve", signal.SIGINT),
        ("solve", signal.SIGTERM),
    ],
)
def test_a_signal_stops_any_stage(
    folder: Path, running: list[Running], stage: str, number: signal.Signals
):
    run = Running(*STAGES[stage], folder=folder)
    running.append(run)
    run.wait_until_input_is_read()
    assert run.is_at_work()
    code, out, err = run.end(number)
    assert code == EXIT[number], err
    assert "Traceback" not in err
    assert "error: interrupted" in err
    if stage == "ground":
        assert out == ""
    else:
        assert out.startswith("between ")
    assert not run.has_living_children()
    assert (folder / "out").read_text() == "precious"
    assert sorted(os.listdir(folder)) == ["large.kif", "large.xssat", "out"]


@pytest.mark.parametrize("stage", ["search", "solve"])
def test_an_interrupt_leaves_a_document(folder: Path, running: list[Running], stage: str):
    run = Running(*STAGES[stage], "--json", folder=folder)
    running.append(run)
    run.wait_until_input_is_read()
    assert run.is_at_work()
    code, out, _ = run.end(signal.SIGINT)
    assert code == 130
    answer = read_json(out)
    assert answer.status == "bounds"
    assert 0 <= answer.lower <= answer.upper <= 1
    assert json.loads(out)["error"]["message"] == "interrupted"


def test_a_signal_at_once_is_quiet(folder: Path, running: list[Running]):
    run = Running(*STAGES["run"], folder=folder)
    running.append(run)
    run.wait_until_input_is_read()
    code, out, err = run.end(signal.SIGINT)
    assert code == 130
    assert out.startswith("between 0 and 1 ")
    assert "Traceback" not in err


def test_a_second_signal_does_not_spoil_the_bounds(folder: Path, running: list[Running]):
    run = Running(*STAGES["solve"], folder=folder)
    running.append(run)
    run.wait_until_input_is_read()
    assert run.is_at_work()
    run.process.send_signal(signal.SIGINT)
    code, out, err = run.end(signal.SIGINT)
    assert code == 130
    assert out.startswith("between ")
    assert "Traceback" not in err


def test_a_signal_while_waiting_for_input():
    with subprocess.Popen(
        [*GDLC, "solve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        process.stdin.write(b"c more than a pipe holds\n" * 10_000)  # so it is being read
        process.send_signal(signal.SIGINT)
        process.wait(20)
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.read().startswith(b"between 0 and 1 ")
        assert b"Traceback" not in process.stderr.read()
    assert process.returncode == 130


@pytest.mark.parametrize("stage", STAGES)
def test_a_time_limit_stops_any_stage(folder: Path, stage: str):
    done = gdlc(*STAGES[stage], "--timeout", "0.7", cwd=folder)
    assert done.returncode == 3, done.stderr
    assert b"error: the time limit of 0.7 s was reached" in done.stderr
    assert b"Traceback" not in done.stderr
    if stage == "ground":
        assert done.stdout == b""
    else:
        assert done.stdout.startswith(b"between ")
    assert (folder / "out").read_text() == "precious"


def test_a_time_limit_leaves_a_document_in_the_file_that_was_asked_for(folder: Path):
    done = gdlc(*STAGES["solve"], "--timeout", "0.7", "--json", "-o", "answer", cwd=folder)
    assert (done.returncode, done.stdout) == (3, b"")
    document = json.loads((folder / "answer").read_text())
    assert document["status"] == "bounds"
    assert document["value"] is None
    assert Fraction(document["lower"]) <= Fraction(document["upper"])
    assert "time limit" in document["error"]["message"]


@pytest.mark.parametrize("stage", ["ground", "search"])
def test_a_memory_limit_stops_a_stage(folder: Path, stage: str):
    done = gdlc(*STAGES[stage], "--memory-limit", "1M", cwd=folder)
    assert done.returncode == 3, done.stderr
    assert b"memory limit" in done.stderr
    assert b"Traceback" not in done.stderr
