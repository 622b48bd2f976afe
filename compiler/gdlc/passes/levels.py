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
    pairs = supports = 0
    for each in part.supports.values():
        pairs += len({b for support in each for b in support.inner})
        supports += sum(8 + 2 * len(s.whole.body) + len(s.inner) for s in each)
    return pairs * (18 * digits - 4) + len(part.supports) * 13 * digits + supports


def add_levels(part: Component, program: GroundProgram, stop: Stop) -> None:
    """Add rules for the atoms of a component: `_level(a,j)` is digit j of a's level.

    All atoms are free, and constraints say what the rules say. A true atom needs a support whose
    inner atoms have lower levels. So that there is one numbering only, no support may be there
    earlier: the level of an atom supported from outside is 0, and no other level is greater by
    more than one than those of all inner atoms of a support. False atoms have level 0.

    program: held natively
    Shape:  n atoms, R supports with L literals, E pairs of a head and an inner atom of its
            supports, k digits with 2^k >= n -> n (k + 1) choices, 5 n k + (6 k + 1) E + 4 R rules
    Keeps:  stable models one to one: the levels are determined by the old atoms
    Source: Janhunen, Representing normal programs with clauses, ECAI 2004; Janhunen and Niemela,
            Compact translations of non-disjunctive answer set programs to propositional clauses,
            2011, for sums
    """
    _Levels(part, program).run(stop)


def _digits(part: Component) -> int:
    return (len(part.supports) - 1).bit_length()


class _Levels:
    """
    level:  the digits of each atom's level, the least significant first
    above:  the digits of the number behind it, and the carry
    raised: that a level is not 0
    """

    def __init__(self, part: Component, program: GroundProgram) -> None:
        self.part = part
        self.program = program
        self.new = namer(program)
        self.digits = _digits(part)
        self.level: dict[int, list[int]] = {}
        self.above: dict[int, list[int]] = {}
        self.raised: dict[int, int] = {}

    def run(self, stop: Stop) -> None:
        for atom in self.part.supports:
            self.count(atom)
        for atom, supports in self.part.supports.items():
            stop.check()
            inner = dict.fromkeys(b for support in supports for b in support.inner)
            earlier = {b: self.compare(b, atom, 0) for b in inner}
            much_earlier = {b: self.compare(b, atom, 1) for b in inner}
            based = self.named("based", atom)
            for k, support in enumerate(supports, 1):
                outer = self.outer(support, k)
                self.imply(support, k, outer)
                self.derive(based, self.body(support, outer, earlier))
                self.forbid(self.body(support, outer, much_earlier), support, k)
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
        self.raised[atom] = self.named("raised", atom)
        for digit in digits:
            add([self.raised[atom]], [digit])
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
        self.above[atom] = [*above, carry]

    def compare(self, below: int, atom: int, gap: int) -> int:
        """That an atom is true with a level lower than another's by more than the gap, 0 or 1.

        That is, the number behind its level is at most, or with a gap less than, the other level.
        """
        pair = self.program.name(atom)
        name = f"_{('upto', 'under')[gap]}({below},{pair},"
        *digits, carry = self.above[below]
        # Natively: of all rules these are the most by far.
        lower = _asp.compare(self.program.native, digits, self.level[atom], gap == 1, name)
        compared = self.named(("earlier", "long_before")[gap], below, pair)
        self.program.add([compared], [below, lower, -carry])
        return compared

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
            body = replace(body, body=(*body.body, self.raised[support.head]))
        self.program.append(body)
