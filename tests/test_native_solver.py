"""The native solver from Python, and as the program `xssat`."""

from __future__ import annotations

import csv
import itertools
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from gdlc import _solver
from gdlc.formats import xssat
from gdlc.formats.answer import decimal, number
from gdlc.formats.errors import InputError
from gdlc.formats.xssat import Xssat

SHARED = Path(__file__).parent.parent.parent / "shared" / "ssat"
PROGRAM = shutil.which("xssat", path=str(Path(sys.executable).parent)) or shutil.which("xssat")

needs_shared = pytest.mark.skipif(not SHARED.exists(), reason="needs ../shared")
needs_program = pytest.mark.skipif(PROGRAM is None, reason="xssat is not installed")


def value(formula: Xssat) -> Fraction:
    result = _solver.Solver(formula.native).solve()
    assert result.exact
    assert result.stopped == ""
    assert result.lower == result.upper
    return Fraction(*result.lower)


def enumerate_prefix(formula: Xssat) -> Fraction:
    order = [(var, block.quantifier) for block in formula.blocks for var in block.vars]
    clauses = list(formula.clauses())
    probability = {v: formula.probability(v) for v, kind in order if kind == "r"}

    def worth(at: int, assigned: dict[int, bool]) -> Fraction:
        if at == len(order):
            holds = all(any(assigned[abs(lit)] == (lit > 0) for lit in c) for c in clauses)
            return Fraction(holds)
        var, kind = order[at]
        yes = worth(at + 1, {**assigned, var: True})
        no = worth(at + 1, {**assigned, var: False})
        if kind == "e":
            return max(yes, no)
        if kind == "a":
            return min(yes, no)
        return probability[var] * yes + (1 - probability[var]) * no

    return worth(0, {})


def hard(n_vars: int = 300) -> Xssat:
    """Chance and choice in turns, random clauses: nothing that ends soon."""
    rng = random.Random(1)
    clauses = [
        [rng.choice((-1, 1)) * var for var in rng.sample(range(1, n_vars + 1), 3)]
        for _ in range(3 * n_vars)
    ]
    chance = range(2, n_vars + 1, 2)
    return Xssat.build(
        n_vars,
        clauses,
        [("r" if var % 2 == 0 else "e", [var]) for var in range(1, n_vars + 1)],
        probabilities=dict.fromkeys(chance, Fraction(1, 3)),
    )


@pytest.mark.parametrize("seed", range(60))
def test_the_value_is_that_of_enumeration(seed: int) -> None:
    rng = random.Random(seed)
    n_vars = rng.randint(1, 8)
    kinds = [rng.choice("ear") for _ in range(n_vars)]
    clauses = [
        [rng.choice((-1, 1)) * rng.randint(1, n_vars) for _ in range(rng.randint(1, 3))]
        for _ in range(rng.randint(0, 2 * n_vars))
    ]
    formula = Xssat.build(
        n_vars,
        clauses,
        [(kind, [var]) for var, kind in enumerate(kinds, 1)],  # type: ignore[misc]
        probabilities={
            var: Fraction(rng.randint(0, 7), 7) for var, kind in enumerate(kinds, 1) if kind == "r"
        },
    )
    assert value(formula) == enumerate_prefix(formula)


def edge_rows() -> Iterator[tuple[str, str, str]]:
    table = SHARED / "edge" / "expected.csv"
    if table.exists():
        with table.open(newline="") as rows:
            for row in csv.DictReader(rows):
                yield row["file"], row["options"], row["value"]


@needs_shared
@pytest.mark.parametrize(("file", "options", "expected"), list(edge_rows()))
def test_edge_formulas_have_their_values(file: str, options: str, expected: str) -> None:
    free = options.split()[1] if options else None
    path = SHARED / "edge" / file
    if expected == "error":
        with pytest.raises(InputError):
            Xssat.read(path, free=free)  # type: ignore[arg-type]
    else:
        assert value(Xssat.read(path, free=free)) == Fraction(expected)  # type: ignore[arg-type]


@needs_shared
@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("MPEC__ere-int2float-0.125-0.01.sdimacs", 0.234375),
        ("PEC__c3540_re.sdimacs", 0.003417969),
        ("Tree__tree-exa2-25.sdimacs", 0.9943645),
        ("gttt_3x3__gttt_1_1_001020_3x3_w.sdimacs", 0.8983327),
        ("multiagent__mul_333.sdimacs", 0.05273438),
        ("sand-castle__SC-13.sdimacs", 0.9886524),
        ("simgame__simple_game21149.sdimacs", 0.765625),
        ("tlc__tlc01-nonuniform-depth-10.sdimacs", 0.0),
        ("zero-sum__zerosumgame509.sdimacs", 0.42),
    ],
)
def test_published_formulas_have_their_values(file: str, expected: float) -> None:
    assert float(value(Xssat.read(SHARED / file))) == pytest.approx(expected, rel=1e-5)


