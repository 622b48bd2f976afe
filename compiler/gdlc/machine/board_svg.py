"""A board as an SVG picture that needs nothing else: no fonts, no style sheet, no script."""

from __future__ import annotations

import colorsys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from gdlc.machine.visible import visible, xml

if TYPE_CHECKING:
    from gdlc.machine.board import Board

EMPTY = "."  # how the key of a board calls a cell with the blank content
_CELL = 44
_GAP = 24  # between two boards of one state
_MARGIN = 12
_LINE = 18  # of the texts below
_LETTER = 7.5  # the width of a letter of the texts, about
_MOST_DISCS = 12  # contents that colours can still tell apart
_LONGEST_TEXT = 120
_FACE = "font-family='Helvetica, Arial, sans-serif'"


def svg(board: Board) -> str:
    """The boards below each other with the names of rows and columns, the key, other fluents.

    A content stands as its short text: on a disc of its own colour where there are few and not
    all are numerals.
    """
    columns, rows = board.columns, board.rows
    left = _MARGIN + _LETTER * max(map(len, rows)) + 8
    colours = _colours(board)
    parts: list[str] = []
    top = float(_MARGIN)
    for plane in board.planes:
        if plane:
            parts.append(_text(left, top + 13, visible(plane), "start", 14))
            top += _LINE + 4
        parts += _grid(board, plane, left, top, colours)
        top += _CELL * len(rows)
        for number, name in enumerate(columns):
            middle = left + _CELL * (number + 0.5)
            parts.append(_text(middle, top + 16, visible(name), "middle", 13, _CELL))
        top += _GAP
    right = left + _CELL * len(columns)
    key = [f"{'empty' if short == EMPTY else short} = {content}" for short, content in board.key()]
    for line in (*key, *board.others):
        text = visible(line)
        if len(text) > _LONGEST_TEXT:
            text = f"{text[: _LONGEST_TEXT - 3]}..."
        top += _LINE
        parts.append(_text(left, top, text, "start", 13))
        right = max(right, left + _LETTER * len(text))
    width, height = round(right + _MARGIN), round(top + _MARGIN)
    head = (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' "
        f"viewBox='0 0 {width} {height}' {_FACE}>"
    )
    back = f"<rect width='{width}' height='{height}' fill='#ffffff'/>"
    return "\n".join((head, back, *parts, "</svg>")) + "\n"


def _grid(
    board: Board, plane: str, left: float, top: float, colours: dict[str, str]
) -> Iterator[str]:
    """The cells of a board with the names of its rows."""
    for down, y in enumerate(reversed(board.rows)):
        above = top + _CELL * down
        yield _text(left - 8, above + _CELL / 2 + 5, visible(y), "end", 13)
        for along, x in enumerate(board.columns):
            yield from _cell(board, (plane, x, y), left + _CELL * along, above, colours)


def _cell(
    board: Board, place: tuple[str, str, str], x: float, y: float, colours: dict[str, str]
) -> Iterator[str]:
    contents = board.cells.get(place)
    missing = contents is None and board.layout.blank is not None
    fill = "#d8d8d8" if missing else "#faf6ec"
    yield (
        f"<rect x='{_number(x)}' y='{_number(y)}' width='{_CELL}' height='{_CELL}' fill='{fill}' "
        "stroke='#8a8472'/>"
    )
    if contents is None or contents == (board.layout.blank,):
        return
    middle, centre = x + _CELL / 2, y + _CELL / 2
    text = visible(board.shown(*place))
    title = f"<title>{xml(visible(' + '.join(contents)))}</title>"
    colour = colours.get(contents[0]) if len(contents) == 1 else None
    if colour is not None:
        yield (
            f"<circle cx='{_number(middle)}' cy='{_number(centre)}' r='{_CELL * 0.4:g}' "
            f"fill='{colour}' stroke='#333333'>{title}</circle>"
        )
    size = 18 if len(text) <= 2 else 15 if len(text) <= 3 else 12
    yield _text(middle, centre + size * 0.36, text, "middle", size, _CELL * 0.9)


def _colours(board: Board) -> dict[str, str]:
    """A light colour for each content, in which black letters can be read."""
    contents = [*board.layout.shown]
    if not 1 <= len(contents) <= _MOST_DISCS or all(map(str.isdigit, contents)):
        return {}
    found = {}
    for number, content in enumerate(contents):
        red, green, blue = colorsys.hls_to_rgb((0.58 + number / len(contents)) % 1, 0.76, 0.75)
        found[content] = f"#{round(red * 255):02x}{round(green * 255):02x}{round(blue * 255):02x}"
    return found


def _text(
    x: float, y: float, text: str, anchor: str, size: float, most: float | None = None
) -> str:
    """most: the width that a longer text is pressed into"""
    pressed = ""
    if most is not None and len(text) * size * 0.58 > most:
        pressed = f" textLength='{_number(most)}' lengthAdjust='spacingAndGlyphs'"
    return (
        f"<text x='{_number(x)}' y='{_number(y)}' text-anchor='{anchor}' font-size='{size:g}'"
        f"{pressed}>{xml(text)}</text>"
    )


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
