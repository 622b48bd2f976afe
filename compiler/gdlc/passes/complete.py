"""Clark's completion: stable models of a tight program as models of clauses."""

from __future__ import annotations

from collections.abc import Sequence

from gdlc.formats.lp import GroundProgram, Rule
from gdlc.passes.cardinality import at_most_one, reaches
from gdlc.passes.clauses import Clauses, Value, opposite
from gdlc.stop import Stop


def complete(
    program: GroundProgram, values: dict[int, Value], clauses: Clauses, stop: Stop
) -> None:
    """Add the completion of a program to clauses.

    program: tight, simplified, without bounds on choices
    values:  for each atom its variable, or what it is
    Shape:   A atoms, B different bodies of more than one literal, L literals in them ->
             at most B new variables and L + 2B + R + A clauses, and those of the sums
    Keeps:   stable models one to one
    Source:  Clark, Negation as failure, 1978; Fages, Consistency of Clark's completion and
             existence of stable models, 1994, for tight programs
    """
    _Completion(program, values, clauses).run(stop)


class _Completion:
    def __init__(self, program: GroundProgram, values: dict[int, Value], clauses: Clauses) -> None:
        self.program = program
        self.values = values
        self.clauses = clauses
        self.bodies: dict[object, Value] = {}

    def run(self, stop: Stop) -> None:
        support: dict[int, list[Value]] = {}
        for number, rule in enumerate(self.program.rules):
            if number % 1000 == 0:
                stop.check()
            if not rule.head and not rule.choice:
                self.forbid(rule)
                continue
            if rule.is_fact:
                continue
            body = self.body(rule)
            for atom in rule.head:
                support.setdefault(atom, []).append(body)
                if not rule.choice:
                    self.clauses.add((opposite(body), self.values[atom]))
        for atom, bodies in support.items():
            value = self.values[atom]
            if not isinstance(value, bool):
                self.clauses.add((-value, *bodies))

    def literals(self, body: Sequence[int]) -> list[Value]:
        values = self.values
        return [values[literal] if literal > 0 else opposite(values[-literal]) for literal in body]

    def body(self, rule: Rule) -> Value:
        """The literal of a body; equal bodies share it."""
        key: object
        if rule.bound is None:
            key = tuple(sorted(set(rule.body)))
        else:
            key = (rule.bound, tuple(sorted(zip(rule.body, rule.weights, strict=True))))
        known = self.bodies.get(key)
        if known is None:
            literals = self.literals(rule.body)
            if rule.bound is None:
                known = self.clauses.conjunction(literals)
            else:
                known = reaches(self.clauses, literals, rule.weights, rule.bound)
            self.bodies[key] = known
        return known

    def forbid(self, rule: Rule) -> None:
        literals = self.literals(rule.body)
        if rule.bound is None:
            self.clauses.add(map(opposite, literals))
            return
        plain = [lit for lit in literals if not isinstance(lit, bool)]
        different = len({*map(abs, plain)}) == len(literals)
        if rule.bound == 2 and set(rule.weights) == {1} and different:
            at_most_one(self.clauses, plain)
            return
        self.clauses.add((opposite(self.body(rule)),))
