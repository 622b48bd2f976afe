"""How much of what was decided matters for the rest: the cut at each boundary of the prefix."""

from __future__ import annotations

import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from gdlc.stop import Stop

_TICK = 4096  # clauses between two looks at the stop token


@dataclass(frozen=True)
class Clauses:
    """What a pass over the clauses shows.

    lengths: of clauses, each with how many have it
    cuts:    for each boundary between two blocks, from the outermost: how many variables to the
             left of it stand in a clause together with a variable to the right of it
    """

    lengths: Counter[int]
    cuts: tuple[int, ...]


def measure(
    flat: array.array[int], n_vars: int, blocks: Sequence[Sequence[int]], stop: Stop
) -> Clauses:
    """Count clauses by length and find the cuts.

    flat:   all literals, a 0 behind each clause
    blocks: the variables of each block; every variable stands in one
    Cost:   a pass over the literals; a million literals take half a second
    """
    # Literals are indices: Python counts negative ones from the end.
    block_of = [0] * (2 * n_vars + 1)
    for number, block in enumerate(blocks):
        for var in block:
            block_of[var] = block_of[-var] = number
    reach = block_of.copy()
    lengths: Counter[int] = Counter()
    literals = flat.tolist()
    begin, count, size = 0, 0, len(literals)
    while begin < size:
        end = literals.index(0, begin)
        count += 1
        if count % _TICK == 0:
            stop.check()
        lengths[end - begin] += 1
        if end - begin == 2:  # most clauses
            one, other = literals[begin], literals[begin + 1]
            left, right = block_of[one], block_of[other]
            if left < right > reach[one]:
                reach[one] = right
            elif right < left > reach[other]:
                reach[other] = left
        else:
            clause = literals[begin:end]
            top = max([block_of[literal] for literal in clause])
            for literal in clause:
                if reach[literal] < top:
                    reach[literal] = top
        begin = end + 1
    # A variable is in the cuts from its own block up to the last one that it meets.
    change = [0] * (len(blocks) + 1)
    for var in range(1, n_vars + 1):
        last = max(reach[var], reach[-var])
        if last > block_of[var]:
            change[block_of[var]] += 1
            change[last] -= 1
    return Clauses(lengths, tuple(accumulate(change[: max(0, len(blocks) - 1)])))
