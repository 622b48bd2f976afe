"""Suites: every row runs in its own process, is compared, and cannot stop the others."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests.cli_runs import COIN, GDLC, gdlc, large_game

SUITE = """\
game,role,horizon,objective,value,note
games/coin,guesser,2,win,1/2,found with and without its ending
games/coin.kif,guesser,1,win,0,
games/coin,guesser,2,score,1/3,differs
games/coin,guesser,2,win,,nothing expected
games/coin,nobody,2,win,1/2,no such role
games/coin,guesser,2,atleast:101,1/2,no such objective
games/coin,guesser,two,win,1/2,
games/coin,guesser,2,win,half,no fraction
games/none,guesser,2,win,1/2,no such game
games/bad,guesser,2,win,1/2,not a game
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "coin.kif").write_text(COIN)
    (tmp_path / "games" / "bad.kif").write_text("(role x")
    (tmp_path / "games" / "large.kif").write_text(large_game())
    (tmp_path / "suite.csv").write_text(SUITE)
    return tmp_path


def _rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_rows_are_compared_and_broken_ones_stop_nothing(folder: Path):
    done = gdlc("bench", "suite.csv", "--verb", "search", cwd=folder)
    rows = _rows(done.stdout.decode())
    assert done.returncode == 4, done.stderr
    assert len(rows) == 10
    assert [row["agrees"] for row in rows] == ["yes", "yes", "no", "-"] + ["-"] * 6
    assert [row["value"] for row in rows] == ["1/2", "0", "1/2", "1/2"] + [""] * 6
    assert [row["status"] for row in rows] == ["exact"] * 4 + ["error"] * 6
    assert [row["exit_code"] for row in rows[4:]] == ["2", "2", "2", "", "1", "1"]
    assert all(row["message"] for row in rows[4:])
    assert all(float(row["seconds"]) > 0 for row in rows[:4])
    assert all(int(row["peak_memory_bytes"]) > 1 << 20 for row in rows[:4])
    assert b"10 rows, 2 agree, 1 differ" in done.stderr


def test_a_suite_without_differences_ends_with_0_and_goes_to_a_file(folder: Path):
    (folder / "good.csv").write_text("".join(SUITE.splitlines(keepends=True)[:3]))
    done = gdlc("bench", "good.csv", "-o", "out.csv", "--json", cwd=folder)
    assert done.returncode == 0, done.stderr
    rows = _rows((folder / "out.csv").read_text())
    assert [row["agrees"] for row in rows] == ["yes", "yes"]
    assert list(rows[0]) == [
        "game",
        "role",
        "horizon",
        "objective",
        "value",
        "status",
        "expected",
        "agrees",
        "seconds",
        "cpu_seconds",
        "peak_memory_bytes",
        "exit_code",
        "message",
    ]
    document = json.loads(done.stdout)
    assert document["file"] == "out.csv"
    assert document["stats"]["agree"] == 2


def test_a_column_says_which_verb_runs_a_row(folder: Path):
    (folder / "verbs.csv").write_text(
        "verb,game,role,horizon,objective,value\n"
        "search,games/coin,guesser,2,win,1/2\n"
        "run,games/coin,guesser,2,win,1/2\n"
        ",games/coin,guesser,2,win,1/2\n"
        "rm,games/coin,guesser,2,win,1/2\n"
    )
    rows = _rows(gdlc("bench", "verbs.csv", cwd=folder).stdout.decode())
    assert [row["agrees"] for row in rows] == ["yes", "yes", "yes", "-"]


def test_a_row_at_its_time_limit_has_bounds_and_the_next_one_runs(folder: Path):
    (folder / "slow.csv").write_text(
        "game,role,horizon,objective,value\n"
        "games/large,x,50,win,1\n"
        "games/large,x,50,win,2\n"
        "games/coin,guesser,2,win,1/2\n"
    )
    done = gdlc("bench", "slow.csv", "--timeout", "2", "--verb", "search", cwd=folder)
    rows = _rows(done.stdout.decode())
    assert [row["status"] for row in rows] == ["bounds", "bounds", "exact"]
    assert [row["agrees"] for row in rows] == ["-", "no", "yes"]
    assert "time limit" in rows[0]["message"]
    assert done.returncode == 4


def test_a_row_at_its_memory_limit(folder: Path):
    (folder / "big.csv").write_text("game,role,horizon,objective\ngames/large,x,50,win\n")
    rows = _rows(gdlc("bench", "big.csv", "--memory-limit", "1M", cwd=folder).stdout.decode())
    assert rows[0]["status"] in ("bounds", "killed")
    assert "memory limit" in rows[0]["message"]


def test_an_interrupt_keeps_the_rows_so_far(folder: Path):
    number = signal.SIGINT
    (folder / "slow.csv").write_text(
        "game,role,horizon,objective,value\n"
        "games/coin,guesser,2,win,1/2\n"
        "games/large,x,50,win,1\n"
        "games/coin,guesser,2,win,1/2\n"
    )
    process = subprocess.Popen(
        [*GDLC, "bench", "slow.csv", "-v", "--verb", "search", "-o", "out.csv", "--json"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        assert process.stderr is not None
        while not process.stderr.readline().startswith(b"1/3 "):
            pass
        process.send_signal(number)
        out, err = process.communicate(timeout=20)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == 128 + number
    assert b"Traceback" not in err
    rows = _rows((folder / "out.csv").read_text())
    assert [row["agrees"] for row in rows] == ["yes"]
    document = json.loads(out)
    assert document["stats"]["rows"] == 1
    assert document["error"]["message"] == "interrupted"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "no column game, role, horizon, objective"),
        (b"game,role\na,b\n", "no column horizon, objective"),
        (b"game,role,horizon,objective\n\xff", "is not UTF-8"),
    ],
)
def test_what_is_no_suite_is_an_input_error(folder: Path, text: bytes, message: str):
    (folder / "no.csv").write_bytes(text)
    done = gdlc("bench", "no.csv", cwd=folder)
    assert (done.returncode, done.stdout) == (1, b"")
    assert message in done.stderr.decode()
