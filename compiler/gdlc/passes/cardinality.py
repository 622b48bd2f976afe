"""Sums of weights that have to reach a bound, as clauses.

Every auxiliary variable is defined in both directions, so that an assignment of the literals
leaves nothing open. (Most published encodings define in one direction; see DESIGN on `layers`.)
"""

from __future__ import annotations

from collections.abc import Sequence

from gdlc.passes.clauses import Clauses, Value, opposite

# Up to so many literals at most one of them is said by pairs: no variables, n(n-1)/2 clauses.
PAIRWISE = 24


def reaches(
    clauses: Clauses, literals: Sequence[Value], weights: Sequence[int], bound: int
) -> Value:
    """A literal that is true exactly if the weights of the true literals sum up to the bound.

    Shape:  n literals, bound b -> at most n*b variables and 4 clauses each: a decision diagram
            over the literals, greatest weights first, with equal nodes shared
    Source: the diagrams of Een and Sorensson, Translating pseudo-Boolean constraints into SAT,
            JSAT 2006; the sum is monotone, so that a node needs four clauses, not six
    """
    order = sorted(zip(weights, literals, strict=True), key=lambda pair: -pair[0])
    kept = []
    for weight, literal in order:
        if literal is True:
            bound -= weight
        elif literal is not False:
            kept.append((weight, literal))
    return _Diagram(clauses, kept).node(0, bound)


class _Diagram:
    def __init__(self, clauses: Clauses, pairs: list[tuple[int, int]]) -> None:
        self.clauses = clauses
        self.pairs = pairs
        self.rest = [0]  # weights from here to the end
        for weight, _ in reversed(pairs):
            self.rest.append(self.rest[-1] + weight)
        self.rest.reverse()
        self.known: dict[tuple[int, int], Value] = {}

    def node(self, first: int, need: int) -> Value:
        """Whether the literals from `first` on sum up to `need`."""
        # Depth-first without recursion: there may be thousands of literals.
        stack = [(first, need)]
        while stack:
            at, wanted = stack[-1]
            if self.find(at, wanted) is not None:
                stack.pop()
                continue
            weight, literal = self.pairs[at]
            without, with_it = (at + 1, wanted), (at + 1, wanted - weight)
            missing = [pair for pair in (without, with_it) if self.find(*pair) is None]
            if missing:
                stack += missing
                continue
            low, high = self.find(*without), self.find(*with_it)
            assert low is not None
            assert high is not None
            self.known[at, wanted] = self.join(literal, low, high)
            stack.pop()
        found = self.find(first, need)
        assert found is not None
        return found

    def find(self, at: int, need: int) -> Value | None:
        if need <= 0:
            return True
        if self.rest[at] < need:
            return False
        return self.known.get((at, need))

    def join(self, literal: int, low: Value, high: Value) -> Value:
        """`low`, or the literal and `high`; low implies high."""
        # Variable 1 and True are equal to Python, so that the types have to be compared, too.
        if type(low) is type(high) and low == high:
            return low
        if low is False and high is True:
            return literal
        if low is False:
            return self.clauses.conjunction((literal, high))
        var = self.clauses.new_var()
        self.clauses.add((opposite(low), var))
        self.clauses.add((-literal, opposite(high), var))
        self.clauses.add((-var, low, literal))
        self.clauses.add((-var, high))
        return var


def at_most_one(clauses: Clauses, literals: Sequence[int]) -> None:
    """Forbid that two of the literals are true.

    Shape: n literals -> n(n-1)/2 clauses up to PAIRWISE, else O(n) variables and clauses
    """
    if len(literals) <= PAIRWISE:
        for number, one in enumerate(literals):
            for other in literals[:number]:
                clauses.add((-other, -one))
    else:
        two = reaches(clauses, literals, [1] * len(literals), 2)
        clauses.add((opposite(two),))
