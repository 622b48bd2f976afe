"""What is wrong where HRF breaks its grammar, in words."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from lark.exceptions import UnexpectedToken

from gdlc.formats.errors import InputError
from gdlc.formats.gdl.hrf_tokens import Call, HrfToken
from gdlc.formats.gdl.source import Source
from gdlc.formats.gdl.tree import Span

_SIGNS = (("IF", "`:-`"), ("AND", "`&`"), ("BAR", "`|`"), ("COMMA", "`,`"), ("CLOSE", "`)`"))

_OPENERS = ("OPEN", "OR", "FUNCTOR")


def unexpected(
    source: Source, error: UnexpectedToken, opened: Sequence[tuple[int, int]]
) -> InputError:
    """opened: the places of the parentheses that are open where the error shows"""
    token: Any = error.token
    at_end = token.type == "$END"
    if token.type in _OPENERS:
        opened = opened[:-1]  # without its own
    # States of the parser are shared between what stands inside and outside of parentheses.
    impossible = ("$END", "AND") if opened else ("BAR", "CLOSE")
    expected = frozenset(error.expected).difference(impossible)
    if at_end and opened:
        return source.error(
            "this parenthesis is never closed", Span(*opened[-1]), "add the missing `)`"
        )
    if at_end:
        return source.error(
            f"{_expected(expected)} is expected behind this, but the sheet ends",
            source.end(),
            "a rule is head :- premise & premise",
        )
    span = _span(source, token)
    if token.type == "CLOSE" and not opened:
        return source.error(
            "this closing parenthesis closes nothing", span, "remove it, or open one before it"
        )
    return source.error(
        f"{_expected(expected)} is expected, but `{_found(source, span)}` stands here",
        span,
        _hint(token, expected, opened),
    )


def _span(source: Source, token: Any) -> Span:
    if isinstance(token, Call):
        if token.type == "FLAT":
            return source.span(token.line, token.column, token.end_line, token.end_column)
        return Span(token.line, token.column, len(token.text) + 1)
    if isinstance(token, HrfToken):
        return Span(token.line, token.column, token.width)
    return Span(1, 1)


def _found(source: Source, span: Span) -> str:
    text = source.lines[span.line - 1][span.column - 1 :][: span.width]
    return text if len(text) <= 40 else f"{text[:40]}..."


def _expected(terminals: Collection[str]) -> str:
    words = []
    if "VARIABLE" in terminals:
        words.append("a term")
    elif "NOT" in terminals:
        words.append("a premise")
    words += [sign for name, sign in _SIGNS if name in terminals]
    if "$END" in terminals:
        words.append("a fact or rule")
    return " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def _hint(token: Any, expected: Collection[str], opened: Sequence[tuple[int, int]]) -> str | None:
    found = token.type
    in_terms = "COMMA" in expected and "CLOSE" in expected
    if found in ("OPEN", "OR") and "$END" in expected:
        return "a fact or rule begins with the name of a relation; is this KIF? Name the file *.kif"
    if found in ("VARIABLE", "NUMBER") and "VARIABLE" not in expected and not in_terms:
        return "the name of a relation begins with a small letter, or stands in quotes"
    if found == "AND" and "BAR" in expected:
        return "give the conjunction a relation and rule of its own"
    if found == "BAR" and "BAR" not in expected:
        return "put alternatives in parentheses: (a | b)"
    if found == "AND" and "IF" in expected:
        return "`:-` stands between the head and the premises, `&` between premises"
    if found in ("AND", "COMMA") and "NOT" in expected:
        return "one `&` joins two premises; remove one"
    if found == "NOT" and "$END" in expected:
        return "a rule says what holds: negations are premises"
    if found == "OPEN" and in_terms:
        return "before a parenthesis stands a name: it begins with a small letter, or has quotes"
    if found in ("NOT", "OR") and "VARIABLE" in expected:
        return "`not` and `or` are no names; quote them if they are meant: 'or'(a)"
    if in_terms and opened:
        line, column = opened[-1]
        return f"the parenthesis that stands open was opened at {line}:{column}"
    if found == "IF":
        return "a rule has one `:-`; begin the next one in a new line"
    return None
