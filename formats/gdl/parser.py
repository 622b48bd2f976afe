"""lark's LALR parser behind a scanner of our own.

lark's own scanner makes a large object of each word and counts its lines. A KIF sheet of 10 MB with
127,000 rules took 147 s and 1.1 GB with it, and takes 18 s and 0.36 GB without (two busy cores).
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from typing import Any, NamedTuple, Protocol

from lark import Lark
from lark.lexer import Lexer, LexerState

GRAMMARS = "gdlc.formats.gdl"


class Token(NamedTuple):
    """A terminal of KIF with its place; lark looks for its name in `type`, which subclasses set."""

    text: str
    line: int
    column: int


class Scanner(Protocol):
    """What cuts a text into tokens. The first is a `Begin`."""

    def tokens(self) -> Iterator[Any]: ...


class Begin:
    """The token before the first: carries what the actions of the grammar add rules to."""

    type = "BEGIN"
    start_pos = line = column = end_line = end_column = end_pos = None

    def __init__(self, collector: Any) -> None:
        self.collector = collector


class _Lexer(Lexer):
    __future_interface__ = 1

    def __init__(self, conf: object) -> None:
        pass

    def lex(self, state: LexerState, parser_state: Any) -> Iterator[Any]:
        scanner: Any = state.text
        return scanner.tokens()  # type: ignore[no-any-return]


def make_parser(grammar: str, actions: object) -> Lark:
    """A parser by the grammar file of this name.

    actions: a method for each alias of the grammar, called while parsing: no tree is made
    """
    text = resources.files(GRAMMARS).joinpath(grammar).read_text("utf-8")
    return Lark(
        text,
        start="sheet",
        parser="lalr",
        lexer=_Lexer,
        transformer=actions,
        keep_all_tokens=True,
    )


def parse(parser: Lark, scanner: Scanner) -> None:
    """Raises: lark's UnexpectedToken; and whatever the scanner and the actions raise."""
    with _without_collections():
        parser.parse(scanner)


@contextmanager
def _without_collections() -> Iterator[None]:
    """Nothing made while parsing is in a cycle: to look for one in millions of objects is lost."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
