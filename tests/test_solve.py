"""The call of the native solver: options, limits, progress, threads."""

from __future__ import annotations

import threading
from fractions import Fraction
from pathlib import Path

import pytest

import gdlc
from gdlc.formats import xssat
from gdlc.formats.errors import UsageError
from tests import cli_runs

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"

SMALL = (
    b"c gdlc xssat 1\nc x prob 1 1/3\np cnf 2 2\nr 0.33333333333333331 1 0\ne 2 0\n1 2 0\n1 -2 0\n"
)


def long_game() -> xssat.Xssat:
    """Takes far longer than the test waits."""
    sheet = gdlc.load(EXAMPLES / "ttt_flip.kif")
    program = gdlc.ground(sheet, role=sheet.roles[0], horizon=30)
    return gdlc.translate(gdlc.quantify(program))


def inner_product(n_pairs: int) -> xssat.Xssat:
    """Whether an odd number of pairs of coins are both heads; all first coins fall first."""
    n_coins = 2 * n_pairs
    clauses, parity = [], 0
    for pair in range(1, n_pairs + 1):
        both, odd = n_coins + 2 * pair - 1, n_coins + 2 * pair
        one, other = pair, n_pairs + pair
        clauses += [(-both, one), (-both, other), (both, -one, -other)]
        if parity:
            clauses += [(-odd, both, parity), (-odd, -both, -parity)]
            clauses += [(odd, -both, parity), (odd, both, -parity)]
        else:
            clauses += [(-odd, both), (odd, -both)]
        parity = odd
    clauses.append((parity,))
    lines = [f"p cnf {parity} {len(clauses)}"]
    lines += [f"r 0.5 {coin} 0" for coin in range(1, n_coins + 1)]
    lines.append(f"e {' '.join(map(str, range(n_coins + 1, parity + 1)))} 0")
    lines += [f"{' '.join(map(str, clause))} 0" for clause in clauses]
    return xssat.read("\n".join([*lines, ""]).encode())


def test_layers_finds_the_value_of_an_inner_product() -> None:
    # A form of rank 2 n is balanced but for a share of 2^-n.
    for n_pairs in (1, 2, 7):
        value = Fraction(1, 2) - Fraction(1, 2 ** (n_pairs + 1))
        for engine in ("layers", "dpll", "auto"):
            assert gdlc.solve(inner_product(n_pairs), engine=engine).value == value


def bounded_soon() -> xssat.Xssat:
    """Half of the value is known at once, and the rest takes far longer than the test waits."""
    lines = cli_runs.large_formula().decode().splitlines()
    prefix = [line for line in lines if line[0] in "er"]
    clauses = [f"301 {line}" for line in lines[1 + len(prefix) :]]
    head = f"p cnf 301 {len(clauses)}"
    return xssat.read("\n".join([head, "r 0.5 301 0", *prefix, *clauses, ""]).encode())


@pytest.mark.parametrize("engine", ["dpll", "layers"])
def test_exact_probabilities(engine: str) -> None:
    answer = gdlc.solve(xssat.read(SMALL), engine=engine)
    assert (answer.value, answer.status, answer.engine) == (Fraction(1, 3), "exact", engine)
    assert answer.move is None


def test_options_change_no_value() -> None:
    formula = xssat.read(SMALL)
    for options in (
        {"cache": False},
        {"cache_bytes": 1},
        {"layers_bytes": 1},
        {"preprocess": False},
        {"engine": "dpll"},
        {"engine": "layers", "spill": "."},
    ):
        assert gdlc.solve(formula, **options).value == Fraction(1, 3)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="unknown engine"):
        gdlc.solve(formula, engine="magic")
    with pytest.raises(UsageError, match="spill: nowhere is no folder"):
        gdlc.solve(formula, spill="nowhere")


