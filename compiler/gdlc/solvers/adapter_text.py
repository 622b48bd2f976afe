"""Reads the description of a solver, in TOML. docs/external-solvers.md is the page of this
language; the adapters that come along (adapters/*.toml) are written in it, too."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NoReturn

from gdlc.formats import foreign
from gdlc.formats.errors import InputError, Place
from gdlc.solvers.adapter import PATTERNS, SIGNALS, WORDS, Adapter, Exits, Said, Takes


def read(text: str, key: str, file: str = "<string>") -> Adapter:
    """The adapter that the text describes.

    Raises: InputError with the line of what is wrong
    """
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _syntax(error, text, file) from None
    reader = _Reader(text, file)
    top = reader.fields(table, "", _TOP)
    for section in ("takes", "answer", "exit"):
        top.setdefault(section, {})
    takes = reader.fields(top.pop("takes"), "takes", _TAKES)
    said = reader.fields(top.pop("answer"), "answer", _ANSWER)
    exits = reader.fields(top.pop("exit"), "exit", _EXIT)
    for name in ("program", "command"):
        if name not in top:
            reader.fail(name, f"`{name}` is missing", f"{name} = {_TOP[name].example}")
    for renamed, name in (("disk", "disk_bytes"), ("language", "input")):
        if name in top:
            top[renamed] = top.pop(name)
    if "least_probability" in takes:
        takes["least"] = takes.pop("least_probability")
    for name in ("relative", "absolute"):
        if f"{name}_error" in said:
            said[name] = said.pop(f"{name}_error")
    adapter = Adapter(
        key=key,
        source=file,
        takes=Takes(**takes),
        said=Said(**said),
        exits=Exits(**exits),
        **{"name": key, **top},
    )
    _require_sense(adapter, reader)
    return adapter


def _require_sense(adapter: Adapter, reader: _Reader) -> None:
    used = {word for part in adapter.command for word in re.findall(r"\{(\w*)\}", part)}
    for word in sorted(used - {*WORDS}):
        reader.fail("command", f"{{{word}}} means nothing", f"{', '.join(WORDS)} may be in braces")
    if any("{universals}" in part and part != "{universals}" for part in adapter.command):
        reader.fail("command", "{universals} is not a word of its own", '"{universals}"')
    if "file" not in used and not adapter.stdin:
        reader.fail("command", "the solver gets no formula", 'say "{file}" there, or stdin = true')
    if ("output" in used) != bool(adapter.output):
        reader.fail(
            "output" if adapter.output else "command",
            "`output` and {output} in the command go together",
            "a preprocessor has both, other solvers neither",
        )
    said, exits = adapter.said, adapter.exits
    bounds = said.lower is not None and said.upper is not None
    if not (said.value or bounds or said.true or said.false or exits.true or exits.false):
        reader.fail(
            "answer", "nothing says where the answer is", "[answer] value = '^s VALUE (.+)$'"
        )
    for name, pattern in said.patterns().items():
        needs = name in ("value", "lower", "upper")
        if pattern.groups != needs:
            wanted = "one group, around the number" if needs else "no groups; (?: ) makes none"
            reader.fail(name, f"the pattern has {pattern.groups} groups", wanted)


@dataclass(frozen=True)
class _Kind:
    """check: gives the value, or raises ValueError with what is wrong; example: of a right one."""

    check: Callable[[Any], Any]
    example: str


class _Reader:
    """Takes tables apart, and finds the line of what is wrong with them."""

    def __init__(self, text: str, file: str) -> None:
        self._lines = text.splitlines()
        self._file = file

    def fields(self, table: Any, section: str, kinds: Mapping[str, _Kind]) -> dict[str, Any]:
        if not isinstance(table, dict):
            self.fail(section, f"`{section}` is no table", f"[{section}] on a line of its own")
        found = {}
        for name, value in table.items():
            if name not in kinds:
                known = ", ".join(kinds)
                where = f"[{section}] has" if section else "an adapter has"
                self.fail(name, f"unknown key `{name}`", f"{where} {known}")
            try:
                found[name] = kinds[name].check(value)
            except (ValueError, re.error) as error:
                self.fail(name, f"`{name}`: {error}", f"{name} = {kinds[name].example}")
        return found

    def fail(self, name: str, message: str, hint: str) -> NoReturn:
        key = re.compile(rf"\s*(?:\[\s*)?([\"']?){re.escape(name)}\1\s*(?:[=\].])")
        for number, line in enumerate(self._lines, 1):
            if key.match(line):
                place = Place(self._file, number, 1 + len(line) - len(line.lstrip()), line)
                raise InputError(message, place=place, hint=hint)
        raise InputError(message, file=self._file, hint=hint)


def _syntax(error: tomllib.TOMLDecodeError, text: str, file: str) -> InputError:
    match = re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", str(error))
    hint = "the file is TOML: toml.io"
    if match is None:
        return InputError(f"no TOML: {error}", file=file, hint=hint)
    line = int(match[2])
    excerpt = (text.splitlines() or [""])[line - 1 : line]
    place = Place(file, line, int(match[3]), "".join(excerpt))
    return InputError(f"no TOML: {match[1]}", place=place, hint=hint)


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value or "\0" in value:
        raise ValueError("a string is expected")
    return value


def _file_name(value: Any) -> str:
    if not re.fullmatch(r"[\w.+-]+", _text(value)) or value.startswith((".", "-")):
        raise ValueError("the plain name of a file is expected")
    return str(value)


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("true or false is expected")
    return value


def _words(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ValueError("a list of strings is expected")
    return tuple(map(_text, value))


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise ValueError("a whole number above 0 is expected")
    return value


def _error(value: Any) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1:
        raise ValueError("a number from 0 to 1 is expected")
    return Fraction(str(value))


def _codes(value: Any) -> frozenset[int]:
    def is_code(code: Any) -> bool:
        return isinstance(code, int) and not isinstance(code, bool) and 0 <= code <= 255

    if not isinstance(value, list) or not all(map(is_code, value)):
        raise ValueError("a list of exit codes, from 0 to 255, is expected")
    return frozenset(value)


def _line(value: Any) -> re.Pattern[bytes]:
    return re.compile(_text(value).encode(), re.MULTILINE)


def _blocks(value: Any) -> re.Pattern[str]:
    return re.compile(_text(value))


def _table(value: Any) -> Any:
    return value


def _one_of(*words: str) -> Callable[[Any], str]:
    def check(value: Any) -> str:
        if value not in words:
            raise ValueError(f"one of {', '.join(words)} is expected")
        return str(value)

    return check


_TOP = {
    "name": _Kind(_text, '"NewSSAT"'),
    "about": _Kind(_text, '"counts, then guesses"'),
    "homepage": _Kind(_text, '"https://example.org/newssat"'),
    "program": _Kind(_text, '"newssat"'),
    "command": _Kind(_words, '["{program}", "{file}"]'),
    "universals": _Kind(_words, '["--universals"]'),
    "input": _Kind(_one_of(*foreign.LANGUAGES), '"sdimacs"'),
    "file": _Kind(_file_name, '"formula.sdimacs"'),
    "output": _Kind(_file_name, '"smaller.sdimacs"'),
    "stdin": _Kind(_flag, "true"),
    "beside": _Kind(_words, '["bin"]'),
    "signal": _Kind(_one_of(*SIGNALS), '"TERM"'),
    "disk_bytes": _Kind(_whole, "1000000000"),
    "version": _Kind(_words, '["--version"]'),
    "takes": _Kind(_table, ""),
    "answer": _Kind(_table, ""),
    "exit": _Kind(_table, ""),
}
_TAKES = {
    "universals": _Kind(_flag, "false"),
    "chance": _Kind(_flag, "false"),
    "levels": _Kind(_whole, "2"),
    "prefix": _Kind(_blocks, '"r?e"'),
    "least_probability": _Kind(_error, "1e-6"),
}
_ANSWER = {
    **{name: _Kind(_line, "'^value (.+)$'") for name in PATTERNS},
    "digits": _Kind(_whole, "7"),
    "relative_error": _Kind(_error, "1e-6"),
    "absolute_error": _Kind(_error, "1e-6"),
}
_EXIT = {name: _Kind(_codes, "[0]") for name in ("answered", "true", "false", "limit")}
