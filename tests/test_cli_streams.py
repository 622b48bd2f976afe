"""Files and standard streams: what cannot be read or written, closed pipes, whole files only."""

from __future__ import annotations

import json
import os
import stat
import sys
from pathlib import Path

import pytest

from tests.cli_runs import COIN, gdlc, inside, shell

SEARCH = ("search", "--role", "guesser", "--horizon", "2")
GROUND = ("ground", "--role", "guesser", "--horizon", "2")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "coin.kif").write_text(COIN)
    return tmp_path


@pytest.mark.parametrize(
    ("verb", "options"),
    [
        ("ground", ["--horizon", "1"]),
        ("quantify", []),
        ("translate", []),
        ("solve", []),
        ("run", ["--horizon", "1"]),
        ("search", ["--horizon", "1"]),
        ("check", []),
        ("bench", []),
    ],
)
def test_what_cannot_be_read_gives_one_clear_line(
    folder: Path,
    verb: str,
    options: list[str],
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.chdir(folder)
    (folder / "bytes").write_bytes(b"c gdlc xssat 1\n\xff\xfe")
    for name, message in [
        ("missing", "missing: no such file"),
        (".", ".: is a folder; a file is expected"),
        ("coin.kif/x", "cannot be read: not a directory"),
        ("bytes", "bytes:"),
    ]:
        done = inside(capfd, verb, name, *options)
        first = done.stderr.splitlines()[0]
        assert done.returncode == 1, (name, first)
        assert first.startswith("error: ")
        assert message in first
        assert done.stdout == ""


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission(folder: Path):
    (folder / "coin.kif").chmod(0)
    done = gdlc("check", "coin.kif", cwd=folder)
    assert done.returncode == 1
    assert b"permission denied" in done.stderr


def test_an_input_error_obeys_json(folder: Path):
    for verb in ("search", "check"):
        options = ["--horizon", "1"] if verb == "search" else []
        done = gdlc(verb, "missing.kif", *options, "--json", cwd=folder)
        document = json.loads(done.stdout)
        assert done.returncode == 1
        assert document["error"]["message"] == "no such file"
        assert document["error"]["file"] == "missing.kif"
    (folder / "bad.kif").write_text("(role x)\n(role (x y))\n((")
    done = gdlc("search", "bad.kif", "--horizon", "1", "--json", cwd=folder)
    assert json.loads(done.stdout)["error"]["line"] == 3


def test_odd_bytes_in_a_file_name_leave_the_document_valid(folder: Path):
    done = gdlc(*SEARCH, "--json", os.fsdecode(b"a\xff\nb.kif"), cwd=folder)
    assert done.returncode == 1
    assert json.loads(done.stdout)["error"]["message"] == "no such file"


def test_standard_input_is_a_file_like_others(folder: Path):
    named = gdlc(*GROUND, "coin.kif", cwd=folder)
    dash = gdlc(*GROUND, "-", cwd=folder, input=COIN.encode())
    nothing = gdlc(*GROUND, cwd=folder, input=COIN.encode())
    assert named.returncode == dash.returncode == nothing.returncode == 0, named.stderr
    assert named.stdout == dash.stdout == nothing.stdout


@pytest.mark.parametrize(
    "line",
    [
        "$GDLC ground coin.kif --role guesser --horizon 40 | head -1",
        "$GDLC search coin.kif --role guesser --horizon 2 --json | true",
        "$GDLC check nothing.kif --json | true",
        "$GDLC --help | true",
    ],
)
def test_a_closed_pipe_is_quiet(folder: Path, line: str):
    done = shell(f"{line}; exit ${{PIPESTATUS[0]}}", folder)
    if "nothing" in line:
        assert (done.returncode, done.stderr) == (1, b"error: nothing.kif: no such file\n")
    else:
        assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("$GDLC ground coin.kif --role guesser --horizon 2 > /dev/full", "no space left"),
        ("$GDLC search coin.kif --role guesser --horizon 2 --json > /dev/full", "no space left"),
        ("$GDLC ground coin.kif --role guesser --horizon 2 -o /dev/full", "no space left"),
        ("$GDLC --help > /dev/full", "no space left"),
        ("$GDLC ground coin.kif --role guesser --horizon 2 >&-", "standard output is closed"),
        ("ulimit -f 0; $GDLC search coin.kif --engine interpreted --horizon 2 -o x", "too large"),
        ("$GDLC ground coin.kif --role guesser --horizon 2 -o .", "is a folder"),
        ("$GDLC ground coin.kif --role guesser --horizon 2 -o no/x", "there is no folder"),
        ("$GDLC run coin.kif --role guesser --horizon 2 --keep coin.kif", "is a file"),
        ("$GDLC bench suite.csv -o no/x", "there is no folder"),
    ],
)
def test_what_cannot_be_written_ends_with_6(folder: Path, line: str, message: str):
    before = sorted(folder.iterdir())
    done = shell(line, folder)
    assert done.returncode == 6, done.stderr
    assert message in done.stderr.decode()
    assert len(done.stderr.splitlines()) == 1
    assert sorted(folder.iterdir()) == before


