"""A text and its places: lines, spans, errors, and the comments that a scanner came by."""

from __future__ import annotations

import re
from typing import NamedTuple

from gdlc.formats.errors import InputError, Place
from gdlc.formats.gdl.tree import Span

LINE_END = re.compile(r"\r\n|\r|\n")
BLANKS = " \t\f\v"  # besides the ends of lines; other characters of Unicode are words
MAX_DEPTH = 200


class Remark(NamedTuple):
    """A comment as the scanner finds it.

    own:   nothing stands before it in its line
    depth: how many parentheses are open around it
    """

    line: int
    column: int
    text: str
    own: bool
    depth: int


class Source:
    """The text of a sheet, in lines, with the name of its file.

    remarks: the comments, in order; the scanner adds them
    names:   each word once, so that equal words are one string
    """

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.lines = tuple(LINE_END.split(text))
        self.remarks: list[Remark] = []
        self.names: dict[str, str] = {}

    def span(self, line: int, column: int, end_line: int, end_column: int) -> Span:
        """From a place to the one behind it; cut at the end of the first line."""
        if end_line == line:
            return Span(line, column, end_column - column)
        return Span(line, column, max(1, len(self.lines[line - 1]) - column + 1))

    def error(self, message: str, span: Span, hint: str | None = None) -> InputError:
        place = Place(self.file, span.line, span.column, self.lines[span.line - 1], span.width)
        return InputError(message, place=place, hint=hint)

    def end(self) -> Span:
        """The last place of the text that is not blank."""
        line = len(self.lines)
        while line > 1 and not self.lines[line - 1].strip(BLANKS):
            line -= 1
        return Span(line, max(1, len(self.lines[line - 1].rstrip(BLANKS))))


def decode(data: bytes, file: str) -> str:
    """The text of a file in UTF-8, a leading byte order mark dropped.

    Raises: InputError with the place of the first byte that is no UTF-8.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", "replace")
        lines = LINE_END.split(before)
        raise InputError(
            f"byte 0x{data[error.start]:02x} is not UTF-8 text",
            place=Place(file, len(lines), len(lines[-1]) + 1),
            hint="save the file as UTF-8",
        ) from None
