"""What programs of people contain: constructs of clingo's language, quantifiers of every form."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import gdlc
from gdlc.formats import sqasp
from gdlc.formats.errors import InputError
from tests.oracles import sqasp_enumeration

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"


def value(text: str) -> Fraction | None:
    return gdlc.solve(gdlc.translate(sqasp.read(text, "mine.sqasp"))).value


@pytest.mark.parametrize(
    ("name", "old", "new", "expected"),
    [
        ("bomb", "", "", Fraction(1)),
        ("bomb", "n = 3", "n = 2", Fraction(0)),
        ("fortress", "", "", Fraction(1)),
        ("fortress", "m = 2", "m = 1", Fraction(0)),
        ("network", "", "", Fraction(9639, 10000)),
        ("network", "m = 4", "m = 1", Fraction(0)),
        ("network", "m = 4", "m = 2", Fraction(81, 100)),
        ("network", "m = 4", "m = 5", Fraction(12231, 12500)),
    ],
)
def test_examples_have_their_values(name: str, old: str, new: str, expected: Fraction) -> None:
    text = (EXAMPLES / f"{name}.sqasp").read_text(encoding="utf-8")
    assert old in text
    text = text.replace(old, new)
    assert value(text) == expected
    assert sqasp_enumeration.value(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Quantifiers: levels in any order, non-ground atoms, conditions on facts.
        ("_forall(4,b). _exists(1,a). {a; b; c}. :- a, b, c. :- not a. _exists(9,c).", "1"),
        ("d(1..3). _exists(1,a(X)) :- d(X), not e(X). e(2). {a(1..3)}. :- not a(1).", "1"),
        ("_quantify(1..2,a(1)) :- x. _quantify(L,a(L)) :- L = 1..2. {a(1..2)}. :- a(2).", "0"),
        ("_quantify(L,a(L)) :- L = 1..3. {a(L) : L = 1..3}. :- a(2), not a(3), a(1).", "1"),
        ("_chance(1,X,X+1,a(X)) :- X = 1..3. {a(1..3)}. :- not a(X), X = 1..3.", "1/4"),
        ("_chance(L,P,Q,c(L)) :- law(L,P,Q). law(2,1,3). law(1,1,2). {c(1;2)}. :- c(1).", "1/2"),
        ("{a(X,Y) : X = 1..2, Y = 1..2, X < Y}. _chance(1,1,5,a(1,2)). :- not a(1,2).", "1/5"),
        # Constants, intervals, pools, comments, `#show`, `#defined`, `#const`.
        ("#const k=2. {a(1..k)} = 1. _exists(1,a(1..k)). :- a(1), k > 1. #show a/1.", "1"),
        ("%* a comment\n_exists(1,x). *% % another\n_chance(1,1,2,b). {b}. :- b. %", "1/2"),
        ("_exists(1,a). {a}. #show. #defined p/1. :- not a, not p(1).", "1"),
        ("_chance(1,1,2,a). {a}. #show X : X = 1..2. #show a : a. :- not a.", "1/2"),
        # Conditional literals, aggregates, `not not`, arithmetic, comparisons.
        ("_chance(1,1,2,a(1..3)). {a(1..3)}. ok :- a(X) : X = 1..3. :- not ok.", "1/8"),
        ("_chance(1,1,2,a(1..3)). {a(1..3)}. :- not 4 <= #sum {X : a(X)} <= 5.", "1/4"),
        ("_chance(1,1,2,a(1..3)). {a(1..3)}. :- #max {X : a(X)} = 3.", "1/2"),
        ("_chance(1,1,2,a(1..3)). {a(1..3)}. m(X) :- X = #count {Y : a(Y)}. :- not m(2).", "3/8"),
        ("_chance(1,1,3,a). {a}. b :- not not a. :- not b.", "1/3"),
        ("_chance(1,1,3,a). {a}. b :- not not b. :- b, not a. :- not b.", "1/3"),
        # Strong negation, in the prefix too.
        ("_chance(1,1,4,a). {a}. -b :- a. b :- not -b. :- b.", "1/4"),
        ("_chance(1,1,3,a). {a; -a}. :- not -a.", "2/3"),
        ("_chance(1,1,3,-a). {a; -a}. :- not a.", "2/3"),
        ("_chance(1,1,3,-p(1)). {-p(X) : X = 1..2}. p(1) :- not -p(1). :- p(1).", "1/3"),
        ("_forall(1,a). _exists(2,-a). {a; -a}.", "1"),
        ("_forall(1,-a). _forall(1,a). {a; -a}.", "0"),
        # Positive recursion: normal, through choices, through sums.
        ("_chance(1,1,2,e). {e}. r :- e. r :- q. q :- r. :- not q.", "1/2"),
        ("_chance(1,1,2,e). {e}. {r} :- q. {q} :- r. {q} :- e. :- not r.", "1/2"),
        ("_chance(1,1,2,e(1..3)). {e(1..3)}. c(X) :- 2 {e(X); c(Y) : Y = 1..3}, X = 1..3."
         " c(X) :- e(X). :- not c(1).", "5/8"),
        ("_exists(1,r). r :- q. q :- r.", "1"),
        ("_exists(1,r). r :- q. q :- r. :- not r.", "0"),
        ("_forall(1,r). {e}. r :- q. q :- r. q :- e.", "1"),
    ],
)  # fmt: skip
def test_constructs_have_the_value_by_definition(text: str, expected: str) -> None:
    assert sqasp_enumeration.value(text) == Fraction(expected)
    assert value(text) == Fraction(expected)


def test_strong_negation_in_files_that_clingo_does_not_see() -> None:
    text = "% gdlc sqasp 1\n_chance(1,1,3,a).\n{a; -a}.\n:- not -a.\n% end\n"
    read = sqasp.read(text)
    assert isinstance(read, sqasp.Sqasp)
    assert value(text) == Fraction(2, 3)
    assert sqasp.read(sqasp.write(read)) == read


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('{c}. _exists(1,c).\n#script(python) print("no") #end.', 2, 1),
        ("_exists(1,c). #script(lua)\n#end.\n{c}.", 1, 15),
        ("%* %* *% *% {c}.\n  #script (python)\n#end. _exists(1,c).", 2, 3),
        ("%* % %*\n*% #script(python)\n#end.", 2, 4),
        ('p("%*"). #script(python)\n#end.', 1, 10),
        ('p("\\"%"). #script(python)\n#end.', 1, 11),
        ('_exists(1,c). #include "other.lp". {c}.', 1, 15),
        ("_exists(1,c). {c}. #include <incmode>.", 1, 20),
    ],
)
def test_code_and_other_files_are_refused(text: str, line: int, column: int) -> None:
    with pytest.raises(InputError, match=r"#(script|include)") as info:
        value(text)
    assert (info.value.file, info.value.line, info.value.column) == ("mine.sqasp", line, column)
    assert info.value.hint is not None
    assert "gdlc translate" in info.value.hint


@pytest.mark.parametrize(
    "text",
    [
        "% #script(python)\n_exists(1,c). {c}.",
        '%* #include "x". %* #script(lua) *% *% _exists(1,c). {c}.',
        '_exists(1,c). {c}. p("#script(python)"). q("\\\\"). r("#include").',
    ],
)
def test_words_in_comments_and_strings_are_no_code(text: str) -> None:
    assert value(text) == 1


def test_no_code_runs_and_no_file_is_read(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    other = tmp_path / "other.lp"
    code = f"#script(python)\nopen({str(trace)!r}, 'w').close()\n#end.\n"
    other.write_text(code, encoding="utf-8")
    for text in (code, f'#include "{other}".'):
        with pytest.raises(InputError):
            value(text + "_exists(1,c). {c}.")
    assert not trace.exists()


@pytest.mark.parametrize("name", ["_enough", "_surplus", "_body", "_round", "_level", "_outside"])
def test_names_of_ours_in_a_program_of_a_person_mean_what_they_say_there(name: str) -> None:
    """Bounds on choices and loops get atoms of their own, which must not be those of the program.

    The named atoms are chosen, and contradict what the atoms of ours would say.
    """
    text = (
        "_exists(1,mine(0)). _chance(2,1,2,r). _exists(3,a). _exists(3,b). _exists(3,c).\n"
        "n(0..12). {mine(N)} :- n(N). {r}. {d; e}.\n"
        "2 {a; b; c} 2 :- 1 #sum {1: d; 2: e; 1: r}.\n"
        "{a; b; c} :- d.\n"
        "p :- q. q :- p. p :- a, d. q :- mine(0), b. mine(1) :- p, r.\n"
        ":- r, not mine(2). :- not r, mine(3). :- a, mine(0), not c. :- not p, r. :- mine(9), a.\n"
        ":- b, c, not e. :- not d, not mine(0).\n"
    )
    expected = value(text)
    assert expected == sqasp_enumeration.value(text)
    assert value(text.replace("mine", name)) == expected
