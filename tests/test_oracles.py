"""The oracles against values worked out by hand and against each other; generators; shrinker."""

from __future__ import annotations

import ast
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from tests.oracles import (
    random_formulas,
    sqasp_enumeration,
    xssat_enumeration,
)

ROOT = Path(__file__).resolve().parent.parent
SEEDS = range(300)
PROGRAM_KINDS = [(loops, ground) for loops in (False, True) for ground in (True, False)]


def lines(text: str) -> str:
    """Statements or lines written with ` / ` between them, one a line."""
    return "".join(f"{line}\n" for line in text.split(" / "))


# XSSAT by hand.


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Nothing to satisfy, and the empty prefix has one leaf.
        ("p cnf 0 0", "1"),
        # Variables in no clause count 1, whatever their quantifier.
        ("p cnf 3 0 / a 1 0 / r 0.5 2 0 / e 3 0", "1"),
        # x = y with x first: the better guess, max(1/4, 3/4).
        ("p cnf 2 2 / e 1 0 / r 0.25 2 0 / -1 2 0 / 1 -2 0", "3/4"),
        # x = y with the coin first: x follows it.
        ("p cnf 2 2 / r 0.25 2 0 / e 1 0 / -1 2 0 / 1 -2 0", "1"),
        # A unit on a universal variable: the other branch is 0.
        ("p cnf 1 1 / a 1 0 / -1 0", "0"),
        # Units on chance variables multiply: 3/10 * (1 - 1/4).
        ("p cnf 2 2 / r 0.3 1 0 / r 0.25 2 0 / 1 0 / -2 0", "9/40"),
        # Contradictory units.
        ("p cnf 2 2 / r 0.3 1 0 / e 2 0 / 2 0 / -2 0", "0"),
        # x or y, two coins of 1/3: 1 - (2/3)^2.
        ("c gdlc xssat 1 / c x prob 1 1/3 / c x prob 2 1/3 / p cnf 2 1 / "
         "r 0.33333333333333333 1 2 0 / 1 2 0", "5/9"),
        # The same without the comments: the decimal is the exact value.
        ("p cnf 1 1 / r 0.33333333333333333 1 0 / 1 0", "33333333333333333/100000000000000000"),
        # The same with the comment but no version line: the comment is a comment.
        ("c x prob 1 1/3 / p cnf 1 1 / r 0.33333333333333333 1 0 / 1 0",
         "33333333333333333/100000000000000000"),
        # A coin w, a move m, a coin c: (m and c) or (not m and w). With w (1/4) the move is
        # not m, worth 1; without it m, worth 3/10: 1/4 + 3/4 * 3/10.
        ("p cnf 3 2 / r 0.25 1 0 / e 2 0 / r 0.3 3 0 / -2 3 0 / 2 1 0", "19/40"),
        # An opponent o, a coin c of 3/10, a gate g = (o or c), wanted: min(3/10, 1).
        ("p cnf 3 4 / a 1 0 / r 0.3 2 0 / e 3 0 / -3 1 2 0 / 3 -1 0 / 3 -2 0 / 3 0", "3/10"),
        # The coin before the opponent makes no difference to that one ...
        ("p cnf 3 4 / r 0.3 2 0 / a 1 0 / e 3 0 / -3 1 2 0 / 3 -1 0 / 3 -2 0 / 3 0", "3/10"),
        # ... but to g = (o xor c) it does: seeing the coin the opponent makes it 0,
        ("p cnf 2 2 / r 0.3 2 0 / a 1 0 / 1 2 0 / -1 -2 0", "0"),
        # without seeing it min(3/10, 7/10).
        ("p cnf 2 2 / a 1 0 / r 0.3 2 0 / 1 2 0 / -1 -2 0", "3/10"),
        # Certain coins, in one block with an even one: 1 * (1 - 0) * 1/2.
        ("p cnf 3 3 / r 1.0 1 0 / r 0.0 2 0 / r 0.5 3 0 / 1 0 / -2 0 / 3 0", "1/2"),
        # A probability whose decimal rounds to 1.
        ("c gdlc xssat 1 / c x prob 1 99999999999999999999/100000000000000000000 / "
         "p cnf 1 1 / r 1.0 1 0 / -1 0", "1/100000000000000000000"),
        # A clause with a universal variable innermost: e must be true.
        ("p cnf 2 2 / e 1 0 / a 2 0 / 1 2 0 / 1 -2 0", "1"),
    ],
)  # fmt: skip
def test_formula_has_the_value_worked_out_by_hand(text: str, expected: str) -> None:
    assert xssat_enumeration.value(lines(text)) == Fraction(expected)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "no `p cnf` line"),
        ("p cnf 1 0", "does not hold each variable"),
        ("p cnf 1 0 / e 1 1 0", "does not hold each variable"),
        ("p cnf 1 0 / e 1 0 / a 1 0", "does not hold each variable"),
        ("p cnf 1 0 / e 1 2 0", "does not hold each variable"),
        ("p cnf 1 2 / e 1 0 / 1 0", "says 2 clauses, there are 1"),
        ("p cnf 1 0 / e 1 0 / 1 0", "says 0 clauses, there are 1"),
        ("p cnf 1 1 / e 1 0 / 2 0", "above the header's"),
        ("p cnf 1 1 / e 1 0 / 1 1 0", "twice in a clause"),
        ("p cnf 1 1 / e 1 0 / 1 -1 0", "twice in a clause"),
        ("p cnf 1 1 / e 1 0 / 0", "at least one number"),
        ("p cnf 1 1 / e 1 0 / 1", "a final 0"),
        ("p cnf 1 1 / e 1 0 / 1  0", "single blanks"),
        ("p cnf 2 1 / e 1 0 / 1 0 / e 2 0", "behind a clause"),
        ("p cnf 1 0 / r 1/2 1 0", "decimal point"),
        ("p cnf 1 0 / r 1.5 1 0", "above 1"),
        ("p cnf 1 0 / r 0.123456789012345678 1 0", "17 significant digits"),
        ("c gdlc xssat 2 / p cnf 0 0", "another version"),
        ("c gdlc xssat 1 / c x prob 1 1/3 / p cnf 1 0 / r 0.3333 1 0", "in a comment"),
        ("c gdlc xssat 1 / c x prob 1 1/3 / p cnf 1 0 / e 1 0", "no chance variable"),
        ("c gdlc xssat 1 / c x prob 1 4/3 / p cnf 1 0 / r 1.0 1 0", "above 1"),
        ("c gdlc xssat 1 / c x prob 2 1/2 / p cnf 1 0 / e 1 0", "in no prefix"),
    ],
)
def test_formula_in_any_other_form_is_refused(text: str, part: str) -> None:
    with pytest.raises(ValueError, match=part):
        xssat_enumeration.value(lines(text) if text else text)


