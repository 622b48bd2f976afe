"""A program has one value, whether it is read as text, or as clingo wrote it for other programs."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

import gdlc
from gdlc.formats import sqasp
from tests.oracles import random_sqasp, sqasp_enumeration
from tests.test_sqasp_random import CHUNKS, FULL, require_right, translated

PROGRAMS = 300 if FULL else 60
REFUSED = re.compile(r"the quantified atom `(.+)` has no name in this program")


def written_by_clingo(program: str, form: str) -> str:
    """What clingo's grounder writes for it: `intermediate` is aspif, `smodels` lparse's format."""
    command = [sys.executable, "-m", "clingo", "--mode=gringo", f"--output={form}", "--warn=none"]
    done = subprocess.run(command, input=program, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stderr}\n{program}"
    return done.stdout


def underivable(program: str) -> set[str]:
    """The quantified atoms that the text is warned of: no rule derives them."""
    report = gdlc.Report()
    gdlc.translate(sqasp.read(program, "program"), report=report)
    found = (re.search(r"no rule derives the quantified atom (.+)", w) for w in report.warnings)
    return {match[1] for match in found if match is not None}


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("form", ["intermediate", "smodels"])
def test_what_clingo_writes_has_the_value_of_the_text(form: str, chunk: int) -> None:
    """A quantified atom that no rule derives has no name there, just as one that is hidden: that is
    refused, and nothing else is."""
    for seed in range(chunk, PROGRAMS, CHUNKS):
        # `#show` would hide the prefix.
        program = random_sqasp.generate(seed, loops=seed % 2 == 0, show=False)
        if sqasp_enumeration.is_disjunctive(program):
            continue
        require_right(program, seed)
        found = translated(written_by_clingo(program, form))
        refused = REFUSED.search(found) if isinstance(found, str) else None
        if refused is not None:
            assert refused[1] in underivable(program), f"seed {seed}: {found}\n{program}"
        else:
            require_right(program, seed, lambda text: translated(written_by_clingo(text, form)))


def test_most_programs_are_taken() -> None:
    taken = [
        isinstance(translated(written_by_clingo(program, "intermediate")), str)
        for program in (random_sqasp.generate(seed, loops=False, show=False) for seed in range(40))
    ]
    assert taken.count(False) >= 20
