"""Reads rule sheets, in KIF or HRF."""

from __future__ import annotations

import hashlib
import re

from gdlc.formats.errors import InputError, UsageError
from gdlc.formats.gdl.comments import attach
from gdlc.formats.gdl.kif import read_kif
from gdlc.formats.gdl.layout import LANGUAGES
from gdlc.formats.gdl.source import LINE_END, Source, decode
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
    Span,
    Term,
)

# A sheet that begins with name( or name :- , perhaps behind facts of one word, is HRF.
_BLANKS = re.compile(r"(?:[ \t\r\n\f\v]++|[;%][^\r\n]*+)*+")
_NAME = r"(?:[a-z][A-Za-z0-9_]*+|'(?:[^'\\\r\n]|\\.)++')"
_HRF = re.compile(rf"(?:{_NAME}\.?\s++)*+{_NAME}(?:\(|:-)|(?:{_NAME}\.?\s++)++:-\s")


def read(data: bytes | str, file: str = "<string>", language: str = "auto") -> RuleSheet:
    """Read a rule sheet.

    data:     the text, or its bytes in UTF-8
    file:     the name to use in messages
    language: `kif`, `hrf`, or `auto`: by the ending of the file, else by the look of the text
    Raises:   InputError with the place of the first thing that is neither fact nor rule
    """
    if language not in ("auto", *LANGUAGES):
        raise UsageError(f"unknown language {language!r}", hint="one of auto, kif, hrf")
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    text = decode(raw, file)
    source = Source(text, file)
    looks, at = _look(text)
    if language == "auto":
        language = language_of(text, file)
    if language == "kif":
        if looks == "hrf" and _HRF.match(text, at):
            raise _other(source, text, at, "KIF", "HRF")
        rules = read_kif(source)
    else:
        if looks == "kif" and text[at : at + 1] == "(":
            raise _other(source, text, at, "HRF", "KIF")
        from gdlc.formats.gdl.hrf import read_hrf  # the rarer language

        rules = read_hrf(source)
    if any(name != RANDOM and name.lower() == RANDOM for name in source.names) and any(
        map(_is_random_role, rules)
    ):
        rules = [_with_lower_random(rule) for rule in rules]
    return RuleSheet(
        tuple(rules),
        file,
        hashlib.sha256(raw).hexdigest(),
        source.lines,
        attach(source, rules, inside=1 if language == "kif" else 0),
        language,
    )


def language_of(text: str, file: str = "") -> str:
    """`kif` or `hrf`: by the ending of the file, else by the look of the text."""
    ending = file.lower().rpartition(".")[2]
    return ending if ending in LANGUAGES else _look(text)[0]


def _look(text: str) -> tuple[str, int]:
    """What a text looks like by its first statement, and the offset of that."""
    blanks = _BLANKS.match(text)
    at = blanks.end() if blanks is not None else 0
    if _HRF.match(text, at):
        return "hrf", at
    if text[at : at + 1] != "(" and text.lstrip()[:1] == "%":
        return "hrf", at
    return "kif", at


def _other(source: Source, text: str, at: int, meant: str, found: str) -> InputError:
    lines = LINE_END.split(text[:at])
    line = len(lines)
    column = len(lines[-1]) + 1
    span = Span(line, column, max(1, len(source.lines[line - 1]) - column + 1))
    return source.error(
        f"this is no {meant}: it looks like {found}",
        span,
        f"give the file the ending .{found.lower()}",
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
