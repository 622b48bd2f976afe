"""The table of wrong inputs: each file of tests/bad beside the message that a person gets.

NAME.expected holds the command, `exit N`, and the first lines of the message. FILE in the command
stands for the wrong file beside it. `error: ` may be left out, and the code that `check` tells.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli_runs import inside

BAD = Path(__file__).parent / "bad"
ENDINGS = (".kif", ".hrf", ".lp", ".sqasp", ".xssat", ".csv", ".toml")
EXPECTED = sorted(BAD.glob("*.expected"))


def _input_of(expected: Path) -> str:
    found = [
        path.name for path in (expected.with_suffix(ending) for ending in ENDINGS) if path.exists()
    ]
    assert len(found) == 1, found
    return found[0]


def _short(line: str) -> str:
    line = re.sub(r" \[[a-z-]+\]$", "", line)
    return re.sub(r"^(\S+: )?error: ", r"\1", line)


@pytest.mark.parametrize("expected", EXPECTED, ids=[path.stem for path in EXPECTED])
def test_the_message(
    expected: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(BAD)
    command, status, *message = expected.read_text("utf-8").splitlines()
    program, *arguments = command.split()
    assert program == "gdlc"
    file = _input_of(expected)
    done = inside(capfd, *(file if argument == "FILE" else argument for argument in arguments))
    said = done.stderr if "error: " in done.stderr else done.stdout
    assert "Traceback" not in said
    lines = said.splitlines()[: len(message)]
    shown = [
        line if line == expected else _short(line)
        for line, expected in zip(lines, message, strict=False)
    ]
    assert [f"exit {done.returncode}", *shown] == [status, *message]
    assert message


def test_every_wrong_file_has_its_message():
    files = {path.with_suffix(".expected") for ending in ENDINGS for path in BAD.glob(f"*{ending}")}
    assert files == set(EXPECTED)
