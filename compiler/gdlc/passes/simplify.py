"""Evaluates away what is certain in a ground program: facts, and atoms that no rule derives."""

from __future__ import annotations

from dataclasses import replace

from gdlc.formats.lp import GroundProgram, Rule


def simplify(program: GroundProgram) -> GroundProgram:
    """The same stable models with fewer literals and rules.

    Shape:  size S -> O(S) time
    Keeps:  the order of the rules; facts stay as facts; choices with bounds and sums keep
            their heads and get their bodies folded
    """
    return _Simplifier(program).run()


class _Simplifier:
    def __init__(self, program: GroundProgram) -> None:
        self.program = program
        self.rules: list[Rule | None] = list(program.rules)
        size = len(program.names)
        self.support = [0] * size  # rules that may still derive the atom
        self.value: list[bool | None] = [None] * size
        self.uses: list[list[int]] = [[] for _ in range(size)]  # rules with the atom in the body
        self.pending: list[int] = []

    def run(self) -> GroundProgram:
        for number, rule in enumerate(self.program.rules):
            for atom in rule.head:
                self.support[atom] += 1
            for literal in rule.body:
                self.uses[abs(literal)].append(number)
        for atom in range(1, len(self.support)):
            if self.support[atom] == 0:
                self.settle(atom, False)
        for number in range(len(self.rules)):
            self.look(number)
        while self.pending:
            for number in self.uses[self.pending.pop()]:
                self.look(number)
        result = GroundProgram(self.program.names[1:])
        seen: set[int] = set()
        for rule in filter(None, self.rules):
            if rule.is_fact:
                if rule.head[0] in seen:
                    continue
                seen.add(rule.head[0])
            elif len(rule.head) == 1 and not rule.choice and self.value[rule.head[0]]:
                continue  # another rule makes it a fact
            result.rules.append(rule)
        return result

    def settle(self, atom: int, value: bool) -> None:
        if self.value[atom] is None:
            self.value[atom] = value
            self.pending.append(atom)

    def holds(self, literal: int) -> bool | None:
        value = self.value[abs(literal)]
        return value if value is None or literal > 0 else not value

    def look(self, number: int) -> None:
        """Fold a rule's body by what is known now."""
        rule = self.rules[number]
        if rule is None:
            return
        known = [self.holds(literal) for literal in rule.body]
        if rule.bound is None:
            if False in known:
                self.drop(number, rule)
                return
            body = tuple(lit for lit, value in zip(rule.body, known, strict=True) if value is None)
            rule = replace(rule, body=body)
        else:
            rule = self.look_at_sum(rule, known)
            if rule.bound is not None and sum(rule.weights) < rule.bound:
                self.drop(number, rule)
                return
        self.rules[number] = rule
        if rule.is_fact:
            self.settle(rule.head[0], True)

    @staticmethod
    def look_at_sum(rule: Rule, known: list[bool | None]) -> Rule:
        assert rule.bound is not None
        bound, body, weights = rule.bound, [], []
        for literal, weight, value in zip(rule.body, rule.weights, known, strict=True):
            if value is None:
                body.append(literal)
                weights.append(weight)
            elif value:
                bound -= weight
        if bound <= 0:
            return replace(rule, body=(), bound=None, weights=())
        return replace(rule, body=tuple(body), bound=bound, weights=tuple(weights))

    def drop(self, number: int, rule: Rule) -> None:
        self.rules[number] = None
        for atom in rule.head:
            self.support[atom] -= 1
            if self.support[atom] == 0:
                self.settle(atom, False)
