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
    Cost: a pass over the clauses, and one over the gates
    """
    partners: dict[int, set[int]] = {}
    units: set[int] = set()
    for clause in _clauses(flat, stop):
        if len(clause) == 2:
            one, other = clause
            partners.setdefault(one, set()).add(other)
            partners.setdefault(other, set()).add(one)
        elif len(clause) == 1:
            units.add(abs(clause[0]))
    known = bytearray(n_vars + 1)
    for var in range(1, n_vars + 1):
        known[var] = var not in free or var in units
    # Gates that wait: how many inputs are unknown, and for each unknown variable who waits for it.
    missing: list[int] = []
    outputs: list[int] = []
    waiting: dict[int, list[int]] = {}
    ready: list[int] = []
    none: set[int] = set()
    for clause in _clauses(flat, stop):
        for literal in clause:
            var = abs(literal)
            if known[var] or len(clause) == 1:
                continue
            short = partners.get(-literal, none)
            if len(short) < len(clause) - 1:
                continue
            inputs = [other for other in clause if other != literal]
            if not all(-other in short for other in inputs):
                continue
            unknown = {abs(other) for other in inputs if not known[abs(other)]}
            if not unknown:
                ready.append(var)
                continue
            for other in unknown:
                waiting.setdefault(other, []).append(len(missing))
            missing.append(len(unknown))
            outputs.append(var)
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


def _clauses(flat: array.array[int], stop: Stop) -> Iterator[array.array[int]]:
    begin, count, size = 0, 0, len(flat)
    while begin < size:
        end = flat.index(0, begin)
        yield flat[begin:end]
        begin = end + 1
        count += 1
        if count % _TICK == 0:
            stop.check()
