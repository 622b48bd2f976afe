"""Rule sheets of stochastic board games: k marks in a row, on any cell or dropped from above."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Board:
    """The measures of a game.

    width, height: of the board, in cells
    run:           so many marks in a row win
    slip:          what chance does: `flip`, the cell gets the opponent's mark; `block`, it stays
                   free
    chance:        the probability of that, strictly between 0 and 1
    drops:         a mark falls to the lowest free cell of its column
    """

    width: int
    height: int
    run: int
    slip: str
    chance: Fraction
    drops: bool

    def lines(self) -> Iterator[list[tuple[int, int]]]:
        """The cells of each way to win, by column and row from 1."""
        for column in range(1, self.width + 1):
            for row in range(1, self.height + 1):
                for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    cells = [(column + i * right, row + i * up) for i in range(self.run)]
                    if all(1 <= c <= self.width and 1 <= r <= self.height for c, r in cells):
                        yield cells

    def rules(self) -> str:
        """The rule sheet. Random throws a die behind each move, as a step of its own."""
        title = (
            f";; Stochastic board game: {self.width}x{self.height}, {self.run} in a row, "
            f"slip ({self.slip}) with probability {self.chance}"
        )
        parts = (self._facts(), self._moves(), self._throws(), self._ends())
        return "\n".join([title, *(line for part in parts for line in part)]) + "\n"

    def _facts(self) -> Iterator[str]:
        action = "(drop ?c)" if self.drops else "(mark ?c ?r)"
        slips, of = self.chance.numerator, self.chance.denominator
        yield from ("(role xplayer)", "(role oplayer)", "(role random)")
        yield from ("(owner xplayer x)", "(owner oplayer o)")
        yield from ("(other xplayer oplayer)", "(other oplayer xplayer)")
        yield from (f"(col {c})" for c in range(1, self.width + 1))
        yield from (f"(row {r})" for r in range(1, self.height + 1))
        yield from (f"(succ {i} {i + 1})" for i in range(1, max(self.width, self.height)))
        yield from (f"(roll {i})" for i in range(1, of + 1))
        yield from (f"(slip {i})" for i in range(1, slips + 1))
        yield from (f"(firm {i})" for i in range(slips + 1, of + 1))
        yield from ("(mark x)", "(mark o)", "(mark b)")
        yield "(<= (base (cell ?c ?r ?m)) (col ?c) (row ?r) (mark ?m))"
        yield "(<= (base (control ?p)) (role ?p))"
        yield "(<= (base (pending ?p ?c ?r)) (owner ?p ?m) (col ?c) (row ?r))"
        yield "(<= (input random (roll ?i)) (roll ?i))"
        yield "(<= (input ?p noop) (role ?p))"
        yield f"(<= (input ?p {action}) (owner ?p ?m) (col ?c)" + (
            ")" if self.drops else " (row ?r))"
        )
        yield "(<= (init (cell ?c ?r b)) (col ?c) (row ?r))"
        yield "(init (control xplayer))"

    def _moves(self) -> Iterator[str]:
        if self.drops:
            yield "(<= (free ?c 1) (col ?c) (true (cell ?c 1 b)))"
            yield (
                "(<= (free ?c ?r) (succ ?q ?r) (true (cell ?c ?r b)) (true (cell ?c ?q ?m))"
                " (distinct ?m b))"
            )
            yield "(<= (legal ?p (drop ?c)) (true (control ?p)) (owner ?p ?m) (free ?c ?r))"
            yield "(<= (next (pending ?p ?c ?r)) (does ?p (drop ?c)) (free ?c ?r))"
        else:
            yield (
                "(<= (legal ?p (mark ?c ?r)) (true (control ?p)) (owner ?p ?m)"
                " (true (cell ?c ?r b)))"
            )
            yield "(<= (next (pending ?p ?c ?r)) (does ?p (mark ?c ?r)))"

    def _throws(self) -> Iterator[str]:
        yield "(<= (legal ?p noop) (role ?p) (not (true (control ?p))))"
        yield "(<= (legal random (roll ?i)) (true (control random)) (roll ?i))"
        yield "(<= (next (control random)) (not (true (control random))))"
        yield "(<= (next (control ?q)) (true (pending ?p ?c ?r)) (other ?p ?q))"
        yield (
            "(<= (next (cell ?c ?r ?m)) (does random (roll ?i)) (firm ?i)"
            " (true (pending ?p ?c ?r)) (owner ?p ?m))"
        )
        if self.slip == "flip":
            yield (
                "(<= (next (cell ?c ?r ?m)) (does random (roll ?i)) (slip ?i)"
                " (true (pending ?p ?c ?r)) (other ?p ?q) (owner ?q ?m))"
            )
        else:
            yield (
                "(<= (next (cell ?c ?r b)) (does random (roll ?i)) (slip ?i)"
                " (true (pending ?p ?c ?r)))"
            )

    def _ends(self) -> Iterator[str]:
        yield "(<= (pend ?c ?r) (true (pending ?p ?c ?r)))"
        yield "(<= (next (cell ?c ?r ?m)) (true (cell ?c ?r ?m)) (distinct ?m b))"
        yield "(<= (next (cell ?c ?r b)) (true (cell ?c ?r b)) (not (pend ?c ?r)))"
        for cells in self.lines():
            yield f"(<= (line ?m) {' '.join(f'(true (cell {c} {r} ?m))' for c, r in cells)})"
        yield "(<= open (true (cell ?c ?r b)))"
        yield from ("(<= terminal (line x))", "(<= terminal (line o))", "(<= terminal (not open))")
        for player, mine, theirs in (("xplayer", "x", "o"), ("oplayer", "o", "x")):
            yield f"(<= (goal {player} 100) (line {mine}))"
            yield f"(<= (goal {player} 0) (line {theirs}))"
            yield f"(<= (goal {player} 50) (not (line x)) (not (line o)))"