def test_the_outer_choice_is_optimal() -> None:
    text = b"p cnf 3 3\ne 1 2 0\nr 0.25 3 0\n-1 -2 0\n-1 3 0\n-2 -3 0\n1 2 0\n"
    with pytest.raises(InputError):
        xssat.read(text)
    formula = xssat.read(text.replace(b"3 3", b"3 4"))
    result = _solver.Solver(formula.native).solve()
    assert Fraction(*result.lower) == Fraction(3, 4)
    assert result.outer == [-1, 2]


def test_no_option_changes_the_value() -> None:
    formula = xssat.read(b"p cnf 4 3\ne 1 0\nr 1/3 2 0\na 3 0\ne 4 0\n1 2 3 0\n-1 4 0\n-4 2 0\n")
    switch = (True, False)
    for cache, learn, preprocess, prune, size in itertools.product(
        switch, switch, switch, switch, (0, 1000, 1 << 20)
    ):
        solver = _solver.Solver(
            formula.native,
            cache=cache,
            learn=learn,
            preprocess=preprocess,
            prune=prune,
            cache_bytes=size,
        )
        assert solver.solve().lower == (1, 3)


def test_a_time_limit_gives_bounds() -> None:
    result = _solver.Solver(hard().native, timeout=0.0).solve()
    assert not result.exact
    assert result.stopped == "time"
    assert 0 <= Fraction(*result.lower) <= Fraction(*result.upper) <= 1
    assert result.outer in ([1], [-1])


def test_a_memory_limit_gives_bounds() -> None:
    assert _solver.Solver(hard().native, memory_limit=1000).solve().stopped == "memory"


def test_interrupt_comes_from_another_thread() -> None:
    solver = _solver.Solver(hard().native)
    begun = threading.Event()

    def interrupt() -> None:
        begun.wait()
        solver.interrupt()

    thread = threading.Thread(target=interrupt)
    thread.start()
    result = solver.solve(lambda stats: begun.set())
    thread.join()
    assert result.stopped == "interrupt"


def test_progress_gets_the_statistics_and_may_end_the_search() -> None:
    seen: list[dict[str, float]] = []

    def enough(stats: dict[str, float]) -> None:
        seen.append(stats)
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        _solver.Solver(hard().native, engine="dpll").solve(enough)
    assert seen[0]["decisions"] > 0
    assert 0 <= seen[0]["lower"] <= seen[0]["upper"] <= 1


def test_doubles_enclose_the_value_and_say_so() -> None:
    formula = xssat.read(b"p cnf 1 1\nr 1/3 1 0\n1 0\n")
    result = _solver.Solver(formula.native, exact=False).solve()
    assert result.is_float
    assert not result.exact
    assert result.stopped == ""
    assert Fraction(*result.lower) < Fraction(1, 3) < Fraction(*result.upper)


def test_phases_are_told() -> None:
    seen: list[str] = []
    _solver.Solver(xssat.read(THIRD).native, engine="dpll").solve(on_phase=seen.append)
    assert seen == ["prepare", "search"]
    _solver.Solver(xssat.read(THIRD).native, engine="layers").solve(on_phase=seen.append)
    assert seen == ["prepare", "search", "layers"]


def test_signal_handlers_run_during_the_search() -> None:
    solver = _solver.Solver(hard().native)
    before = signal.signal(signal.SIGUSR1, lambda *_: solver.interrupt())
    try:
        result = solver.solve(lambda stats: os.kill(os.getpid(), signal.SIGUSR1))
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert result.stopped == "interrupt"


def test_the_stub_names_what_the_module_has() -> None:
    stub = Path(xssat.__file__).parents[2] / "gdlc" / "_solver.pyi"
    if not stub.exists():  # compiler/gdlc beside formats in a checkout, gdlc/formats in a wheel
        stub = Path(__file__).parents[1] / "compiler" / "gdlc" / "_solver.pyi"
    text = stub.read_text(encoding="utf-8")
    for name in ("Formula", "Solver", "Result"):
        for member in vars(getattr(_solver, name)):
            if not member.startswith("_"):
                assert f"def {member}(" in text


def run(*arguments: str, data: bytes = b"", **more: object) -> subprocess.CompletedProcess[bytes]:
    assert PROGRAM is not None
    return subprocess.run(  # type: ignore[call-overload, no-any-return]
        [PROGRAM, *arguments], input=data, capture_output=True, timeout=60, check=False, **more
    )


