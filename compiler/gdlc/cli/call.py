"""What a verb is, and one call of it, between the arguments and the work."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from gdlc.formats.answer import Answer
from gdlc.formats.errors import GdlcError
from gdlc.report import Report
from gdlc.stop import Stop


@dataclass
class Call:
    """One call of a verb.

    file:   the input as the user gave it; `-` is standard input
    values: the options by their names in the table, with defaults
    files:  all inputs, for verbs that take several; `file` is the first
    """

    verb: str
    file: str
    values: Mapping[str, Any]
    stop: Stop = field(default_factory=Stop)
    report: Report = field(default_factory=Report)
    files: tuple[str, ...] = ()

    @property
    def json(self) -> bool:
        return bool(self.values["json"])

    def keywords(self, *names: str) -> dict[str, Any]:
        """The named options as keywords of a function."""
        return {name: self.values[name] for name in names}


@dataclass(frozen=True)
class Verb:
    """A verb of the command line.

    name, summary, text: what the help says: in the list, and below it
    examples:            whole command lines
    file, about_file:    what the input is called in the help, and what it is
    work:                does it; returns the exit code
    document:            the JSON document of a failure that leaves no answer
    artefact:            it writes a file that other programs read: JSON only beside it
    optional:            the input may be left out: then it is standard input
    many:                it takes several inputs
    """

    name: str
    summary: str
    text: str
    examples: tuple[str, ...]
    work: Callable[[Call], int]
    document: Callable[[Answer | None, GdlcError], str]
    file: str = "FILE"
    about_file: str = "the input; - is standard input"
    artefact: bool = False
    optional: bool = True
    many: bool = False
