"""Programs with positive loops become tight and keep their stable models, one to one."""

from __future__ import annotations

import random
from collections import Counter
from typing import get_args

import clingo
import pytest

from gdlc.formats.lp import GroundProgram, Rule, read_rules, write_rules
from gdlc.passes import loops
from gdlc.passes.bounds import free_choices
from gdlc.passes.dependency_graph import graph
from gdlc.passes.loops import Method, break_loops
from gdlc.passes.simplify import simplify
from gdlc.rules.components import components

METHODS: tuple[Method, ...] = get_args(Method)


def stable_models(program: GroundProgram, size: int) -> Counter[frozenset[int]]:
    """How often each set of the first atoms is what a stable model has of them."""
    control = clingo.Control(["0", "--warn=none"])
    with control.backend() as backend:
        atoms = [0, *(backend.add_atom() for _ in range(len(program)))]

        def number(literal: int) -> int:
            return atoms[literal] if literal > 0 else -atoms[-literal]

        for rule in program.rules:
            head = [*map(number, rule.head)]
            body = [*map(number, rule.body)]
            if rule.bound is None:
                backend.add_rule(head, body, rule.choice)
                continue
            # Through an atom of its own, as gringo writes it: clasp drops the heads of a choice
            # that occur in its sum.
            total = backend.add_atom()
            backend.add_weight_rule([total], rule.bound, [*zip(body, rule.weights, strict=True)])
            backend.add_rule(head, [total], rule.choice)
    found: Counter[frozenset[int]] = Counter()
    with control.solve(yield_=True) as handle:
        for model in handle:
            found[frozenset(n for n in range(1, size + 1) if model.is_true(atoms[n]))] += 1
    return found


def random_program(rng: random.Random) -> GroundProgram:
    """A few atoms, most rules over the same ones: normal rules, choices, sums, constraints."""
    size = rng.randint(2, 8)
    program = GroundProgram([f"a({n})" for n in range(1, size + 1)])
    positive = rng.choice((0.5, 0.8, 0.95))
    for _ in range(rng.randint(2, 2 * size + 2)):
        kind = rng.random()
        heads = tuple(rng.sample(range(1, size + 1), 1))
        if kind < 0.3:
            heads = tuple(rng.sample(range(1, size + 1), rng.randint(1, min(3, size))))
        elif kind > 0.95:
            heads = ()
        length = rng.choice((0, 1, 1, 2, 2, 3))
        body = tuple(
            rng.randint(1, size) * (1 if rng.random() < positive else -1) for _ in range(length)
        )
        bound, weights = None, ()
        if rng.random() < 0.3:
            body += (rng.randint(1, size),)
            weights = tuple(rng.randint(1, 3) for _ in body)
            bound = rng.randint(0, sum(weights))
        program.rules.append(Rule(heads, body, kind < 0.3, bound=bound, weights=weights))
    return program


def is_tight(program: GroundProgram) -> bool:
    return not components(graph(program.rules, negative=False))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("block", range(4))
def test_stable_models_are_kept_one_to_one(method: Method, block: int) -> None:
    looped = 0
    for seed in range(500 * block, 500 * (block + 1)):
        program = simplify(free_choices(random_program(random.Random(seed))))
        looped += not is_tight(program)
        result = break_loops(program, method=method)
        assert is_tight(result), f"seed {seed}"
        size = len(program)
        assert result.names[: size + 1] == program.names, f"seed {seed}"
        expected = stable_models(program, size)
        assert stable_models(result, size) == expected, f"seed {seed}"
        assert stable_models(simplify(result), size) == expected, f"seed {seed}"
    assert looped > 200


@pytest.mark.parametrize("method", METHODS)
def test_auto_takes_levels_where_rounds_are_many(
    method: Method, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loops, "ROUNDS", 0)
    names = [f"r({n})" for n in range(1, 61)]
    pairs = [(a, b) for a in range(1, 61) for b in range(1, 61) if abs(a - b) in (1, 9)]
    rules = [Rule((1, 20), choice=True), *(Rule((b,), (a,)) for a, b in pairs)]
    result = break_loops(GroundProgram(names, rules), method=method)
    has_levels = any(name.startswith("_level(") for name in result.names)
    assert has_levels == (method != "rounds")
    found = stable_models(result, 60)
    assert found == {frozenset(): 1, frozenset(range(1, 61)): 1}


def text_after(text: str, method: Method = "rounds") -> list[str]:
    program = GroundProgram()
    read_rules(text, program)
    return [*write_rules(simplify(break_loops(simplify(program), method=method)))]


def test_a_tight_program_is_returned_as_it_is() -> None:
    program = GroundProgram(["a", "b"], [Rule((1,), (-2,)), Rule((2,), (-1,))])
    assert break_loops(program) is program


def test_loops_that_support_nothing_vanish() -> None:
    assert text_after("{c}.\na :- b.\nb :- a.\nd :- c, not a.") == ["{c}.", "d :- c."]
    assert text_after("{a; b} :- a, not c.\n{c}.\nb :- b, c.") == ["{c}."]
    assert text_after("{c}.\na :- 2 {a; c; b}.\n{b}.") == ["{c}.", "a :- 2 {c; b}.", "{b}."]


def test_what_is_derived_through_an_atom_does_not_support_it() -> None:
    """A tree with arcs in both directions has no loop when seen from its root."""
    tree = [(1, 2), (1, 3), (2, 4), (2, 5), (3, 6)]
    text = "".join(f"r({b}) :- r({a}).\nr({a}) :- r({b}).\n" for a, b in tree) + "{c}.\nr(1) :- c."
    expected = [*(f"r({b}) :- r({a})." for a, b in tree), "{c}.", "r(1) :- c."]
    assert sorted(text_after(text)) == sorted(expected)


def test_copies_stand_where_the_loop_stood() -> None:
    text = "{c; d}.\na :- c.\na :- b.\nb :- a.\nb :- d.\ne :- a, b."
    assert text_after(text) == [
        "{c; d}.",
        "_round(a,1) :- c.",
        "_round(b,1) :- d.",
        "a :- _round(b,1).",
        "a :- c.",
        "b :- _round(a,1).",
        "b :- d.",
        "e :- a, b.",
    ]


def test_names_that_a_person_used_stay_theirs() -> None:
    text = "{c; d; _round(a,1)}.\na :- c.\na :- b.\nb :- a.\nb :- d."
    assert "__round(a,1) :- c." in text_after(text)
    assert "{c; d; _round(a,1)}." in text_after(text)
