"""Which relation of a sheet uses which other: the arcs of the dependency graph."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass

from gdlc.formats.gdl import Atom, Rule, RuleSheet, atoms
from gdlc.rules.components import components


@dataclass(frozen=True, slots=True)
class Arc:
    """A rule's head uses an atom of its body; positive: under an even number of `not`."""

    rule: Rule
    atom: Atom
    positive: bool

    @property
    def head(self) -> Atom:
        return self.rule.head


class Graph:
    """All arcs of a sheet.

    arcs: by the relation of the head, in the order of the sheet
    """

    def __init__(self, sheet: RuleSheet) -> None:
        self.arcs: dict[str, list[Arc]] = {}
        for rule in sheet.rules:
            found = self.arcs.setdefault(rule.head.predicate, [])
            for goal in rule.body:
                found += [Arc(rule, atom, positive) for atom, positive in atoms(goal)]

    def cycles(self) -> list[frozenset[str]]:
        """The sets of relations that depend on each other."""
        successors = {
            name: dict.fromkeys(arc.atom.predicate for arc in found)
            for name, found in self.arcs.items()
        }
        return [frozenset(component) for component in components(successors)]

    def inner(self, cycle: frozenset[str]) -> Iterator[Arc]:
        """The arcs between the relations of a cycle."""
        for name in sorted(cycle):
            for arc in self.arcs.get(name, ()):
                if arc.atom.predicate in cycle:
                    yield arc

    def ways(self, targets: Iterable[str], without: Container[str] = ()) -> dict[str, Arc | None]:
        """For each relation that reaches one of the targets, the first arc of a shortest way.

        without: relations that no way passes
        The targets themselves have None.
        """
        users: dict[str, list[Arc]] = {}
        for found in self.arcs.values():
            for arc in found:
                if arc.atom.predicate not in without:
                    users.setdefault(arc.atom.predicate, []).append(arc)
        ways: dict[str, Arc | None] = dict.fromkeys(targets)
        layer = list(ways)
        while layer:
            following = []
            for name in layer:
                for arc in users.get(name, ()):
                    if arc.head.predicate not in ways:
                        ways[arc.head.predicate] = arc
                        following.append(arc.head.predicate)
            layer = following
        return ways
