"""Reads KIF into a RuleSheet. The grammar is kif.lark; here words get their meaning.

The tree of lists is walked without recursion where users control the depth.
"""

from __future__ import annotations

import bisect
import functools
import hashlib
import re
from collections.abc import Sequence
from importlib import resources

from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedInput

from gdlc.formats.errors import InputError, Place
from gdlc.formats.gdl.tree import (
    CONNECTIVES,
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

_LINE_END = re.compile(r"\r\n|\r|\n")
_MAX_DEPTH = 200


class _List:
    """A list of the KIF text: `items` between two parentheses at offsets start and end."""

    __slots__ = ("end", "items", "start")

    def __init__(self, items: list[_Item], start: int, end: int) -> None:
        self.items = items
        self.start = start
        self.end = end


_Item = _List | Token


class _Lists(Transformer[Token, Sequence[_Item]]):
    """Turns lark's tree into lists while it parses, so that no tree is kept."""

    def list(self, children: Sequence[_Item]) -> _List:
        opened, closed = children[0], children[-1]
        assert isinstance(opened, Token)
        assert isinstance(closed, Token)
        return _List([*children[1:-1]], opened.start_pos or 0, closed.end_pos or 0)

    def start(self, children: Sequence[_Item]) -> Sequence[_Item]:
        return children


@functools.cache
def _parser() -> Lark:
    grammar = resources.files("gdlc.formats.gdl").joinpath("kif.lark").read_text("utf-8")
    return Lark(grammar, parser="lalr", lexer="basic", transformer=_Lists())


def decode(data: bytes, file: str) -> str:
    """The text of a file in UTF-8, a leading byte order mark dropped.

    Raises: InputError with the place of the first byte that is no UTF-8.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", "replace")
        lines = _LINE_END.split(before)
        raise InputError(
            f"byte 0x{data[error.start]:02x} is not UTF-8 text",
            place=Place(file, len(lines), len(lines[-1]) + 1),
            hint="save the file as UTF-8",
        ) from None


def read(data: bytes | str, file: str = "<string>") -> RuleSheet:
    """Read a rule sheet in KIF.

    data: the text, or its bytes in UTF-8
    file: the name to use in messages
    Raises: InputError with the place of the first thing that is no KIF.
    """
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    text = decode(raw, file)
    reader = _Reader(text, file)
    try:
        parsed = _parser().parse(text)
    except UnexpectedInput as error:
        raise reader.unbalanced(error.pos_in_stream or 0) from None
    items: list[_Item] = parsed  # type: ignore[assignment]
    rules = [reader.rule(item) for item in items]
    if any(_is_random_role(rule) for rule in rules):
        rules = [_with_lower_random(rule) for rule in rules]
    return RuleSheet(tuple(rules), file, hashlib.sha256(raw).hexdigest(), reader.lines)


class _Reader:
    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.text = text
        self.lines = tuple(_LINE_END.split(text))
        self.starts = [0, *(match.end() for match in _LINE_END.finditer(text))]

    def span(self, start: int, end: int) -> Span:
        line = bisect.bisect_right(self.starts, start) - 1
        column = start - self.starts[line]
        return Span(line + 1, column + 1, max(1, min(end - start, len(self.lines[line]) - column)))

    def span_of(self, item: _Item) -> Span:
        if isinstance(item, _List):
            return self.span(item.start, item.end)
        start = item.start_pos or 0
        return self.span(start, start + len(item))

    def error(self, message: str, span: Span, hint: str | None = None) -> InputError:
        place = Place(self.file, span.line, span.column, self.lines[span.line - 1], span.width)
        return InputError(message, place=place, hint=hint)

    def unbalanced(self, offset: int) -> InputError:
        """What is wrong with the parentheses; nothing else can be wrong for the grammar."""
        opened: list[int] = []
        for match in re.finditer(r";[^\r\n]*|[()]", self.text):
            if match[0] == "(":
                opened.append(match.start())
            elif match[0] == ")":
                if not opened:
                    at = match.start()
                    return self.error(
                        "this closing parenthesis closes nothing",
                        self.span(at, at + 1),
                        "remove it, or open one before it",
                    )
                opened.pop()
        at = opened[-1] if opened else offset
        # The innermost open one may be the fault of a rule far above: name the one that
        # begins the last line with an open parenthesis in the first column, if there is one.
        first_column = [o for o in opened if o in set(self.starts)]
        if len(first_column) > 1:
            at = first_column[-2]
        return self.error(
            "this parenthesis is never closed",
            self.span(at, at + 1),
            "add the missing `)` at the end of the rule",
        )

    def rule(self, item: _Item) -> Rule:
        span = self.span_of(item)
        if isinstance(item, _List) and item.items and item.items[0] == "<=":
            if len(item.items) == 1:
                raise self.error("`<=` has no head", span, "write (<= head premise ...)")
            head = self.atom(item.items[1], "the head of a rule")
            return Rule(head, tuple(self.goal(part, 0) for part in item.items[2:]), span)
        return Rule(self.atom(item, "a fact"), (), span)

    def atom(self, item: _Item, what: str) -> Atom:
        span = self.span_of(item)
        if isinstance(item, _List):
            word = self.first_word(item, what)
            parts = item.items[1:]
        else:
            word, parts = str(item), []
        if word.startswith("?"):
            raise self.error(
                f"a variable cannot be {what}", span, "write a relation such as (legal ?r ?m)"
            )
        if word.lower() in CONNECTIVES:
            raise self.error(f"`{word}` cannot be {what}", span, "a rule begins with `(<= head`")
        lower = word.lower()
        name = lower if lower in KEYWORD_ARITY else word
        return Atom(name, tuple(self.term(part, 0) for part in parts), span)

    def first_word(self, item: _List, what: str) -> str:
        if not item.items:
            raise self.error(
                f"`()` cannot be {what}", self.span_of(item), "write a name behind the parenthesis"
            )
        first = item.items[0]
        if isinstance(first, _List):
            raise self.error(
                "a name is expected behind `(`, but a list stands here",
                self.span_of(first),
                "remove the inner parentheses, or put the name before them",
            )
        return str(first)

    def goal(self, item: _Item, depth: int) -> Goal:
        span = self.span_of(item)
        if not isinstance(item, _List):
            return self.atom(item, "a premise")
        if depth > _MAX_DEPTH:
            raise self.error(f"more than {_MAX_DEPTH} parentheses in each other", span)
        word = self.first_word(item, "a premise").lower()
        parts = item.items[1:]
        if word == "not":
            if len(parts) != 1:
                raise self.error(
                    f"`not` takes one premise, {len(parts)} stand here",
                    span,
                    "write one `not` for each premise",
                )
            return Not(self.goal(parts[0], depth + 1), span)
        if word == "or":
            return Or(tuple(self.goal(part, depth + 1) for part in parts), span)
        if word == "distinct":
            if len(parts) != 2:
                raise self.error(
                    f"`distinct` takes two terms, {len(parts)} stand here",
                    span,
                    "write (distinct a b)",
                )
            return Distinct(self.term(parts[0], 0), self.term(parts[1], 0), span)
        return self.atom(item, "a premise")

    def term(self, item: _Item, depth: int) -> Term:
        span = self.span_of(item)
        if not isinstance(item, _List):
            word = str(item)
            if not word.startswith("?"):
                return Constant(word, span)
            if word == "?":
                raise self.error("a variable needs a name behind `?`", span, "write ?x")
            return Variable(word[1:], span)
        if depth > _MAX_DEPTH:
            raise self.error(f"more than {_MAX_DEPTH} parentheses in each other", span)
        word = self.first_word(item, "a term")
        if word.startswith("?"):
            raise self.error(
                f"the variable {word} cannot be a function", span, "write a name behind `(`"
            )
        args = tuple(self.term(part, depth + 1) for part in item.items[1:])
        return Function(word, args, span) if args else Constant(word, span)


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
