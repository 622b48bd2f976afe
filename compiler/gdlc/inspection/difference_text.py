"""The difference between two files, as text for people."""

from __future__ import annotations

from gdlc.inspection.difference import Difference, Only
from gdlc.inspection.layout import Cell, counted, table, wrap
from gdlc.inspection.prefix_text import folded_text

_PREDICATES = 12  # rows of the atoms that only one file has


def difference_text(found: Difference) -> str:
    """Sizes side by side, prefixes, atoms that only one of the files has."""
    noun = "statement" if found.kind == "gdl" else "atom"
    lines = [*wrap(f"A  {found.files[0]}", ""), *wrap(f"B  {found.files[1]}", ""), "sizes"]
    rows: list[list[Cell]] = [
        [size.what, size.one, size.other, _ratio(size.one, size.other)] for size in found.sizes
    ]
    lines += table(["", "A", "B", "B/A"], rows)
    if found.prefixes is not None:
        one, other = map(folded_text, found.prefixes)
        lines.append("prefix")
        if one == other:
            lines += wrap(f"both: {one}", lines=3)
        else:
            lines += wrap(f"A: {one}", lines=3) + wrap(f"B: {other}", lines=3)
        lines += _choices(found)
    lines.append(f"{noun}s in both: {found.shared}")
    for letter, only in (("A", found.only_one), ("B", found.only_other)):
        lines += _only(f"{noun}s only in {letter}", only)
    return "\n".join(lines) + "\n"


def _ratio(one: int, other: int) -> str:
    return "" if one == 0 else f"{other / one:.3f}"


def _choices(found: Difference) -> list[str]:
    if found.same_prefix:
        return ["  the choices are the same, block by block"]
    at = found.differs_at
    if at is None:
        return []
    return wrap(
        f"the choices differ first in block {at.number}: A has {at.one or 'no such block'};"
        f" B has {at.other or 'no such block'}",
    )


def _only(title: str, only: tuple[Only, ...]) -> list[str]:
    total = sum(one.count for one in only)
    if not total:
        return [f"{title}: none"]
    rows: list[list[Cell]] = []
    for one in only[:_PREDICATES]:
        more = ", ..." if one.count > len(one.first) else ""
        rows.append([one.predicate, one.count, ", ".join(one.first) + more])
    lines = [f"{title}: {total}", *table(["", "", ""], rows)]
    if len(only) > _PREDICATES:
        more_of = counted(len(only) - _PREDICATES, "predicate")
        lines.append(f"  ... and of {more_of} more; --json tells all")
    return lines
