"""Disjunctions and bodies of an unusual form, which most players read differently or not at all."""

from __future__ import annotations

from collections.abc import Iterator

from gdlc.formats.gdl import Goal, Not, Or, RuleSheet
from gdlc.rules.finding import Finding, at


def alternatives(sheet: RuleSheet) -> Iterator[Finding]:
    """`or` within `or`, below `not`, without anything; `<=` without premises."""
    for rule in sheet.rules:
        for goal in rule.body:
            yield from _disjunctions(sheet, goal)
        # The reader keeps no trace of `<=` but in the places.
        if not rule.body and (rule.span.line, rule.span.column) != (
            rule.head.span.line,
            rule.head.span.column,
        ):
            yield at(
                sheet,
                rule.span,
                "empty-body",
                f"this rule for `{rule.head.predicate}` has no premises: it is a fact",
                f"write the fact without `<=`: {rule.head}",
                rule.head.predicate,
            )


def _disjunctions(sheet: RuleSheet, goal: Goal) -> Iterator[Finding]:
    stack: list[tuple[Goal, str]] = [(goal, "")]
    while stack:
        current, above = stack.pop()
        if isinstance(current, Not):
            stack.append((current.goal, "not" if above != "or" else "or"))
            if isinstance(current.goal, Or):
                yield at(
                    sheet,
                    current.span,
                    "negated-or",
                    "`or` stands below `not`, where GDL allows an atom only",
                    "it is read as none of the alternatives; write one `not` for each, since other"
                    " players may read it differently",
                )
        elif isinstance(current, Or):
            if not current.goals:
                yield at(
                    sheet,
                    current.span,
                    "empty-or",
                    "an `or` without alternatives never holds, and with it the whole rule"
                    if above == ""
                    else "an `or` without alternatives never holds",
                    "add alternatives, or remove the rule",
                )
            if above == "or":
                yield at(
                    sheet,
                    current.span,
                    "nested-or",
                    "`or` stands within another `or`",
                    "put its alternatives among those of the outer one, or give it a relation of"
                    " its own",
                    rule_of(current),
                )
                continue
            stack.extend((part, "or") for part in reversed(current.goals))


def rule_of(goal: Or) -> object:
    """Disjunctions in one line are told once."""
    return goal.span.line
