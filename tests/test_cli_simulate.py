"""`gdlc simulate`: what it prints, the limits it keeps, the files it reads and writes."""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import pty
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli_runs import COIN, GDLC, PATIENCE, Done, Running, gdlc, inside, shell

# Plays go on for ever.
ENDLESS = """(role a) (role b) (init (n 0)) (legal a go) (legal b x) (legal b y)
(<= (next (n 1)) (true (n 0))) (<= (next (n 0)) (true (n 1)))
(<= terminal (true (n 2))) (goal a 7) (goal b 8)
"""
# 90^4 ground rules for one cell each.
EXPLODING = (
    "".join(f"(d {number})\n" for number in range(90))
    + """(role a) (init (s 0)) (legal a go)
(<= (next (cell ?x ?y ?z ?u)) (d ?x) (d ?y) (d ?z) (d ?u) (true (s 0)))
(<= (next (s ?x)) (true (s ?x))) (<= terminal (true (cell 0 0 0 99)))
(<= (goal a 100) (true (cell 0 0 0 0)))
"""
)

Simulate = Callable[..., Done]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "coin.kif").write_text(COIN)
    (tmp_path / "endless.kif").write_text(ENDLESS)
    (tmp_path / "exploding.kif").write_text(EXPLODING)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def simulate(folder: Path, capfd: pytest.CaptureFixture[str]) -> Simulate:
    return lambda *arguments: inside(capfd, "simulate", *arguments)


@pytest.fixture
def recording(simulate: Simulate) -> Path:
    assert simulate("coin.kif", "-n", "3", "--jsonl", "-o", "plays.jsonl").returncode == 0
    return Path("plays.jsonl")


# Statistics.


def test_a_table_is_printed(simulate: Simulate) -> None:
    done = simulate("coin.kif", "-n", "100", "--seed", "1")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[:4] == [
        "plays    100: 100 terminal",
        "length   mean 2.00, deviation 0.00, 2 to 2",
        "moves    guesser  mean 1.50, most 2",
        "moves    random   mean 1.50, most 2",
    ]
    assert lines[4].startswith("goals    guesser  mean ")
    assert lines[5] == "goals    random   mean 50.00  50: 100.0%"
    assert len(lines) == 6
    assert "100 plays in" in done.stderr
    assert simulate("coin.kif", "-n", "100", "--seed", "1").stdout == done.stdout
    assert simulate("coin.kif", "-n", "100", "--seed", "2").stdout != done.stdout


def test_engines_print_the_same(simulate: Simulate) -> None:
    one, other = (
        simulate("coin.kif", "-n", "50", "--engine", engine)
        for engine in ("compiled", "interpreted")
    )
    assert one.stdout == other.stdout
    assert "(compiled)" in one.stderr
    assert "(interpreted)" in other.stderr


def test_a_document_says_the_same(simulate: Simulate) -> None:
    done = simulate("coin.kif", "-n", "100", "--json")
    document = json.loads(done.stdout)
    assert (document["schema"], document["asked"], document["plays"]) == (1, 100, 100)
    assert document["ends"] == {"terminal": 100, "limit": 0, "stuck": 0}
    assert document["length"] == {"mean": 2.0, "deviation": 0.0, "least": 2, "most": 2}
    assert document["moves"]["guesser"] == {"mean": 1.5, "most": 2}
    assert document["goals"]["random"] == {"mean": 50.0, "counts": {"50": 100}}
    assert sum(document["goals"]["guesser"]["counts"].values()) == 100
    assert (document["stopped"], document["error"]) == (None, None)


def test_no_plays_are_no_trouble(simulate: Simulate) -> None:
    done = simulate("coin.kif", "-n", "0")
    assert done.returncode == 0
    assert done.stdout.startswith("plays    0: none ended\n")
    document = json.loads(simulate("coin.kif", "-n", "0", "--json").stdout)
    assert (document["plays"], document["goals"]["guesser"]["mean"]) == (0, None)
    assert len(simulate("coin.kif", "-n", "0", "--jsonl").stdout.splitlines()) == 1


def test_the_game_may_be_standard_input_and_the_table_a_file(folder: Path) -> None:
    done = shell("$GDLC simulate - -n 5 -o table < coin.kif", folder)
    assert (done.returncode, done.stdout) == (0, b"")
    assert (folder / "table").read_text().startswith("plays    5: 5 terminal\n")


def test_seeds_have_64_bits(simulate: Simulate) -> None:
    assert simulate("coin.kif", "-n", "5", "--seed", str(2**64 - 1)).returncode == 0
    for options in ((), ("--jsonl",), ("--engine", "interpreted")):
        done = simulate("coin.kif", "-n", "5", "--seed", str(2**64), *options)
        assert (done.returncode, done.stdout) == (2, ""), options
        assert "seed" in done.stderr