THIRD = b"p cnf 1 1\nr 1/3 1 0\n1 0\n"


@needs_program
def test_the_program_prints_fraction_and_decimal() -> None:
    done = run(data=b"p cnf 1 1\nr 0.147 1 0\n1 0\n")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"147/1000 = 0.147 (exact)\n", b"")
    assert run(data=THIRD).stdout == b"1/3 ~ 0.33333333333333333 (exact)\n"
    assert run(data=b"p cnf 1 1\ne 1 0\n-1 0\n").stdout == b"1 (exact)\nchoice -1 0\n"


@needs_program
@pytest.mark.parametrize(
    "fraction",
    [
        *(Fraction(text) for text in ("0", "1", "1/4", "2/3", "3e-36", "123456789e-36")),
        *(Fraction(text) for text in ("1234567890123456789e-60", "5e-39", "1e-40", "25e-500")),
        Fraction(1, 7 * 10**450),
        1 - Fraction(1, 10**20),
    ],
)
def test_the_program_prints_decimals_as_answers_do(fraction: Fraction) -> None:
    data = f"p cnf 1 1\nr {fraction} 1 0\n1 0\n".encode()
    document = json.loads(run("--json", data=data).stdout)
    assert Fraction(document["value"]) == fraction
    assert (document["decimal"], document["rounded"]) == decimal(fraction)
    assert run(data=data).stdout == f"{number(fraction)} (exact)\n".encode()


@needs_program
def test_the_program_prints_one_document() -> None:
    document = json.loads(run("--json", data=THIRD).stdout)
    assert document["schema"] == 1
    assert document["value"] == "1/3"
    assert document["decimal"] == "0.33333333333333333"
    assert document["rounded"] is True
    assert document["status"] == "exact"
    assert document["move"] is None
    assert document["error"] is None
    assert document["stats"]["clauses"] == 1


@needs_program
def test_the_program_tells_errors_by_its_status(tmp_path: Path) -> None:
    bad = run("--json", data=b"p cnf 1 1\ne 1 0\n2 0\n")
    assert bad.returncode == 1
    assert bad.stderr.startswith(b"<stdin>:3:1: ")
    error = json.loads(bad.stdout)["error"]
    assert (error["file"], error["line"], error["column"]) == ("<stdin>", 3, 1)
    for wrong in (str(tmp_path), str(tmp_path / "none")):
        done = run(wrong)
        assert done.returncode == 1
        assert done.stdout == b""
        assert done.stderr.count(b"\n") == 1
    assert run(data=b"c \xff\np cnf 0 0\n").returncode == 1
    for usage in (["--bogus"], ["--timeout"], ["--timeout", "x"], ["--free", "both"], ["a", "b"]):
        done = run(*usage)
        assert done.returncode == 2
        assert done.stderr.count(b"\n") == 1


@needs_program
def test_the_program_prints_bounds_at_a_limit() -> None:
    text = xssat.write(hard())
    done = run("--timeout", "0.05", data=text)
    assert done.returncode == 3
    assert done.stdout.startswith(b"between ")
    assert b" (bounds: time limit reached)\n" in done.stdout
    document = json.loads(run("--timeout", "0", "--json", data=text).stdout)
    assert document["value"] is None
    assert document["status"] == "bounds"
    assert (document["lower"], document["upper"]) == ("0", "1")


@needs_program
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_gives_bounds(number: int, status: int, tmp_path: Path) -> None:
    # A pipe that stays open: the program waits in a read, where the signal must reach it, too.
    assert PROGRAM is not None
    with subprocess.Popen(
        [PROGRAM, "-v"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        process.stdin.write(b"c " + b"x" * 200_000)  # more than a pipe holds: it is reading now
        process.stdin.flush()
        process.send_signal(number)
        assert process.stdout is not None
        out = process.stdout.read()
        process.stdin.close()
        assert process.wait() == status
    assert out == b"between 0 and 1 (bounds: interrupted)\n"


@needs_program
def test_a_full_disk_is_told() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    assert PROGRAM is not None
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [PROGRAM], input=THIRD, stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 6
    assert b"cannot write" in done.stderr


@needs_program
def test_a_closed_pipe_is_quiet() -> None:
    assert PROGRAM is not None
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [PROGRAM], input=THIRD, stdout=writing, stderr=subprocess.PIPE, check=False
        )
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


@needs_program
def test_help_and_version_are_answers() -> None:
    assert run("--help").stdout.startswith(b"usage: xssat")
    assert run("--version").stdout.startswith(b"xssat ")
