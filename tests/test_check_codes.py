"""Every kind of finding is explained, and shown by a wrong rule sheet with what is said of it."""

from __future__ import annotations

import re
from pathlib import Path

from gdlc.rules.finding import CODES

ROOT = Path(__file__).resolve().parent.parent
BAD = ROOT / "tests" / "bad"
TIMED = {"undecided-cycle"}  # takes its time by nature; tests/test_check.py has it
_SHOWN = re.compile(r"^\S+:\d+:\d+: (error|warning): .* \[([a-z-]+)\]$", re.MULTILINE)


def _shown() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for path in BAD.glob("*.expected"):
        for severity, code in _SHOWN.findall(path.read_text("utf-8")):
            found.setdefault(code, set()).add(severity)
    return found


def test_each_kind_is_shown_by_a_wrong_sheet() -> None:
    shown = _shown()
    assert set(shown) == set(CODES) - TIMED
    assert {code: {CODES[code]} for code in shown} == shown


def test_each_kind_is_explained() -> None:
    page = (ROOT / "docs" / "check.md").read_text("utf-8")
    _, errors, warnings = re.split(r"^## (?:Errors|Warnings)$", page, flags=re.MULTILINE)
    explained = {
        code: severity
        for severity, section in (("error", errors), ("warning", warnings))
        for code in re.findall(r"^\| `([a-z-]+)` \|", section, re.MULTILINE)
    }
    assert explained == CODES


def test_there_are_many_wrong_sheets() -> None:
    assert len([*BAD.glob("*.kif")]) >= 60
