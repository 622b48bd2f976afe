"""Reads KIF. The grammar is kif.lark; here words get their meaning.

A statement becomes a rule as soon as it is closed, and its words are forgotten.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import Any

from lark import Lark
from lark.exceptions import UnexpectedToken

from gdlc.formats.errors import InputError
from gdlc.formats.gdl.parser import Begin, Token, make_parser, parse
from gdlc.formats.gdl.source import BLANKS, MAX_DEPTH, Remark, Source
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

_TOKEN = re.compile(r"\([^();]*\)|[()]|;.*|[^ \t\f\v();]+", re.DOTALL)
_WORD = re.compile(r"[^ \t\f\v();]+")


class _Word(Token):
    __slots__ = ()
    type = "WORD"
    start_pos = end_line = end_column = end_pos = None


class _Open(Token):
    __slots__ = ()
    type = "OPEN"
    start_pos = end_line = end_column = end_pos = None


class _Close(Token):
    __slots__ = ()
    type = "CLOSE"
    start_pos = end_line = end_column = end_pos = None


class _List:
    """A list of the text; end is the place behind its closing parenthesis.

    One that is all words and closed in its line comes whole from the scanner, as a token.
    """

    __slots__ = ("column", "end_column", "end_line", "items", "line")
    type = "FLAT"
    start_pos = end_pos = None

    def __init__(self, items: list[_Item], line: int, column: int, end_column: int) -> None:
        self.items = items
        self.line = line
        self.column = column
        self.end_line = line
        self.end_column = end_column


_Item = _List | _Word


class _Actions:
    """What the parser does where it has found a rule of the grammar, called by its alias."""

    @staticmethod
    def begin(children: list[Any]) -> Any:
        return children[0].collector

    @staticmethod
    def statement(children: list[Any]) -> Any:
        reader, item = children
        reader.rules.append(reader.rule(item))
        return reader

    @staticmethod
    def open(children: list[Any]) -> _List:
        token = children[0]
        return _List([], token.line, token.column, token.column)

    @staticmethod
    def item(children: list[Any]) -> Any:
        children[0].items.append(children[1])
        return children[0]

    @staticmethod
    def close(children: list[Any]) -> Any:
        found, token = children
        found.end_line = token.line
        found.end_column = token.column + 1
        return found


@functools.cache
def _parser() -> Lark:
    return make_parser("kif.lark", _Actions())


def read_kif(source: Source) -> list[Rule]:
    """Raises: InputError with the place of the first thing that is no KIF."""
    reader = _Reader(source)
    try:
        parse(_parser(), reader)
    except UnexpectedToken:
        raise _unbalanced(source) from None
    return reader.rules


def _unbalanced(source: Source) -> InputError:
    """What is wrong with the parentheses; nothing else can be wrong for the grammar."""
    opened: list[tuple[int, int]] = []
    for number, line in enumerate(source.lines, 1):
        for match in re.finditer(r";.*|[()]", line, re.DOTALL):
            if match[0] == "(":
                opened.append((number, match.start() + 1))
            elif match[0] == ")":
                if not opened:
                    return source.error(
                        "this closing parenthesis closes nothing",
                        Span(number, match.start() + 1),
                        "remove it, or open one before it",
                    )
                opened.pop()
    # The innermost open one may be the fault of a rule far above: name the one that begins the
    # last line with an open parenthesis in the first column, if there is one.
    first_column = [place for place in opened if place[1] == 1]
    at = first_column[-2] if len(first_column) > 1 else opened[-1]
    return source.error(
        "this parenthesis is never closed",
        Span(*at),
        "add the missing `)` at the end of the rule",
    )


class _Reader:
    """Cuts the text into tokens, and turns lists into rules."""

    def __init__(self, source: Source) -> None:
        self.rules: list[Rule] = []
        self._source = source
        self._variables: dict[str, str] = {}

    def tokens(self) -> Iterator[Begin | Token | _List]:
        yield Begin(self)
        intern = self._source.names.setdefault
        find, find_words = _TOKEN.finditer, _WORD.finditer
        depth = 0
        for number, line in enumerate(self._source.lines, 1):
            for match in find(line):
                text = match[0]
                column = match.start() + 1
                first = text[0]
                if first == "(":
                    if text == "(":
                        depth += 1
                        yield _Open(text, number, column)
                        continue
                    words: list[_Item] = [
                        _Word(intern(word[0], word[0]), number, word.start() + 1)
                        for word in find_words(line, match.start(), match.end())
                    ]
                    yield _List(words, number, column, match.end() + 1)
                elif first == ")":
                    depth -= 1
                    yield _Close(text, number, column)
                elif first != ";":
                    yield _Word(intern(text, text), number, column)
                else:
                    own = not line[: column - 1].strip(BLANKS)
                    self._source.remarks.append(Remark(number, column, text, own, depth))

    def span(self, item: _Item) -> Span:
        if isinstance(item, _List):
            return self._source.span(item.line, item.column, item.end_line, item.end_column)
        return Span(item.line, item.column, len(item.text))

    def error(self, message: str, item: _Item, hint: str | None = None) -> InputError:
        return self._source.error(message, self.span(item), hint)

    def rule(self, item: _Item) -> Rule:
        span = self.span(item)
        if isinstance(item, _List) and item.items:
            first = item.items[0]
            if isinstance(first, _Word) and first.text == "<=":
                if len(item.items) == 1:
                    raise self.error("`<=` has no head", item, "write (<= head premise ...)")
                head = self.atom(item.items[1], "the head of a rule")
                return Rule(head, tuple([self.goal(part, 0) for part in item.items[2:]]), span)
        return Rule(self.atom(item, "a fact"), (), span)

    def atom(self, item: _Item, what: str) -> Atom:
        if isinstance(item, _List):
            word = self.first_word(item, what)
            args = self.terms(item.items, 0)
        else:
            word, args = item.text, ()
        if word.startswith("?"):
            raise self.error(
                f"a variable cannot be {what}", item, "write a relation such as (legal ?r ?m)"
            )
        lower = word.lower()
        if lower in CONNECTIVES:
            raise self.error(f"`{word}` cannot be {what}", item, "a rule begins with `(<= head`")
        return Atom(lower if lower in KEYWORD_ARITY else word, args, self.span(item))

    def first_word(self, item: _List, what: str) -> str:
        if not item.items:
            raise self.error(f"`()` cannot be {what}", item, "write a name behind the parenthesis")
        first = item.items[0]
        if isinstance(first, _List):
            raise self.error(
                "a name is expected behind `(`, but a list stands here",
                first,
                "remove the inner parentheses, or put the name before them",
            )
        return first.text

    def goal(self, item: _Item, depth: int) -> Goal:
        if depth > MAX_DEPTH:
            raise self._too_deep(item)
        if not isinstance(item, _List):
            return self.atom(item, "a premise")
        word = self.first_word(item, "a premise").lower()
        if word not in CONNECTIVES or word == "<=":
            return self.atom(item, "a premise")
        parts = item.items[1:]
        if word == "not":
            if len(parts) != 1:
                raise self.error(
                    f"`not` takes one premise, {len(parts)} stand here",
                    item,
                    "write one `not` for each premise",
                )
            return Not(self.goal(parts[0], depth + 1), self.span(item))
        if word == "or":
            return Or(tuple([self.goal(part, depth + 1) for part in parts]), self.span(item))
        if len(parts) != 2:
            raise self.error(
                f"`distinct` takes two terms, {len(parts)} stand here",
                item,
                "write (distinct a b)",
            )
        return Distinct(self.term(parts[0], 0), self.term(parts[1], 0), self.span(item))

    def terms(self, items: list[_Item], depth: int) -> tuple[Term, ...]:
        """The terms behind the first word. Each takes the place of its words: a list of millions
        would need both at once."""
        found: list[Any] = items
        for at in range(1, len(found)):
            found[at] = self.term(found[at], depth)
        return tuple(found[1:])

    def term(self, item: _Item, depth: int) -> Term:
        if isinstance(item, _Word):
            text, line, column = item
            if text[0] != "?":
                return Constant(text, Span(line, column, len(text)))
            if text == "?":
                raise self.error("a variable needs a name behind `?`", item, "write ?x")
            name = self._variables.get(text)
            if name is None:
                name = self._variables[text] = text[1:]
            return Variable(name, Span(line, column, len(text)))
        if depth > MAX_DEPTH:
            raise self._too_deep(item)
        word = self.first_word(item, "a term")
        if word.startswith("?"):
            raise self.error(
                f"the variable {word} cannot be a function", item, "write a name behind `(`"
            )
        args = self.terms(item.items, depth + 1)
        return Function(word, args, self.span(item)) if args else Constant(word, self.span(item))

    def _too_deep(self, item: _Item) -> InputError:
        return self.error(f"more than {MAX_DEPTH} parentheses in each other", item)
