"""How many solutions a premise will have: what the order of premises is chosen by."""

from __future__ import annotations

from itertools import compress

from gdlc.formats.gdl import Atom, Function, variables
from gdlc.machine.interpreter.clauses import DOES, TRUE
from gdlc.machine.interpreter.literals import Key, key
from gdlc.machine.terms import Ground

_UNKNOWN = 4  # values of an argument that nothing is known about
_AT_MOST = 5  # arguments that count for it


class Sizes:
    """What is known of relations when rules are compiled.

    static:  relation -> its rows, for those computed already
    fluents: name of a fluent -> how often it stands in the first state
    """

    def __init__(self) -> None:
        self.static: dict[Key, set[Ground]] = {}
        self.fluents: dict[str, int] = {}
        self._averages: dict[tuple[Key, tuple[bool, ...]], float] = {}

    def solutions(self, atom: Atom, bound: frozenset[str]) -> float:
        """The expected number of solutions when the named variables are bound.

        0 if all arguments are known. Exact on average for static relations. For others
        rows ** (unknown / all arguments), where the rows are a guess: fluents as many as in the
        first state, else _UNKNOWN ** arguments.
        """
        relation = key(atom)
        args = atom.args
        known = tuple(all(v.name in bound for v in variables(arg)) for arg in args)
        if all(known):
            return 0.0
        if relation in self.static:
            return self._average(relation, known)
        rows = _UNKNOWN ** min(len(args), _AT_MOST)
        if relation == TRUE:
            (fluent,) = args
            if isinstance(fluent, Function):
                args = fluent.args
                known = tuple(all(v.name in bound for v in variables(arg)) for arg in args)
                rows = self.fluents.get(fluent.name, _UNKNOWN ** min(len(args), _AT_MOST))
            else:
                rows = sum(self.fluents.values())
        elif relation == DOES:
            rows = 2
        unknown = known.count(False) / len(known)
        return float(max(rows, 1) ** unknown)

    def _average(self, relation: Key, known: tuple[bool, ...]) -> float:
        """How many rows of a static relation agree in the known arguments, on average."""
        found = self._averages.get((relation, known))
        if found is None:
            rows = self.static[relation]
            if any(known):
                groups = {tuple(compress(row, known)) for row in rows}
                found = len(rows) / max(len(groups), 1)
            else:
                found = float(len(rows))
            self._averages[relation, known] = found
        return found
