"""Folds a long sequence: pieces that repeat are told once, with how often they do."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

LONGEST = 12  # elements of a piece that may repeat


@dataclass(frozen=True)
class Run:
    """A piece of the sequence, so many times one behind the other.

    first:  the index of its first element
    length: of the piece
    times:  at least 1
    """

    first: int
    length: int
    times: int

    @property
    def end(self) -> int:
        """The index behind the run."""
        return self.first + self.length * self.times


def fold(items: Sequence[Hashable]) -> list[Run]:
    """The sequence as runs, in order, without gaps.

    At each place the piece is taken that covers most, and of those the shortest; what does not
    repeat is a run of one.
    Shape: n items -> at most n runs, O(n * LONGEST) comparisons of items
    """
    # A shape that is compared often is compared as a number.
    numbers: dict[Hashable, int] = {}
    codes = [numbers.setdefault(item, len(numbers)) for item in items]
    # same[p][i]: how many items from i on equal those p places further.
    same = {}
    for length in range(1, LONGEST + 1):
        equal = [0] * (len(codes) + 1)
        for i in range(len(codes) - length - 1, -1, -1):
            equal[i] = equal[i + 1] + 1 if codes[i] == codes[i + length] else 0
        same[length] = equal
    runs = []
    at = 0
    while at < len(codes):
        best = Run(at, 1, 1)
        for length in range(1, LONGEST + 1):
            times = same[length][at] // length + 1
            if times > 1 and length * times > best.length * best.times:
                best = Run(at, length, times)
        runs.append(best)
        at = best.end
    return runs
