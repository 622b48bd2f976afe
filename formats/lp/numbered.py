"""Programs as grounders write them: rules over numbers, and names for some of the atoms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from gdlc.formats.errors import InputError
from gdlc.formats.lp.program import GroundProgram, Rule

HIDDEN = "_aux("
"""How the names begin that atoms without a name get."""


def name_atoms(
    names: Iterable[tuple[int, str]], facts: Sequence[str], raw: list[Rule], file: str
) -> GroundProgram:
    """The program of rules whose atoms still have the grounder's numbers.

    names:  numbers with their names; a second name of an atom is an atom that follows from it
    facts:  atoms that are true and have no number; they come first
    Raises: InputError if two numbers have the same name.
    """
    named: dict[int, str] = {}
    numbers: dict[str, int] = {}
    second: list[tuple[str, int]] = []
    for atom, name in names:
        if numbers.setdefault(name, atom) != atom:
            raise InputError(
                f"two atoms have the name `{name}`",
                file=file,
                hint="a statement such as `#show t : a.` shows a term as if it were an atom;"
                " remove it",
            )
        if named.setdefault(atom, name) != name:
            second.append((name, atom))
    return _Naming(named, facts, {*numbers, *facts}).program(raw, second)


class _Naming:
    def __init__(self, names: dict[int, str], facts: Iterable[str], taken: set[str]) -> None:
        self.names = names
        self.taken = taken
        self.result = GroundProgram()
        self.numbers: dict[int, int] = {}
        self.fresh = 0
        for name in facts:
            self.result.add([self.result.atom(name)])

    def program(self, raw: list[Rule], second: list[tuple[str, int]]) -> GroundProgram:
        # gringo writes each fact twice: by name without a number, and by a number without a name.
        # Rules that it wrote before it knew may still use the number.
        certain = {rule.head[0] for rule in raw if rule.is_fact and rule.head[0] not in self.names}
        for whole in raw:
            rule = _without(whole, certain) if certain else whole
            if rule is None:
                continue
            self.result.rules.append(
                Rule(
                    tuple(map(self.number, rule.head)),
                    tuple(map(self.literal, rule.body)),
                    rule.choice,
                    bound=rule.bound,
                    weights=rule.weights,
                )
            )
        for name, atom in second:
            self.result.add([self.result.atom(name)], [self.number(atom)])
        return self.result

    def number(self, atom: int) -> int:
        known = self.numbers.get(atom)
        if known is None:
            name = self.names.get(atom)
            while name is None or (atom not in self.names and name in self.taken):
                self.fresh += 1
                name = f"{HIDDEN}{self.fresh})"
            known = self.numbers[atom] = self.result.atom(name)
        return known

    def literal(self, value: int) -> int:
        return self.number(value) if value > 0 else -self.number(-value)


def _without(rule: Rule, certain: set[int]) -> Rule | None:
    """A rule without the atoms that are certain; None if it has nothing to say any more."""
    if rule.head and all(atom in certain for atom in rule.head):
        return None
    if rule.bound is None:
        if any(-value in certain for value in rule.body):
            return None
        body = tuple(value for value in rule.body if value not in certain)
        return replace(rule, head=tuple(h for h in rule.head if h not in certain), body=body)
    pairs = [
        (value, weight)
        for value, weight in zip(rule.body, rule.weights, strict=True)
        if abs(value) not in certain
    ]
    reached = sum(
        weight for value, weight in zip(rule.body, rule.weights, strict=True) if value in certain
    )
    return replace(
        rule,
        head=tuple(h for h in rule.head if h not in certain),
        body=tuple(value for value, _ in pairs),
        bound=rule.bound - reached,
        weights=tuple(weight for _, weight in pairs),
    )
