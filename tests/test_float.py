"""Floating point: the value lies between the bounds, they are close, and all forms tell so."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import gdlc
from gdlc.formats import xssat
from gdlc.formats.answer import Answer, float_text, read_json, write_json, write_mcc, write_text
from tests.cli_runs import inside
from tests.oracles.handwritten.values import read_rows
from tests.oracles.random_formulas import generate

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
PROGRAM = shutil.which("xssat", path=str(Path(sys.executable).parent)) or shutil.which("xssat")
needs_program = pytest.mark.skipif(PROGRAM is None, reason="xssat is not installed")

THIRD = b"p cnf 2 2\nr 1/3 1 0\ne 2 0\n1 2 0\n1 -2 0\n"
TINY = b"p cnf 1 1\nr 1e-700 1 0\n1 0\n"


@pytest.mark.parametrize("first", range(0, 400, 100))
def test_the_value_lies_between_bounds_that_are_close(first: int) -> None:
    for seed in range(first, first + 100):
        formula = xssat.read(generate(seed).encode())
        exact = gdlc.solve(formula)
        found = gdlc.solve(formula, exact=False)
        assert exact.value is not None
        assert found.status == "float"
        assert found.lower <= exact.value <= found.upper, f"seed {seed}"
        assert found.upper - found.lower < Fraction(1, 10**11), f"seed {seed}"


def test_games_have_the_same_values() -> None:
    for row in read_rows()[::7]:
        sheet = gdlc.load(EXAMPLES / f"{row['game']}.kif")
        found = gdlc.run(
            sheet,
            role=row["role"],
            horizon=int(row["horizon"]),
            objective=row["objective"],
            exact=False,
        )
        assert found.lower <= Fraction(row["value"]) <= found.upper, row
        assert found.upper - found.lower < Fraction(1, 10**11), row


def test_a_first_move_is_told() -> None:
    sheet = gdlc.load(EXAMPLES / "nim.kif")
    known = gdlc.run(sheet, role="xplayer", horizon=8)
    found = gdlc.run(sheet, role="xplayer", horizon=8, exact=False)
    assert (found.move is None) == (known.move is None)


def test_a_limit_gives_bounds_as_ever() -> None:
    sheet = gdlc.load(EXAMPLES / "ttt_flip.kif")
    formula = gdlc.translate(gdlc.quantify(gdlc.ground(sheet, role=sheet.roles[0], horizon=30)))
    stop = gdlc.Stop()
    answer = gdlc.solve(
        formula, engine="dpll", exact=False, stop=stop, on_progress=lambda _: stop.request()
    )
    assert (answer.status, answer.value, answer.move) == ("bounds", None, None)


@pytest.mark.parametrize(
    ("lower", "upper", "text"),
    [
        ("0", "0", "0 +- 0"),
        ("1", "1", "1 +- 0"),
        ("1/2", "1/2", "0.5 +- 0"),
        ("1/4", "3/4", "0.5 +- 3e-1"),
        ("0", "1", "0.5 +- 5e-1"),
        ("1/3", "1/3", "0.33333333333333333 +- 1e-17"),
        ("0.47658071", "0.47658073", "0.47658072 +- 1e-8"),
        ("0.9999999999999", "1", "0.99999999999995 +- 5e-14"),
        ("0", "5e-324", "3e-324 +- 3e-324"),
        ("3e-60", "3.2e-60", "3.1e-60 +- 1e-61"),
    ],
)
def test_digits_say_no_more_than_is_known(lower: str, upper: str, text: str) -> None:
    assert float_text(Fraction(lower), Fraction(upper)) == text


@pytest.mark.parametrize("seed", range(20))
def test_the_text_encloses_the_bounds(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(50):
        ends = [Fraction(rng.random()) ** rng.randint(1, 9) for _ in range(2)]
        lower = min(ends)
        upper = max(ends) if rng.random() < 0.3 else min(lower * (1 + Fraction(rng.random())), 1)
        middle, error = map(Fraction, float_text(lower, Fraction(upper)).split(" +- "))
        assert middle - error <= lower <= upper <= middle + error


def answered(lower: str, upper: str) -> Answer:
    return Answer(Fraction(lower), Fraction(upper), "float", move="noop", engine="dpll")


def test_the_text_the_document_and_the_lines() -> None:
    answer = answered("1/4", "1/2")
    assert write_text(answer) == "0.4 +- 2e-1 (float)\nfirst move: noop\n"
    assert read_json(write_json(answer)) == answer
    document = json.loads(write_json(answer))
    assert (document["status"], document["value"], document["decimal"]) == ("float", "3/8", "0.375")
    assert (document["lower"], document["upper"]) == ("1/4", "1/2")
    assert write_mcc(answer) == (
        "s SATISFIABLE\nc s type ssat\nc s log10-estimate -4.25968732e-01\n"
        "c s approx double prec-sci 3.7500000000000000e-01\n"
        "c o lower bound 1/4\nc o upper bound 1/2\nc o first move: noop\n"
    )
    assert write_mcc(answered("0", "0")).startswith("s UNSATISFIABLE\n")
    # A double cannot tell whether it is anything at all.
    assert write_mcc(answered("0", "1/1000000")).startswith("s UNKNOWN\n")


@needs_program
@pytest.mark.parametrize("form", [(), ("--format", "mcc")])
def test_the_program_and_the_verb_print_the_same(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, form: tuple[str, ...]
) -> None:
    assert PROGRAM is not None
    texts = [THIRD, TINY, *(generate(seed).encode() for seed in range(40))]
    for number, text in enumerate(texts):
        path = tmp_path / f"{number}.xssat"
        path.write_bytes(text)
        command = [PROGRAM, "--float", *form, str(path)]
        done = subprocess.run(command, capture_output=True, timeout=60, check=True)
        lines = [line for line in done.stdout.decode().splitlines() if line[:7] != "choice "]
        assert lines == inside(capfd, "solve", "--float", str(path), *form).stdout.splitlines()


@needs_program
def test_the_document_of_the_program(tmp_path: Path) -> None:
    assert PROGRAM is not None
    command = [PROGRAM, "--float", "--json"]
    done = subprocess.run(command, input=THIRD, capture_output=True, timeout=60, check=True)
    document = json.loads(done.stdout)
    assert document["status"] == "float"
    assert Fraction(document["lower"]) < Fraction(1, 3) < Fraction(document["upper"])
    assert Fraction(document["upper"]) - Fraction(document["lower"]) < Fraction(1, 10**15)
    assert float(document["decimal"]) == pytest.approx(1 / 3, rel=1e-15)


def test_the_command_line_asks_for_it(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "third.xssat"
    path.write_bytes(THIRD)
    done = inside(capfd, "solve", "--float", str(path))
    assert done.returncode == 0
    assert done.stdout == "0.33333333333333334 +- 4e-17 (float)\n"
    game = str(EXAMPLES / "nim.kif")
    done = inside(capfd, "run", game, "--role", "xplayer", "--horizon", "8", "--float")
    assert done.returncode == 0
    assert " (float)\n" in done.stdout
