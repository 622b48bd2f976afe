"""Which variables others define: gates and equivalences among the clauses.

x = AND(y1..yk) stands as the clauses (-x y1) .. (-x yk) (x -y1 .. -yk), or with the signs of x
turned; with k = 1 it is an equivalence, with k = 0 a unit. A clause and one of its literals are
such a gate if the short clauses are there, too. A variable counts as defined only when all inputs
of one of its gates are known: gates in a circle do not define each other. Known from the start are
the variables that nobody asks for, and those that are no gate at all; in a circle the first one is
taken for given, for the last block of a game may begin with moves of the player.
Sound and not complete: a variable may be defined by clauses of other forms.
"""

from __future__ import annotations

import array
from collections.abc import Iterator

from gdlc.stop import Stop

_TICK = 4096  # clauses between two looks at the stop token


def defined(flat: array.array[int], n_vars: int, free: set[int], stop: Stop) -> set[int]:
    """The free variables that all others determine in every model.

    flat: all literals, a 0 behind each clause
    free: those that are asked for
    Cost: two passes over the clauses; a million literals take one to two seconds
    """
    literals = flat.tolist()
    short, counts, units = _short(literals, n_vars, stop)
    # Literals are indices here and in `counts`: Python counts negative ones from the end.
    asked = [False] * (2 * n_vars + 1)
    for var in free - units:
        asked[var] = asked[-var] = True
    gates = [*_gates(literals, n_vars, asked, short, counts, stop)]
    unknown = {output for output, _ in gates}
    found = free & units
    # Gates that wait: how many inputs are unknown, and for each unknown variable who waits for it.
    missing: list[int] = []
    waiting: dict[int, list[int]] = {}
    ready: list[int] = []
    for number, (output, inputs) in enumerate(gates):
        open_inputs = {var for one in inputs if (var := abs(one)) in unknown}
        missing.append(len(open_inputs))
        if not open_inputs:
            ready.append(output)
        for var in open_inputs:
            waiting.setdefault(var, []).append(number)

    def settle(var: int) -> None:
        """The variable is known now: gates may wait for nothing else."""
        unknown.remove(var)
        for number in waiting.pop(var, ()):
            missing[number] -= 1
            if missing[number] == 0:
                ready.append(gates[number][0])

    # Where only circles are left, the outermost variable of them determines the others.
    for var in (0, *sorted(unknown)):
        if var in unknown:
            settle(var)
        while ready:
            output = ready.pop()
            if output in unknown:
                settle(output)
                found.add(output)
    return found


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
    asked: list[bool],
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
                if asked[one]:
                    yield abs(one), [other]
                if asked[other]:
                    yield abs(other), [one]
            continue
        clause = literals[begin:end]
        for output in clause:
            if not asked[output] or counts[-output] < least:
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
