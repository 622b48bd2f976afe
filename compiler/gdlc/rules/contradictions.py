"""Rules that never fire, since two of their premises exclude each other."""

from __future__ import annotations

from collections.abc import Iterator

from gdlc.formats.gdl import Atom, Distinct, Not, RuleSheet
from gdlc.rules.finding import Finding, at


def contradictions(sheet: RuleSheet) -> Iterator[Finding]:
    """A premise and its own negation in one body; a term that must differ from itself."""
    for rule in sheet.rules:
        required = {goal for goal in rule.body if isinstance(goal, Atom)}
        for goal in rule.body:
            match goal:
                case Not(Atom() as denied) if denied in required:
                    what = f"the premise {denied} and its negation stand in one rule"
                case Distinct(left, right) if left == right:
                    what = f"{left} must differ from itself"
                case _:
                    continue
            yield at(
                sheet,
                goal.span,
                "contradictory-premises",
                f"{what}: this rule for `{rule.head.predicate}` never fires",
                "remove the one that is not meant"
                if isinstance(goal, Not)
                else "write two different terms",
            )