def test_cut_formula_is_refused() -> None:
    with pytest.raises(ValueError, match="cut"):
        xssat_enumeration.value("p cnf 1 1\ne 1 0\n1 0")


def test_seventeen_variables_are_too_many() -> None:
    text = f"p cnf 17 0\ne {' '.join(map(str, range(1, 18)))} 0\n"
    with pytest.raises(ValueError, match="at most 16"):
        xssat_enumeration.value(text)


# SQASP by hand.


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        # Forbidding one side of a coin of 1/3.
        ("{a}. :- a. _chance(1,1,3,a).", "2/3"),
        # A fact has a false branch of 0.
        ("a. _exists(1,a).", "1"),
        ("a. _forall(1,a).", "0"),
        ("a. _chance(1,1,3,a).", "1/3"),
        # What nothing derives has a true branch of 0.
        ("_exists(1,a).", "1"),
        ("_forall(1,a).", "0"),
        ("_chance(1,1,3,a).", "2/3"),
        # An atom that follows from another: only one of its branches has a model.
        ("{a}. b :- a. _exists(1,a). _forall(2,b).", "0"),
        ("{a}. b :- a. _chance(1,1,3,a). _exists(2,b).", "1"),
        # b first: its guess must agree with the coin, max(1/3, 2/3).
        ("{a}. b :- a. _exists(1,b). _chance(2,1,3,a).", "2/3"),
        # An even loop offers both; b is the opposite of a.
        ("a :- not b. b :- not a. _forall(1,a).", "1"),
        ("a :- not b. b :- not a. _forall(1,a). _chance(2,1,3,b).", "1/3"),
        # An odd loop forbids its condition.
        ("{a}. w :- a, not w. _chance(1,1,3,a).", "2/3"),
        # A positive loop supports nothing by itself: a needs c.
        ("{c}. a :- b. b :- a. a :- c. :- not a. _chance(1,1,4,c).", "1/4"),
        # Two of three even coins: 4 of 8.
        ("{a;b;c}. g :- 2 {a;b;c}. :- not g. "
         "_chance(1,1,2,a). _chance(1,1,2,b). _chance(1,1,2,c).", "1/2"),
        # Weight 3 needs a and the absence of b: 1/2 * 2/3.
        ("{a;b}. g :- 3 #sum {2,x:a; 1,y:not b}. :- not g. "
         "_chance(1,1,2,a). _chance(1,1,3,b).", "1/3"),
        # Exactly one: after a no b (2/3), without a only b (1/3).
        ("1 {a;b} 1. _exists(1,a). _chance(2,1,3,b).", "2/3"),
        ("1 {a;b} 1. _forall(1,a). _exists(2,b).", "1"),
        # A choice with a body: without c (1/2) a cannot be true, so only a false has both.
        ("{c}. {a} :- c. _exists(1,a). _chance(2,1,2,c).", "1"),
        ("{c}. {a} :- c. :- not a. _exists(1,a). _chance(2,1,2,c).", "1/2"),
        # `_quantify`: exists at odd levels, forall at even ones. b must be the opposite of a.
        ("{a;b}. :- a, b. :- not a, not b. _quantify(1,a). _quantify(2,b).", "0"),
        ("{a;b}. :- a, b. :- not a, not b. _quantify(3,a). _quantify(2,b).", "1"),
        # Levels count, not the order in the text; levels may have gaps; a level may mix
        # probabilities: a or b, 1 - (2/3)(1/2), and c agrees with whatever comes.
        ("{a;b;c}. :- not a, not b. :- c, not a. :- a, not c. "
         "_exists(9,c). _chance(4,1,3,a). _chance(4,2,4,b).", "2/3"),
        # No stable model at all.
        (":- not a. {b}. _chance(1,1,2,b).", "0"),
        # From 1 to 3 along arcs that hold with 1/2 each: 1 - (1/2)(3/4). `#show` hides all.
        ("arc(1,2;2,3;1,3). {up(X,Y) : arc(X,Y)}. reach(1). reach(Y) :- reach(X), up(X,Y). "
         ":- not reach(3). _chance(1,1,2,up(X,Y)) :- arc(X,Y). #show.", "5/8"),
        # The same with arcs in both directions: a positive loop on the ground.
        ("arc(1,2;2,1;2,3). {up(X,Y) : arc(X,Y)}. reach(1). reach(Y) :- reach(X), up(X,Y). "
         ":- not reach(3). _chance(1,1,2,up(X,Y)) :- arc(X,Y). #show reach/1.", "1/4"),
    ],
)  # fmt: skip
def test_program_has_the_value_worked_out_by_hand(program: str, expected: str) -> None:
    assert sqasp_enumeration.value(program) == Fraction(expected)