def test_json_says_that_the_file_could_not_be_written(folder: Path):
    for verb in (SEARCH, GROUND):
        done = gdlc(*verb, "coin.kif", "--json", "-o", "/dev/full", cwd=folder)
        assert done.returncode == 6
        assert json.loads(done.stdout)["error"]["file"] == "/dev/full"


@pytest.mark.parametrize(
    "line",
    [
        "$GDLC search coin.kif --role guesser --horizon 2 2>&-",
        "$GDLC search coin.kif --role guesser --horizon 2 2>/dev/full",
        "$GDLC search coin.kif --role guesser --horizon 2 <&-",
    ],
)
def test_streams_that_are_not_needed_may_be_closed(folder: Path, line: str):
    done = shell(line, folder)
    assert done.returncode == 0
    assert done.stdout.startswith(b"1/2 = 0.5 (exact)\n")


def test_a_closed_standard_input_is_an_input_error(folder: Path):
    done = shell("$GDLC check <&-", folder)
    assert done.returncode == 1
    assert done.stderr.startswith(b"error: standard input is closed\n")


def test_an_output_file_holds_the_same_bytes_as_standard_output(folder: Path):
    piped = gdlc(*GROUND, "coin.kif", cwd=folder)
    filed = gdlc(*GROUND, "coin.kif", "-o", "out.lp", "--json", cwd=folder)
    assert filed.returncode == 0
    written = (folder / "out.lp").read_bytes()
    assert written == piped.stdout
    document = json.loads(filed.stdout)
    assert document["file"] == "out.lp"
    assert document["kind"] == "lp"
    assert document["bytes"] == len(written)
    assert document["stats"]["rules"] > 0
    assert document["error"] is None


def test_a_failure_leaves_an_existing_file_alone(folder: Path):
    (folder / "out").write_text("precious")
    (folder / "bad.kif").write_text("(role x")
    for line in (
        "$GDLC ground bad.kif --horizon 2 -o out",
        "$GDLC ground coin.kif --role nobody --horizon 2 -o out",
        "$GDLC search coin.kif --role nobody --horizon 2 -o out --json",
        "ulimit -f 0; $GDLC search coin.kif --role guesser --horizon 2 -o out",
    ):
        assert shell(line, folder).returncode in (1, 2, 6)
        assert (folder / "out").read_text() == "precious"
    assert sorted(path.name for path in folder.iterdir()) == ["bad.kif", "coin.kif", "out"]


def test_an_existing_file_keeps_its_mode_and_a_link_stays_a_link(folder: Path):
    (folder / "out").write_text("old")
    (folder / "out").chmod(0o640)
    (folder / "link").symlink_to("out")
    assert gdlc(*SEARCH, "coin.kif", "-o", "link", cwd=folder).returncode == 0
    assert (folder / "link").is_symlink()
    assert (folder / "out").read_text().startswith("1/2")
    assert stat.S_IMODE((folder / "out").stat().st_mode) == 0o640


def test_special_files_are_written_directly(folder: Path):
    os.mkfifo(folder / "pipe")
    done = shell(
        "cat pipe > got & $GDLC search coin.kif --role guesser --horizon 2 -o pipe; wait", folder
    )
    assert done.returncode == 0, done.stderr
    assert (folder / "got").read_text().startswith("1/2")
    assert stat.S_ISFIFO((folder / "pipe").stat().st_mode)
    done = shell("$GDLC search coin.kif --role guesser --horizon 2 -o /dev/stdout > got", folder)
    assert (folder / "got").read_text().startswith("1/2")


def test_two_runs_give_the_same_bytes_whatever_the_hash_seed(folder: Path):
    outputs = {
        gdlc(*GROUND, "coin.kif", cwd=folder, env={**os.environ, "PYTHONHASHSEED": seed}).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


def test_a_bug_of_ours_is_one_line_and_a_traceback_on_request(folder: Path):
    broken = (
        "import sys, gdlc.api\n"
        "def broken(*a, **k): raise ZeroDivisionError('by nought')\n"
        "gdlc.api.search = broken\n"
        "from gdlc.cli.main import main\n"
        "sys.exit(main(['search', 'coin.kif', '--horizon', '2', '--json']))\n"
    )
    (folder / "broken.py").write_text(broken)
    done = shell(f"{sys.executable} broken.py", folder)
    assert done.returncode == 70
    assert done.stderr.startswith(b"internal error: ZeroDivisionError: by nought\n")
    assert b"Traceback" not in done.stderr
    assert "by nought" in json.loads(done.stdout)["error"]["message"]
    done = shell(f"GDLC_DEBUG=1 {sys.executable} broken.py", folder)
    assert b"Traceback" in done.stderr


def test_the_output_never_replaces_the_input(tmp_path: Path) -> None:
    game = tmp_path / "game.kif"
    game.write_text(COIN)
    for name in ("game.kif", "./game.kif"):
        done = gdlc(
            "ground", "game.kif", "--role", "guesser", "--horizon", "2", "-o", name, cwd=tmp_path
        )
        assert done.returncode == 2
        assert b"would replace the input" in done.stderr
        assert game.read_text() == COIN
