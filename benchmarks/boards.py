"""Rule sheets of stochastic board games by their measures: k in a row, with or without gravity.

    python benchmarks/boards.py WIDTH HEIGHT IN_A_ROW flip|block SLIPS OF gravity|free > SHEET

A move slips with probability SLIPS / OF: then the cell gets the other player's mark (flip), or
stays blank (block). The arguments are those of the yardstick, `expectimax.cpp`.
"""

from __future__ import annotations

import argparse
from typing import NamedTuple


class Board(NamedTuple):
    width: int
    height: int
    run: int
    slip: str
    slips: int
    of: int
    fall: str

    def arguments(self) -> list[str]:
        """What the yardstick takes."""
        return [str(measure) for measure in self]

    def lines(self) -> list[list[tuple[int, int]]]:
        """The cells of each way to win, by column and row from 1."""
        found = []
        for column in range(1, self.width + 1):
            for row in range(1, self.height + 1):
                for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    cells = [(column + i * right, row + i * up) for i in range(self.run)]
                    if all(1 <= c <= self.width and 1 <= r <= self.height for c, r in cells):
                        found.append(cells)
        return found


def rules(board: Board) -> str:
    """The rule sheet. Random throws a die behind each move, as a step of its own."""
    size = max(board.width, board.height)
    drops = board.fall == "gravity"
    action = "(drop ?c)" if drops else "(mark ?c ?r)"
    facts = [
        *("(role xplayer)", "(role oplayer)", "(role random)"),
        *("(owner xplayer x)", "(owner oplayer o)"),
        *("(other xplayer oplayer)", "(other oplayer xplayer)"),
        *(f"(col {c})" for c in range(1, board.width + 1)),
        *(f"(row {r})" for r in range(1, board.height + 1)),
        *(f"(succ {i} {i + 1})" for i in range(1, size)),
        *(f"(roll {i})" for i in range(1, board.of + 1)),
        *(f"(slip {i})" for i in range(1, board.slips + 1)),
        *(f"(firm {i})" for i in range(board.slips + 1, board.of + 1)),
        *("(mark x)", "(mark o)", "(mark b)"),
        "(<= (base (cell ?c ?r ?m)) (col ?c) (row ?r) (mark ?m))",
        "(<= (base (control ?p)) (role ?p))",
        "(<= (base (pending ?p ?c ?r)) (owner ?p ?m) (col ?c) (row ?r))",
        "(<= (input random (roll ?i)) (roll ?i))",
        "(<= (input ?p noop) (role ?p))",
        f"(<= (input ?p {action}) (owner ?p ?m) (col ?c)" + (")" if drops else " (row ?r))"),
        "(<= (init (cell ?c ?r b)) (col ?c) (row ?r))",
        "(init (control xplayer))",
    ]
    if drops:
        moves = [
            "(<= (free ?c 1) (col ?c) (true (cell ?c 1 b)))",
            "(<= (free ?c ?r) (succ ?q ?r) (true (cell ?c ?r b)) (true (cell ?c ?q ?m))"
            " (distinct ?m b))",
            "(<= (legal ?p (drop ?c)) (true (control ?p)) (owner ?p ?m) (free ?c ?r))",
            "(<= (next (pending ?p ?c ?r)) (does ?p (drop ?c)) (free ?c ?r))",
        ]
    else:
        moves = [
            "(<= (legal ?p (mark ?c ?r)) (true (control ?p)) (owner ?p ?m) (true (cell ?c ?r b)))",
            "(<= (next (pending ?p ?c ?r)) (does ?p (mark ?c ?r)))",
        ]
    throws = [
        "(<= (legal ?p noop) (role ?p) (not (true (control ?p))))",
        "(<= (legal random (roll ?i)) (true (control random)) (roll ?i))",
        "(<= (next (control random)) (not (true (control random))))",
        "(<= (next (control ?q)) (true (pending ?p ?c ?r)) (other ?p ?q))",
        "(<= (next (cell ?c ?r ?m)) (does random (roll ?i)) (firm ?i) (true (pending ?p ?c ?r))"
        " (owner ?p ?m))",
    ]
    if board.slip == "flip":
        throws.append(
            "(<= (next (cell ?c ?r ?m)) (does random (roll ?i)) (slip ?i)"
            " (true (pending ?p ?c ?r)) (other ?p ?q) (owner ?q ?m))"
        )
    else:
        throws.append(
            "(<= (next (cell ?c ?r b)) (does random (roll ?i)) (slip ?i) (true (pending ?p ?c ?r)))"
        )
    ends = [
        "(<= (pend ?c ?r) (true (pending ?p ?c ?r)))",
        "(<= (next (cell ?c ?r ?m)) (true (cell ?c ?r ?m)) (distinct ?m b))",
        "(<= (next (cell ?c ?r b)) (true (cell ?c ?r b)) (not (pend ?c ?r)))",
        *(
            f"(<= (line ?m) {' '.join(f'(true (cell {c} {r} ?m))' for c, r in cells)})"
            for cells in board.lines()
        ),
        "(<= open (true (cell ?c ?r b)))",
        *("(<= terminal (line x))", "(<= terminal (line o))", "(<= terminal (not open))"),
    ]
    for player, mine, theirs in (("xplayer", "x", "o"), ("oplayer", "o", "x")):
        ends += [
            f"(<= (goal {player} 100) (line {mine}))",
            f"(<= (goal {player} 0) (line {theirs}))",
            f"(<= (goal {player} 50) (not (line x)) (not (line o)))",
        ]
    return "\n".join([*facts, *moves, *throws, *ends]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("width", "height", "run"):
        parser.add_argument(name, type=int)
    parser.add_argument("slip", choices=("flip", "block"))
    for name in ("slips", "of"):
        parser.add_argument(name, type=int)
    parser.add_argument("fall", choices=("gravity", "free"))
    print(rules(Board(**vars(parser.parse_args()))), end="")


if __name__ == "__main__":
    main()
