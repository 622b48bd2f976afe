"""A bench that was stopped goes on: after every row, in the middle of a row, and with changes."""

from __future__ import annotations

import csv
import io
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from gdlc.bench.record import HEADER, Record, read_line, write_line
from gdlc.cli.results_file import ResultsFile
from gdlc.formats.errors import InputError
from gdlc.stop import Stop
from tests.cli_runs import COIN, GDLC, gdlc, inside
from tests.fake_runs import SUITE, FakeRuns


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> FakeRuns:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "suite.toml").write_text(SUITE)
    return FakeRuns(monkeypatch)


def rows(file: Path | str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(Path(file).read_text())))


@pytest.mark.parametrize("name", ["out.csv", "out.jsonl"])
def test_after_a_stop_at_each_row_the_rest_is_made(fake: FakeRuns, capfd, name: str):
    whole = inside(capfd, "bench", "suite.toml", "-o", f"whole-{name}")
    assert whole.returncode == 0
    all_runs = fake.made
    assert len(all_runs) == 8
    for done in range(len(all_runs)):
        Path(name).unlink(missing_ok=True)
        fake.made, fake.stop = [], done
        stopped = inside(capfd, "bench", "suite.toml", "-o", name)
        assert stopped.returncode == 130
        assert f"bench: {done} rows" in stopped.stderr
        fake.stop = None
        assert inside(capfd, "bench", "suite.toml", "-o", name).returncode == 0
        assert fake.made == all_runs
        assert Path(name).read_bytes() == Path(f"whole-{name}").read_bytes()


@pytest.mark.parametrize("name", ["out.csv", "out.jsonl"])
def test_wherever_the_file_ends_whole_rows_are_known_and_a_torn_one_is_gone(
    fake: FakeRuns, capfd, name: str
):
    inside(capfd, "bench", "suite.toml", "-o", name)
    data = Path(name).read_bytes()
    head = 0 if name.endswith(".jsonl") else len(HEADER)
    for length in range(len(data) + 1):
        if length % 97 and data[length - 1 : length] != b"\n":
            continue
        Path("cut").with_suffix(Path(name).suffix).write_bytes(data[:length])
        with ResultsFile(str(Path("cut").with_suffix(Path(name).suffix)), Stop()) as file:
            assert len(file.known) == max(0, data[head:length].count(b"\n"))
            file.begin()
            for record in file.known[:1]:
                file.add(record)
        left = Path("cut").with_suffix(Path(name).suffix).read_bytes()
        assert left.endswith(b"\n") or not left


