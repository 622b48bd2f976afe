"""Text for people: tables with aligned columns, and lines that are never too wide."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from fractions import Fraction

WIDTH = 100
_LINES = 4  # of one rule or clause; the rest is left out

Cell = str | int | Fraction | None


def cut(text: str, width: int = WIDTH) -> str:
    """The text on one line, shortened if it is too wide."""
    return text if len(text) <= width else f"{text[: max(0, width - 3)]}..."


def table(head: Sequence[str], rows: Sequence[Sequence[Cell]], indent: str = "  ") -> list[str]:
    """Rows below a head: numbers to the right, all else to the left.

    Every column is as wide as its widest cell, the last one at most as wide as what is left of the
    line. Columns without anything in them are left out.
    """
    texts = [[_cell(cell) for cell in row] for row in rows]
    columns = [*zip(*rows, strict=True)]
    right = [all(isinstance(cell, int | None) for cell in column) for column in columns]
    widths = [max(map(len, column)) for column in zip(head, *texts, strict=True)]
    lines = []
    for row in [[*head], *texts] if any(head) else texts:
        cells = [
            text.rjust(width) if to_right else text.ljust(width)
            for text, width, to_right, column in zip(row, widths, right, columns, strict=True)
            if any(cell is not None and cell != "" for cell in column)
        ]
        lines.append(cut(indent + "  ".join(cells).rstrip()))
    return lines


def _cell(value: Cell) -> str:
    return "" if value is None else str(value)


def wrap(text: str, indent: str = "  ", lines: int = _LINES) -> list[str]:
    """A rule or a clause on a few lines, the later ones further in."""
    found = textwrap.wrap(
        text,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent + "    ",
        break_on_hyphens=False,
        max_lines=lines,
        placeholder=" ...",
    )
    return found or [indent.rstrip()]


def span(first: int | None, last: int | None) -> str:
    """`3`, `1..12`, or nothing."""
    if first is None or last is None:
        return ""
    return str(first) if first == last else f"{first}..{last}"


def counted(number: int, noun: str) -> str:
    """`1 rule`, `2 rules`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
