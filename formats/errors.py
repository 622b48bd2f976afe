"""The errors that a person meets: each knows its place, what was found and a way out.

The class decides the exit code (`exit_code`), so that the command line and the functions agree.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Place:
    """A place in a text.

    file:    the name as the user gave it; `<stdin>` for standard input
    line:    from 1
    column:  from 1, counted in characters
    excerpt: the line itself, without its end; empty if it cannot be shown
    width:   how many characters to mark, at least 1
    """

    file: str
    line: int
    column: int
    excerpt: str = ""
    width: int = 1


class GdlcError(Exception):
    """Base of all errors of this project; `str()` is what the user reads."""

    exit_code = 70

    def __init__(
        self,
        message: str,
        *,
        place: Place | None = None,
        file: str | None = None,
        hint: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.place = place
        self.file = place.file if place is not None else file
        self.hint = hint

    @property
    def line(self) -> int | None:
        return self.place.line if self.place is not None else None

    @property
    def column(self) -> int | None:
        return self.place.column if self.place is not None else None

    def __str__(self) -> str:
        head = self.message
        if self.place is not None:
            head = f"{self.place.file}:{self.place.line}:{self.place.column}: {head}"
        elif self.file is not None:
            head = f"{self.file}: {head}"
        lines = [head]
        if self.place is not None and self.place.excerpt:
            lines += _excerpt(self.place)
        if self.hint is not None:
            lines.append(f"hint: {self.hint}")
        return "\n".join(lines)


def _excerpt(place: Place, limit: int = 120) -> list[str]:
    """The line with a mark below the place; a long line is cut around it."""
    text = place.excerpt.replace("\t", " ")
    start = place.column - 1
    cut = max(0, start - limit // 2) if len(text) > limit else 0
    shown = text[cut : cut + limit]
    width = max(1, min(place.width, len(shown) - (start - cut)))
    return ["  " + shown, "  " + " " * (start - cut) + "^" * width]


class InputError(GdlcError):
    """The input is wrong: a file that cannot be read, or a text that breaks its format."""

    exit_code = 1


class UsageError(GdlcError):
    """The call is wrong: an unknown option, a role that the game has not, a negative horizon."""

    exit_code = 2


class LimitReached(GdlcError):
    """The time limit or the memory limit was reached before the answer was known."""

    exit_code = 3


class AnswersDiffer(GdlcError):
    """Two solvers give one formula different values.

    formula: its text, to be kept
    """

    exit_code = 4

    def __init__(self, message: str, formula: bytes) -> None:
        super().__init__(message)
        self.formula = formula


class ExternalError(GdlcError):
    """A program that we called failed: clingo, or an external solver."""

    exit_code = 5


class OutputError(GdlcError):
    """The result could not be written: disk full, no permission."""

    exit_code = 6


class InternalError(GdlcError):
    """A pass broke its own promise: a bug of ours, never the user's fault."""

    exit_code = 70


class Interrupted(GdlcError):
    """Stopped by a signal: 130 after SIGINT, 143 after SIGTERM."""

    exit_code = 130

    def __init__(self, message: str = "interrupted", *, signal_number: int = 2) -> None:
        super().__init__(message)
        self.exit_code = 128 + signal_number