def test_a_killed_bench_goes_on(tmp_path: Path):
    (tmp_path / "coin.kif").write_text(COIN)
    call = ["bench", "coin.kif", "--horizon", "0,1,2", "--engine", "search", "--role", "guesser"]
    process = subprocess.Popen(
        [*GDLC, *call, "-o", "out.csv"],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        assert process.stderr is not None
        assert process.stderr.readline().startswith(b"1/3 ")
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate(timeout=20)
    before = rows(tmp_path / "out.csv")
    done = gdlc(*call, "-o", "out.csv", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert b"1 of 3 runs are known already" in done.stderr
    after = rows(tmp_path / "out.csv")
    assert after[0] == before[0]
    assert [(row["horizon"], row["value"]) for row in after] == [
        ("0", "0"),
        ("1", "0"),
        ("2", "1/2"),
    ]


def test_results_of_another_program_are_refused_until_somebody_decides(fake: FakeRuns, capfd):
    inside(capfd, "bench", "suite.toml", "-o", "out.csv")
    program = rows("out.csv")[0]["program"]
    text = Path("out.csv").read_text().replace(program, "0.0.1+abc")
    Path("out.csv").write_text(text)
    fake.made.clear()
    done = inside(capfd, "bench", "suite.toml", "-o", "out.csv")
    assert done.returncode == 2
    assert "8 from gdlc 0.0.1+abc" in done.stderr
    assert "--changed again" in done.stderr
    assert Path("out.csv").read_text() == text
    assert (
        inside(capfd, "bench", "suite.toml", "-o", "out.csv", "--changed", "keep").returncode == 0
    )
    assert fake.made == []
    inside(capfd, "bench", "suite.toml", "-o", "out.csv", "--changed", "again")
    assert len(fake.made) == 8
    assert {row["program"] for row in rows("out.csv")} == {program}
    assert len(rows("out.csv")) == 8


def test_another_rule_sheet_of_the_same_name_is_noticed(fake: FakeRuns, capfd, tmp_path: Path):
    (tmp_path / "coin.kif").write_text(COIN)
    call = ("bench", "coin.kif", "--horizon", "1", "-o", "out.csv")
    assert inside(capfd, *call).returncode == 0
    (tmp_path / "coin.kif").write_text(f"{COIN}\n(side edge)\n")
    done = inside(capfd, *call)
    assert done.returncode == 2
    assert "1 from another rule sheet" in done.stderr


def test_a_suite_that_grew_is_continued(fake: FakeRuns, capfd, tmp_path: Path):
    inside(capfd, "bench", "suite.toml", "-o", "out.csv")
    fake.made.clear()
    (tmp_path / "suite.toml").write_text(SUITE.replace("3, 4]", "3, 4, 5]"))
    assert inside(capfd, "bench", "suite.toml", "-o", "out.csv").returncode == 0
    assert len(fake.made) == 2
    assert len(rows("out.csv")) == 10


def test_what_failed_or_was_stopped_at_other_limits_is_made_again(fake: FakeRuns, capfd):
    fake.answers = {" 3 layers": "error", " 4 layers": "bounds"}
    call = ("bench", "suite.toml", "-o", "out.csv", "--timeout")
    assert inside(capfd, *call, "5").returncode == 3
    fake.made.clear()
    inside(capfd, *call, "5")
    assert [title.split()[2] for title in fake.made] == ["3"]
    fake.made.clear()
    fake.answers = {}
    assert inside(capfd, *call, "10").returncode == 0
    assert [title.split()[2] for title in fake.made] == ["3", "4"]
    assert len(rows("out.csv")) == 8


def test_an_expected_value_that_came_later_is_compared(fake: FakeRuns, capfd, tmp_path: Path):
    inside(capfd, "bench", "suite.toml", "-o", "out.csv")
    fake.made.clear()
    header = "game,role,horizon,objective,value\n"
    (tmp_path / "values.csv").write_text(f"{header}nim:3:slip=1/2,xplayer,2,win,1/3\n")
    (tmp_path / "suite.toml").write_text(f'values = "values.csv"\n{SUITE}')
    done = inside(capfd, "bench", "suite.toml", "-o", "out.csv")
    assert (done.returncode, fake.made) == (4, [])
    assert "2 differ" in done.stderr


def test_contestants_that_differ_end_with_4(fake: FakeRuns, capfd):
    fake.answers = {" 3 search": "1/3"}
    done = inside(capfd, "bench", "suite.toml", "-o", "out.csv")
    assert done.returncode == 4
    assert "layers baseline lean has 1/2, search 1/3" in done.stderr


def test_who_fails_at_a_limit_is_not_asked_for_larger_cases(fake: FakeRuns, capfd):
    fake.answers = {" 2 layers": "bounds"}
    call = ("bench", "suite.toml", "-o", "out.csv", "--skip-larger", "--timeout")
    assert inside(capfd, *call, "5").returncode == 3
    assert [
        (row["engine"], row["horizon"]) for row in rows("out.csv") if row["status"] != "exact"
    ] == [*(("layers", steps) for steps in "234")]
    assert [row["status"] for row in rows("out.csv")].count("skipped") == 2
    assert len(fake.made) == 6
    before = Path("out.csv").read_bytes()
    assert inside(capfd, *call, "5").returncode == 3
    assert Path("out.csv").read_bytes() == before
    fake.answers = {}
    assert inside(capfd, *call, "9").returncode == 0
    assert {row["status"] for row in rows("out.csv")} == {"exact"}


def test_the_total_limit_ends_a_session_and_the_same_command_goes_on(tmp_path: Path):
    (tmp_path / "coin.kif").write_text(COIN)
    call = ["bench", "coin.kif", "--horizon", "2", "--role", "guesser", "-o", "out.csv"]
    done = gdlc(*call, "--total-timeout", "0.01", "--json", cwd=tmp_path)
    assert done.returncode == 3
    assert b"with 1 of 1 runs to do" in done.stderr or b"time limit" in done.stderr
    done = gdlc(*call, "--total-timeout", "50", cwd=tmp_path)
    assert done.returncode == 0
    assert rows(tmp_path / "out.csv")[0]["value"] == "1/2"


def test_a_file_that_holds_something_else_is_left_alone(fake: FakeRuns, capfd, tmp_path: Path):
    for name, text in (
        ("notes.csv", "my notes\n"),
        ("notes.jsonl", "my notes"),
        ("wrong.csv", f"{HEADER}1,2,3\n"),
        ("wrong.jsonl", '{"a": 1}\n'),
    ):
        (tmp_path / name).write_text(text)
        done = inside(capfd, "bench", "suite.toml", "-o", name)
        assert done.returncode == 1, name
        assert "give another name behind -o" in done.stderr
        assert (tmp_path / name).read_text() == text
    assert fake.made == []


def test_two_benches_do_not_write_into_one_file(fake: FakeRuns, capfd):
    with ResultsFile("out.csv", Stop()):
        done = inside(capfd, "bench", "suite.toml", "-o", "out.csv")
    assert done.returncode == 6
    assert "another bench is writing to it" in done.stderr


def test_a_row_that_the_disk_has_no_room_for_leaves_the_rows_before(
    fake: FakeRuns, capfd, monkeypatch
):
    written = []

    def write(number: int, data: bytes) -> None:
        written.append(data)
        if len(written) == 4:
            os.write(number, data[:20])
            raise OSError(28, os.strerror(28))
        os.write(number, data)

    monkeypatch.setattr("gdlc.cli.results_file.write_all", write)
    done = inside(capfd, "bench", "suite.toml", "-o", "out.csv")
    assert done.returncode == 6
    assert "out.csv: cannot be written: no space left on device" in done.stderr
    assert Path("out.csv").read_bytes() == b"".join(written[:3])


def _records() -> Iterator[Record]:
    yield Record()
    yield Record(game='a "b", c', message="two\nlines, é \udc80", seconds=1.23456, size=1e6)
    yield Record(repeat=7, variables=0, timeout=0.5, memory_limit=1 << 40, size=2.5, status="exact")


@pytest.mark.parametrize("as_json", [False, True])
def test_a_record_is_one_line_and_comes_back(as_json: bool):
    for record in _records():
        line = write_line(record, as_json=as_json)
        assert line.count("\n") == 1
        once = read_line(line, as_json=as_json)
        assert write_line(once, as_json=as_json) == line
        assert (once.game, once.key) == (record.game, record.key)


@pytest.mark.parametrize("line", ["", "1,2", "[]", "{", '{"game": []}', '"unclosed'])
def test_what_is_no_line_is_refused(line: str):
    for as_json in (False, True):
        with pytest.raises(ValueError, match=r"\w"):
            read_line(line, as_json=as_json)


def test_an_error_names_the_line(tmp_path: Path):
    (tmp_path / "out.csv").write_text(HEADER + write_line(Record(), as_json=False) + "x\n")
    with pytest.raises(InputError, match="line 3 is no result"):
        ResultsFile(str(tmp_path / "out.csv"), Stop())
