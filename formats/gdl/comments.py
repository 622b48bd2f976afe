"""Ties the comments of a text to the rules and premises they explain."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from gdlc.formats.gdl.source import BLANKS, Remark, Source
from gdlc.formats.gdl.tree import Comment, Rule, Span


def attach(source: Source, rules: Sequence[Rule], *, inside: int) -> tuple[Comment, ...]:
    """The comments of a source.

    rules:  all of the source
    inside: how many parentheses are open between the premises of a rule
    """
    if not source.remarks:
        return ()
    starts = [_place(rule.span) for rule in rules]
    return tuple(_attached(remark, rules, starts, inside) for remark in source.remarks)


def _place(span: Span) -> tuple[int, int]:
    return span.line, span.column


def _attached(
    remark: Remark, rules: Sequence[Rule], starts: Sequence[tuple[int, int]], inside: int
) -> Comment:
    here = (remark.line, remark.column)
    marks = len(remark.text) - len(remark.text.lstrip(remark.text[0]))
    span = Span(*here, len(remark.text))
    text = remark.text[marks:].rstrip(BLANKS)
    at = bisect_left(starts, here) - 1
    if at < 0:
        return Comment(text, marks, 0, 0, True, span)
    rule = rules[at]
    parts = [rule.head.span, *(goal.span for goal in rule.body)]
    part = bisect_left(parts, here, key=_place) - 1
    if part < 0:  # behind the `<=`
        return Comment(text, marks, at, 0, True, span)
    is_fact = not rule.body and rule.span == rule.head.span
    if remark.depth > (0 if is_fact else inside):
        # Within a premise, which the layout does not break: before it.
        return Comment(text, marks, at, part, True, span)
    if not remark.own:
        return Comment(text, marks, at, part, False, span)
    if part + 1 < len(parts):
        return Comment(text, marks, at, part + 1, True, span)
    return Comment(text, marks, at + 1, 0, True, span)
