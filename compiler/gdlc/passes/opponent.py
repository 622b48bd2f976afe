"""The opponent's choices as universal codes (logarithmic numbering).

The binary digits of a number lead down a tree whose leaves are the moves: the first digit chooses
between the two halves of the moves, the next between the halves of that half. Where one of the
halves holds no legal move the digit has no say and the way goes through the other. So every number
leads to a legal move, all legal moves are reached, and a digit without a say stands in no clause
that is still open: a solver visits each legal move once.

    _dec(R,D,T)      the digit at depth D
    _any(R,I,J,T)    one of the moves I..J is legal
    _among(R,I,J,T)  the move is one of I..J

Source: He and Thielscher, arXiv 2605.23705: binary numbering, and that a number without a legal
        move must help nobody. Their numbers are looked up one by one; the tree is ours.
"""

from __future__ import annotations

from gdlc.formats.lp import Rule
from gdlc.passes.fold import Folder, Literal, negate
from gdlc.passes.moves import Choice


def decide(folder: Folder, choice: Choice) -> list[int]:
    """Replace a choice of the opponent by a code, and return the atoms of its digits.

    Shape:  k moves -> ceil(log2 k) digits, most significant first; at most 3k atoms and 6k rules
    Expects: one of the moves is legal as long as the play goes on
    """
    return _Tree(folder, choice).build()


class _Tree:
    def __init__(self, folder: Folder, choice: Choice) -> None:
        self.folder = folder
        self.choice = choice
        self.digits: list[int] = []

    def name(self, what: str, low: int, high: int) -> str:
        return f"{what}({self.choice.role},{low},{high},{self.choice.step})"

    def build(self) -> list[int]:
        last = len(self.choice.does)
        if last == 0:  # all moves have turned out to be illegal: the play never comes here
            return []
        going_on: list[Literal] = list(self.choice.going_on)
        # (low, high, depth, bodies that lead there); the tree is as deep as a code is long.
        pending: list[tuple[int, int, int, list[list[Literal]]]] = [(1, last, 1, [going_on])]
        while pending:
            low, high, depth, ways = pending.pop()
            if low == high:
                move = self.choice.does[low - 1]
                self.folder.define(self.folder.program.name(move), ways)
                continue
            here = self.folder.define(self.name("_among", low, high), ways)
            middle = (low + high) // 2
            first, second = self.any(low, middle), self.any(middle + 1, high)
            digit = self.digit(depth)
            pending.append(
                (
                    middle + 1,
                    high,
                    depth + 1,
                    [[here, first, second, digit], [here, negate(first)]],
                )
            )
            pending.append(
                (low, middle, depth + 1, [[here, first, second, -digit], [here, negate(second)]])
            )
        if self.digits:
            self.folder.program.append(Rule(tuple(self.digits), choice=True))
        return self.digits

    def digit(self, depth: int) -> int:
        if depth > len(self.digits):
            name = f"_dec({self.choice.role},{depth},{self.choice.step})"
            self.digits.append(self.folder.program.atom(name))
        return self.digits[depth - 1]

    def any(self, low: int, high: int) -> Literal:
        """Whether one of the moves low..high is legal, by halves, so that sums are shared."""
        if low == high:
            return self.choice.legal[low - 1]
        name = self.name("_any", low, high)
        known = self.folder.values.get(name)
        if known is not None:
            return known
        middle = (low + high) // 2
        return self.folder.define(name, [[self.any(low, middle)], [self.any(middle + 1, high)]])
