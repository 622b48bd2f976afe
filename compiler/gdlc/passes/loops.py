"""Makes a program tight: atoms that support each other in a circle get an order of derivation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from gdlc.formats.lp import GroundProgram, Rule
from gdlc.passes.dependency_graph import graph
from gdlc.passes.levels import add_levels, levels_size
from gdlc.passes.loop_component import Component, Support
from gdlc.passes.rounds import add_rounds, rounds_size
from gdlc.rules.components import components
from gdlc.stop import Stop

Method = Literal["auto", "rounds", "levels"]

FAVOUR = 2
"""How many times smaller levels must be to be taken. A copy of the rounds is defined by the atoms
before it, and propagation finds it; the digits of a level are open until a solver decides them."""


def break_loops(
    program: GroundProgram, stop: Stop | None = None, *, method: Method = "auto"
) -> GroundProgram:
    """A tight program with the same stable models, one to one on the old atoms.

    program: simplified, without bounds on choices; a tight one is returned as it is
    method:  `rounds` or `levels` for all components; `auto`: what is smaller for each
    Shape:   a component of n atoms, R rules with L literals, E pairs of a head and an atom of the
             component in one of its bodies: by rounds at most n copies of R, L; by levels n k + E
             choices and about 7 E k + 6 n k rules of three literals for k = log2 n
    Keeps:   the order of all other rules; the numbers of the old atoms
    Source:  Lin and Zhao, On tight logic programs and yet another translation from normal logic
             programs to propositional logic, 2003, for rounds; Janhunen, Representing normal
             programs with clauses, 2004, for strong level numbers
    """
    return _Breaker(program, stop or Stop(), method).run()


class _Breaker:
    """Components are found, thinned out, found again in what is left, and replaced.

    where:  the component of each atom that is in one
    place:  for each component, by its number, the rule of the text before which its rules go
    """

    def __init__(self, program: GroundProgram, stop: Stop, method: Method) -> None:
        self.program = program
        self.stop = stop
        self.method = method

    def run(self) -> GroundProgram:
        found = components(graph(self.program.rules, negative=False))
        if not found:
            return self.program
        where = {atom: number for number, atoms in enumerate(found) for atom in atoms}
        parts = [Component(set(atoms)) for atoms in found]
        rest: list[list[Rule]] = [[] for _ in range(len(self.program.rules))]
        place: dict[int, int] = {}
        for number, rule in enumerate(self.program.rules):
            kept = []
            for atom in dict.fromkeys(rule.head):
                part = where.get(atom)
                if part is None:
                    kept.append(atom)
                    continue
                place.setdefault(part, number)
                parts[part].add(Support(atom, rule))
            if len(kept) == len(rule.head):
                rest[number].append(rule)
            elif kept:
                rest[number].append(
                    Rule(tuple(kept), rule.body, True, bound=rule.bound, weights=rule.weights)
                )
        result = GroundProgram(self.program.names[1:])
        for part, component in enumerate(parts):
            first = len(result.rules)
            self.replace(component, result)
            rest[place[part]] = result.rules[first:] + rest[place[part]]
            del result.rules[first:]
        result.rules = [rule for rules in rest for rule in rules]
        return result

    def replace(self, component: Component, result: GroundProgram) -> None:
        """Add what stands for the rules of a component."""
        component.thin_out(self.stop)
        inner = components(
            {atom: [b for s in each for b in s.inner] for atom, each in component.supports.items()}
        )
        circular = {atom for atoms in inner for atom in atoms}
        for atom, supports in component.supports.items():
            if atom not in circular:
                result.rules += (support.alone() for support in supports)
        for atoms in inner:
            part = component.part(atoms)
            self.encode(part)(part, result, self.stop)

    def encode(
        self, part: Component
    ) -> Callable[[Component, GroundProgram, Stop], None]:
        if self.method == "auto":
            by_rounds = rounds_size(part) <= FAVOUR * levels_size(part)
        else:
            by_rounds = self.method == "rounds"
        return add_rounds if by_rounds else add_levels
