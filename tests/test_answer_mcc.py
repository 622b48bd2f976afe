"""The lines of the Model Counting Competition, from `gdlc solve` and from the program `xssat`."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from gdlc.formats.answer import Answer, write_mcc
from tests.cli_runs import inside

PROGRAM = shutil.which("xssat", path=str(Path(sys.executable).parent)) or shutil.which("xssat")
needs_program = pytest.mark.skipif(PROGRAM is None, reason="xssat is not installed")

NOTE = "lower bound: the opponents see the player's move"
TEXTS = {
    "third": b"p cnf 1 1\nr 1/3 1 0\n1 0\n",
    "false": b"p cnf 0 1\n0\n",
    "true": b"p cnf 0 0\n",
    "tiny": b"p cnf 1 1\nr 1e-700 1 0\n1 0\n",
    "long": b"p cnf 2 2\nr %d/%d 1 2 0\n1 0\n2 0\n" % (10**40 + 8, 10**40 + 9),
    "bound": b"c gdlc xssat 1\nc x simultaneous pessimistic\np cnf 1 1\nr 0.5 1 0\n1 0\n",
}


def test_an_exact_answer() -> None:
    assert write_mcc(Answer.exact(Fraction(1, 3), move="(bet blue)")) == (
        "s SATISFIABLE\nc s type ssat\nc s log10-estimate -4.77121255e-01\n"
        "c s exact arb frac 1/3\nc o first move: (bet blue)\n"
    )
    assert write_mcc(Answer.exact(Fraction(0))) == (
        "s UNSATISFIABLE\nc s type ssat\nc s log10-estimate -inf\nc s exact arb frac 0\n"
    )


def test_bounds_and_approximations() -> None:
    assert write_mcc(Answer(Fraction(0), Fraction(1, 2), "bounds", reason="it was late")) == (
        "s UNKNOWN\nc s type ssat\nc o lower bound 0\nc o upper bound 1/2\n"
        "c o bounds: it was late\n"
    )
    assert "c s approx double prec-sci 5.0000000000000000e-01\n" in write_mcc(
        Answer(Fraction(1, 2), Fraction(1, 2), "approximate")
    )


def program(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    assert PROGRAM is not None
    return subprocess.run([PROGRAM, *arguments], capture_output=True, timeout=60, check=False)


@needs_program
@pytest.mark.parametrize(
    ("name", "form"),
    [
        *[(name, ("--format", "mcc")) for name in TEXTS],
        *[(name, ("--format=text",)) for name in ("third", "true", "bound")],
    ],
)
def test_the_program_and_the_verb_print_the_same(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, name: str, form: tuple[str, ...]
) -> None:
    path = tmp_path / f"{name}.xssat"
    path.write_bytes(TEXTS[name])
    done = program(*form, str(path))
    assert done.returncode == 0
    assert done.stdout.decode() == inside(capfd, "solve", str(path), *form).stdout
    assert (NOTE in done.stdout.decode()) == (name == "bound")


@needs_program
def test_documents_carry_the_note(tmp_path: Path) -> None:
    for name, note in (("bound", NOTE), ("third", None)):
        path = tmp_path / name
        path.write_bytes(TEXTS[name])
        assert json.loads(program("--json", str(path)).stdout)["note"] == note


@needs_program
def test_one_form_at_a_time(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "third.xssat"
    path.write_bytes(TEXTS["third"])
    for done in (
        program("--json", "--format", "mcc", str(path)),
        inside(capfd, "solve", "--json", "--format", "mcc", str(path)),
    ):
        assert done.returncode == 2
        assert "exclude each other" in str(json.loads(done.stdout)["error"]["message"])
    assert program("--format", "csv", str(path)).returncode == 2


@needs_program
def test_seconds_of_the_phases_go_to_standard_error(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "third.xssat"
    path.write_bytes(TEXTS["third"])
    done = program("-v", "--engine", "dpll", str(path))
    assert done.stdout == b"1/3 ~ 0.33333333333333333 (exact)\n"
    for phase in ("read", "prepare", "search"):
        assert f"\nseconds {phase}" in done.stderr.decode()
    told = inside(capfd, "solve", "-v", "--engine", "dpll", str(path)).stderr
    assert all(f"\n{phase}: " in told for phase in ("read", "prepare", "solve"))
