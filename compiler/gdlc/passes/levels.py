"""The order of derivation by levels: the round in which an atom is derived, as a binary number."""

from __future__ import annotations

from dataclasses import replace

from gdlc import _asp
from gdlc.formats.lp import GroundProgram, Rule
from gdlc.passes.loop_component import Component, Support, namer
from gdlc.stop import Stop


def levels_size(part: Component) -> int:
    """About how many literals `add_levels` writes."""
    digits = _digits(part)
    chains = supports = 0
    for each in part.supports.values():
        chains += len({support.inner for support in each if _is_step(support)})
        chains += len({b for s in each if not _is_step(s) for b in s.inner})
        supports += sum(8 + 2 * len(s.whole.body) + len(s.inner) for s in each)
    return chains * (11 * digits + 3) + len(part.supports) * 11 * digits + supports


def add_levels(part: Component, program: GroundProgram, stop: Stop) -> None:
    """Add rules for the atoms of a component: `_level(a,j)` is digit j of a's level.

    All atoms are free, and constraints say what the rules say. A true atom needs a support whose
    inner atoms have lower levels. So that there is one numbering only, no support may be there
    earlier: the level of an atom supported from outside is 0, and no other level is greater by
    more than one than those of all inner atoms of a support. False atoms have level 0.

    A support with one inner atom is a step: since the atom's level is not greater than the next of
    the inner one's, it is lower exactly if it is equal to that. One chain of equal digits says
    both; a digit that makes the level too great is forbidden as it stands.

    program: held natively
    Shape:  n atoms, R supports with L literals, E pairs of a head and an inner atom of its
            supports, k digits with 2^k >= n -> n (k + 1) choices, 3 n k + (3 k + 2) E + 4 R rules;
            60 x 60 nodes of a grid with arcs in both directions (14,158 pairs): 671,000 rules, and
            1.24 million with two comparisons for each pair, from the least significant digit on
    Keeps:  stable models one to one: the levels are determined by the old atoms
    Source: Janhunen, Representing normal programs with clauses, ECAI 2004; Janhunen and Niemela,
            Compact translations of non-disjunctive answer set programs to propositional clauses,
            2011, for sums
    """
    _Levels(part, program).run(stop)


def _is_step(support: Support) -> bool:
    return support.whole.bound is None and len(support.inner) == 1


def _digits(part: Component) -> int:
    return (len(part.supports) - 1).bit_length()