@pytest.mark.parametrize(
    "options",
    [
        ("--jsonl", "--json"),
        ("--jsonl", "--replay", "plays.jsonl"),
        ("--replay", "-", "-"),
        ("-n", "-1"),
        ("-n", "many"),
        ("-n", "1e3"),
        ("--seed", "x"),
        ("--seed", "-1"),
        ("--engine", "steam"),
        ("--max-steps", "0"),
        ("--max-steps", "-5"),
        ("--timeout", "0"),
        ("--memory-limit", "none"),
        ("--role", "guesser"),
    ],
)
def test_wrong_options_are_usage_errors(simulate: Simulate, options: tuple[str, ...]) -> None:
    file = () if "-" in options else ("coin.kif",)
    done = simulate(*file, *options)
    assert (done.returncode, done.stdout if "--json" not in options else "") == (2, "")
    assert done.stderr.startswith("error: ")


def test_errors_have_a_document(simulate: Simulate, recording: Path) -> None:
    Path("bad.kif").write_text("(role x) (legal x go) (<= terminal (not (true ?x)))")
    Path("empty.jsonl").write_text("")
    for arguments, code in (
        (("none.kif",), 1),
        (("bad.kif",), 1),
        (("coin.kif", "-n", "x"), 2),
        (("coin.kif", "--replay", "none.jsonl"), 1),
        (("coin.kif", "--replay", "empty.jsonl"), 1),
        (("endless.kif", "--replay", "plays.jsonl"), 1),
        (("coin.kif", "-o", "no/such/folder"), 6),
    ):
        done = simulate(*arguments, "--json")
        assert done.returncode == code, arguments
        document = json.loads(done.stdout)
        assert document["schema"] == 1
        assert document["error"]["message"]


# Limits.


def test_plays_without_end_are_given_up(simulate: Simulate) -> None:
    done = simulate("endless.kif", "-n", "70", "--max-steps", "30")
    assert done.returncode == 0
    assert done.stdout.startswith(
        "plays    70: 70 limit\nlength   mean 30.00, deviation 0.00, 30 to 30\n"
    )
    assert simulate("endless.kif", "-n", "2").stdout.splitlines()[1].endswith("1000 to 1000")


def test_a_time_limit_leaves_the_plays_that_ended(folder: Path) -> None:
    done = gdlc("simulate", "coin.kif", "-n", "1000000000", "--timeout", "4", "--json", cwd=folder)
    assert done.returncode == 3, done.stderr
    document = json.loads(done.stdout)
    assert document["stopped"] == "time"
    assert 0 < document["plays"] < document["asked"] == 10**9
    assert b"time limit" in done.stderr


def test_a_play_that_no_limit_lets_end_is_an_error(folder: Path) -> None:
    arguments = ("simulate", "endless.kif", "-n", "1", "--max-steps", str(2**40), "--timeout", "1")
    for engine in ("compiled", "interpreted"):
        done = gdlc(*arguments, "--engine", engine, cwd=folder)
        assert (done.returncode, done.stdout) == (3, b""), engine
        assert done.stderr.startswith(b"error: the time limit of 1 s was reached"), engine


@pytest.mark.parametrize(
    ("limit", "word"), [(("--timeout", "1"), "time"), (("--memory-limit", "300M"), "memory")]
)
def test_a_grounding_that_explodes_is_stopped(
    folder: Path, limit: tuple[str, str], word: str
) -> None:
    done = gdlc("simulate", "exploding.kif", "--engine", "compiled", *limit, "--json", cwd=folder)
    assert done.returncode == 3, done.stderr
    assert f"{word} limit" in json.loads(done.stdout)["error"]["message"]
    assert b"Traceback" not in done.stderr


@pytest.fixture
def running() -> Iterator[list[Running]]:
    started: list[Running] = []
    yield started
    for run in started:
        run.kill()


