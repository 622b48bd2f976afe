"""States as text: fluents in KIF without `true`, or the lines of a recording."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

from gdlc.formats import gdl
from gdlc.formats.errors import GdlcError, InputError, Place
from gdlc.machine.terms import ground, kif


@dataclass(frozen=True)
class StateText:
    """A state as it was read; name: what the text calls it, or an empty string."""

    name: str
    fluents: tuple[str, ...]


def read_states(text: str, file: str) -> list[StateText]:
    """All states of a text.

    KIF:        the fluents of one state, in any layout, with comments
    JSON lines: a state in each line that has a list `true`, as recordings have; others are skipped
    Raises:     InputError with the place of what is neither
    """
    if text.lstrip().startswith('{"'):
        return _recorded(text, file)
    return [StateText("", _fluents(text, file))]


def _fluents(text: str, file: str) -> tuple[str, ...]:
    _require_balance(text, file)
    try:
        rules = gdl.read(f"(state\n{text}\n)", file, "kif").rules
    except GdlcError as error:
        place = error.place
        if place is None:
            raise
        # The line above the text is ours, and so is the one below it.
        lines = text.split("\n")
        line = min(max(1, place.line - 1), len(lines))
        place = replace(place, line=line, excerpt=lines[line - 1])
        raise InputError(error.message, place=place, hint=error.hint) from None
    found = []
    for term in rules[0].head.args:
        try:
            found.append(kif(ground(term)))
        except KeyError as error:
            line = max(1, term.span.line - 1)
            raise InputError(
                f"the fluent has the variable ?{error.args[0]}",
                place=Place(
                    file, line, term.span.column, text.split("\n")[line - 1], term.span.width
                ),
                hint="a state holds ground fluents",
            ) from None
    return tuple(dict.fromkeys(found))


def _require_balance(text: str, file: str) -> None:
    """The reader of KIF sees the text within parentheses of ours, and might close those."""
    opened: list[Place] = []
    for number, line in enumerate(text.split("\n"), 1):
        for column, character in enumerate(line.split(";")[0], 1):
            if character == "(":
                opened.append(Place(file, number, column, line))
            elif character == ")":
                if not opened:
                    raise InputError(
                        "this closing parenthesis closes nothing",
                        place=Place(file, number, column, line),
                        hint="remove it, or open one before it",
                    )
                opened.pop()
    if opened:
        raise InputError(
            "this parenthesis is never closed", place=opened[0], hint="add the missing `)`"
        )


def _recorded(text: str, file: str) -> list[StateText]:
    found: list[StateText] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
        except ValueError as error:
            raise InputError(
                f"this line is no JSON: {error}", place=Place(file, number, 1, line)
            ) from None
        except RecursionError:
            raise InputError(
                "this line is nested too deeply", place=Place(file, number, 1, line)
            ) from None
        fluents = entry.get("true") if isinstance(entry, dict) else None
        if fluents is None:
            continue
        if not isinstance(fluents, list) or not all(isinstance(one, str) for one in fluents):
            raise InputError(
                "`true` is no list of fluents",
                place=Place(file, number, 1, line),
                hint='for instance {"true": ["(cell 1 1 b)"]}',
            )
        words = "\n".join(fluents)
        found.append(StateText(_name(entry, len(found)), _fluents(words, f"{file}:{number}")))
    if not found:
        raise InputError("no line has a list `true` of fluents", file=file)
    return found


def _name(entry: dict[str, Any], number: int) -> str:
    known = [f"{key} {entry[key]}" for key in ("play", "step") if isinstance(entry.get(key), int)]
    return ", ".join(known) or f"state {number + 1}"
