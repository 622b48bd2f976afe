"""The order of derivation by rounds: a copy of each atom for each round by which it is derived."""

from __future__ import annotations

from gdlc.formats.lp import GroundProgram, Rule
from gdlc.passes.loop_component import Component, Support, namer
from gdlc.stop import Stop


def rounds_size(part: Component) -> int:
    """About how many literals `add_rounds` writes."""
    supports = [support for each in part.supports.values() for support in each]
    return len(part.supports) * sum(2 + len(s.inner) for s in supports)


def add_rounds(part: Component, program: GroundProgram, stop: Stop) -> None:
    """Add rules for the atoms of a component: `_round(a,i)` if a is derived within i rounds.

    Every round but the empty one derives an atom more, so n rounds do for n atoms; in the last
    one the atoms themselves stand in the heads. What is true in the end is true in the copies: an
    atom in the head of a choice is free, its copies ask for it, and it asks for its last copy.

    Shape:  n atoms, R supports with L inner atoms -> at most n rules for each support, n L + 2 n R
            literals; rounds in which nothing can be new for an atom cost nothing
    Keeps:  stable models one to one: the copies are defined by the rest
    """
    _Rounds(part, program).run(stop)


class _Rounds:
    def __init__(self, part: Component, program: GroundProgram) -> None:
        self.part = part
        self.program = program
        self.new = namer(program)
        self.chosen = part.chosen()

    def run(self, stop: Stop) -> None:
        supports = {atom: self.shortened(atom, s) for atom, s in self.part.supports.items()}
        last = len(supports)
        copies: dict[int, int] = {}
        bodies: dict[int, list[tuple[int, Rule]]] = {}
        for number in range(1, last + 1):
            stop.check()
            before = copies
            copies = {}
            for atom, each in supports.items():
                found = [(k, support.with_inner(before)) for k, support in enumerate(each, 1)]
                now = [(k, body) for k, body in found if body is not None]
                if not now:
                    continue
                itself = number == last and atom not in self.chosen
                if bodies.get(atom) == now:
                    copies[atom] = before[atom]
                    if itself:
                        self.program.add([atom], [before[atom]])
                    continue
                bodies[atom] = now
                copies[atom] = head = atom if itself else self.copy("round", atom, number)
                for k, body in now:
                    self.derive(head, body, each[k - 1], k, number)
        for atom in supports:
            if atom in self.chosen:
                self.agree(atom, copies[atom])

    def shortened(self, atom: int, supports: list[Support]) -> list[Support]:
        """What the rounds have in common said once: bodies of other atoms, and parts of bodies."""
        kept = []
        outside: list[Rule] = []
        for k, support in enumerate(supports, 1):
            rule = support.whole
            free = (atom,) if rule.choice else ()
            if rule.bound is not None:
                if support.inner:
                    kept.append(support)
                elif rule.choice:
                    outer = self.copy("outside", atom, k)
                    self.define(outer, rule)
                    outside.append(Rule((), (outer, atom)))
                else:
                    outside.append(Rule((), rule.body, bound=rule.bound, weights=rule.weights))
            elif not support.inner:
                outside.append(Rule((), (*rule.body, *free)))
            else:
                others = (*support.outer, *free)
                if len(others) > 1:
                    outer = self.copy("outside", atom, k)
                    self.program.add([outer], others)
                    others = (outer,)
                kept.append(Support(atom, Rule((atom,), (*others, *support.inner)), support.inner))
        if len(outside) == 1 and outside[0].bound is None and len(outside[0].body) == 1:
            kept.append(Support(atom, Rule((atom,), outside[0].body)))
        elif outside:
            outer = self.copy("outside", atom, 0)
            for body in outside:
                self.define(outer, body)
            kept.append(Support(atom, Rule((atom,), (outer,))))
        return kept

    def derive(self, head: int, body: Rule, support: Support, k: int, number: int) -> None:
        if support.whole.choice:  # a sum: the atom cannot stand beside it
            total = self.copy("sum", support.head, k, number)
            self.define(total, body)
            self.program.add([head], [total, support.head])
        else:
            self.define(head, body)

    def define(self, head: int, body: Rule) -> None:
        self.program.append(Rule((head,), body.body, bound=body.bound, weights=body.weights))

    def agree(self, atom: int, last: int) -> None:
        """Make a free atom what its last copy is."""
        self.program.append(Rule((atom,), choice=True))
        self.program.add([], [atom, -last])
        if any(not support.whole.choice for support in self.part.supports[atom]):
            self.program.add([], [last, -atom])

    def copy(self, kind: str, atom: int, *more: int) -> int:
        return self.new(kind, self.program.name(atom), *more)
