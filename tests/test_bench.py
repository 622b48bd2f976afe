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

from gdlc.bench.record import HEADER
from tests.cli_runs import COIN, GDLC, gdlc, inside, large_game, shell

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
    done = gdlc("bench", "suite.csv", "--engine", "search", cwd=folder)
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
        *(
            "game",
            "role",
            "horizon",
            "objective",
            "order",
            "encoding",
            "engine",
            "solver",
            "repeat",
        ),
        *("value", "status", "expected", "agrees", "seconds", "cpu_seconds"),
        *("ground_seconds", "ground_cpu_seconds", "quantify_seconds", "quantify_cpu_seconds"),
        *("translate_seconds", "translate_cpu_seconds", "solve_seconds", "solve_cpu_seconds"),
        *("peak_memory_bytes", "variables", "clauses", "answered_by", "exit_code", "message"),
        *("timeout", "memory_limit", "sheet", "program", "machine", "family", "by", "size"),
    ]
    for stage in ("ground", "quantify", "translate", "solve"):
        assert float(rows[0][f"{stage}_seconds"]) >= 0
        assert float(rows[0][f"{stage}_cpu_seconds"]) >= 0
    assert int(rows[0]["variables"]) > 0
    assert int(rows[0]["clauses"]) > 0
    assert rows[0]["answered_by"] in ("layers", "dpll")
    document = json.loads(done.stdout)
    assert document["file"] == "out.csv"
    assert document["stats"]["agree"] == 2


def test_a_column_says_which_verb_runs_a_row(folder: Path):
    (folder / "verbs.csv").write_text(
        "verb,game,role,horizon,objective,value\n"
        "search,games/coin,guesser,2,win,1/2\n"
        "run,games/coin,guesser,2,win,1/2\n"
        ",games/coin,guesser,2,win,1/2\n"
    )
    rows = _rows(gdlc("bench", "verbs.csv", cwd=folder).stdout.decode())
    assert [row["agrees"] for row in rows] == ["yes", "yes", "yes"]
    assert [row["engine"] for row in rows] == ["search", "auto", "auto"]
    assert [row["repeat"] for row in rows] == ["1", "1", "2"]


def test_a_row_at_its_time_limit_has_bounds_and_the_next_one_runs(folder: Path):
    (folder / "slow.csv").write_text(
        "game,role,horizon,objective,value\n"
        "games/large,x,50,win,1\n"
        "games/large,x,50,win,2\n"
        "games/coin,guesser,2,win,1/2\n"
    )
    done = gdlc("bench", "slow.csv", "--timeout", "5", "--engine", "search", cwd=folder)
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
        [*GDLC, "bench", "slow.csv", "-v", "--engine", "search", "-o", "out.csv", "--json"],
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
        (b"game,role,horizon,objective,verb\na,b,1,win,rm\n", "line 2: unknown verb `rm`"),
        (b"game,role,horizon,objective,engine\na,b,1,win,fast\n", "unknown engine `fast`"),
        (b"game,role,horizon,objective\nnim:,b,1,win\n", "no game is called `nim:`"),
    ],
)
def test_what_is_no_suite_is_an_input_error(folder: Path, text: bytes, message: str):
    (folder / "no.csv").write_bytes(text)
    done = gdlc("bench", "no.csv", cwd=folder)
    assert (done.returncode, done.stdout) == (1, b"")
    assert message in done.stderr.decode()


def test_an_engine_of_the_command_line_takes_the_place_of_the_suites(folder: Path):
    (folder / "one.csv").write_text(
        "game,role,horizon,objective,engine\ngames/coin,guesser,2,win,dpll\n"
    )
    call = ("bench", "one.csv", "--engine", "layers,search", "--order", "baseline,dependency")
    rows = _rows(gdlc(*call, cwd=folder).stdout.decode())
    assert [(row["engine"], row["order"], row["encoding"]) for row in rows] == [
        ("layers", "baseline", "lean"),
        ("layers", "dependency", "lean"),
        ("search", "", ""),
    ]
    assert {row["value"] for row in rows} == {"1/2"}


def test_games_are_given_on_the_command_line(folder: Path):
    call = ("bench", "games/coin.kif", "nim:2:slip=1/2", "--horizon", "1", "--horizon", "2,4")
    rows = _rows(gdlc(*call, "--engine", "search", "--role", "guesser", cwd=folder).stdout.decode())
    assert [(row["game"], row["horizon"]) for row in rows] == [
        *(("games/coin.kif", steps) for steps in "124"),
        *(("nim:2:slip=1/2", steps) for steps in "124"),
    ]
    assert [row["value"] for row in rows] == ["0", "1/2", "1/2", "", "", ""]
    assert "guesser" in rows[3]["message"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nim:3:slip=1/2",), "games need a horizon"),
        (("suite.csv", "--horizon", "3"), "--horizon is for games"),
        (("suite.csv", "--engine", "fast"), "--engine takes words out of"),
        (("suite.csv", "--repeat", "0"), "--repeat takes"),
        (("suite.csv", "--no-plots"), "--no-plots is for `gdlc bench report`"),
        (("suite.csv", "--time", "stages"), "--time is for `gdlc bench report`"),
        (("suite.csv", "-o", "out.json"), "results are CSV, or JSON lines"),
        (("sheet",), "one game is needed"),
        (("report",), "no results are given"),
        (("report", "x.csv", "--timeout", "3"), "--timeout is not for a report"),
    ],
)
def test_wrong_calls(folder: Path, arguments: tuple[str, ...], message: str, capfd):
    done = inside(capfd, "bench", *arguments)
    assert done.returncode == 2, done.stderr
    assert message in done.stderr
    assert done.stdout == ""


def test_an_empty_suite_ends_well_and_says_so(folder: Path, capfd, monkeypatch):
    monkeypatch.chdir(folder)
    (folder / "empty.csv").write_text("game,role,horizon,objective\n")
    done = inside(capfd, "bench", "empty.csv")
    assert done.returncode == 0
    assert "the suite asks for no runs" in done.stderr
    assert done.stdout == HEADER


def test_a_closed_pipe_ends_a_bench_and_a_listing_quietly(folder: Path):
    for call in ("suite.csv --engine search", "big.toml --list"):
        (folder / "big.toml").write_text(_huge(900))
        done = shell(f"$GDLC bench {call} | head -n 1; echo ${{PIPESTATUS[0]}}", folder)
        assert done.stdout.endswith(b"\n0\n"), done
        assert b"Traceback" not in done.stderr
        assert b"error" not in done.stderr.split(b"bench:")[-1]


def test_a_full_disk_is_told(folder: Path):
    done = gdlc("bench", "suite.csv", "--engine", "search", "-o", "/dev/full", cwd=folder)
    assert done.returncode == 6
    assert b"cannot be written: no space left" in done.stderr


def test_a_huge_suite_is_listed_and_one_without_end_is_refused(folder: Path, capfd, monkeypatch):
    monkeypatch.chdir(folder)
    (folder / "big.toml").write_text(_huge(900))
    done = inside(capfd, "bench", "big.toml", "--list")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert len(lines) == 900 * 3 * 2
    assert lines[-1].split("\t")[0] == f"{len(lines)}"
    done = inside(capfd, "bench", "big.toml", "--list", "--repeat", "1000000")
    assert done.returncode == 2
    assert "more than 1000000 runs" in done.stderr


def _huge(games: int) -> str:
    names = ", ".join(f'"nim:{n}:slip=1/2"' for n in range(1, games + 1))
    return f'[[family]]\ngames = [{names}]\nhorizons = [1, 2, 3]\nengines = ["dpll", "layers"]\n'