def test_layers_hands_over_where_memory_ends(tmp_path: Path) -> None:
    notes: list[str] = []
    report = gdlc.Report(note=notes.append)
    answer = gdlc.solve(inner_product(9), engine="layers", layers_bytes=1 << 16, report=report)
    assert (answer.engine, answer.value) == ("dpll", Fraction(511, 1024))
    expected = "solve: engine dpll, not layers: its states took more than 65536 bytes of memory"
    assert expected in notes
    answer = gdlc.solve(inner_product(9), engine="layers", spill=str(tmp_path))
    assert (answer.engine, answer.value) == ("layers", Fraction(511, 1024))
    assert not list(tmp_path.iterdir())


def test_layers_stops_within_its_time() -> None:
    answer = gdlc.solve(inner_product(27), engine="layers", timeout=0.2)
    assert (answer.lower, answer.upper, answer.engine) == (0, 1, "layers")
    assert answer.reason == "the time limit was reached"


def test_a_time_limit_gives_bounds_and_says_so() -> None:
    answer = gdlc.solve(long_game(), engine="dpll", timeout=0.2)
    assert answer.status == "bounds"
    assert answer.value is None
    assert 0 <= answer.lower < answer.upper <= 1
    assert answer.reason == "the time limit was reached"


def test_a_stop_from_another_thread_gives_bounds() -> None:
    stop = gdlc.Stop()
    progress: list[dict[str, float]] = []

    def watch(counts: dict[str, float]) -> None:
        progress.append(counts)
        if len(progress) == 2:
            threading.Thread(target=stop.request).start()

    answer = gdlc.solve(long_game(), engine="dpll", stop=stop, on_progress=watch)
    assert answer.status == "bounds"
    assert answer.reason == "interrupted"
    assert progress[0]["decisions"] <= progress[-1]["decisions"]
    # Bounds on the way never get worse, and those at the end are no worse than they.
    known = [(told["lower"], told["upper"]) for told in progress]
    assert known[0][0] <= known[-1][0] <= answer.lower < answer.upper <= known[-1][1] <= known[0][1]


def test_phases_and_better_bounds_are_noted() -> None:
    notes: list[str] = []
    stop = gdlc.Stop()

    def watch(told: dict[str, float]) -> None:
        if any("between" in note for note in notes):
            stop.request()

    report = gdlc.Report(note=notes.append)
    answer = gdlc.solve(bounded_soon(), stop=stop, report=report, on_progress=watch)
    assert answer.status == "bounds"
    assert [note.split(":")[0] for note in notes[:4]] == ["layers", "prepare", "solve", "search"]
    assert notes[2].startswith("solve: between ")


def test_what_progress_raises_comes_out() -> None:
    class Mine(Exception):
        pass

    def fail(_: dict[str, float]) -> None:
        raise Mine

    with pytest.raises(Mine):
        gdlc.solve(long_game(), engine="dpll", on_progress=fail)


def test_two_runs_are_equal() -> None:
    sheet = gdlc.load(EXAMPLES / "nim.kif")
    assert gdlc.run(sheet, role=sheet.roles[0], horizon=8) == gdlc.run(
        sheet, role=sheet.roles[0], horizon=8
    )


def test_wrong_types_are_usage_errors() -> None:
    sheet = gdlc.load(EXAMPLES / "nim.kif")
    for call in (
        lambda: gdlc.run("nim.kif", role="xplayer", horizon=3),  # type: ignore[arg-type]
        lambda: gdlc.run(sheet, role="xplayer", horizon="3"),  # type: ignore[arg-type]
        lambda: gdlc.search(sheet, role="xplayer", horizon=True),
        lambda: gdlc.run(sheet, role="xplayer", horizon=3, timeout=-1),
        lambda: gdlc.solve("p cnf 0 0"),  # type: ignore[arg-type]
    ):
        with pytest.raises(UsageError):
            call()


def test_bounds_have_no_first_move() -> None:
    assert gdlc.solve(long_game(), engine="dpll", timeout=0.2).move is None
