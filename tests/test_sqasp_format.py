"""The `.sqasp` format: prefixes are checked, files that are cut are refused, people may write."""

from __future__ import annotations

from fractions import Fraction

import pytest

import gdlc
from gdlc.formats import sqasp
from gdlc.formats.errors import InputError
from gdlc.formats.sqasp import Sqasp, SqaspSource


def ours(body: str) -> str:
    return f"% gdlc sqasp 1\n{body}\n% end\n"


def read(text: str) -> Sqasp:
    program = sqasp.read(text, "p.sqasp")
    assert isinstance(program, Sqasp)
    return program


def test_prefix_in_order_of_levels() -> None:
    program = read(
        ours("_chance(3,1,4,c). _forall(2,b). _exists(2000,d). _quantify(1,a). {a;b;c;d}.")
    )
    names = program.program.names
    assert [(q.level, q.quantifier, names[q.atom], q.probability) for q in program.prefix] == [
        (1, "exists", "a", None),
        (2, "forall", "b", None),
        (3, "chance", "c", Fraction(1, 4)),
        (2000, "exists", "d", None),
    ]


def test_what_is_written_reads_back() -> None:
    text = ours('_exists(1,a). _exists(1,"x y"). _chance(2,3,10,f("a,b",1)). {a}.\nb :- a.')
    with pytest.raises(InputError):  # a string is no atom; clingo would say so, too
        read(text)
    text = ours('_exists(1,a). _chance(2,3,10,f("a,b",1)). {a}.\nb :- a, not f("a,b",1).')
    program = read(text)
    again = read(sqasp.write(program))
    assert again.program == program.program
    assert sqasp.write(again) == sqasp.write(program)


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ("_exists(1,a). _forall(2,a).", "quantified twice"),
        ("_exists(1,a). _forall(1,b).", "level 1 has two quantifiers"),
        ("_exists(0,a).", "level 0"),
        ("_exists(-1,a).", "level -1"),
        ("_exists(x,a).", "the level `x`"),
        ("_chance(1,3,2,a).", "probability 3/2"),
        ("_chance(1,-1,2,a).", "probability -1/2"),
        ("_chance(1,1,0,a).", "denominator"),
        ("_chance(1,2,a).", "3 arguments, 4 are expected"),
        ("_exists(1,a) :- b.", "not a fact"),
        ("{_exists(1,a)}.", "not a fact"),
        ("b.", "no prefix"),
    ],
)
def test_wrong_prefixes(facts: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read(ours(facts + " {a;b}."))
    # The same by way of clingo.
    with pytest.raises(InputError, match=message):
        gdlc.translate(sqasp.read(facts + " {a;b}.", "p.sqasp"))


def test_a_cut_file_is_refused() -> None:
    text = ours("_exists(1,a). {a}.")
    for count in range(len("% gdlc "), len(text) - 1):
        with pytest.raises(InputError):
            sqasp.read(text[:count])


def test_other_kinds_and_versions() -> None:
    with pytest.raises(InputError, match="version 7"):
        sqasp.read("% gdlc sqasp 7\n% end\n")
    with pytest.raises(InputError, match="kind `lp`"):
        sqasp.read("% gdlc lp 1\n% end\n")


def test_programs_of_people_go_to_clingo() -> None:
    text = "_exists(1,a(X)) :- d(X). d(1..2). {a(X)} :- d(X). :- a(1), a(2). #show a/1."
    assert isinstance(sqasp.read(text), SqaspSource)
    formula = gdlc.translate(sqasp.read(text))
    assert sorted(formula.names.values()) == ["a(1)", "a(2)"]
    assert gdlc.solve(formula).value == 1
    # Ours, edited beyond the ground subset.
    assert isinstance(sqasp.read(ours(text)), SqaspSource)


@pytest.mark.parametrize(
    ("text", "message", "line", "column"),
    [
        ("_exists(1,a).\na :- b(", "clingo: syntax error", 2, 8),
        ("_exists(1,a).\na :- not b(X).", "clingo: unsafe", 2, 1),
    ],
)
def test_clingos_complaints_have_their_place(
    text: str, message: str, line: int, column: int
) -> None:
    with pytest.raises(InputError, match=message) as info:
        gdlc.translate(sqasp.read(text, "mine.sqasp"))
    assert (info.value.file, info.value.line) == ("mine.sqasp", line)
    assert info.value.column is not None
    assert info.value.column >= column or line == 2


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("a | b.", "disjunction"),
        ("#minimize {1: a}.", "minimize"),
        ("#edge (1,2): a.", "edge"),
    ],
)
def test_what_has_no_translation(statement: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        gdlc.translate(sqasp.read(f"_exists(1,c). {{c}}. {{a; b}} :- c. {statement}", "p"))


def test_quantified_facts_and_underivable_atoms_warn() -> None:
    warnings: list[str] = []
    report = gdlc.Report(warnings.append)
    text = ours("_chance(1,1,3,a). _chance(1,1,4,b). a.")
    assert gdlc.solve(gdlc.translate(read(text), report=report)).value == Fraction(1, 4)
    assert len(warnings) == 2
    assert "is a fact" in warnings[0]
    assert "no rule derives" in warnings[1]
    assert gdlc.solve(gdlc.translate(read(ours("_forall(1,a). a.")))).value == 0


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("c gdlc xssat 1\nc x horizon 3\np cnf 1 1\ne 1 0\n1 0\n", "solve"),
        ("c made by hand\np cnf 1 1\ne 1 0\n1 0\n", "solve"),
        ("; Nim\n\n(role xplayer)\n", "ground"),
    ],
)
def test_files_of_other_stages_name_their_verb(text: str, verb: str) -> None:
    with pytest.raises(InputError) as caught:
        sqasp.read(text, "p.sqasp")
    assert caught.value.hint == f"`gdlc {verb}` reads it"


def test_a_program_may_begin_with_any_name() -> None:
    assert isinstance(sqasp.read("c :- p. {p}. _exists(1,p).", "p.sqasp"), SqaspSource)
