"""What the comments of our files say of how they were made: `from`, `saved` and `same` lines.

% from true/1: 49 50 51           lines of the rule sheet with rules for a predicate
% saved IDEA: TEXT                what an idea of the encoding saved; a note in .xssat
% same does(x,a,1): does(x,b,1)   the atom stands for those behind the colon, too
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

_LINE = re.compile(r"^%[ \t]*(from|saved|same)[ \t]+([^\r\n]*)", re.MULTILINE)
_WORD = re.compile(r'(?:[^\s"]|"(?:[^"\\]|\\.)*")+')


@dataclass(frozen=True)
class Saved:
    """What one idea saved: its name, and the words of the pass that had it."""

    idea: str
    what: str


@dataclass(frozen=True)
class Marks:
    """The comments of a file that say something.

    origins: predicate `name/arity` of the sheet to the lines of its rules
    saved:   in the order of the file
    same:    atom to the atoms that it stands for, too
    """

    origins: dict[str, tuple[int, ...]] = field(default_factory=dict)
    saved: tuple[Saved, ...] = ()
    same: dict[str, tuple[str, ...]] = field(default_factory=dict)


def marks_of(text: str) -> Marks:
    """The marks in the text of a `.lp` or `.sqasp` file; lines that fit no form are comments."""
    origins: dict[str, tuple[int, ...]] = {}
    saved: list[Saved] = []
    same: dict[str, tuple[str, ...]] = {}
    for kind, rest in _LINE.findall(text):
        if kind == "saved":
            idea, _, what = rest.partition(":")
            saved.append(Saved(idea.strip(), what.strip()))
            continue
        # By words and not at the first colon: a quoted name may hold one.
        words = _WORD.findall(rest)
        if len(words) < 2 or not words[0].endswith(":"):
            continue
        name = words[0][:-1]
        if kind == "same":
            same[name] = tuple(words[1:])
        elif all(word.isascii() and word.isdigit() for word in words[1:]):
            origins[name] = tuple(map(int, words[1:]))
    return Marks(origins, tuple(saved), same)


def marks_of_notes(notes: Iterable[str]) -> Marks:
    """The marks among the notes of a formula: `saved IDEA TEXT`."""
    saved = []
    for note in notes:
        key, _, rest = note.partition(" ")
        if key == "saved":
            idea, _, what = rest.strip().partition(" ")
            saved.append(Saved(idea.rstrip(":"), what.strip()))
    return Marks(saved=tuple(saved))
