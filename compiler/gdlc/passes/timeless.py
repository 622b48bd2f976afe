"""The rules of a game over all states at once, in clingo's language.

For questions about ground rules that hold whatever the state is: each fluent and each move that
may occur at some time is a free choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gdlc.formats import gdl
from gdlc.formats.lp.terms import constant, functor
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
            lines.append(_Writer(depends).rule(rule))
    if wanted & {"true", "does"}:
        lines += [_Writer(depends).maybe(rule) for rule in rules if _matters(rule, depends)]
        lines += [
            _Writer(depends).rule(rule)
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


class _Writer:
    """One rule as text."""

    def __init__(self, depends: Mapping[str, Depends]) -> None:
        self.depends = depends
        self.numbers: dict[str, int] = {}

    def rule(self, rule: FlatRule) -> str:
        """The rule as it is."""
        body = []
        for premise in rule.body:
            if isinstance(premise, Comparison):
                body.append(self.comparison(premise))
            else:
                text = self.atom(functor(premise.atom.predicate), premise.atom)
                body.append(text if premise.positive else f"not {text}")
        return self.line(self.atom(functor(rule.head.predicate), rule.head), body)

    def maybe(self, rule: FlatRule) -> str:
        """When the head may hold in some state."""
        body = []
        for premise in rule.body:
            if isinstance(premise, Comparison):
                body.append(self.comparison(premise))
                continue
            name = premise.atom.predicate
            static = self.depends.get(name, Depends.NOTHING) == Depends.NOTHING
            if static:
                text = self.atom(functor(name), premise.atom)
                body.append(text if premise.positive else f"not {text}")
            elif premise.positive:
                body.append(self.atom(f"_may_{functor(name)}", premise.atom))
        name = rule.head.predicate
        head = "true" if name in ("init", "next") else functor(name)
        return self.line(self.atom(f"_may_{head}", rule.head), body)

    def line(self, head: str, body: list[str]) -> str:
        return f"{head} :- {', '.join(body)}." if body else f"{head}."

    def comparison(self, premise: Comparison) -> str:
        sign = "=" if premise.equal else "!="
        return f"{self.term(premise.left)} {sign} {self.term(premise.right)}"

    def atom(self, name: str, atom: gdl.Atom) -> str:
        return f"{name}({','.join(map(self.term, atom.args))})" if atom.args else name

    def term(self, term: gdl.Term) -> str:
        match term:
            case gdl.Variable(name):
                return f"V{self.numbers.setdefault(name, len(self.numbers) + 1)}"
            case gdl.Constant(name):
                return str(constant(name))
            case gdl.Function(name, args):
                return f"{functor(name)}({','.join(map(self.term, args))})"
