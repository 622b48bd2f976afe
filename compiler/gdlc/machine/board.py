"""The picture of a state as a board, where the game has one.

A board is a relation of fluents such as (cell x y content) whose x and y are counted: numerals, or
words that facts lead through from each to the next. It is found by where terms stand, never by
words, so that a game in nonsense words gives the same picture. `layout` says how it is chosen.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from gdlc.formats.gdl import RuleSheet
from gdlc.machine.domains import Domains
from gdlc.machine.terms import Ground, kif, parse
from gdlc.stop import Stop

MOST_CELLS = 4096
LONGEST_SIDE = 64
EMPTY = "."
_BLANKS = 3  # one cell in so many must be blank at first
_SQUARE = 3  # the fewest values of a coordinate that is not counted
_NARROW = 3  # characters of a content that is shown as it is
_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+|[^\sA-Za-z0-9()_-]")


@dataclass(frozen=True)
class Layout:
    """How the states of a game are shown.

    functor:  the relation (name, number of arguments)
    x, y:     the places of the coordinates among the arguments
    planes:   the places that tell several boards apart: none, or one
    columns:  values of x from left to right
    rows:     values of y from below
    boards:   values of the plane, from above; one without a name if there is no plane
    blank:    the content that is shown as `.`; None: a cell without a fluent is
    shown:    a short text for each content
    """

    functor: tuple[str, int]
    x: int
    y: int
    planes: tuple[int, ...]
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    boards: tuple[str, ...]
    blank: str | None
    shown: Mapping[str, str]

    def place(self, fluent: Ground) -> tuple[tuple[str, str, str], str] | None:
        """Plane, x and y of a fluent, and its content; None for one that is not on the board."""
        if isinstance(fluent, str) or (fluent[0], len(fluent) - 1) != self.functor:
            return None
        args = list(map(kif, fluent[1:]))
        rest = [n for n in range(len(args)) if n not in (self.x, self.y, *self.planes)]
        plane = " ".join(args[n] for n in self.planes)
        return (plane, args[self.x], args[self.y]), " ".join(args[n] for n in rest)

    @property
    def size(self) -> int:
        """The number of cells of all boards."""
        return len(self.columns) * len(self.rows) * len(self.boards)


@dataclass(frozen=True)
class Board:
    """A state on a board.

    cells:  contents by plane, x and y, each sorted
    others: fluents that are not on the board, in KIF
    """

    layout: Layout
    cells: Mapping[tuple[str, str, str], tuple[str, ...]]
    others: tuple[str, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        return _with_more(self.layout.columns, (x for _, x, _ in self.cells))

    @property
    def rows(self) -> tuple[str, ...]:
        """From below."""
        return _with_more(self.layout.rows, (y for _, _, y in self.cells))

    @property
    def planes(self) -> tuple[str, ...]:
        return _with_more(self.layout.boards, (plane for plane, _, _ in self.cells))

    def shown(self, plane: str, x: str, y: str) -> str:
        """What stands in a cell, in short."""
        contents = self.cells.get((plane, x, y))
        if contents is None:
            return EMPTY if self.layout.blank is None else ""
        if contents == (self.layout.blank,):
            return EMPTY
        return "+".join(self.short(content) for content in contents)

    def short(self, content: str) -> str:
        return self.layout.shown.get(content, content) or "*"

    def key(self) -> list[tuple[str, str]]:
        """What the short texts on this board stand for, where they differ from it."""
        found = {content: self.short(content) for here in self.cells.values() for content in here}
        if self.layout.blank in found:
            found[str(self.layout.blank)] = EMPTY
        pairs = ((short, content) for content, short in found.items() if short != content)
        return sorted((short, content) for short, content in pairs if content)

    def grid(self) -> str:
        """The cells alone, a line for each row, the highest first."""
        blocks = []
        for plane in self.planes:
            texts = [[self.shown(plane, x, y) for x in self.columns] for y in reversed(self.rows)]
            width = max((len(text) for row in texts for text in row), default=0)
            lines = (" ".join(text.ljust(width) for text in row).rstrip() for row in texts)
            blocks.append("".join(f"{line}\n" for line in lines))
        return "\n".join(blocks)

    def __str__(self) -> str:
        """The board with the names of rows and columns, the key, and the other fluents."""
        lines: list[str] = []
        rows, columns = self.rows, self.columns
        margin = max(map(len, rows))
        for plane in self.planes:
            texts = {(x, y): self.shown(plane, x, y) for x in columns for y in rows}
            width = max(map(len, (*columns, *texts.values())))
            if plane:
                lines.append(f"{plane}:")
            for y in reversed(rows):
                row = " ".join(texts[x, y].ljust(width) for x in columns)
                lines.append(f"{y.rjust(margin)}  {row}".rstrip())
            names = " ".join(x.ljust(width) for x in columns)
            lines += [f"{' ' * margin}  {names}".rstrip(), ""]
        lines += [f"{short} = {content}" for short, content in self.key()]
        lines += self.others
        return "\n".join(lines).rstrip("\n") + "\n"

    def svg(self) -> str:
        """The same as a picture that needs nothing else."""
        from gdlc.machine.board_svg import svg

        return svg(self)


def board(layout: Layout, fluents: Iterable[str]) -> Board:
    """A state on the board.

    fluents: of the state, in KIF
    """
    cells: dict[tuple[str, str, str], list[str]] = {}
    others = []
    for text in fluents:
        found = layout.place(_parsed(text))
        if found is None:
            others.append(text)
        else:
            cells.setdefault(found[0], []).append(found[1])
    return Board(
        layout, {place: tuple(sorted(here)) for place, here in cells.items()}, tuple(others)
    )


def layout(
    sheet: RuleSheet,
    initial: Iterable[str],
    domains: Domains | None = None,
    stop: Stop | None = None,
) -> Layout | None:
    """How to show the states of a game; None if it has no board.

    initial: the fluents of the initial state, in KIF
    domains: of the sheet, if they are known already

    A relation with three or four arguments is a board if two neighbours among them are counted, or
    if the initial state holds it once for all pairs of at least three values each. Two with the
    same values come before others, then the first. Of several such relations, a counted one comes
    before others; then the one with the most fluents in the initial state, then the one with the
    most cells, then the first one on the sheet.
    """
    domains = domains or Domains(sheet, stop)
    fluents = [_parsed(text) for text in initial]
    best: tuple[tuple[bool, int, int], Layout] | None = None
    for functor in domains.fluents():
        if functor[1] not in (3, 4):
            continue
        rows = [fluent for fluent in fluents if _is_of(fluent, functor)]
        found = _of_functor(domains, functor, [row[1:] for row in rows])
        if found is None:
            continue
        counted = all(domains.ordered(set(axis)) for axis in (found.columns, found.rows))
        score = (counted, len(rows), found.size)
        if best is None or score > best[0]:
            best = (score, found)
    return best[1] if best is not None else None


def _is_of(fluent: Ground, functor: tuple[str, int]) -> bool:
    return not isinstance(fluent, str) and (fluent[0], len(fluent) - 1) == functor


def _of_functor(
    domains: Domains, functor: tuple[str, int], rows: Sequence[Sequence[Ground]]
) -> Layout | None:
    name, arity = functor
    values: list[set[str] | None] = []
    for number in range(arity):
        place = (0, name, arity, number)
        domain, declared = domains.of("true", *place), domains.of("base", *place)
        constants = domain.constants & declared.constants or domain.constants
        values.append(None if domain.functions else constants)
    candidates = []
    for x, y in pairwise(range(arity)):
        found = _axes(domains, values, x, y, rows)
        if found is not None:
            candidates.append((found[0] != found[1], x, found))
    if not candidates:
        return None
    _, x, (columns, lines) = min(candidates)
    y = x + 1
    # What is counted before the coordinates tells boards apart; the rest is content.
    boards = domains.ordered(values[0] or {"?"}) if arity == 4 and x == 1 else None
    planes = () if boards is None else (0,)
    rest = [n for n in range(arity) if n not in (x, y, *planes)]
    if not rest:
        return None
    contents = domains.by_first(values[rest[0]] or set()) if len(rest) == 1 else []
    shape = (functor, x, y, planes, tuple(columns), tuple(lines), tuple(boards or ("",)))
    blank = _blank(Layout(*shape, None, {}), name, rows) if len(rest) == 1 else None
    shown = _short([content for content in contents if content != blank])
    return Layout(*shape, blank, shown)


def _axes(
    domains: Domains,
    values: Sequence[set[str] | None],
    x: int,
    y: int,
    rows: Sequence[Sequence[Ground]],
) -> tuple[list[str], list[str]] | None:
    """The values of two arguments in their order, if they are coordinates."""
    pairs = [(row[x], row[y]) for row in rows]
    full = len(set(pairs)) == len(pairs) == len({a for a, _ in pairs}) * len({b for _, b in pairs})
    axes = []
    for place in (x, y):
        words = values[place]
        if words is None:
            return None
        order = domains.ordered(words)
        if order is None:
            if not (full and pairs):
                return None
            order = domains.by_first({word for row in rows if isinstance(word := row[place], str)})
            if len(order) < _SQUARE:
                return None
        if not 2 <= len(order) <= LONGEST_SIDE:
            return None
        axes.append(order)
    return (axes[0], axes[1]) if len(axes[0]) * len(axes[1]) <= MOST_CELLS else None


def _blank(layout: Layout, name: str, rows: Sequence[Sequence[Ground]]) -> str | None:
    """The most frequent content of the initial state, if most cells have one content each."""
    found = [place for row in rows if (place := layout.place((name, *row))) is not None]
    if 2 * len(found) <= layout.size or len({place for place, _ in found}) < len(found):
        return None
    (first, number), *others = Counter(content for _, content in found).most_common(2)
    if others and others[0][1] == number:
        return None
    return first if _BLANKS * number >= len(found) else None


def _short(contents: Sequence[str]) -> dict[str, str]:
    """A short text for each content: itself if all are short, else the initials of its parts."""
    if all(len(content) <= _NARROW for content in contents):
        return {content: content for content in contents}
    shown: dict[str, str] = {}
    for content in contents:
        parts = _PARTS.findall(content)
        numerals = all(part.isdigit() for part in parts)
        text = "".join(part if part.isdigit() else part[0] for part in parts)
        if not text or numerals:
            text = content
        short, number = text, 1
        while short in shown.values():
            number += 1
            short = f"{text}{number}"
        shown[content] = short
    return shown


def _with_more(known: tuple[str, ...], met: Iterable[str]) -> tuple[str, ...]:
    more = sorted(set(met) - set(known), key=_natural)
    return (*known, *more) if more else known


def _natural(text: str) -> list[tuple[int, int, str]]:
    """Sorts numerals as numbers."""
    return [
        (0, int(part), part) if part.isdigit() and part.isascii() else (1, 0, part)
        for part in text.split()
    ]


_terms: dict[str, Ground] = {}


def _parsed(text: str) -> Ground:
    """The term of a fluent; to parse one takes 0.1 ms, and states share them."""
    found = _terms.get(text)
    if found is None:
        if len(_terms) > 1 << 16:
            _terms.clear()
        found = _terms[text] = parse(text, "<fluent>")
    return found
