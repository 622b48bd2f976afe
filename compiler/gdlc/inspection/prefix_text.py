"""A prefix as text: blocks one by one, pieces that repeat folded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from gdlc.inspection.folding import Run, fold
from gdlc.inspection.layout import Cell, counted, cut, span, table, wrap
from gdlc.inspection.prefix import Block, Shape

_LETTER = {"exists": "e", "forall": "a", "chance": "r"}
_MOST = 40  # rows of a table
_PROBABILITIES = 2


def shape_text(shape: Shape) -> str:
    """`e 9`, `r 2 (1/2, 1/3)`."""
    text = f"{_LETTER[shape.quantifier]} {shape.size}"
    return f"{text} ({_chances(shape)})" if shape.probabilities else text


def _chances(shape: Shape) -> str:
    parts = [
        f"{_chance(p)} x {count}" if count > 1 and len(shape.probabilities) > 1 else _chance(p)
        for p, count in shape.probabilities
    ]
    if len(parts) > _PROBABILITIES + 1:
        parts[_PROBABILITIES:-1] = ["..."]
    return ", ".join(parts)


def _chance(p: Fraction) -> str:
    """A fraction with many digits as a decimal: foreign files have probabilities of 17 digits."""
    text = str(p)
    return text if len(text) <= 12 else f"{float(p):.6g}"


def folded_text(blocks: Sequence[Block]) -> str:
    """The whole prefix in a line: `e 9, r 1, (a 4, r 2, e 10, r 2) x 2, e 900`."""
    parts = []
    for run in fold([block.shape for block in blocks]):
        piece = ", ".join(
            shape_text(block.shape) for block in blocks[run.first : run.first + run.length]
        )
        if run.times > 1:
            piece = f"({piece}) x {run.times}" if run.length > 1 else f"{piece} x {run.times}"
        parts.append(piece)
    return ", ".join(parts)


def prefix_lines(blocks: Sequence[Block], what: str) -> list[str]:
    """A table of the prefix: a line a block, or a run of blocks of one shape.

    what: `level` or `block`
    """
    if not blocks:
        return [f"prefix     none: there is no {what}"]
    runs = fold([block.shape for block in blocks])
    # Few blocks are all told; a run of many of one shape is told once.
    few = len(blocks) <= _MOST
    rows: list[list[Cell]] = []
    left_out = 0
    for run in [Run(n, 1, 1) for n in range(len(blocks))] if few else runs:
        for offset in range(run.length):
            group = blocks[run.first + offset : run.end : run.length]
            if len(rows) >= _MOST:
                left_out += len(group)
            else:
                rows.append(_row(group, run))
    lines = wrap(f"prefix     {counted(len(blocks), what)}: {folded_text(blocks)}", "")
    head = [what, "", "size", "steps", "probabilities", "named", "names"]
    if all(block.named == block.shape.size for block in blocks):  # atoms all have a name
        del head[5]
        for row in rows:
            del row[5]
    lines += table(head, rows)
    if left_out:
        lines.append(f"  ... and {left_out} more {what}s; --json tells all")
    return lines


def _row(group: Sequence[Block], run: Run) -> list[Cell]:
    first, last = group[0], group[-1]
    steps = [block.steps for block in group if block.steps is not None]
    least = min((step[0] for step in steps), default=None)
    most = max((step[1] for step in steps), default=None)
    number = str(first.level)
    if len(group) > 1:
        number = f"{first.level}..{last.level}"
        if run.length > 1:
            number = f"{first.level}, {group[1].level}, .. {last.level}"
    names = Counter[str]()
    for block in group:
        names.update(dict(block.predicates))
    quantifier = first.shape.quantifier
    if len(group) > 1:
        quantifier = f"{quantifier} x {len(group)}"
    return [
        number,
        quantifier,
        first.shape.size,
        span(least, most),
        _chances(first.shape),
        sum(block.named for block in group) or None,
        _names(first, names, len(group) > 1),
    ]


def _names(first: Block, counts: Counter[str], several: bool) -> str:
    """An atom of the first block; where atoms of several predicates stand, how many of each."""
    if len(counts) == 1 and not several:
        return cut(first.example, 48)
    return ", ".join(f"{predicate} {count}" for predicate, count in counts.most_common())
