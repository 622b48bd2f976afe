"""Which variables earlier ones define: gates and equivalences among the clauses.

x = AND(y1..yk) stands as the clauses (-x y1) .. (-x yk) (x -y1 .. -yk), or with the signs of x
turned; with k = 1 it is an equivalence, with k = 0 a unit. A clause and one of its literals are
such a gate if the short clauses are there, too. A variable counts as defined only when all inputs
of one of its gates are known, so that gates in a circle define nothing.
Sound and not complete: a variable may be defined by clauses of other forms.
"""

from __future__ import annotations

import array
from collections.abc import Iterator

from gdlc.stop import Stop

_TICK = 4096  # clauses between two looks at the stop token


def defined(flat: array.array[int], n_vars: int, free: set[int], stop: Stop) -> int:
    """How many of the free variables the others define.

    flat: all literals, a 0 behind each clause
    free: those that are asked for; all others count as known
    Cost: two passes over the clauses; a million literals take one to two seconds
    """
    literals = flat.tolist()
    short, counts, units = _short(literals, n_vars, stop)
    # Literals are indices here and in `counts`: Python counts negative ones from the end.
    known = [True] * (2 * n_vars + 1)
    for var in free - units:
        known[var] = known[-var] = False
    # Gates that wait: how many inputs are unknown, and for each unknown variable who waits for it.
    missing: list[int] = []
    outputs: list[int] = []
    waiting: dict[int, list[int]] = {}
    ready: list[int] = []
    for output, inputs in _gates(literals, n_vars, known, short, counts, stop):
        unknown = {abs(one) for one in inputs if not known[one]}
        if not unknown:
            ready.append(output)
            continue
        for var in unknown:
            waiting.setdefault(var, []).append(len(missing))
        missing.append(len(unknown))
        outputs.append(output)
    while ready:
        var = ready.pop()
        if known[var]:
            continue
        known[var] = True
        for gate in waiting.pop(var, ()):
            missing[gate] -= 1
            if missing[gate] == 0:
                ready.append(outputs[gate])
    return sum(known[var] for var in free)


def _short(literals: list[int], n_vars: int, stop: Stop) -> tuple[set[int], list[int], set[int]]:
    """The clauses of two literals as numbers, how many each literal has, and the units' variables.

    One set of numbers and not a set for each literal: three times as fast.
    """
    pairs: set[int] = set()
    counts = [0] * (2 * n_vars + 1)
    units: set[int] = set()
    width = 2 * n_vars + 1
    for begin, end in _clauses(literals, stop):
        if end - begin == 2:
            one, other = literals[begin], literals[begin + 1]
            pairs.add(one * width + other if one < other else other * width + one)
            counts[one] += 1
            counts[other] += 1
        elif end - begin == 1:
            units.add(abs(literals[begin]))
    return pairs, counts, units


def _gates(
    literals: list[int],
    n_vars: int,
    known: list[bool],
    pairs: set[int],
    counts: list[int],
    stop: Stop,
) -> Iterator[tuple[int, list[int]]]:
    """The variable that a gate defines, and the literals of its inputs."""
    width = 2 * n_vars + 1
    for begin, end in _clauses(literals, stop):
        least = end - begin - 1
        if least == 0:
            continue
        if least == 1:  # most clauses: the pair with both signs turned makes an equivalence
            one, other = literals[begin], literals[begin + 1]
            if (-other * width - one if one < other else -one * width - other) in pairs:
                if not known[one]:
                    yield abs(one), [other]
                if not known[other]:
                    yield abs(other), [one]
            continue
        clause = literals[begin:end]
        for output in clause:
            if known[output] or counts[-output] < least:
                continue
            for one in clause:
                key = -output * width - one if one < output else -one * width - output
                if key not in pairs and one != output:
                    break
            else:
                yield abs(output), [one for one in clause if one != output]


def _clauses(literals: list[int], stop: Stop) -> Iterator[tuple[int, int]]:
    """Where each clause begins, and where its 0 stands."""
    begin, count, size = 0, 0, len(literals)
    while begin < size:
        end = literals.index(0, begin)
        yield begin, end
        begin = end + 1
        count += 1
        if count % _TICK == 0:
            stop.check()
