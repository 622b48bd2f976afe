"""Reads on behind what is no rule, so that one slip does not hide the others."""

from __future__ import annotations

import re

from gdlc.formats import gdl
from gdlc.formats.errors import InputError, Place

# Each error means reading again. Who has so many will call again anyway.
_MOST_ERRORS = 20
_DEEP = 200
_PARENTHESIS = re.compile(r";[^\r\n]*|[()]")
_LINE_END = re.compile(r"\r\n|\r|\n")
_WORD = re.compile(r"[^ \t\r\n\f\v();]+")


def read_all(data: bytes, file: str) -> tuple[gdl.RuleSheet, list[InputError]]:
    """The rules that can be read, and what is wrong with the others, in the order of the text.

    A rule that cannot be read is left out, so what follows from its absence must not be told.
    In the infix form only the first error is found.
    Raises: InputError for what is no text
    """
    text = gdl.decode(data, file)
    errors: list[InputError] = []
    while True:
        try:
            sheet = gdl.read(text if errors else data, file)
        except InputError as error:
            errors.append(_not_closed(text, error))
            if "hrf" in (gdl.language_of(text, file), gdl.language_of(text)):
                return gdl.RuleSheet((), file), errors
            rest = _without(text, error.place) if error.place is not None else None
            if rest is None or rest == text or len(errors) == _MOST_ERRORS:
                return gdl.RuleSheet((), file), errors
            text = rest
        else:
            return sheet, sorted(errors, key=lambda one: (one.line or 0, one.column or 0))


def _not_closed(text: str, error: InputError) -> InputError:
    """What is wrong where a rule begins, at the start of a line, inside another rule."""
    place = error.place
    if place is None or "`<=`" not in error.message or place.excerpt[: place.column - 1].strip():
        return error
    starts = [0, *(match.end() for match in _LINE_END.finditer(text))]
    at = starts[place.line - 1] + place.column - 1
    begin = depth = 0
    for match in _PARENTHESIS.finditer(text, 0, at):
        if match[0] == "(":
            if depth == 0:
                begin = match.start()
            depth += 1
        elif match[0] == ")":
            depth -= 1
    line = sum(start <= begin for start in starts)
    if depth < 1 or line == place.line:
        return error
    return InputError(
        f"a rule begins inside another: the one in line {line} is not closed",
        place=place,
        hint="add the missing `)` before this line, and remove one where there is one too many",
    )


def _without(text: str, place: Place) -> str | None:
    """The text with blanks instead of the rule at the place; None where no rule is found there."""
    starts = [0, *(match.end() for match in _LINE_END.finditer(text))]
    if not 1 <= place.line <= len(starts):
        return None
    at = starts[place.line - 1] + place.column - 1
    begin = depth = 0
    forms: list[tuple[int, int]] = []
    for match in _PARENTHESIS.finditer(text):
        if match[0] == "(":
            if depth == 0:
                begin = match.start()
            depth += 1
        elif match[0] == ")":
            depth -= 1
            if depth < 0:
                return _blank(text, *match.span())  # nothing is known but that it is too much
            if depth == 0:
                forms.append((begin, match.end()))
    if depth > _DEEP:
        return None  # no slip of a person; each of the open ones would be told
    if depth > 0:
        # The rule ends, at the latest, where a line begins with the next one.
        ends = [start for start in starts if start > at and text[start : start + 1] == "("]
        return _blank(text, at, ends[0] if ends else len(text))
    for begin, end in forms:
        if begin <= at < end:
            return _blank(text, begin, end)
    word = _WORD.match(text, at)
    return _blank(text, *word.span()) if word else None


def _blank(text: str, begin: int, end: int) -> str:
    """Line ends stay, so that places do."""
    return text[:begin] + re.sub(r"[^\r\n]", " ", text[begin:end]) + text[end:]
