"""The interpreter against the definition: all ground instances of small random rules."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

from gdlc.formats.errors import InputError
from gdlc.formats.gdl import (
    Atom,
    Constant,
    Distinct,
    Function,
    Goal,
    Not,
    Or,
    Rule,
    RuleSheet,
    Term,
    Variable,
    variables,
)
from gdlc.machine.interpreter import Machine, ground


def test_random_rules_mean_what_their_ground_instances_mean() -> None:
    outcomes = {"model": 0, "unsafe": 0, "not stratified": 0}
    for seed in range(400):
        rules = _random_rules(random.Random(seed))
        sheet = RuleSheet(tuple(rules))
        state = random.Random(seed).sample(_FLUENTS, 3)
        expected = _reference(rules, {ground(fluent) for fluent in state})
        try:
            played = Machine(sheet)
            at = played.state([str(fluent) for fluent in state])
            found: object = set(played.legal(at, "x"))
        except InputError as error:
            found = "unsafe" if "unsafe" in error.message else "not stratified"
        assert found == expected, f"seed {seed}:\n" + "\n".join(map(str, rules))
        outcomes[expected if isinstance(expected, str) else "model"] += 1
    assert min(outcomes.values()) > 20, outcomes


_TERMS: list[Term] = [Constant("a"), Constant("b"), Function("f", (Constant("a"),))]
_FLUENTS: list[Term] = [
    *(Function("g", (one, two)) for one in _TERMS for two in _TERMS),
    Constant("c"),
]
_ARITY = {"p": 1, "q": 2, "r": 1, "t": 0, "u": 2, "true": 1}


def _random_rules(rng: random.Random) -> list[Rule]:
    """Facts of u, some rules for p, q, r and t, and every row of them as a legal move of x."""
    names = [Variable(name) for name in "XYZ"]

    def argument() -> Term:
        if rng.random() < 0.7:
            return rng.choice(names)
        return rng.choice([*_TERMS, Function("f", (rng.choice(names),))])

    def atom() -> Atom:
        predicate = rng.choice(list(_ARITY))
        if predicate == "true":
            inner: list[Term] = [Function("g", (argument(), argument())), Constant("c")]
            return Atom("true", (rng.choices(inner, [4, 1])[0],))
        return Atom(predicate, tuple(argument() for _ in range(_ARITY[predicate])))

    def goal(depth: int) -> Goal:
        pick = rng.random()
        if pick < 0.4 or depth == 2:
            return atom()
        if pick < 0.7:
            return Not(goal(depth + 1) if rng.random() < 0.2 else atom())
        if pick < 0.8:
            return Distinct(argument(), argument())
        return Or(tuple(goal(depth + 1) for _ in range(rng.randint(0, 3))))

    rules = [Rule(Atom("role", (Constant("x"),))), *(Rule(Atom("d", (t,))) for t in _TERMS)]
    rules += [Rule(Atom("u", (one, two))) for one in _TERMS for two in _TERMS if rng.random() < 0.4]
    for _ in range(rng.randint(2, 6)):
        predicate = rng.choice("pqrt")
        # Heads have no (f ?X): the terms of the reference stay few.
        head = [rng.choice([*names, *_TERMS]) for _ in range(_ARITY[predicate])]
        body = [goal(0) for _ in range(rng.randint(1, 4))]
        rule = Rule(Atom(predicate, tuple(head)), tuple(body))
        while rng.random() < 0.97 and (loose := _unbound(rule)):
            body.insert(rng.randint(0, len(body)), Atom("d", (Variable(rng.choice(loose)),)))
            rule = Rule(rule.head, tuple(body))
        rules.append(rule)
    for predicate in "pqrt":
        args = tuple(names[: _ARITY[predicate]])
        move = Function(predicate, args) if args else Constant(predicate)
        rules.append(Rule(Atom("legal", (Constant("x"), move)), (Atom(predicate, args),)))
    return rules


def _dnf(goals: tuple[Goal, ...], positive: bool = True) -> list[list[tuple[Goal, bool]]]:
    """The conjunctions of signed atoms and comparisons that the goals, all together, stand for."""
    parts: list[list[list[tuple[Goal, bool]]]] = []
    for goal in goals:
        match goal:
            case Not(inner):
                parts.append(_dnf((inner,), not positive))
            case Or(choices) if positive:
                parts.append([one for choice in choices for one in _dnf((choice,))])
            case Or(choices):
                parts += [_dnf((choice,), False) for choice in choices]
            case _:
                parts.append([[(goal, positive)]])
    return [list(itertools.chain(*pick)) for pick in itertools.product(*parts)]


def _unbound(rule: Rule) -> list[str]:
    """The variables that some conjunction of the rule does not bind in a positive atom."""
    loose: set[str] = set()
    for body in _dnf(rule.body):
        bound = {
            v.name
            for goal, positive in body
            if isinstance(goal, Atom) and positive
            for v in variables(goal)
        }
        used = {v.name for goal, _ in body for v in variables(goal)}
        loose |= (used | {v.name for v in variables(rule.head)}) - bound
    return sorted(loose)


def _reference(rules: list[Rule], state: set[Any]) -> object:
    """x's legal moves by ground instances and the alternating fixpoint, or what is wrong."""
    instances: list[tuple[Any, list[Any], list[Any]]] = []
    for rule in rules:
        if _unbound(rule):
            return "unsafe"
        for body in _dnf(rule.body):
            names = sorted({v.name for goal, _ in body for v in variables(goal)})
            instances += _instances(rule.head, body, names, state)
    low: set[Any] = set()
    while True:
        high = _least(instances, low)
        better = _least(instances, high)
        if better == low:
            break
        low = better
    if low != high:
        return "not stratified"
    return {row[2] for row in low if row[0] == "legal"}


def _instances(
    head: Atom, body: list[tuple[Goal, bool]], names: list[str], state: set[Any]
) -> Iterator[tuple[Any, list[Any], list[Any]]]:
    def row(atom: Atom, values: dict[str, Any]) -> Any:
        return (atom.predicate, *(ground(arg, values) for arg in atom.args))

    for values in itertools.product(map(ground, _TERMS), repeat=len(names)):
        value = dict(zip(names, values, strict=True))
        needs: list[Any] = []
        denies: list[Any] = []
        possible = True
        for goal, positive in body:
            if isinstance(goal, Distinct):
                same = ground(goal.left, value) == ground(goal.right, value)
                possible &= same != positive
            elif isinstance(goal, Atom) and goal.predicate == "true":
                possible &= (row(goal, value)[1] in state) == positive
            elif isinstance(goal, Atom):
                (needs if positive else denies).append(row(goal, value))
        if possible:
            yield row(head, value), needs, denies


def _least(instances: list[tuple[Any, list[Any], list[Any]]], assumed: set[Any]) -> set[Any]:
    found: set[Any] = set()
    while True:
        new = {
            head
            for head, needs, denies in instances
            if found.issuperset(needs) and assumed.isdisjoint(denies)
        }
        if new <= found:
            return found
        found |= new
