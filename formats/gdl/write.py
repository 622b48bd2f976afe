"""Writes trees as KIF: one rule a line, single blanks, no comments."""

from __future__ import annotations

from gdlc.formats.gdl.tree import RuleSheet


def write(sheet: RuleSheet) -> str:
    """The rules in KIF; reading it back gives an equal sheet."""
    return "".join(f"{rule}\n" for rule in sheet.rules)
