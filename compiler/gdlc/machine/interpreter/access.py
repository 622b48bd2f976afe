"""How the rows of a relation are looked up: by which parts, yielding which others.

A premise such as `(true (cell ?x 1 ?m))` with ?x bound looks into the rows of `true` by the
parts ?x and 1 and yields ?m. All premises with the same pattern, whatever their constants and
variables, share one index: a dict from the known parts to the free ones.

Rows: of a relation with one argument the argument itself, with more a tuple of them. The state,
the rows of `true`, is thus a plain set of fluents.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass
from typing import TypeAlias

from gdlc.formats.gdl import Function, Term, Variable, variables

Pattern: TypeAlias = "str | tuple[str | int | Pattern, ...]"
"""One argument: KNOWN, FREE, ANY, (EQUAL, i) for the i-th free part again, or
(APPLY, name, *patterns) for a function term with unknown parts."""

KNOWN = "known"
FREE = "free"
ANY = "any"
EQUAL = "equal"
APPLY = "apply"


@dataclass(frozen=True)
class Access:
    """The lookup of one premise.

    pattern: one for each argument
    keys:    the known terms, in the order of KNOWN in the pattern
    free:    the variables that get their value, in the order of FREE
    """

    pattern: tuple[Pattern, ...]
    keys: tuple[Term, ...]
    free: tuple[str, ...]

    @property
    def is_test(self) -> bool:
        """Everything is known: the row is looked up as it is."""
        return all(part == KNOWN for part in self.pattern)

    @property
    def is_scan(self) -> bool:
        """Nothing is known: all rows, as they are."""
        return all(part == FREE for part in self.pattern)


def access(args: Sequence[Term], bound: Set[str], dropped: Set[str]) -> Access:
    """The access for an atom's arguments.

    bound:   names of variables that have a value
    dropped: names of variables that nobody asks for; they become ANY where they stand once
    """
    keys: list[Term] = []
    free: list[str] = []
    count: dict[str, int] = {}
    for arg in args:
        for variable in variables(arg):
            count[variable.name] = count.get(variable.name, 0) + 1

    def pattern(term: Term) -> Pattern:
        if all(variable.name in bound for variable in variables(term)):
            keys.append(term)
            return KNOWN
        if isinstance(term, Variable):
            if term.name in free:
                return (EQUAL, free.index(term.name))
            if term.name in dropped and count[term.name] == 1:
                return ANY
            free.append(term.name)
            return FREE
        assert isinstance(term, Function)
        return (APPLY, term.name, *(pattern(arg) for arg in term.args))

    return Access(tuple(pattern(arg) for arg in args), tuple(keys), tuple(free))


def leaves(patterns: Sequence[Pattern]) -> Iterator[str]:
    """KNOWN, FREE, ANY and EQUAL as they stand in the patterns, from left to right."""
    for pattern in patterns:
        if isinstance(pattern, str):
            yield pattern
        elif pattern[0] == EQUAL:
            yield EQUAL
        else:
            yield from leaves(_arguments(pattern))


def _arguments(pattern: tuple[str | int | Pattern, ...]) -> list[Pattern]:
    """The patterns below (APPLY, name, ...)."""
    return [part for part in pattern[2:] if not isinstance(part, int)]


class Matcher:
    """Python code that takes one row apart.

    key:   the expression of the i-th known part; None: bind it to the name k0, k1, ... instead
    free:  the names that the free parts are bound to
    Every line either binds names or is a test that ends in `continue`: the code stands in a loop.
    """

    def __init__(self, key: Callable[[int], str] | None, free: Sequence[str]) -> None:
        self._key = key
        self._free = free
        self._known = 0
        self._bound = 0
        self._names = 0
        self.lines: list[str] = []

    def row(self, patterns: Sequence[Pattern]) -> str:
        """The target of the loop over the rows; `lines` then holds the rest."""
        names = [self._target(pattern) for pattern in patterns]
        return names[0] if len(names) == 1 else ", ".join(names)

    def _fresh(self) -> str:
        self._names += 1
        return f"t{self._names}"

    def _target(self, pattern: Pattern) -> str:
        if pattern == ANY:
            return "_"
        if pattern == FREE:
            self._bound += 1
            return self._free[self._bound - 1]
        if pattern == KNOWN:
            self._known += 1
            if self._key is None:
                return f"k{self._known - 1}"
            name = self._fresh()
            self.lines.append(f"if {name} != {self._key(self._known - 1)}: continue")
            return name
        assert isinstance(pattern, tuple)
        name = self._fresh()
        if pattern[0] == EQUAL:
            assert isinstance(pattern[1], int)
            self.lines.append(f"if {name} != {self._free[pattern[1]]}: continue")
            return name
        at = len(self.lines)
        parts = _arguments(pattern)
        targets = [self._target(part) for part in parts]
        # The parts may themselves have added lines; the row must be taken apart before them.
        self.lines[at:at] = [
            f"if type({name}) is not tuple or len({name}) != {len(parts) + 1}"
            f" or {name}[0] != {pattern[1]!r}: continue",
            f"_, {', '.join(targets)} = {name}",
        ]
        return name


def builder_source(name: str, patterns: Sequence[Pattern]) -> str:
    """The source of a function (index, rows) that adds rows to an index.

    The index, by what the pattern has:
      known and free parts   dict: known -> the free ones, as a list, or as the keys of a dict
                             where rows may yield the same twice
      known parts only       set of the known
      free parts only        dict whose keys are the free
      neither                set that holds () if there is a row
    Several parts stand as a tuple, one as itself.
    """
    parts = list(leaves(patterns))
    known = parts.count(KNOWN)
    free = parts.count(FREE)
    matcher = Matcher(None, [f"f{i}" for i in range(free)])
    target = matcher.row(patterns)
    key = _tuple([f"k{i}" for i in range(known)])
    value = _tuple([f"f{i}" for i in range(free)])
    if known and free:
        if ANY in parts:
            last = [f"index.setdefault({key}, {{}})[{value}] = None"]
        else:
            last = [
                f"found = get({key})",
                f"if found is None: index[{key}] = [{value}]",
                f"else: found.append({value})",
            ]
    elif free:
        last = [f"index[{value}] = None"]
    else:
        last = [f"index.add({key})"]
    lines = [f"def {name}(index, rows):"]
    if known and free:
        lines.append("    get = index.get")
    lines.append(f"    for {target} in rows:")
    lines += [f"        {line}" for line in (*matcher.lines, *last)]
    return "\n".join(lines) + "\n"


def is_set(patterns: Sequence[Pattern]) -> bool:
    """Is the index of this pattern a set (else a dict)?"""
    return FREE not in leaves(patterns)


def _tuple(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"({', '.join(names)})"
