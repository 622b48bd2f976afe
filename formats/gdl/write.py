"""Writes trees as KIF or HRF: one rule a line, no comments. layout.py is for people."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gdlc.formats.gdl.tree import (
    Atom,
    Constant,
    Distinct,
    Function,
    Goal,
    Not,
    Or,
    Rule,
    RuleSheet,
    Term,
    Variable,
    variables,
)

_PLAIN = re.compile(r"[a-z][A-Za-z0-9_]*")
_NUMBER = re.compile(r"-?[0-9]+")
_VARIABLE = re.compile(r"[A-Z][A-Za-z0-9_]*")
_RESERVED = frozenset({"not", "or"})


def write(sheet: RuleSheet, language: str = "kif") -> str:
    """The rules; reading them back gives the same rules.

    In KIF an equal sheet. In HRF one that is equal but for the names of variables, since there
    they begin with a capital letter.
    """
    return "".join(f"{one_line(rule, language)}\n" for rule in sheet.rules)


def one_line(rule: Rule, language: str) -> str:
    head, *body = parts(rule, language)
    if language == "kif":
        return f"(<= {head} {' '.join(body)})" if body else head
    return f"{head} :- {' & '.join(body)}" if body else head


def parts(rule: Rule, language: str) -> list[str]:
    """The head and the premises, each as a text."""
    if language == "kif":
        return [kif(rule.head), *map(kif, rule.body)]
    writer = _Hrf(rule)
    return [writer.goal(rule.head), *map(writer.goal, rule.body)]


def kif(node: Term | Goal) -> str:
    match node:
        case Constant(name):
            return name
        case Variable(name):
            return f"?{name}"
        case Function(name, args):
            return f"({name} {' '.join(map(kif, args))})"
        case Atom(name, args):
            return f"({name} {' '.join(map(kif, args))})" if args else name
        case Not(goal):
            return f"(not {kif(goal)})"
        case Or(goals):
            return f"(or {' '.join(map(kif, goals))})" if goals else "(or)"
        case Distinct(left, right):
            return f"(distinct {kif(left)} {kif(right)})"


class _Hrf:
    """HRF of one rule, whose variables get names that begin with a capital letter."""

    def __init__(self, rule: Rule) -> None:
        found = dict.fromkeys(
            variable.name for goal in (rule.head, *rule.body) for variable in variables(goal)
        )
        # A name that is right stays, so that what was read from HRF keeps its names.
        right = {name: name for name in found if _VARIABLE.fullmatch(name)}
        self._names = right
        taken = set(right)
        for name in found:
            if name not in right:
                self._names[name] = next(new for new in _capitals(name) if new not in taken)
                taken.add(self._names[name])

    def goal(self, node: Goal) -> str:
        match node:
            case Atom(name, args):
                return self._call(name, args) if args else _name(name)
            case Not(goal):
                return f"~{self.goal(goal)}"
            case Or(goals):
                if len(goals) > 1:
                    return f"({' | '.join(map(self.goal, goals))})"
                return f"or({''.join(map(self.goal, goals))})"
            case Distinct(left, right):
                return self._call("distinct", (left, right))

    def _call(self, name: str, args: tuple[Term, ...]) -> str:
        return f"{_name(name)}({','.join(map(self._term, args))})"

    def _term(self, node: Term) -> str:
        match node:
            case Constant(name):
                return name if _NUMBER.fullmatch(name) else _name(name)
            case Variable(name):
                return self._names[name]
            case Function(name, args):
                return self._call(name, args)


def _name(word: str) -> str:
    if _PLAIN.fullmatch(word) and word not in _RESERVED:
        return word
    escaped = word.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def _capitals(name: str) -> Iterator[str]:
    """Names for a variable, the most like it first."""
    word = re.sub(r"[^A-Za-z0-9_]+", "_", name)
    word = word[0].upper() + word[1:] if word[:1].isalpha() else f"V{word}"
    yield word
    number = 2
    while True:
        yield f"{word}_{number}"
        number += 1
