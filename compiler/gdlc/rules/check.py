"""What is wrong with a rule sheet, all findings at once, each with its place and a way out.

The kinds of findings stand in `finding.CODES`. What only the ground rules tell (negation through a
cycle) is the business of a pass, and what only plays tell of the machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gdlc.formats.errors import InputError
from gdlc.formats.gdl import RuleSheet
from gdlc.rules import parts, usage, words
from gdlc.rules.alternatives import alternatives
from gdlc.rules.arcs import Graph
from gdlc.rules.arities import arities, two_meanings
from gdlc.rules.conjunction import conjunctions
from gdlc.rules.contradictions import contradictions
from gdlc.rules.directions import directions
from gdlc.rules.finding import CODES, Finding, condensed
from gdlc.rules.keywords import keywords, missing
from gdlc.rules.recursion import recursion, unbounded
from gdlc.rules.safety import facts, negations, safety

__all__ = ["CODES", "Finding", "check", "check_read", "condensed", "require"]

_WAITS = "the other checks wait until this is mended"


def check(sheet: RuleSheet) -> list[Finding]:
    """All findings, in the order of the sheet; those about the whole sheet come first.

    No finding hides another: every test runs, whatever the others found.
    """
    sheet, found = conjunctions(sheet)
    graph = Graph(sheet)
    return condensed([*found, *_errors(sheet, graph), *_warnings(sheet, graph)])


def check_read(sheet: RuleSheet, errors: Sequence[InputError]) -> list[Finding]:
    """Findings about a sheet of which some rules could not be read.

    errors: what was wrong with those
    Only what a rule shows by itself is told of the others: a relation without rules, for instance,
    may have them among those that are not here.
    """
    sheet, found = conjunctions(sheet)
    for one in errors:
        hint = one.hint
        if one is errors[-1]:
            hint = f"{hint}; {_WAITS}" if hint else _WAITS
        found.append(Finding("syntax", one.message, one.place, hint))
    for test in (keywords, arities, facts, negations, safety):
        found += test(sheet)
    return condensed(found)


def require(sheet: RuleSheet) -> None:
    """Raise the first error that `check` finds, if there is one."""
    read, found = conjunctions(sheet)
    errors = condensed([*found, *_errors(read, Graph(read))])
    if not errors:
        return
    first = errors[0]
    message = first.message
    if len(errors) > 1:
        message += f" (and {len(errors) - 1} more: `gdlc check` shows all)"
    raise InputError(message, place=first.place, file=sheet.file, hint=first.hint)


def _errors(sheet: RuleSheet, graph: Graph) -> Iterator[Finding]:
    for test in (missing, keywords, arities, facts, negations, safety):
        yield from test(sheet)
    for test_of_graph in (directions, recursion):
        yield from test_of_graph(sheet, graph)


def _warnings(sheet: RuleSheet, graph: Graph) -> Iterator[Finding]:
    for test in (
        parts.base_and_input,
        parts.roles,
        parts.goal_values,
        parts.first_state,
        alternatives,
        contradictions,
        two_meanings,
        usage.fluents_and_moves,
        words.capitals,
        words.duplicates,
    ):
        yield from test(sheet)
    for test_of_graph in (usage.relations, unbounded):
        yield from test_of_graph(sheet, graph)
