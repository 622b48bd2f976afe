"""A program has one value, whether it is read as text, or as clingo wrote it for other programs."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.oracles import random_sqasp
from tests.test_sqasp_random import CHUNKS, FULL, require_right, translated

PROGRAMS = 300 if FULL else 60
LOOPS = False


def written_by_clingo(program: str, form: str) -> str:
    """What clingo's grounder writes for it: `intermediate` is aspif, `smodels` lparse's format."""
    command = [sys.executable, "-m", "clingo", "--mode=gringo", f"--output={form}", "--warn=none"]
    done = subprocess.run(command, input=program, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stderr}\n{program}"
    return done.stdout


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("form", ["intermediate", "smodels"])
def test_what_clingo_writes_has_the_value_of_the_text(form: str, chunk: int) -> None:
    for seed in range(chunk, PROGRAMS, CHUNKS):
        # `#show` would hide the prefix.
        program = random_sqasp.generate(seed, loops=LOOPS, show=False)
        require_right(program, seed)
        require_right(program, seed, lambda text: translated(written_by_clingo(text, form)))