@pytest.mark.parametrize("engine", ["compiled", "interpreted"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_leaves_the_plays_that_ended(
    folder: Path, running: list[Running], engine: str, number: signal.Signals
) -> None:
    arguments = ("simulate", "coin.kif", "-n", "1000000000", "--engine", engine)
    run = Running(*arguments, folder=folder)
    running.append(run)
    wait_for(run, b"simulate: machine")
    assert run.is_at_work()
    code, out, err = run.end(number)
    assert code == 128 + number, err
    assert out.startswith("plays    ")
    assert "interrupted" in err
    assert "Traceback" not in err


def test_a_signal_while_the_rules_are_ground_leaves_nothing(
    folder: Path, running: list[Running]
) -> None:
    run = Running("simulate", "exploding.kif", "--engine", "compiled", folder=folder)
    running.append(run)
    run.wait_until_input_is_read()
    assert run.is_at_work()
    code, out, err = run.end(signal.SIGINT)
    assert (code, out) == (130, "")
    assert "error: interrupted" in err
    assert not run.has_living_children()


def wait_for(run: Running, text: bytes) -> None:
    """Read what -v tells until this stands there."""
    assert run.process.stderr is not None
    while (line := run.process.stderr.readline()) and text not in line:
        pass
    assert line, "it has ended"


# Recordings.


def test_a_recording_is_the_same_game(simulate: Simulate, recording: Path) -> None:
    packed = Path("plays.jsonl.gz")
    packed.write_bytes(gzip.compress(recording.read_bytes()))
    for path in (recording, packed):
        done = simulate("coin.kif", "--replay", str(path))
        assert (done.returncode, done.stdout) == (0, "the same: 9 states\n")
    document = json.loads(simulate("coin.kif", "--replay", str(packed), "--json").stdout)
    assert (document["states"], document["difference"], document["error"]) == (9, None, None)


def test_a_recording_passes_through_pipes(folder: Path) -> None:
    line = "$GDLC simulate coin.kif -n 40 --jsonl | gzip | $GDLC simulate coin.kif --replay -"
    done = shell(line, folder)
    assert (done.returncode, done.stdout) == (0, b"the same: 120 states\n")


def test_a_difference_is_shown_with_file_and_line(simulate: Simulate, recording: Path) -> None:
    text = recording.read_text()
    recording.write_text(text.replace('"random":50}', '"random":51}', 1))
    line = next(n for n, line in enumerate(recording.read_text().split("\n"), 1) if "51}" in line)
    done = simulate("coin.kif", "--replay", "plays.jsonl")
    assert done.returncode == 4
    assert done.stdout == (
        f"plays.jsonl:{line}: play 0, step {line - 2}: goal of random\n"
        "  recorded: 51\n  the game: 50\n"
    )
    done = simulate("coin.kif", "--replay", "plays.jsonl", "--json")
    assert done.returncode == 4
    found = json.loads(done.stdout)["difference"]
    assert (found["line"], found["what"]) == (line, "goal of random")
    assert (found["recorded"], found["found"]) == ("51", "50")


def test_other_roles_are_told_even_without_a_play(simulate: Simulate) -> None:
    simulate("endless.kif", "-n", "0", "--jsonl", "-o", "none.jsonl")
    done = simulate("coin.kif", "--replay", "none.jsonl")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("error: none.jsonl:1:1: the recording is of the roles a, b, ")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: b"", "plays.jsonl:1:1: the recording is empty"),
        (lambda data: data[: len(data) * 2 // 3].rstrip(), "the line is no JSON"),
        (lambda data: gzip.compress(data)[:-20], "plays.jsonl: cannot be unpacked"),
        (lambda data: gzip.compress(data)[:5], "plays.jsonl: cannot be unpacked"),
        (lambda data: b"\x1f\x8b", "plays.jsonl: cannot be unpacked"),
        (lambda data: gzip.compress(data) + b"x", "plays.jsonl: cannot be unpacked"),
        (lambda data: gzip.compress(gzip.compress(data)), "UTF-8"),
        (lambda data: data.replace(b"undecided", b"\xff"), "UTF-8"),
        (lambda data: data.decode().encode("utf-16"), "UTF-8"),
        (lambda data: COIN.encode(), "plays.jsonl:1:1: the line is no JSON"),
    ],
)
def test_what_is_no_recording_is_told(
    simulate: Simulate, recording: Path, change: Callable[[bytes], bytes], message: str
) -> None:
    recording.write_bytes(change(recording.read_bytes()))
    done = simulate("coin.kif", "--replay", "plays.jsonl")
    assert (done.returncode, done.stdout) == (1, "")
    assert message in done.stderr
    assert "plays.jsonl" in done.stderr


def test_a_folder_is_no_recording(simulate: Simulate) -> None:
    done = simulate("coin.kif", "--replay", ".")
    assert done.returncode == 1
    assert "is a folder" in done.stderr


@pytest.mark.parametrize("options", ["", "--jsonl", "--json"])
def test_a_reader_that_has_enough_is_no_failure(folder: Path, options: str) -> None:
    line = f"$GDLC simulate coin.kif -n 3000 {options} | head -c 1; exit ${{PIPESTATUS[0]}}"
    done = shell(line, folder)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout) == 1
    assert b"Traceback" not in done.stderr


# The terminal.


def test_a_bar_is_drawn_on_a_terminal_only(folder: Path) -> None:
    arguments = [*GDLC, "simulate", "coin.kif", "-n", "300"]
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    run = subprocess.Popen(
        arguments, cwd=folder, stdout=subprocess.PIPE, stderr=theirs, env=environment
    )
    os.close(theirs)
    seen = b""
    with contextlib.suppress(OSError):  # the other end is closed
        while part := os.read(ours, 1 << 16):
            seen += part
    out, _ = run.communicate(timeout=PATIENCE)
    os.close(ours)
    assert run.returncode == 0
    assert b"300/300" in seen
    assert out.startswith(b"plays    300: 300 terminal\n")
    assert b"300/300" not in gdlc(*arguments[len(GDLC) :], cwd=folder).stderr


def test_an_archive_holds_the_same_bytes_each_time(simulate: Simulate) -> None:
    for name in ("one.gz", "other.gz"):
        assert simulate("coin.kif", "-n", "3", "--jsonl", "-o", name).returncode == 0
    assert Path("one.gz").read_bytes() == Path("other.gz").read_bytes()
    plain = simulate("coin.kif", "-n", "3", "--jsonl").stdout
    assert gzip.decompress(Path("one.gz").read_bytes()).decode() == plain
    assert simulate("coin.kif", "--replay", "one.gz").returncode == 0
