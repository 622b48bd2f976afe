"""Reads HRF. The grammar is hrf.lark; here names get their meaning."""

from __future__ import annotations

import functools
from typing import Any

from lark import Lark
from lark.exceptions import UnexpectedToken

from gdlc.formats.errors import InputError
from gdlc.formats.gdl.hrf_errors import unexpected
from gdlc.formats.gdl.hrf_tokens import Call, HrfScanner, HrfToken
from gdlc.formats.gdl.parser import make_parser, parse
from gdlc.formats.gdl.source import BLANKS, MAX_DEPTH, Source
from gdlc.formats.gdl.tree import (
    CONNECTIVES,
    KEYWORD_ARITY,
    Atom,
    Constant,
    Distinct,
    Function,
    Goal,
    Not,
    Or,
    Rule,
    Span,
    Term,
    Variable,
)

_Name = HrfToken | Call


class _Open:
    """A premise in which others stand, `depth` in each other; its token, and the one that ends it.

    What it says shows only when the rule is whole: then the source of the text is known.
    """

    __slots__ = ("depth", "first", "last", "parts")

    def __init__(self, first: HrfToken, parts: list[_Premise], last: HrfToken | None) -> None:
        deepest = max((part.depth for part in parts if isinstance(part, _Open)), default=0)
        self.first = first
        self.parts = parts
        self.last = last
        self.depth: int = 1 + deepest


_Premise = HrfToken | Call | _Open


class _Actions:
    """What the parser does where it has found a rule of the grammar, called by its alias."""

    @staticmethod
    def begin(children: list[Any]) -> Any:
        return children[0].collector

    @staticmethod
    def fact(children: list[Any]) -> Any:
        children[0].add(children[1], None)
        return children[0]

    @staticmethod
    def rule(children: list[Any]) -> Any:
        head, *body = children[1]
        children[0].add(head, body)
        return children[0]

    @staticmethod
    def stop(children: list[Any]) -> Any:
        children[0].stop(children[1])
        return children[0]

    @staticmethod
    def first(children: list[Any]) -> list[_Premise]:
        return [children[0], children[2]]

    pair = first

    @staticmethod
    def more(children: list[Any]) -> Any:
        children[0].append(children[2])
        return children[0]

    @staticmethod
    def alone(children: list[Any]) -> list[_Premise]:
        return children

    @staticmethod
    def atom(children: list[Any]) -> Any:
        return children[0]

    @staticmethod
    def group(children: list[Any]) -> Any:
        return children[1]

    @staticmethod
    def negation(children: list[Any]) -> _Open:
        return _Open(children[0], [children[1]], None)

    @staticmethod
    def choice(children: list[Any]) -> _Open:
        parts = children[1] if len(children) == 3 else []
        return _Open(children[0], parts, children[-1])

    @staticmethod
    def argument(children: list[Any]) -> Any:
        call, found = children[0], children[-1]
        if isinstance(found, Call) and found.depth >= call.depth:
            call.depth = found.depth + 1
        call.args.append(found)
        return call

    @staticmethod
    def close(children: list[Any]) -> Any:
        call, token = children
        call.end_line = token.line
        call.end_column = token.column + 1
        return call


@functools.cache
def _parser() -> Lark:
    return make_parser("hrf.lark", _Actions())


def read_hrf(source: Source) -> list[Rule]:
    """Raises: InputError with the place of the first thing that is no HRF."""
    reader = _Reader(source)
    scanner = HrfScanner(source, reader)
    try:
        parse(_parser(), scanner)
    except UnexpectedToken as error:
        raise unexpected(source, error, scanner.opened) from None
    return reader.rules


class _Reader:
    """Collects the rules.

    _unended: the last statement is a rule without a full stop
    _stopped: it has its full stop, or there is none yet
    """

    def __init__(self, source: Source) -> None:
        self.rules: list[Rule] = []
        self._source = source
        self._unended = False
        self._stopped = True

    def add(self, head: _Name, body: list[_Premise] | None) -> None:
        if self._unended:
            self._require_new_line(head)
        atom = self._atom(head, "a fact" if body is None else "the head of a rule")
        goals = tuple([self._goal(part) for part in body or ()])
        # The head of a rule begins where the rule does.
        self.rules.append(Rule(atom, goals, atom.span))
        self._unended = body is not None
        self._stopped = False

    def stop(self, token: HrfToken) -> None:
        if self._stopped:
            raise self._source.error(
                "this full stop ends nothing",
                Span(token.line, token.column),
                "write one behind a fact or rule, or none",
            )
        self._stopped = True
        self._unended = False

    def _require_new_line(self, head: _Name) -> None:
        """A fact behind a rule may be a premise without its `&`: it has to look like a fact."""
        before = self._source.lines[head.line - 1][: head.column - 1]
        if head.column > self.rules[-1].span.column or before.strip(BLANKS):
            raise self._source.error(
                f"`&` is missing before `{head.text}`, or it begins a new fact or rule",
                self._span(head),
                "join premises with `&`; begin a fact or rule in a new line below the head of the "
                "last rule, or put a full stop behind that",
            )

    def _span(self, item: _Name) -> Span:
        if isinstance(item, Call):
            return self._source.span(item.line, item.column, item.end_line, item.end_column)
        return Span(item.line, item.column, item.width)

    def _atom(self, item: _Name, what: str) -> Atom:
        lower = item.text.lower()
        if lower in CONNECTIVES:
            raise self._source.error(
                f"`{item.text}` cannot be {what}",
                self._span(item),
                "write ~a, (a | b) or distinct(a,b) as a premise",
            )
        args = self._terms(item) if isinstance(item, Call) else ()
        name = lower if lower in KEYWORD_ARITY else item.text
        return Atom(name, args, self._span(item))

    def _goal(self, premise: _Premise) -> Goal:
        if not isinstance(premise, _Open):
            if premise.text.lower() == "distinct":
                return self._distinct(premise)
            return self._atom(premise, "a premise")
        first, last = premise.first, premise.last
        span = Span(first.line, first.column, len(first.text))
        if premise.depth > MAX_DEPTH:
            raise self._too_deep(span)
        goals = tuple(map(self._goal, premise.parts))
        if last is None:
            return Not(goals[0], span)
        end = self._source.span(first.line, first.column, last.line, last.column + 1)
        return Or(goals, end)

    def _distinct(self, item: _Name) -> Distinct:
        args = self._terms(item) if isinstance(item, Call) else ()
        if len(args) != 2:
            raise self._source.error(
                f"`distinct` takes two terms, {len(args)} stand here",
                self._span(item),
                "write distinct(a,b)",
            )
        return Distinct(args[0], args[1], self._span(item))

    def _terms(self, call: Call) -> tuple[Term, ...]:
        if call.type == "FLAT":
            return tuple(call.args)
        if call.depth > MAX_DEPTH + 2:
            raise self._too_deep(self._span(call))
        found: list[Any] = call.args
        for at, item in enumerate(found):
            found[at] = self._term(item)
        return tuple(found)

    def _term(self, item: Any) -> Term:
        if isinstance(item, Call):
            args = self._terms(item)
            span = self._span(item)
            return Function(item.text, args, span) if args else Constant(item.text, span)
        span = self._span(item)
        return Variable(item.text, span) if item.type == "VARIABLE" else Constant(item.text, span)

    def _too_deep(self, span: Span) -> InputError:
        return self._source.error(f"more than {MAX_DEPTH} parentheses in each other", span)
