"""From stable models to clauses: sums, choices with bounds, constants, variables in order."""

from __future__ import annotations

from fractions import Fraction

import pytest

import gdlc
from gdlc.formats import sqasp
from gdlc.formats.errors import UsageError

PAIRWISE = 24  # up to so many literals two of them are forbidden by pairs


def value(body: str) -> Fraction | None:
    return gdlc.solve(gdlc.translate(sqasp.read(f"% gdlc sqasp 1\n{body}\n% end\n"))).value


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
    program = sqasp.read(f"% gdlc sqasp 1\n{text}\n% end\n")
    formula = gdlc.translate(program, encoding="paper")
    assert [formula.names[var] for var in (1, 2, 3)] == ["z", "b", "a"]
    assert [block.quantifier for block in formula.blocks] == ["a", "e", "r", "e"]
    assert formula.probability(3) == Fraction(1, 3)


def test_facts_of_the_game_go_along() -> None:
    facts = "_gdlc(player,x). _gdlc(role,1,x). _gdlc(horizon,0). _gdlc(objective,win). "
    facts += '_gdlc(source,"sha256:00").'
    formula = gdlc.translate(sqasp.read(f"% gdlc sqasp 1\n{facts}\n:- .\n% end\n"))
    assert (formula.note("player"), formula.note("horizon")) == ("x", "0")
    assert gdlc.solve(formula).value == 0


def test_a_text_is_no_program_yet() -> None:
    with pytest.raises(UsageError, match="a quantified program is expected, not str"):
        gdlc.translate("{a}. _exists(1, a).")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="a ground program is expected, not str"):
        gdlc.quantify("{a}.")  # type: ignore[arg-type]
