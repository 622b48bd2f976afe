"""Atoms that depend on each other through positive bodies, and the rules that support them."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from gdlc.formats.lp import GroundProgram, Rule
from gdlc.stop import Stop

_WORK = 5_000_000
"""Most literals that `thin_out` looks at in a component: about a second."""


class Support:
    """A rule as what supports one of its heads.

    head:  the atom
    whole: the rule; its other heads are without meaning here
    inner: the atoms of the component that stand positively in its body
    """

    __slots__ = ("head", "inner", "whole")

    def __init__(self, head: int, whole: Rule, inner: tuple[int, ...] = ()) -> None:
        self.head = head
        self.whole = whole
        self.inner = inner

    def within(self, atoms: set[int]) -> Support:
        """The same support in another component."""
        inner = tuple(lit for lit in dict.fromkeys(self.whole.body) if lit in atoms)
        return Support(self.head, self.whole, inner)

    def alone(self) -> Rule:
        """The rule without its other heads."""
        return replace(self.whole, head=(self.head,))

    def with_inner(self, copies: Mapping[int, int]) -> Rule | None:
        """The body as a constraint, its inner atoms replaced; those without a copy are false.

        None: the body is false
        """
        body, bound = self.whole.body, self.whole.bound
        inner = set(self.inner)
        if bound is None:
            if not inner <= copies.keys():
                return None
            return Rule((), tuple(copies[lit] if lit in inner else lit for lit in body))
        pairs = [
            (copies[lit] if lit in inner else lit, weight)
            for lit, weight in zip(body, self.whole.weights, strict=True)
            if lit not in inner or lit in copies
        ]
        if bound <= 0:
            return Rule(())
        if sum(weight for _, weight in pairs) < bound:
            return None
        return Rule((), tuple(p[0] for p in pairs), bound=bound, weights=tuple(p[1] for p in pairs))

    def without(self, atoms: set[int]) -> Support | None:
        """The support that is left when these inner atoms are of no help."""
        if atoms.isdisjoint(self.inner):
            return self
        kept = tuple(atom for atom in self.inner if atom not in atoms)
        body = self.with_inner({atom: atom for atom in kept})
        if body is None:
            return None
        return Support(self.head, replace(body, head=(self.head,), choice=self.whole.choice), kept)

    def shares(self) -> dict[int, int]:
        """What each inner atom brings to the body: its weight in a sum, else 1."""
        if self.whole.bound is None:
            return dict.fromkeys(self.inner, 1)
        found = dict.fromkeys(self.inner, 0)
        for literal, weight in zip(self.whole.body, self.whole.weights, strict=True):
            if literal in found:
                found[literal] += weight
        return found

    @property
    def outer(self) -> tuple[int, ...]:
        """The literals of the body that do not stand for atoms of the component."""
        inner = set(self.inner)
        return tuple(literal for literal in self.whole.body if literal not in inner)


class Component:
    """Atoms and their supports.

    supports: for each atom that has some, in the order of the text
    """

    def __init__(self, atoms: set[int]) -> None:
        self.atoms = atoms
        self.supports: dict[int, list[Support]] = {}

    def add(self, support: Support) -> None:
        self.supports.setdefault(support.head, []).append(support.within(self.atoms))

    def part(self, atoms: Iterable[int]) -> Component:
        """The component of some of the atoms, in the order of the text."""
        result = Component(set(atoms))
        for atom, supports in self.supports.items():
            if atom in result.atoms:
                for support in supports:
                    result.add(support)
        return result

    def chosen(self) -> set[int]:
        """The atoms in the head of a choice."""
        return {a for a, supports in self.supports.items() if any(s.whole.choice for s in supports)}

    def thin_out(self, stop: Stop) -> None:
        """Remove supports that are of no use: by atoms that are derived only through the head.

        If every derivation of b uses a, then a rule for a with b in its body comes too late: of
        two nodes of a tree with arcs in both directions only the one nearer to the root supports
        the other. A rule with its own head in the body is the least case. Atoms without any
        derivation lose all supports. All at once: a derivation in which no atom is above itself
        uses none of the supports that go.
        Shape:  n atoms, L literals -> O(n L) time; above a limit only the least case
        """
        derivations = _Derivations(self.supports.values())
        derivable = derivations.without(None)
        never = self.atoms - derivable
        thorough = len(self.atoms) * derivations.size <= _WORK
        for atom, supports in [*self.supports.items()]:
            stop.check()
            if atom in never:
                del self.supports[atom]
                continue
            useless = derivable - derivations.without(atom) if thorough else {atom}
            kept = (support.without(never) for support in supports)
            kept = (support.without(useless) for support in kept if support is not None)
            self.supports[atom] = [support for support in kept if support is not None]


class _Derivations:
    """What can be derived in a component if all other atoms are as they should be.

    wanted:  for each support how much its inner atoms have to bring; sums count in weights
    helps:   for each atom the supports it helps, and how much
    """

    def __init__(self, supports: Iterable[Iterable[Support]]) -> None:
        self.heads: list[int] = []
        self.wanted: list[int] = []
        self.helps: dict[int, list[tuple[int, int]]] = {}
        self.size = 0
        for support in itertools.chain.from_iterable(supports):
            shares = support.shares()
            rule = support.whole
            number = len(self.heads)
            self.heads.append(support.head)
            self.wanted.append(len(shares))
            if rule.bound is not None:
                # An atom and its opposite both count: that only keeps supports.
                self.wanted[-1] = rule.bound - sum(rule.weights) + sum(shares.values())
            self.size += 1 + len(shares)
            for atom, share in shares.items():
                self.helps.setdefault(atom, []).append((number, share))

    def without(self, excluded: int | None) -> set[int]:
        """All atoms that can be derived if one of them cannot."""
        wanted = [*self.wanted]
        agenda = [head for head, w in zip(self.heads, wanted, strict=True) if w <= 0]
        found: set[int] = {excluded} if excluded is not None else set()
        while agenda:
            atom = agenda.pop()
            if atom in found:
                continue
            found.add(atom)
            for number, share in self.helps.get(atom, ()):
                wanted[number] -= share
                if wanted[number] <= 0:
                    agenda.append(self.heads[number])
        if excluded is not None:
            found.remove(excluded)
        return found


def namer(program: GroundProgram) -> Callable[..., int]:
    """Makes new atoms `_kind(part,...)`; with more `_` where a person used the name."""

    def new(kind: str, *parts: object) -> int:
        return program.fresh(f"_{kind}({','.join(map(str, parts))})")

    return new