@pytest.mark.parametrize(
    ("program", "part"),
    [
        ("{a}. _exists(1,a)", "unexpected"),
        ("{a}.", "no prefix"),
        ("{a}. _exists(1,a). _forall(2,a).", "twice"),
        ("{a}. _chance(1,1,2,a). _chance(1,1,3,a).", "twice"),
        ("{a;b}. _exists(1,a). _forall(1,b).", "two quantifiers"),
        ("{a}. _exists(0,a).", "positive"),
        ("{a}. _exists(x,a).", "positive"),
        ("{a}. _chance(1,1,0,a).", "in \\[0, 1\\]"),
        ("{a}. _chance(1,3,2,a).", "in \\[0, 1\\]"),
        ("{a}. _chance(1,-1,2,a).", "in \\[0, 1\\]"),
        ("{a}. {_exists(1,a)}.", "must be a fact"),
        ("{a}. _exists(1,3).", "only atoms"),
        ("a(X) :- not b(X). _exists(1,a).", "unsafe"),
    ],
)
def test_program_with_a_wrong_prefix_is_refused(program: str, part: str) -> None:
    with pytest.raises(ValueError, match=part):
        sqasp_enumeration.value(program)


def as_program(formula: xssat_enumeration.Formula) -> str:
    """Variables as free choices, clauses as constraints: stable models are models."""
    text = []
    for level, entry in enumerate(formula.prefix, start=1):
        atom = f"v({entry.var})"
        text.append(f"{{{atom}}}.")
        if entry.probability is None:
            text.append(f"_{'exists' if entry.kind == 'e' else 'forall'}({level},{atom}).")
        else:
            ratio = f"{entry.probability.numerator},{entry.probability.denominator}"
            text.append(f"_chance({level},{ratio},{atom}).")
    for clause in formula.clauses:
        body = ", ".join(f"not v({lit})" if lit > 0 else f"v({-lit})" for lit in clause)
        text.append(f":- {body}.")
    return "\n".join(text)


def test_both_enumerations_agree_on_clauses() -> None:
    checked = 0
    for seed in range(100):
        formula = xssat_enumeration.read(random_formulas.generate(seed))
        numbers = [entry.probability for entry in formula.prefix if entry.probability is not None]
        # clingo's integers have 32 bits, and a program without prefix is refused.
        if not formula.prefix or any(number.denominator >= 2**31 for number in numbers):
            continue
        expected = xssat_enumeration.value_of(formula)
        assert sqasp_enumeration.value(as_program(formula)) == expected, f"seed {seed}"
        checked += 1
    assert checked > 50


# Independence.


def test_oracles_import_nothing_of_the_compiler() -> None:
    allowed = {*sys.stdlib_module_names, "clingo"}
    for path in sorted((ROOT / "tests" / "oracles").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            else:
                continue
            for name in names:
                assert name.split(".")[0] in allowed or name.startswith("tests.oracles"), (
                    f"{path.name} imports {name}"
                )
