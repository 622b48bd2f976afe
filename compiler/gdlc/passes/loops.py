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

ROUNDS = 1_000_000
"""So many literals may the rounds of a component take before levels, if smaller, are taken.

Size is not what counts for a solver: copies are defined by the atoms before them, so propagation
finds them, while the digits of a level are open until a solver decides them. Reliability of a grid
of 4 x 4 nodes with 12 of 24 edges left to chance: below 0.01 s by rounds (274 clauses), 0.23 s by
levels (1,570); with 24, 12 s against more than a minute. By so many literals the program grows,
reach(Y) :- reach(X), e(X,Y):

    grid    10 atoms   25      50      100      200    |  clique  10      25      50       100
    rounds       175    2,154  10,315   47,500  203,095         1,647  37,512  336,287  2,842,587
    levels     1,442    5,738  14,658   35,958   84,008         3,969  34,584  170,569    803,979

A clique of 200 atoms takes 3.7 million by levels and some 23 million by rounds.
"""


def break_loops(
    program: GroundProgram, stop: Stop | None = None, *, method: Method = "auto"
) -> GroundProgram:
    """A tight program with the same stable models, one to one on the old atoms.

    program: simplified, without bounds on choices; a tight one is returned as it is
    method:  `rounds` or `levels` for all components; `auto`: rounds, but what is smaller for a
             component whose rounds are many
    Shape:   a component of n atoms, R rules with L literals, E pairs of a head and an atom of the
             component in one of its bodies: by rounds at most n rules for each of R; by levels
             n (k + 1) choices and about 3 (E + n) k rules of three to four literals for k = log2 n
    Keeps:   the order of all other rules; the numbers of the old atoms
    Source:  Lin and Zhao, On tight logic programs and yet another translation from normal logic
             programs to propositional logic, 2003, for rounds; Janhunen, Representing normal
             programs with clauses, 2004, for strong level numbers
    """
    return _Breaker(program, stop or Stop(), method).run()


class _Breaker:
    """Finds the components, thins them out, finds what is left of them, and replaces that."""

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
        rest: list[Rule | None] = []
        place: dict[int, list[Component]] = {}
        for number, rule in enumerate(self.program.rules):
            kept = []
            for atom in dict.fromkeys(rule.head):
                part = where.get(atom)
                if part is None:
                    kept.append(atom)
                    continue
                if not parts[part].supports:
                    place.setdefault(number, []).append(parts[part])
                parts[part].add(Support(atom, rule))
            if len(kept) == len(rule.head):
                rest.append(rule)
            elif kept:
                rest.append(
                    Rule(tuple(kept), rule.body, True, bound=rule.bound, weights=rule.weights)
                )
            else:
                rest.append(None)
        # What replaces a component stands where its first rule stood. Natively: there may be
        # hundreds of times as many rules as there were.
        result = GroundProgram.of(self.program.native.without_rules())
        for number, left in enumerate(rest):
            for component in place.get(number, ()):
                self.replace(component, result)
            if left is not None:
                result.append(left)
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
                for support in supports:
                    result.append(support.alone())
        for atoms in inner:
            part = component.part(atoms)
            self.encode(part)(part, result, self.stop)

    def encode(self, part: Component) -> Callable[[Component, GroundProgram, Stop], None]:
        rounds = rounds_size(part)
        if self.method == "auto":
            by_rounds = rounds <= max(ROUNDS, levels_size(part))
        else:
            by_rounds = self.method == "rounds"
        return add_rounds if by_rounds else add_levels
