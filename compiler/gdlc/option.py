"""What options take: kinds of values, from the text of the command line or from Python."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from gdlc.formats.errors import UsageError

_WHOLE = re.compile(r"[+-]?[0-9]{1,1000}")
_BYTES = re.compile(r"([0-9]{1,1000})([kKmMgG]?)(?:i?B)?")
_OBJECTIVE = re.compile(r"win|score|atleast:(?:0|[1-9][0-9]?|100)")
_FACTOR = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}
_LONGEST = 1e9  # seconds: 30 years, and still a number that the system's timer takes


class _Unfit(Exception):
    """A value that the kind does not take; the caller knows what to call the option."""


@dataclass(frozen=True)
class Kind:
    """What an option takes.

    parse:  from the text of the command line; raises _Unfit
    check:  from a Python value, which it returns in its normal form; raises _Unfit
    takes:  what is expected, in words behind "takes"
    """

    parse: Callable[[str], Any]
    check: Callable[[Any], Any]
    takes: str


@dataclass(frozen=True)
class Option:
    """One option.

    name:     the keyword of the functions; `memory_limit` is `--memory-limit`. A name may stand in
              the table several times, for verbs that mean different things by it
    kind:     what it takes; None: a switch
    help:     one line
    verbs:    the verbs that know it
    default:  the value where nobody gives one
    flag:     on the command line, if it is not made from the name
    short:    a short form, `-o`
    metavar:  what stands for the value in the help
    choices:  the values of a verb, where they differ from verb to verb
    required: the verbs that cannot do without
    changes:  whether it can change the answer, and not only the way to it
    keyword:  whether the functions take it too; the others belong to the command line
    samples:  values for fuzzers; empty: not for them
    many:     it may be given several times: its values are tuples, and add up
    """

    name: str
    kind: Kind | None
    help: str
    verbs: tuple[str, ...]
    default: Any = None
    flag: str = ""
    short: str = ""
    metavar: str = ""
    choices: Mapping[str, tuple[str, ...]] | None = None
    required: tuple[str, ...] = ()
    changes: bool = False
    keyword: bool = False
    samples: tuple[Any, ...] = ()
    many: bool = False

    @property
    def switch(self) -> str:
        return self.flag or "--" + self.name.replace("_", "-")

    def _kind(self, verb: str) -> Kind | None:
        return choice(self.choices[verb]) if self.choices is not None else self.kind

    def shown_metavar(self, verb: str) -> str:
        return "|".join(self.choices[verb]) if self.choices is not None else self.metavar

    def parse(self, text: str, verb: str) -> Any:
        """The value that a text on the command line means.

        Raises: UsageError, which calls the option by its switch.
        """
        kind = self._kind(verb)
        if kind is None:
            raise UsageError(f"{self.switch} takes no value")
        try:
            return kind.parse(text)
        except _Unfit:
            raise UsageError(f"{self.switch} takes {kind.takes}, not `{text}`") from None

    def check(self, value: Any, verb: str) -> Any:
        """A value given to a function, in its normal form; None is the default of most.

        Raises: UsageError, which calls the option by its keyword.
        """
        if value is None and self.default is None and verb not in self.required:
            return None
        kind = self._kind(verb)
        if kind is None:
            if isinstance(value, bool):
                return value
            raise UsageError(f"{self.name} takes True or False, not {value!r}")
        try:
            return kind.check(value)
        except _Unfit:
            raise UsageError(f"{self.name} takes {kind.takes}, not {value!r}") from None


def _no_number(value: Any) -> bool:
    return isinstance(value, bool) or not isinstance(value, int | float)


def text() -> Kind:
    def check(value: Any) -> str:
        if not isinstance(value, str):
            raise _Unfit
        return value

    return Kind(str, check, "a name")


def choice(values: tuple[str, ...]) -> Kind:
    def check(value: Any) -> str:
        if not isinstance(value, str) or value not in values:
            raise _Unfit
        return value

    return Kind(check, check, " or ".join(filter(None, [", ".join(values[:-1]), values[-1]])))


def words(*values: str) -> Kind:
    """Any of some words: with commas between them, or as strings one after the other."""

    def check(value: Any) -> tuple[str, ...]:
        found = (value,) if isinstance(value, str) else value
        if not isinstance(found, Iterable) or isinstance(found, bytes | dict):
            raise _Unfit
        result = tuple(found)
        if any(not isinstance(word, str) or word not in values for word in result):
            raise _Unfit
        return result

    def parse(text: str) -> tuple[str, ...]:
        return check(text.split(","))

    return Kind(parse, check, f"words out of {', '.join(sorted(values))}, with commas between them")


def several(kind: Kind) -> Kind:
    """Values of a kind, with commas between them, or one after the other."""

    def check(value: Any) -> tuple[Any, ...]:
        found = (value,) if isinstance(value, str) else value
        if not isinstance(found, Iterable) or isinstance(found, bytes | dict):
            raise _Unfit
        return tuple(map(kind.check, found))

    def parse(text: str) -> tuple[Any, ...]:
        return tuple(map(kind.parse, text.split(",")))

    return Kind(parse, check, f"{kind.takes}; several with commas between them")


def whole(low: int) -> Kind:
    def check(value: Any) -> int:
        if _no_number(value) or value != value or value in (math.inf, -math.inf):
            raise _Unfit
        if value != int(value) or value < low:
            raise _Unfit
        return int(value)

    def parse(text: str) -> int:
        # int() would also take 1_000, blanks around it, and digits of other scripts.
        if not _WHOLE.fullmatch(text):
            raise _Unfit
        return check(int(text))

    return Kind(parse, check, f"a whole number of at least {low}")


def whole_or(word: str, low: int) -> Kind:
    """A whole number, or a word that stands for one."""
    number = whole(low)

    def check(value: Any) -> int | str:
        return word if isinstance(value, str) and value == word else number.check(value)

    def parse(text: str) -> int | str:
        return word if text == word else number.parse(text)

    return Kind(parse, check, f"{number.takes}, or `{word}`")


def objective() -> Kind:
    """What a terminal state is worth; gdlc.search.payoff gives the texts their meaning, and a test
    keeps both together."""

    def check(value: Any) -> str:
        if not isinstance(value, str) or not _OBJECTIVE.fullmatch(value):
            raise _Unfit
        return value

    return Kind(check, check, "win, score, or atleast:V with an integer V from 0 to 100")


def seconds() -> Kind:
    def check(value: Any) -> float:
        if _no_number(value) or not 0 < value <= _LONGEST:
            raise _Unfit
        return float(value)

    def parse(text: str) -> float:
        try:
            return check(float(text))
        except ValueError:
            raise _Unfit from None

    return Kind(parse, check, "a number of seconds above 0, such as 10 or 0.5")


def bytes_() -> Kind:
    def check(value: Any) -> int:
        if isinstance(value, str):
            return parse(value)
        if _no_number(value) or value != value or not 1 <= value < 1 << 62 or value != int(value):
            raise _Unfit
        return int(value)

    def parse(text: str) -> int:
        match = _BYTES.fullmatch(text)
        if match is None:
            raise _Unfit
        return check(int(match[1]) * _FACTOR[match[2].lower()])

    return Kind(parse, check, "a number of bytes above 0, such as 500M or 2G")


def path() -> Kind:
    def check(value: Any) -> str:
        if not isinstance(value, str | os.PathLike):
            raise _Unfit
        return parse(os.fspath(value))

    def parse(text: str) -> str:
        if not text or "\0" in text:
            raise _Unfit
        return text

    return Kind(parse, check, "the name of a file or folder")
