"""Words that differ only in capitals, and rules that say the same twice."""

from __future__ import annotations

from collections.abc import Iterator

from gdlc.formats.gdl import (
    KEYWORD_ARITY,
    RANDOM,
    Atom,
    Constant,
    Distinct,
    Function,
    Goal,
    Not,
    Or,
    Rule,
    RuleSheet,
    Span,
    Term,
    Variable,
)
from gdlc.rules.finding import Finding, at

_CASELESS = frozenset({*KEYWORD_ARITY, "<=", "not", "or", "distinct", RANDOM})


def words_of(rule: Rule) -> Iterator[tuple[str, Span]]:
    """Names of relations, functions, constants, and variables with their question mark."""
    stack: list[Goal | Term] = [*reversed((rule.head, *rule.body))]
    while stack:
        match stack.pop():
            case Atom(name, args, span) | Function(name, args, span):
                yield name, span
                stack.extend(reversed(args))
            case Constant(name, span):
                yield name, span
            case Variable(name, span):
                yield f"?{name}", span
            case Not(goal):
                stack.append(goal)
            case Or(goals):
                stack.extend(reversed(goals))
            case Distinct(left, right):
                stack.extend((right, left))


def capitals(sheet: RuleSheet) -> Iterator[Finding]:
    """Two spellings of one word: variables within a rule, all others within the sheet.

    The spelling that stands first counts as the right one.
    """
    first: dict[str, tuple[str, Span]] = {}
    for rule in sheet.rules:
        of_rule: dict[str, tuple[str, Span]] = {}
        for word, span in words_of(rule):
            lower = word.lower()
            if lower in _CASELESS:
                continue
            known = of_rule if word.startswith("?") else first
            other, where = known.setdefault(lower, (word, span))
            if other != word:
                yield at(
                    sheet,
                    span,
                    "capitals",
                    f"`{word}` is another word than `{other}` in line {where.line}: capitals count",
                    f"write `{other}`, if the same was meant",
                    (rule.span if known is of_rule else None, word),
                )


def duplicates(sheet: RuleSheet) -> Iterator[Finding]:
    """Rules that are equal up to the names of variables and the order of premises."""
    first: dict[object, Rule] = {}
    for rule in sheet.rules:
        key = _shape(rule)
        other = first.setdefault(key, rule)
        if other is not rule:
            what = "rule" if rule.body else "fact"
            yield at(
                sheet,
                rule.span,
                "duplicate-rule",
                f"this {what} for `{rule.head.predicate}` says the same as line {other.span.line}",
                "remove one of the two, or change it to what it was meant to say",
                other.span,
            )


def _shape(rule: Rule) -> object:
    """The rule with its premises sorted by their form, and then its variables numbered.

    Equal shapes are equal rules. Some equal rules have different shapes: those with several
    premises that differ in nothing but variables, in another order.
    """
    if not rule.body:
        return str(rule.head)
    body = sorted(rule.body, key=lambda goal: _text(goal, None))
    numbers: dict[str, int] = {}
    return "\n".join(_text(goal, numbers) for goal in (rule.head, *body))


def _text(node: Goal | Term, numbers: dict[str, int] | None) -> str:
    match node:
        case Variable(name):
            return "?" if numbers is None else f"?{numbers.setdefault(name, len(numbers))}"
        case Constant(name):
            return name
        case Function(name, args) | Atom(name, args):
            return f"({name} {' '.join([_text(arg, numbers) for arg in args])})"
        case Not(goal):
            return f"(not {_text(goal, numbers)})"
        case Or(goals):
            return f"(or {' '.join([_text(goal, numbers) for goal in goals])})"
        case Distinct(left, right):
            return f"(distinct {_text(left, numbers)} {_text(right, numbers)})"
