"""One thing that is wrong with a rule sheet, and the table of all kinds of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from gdlc.formats.errors import Place
from gdlc.formats.gdl import RuleSheet, Span

ERROR, WARNING = "error", "warning"

# Every kind of finding by its code, which never changes its meaning: programs read it.
# docs/check.md explains each.
CODES: dict[str, str] = {
    "syntax": ERROR,
    "no-role": ERROR,
    "no-player": ERROR,
    "no-legal": ERROR,
    "no-terminal": ERROR,
    "no-goal": ERROR,
    "role-by-rule": ERROR,
    "role-name": ERROR,
    "keyword-as-head": ERROR,
    "keyword-as-premise": ERROR,
    "keyword-as-word": ERROR,
    "keyword-arity": ERROR,
    "two-arities": ERROR,
    "variable-in-fact": ERROR,
    "and-as-premise": ERROR,
    "unsafe-variable": ERROR,
    "negated-non-atom": ERROR,
    "depends-on-state": ERROR,
    "depends-on-moves": ERROR,
    "unrestricted-recursion": ERROR,
    "negative-cycle": ERROR,
    "no-base-or-input": WARNING,
    "role-without-goal": WARNING,
    "unknown-role": WARNING,
    "goal-value": WARNING,
    "never-produced": WARNING,
    "never-used": WARNING,
    "fluent-never-true": WARNING,
    "move-never-legal": WARNING,
    "unbounded-fluent": WARNING,
    "contradictory-premises": WARNING,
    "nested-or": WARNING,
    "negated-or": WARNING,
    "empty-or": WARNING,
    "empty-body": WARNING,
    "duplicate-rule": WARNING,
    "relation-and-function": WARNING,
    "capitals": WARNING,
    "undecided-cycle": WARNING,
    "terminal-at-start": WARNING,
    "stuck-role": WARNING,
    "no-end": WARNING,
    "several-goals": WARNING,
    "no-goal-value": WARNING,
    "incomplete-base": WARNING,
    "incomplete-input": WARNING,
}

# A sheet that a program made may have one mistake in every rule: so many of a kind are shown.
MOST_OF_A_KIND = 50


@dataclass(frozen=True)
class Finding:
    """code: a key of CODES; place: None where the whole sheet is meant.

    subject: what the finding is about, where the same about the same need be told only once
    """

    code: str
    message: str
    place: Place | None
    hint: str | None = None
    subject: object = None

    @property
    def severity(self) -> str:
        """`error` or `warning`."""
        return CODES[self.code]


def at(
    sheet: RuleSheet, span: Span, code: str, message: str, hint: str, subject: object = None
) -> Finding:
    """A finding about a node of the sheet."""
    return Finding(code, message, sheet.place(span), hint, subject)


def about(sheet: RuleSheet, code: str, message: str, hint: str, subject: object = None) -> Finding:
    """A finding about the whole sheet."""
    return Finding(code, message, Place(sheet.file, 1, 1), hint, subject)


def condensed(findings: Iterable[Finding]) -> list[Finding]:
    """In the order of the sheet, the same about the same subject once, few of each kind.

    The first finding of several names the lines of the others.
    """
    ordered = sorted(dict.fromkeys(findings), key=_position)
    groups: dict[object, list[Finding]] = {}
    for number, one in enumerate(ordered):
        key = number if one.subject is None else (one.code, one.subject)
        groups.setdefault(key, []).append(one)
    shown: list[Finding] = []
    counts: dict[str, int] = {}
    for group in groups.values():
        first = group[0]
        counts[first.code] = counts.get(first.code, 0) + 1
        if counts[first.code] <= MOST_OF_A_KIND:
            shown.append(replace(first, message=first.message + _also(group)))
    for code, count in counts.items():
        if count > MOST_OF_A_KIND:
            last = max(n for n, one in enumerate(shown) if one.code == code)
            rest = f" (and {count - MOST_OF_A_KIND} more findings of this kind, not shown)"
            shown[last] = replace(shown[last], message=shown[last].message + rest)
    return shown


def _position(finding: Finding) -> tuple[int, int]:
    return (finding.place.line, finding.place.column) if finding.place else (0, 0)


def _also(group: list[Finding]) -> str:
    first = _position(group[0])[0]
    lines = [*dict.fromkeys(line for one in group[1:] if (line := _position(one)[0]) != first)]
    if not lines:
        return ""
    named = ", ".join(map(str, lines[:3]))
    more = f" and {len(lines) - 3} more" if len(lines) > 3 else ""
    return f" (also in line{'s' * (len(lines) > 1)} {named}{more})"
