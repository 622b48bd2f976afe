"""Ground rules as text, in the syntax of clingo, one statement a line; read and written natively.

The reader takes what the writer writes and what a person makes of it: blanks, line breaks and
comments where clingo allows them. It takes ground rules only; clingo itself takes everything.
"""

from __future__ import annotations

from gdlc import _asp
from gdlc.formats.errors import InputError, Place
from gdlc.formats.lp.program import GroundProgram, Rule

END = "% end"


def write_rule(program: GroundProgram, rule: Rule) -> str:
    """One rule as a line of clingo's syntax."""
    # A program of its own with just these atoms, so that a large one stays as it is held.
    alone = GroundProgram()

    def there(literal: int) -> int:
        number = alone.atom(program.name(abs(literal)))
        return number if literal > 0 else -number

    native = alone.native
    head, body = [*map(there, rule.head)], [*map(there, rule.body)]
    native.add(head, body, rule.choice, rule.lower, rule.upper, rule.bound, rule.weights)
    return native.text(0)


def rules_text(program: GroundProgram) -> str:
    """All rules, each with the end of its line."""
    return _asp.write_text(program.native).decode("utf-8", "surrogateescape")


def write_rules(program: GroundProgram) -> list[str]:
    """The lines of all rules."""
    return rules_text(program).splitlines()


class NotGround(Exception):
    """The text is not of the ground subset; clingo may still understand it."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column


def read_rules(text: str, program: GroundProgram) -> None:
    """Add the rules of a text to a program.

    Raises: NotGround where the text leaves the ground subset.
    """
    native = program.native
    try:
        # Surrogates stand for bytes that were no UTF-8.
        _asp.read_text(text.encode("utf-8", "surrogateescape"), native, _asp.Stop())
    except _asp.ParseError as error:
        raise NotGround(error.message, error.line, error.column) from None
    program.hold(native)


def header(text: str, kind: str, version: int, file: str) -> None:
    """Check the first and the last line of a file that one of our passes wrote.

    Raises: InputError for another kind of file, another version, or a file that was cut.
    """
    first = text.split("\n", 1)[0].rstrip("\r")
    place = Place(file, 1, 1, first[:200], max(1, len(first)))
    words = first.split()
    if words[:2] != ["%", "gdlc"] or len(words) != 4:
        raise InputError(
            f"the first line of this file should be `% gdlc {kind} {version}`",
            place=place,
            hint=f"give the output of `gdlc {_MAKER[kind]}`",
        )
    if words[2] != kind:
        raise InputError(
            f"this is a file of the kind `{words[2]}`, `{kind}` is expected",
            place=place,
            hint=f"give the output of `gdlc {_MAKER[kind]}`",
        )
    if words[3] != str(version):
        raise InputError(
            f"version {words[3]} of the format `{kind}`; this program reads version {version}",
            place=place,
            hint=f"make the file again with `gdlc {_MAKER[kind]}`",
        )
    lines = text.rstrip().split("\n")
    if END in lines[:-1]:
        raise InputError(
            f"text stands behind the end mark `{END}`",
            place=Place(file, lines.index(END) + 2, 1),
            hint="two files may have been put together; give one",
        )
    if lines[-1].rstrip() != END:
        raise InputError(
            f"the file is cut: its last line should be `{END}`",
            place=Place(file, len(lines), 1),
            hint=f"make the file again with `gdlc {_MAKER[kind]}`",
        )


_MAKER = {"lp": "ground", "sqasp": "quantify"}
