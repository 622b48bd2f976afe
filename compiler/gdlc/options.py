"""What verbs know which options, and whether the values of a call are right (option_table.py)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from gdlc.formats.errors import UsageError
from gdlc.option import Option
from gdlc.option_table import ANSWERS, OPTIONS, VERBS

__all__ = ["ANSWERS", "OPTIONS", "VERBS", "Option", "options_of", "sample", "validate"]


def options_of(verb: str) -> tuple[Option, ...]:
    """The options that a verb knows, in the order of the table."""
    return tuple(option for option in OPTIONS if verb in option.verbs)


def validate(verb: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """The keywords of a call of the function `verb`, checked, with the defaults filled in.

    Raises: UsageError for an unknown keyword, a missing one, and a value out of range.
    """
    known = {option.name: option for option in options_of(verb) if option.keyword}
    for name in values:
        if name not in known:
            raise UsageError(f"{verb} has no option {name}", hint=f"it has {', '.join(known)}")
    checked = {}
    for name, option in known.items():
        if name not in values and verb in option.required:
            raise UsageError(f"{verb} needs {name}")
        checked[name] = option.check(values.get(name, option.default), verb)
    return checked


def sample(rng: random.Random, verb: str) -> dict[str, Any]:
    """Legal values for the keywords of a verb: all that are required, some of the others."""
    drawn = {}
    for option in options_of(verb):
        values = option.choices[verb] if option.choices is not None else option.samples
        if option.keyword and values and (verb in option.required or rng.random() < 0.5):
            drawn[option.name] = rng.choice(values)
    return drawn
