"""The atom that a person asks for, in the words of the rule sheet or of the program.

true(cell(1,1,b),3)        as it stands in the files
(true (cell 1 1 b))@3      in KIF, the step behind @
true(cell(1,1,b))          without a step: at all steps
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from gdlc.formats import gdl
from gdlc.formats.errors import InputError, UsageError
from gdlc.formats.lp import terms

_STEP = re.compile(r"(.*\S)\s*@\s*([0-9]{1,9})\s*\Z", re.DOTALL)
_MOST = 20_000  # names that are compared to find near ones
_HINT = "write it as in the files, true(cell(1,1,b),3), or as in the rules, (true (cell 1 1 b))@3"


@dataclass(frozen=True)
class Query:
    """An atom that is asked for.

    text:  as it was given
    names: what it may be called in a program, the likeliest first
    step:  the step that was given behind @, if one was
    """

    text: str
    names: tuple[str, ...]
    step: int | None = None

    def timed(self) -> tuple[str, ...]:
        """Its names with a step as last argument, cut off before the step."""
        return tuple(f"{n[:-1]}," if n.endswith(")") else f"{n}(" for n in self.names)

    def atoms(self) -> tuple[gdl.Atom, ...]:
        """What it may be in a rule sheet, where no atom has a step."""
        found = []
        for symbol in filter(None, map(_parsed, self.names)):
            if self.step is None and symbol.args and isinstance(symbol.args[-1], int):
                found.append(_atom(terms.Call(symbol.name, symbol.args[:-1])))
            found.append(_atom(symbol))
        return tuple(found)


def _parsed(name: str) -> terms.Call | None:
    try:
        symbol = terms.parse(name)
    except ValueError:
        return None
    return symbol if isinstance(symbol, terms.Call) else None


def _atom(symbol: terms.Call) -> gdl.Atom:
    args = tuple(map(terms.to_gdl, symbol.args))
    return gdl.Atom(terms.functor_to_gdl(symbol.name), args)


def parse_query(text: str) -> Query:
    """Read what a person asks for.

    Raises: UsageError for what is no atom
    """
    match = _STEP.match(text)
    body, step = (match[1], int(match[2])) if match else (text.strip(), None)
    if not body.strip():
        raise UsageError("--atom needs the text of an atom", hint=_HINT)
    if body.startswith("("):
        return Query(text, _with_true(_from_kif(body, text)), step)
    symbol = _parsed(body)
    if symbol is None:  # other tools name variables as they like
        return Query(text, (body,), step)
    return Query(text, _with_true(symbol), step)


def _with_true(symbol: terms.Call) -> tuple[str, ...]:
    """A fluent may be given without the `true` around it."""
    return str(symbol), str(terms.Call("true", (symbol,)))


def _from_kif(body: str, text: str) -> terms.Call:
    try:
        rules = gdl.read(body, "--atom", "kif").rules
    except InputError as error:
        raise UsageError(f"`{text}` is no atom: {error.message}", hint=_HINT) from None
    if len(rules) != 1 or rules[0].body:
        raise UsageError(f"`{text}` is no atom", hint=_HINT)
    head = rules[0].head
    for variable in gdl.variables(head):
        raise UsageError(f"`{text}` has the variable {variable}; an atom has none", hint=_HINT)
    return terms.Call(terms.functor(head.predicate), tuple(map(terms.from_gdl, head.args)))


def matches(query: Query, names: Collection[str]) -> list[str]:
    """The atoms that are meant: one, or without a step those of all steps in their order.

    names: those that there are; quick to ask whether one is among them
    """
    for name, stem in zip(query.names, query.timed(), strict=True):
        if query.step is not None:
            timed = f"{stem}{query.step})"
            if timed in names:
                return [timed]
        elif name in names:
            return [name]
    if query.step is not None:
        return []
    for stem in query.timed():
        found = [
            (int(rest), name)
            for name in names
            if name.startswith(stem) and (rest := name[len(stem) : -1]).isdecimal()
        ]
        if found:
            return [name for _, name in sorted(found)]
    return []


def unknown(query: Query, names: Collection[str], files: Iterable[str]) -> UsageError:
    """The error for an atom that no file has, with names that are near."""
    close = near(query, names)
    hint = f"near: {', '.join(close)}" if close else _HINT
    return UsageError(f"no atom `{query.text}` in {', '.join(files)}", hint=hint)


def near(query: Query, names: Collection[str]) -> list[str]:
    """Names that are much like the one that was asked for; those of the same predicate first."""
    wanted = query.names
    if query.step is not None:
        wanted = tuple(f"{stem}{query.step})" for stem in query.timed())
    for name in wanted:
        found = _close(name, [one for one in names if _functor(one) == _functor(name)])
        if found:
            return found
    functors = difflib.get_close_matches(_functor(wanted[0]), {*map(_functor, names)}, n=1)
    return _close(wanted[0], [one for one in names if not functors or _functor(one) in functors])


def _close(name: str, pool: list[str]) -> list[str]:
    return difflib.get_close_matches(name, pool[:_MOST], n=3, cutoff=0.5)


def _functor(name: str) -> str:
    return name.split("(", 1)[0]