class _Levels:
    """
    level:  the digits of each atom's level, the least significant first
    above:  the digits of the number behind it
    ready:  that the atom is true and there is a level behind its own
    raised: that a level is not 0; for the atoms that were asked for
    """

    def __init__(self, part: Component, program: GroundProgram) -> None:
        self.part = part
        self.program = program
        self.new = namer(program)
        self.digits = _digits(part)
        self.level: dict[int, list[int]] = {}
        self.above: dict[int, list[int]] = {}
        self.ready: dict[int, int] = {}
        self.raised: dict[int, int] = {}

    def run(self, stop: Stop) -> None:
        for atom in self.part.supports:
            self.count(atom)
        for atom, supports in self.part.supports.items():
            stop.check()
            based = self.named("based", atom)
            steps: dict[int, list[tuple[int, ...]]] = {}
            inner = dict.fromkeys(b for s in supports if not _is_step(s) for b in s.inner)
            name = self.program.name(atom)
            long_before = {b: self.named("long_before", b, name) for b in inner}
            earlier = {b: self.earlier(b, atom, long_before[b]) for b in inner}
            for k, support in enumerate(supports, 1):
                outer = self.outer(support, k)
                self.imply(support, k, outer)
                if _is_step(support):
                    steps.setdefault(support.inner[0], []).append(outer)
                    continue
                self.derive(based, self.body(support, outer, earlier))
                self.forbid(self.body(support, outer, long_before), support, k)
            for below, outers in steps.items():
                self.program.add([based], [self.step(below, atom, outers)])
            self.program.add([], [atom, -based])

    def named(self, kind: str, atom: int, *more: object) -> int:
        return self.new(kind, self.program.name(atom), *more)

    def derive(self, head: int, body: Rule | None) -> None:
        if body is not None:
            self.program.append(replace(body, head=(head,)))

    def count(self, atom: int) -> None:
        """A level for an atom, and the number behind it."""
        add = self.program.add
        self.program.append(Rule((atom,), choice=True))
        digits = [self.named("level", atom, j) for j in range(self.digits)]
        self.program.append(Rule(tuple(digits), (atom,), choice=True))
        above, carry = [-digits[0]], digits[0]
        for j, digit in enumerate(digits[1:], 1):
            total = self.named("next", atom, j)
            add([total], [digit, -carry])
            add([total], [-digit, carry])
            above.append(total)
            higher = self.named("carry", atom, j + 1)
            add([higher], [digit, carry])
            carry = higher
        self.level[atom] = digits
        self.above[atom] = above
        self.ready[atom] = self.named("ready", atom)
        add([self.ready[atom]], [atom, -carry])

    def step(self, below: int, atom: int, outers: list[tuple[int, ...]]) -> int:
        """That a support by one atom is there, and the level the one behind that atom's.

        A greater level is forbidden.
        outers: the rest of each such support
        """
        pair = self.program.name(atom)
        ready = self.ready[below]
        if all(outers):
            ready = self.named("through", below, pair)
            for outer in outers:
                self.program.add([ready], [*outer, self.ready[below]])
        return self.compare(ready, below, atom, 0, f"_same({below},{pair},")

    def earlier(self, below: int, atom: int, long_before: int) -> int:
        """That an atom is true with a level lower than another's.

        long_before: what is derived where it is lower by more than one
        """
        pair = self.program.name(atom)
        found = self.named("earlier", below, pair)
        name = f"_equal({below},{pair},"
        equal = self.compare(self.ready[below], below, atom, long_before, name)
        self.program.add([found], [equal])
        self.program.add([found], [long_before])
        return found

    def compare(self, condition: int, below: int, atom: int, less: int, name: str) -> int:
        # Natively: of all rules these are the most by far.
        return _asp.compare(
            self.program.native, condition, self.above[below], self.level[atom], less, name
        )

    def positive(self, atom: int) -> int:
        """That the level of an atom is not 0."""
        if atom not in self.raised:
            self.raised[atom] = self.named("raised", atom)
            for digit in self.level[atom]:
                self.program.add([self.raised[atom]], [digit])
        return self.raised[atom]

    def outer(self, support: Support, k: int) -> tuple[int, ...]:
        """The part of a body that has nothing to do with levels; one literal at most."""
        outer = support.outer
        if support.whole.bound is not None or len(outer) < 2:
            return outer
        name = self.named("outside", support.head, k)
        self.program.add([name], outer)
        return (name,)

    def body(self, support: Support, outer: tuple[int, ...], copies: dict[int, int]) -> Rule | None:
        """The body with the inner atoms that come early enough."""
        if support.whole.bound is not None:
            return support.with_inner(copies)
        return Rule((), (*outer, *(copies[atom] for atom in support.inner)))

    def imply(self, support: Support, k: int, outer: tuple[int, ...]) -> None:
        """What a rule says of its head, where it is no choice."""
        rule = support.whole
        if rule.choice:
            return
        body = (*outer, *support.inner)
        if rule.bound is not None:
            total = self.named("sum", support.head, k)
            self.derive(total, replace(rule, head=()))
            body = (total,)
        self.program.add([], [*body, -support.head])

    def forbid(self, body: Rule | None, support: Support, k: int) -> None:
        """No level that is too high: the body holds already with atoms two levels below."""
        if body is None:
            return
        if support.whole.bound is not None:
            late = self.named("late", support.head, k)
            self.derive(late, body)
            body = Rule((), (late,))
        if support.whole.bound is not None or not support.inner:
            body = replace(body, body=(*body.body, self.positive(support.head)))
        self.program.append(body)
