"""The solvers that are measured: how each is called, and where its output has the value."""

from __future__ import annotations

import json
import re
import shutil
import sys
from fractions import Fraction
from pathlib import Path

from limited import Run, run
from records import Record, digest

_PEER_ANSWER = re.compile(r"satisfying probability\s*=\s*(\S+)")


class Ours:
    """The native program `xssat`, which prints an exact value."""

    name = "ours"

    def __init__(self, program: Path | None, more: str = "") -> None:
        beside = Path(sys.executable).with_name("xssat")
        found = program or (beside if beside.exists() else shutil.which("xssat"))
        if found is None:
            sys.exit("no program `xssat` beside this Python; give --xssat PROGRAM")
        self._program = str(Path(found).resolve())
        self._more = more.split()

    def solve(self, formula: Path, limit: float, memory: int | None) -> Record:
        done = run([self._program, "--json", *self._more, str(formula)], limit, memory)
        value, status = "", _ending(done)
        if not status:
            try:
                document = json.loads(done.output)
                value = document["value"] or ""
                status = "solved" if value else document["status"] or "error"
            except ValueError:
                status = "no answer"
        return Record(formula.name, self.name, value, done.seconds, status, digest(formula))


class SharpSSAT:
    """SharpSSAT (NTU-ALComLab): 32-bit probabilities, seven digits; exit code 0 whatever comes."""

    name = "peer"

    def __init__(self, program: Path) -> None:
        if not program.is_file():
            sys.exit(f"there is no program {program}; give --sharpssat PROGRAM")
        self._program = str(program.resolve())

    def solve(self, formula: Path, limit: float, memory: int | None) -> Record:
        options = ["-s", "-p", *(["-u"] if has_universals(formula) else [])]
        done = run([self._program, *options, str(formula)], limit, memory)
        value, status = "", _ending(done)
        if not status:
            found = _PEER_ANSWER.search(done.output)
            if found and as_number(found[1]) is not None:
                value, status = found[1], "solved"
            else:
                status = "time" if "TIMEOUT" in done.output else "no answer"
        return Record(formula.name, self.name, value, done.seconds, status, digest(formula))


def _ending(done: Run) -> str:
    """Why there can be no answer; empty if there may be one."""
    if done.ended == "time":
        return "time"
    return f"signal {-done.code}" if done.ended == "signal" else ""


def has_universals(formula: Path) -> bool:
    with formula.open("rb") as file:
        for line in file:
            if line.startswith(b"a "):
                return True
            if line[:1] in b"-123456789" and line.strip():
                return False
    return False


def as_number(text: str) -> float | None:
    try:
        return float(Fraction(text))
    except (ValueError, ZeroDivisionError):
        return None
