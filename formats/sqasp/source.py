"""What a program that a person wrote may not do while clingo grounds it: run code, read files."""

from __future__ import annotations

import re

from gdlc.formats.errors import InputError, Place

_PIECE = re.compile(
    r"""(?P<string>"(?:[^"\\\n]|\\.)*")|(?P<block>%\*)|(?P<comment>%[^\n]*)"""
    r"""|(?P<directive>\#(?:script|include)\b)""",
    re.ASCII,
)
# A `%` inside hides the rest of its line, ends of the comment too.
_BLOCK_END = re.compile(r"%\*|\*%|%[^\n]*")

_REFUSED = {
    "#script": (
        "code in a program is not run",
        "write what it computes as facts; if you trust it, ground the program yourself:"
        " clingo --mode=gringo FILE | gdlc translate",
    ),
    "#include": (
        "a program has to be in one piece",
        "put the files one behind the other: cat FILES | gdlc translate,"
        " or clingo --mode=gringo FILE | gdlc translate",
    ),
}


def require_closed(text: str, file: str) -> None:
    """Raise an InputError at the first `#script` or `#include` outside of comments and strings."""
    at = 0
    while (found := _PIECE.search(text, at)) is not None:
        at = found.end()
        if found.lastgroup == "block":
            at = _behind_block(text, at)
        elif found.lastgroup == "directive":
            message, hint = _REFUSED[found[0]]
            begin = found.start()
            start = text.rfind("\n", 0, begin) + 1
            place = Place(
                file,
                text.count("\n", 0, begin) + 1,
                begin - start + 1,
                text[start:].split("\n", 1)[0],
                len(found[0]),
            )
            raise InputError(f"`{found[0]}`: {message}", place=place, hint=hint)


def _behind_block(text: str, at: int) -> int:
    """Where the text goes on behind a comment `%* ... *%`; such comments may be nested."""
    depth = 1
    while depth and (found := _BLOCK_END.search(text, at)) is not None:
        depth += {"%*": 1, "*%": -1}.get(found[0], 0)
        at = found.end()
    return at if not depth else len(text)
