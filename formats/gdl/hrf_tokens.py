"""Cuts HRF into tokens. The terminals are those of hrf.lark; what is none is an error here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from gdlc.formats.errors import InputError
from gdlc.formats.gdl.parser import Begin
from gdlc.formats.gdl.source import BLANKS, MAX_DEPTH, Remark, Source
from gdlc.formats.gdl.tree import Constant, Span, Term, Variable

_NAME = r"[a-z][A-Za-z0-9_]*+"
_QUOTED = r"'(?:[^'\\]|\\['\\])++'"
_LEAF = r"[ \t]*+(?:[A-Za-z][A-Za-z0-9_]*+|-?[0-9]++(?![A-Za-z0-9_]))[ \t]*+"
_WORD = r"(?!(?:or|not)[ \t]*+\()" + _NAME
_TOKEN = re.compile(
    rf"(?P<FLAT>{_WORD}\({_LEAF}(?:,{_LEAF})*+\))"
    r"|(?P<OR>or[ \t]*+\()"
    r"|(?P<NOT>not(?=[ \t]*+\(|[ \t]++[a-z'~\\])|~|\\\+)"
    rf"|(?P<FUNCTOR>(?:{_NAME}|{_QUOTED})[ \t]*+\()"
    rf"|(?P<NAME>{_NAME}|{_QUOTED})"
    r"|(?P<VARIABLE>[A-Z][A-Za-z0-9_]*+)"
    r"|(?P<NUMBER>-?[0-9]++(?![A-Za-z0-9_]))"
    r"|(?P<COMMENT>%.*)"
    r"|(?P<BLANKS>[ \t\f\v]++)"
    r"|(?P<IF>:-)|(?P<AND>&)|(?P<BAR>\|)|(?P<COMMA>,)|(?P<STOP>\.)|(?P<OPEN>\()|(?P<CLOSE>\))"
    r"|(?P<NONE>[^ \t\f\v(),&|]++)",
    re.DOTALL,
)
_LEAVES = re.compile(r"[A-Za-z0-9_-]+")
_KIF_WORD = re.compile(r"[^ \t\r\n\f\v();?][^ \t\r\n\f\v();]*")

# Nested as deep as rules may be, in premises and then in terms, and something to spare: what is
# deeper is told at once, by its place.
_DEEPEST = 2 * MAX_DEPTH + 10


class HrfToken(NamedTuple):
    """A terminal with its place. text is a name without its quotes, width counts them."""

    text: str
    line: int
    column: int
    width: int


# lark copies these from the last token to its sign for the end.
_UNUSED = dict.fromkeys(("start_pos", "end_line", "end_column", "end_pos"))

# One class for each terminal: lark looks its name up as the attribute `type`.
_TYPES: dict[str, Any] = {
    name: type(name, (HrfToken,), {"__slots__": (), "type": name, **_UNUSED})
    for name in _TOKEN.groupindex
    if name not in ("FLAT", "FUNCTOR", "COMMENT", "BLANKS", "NONE")
}


class Call:
    """A name with its arguments, still a term or an atom. end is the place behind it.

    depth: how many calls stand in each other, with this one
    """

    __slots__ = ("args", "column", "depth", "end_column", "end_line", "line", "text", "type")
    start_pos = end_pos = None

    def __init__(self, type_: str, text: str, args: list[Term], line: int, column: int) -> None:
        self.type = type_
        self.text = text
        self.args = args
        self.line = line
        self.column = column
        self.end_line = line
        self.end_column = column
        self.depth = 1


class HrfScanner:
    """The tokens of a source.

    opened: the places of the parentheses that are open now
    """

    def __init__(self, source: Source, collector: object) -> None:
        self.opened: list[tuple[int, int]] = []
        self._source = source
        self._collector = collector

    def tokens(self) -> Iterator[Begin | HrfToken | Call]:
        yield Begin(self._collector)
        opened = self.opened
        for number, line in enumerate(self._source.lines, 1):
            for match in _TOKEN.finditer(line):
                kind = match.lastgroup
                if kind == "BLANKS":
                    continue
                text = match[0]
                column = match.start() + 1
                if kind == "FLAT":
                    yield self._flat(text, number, column)
                elif kind in ("FUNCTOR", "OPEN", "OR"):
                    if len(opened) >= _DEEPEST:
                        raise self._source.error(
                            f"more than {MAX_DEPTH} parentheses in each other", Span(number, column)
                        )
                    opened.append((number, match.end()))
                    if kind == "FUNCTOR":
                        name = self._name(text[:-1].rstrip(" \t"), number, column)
                        yield Call(kind, name, [], number, column)
                    else:
                        yield _TYPES[kind](text, number, column, len(text))
                elif kind == "COMMENT":
                    own = not line[: column - 1].strip(BLANKS)
                    self._source.remarks.append(Remark(number, column, text, own, len(opened)))
                elif kind == "NAME":
                    name = self._name(text, number, column)
                    yield _TYPES[kind](name, number, column, len(text))
                elif kind == "NONE":
                    raise self._no_token(text, Span(number, column, len(text)))
                else:
                    assert kind is not None
                    if kind == "CLOSE" and opened:
                        opened.pop()
                    yield _TYPES[kind](text, number, column, len(text))

    def _flat(self, text: str, line: int, column: int) -> Call:
        intern = self._source.names.setdefault
        name = text[: text.index("(")]
        args: list[Term] = []
        for match in _LEAVES.finditer(text, len(name) + 1):
            word = intern(match[0], match[0])
            span = Span(line, column + match.start(), len(word))
            args.append(Variable(word, span) if "A" <= word[0] <= "Z" else Constant(word, span))
        call = Call("FLAT", intern(name, name), args, line, column)
        call.end_column = column + len(text)
        return call

    def _name(self, text: str, line: int, column: int) -> str:
        if text[0] != "'":
            return self._source.names.setdefault(text, text)
        name = re.sub(r"\\(.)", r"\1", text[1:-1])
        if not _KIF_WORD.fullmatch(name):
            raise self._source.error(
                "a name in quotes holds no blanks, parentheses or `;`, and does not begin with `?`",
                Span(line, column, len(text)),
                "KIF could not write it: choose another name",
            )
        return self._source.names.setdefault(name, name)

    def _no_token(self, text: str, span: Span) -> InputError:
        first = text[0]
        hint = f"put quotes around a name with other characters: '{text[:40]}'"
        if first == "'":
            if text.startswith("''"):
                return self._source.error(
                    "this name is empty", span, "write one between the quotes"
                )
            return self._source.error(
                "this quote is never closed, or what it holds is no name",
                span,
                "end the name with ' in the same line; inside write \\' for ' and \\\\ for \\",
            )
        if first == ";":
            return self._source.error("`;` means nothing in HRF", span, "begin comments with `%`")
        if first == "?":
            return self._source.error(
                f"`{text[:40]}` is a variable of KIF",
                span,
                "variables of HRF begin with a capital letter; KIF belongs into a file *.kif",
            )
        if first == "_":
            hint = "begin a variable with a capital letter, a name with a small one"
        elif text.startswith(("<=", ":", "=>", "<-")):
            hint = "write a rule as head :- premise & premise"
        return self._source.error(f"`{text[:40]}` is no word of HRF", span, hint)
