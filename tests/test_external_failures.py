"""Whatever another solver does, there is an answer or a message, and nothing of it is left: no
process, in whatever session, and no file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

import gdlc
from gdlc.formats import xssat
from gdlc.formats.errors import ExternalError, OutputError
from gdlc.report import Report
from tests.fake_solvers import Traces, adapter, formula

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="/proc tells what is left"
)

SOON = 1.0  # seconds, for those that never end
PATIENCE = 60.0  # seconds, for those that do


@pytest.fixture
def traces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Traces]:
    found = Traces(tmp_path / "tmp", monkeypatch)
    yield found
    assert found.processes() == {}
    assert found.files() == []


def ask(folder: Path, behaviour: str, *, timeout: float = PATIENCE, more: str = "") -> gdlc.Answer:
    config = adapter(folder, behaviour, more)
    return gdlc.solve(formula(), solver_config=config, timeout=timeout)


@pytest.mark.parametrize(
    "behaviour",
    [
        "answers",
        "late_line",
        "forks",
        "says_it_twice",
        "answers_before_a_flood",
        "leaves_a_locked_folder",
        "writes_where_it_pleases",
    ],
)
def test_an_answer_is_taken(traces: Traces, tmp_path: Path, behaviour: str) -> None:
    answer = ask(tmp_path, behaviour)
    assert (answer.value, answer.status) == (Fraction(1, 4), "approximate")
    assert answer.note == "Fake, 7 digits"


@pytest.mark.parametrize("behaviour", ["reads_nothing", "reads_standard_input"])
def test_standard_input_is_a_file(traces: Traces, tmp_path: Path, behaviour: str) -> None:
    # More than a pipe holds.
    large = xssat.Xssat.build(
        20_000,
        [[1], *([var, var + 1, -var - 2] for var in range(1, 19_998))],
        [("r", [1]), ("e", range(2, 20_001))],
        probabilities={1: Fraction(1, 4)},
    )
    config = adapter(tmp_path, behaviour, "stdin = true")
    assert gdlc.solve(large, solver_config=config, timeout=PATIENCE).value == Fraction(1, 4)


FAILURES = {
    "crashes": "Fake was ended by signal 11 (SIGSEGV); it printed last:\n  | about to fail",
    "forks_and_crashes": "Fake was ended by signal 11 (SIGSEGV)",
    "crashes_with_half_an_answer": "Fake was ended by signal 9 (SIGKILL); it printed last:\n"
    "  | # satisfying probability = 0.2",
    "says_garbage": "Fake gives no answer: no line of its output fits `^# satisfying probab",
    "says_nothing": "`; it printed nothing",
    "closes_its_output": "Fake gives no answer",
    "says_a_word": "Fake answers `banana`, which is no probability",
    "says_no_number": "Fake answers ``, which is no probability",
    "says_nan": "Fake answers `nan`, which is no probability",
    "says_2": "Fake answers `2`, which is no probability",
    "says_minus_1": "Fake answers `-1`, which is no probability",
    "says_two_things": "Fake gives different answers: 0.25 and 0.5",
    "answers_on_standard_error": "Fake gives no answer",
    "ends_with_3": "Fake ended with exit code 3, and 0 is expected; it printed last:\n"
    "  | no more memory?[31m\n  | # satisfying probability = 0.25",
}


@pytest.mark.parametrize("behaviour", FAILURES)
def test_a_failure_has_its_message(traces: Traces, tmp_path: Path, behaviour: str) -> None:
    with pytest.raises(ExternalError) as caught:
        ask(tmp_path, behaviour)
    assert FAILURES[behaviour] in str(caught.value)
    assert caught.value.exit_code == 5
    assert all(line.isprintable() for line in str(caught.value).splitlines())
    assert len(str(caught.value)) < 4000


@pytest.mark.parametrize(
    "behaviour",
    [
        "hangs",
        "ignores_signals",
        "stops_itself",
        "forks_and_hangs",
        "floods",
        "floods_one_line",
        "closes_its_output_and_hangs",
    ],
)
def test_the_time_limit_ends_it(traces: Traces, tmp_path: Path, behaviour: str) -> None:
    answer = ask(tmp_path, behaviour, timeout=SOON)
    assert (answer.lower, answer.upper, answer.status) == (0, 1, "bounds")
    assert answer.reason == "the time limit was reached"


@pytest.mark.parametrize("behaviour", ["fills_a_file", "fills_many_files"])
def test_what_it_may_write_is_bounded(traces: Traces, tmp_path: Path, behaviour: str) -> None:
    answer = ask(tmp_path, behaviour, more="disk_bytes = 1000000")
    assert answer.status == "bounds"
    assert answer.reason == "Fake wrote more than 1000000 bytes"


@pytest.mark.parametrize("behaviour", ["fills_memory", "a_child_fills_memory"])
def test_the_memory_limit_counts_it_and_its_children(
    traces: Traces, tmp_path: Path, behaviour: str
) -> None:
    from gdlc.stop import Stop, peak_memory

    stop = Stop(PATIENCE, peak_memory() + (100 << 20))
    config = adapter(tmp_path, behaviour)
    answer = gdlc.solve(formula(), solver_config=config, stop=stop)
    assert (answer.status, answer.reason) == ("bounds", "the memory limit was reached")


def test_a_limit_of_its_own_leaves_bounds(traces: Traces, tmp_path: Path) -> None:
    told: list[str] = []
    config = adapter(tmp_path, "gives_up")
    answer = gdlc.solve(formula(), solver_config=config, report=Report(told.append))
    assert (answer.lower, answer.upper, answer.status) == (0, 1, "bounds")
    assert answer.reason == "Fake reached a limit of its own"
    assert told == ["Fake was stopped, or gave up; it printed last:\n  |  TIMEOUT !"]


BOUNDS = "lower = '^lower (.*)$'\nupper = '^upper (.*)$'"


def test_bounds_told_at_the_end_are_taken_where_their_lines_are_whole(
    traces: Traces, tmp_path: Path
) -> None:
    config = adapter(tmp_path, "tells_bounds_when_told_to_stop", answer=BOUNDS)
    answer = gdlc.solve(formula(), solver_config=config, timeout=SOON)
    assert answer.status == "bounds"
    assert answer.reason == "the time limit was reached"
    # As far as seven digits may be wrong.
    assert answer.lower == Fraction(1, 8) * (1 - Fraction(1, 10**6))
    assert answer.upper == Fraction(1, 2) * (1 + Fraction(1, 10**6))


def test_bounds_that_exclude_each_other_are_a_failure(traces: Traces, tmp_path: Path) -> None:
    config = adapter(tmp_path, "tells_wrong_bounds", answer=BOUNDS)
    with pytest.raises(ExternalError, match="bounds that exclude each other: 1/2 and 1/4"):
        gdlc.solve(formula(), solver_config=config, timeout=PATIENCE)


def test_what_cannot_be_started_is_told(
    traces: Traces, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = adapter(tmp_path, "answers")
    for name, content, mode, message in (
        ("none", None, 0, "Fake is not installed: there is no program"),
        ("plain", b"text", 0o644, "Fake is not installed: there is no program"),
        ("broken", b"\x7fELF", 0o755, "broken cannot be started: Exec format error"),
        ("lost", b"#!/no/such/shell\n", 0o755, "lost cannot be started: No such file"),
    ):
        path = tmp_path / name
        if content is not None:
            path.write_bytes(content)
            path.chmod(mode)
        monkeypatch.setenv("GDLC_ANSWERS", str(path))
        with pytest.raises(ExternalError) as caught:
            gdlc.solve(formula(), solver_config=config, timeout=PATIENCE)
        assert message in str(caught.value)


def test_no_room_for_the_formula_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "none"))
    with pytest.raises(OutputError, match="no temporary folder can be made: No such file"):
        ask(tmp_path, "answers")


def test_progress_is_told_while_it_runs(traces: Traces, tmp_path: Path) -> None:
    told: list[dict[str, float]] = []
    config = adapter(tmp_path, "hangs")
    gdlc.solve(formula(), solver_config=config, timeout=SOON, on_progress=told.append)
    assert len(told) > 1
    assert all((one["lower"], one["upper"]) == (0, 1) for one in told)
    assert [one["seconds"] for one in told] == sorted(one["seconds"] for one in told)


def test_what_progress_raises_comes_out_and_ends_it(traces: Traces, tmp_path: Path) -> None:
    class Mine(Exception):
        pass

    def fail(_: dict[str, float]) -> None:
        raise Mine

    config = adapter(tmp_path, "ignores_signals")
    with pytest.raises(Mine):
        gdlc.solve(formula(), solver_config=config, timeout=PATIENCE, on_progress=fail)
