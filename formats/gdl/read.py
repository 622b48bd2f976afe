"""Reads rule sheets, in KIF or HRF."""

from __future__ import annotations

import hashlib

from gdlc.formats.gdl.kif import read_kif
from gdlc.formats.gdl.source import Source, decode
from gdlc.formats.gdl.tree import (
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
    Term,
)

LANGUAGES = ("kif", "hrf")


def read(data: bytes | str, file: str = "<string>", language: str = "auto") -> RuleSheet:
    """Read a rule sheet.

    data:     the text, or its bytes in UTF-8
    file:     the name to use in messages
    language: `kif`, `hrf`, or `auto`: by the ending of the file, else by the look of the text
    Raises:   InputError with the place of the first thing that is neither fact nor rule
    """
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    source = Source(decode(raw, file), file)
    rules = read_kif(source)
    if any(name != RANDOM and name.lower() == RANDOM for name in source.names) and any(
        map(_is_random_role, rules)
    ):
        rules = [_with_lower_random(rule) for rule in rules]
    return RuleSheet(
        tuple(rules),
        file,
        hashlib.sha256(raw).hexdigest(),
        source.lines,
    )


def _is_random_role(rule: Rule) -> bool:
    head = rule.head
    return (
        head.predicate == "role"
        and len(head.args) == 1
        and isinstance(head.args[0], Constant)
        and head.args[0].name.lower() == RANDOM
    )


def _with_lower_random(rule: Rule) -> Rule:
    """`RANDOM` as `random`: a role of that name makes it a keyword, and keywords are caseless."""

    def term(node: Term) -> Term:
        match node:
            case Constant(name, span) if name.lower() == RANDOM:
                return Constant(RANDOM, span)
            case Function(name, args, span):
                return Function(name, tuple(map(term, args)), span)
            case _:
                return node

    def atom(node: Atom) -> Atom:
        return Atom(node.predicate, tuple(map(term, node.args)), node.span)

    def goal(node: Goal) -> Goal:
        match node:
            case Atom():
                return atom(node)
            case Not(inner, span):
                return Not(goal(inner), span)
            case Or(parts, span):
                return Or(tuple(map(goal, parts)), span)
            case Distinct(left, right, span):
                return Distinct(term(left), term(right), span)

    return Rule(atom(rule.head), tuple(map(goal, rule.body)), rule.span)
