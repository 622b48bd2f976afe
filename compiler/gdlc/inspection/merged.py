"""The atoms of a formula that have no variable of their own: notes `same LITERAL ATOM`."""

from __future__ import annotations

from gdlc.formats.xssat import Xssat

KEY = "same"


def merged(formula: Xssat) -> dict[str, int]:
    """Each such atom with the literal that is true exactly where it is; negative: its opposite.

    What fits no form is a comment.
    """
    found: dict[str, int] = {}
    for note in formula.notes:
        key, _, rest = note.partition(" ")
        if key != KEY:
            continue
        number, _, atom = rest.strip().partition(" ")
        digits = number.removeprefix("-")
        if atom and len(digits) < 10 and digits.isascii() and digits.isdecimal():
            literal = int(number)
            if 0 < abs(literal) <= formula.n_vars:
                found.setdefault(atom.strip(), literal)
    return found
