"""The opponent's choices as binary numbers that are looked up, as the paper has it.

Number J names the J-th move. A number that names no move, or an illegal one, must help nobody: it
stands for the first legal move.

    _dec(R,D,T)     binary digit D of the number, the most significant first
    _number(R,J,T)  the digits make up J, from 0
    _void(R,T)      the number names no legal move
    _before(R,J,T)  one of the moves before the J-th is legal

Source: He and Thielscher, arXiv 2605.23705: logarithmic numbering; what an illegal number leads to
        is left open there.
"""

from __future__ import annotations

from gdlc.formats.lp import Rule
from gdlc.passes.fold import Folder, Literal, negate
from gdlc.passes.moves import Choice


def look_up(folder: Folder, choice: Choice) -> list[int]:
    """Replace a choice of the opponent by a number, and return the atoms of its digits.

    Shape:  k moves -> b = ceil(log2 k) digits, at most 2k + 2^b atoms, 4k + 2^b rules
    Expects: one of the moves is legal as long as the play goes on
    """
    program, role, step = folder.program, choice.role, choice.step
    moves = choice.does
    if not moves:
        return []
    length = (len(moves) - 1).bit_length()
    digits = [program.atom(f"_dec({role},{d},{step})") for d in range(1, length + 1)]
    if digits:
        program.append(Rule(tuple(digits), choice=True))
    legal = [*choice.legal, *[False] * ((1 << length) - len(moves))]
    numbers: list[Literal] = []
    for number in range(1 << length):
        bits = [
            digit if number >> (length - 1 - place) & 1 else -digit
            for place, digit in enumerate(digits)
        ]
        numbers.append(folder.define(f"_number({role},{number},{step})", [bits]))
    void = folder.define(
        f"_void({role},{step})",
        [[named, negate(allowed)] for named, allowed in zip(numbers, legal, strict=True)],
    )
    before: Literal = False
    for number, move in enumerate(moves):
        allowed = choice.legal[number]
        folder.define(
            program.name(move),
            [
                [numbers[number], allowed, *choice.going_on],
                [void, allowed, negate(before), *choice.going_on],
            ],
        )
        if number + 1 < len(moves):
            before = folder.define(f"_before({role},{number + 1},{step})", [[before], [allowed]])
    return digits
