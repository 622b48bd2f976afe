"""A table, as Markdown and as HTML."""

from __future__ import annotations

import html
from dataclasses import dataclass


@dataclass(frozen=True)
class Table:
    """name: what marks in pages call it; note: a sentence below the title."""

    name: str
    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""

    def markdown(self) -> str:
        """Without the title."""
        lines = [self.head, ("---",) * len(self.head), *self.rows]
        return "".join(f"| {' | '.join(map(_escaped, line))} |\n" for line in lines)

    def html(self) -> str:
        """Without the title."""
        head = "".join(f"<th>{html.escape(cell)}</th>" for cell in self.head)
        rows = "".join(
            f"<tr>{''.join(f'<td>{html.escape(cell)}</td>' for cell in row)}</tr>\n"
            for row in self.rows
        )
        return f"<table>\n<tr>{head}</tr>\n{rows}</table>\n"


def _escaped(cell: str) -> str:
    return cell.replace("|", "\\|") if cell else " "
