"""From stable models to clauses: sums, choices with bounds, constants, variables in order."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import pytest

import gdlc
from gdlc.formats import sqasp
from gdlc.passes.cardinality import PAIRWISE, at_most_one, reaches
from gdlc.passes.clauses import Clauses


def value(body: str) -> Fraction | None:
    return gdlc.solve(gdlc.translate(sqasp.read(f"% gdlc sqasp 1\n{body}\n% end\n"))).value


def models(clauses: Clauses, variables: int) -> dict[tuple[bool, ...], list[tuple[bool, ...]]]:
    """Assignments of the first variables -> the assignments of the others that satisfy."""
    found: dict[tuple[bool, ...], list[tuple[bool, ...]]] = {}
    flat = list(clauses.flat)
    parts = [
        list(group) for zero, group in itertools.groupby(flat, key=lambda v: v == 0) if not zero
    ]
    for values in itertools.product((False, True), repeat=clauses.count):
        if all(any(values[abs(lit) - 1] == (lit > 0) for lit in part) for part in parts):
            found.setdefault(values[:variables], []).append(values[variables:])
    return found


def test_sums_are_defined_in_both_directions() -> None:
    """Every assignment of the literals leaves exactly one of the auxiliary variables."""
    for seed in range(60):
        rng = random.Random(seed)
        count = rng.randint(1, 5)
        weights = [rng.randint(1, 3) for _ in range(count)]
        literals = [rng.choice((1, -1)) * (n + 1) for n in range(count)]
        bound = rng.randint(1, sum(weights) + 1)
        clauses = Clauses(count)
        result = reaches(clauses, literals, weights, bound)
        table = models(clauses, count)
        assert len(table) == 2**count, f"seed {seed}"
        for values, rest in table.items():
            assert len(rest) == 1, f"seed {seed}"
            total = sum(
                w
                for w, lit in zip(weights, literals, strict=True)
                if values[abs(lit) - 1] == (lit > 0)
            )
            all_values = (*values, *rest[0])
            holds = (
                result if isinstance(result, bool) else all_values[abs(result) - 1] == (result > 0)
            )
            assert holds == (total >= bound), f"seed {seed}"


@pytest.mark.parametrize("count", [1, 2, 5])
def test_at_most_one_by_pairs(count: int) -> None:
    clauses = Clauses(count)
    at_most_one(clauses, range(1, count + 1))
    assert set(models(clauses, count)) == {
        values for values in itertools.product((False, True), repeat=count) if sum(values) <= 1
    }


def test_wide_choices() -> None:
    """More alternatives than are said by pairs."""
    count = PAIRWISE + 8
    atoms = [f"a({n})" for n in range(count)]
    coins = " ".join(f"_chance(1,1,2,{atom})." for atom in atoms)
    choice = f"{{{'; '.join(atoms)}}}."
    none_or_one = Fraction(1 + count, 2**count)
    assert value(f"{coins} {choice} :- 2 {{{'; '.join(atoms)}}}.") == none_or_one
    assert value(f"{coins} {choice[:-1]} 1.") == none_or_one
    assert value(f"{coins} 1 {choice[:-1]} 1.") == none_or_one - Fraction(1, 2**count)


def test_weights_over_the_same_atom() -> None:
    coins = "_chance(1,1,2,a). _chance(1,1,2,b). {a; b}."
    assert value(coins + " w :- #sum {2,0: a; 1,1: b; 1,2: not a} >= 3. :- not w.") == Fraction(
        1, 4
    )
    assert value(coins + " w :- #sum {3,0: a; 1,1: b} >= 3. :- not w.") == Fraction(1, 2)


def test_bounds_hold_only_if_the_body_does() -> None:
    coins = "_chance(1,1,4,c). {c}. {d}. _exists(2,d)."
    assert value(coins + " 1 {a; b} 1 :- c. :- not a, not b.") == Fraction(1, 4)
    assert value(coins + " 2 {a; b} :- c. :- a.") == Fraction(3, 4)
    # Another rule derives an atom of the head: the upper bound still needs the body.
    assert value(coins + " {a; b} 1 :- c. a. b.") == Fraction(3, 4)


def test_negative_loops() -> None:
    assert value(
        "_chance(1,1,3,c). {c}. a :- not b, c. b :- not a, c. d :- not d, not c."
    ) == Fraction(1, 3)


def test_no_stable_model_at_all() -> None:
    assert value("_chance(1,1,3,c). {c}. :- .") == 0
    assert value("_chance(1,1,3,c). {c}. a. :- a.") == 0


def test_variables_are_numbered_in_the_order_of_the_prefix() -> None:
    text = "_exists(2,b). _forall(1,z). _chance(3,1,3,a). {a; b; z}. c :- a, b."
    formula = gdlc.translate(sqasp.read(f"% gdlc sqasp 1\n{text}\n% end\n"))
    assert [formula.names[var] for var in (1, 2, 3)] == ["z", "b", "a"]
    assert [block.quantifier for block in formula.blocks] == ["a", "e", "r", "e"]
    assert formula.probability(3) == Fraction(1, 3)


def test_facts_of_the_game_go_along() -> None:
    facts = "_gdlc(player,x). _gdlc(role,1,x). _gdlc(horizon,0). _gdlc(objective,win). "
    facts += '_gdlc(source,"sha256:00").'
    formula = gdlc.translate(sqasp.read(f"% gdlc sqasp 1\n{facts}\n:- .\n% end\n"))
    assert (formula.note("player"), formula.note("horizon")) == ("x", "0")
    assert gdlc.solve(formula).value == 0
