"""Other solvers in a bench, beside ours and compared."""

from __future__ import annotations

import csv
import io
import os
from pathlib import Path

import pytest

from tests.cli_runs import COIN, gdlc, inside

_SUITE = "game,role,horizon,objective,value\ncoin,guesser,2,win,1/2\n"
_FAKE = """\
#!/bin/sh
echo "p = $ANSWER"
"""
_ADAPTER = """\
name = "Fake"
about = "says what it is told"
program = "./fake"
input = "sdimacs"
file = "formula.sdimacs"
command = ["{program}", "{file}"]

[answer]
value = '^p = (.*)$'
digits = 7
"""


@pytest.mark.parametrize(
    ("answer", "status", "agrees", "code"),
    [
        ("0.5000001", "approximate", "yes", 0),
        ("0.4", "approximate", "no", 4),
        ("?", "error", "-", 5),
    ],
)
def test_another_solver_answers_beside_ours(
    tmp_path: Path, answer: str, status: str, agrees: str, code: int
):
    (tmp_path / "coin.kif").write_text(COIN)
    (tmp_path / "suite.csv").write_text(_SUITE)
    (tmp_path / "fake").write_text(_FAKE)
    (tmp_path / "fake").chmod(0o755)
    (tmp_path / "fake.toml").write_text(_ADAPTER)
    done = gdlc(
        *("bench", "suite.csv", "--engine", "layers", "--solver", "Fake"),
        *("--solver-config", "fake.toml", "--order", "dependency"),
        cwd=tmp_path,
        env={**os.environ, "ANSWER": answer},
    )
    rows = list(csv.DictReader(io.StringIO(done.stdout.decode())))
    assert done.returncode == code, done.stderr
    assert [(row["engine"], row["solver"], row["order"]) for row in rows] == [
        ("layers", "", "dependency"),
        ("", "Fake", "dependency"),
    ]
    assert rows[0]["agrees"] == "yes"
    assert (rows[1]["status"], rows[1]["agrees"]) == (status, agrees)
    assert rows[1]["program"].startswith(rows[0]["program"])
    assert ("Fake" in rows[1]["message"]) == (status == "error")


def test_a_solver_that_nobody_knows_is_told_before_the_first_run(
    tmp_path: Path, capfd, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "suite.csv").write_text(_SUITE)
    for call, message in (
        (("--solver", "Nobody"), "unknown solver `Nobody`"),
        (("--solver-config", "fake.toml"), "--solver-config needs --solver"),
    ):
        done = inside(capfd, "bench", "suite.csv", *call)
        assert (done.returncode, done.stdout) == (2, "")
        assert message in done.stderr
