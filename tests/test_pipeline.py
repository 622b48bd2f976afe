"""All passes together give the known values: of the examples, and of the shared rule sheets."""

from __future__ import annotations

import csv
import os
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import clingo
import pytest

import gdlc
from gdlc.formats import lp, sqasp, xssat
from tests.oracles import xssat_enumeration

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"
SHARED = ROOT.parent / "shared" / "stochastic"

Row = tuple[str, str, int, str, str]


def rows(path: Path) -> list[Row]:
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return [
            (row["game"], row["role"], int(row["horizon"]), row["objective"], row["value"])
            for row in csv.DictReader(file)
            if row["objective"] in ("win", "score")
        ]


# Beyond horizon 8 those that a first solver does quickly.
LONGER = {
    ("nim345_slip25", 10),
    ("nim345_slip25", 16),
    ("nim20_slip25", 20),
    ("nim10_10_slip30", 20),
    ("connect3_4x3_block20", 10),
    ("dice5_joker", 10),
}
SHARED_ROWS = [r for r in rows(SHARED / "values.csv") if r[2] <= 8 or (r[0], r[2]) in LONGER]
# Each game at each horizon up to 10, for each of its roles and both objectives.
EXAMPLE_ROWS = [r for r in rows(EXAMPLES / "values.csv") if r[2] <= 10]


@pytest.mark.skipif(not SHARED_ROWS, reason="the shared rule sheets are not there")
@pytest.mark.parametrize(
    ("game", "role", "horizon", "objective", "value"),
    SHARED_ROWS or [("", "", 0, "", "0")],
)
def test_shared_values(game: str, role: str, horizon: int, objective: str, value: str) -> None:
    sheet = gdlc.load(SHARED / f"{game}.kif")
    answer = gdlc.run(sheet, role=role, horizon=horizon, objective=objective)
    assert (answer.value, answer.status) == (Fraction(value), "exact")


@pytest.mark.parametrize(("game", "role", "horizon", "objective", "value"), EXAMPLE_ROWS)
def test_example_values(game: str, role: str, horizon: int, objective: str, value: str) -> None:
    sheet = gdlc.load(EXAMPLES / f"{game}.kif")
    answer = gdlc.run(sheet, role=role, horizon=horizon, objective=objective)
    assert (answer.value, answer.status) == (Fraction(value), "exact")


@pytest.mark.parametrize("game", sorted({row[0] for row in EXAMPLE_ROWS}))
def test_first_moves_are_optimal(game: str) -> None:
    """Several moves may be optimal: the game without the others has the same value."""
    sheet = gdlc.load(EXAMPLES / f"{game}.kif")
    for role in (name for name in sheet.roles if name != "random"):
        horizon = max(row[2] for row in EXAMPLE_ROWS if row[0] == game and row[1] == role)
        answer = gdlc.run(sheet, role=role, horizon=horizon)
        assert (answer.move is None) == (
            gdlc.search(sheet, role=role, horizon=horizon).move is None
        )
        if answer.move is None or horizon == 0:
            continue
        lp_program = gdlc.ground(sheet, role=role, horizon=horizon)
        text = lp.write(lp_program)
        move = next(
            atom
            for atom in lp_program.program.names
            if atom.startswith("does(")
            and atom.endswith(",1)")
            and _is_move(atom, role, answer.move)
        )
        forced = text.replace(lp.END, f":- not {move}.\n{lp.END}")
        formula = gdlc.translate(gdlc.quantify(lp.read(forced)))
        assert gdlc.solve(formula).value == answer.value


def _is_move(atom: str, role: str, move: str) -> bool:
    from gdlc.formats.lp.terms import parse, split, to_gdl

    args = split(atom)[1]
    return str(to_gdl(parse(args[0]))) == role and str(to_gdl(parse(args[1]))) == move


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.kif")), ids=lambda path: path.stem)
def test_stages_by_files_equal_stages_by_types(path: Path) -> None:
    """`ground | quantify | translate | solve` is `run`, byte for byte in between."""
    sheet = gdlc.load(path)
    role = sheet.roles[-1] if sheet.roles[-1] != "random" else sheet.roles[0]
    kept: dict[str, bytes] = {}
    answer = gdlc.run(sheet, role=role, horizon=5, objective="score", keep=kept.__setitem__)
    program = gdlc.ground(sheet, role=role, horizon=5, objective="score")
    assert lp.write(program).encode() == kept["lp"]
    quantified = gdlc.quantify(lp.read(kept["lp"].decode()))
    assert sqasp.write(quantified).encode() == kept["sqasp"]
    formula = gdlc.translate(sqasp.read(kept["sqasp"].decode()))
    assert xssat.write(formula) == kept["xssat"]
    assert gdlc.solve(xssat.read(kept["xssat"])) == answer
    _other_tools_read(kept)


def _other_tools_read(kept: dict[str, bytes]) -> None:
    """clingo takes the programs, and a strict reader of SDIMACS takes the formula."""
    for stage in ("lp", "sqasp"):
        control = clingo.Control(["--warn=none"])
        control.add("base", [], kept[stage].decode())
        control.ground([("base", [])])
        assert len(control.symbolic_atoms) > 0
    formula = xssat_enumeration.read(kept["xssat"].decode())
    header = re.search(rb"^p cnf (\d+) (\d+)$", kept["xssat"], re.MULTILINE)
    assert header is not None
    assert [len(formula.prefix), len(formula.clauses)] == [int(n) for n in header.groups()]
    # The comments give names and exact fractions only.
    bare = re.sub(rb"^c.*\n", b"", kept["xssat"], flags=re.MULTILINE)
    assert xssat_enumeration.read(bare.decode()).clauses == formula.clauses


@pytest.mark.parametrize("game", ["odd_words", "connect3", "monty_hall"])
def test_the_same_bytes_whatever_the_hash_order(game: str) -> None:
    code = (
        "import sys, gdlc\n"
        f"sheet = gdlc.load({str(EXAMPLES / (game + '.kif'))!r})\n"
        "out = sys.stdout.buffer\n"
        "gdlc.run(sheet, role=sheet.roles[0], horizon=5, keep=lambda _, data: out.write(data))\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            check=True,
        ).stdout
        for seed in ("1", "2", "77")
    }
    assert len(outputs) == 1
    assert outputs.pop()
