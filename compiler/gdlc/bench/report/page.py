"""Pages that hold the tables of a report: one made for it, and any page with marks for tables."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Sequence

from gdlc.bench.record import COLUMNS, Record
from gdlc.bench.report.table import Table
from gdlc.formats.errors import InputError

_STYLE = (
    "body { font-family: sans-serif; margin: 2em; } table { border-collapse: collapse; } "
    "td, th { border: 1px solid #bbb; padding: 0.2em 0.5em; text-align: right; } "
    "td:first-child, th:first-child { text-align: left; } img { max-width: 100%; }"
)
_MARKS = re.compile(r"(<!-- bench: (\S+) -->\n).*?(<!-- /bench -->)", re.DOTALL)

Figure = tuple[str, str]
"""Title, name of the file."""


def markdown(tables: Iterable[Table], figures: Sequence[Figure]) -> str:
    parts = ["# Results\n"]
    for table in tables:
        note = f"{table.note}\n\n" if table.note else ""
        parts.append(f"## {table.title}\n\n{note}{table.markdown()}")
    if figures:
        parts.append("## Plots\n")
    parts += [f"### {title}\n\n![{title}]({name})\n" for title, name in figures]
    return "\n".join(parts)


def as_html(tables: Iterable[Table], figures: Sequence[Figure]) -> str:
    parts = [
        f'<!DOCTYPE html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Results</title>\n'
        f"<style>{_STYLE}</style>\n<h1>Results</h1>\n"
    ]
    for table in tables:
        parts.append(f"<h2>{html.escape(table.title)}</h2>\n")
        parts.append(f"<p>{html.escape(table.note)}</p>\n" if table.note else "")
        parts.append(table.html())
    for title, name in figures:
        shown = html.escape(title)
        parts.append(f'<h2>{shown}</h2>\n<img src="{html.escape(name)}" alt="{shown}">\n')
    return "".join(parts) + "</html>\n"


def as_json(records: Iterable[Record]) -> str:
    """One document with all records."""
    runs = [{name: getattr(record, name) for name in COLUMNS} for record in records]
    return json.dumps({"schema": 1, "runs": runs}, ensure_ascii=False, indent=1) + "\n"


def filled(page: str, tables: Iterable[Table], file: str) -> str:
    """A page with tables between its marks `<!-- bench: NAME -->` and `<!-- /bench -->`.

    Raises: InputError for a page without marks, and for a mark that names no table
    """
    known = {table.name: table for table in tables}
    marks = [match[2] for match in _MARKS.finditer(page)]
    if not marks:
        raise InputError(
            "has no marks for tables", file=file, hint="<!-- bench: times --> ... <!-- /bench -->"
        )
    for name in marks:
        if name not in known:
            raise InputError(
                f"there is no table `{name}` in these results",
                file=file,
                hint=f"there are {', '.join(known)}",
            )
    return _MARKS.sub(lambda match: f"{match[1]}{known[match[2]].markdown()}{match[3]}", page)
