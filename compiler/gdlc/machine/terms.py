"""Ground terms as plain Python values: a constant is a string, `(f a b)` the tuple ("f", "a", "b").

Strings keep their hash and tuples compare by identity first, so sets of such terms are fast; a
class of our own would be slower by the call of its `__hash__`.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TypeAlias

from gdlc.formats.errors import InputError
from gdlc.formats.gdl import Constant, Function, Term, Variable, read

Ground: TypeAlias = "str | tuple[Ground, ...]"


def kif(term: Ground) -> str:
    """The term as KIF text with single blanks. Without recursion: terms grow as plays go on."""
    if isinstance(term, str):
        return term
    words: list[str] = []
    stack: list[Ground] = [term]
    closing: Ground = ()  # no term is the empty tuple, so it can stand for `)`
    while stack:
        current = stack.pop()
        if current == closing:
            words[-1] += ")"
        elif isinstance(current, str):
            words.append(current)
        else:
            stack.append(closing)
            stack.extend(reversed(current[1:]))
            words.append(f"({current[0]}")
    return " ".join(words)


def ground(term: Term, values: Mapping[str, Ground] | None = None) -> Ground:
    """The value of a term of a rule sheet; `values` gives those of its variables.

    Raises: KeyError for a variable without a value.
    """
    match term:
        case Constant(name):
            return sys.intern(name)
        case Variable(name):
            return (values or {})[name]
        case Function(name, args):
            return (sys.intern(name), *(ground(arg, values) for arg in args))


def parse(text: str, file: str = "<term>") -> Ground:
    """The ground term that a KIF text stands for.

    Raises: InputError if it is not exactly one term, or has variables.
    """
    rules = read(f"(term {text}\n)", file).rules
    if len(rules) != 1 or rules[0].body or len(rules[0].head.args) != 1:
        raise InputError(
            f"one term is expected, found `{text.strip()}`",
            file=file,
            hint="write a constant, or a list such as (cell 1 1 b)",
        )
    try:
        return ground(rules[0].head.args[0])
    except KeyError as error:
        raise InputError(
            f"the term `{text.strip()}` has the variable ?{error.args[0]}",
            file=file,
            hint="write a term without variables",
        ) from None


def depth(term: Ground) -> int:
    """How deep functions stand in each other: 0 for a constant, 1 for `(f a)`."""
    deepest = 0
    stack = [(term, 0)]
    while stack:
        current, level = stack.pop()
        if isinstance(current, str):
            deepest = max(deepest, level)
        else:
            stack.extend((part, level + 1) for part in current[1:])
    return deepest
