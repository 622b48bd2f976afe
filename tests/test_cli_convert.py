"""`gdlc convert` as a command: streams, files, documents, exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli_runs import gdlc, inside, shell

THIRD = b"c gdlc xssat 1\nc x prob 1 1/3\np cnf 1 1\nr 0.33333333333333333 1 0\n1 0\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "third.xssat").write_bytes(THIRD)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_rounded_probability_is_a_warning(
    capfd: pytest.CaptureFixture[str], folder: Path
) -> None:
    done = inside(capfd, "convert", "third.xssat", "--to", "sdimacs")
    assert (done.returncode, done.stdout) == (
        0,
        "p cnf 2 1\nr 0.33333333333333333 1 0\ne 2 0\n1 0\n",
    )
    assert done.stderr.startswith("warning: 1 of 1 probabilities are rounded to 17 digits")
    done = inside(capfd, "convert", "third.xssat")
    assert done.stderr == ""
    assert done.stdout.startswith("c gdlc xssat 1\nc x prob 1 1/3\n")


def test_the_pipe_goes_on(folder: Path) -> None:
    done = shell(
        "$GDLC convert third.xssat --to ssat | $GDLC convert - --to xssat | $GDLC solve", folder
    )
    value = b"33333333333333333/100000000000000000 = 0.33333333333333333 (exact)\n"
    assert done.stdout == value
    # `solve` needs no detour.
    assert shell("$GDLC convert third.xssat --to ssat | $GDLC solve", folder).stdout == value


def test_the_document_tells_what_was_written(
    capfd: pytest.CaptureFixture[str], folder: Path
) -> None:
    done = inside(capfd, "convert", "third.xssat", "--to", "wcnf", "-o", "a.cnf", "--json")
    document = json.loads(done.stdout)
    assert (document["kind"], document["file"]) == ("wcnf", "a.cnf")
    assert document["bytes"] == (folder / "a.cnf").stat().st_size
    assert document["stats"] == {"vars": 2, "clauses": 1}


def test_errors_name_the_file(capfd: pytest.CaptureFixture[str], folder: Path) -> None:
    done = inside(capfd, "convert", "third.xssat", "--to", "qdimacs", "-o", "a")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("error: third.xssat: QDIMACS knows no chance")
    assert not (folder / "a").exists()
    done = inside(capfd, "convert", "none.xssat")
    assert (done.returncode, done.stderr) == (1, "error: none.xssat: no such file\n")
    done = inside(capfd, "convert", "third.xssat", "--to", "lp")
    assert done.returncode == 2
    assert "--to takes xssat, sdimacs" in done.stderr


def test_broken_text_has_a_place(folder: Path) -> None:
    done = gdlc("convert", cwd=folder, input=b"c \xff\np cnf 0 0\n")
    assert done.returncode == 1
    assert done.stderr.startswith(b"error: <stdin>:1:3: ")


def test_a_closed_pipe_is_quiet_and_a_full_disk_is_not(folder: Path) -> None:
    clauses = b"1 0\n" * 100_000
    (folder / "large").write_bytes(b"p cnf 1 100000\nr 0.5 1 0\n" + clauses)
    done = shell("set -o pipefail; $GDLC convert large --to sdimacs | head -1", folder)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"p cnf 2 100000\n", b"")
    if Path("/dev/full").exists():
        done = shell("$GDLC convert large --to sdimacs > /dev/full", folder)
        assert done.returncode == 6
        assert done.stderr.count(b"\n") == 1
