"""The rules of a game over all states at once, in clingo's language.

For questions about ground rules that hold whatever the state is: each fluent and each move that
may occur at some time is a free choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gdlc.formats import gdl
from gdlc.formats.lp.terms import functor
from gdlc.passes.rule_text import RuleText
from gdlc.rules.dependency import Depends, dependencies
from gdlc.rules.normal_form import Comparison, FlatRule, Literal, flatten


def timeless(sheet: gdl.RuleSheet, relations: Iterable[str]) -> str:
    """The rules that the given relations depend on, theirs among them.

    Every atom that may hold in some state is `_may(...)` of it: the rules without their negations,
    except those about what is the same in all states. Fluents and moves then are free choices.
    """
    rules = flatten(sheet)
    depends = dependencies(rules)
    wanted = _closure(rules, relations)
    lines: list[str] = []
    for rule in rules:
        name = rule.head.predicate
        if name in wanted and name not in ("init", "next"):
            lines.append(_rule(rule))
    if wanted & {"true", "does"}:
        lines += [_maybe(rule, depends) for rule in rules if _matters(rule, depends)]
        lines += [
            _rule(rule)
            for rule in rules
            if depends.get(rule.head.predicate) == Depends.NOTHING
            and rule.head.predicate not in wanted
            and rule.head.predicate not in ("init", "base", "input", "sees")
        ]
        lines.append("_may_does(R,A) :- _may_legal(R,A).")
        lines.append("{true(F)} :- _may_true(F).")
        lines.append("{does(R,A)} :- _may_does(R,A).")
    return "\n".join(dict.fromkeys(lines)) + "\n"


def _matters(rule: FlatRule, depends: Mapping[str, Depends]) -> bool:
    name = rule.head.predicate
    return name not in ("base", "input", "sees", "goal", "terminal") and (
        name in ("init", "next") or depends.get(name, Depends.NOTHING) != Depends.NOTHING
    )


def _closure(rules: list[FlatRule], relations: Iterable[str]) -> set[str]:
    uses: dict[str, set[str]] = {}
    for rule in rules:
        used = uses.setdefault(rule.head.predicate, set())
        used.update(p.atom.predicate for p in rule.body if isinstance(p, Literal))
    wanted = set(relations)
    pending = [*wanted]
    while pending:
        for name in uses.get(pending.pop(), ()):
            if name not in wanted:
                wanted.add(name)
                pending.append(name)
    return wanted


def _rule(rule: FlatRule) -> str:
    """The rule as it is."""
    text = RuleText()
    return text.line(text.atom(rule.head), rule.body)


def _maybe(rule: FlatRule, depends: Mapping[str, Depends]) -> str:
    """When the head may hold in some state."""

    def name_of(name: str) -> str:
        return f"_may_{functor(name)}" if depends.get(name) else functor(name)

    text = RuleText(name_of)
    body = [
        premise
        for premise in rule.body
        if isinstance(premise, Comparison)
        or premise.positive
        or not depends.get(premise.atom.predicate)
    ]
    name = rule.head.predicate
    head = "true" if name in ("init", "next") else functor(name)
    return text.line(text.call(f"_may_{head}", rule.head.args), body)
