"""`inspect --atom`: where an atom came from and where it went; how an atom may be written."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import gdlc
from gdlc.formats import lp, sqasp, xssat
from gdlc.formats.errors import UsageError
from gdlc.inspection.query import matches, parse_query
from gdlc.inspection.traced import InFormula, InProgram, InSheet

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
GAME = EXAMPLES / "ttt_block.kif"


@pytest.fixture(scope="module")
def stages():
    """Rule sheet, program, quantified program and formula of one game."""
    game = gdlc.load(GAME)
    program = gdlc.ground(game, role="xplayer", horizon=5)
    quantified = gdlc.quantify(program, encoding="paper")
    return game, program, quantified, gdlc.translate(quantified)


def places(stages, atom: str):
    """What each stage knows of the one atom that is meant."""
    trace = gdlc.inspect(*stages, atom=atom).atom
    assert trace is not None
    assert len(trace.traces) == 1, trace.atoms
    return [found.place for found in trace.traces[0].found]


def test_a_fluent_through_all_stages(stages):
    sheet, program, quantified, formula = places(stages, "(true (chosen 1 1 xplayer))@2")
    name = "true(chosen(1,1,xplayer),2)"
    assert isinstance(sheet, InSheet)
    lines = GAME.read_text().splitlines()
    assert [lines[line - 1] for line, _ in sheet.statements] == [
        line for line in lines if line.startswith("(<= (next (chosen")
    ]
    text = lp.write(stages[1]).splitlines()
    assert isinstance(program, InProgram)
    assert [*program.head_rules] == [line for line in text if line.startswith(f"{name} ")]
    used = [line for line in text if name in line.partition(":-")[2]]
    assert program.uses == len(used)
    assert program.negative_uses == sum(f"not {name}" in line for line in used)
    assert {*program.use_rules} <= {*used}
    assert set(program.lines) >= {line for line, _ in sheet.statements}
    assert isinstance(quantified, InProgram)
    assert quantified.level is None
    assert isinstance(formula, InFormula)
    (var,) = [var for var, text in stages[3].names.items() if text == name]
    assert formula.variable == var
    clauses = [*stages[3].clauses()]
    assert formula.positive == sum(var in clause for clause in clauses)
    assert formula.negative == sum(-var in clause for clause in clauses)
    assert formula.block == formula.blocks == len(stages[3].blocks)


def test_a_move_and_a_coin_have_their_place_in_the_prefix(stages):
    *_, move, clause = places(stages, "does(xplayer,mark(1,1),1)")
    assert (move.level, move.quantifier, move.probability) == (1, "exists", None)
    assert (clause.block, clause.quantifier) == (1, "exists")
    *_, coin, chance = places(stages[1:], "_coin(2,2)")
    assert (coin.level, coin.quantifier, coin.probability) == (2, "chance", Fraction(1, 2))
    assert (chance.block, chance.probability) == (2, Fraction(1, 2))


@pytest.mark.parametrize(
    "text",
    [
        "true(turn(xplayer),1)",
        " true( turn(xplayer), 1 ) ",
        "true(turn(xplayer))@1",
        "turn(xplayer)@1",
        "(true (turn xplayer))@1",
        "(TRUE (turn xplayer)) @ 1",
        "(turn xplayer)@1",
    ],
)
def test_ways_to_write_an_atom(stages, text: str):
    trace = gdlc.inspect(stages[1], atom=text).atom
    assert trace is not None
    assert trace.atoms == ("true(turn(xplayer),1)",)


def test_without_a_step_all_steps_are_meant_in_their_order():
    names = ["p(x,10)", "p(x,9)", "p(x)x", "p(y,1)", "q(x,3)", "t(2)", "t(1)"]
    assert matches(parse_query("p(x)"), names) == ["p(x,9)", "p(x,10)"]
    assert matches(parse_query("t"), names) == ["t(1)", "t(2)"]
    assert matches(parse_query("q(x)@3"), names) == ["q(x,3)"]
    assert matches(parse_query("q(x)@4"), names) == []
    assert matches(parse_query("r"), names) == []


@pytest.mark.parametrize(
    ("kif", "name"),
    [
        ("(does Alice (speed+ 01))@2", 'does("Alice",_n_speed_2b_("01"),2)'),
        ("(terminal)@3", "terminal(3)"),
        ("(goal x -3)@3", "goal(x,-3,3)"),
    ],
)
def test_words_of_the_sheet_become_names_of_the_program(kif: str, name: str):
    assert matches(parse_query(kif), [name]) == [name]


@pytest.mark.parametrize("text", ["", " ", "@3", "(p ?x)", "(p", "(<= p q)", "(p) (q)"])
def test_what_is_no_atom_is_refused(stages, text: str):
    with pytest.raises(UsageError) as caught:
        gdlc.inspect(stages[1], atom=text)
    assert caught.value.hint


def test_an_unknown_atom_is_told_with_near_ones(stages):
    with pytest.raises(UsageError) as caught:
        gdlc.inspect(*stages[1:], atom="true(turn(xplayr),1)")
    assert "no atom `true(turn(xplayr),1)`" in str(caught.value)
    assert "true(turn(xplayer),1)" in (caught.value.hint or "")


def test_a_prefix_fact_is_no_atom():
    program = sqasp.read("% gdlc sqasp 1\n_exists(1,a).\n{a}.\n% end\n")
    with pytest.raises(UsageError):
        gdlc.inspect(program, atom="_exists(1,a)")
    assert "level 1, exists" in str(gdlc.inspect(program, atom="a"))


def test_moves_that_another_stands_for(tmp_path: Path):
    path = tmp_path / "g.sqasp"
    path.write_text(
        "% gdlc sqasp 1\n"
        "% saved equal moves: 2 of 3 moves of step 1\n"
        '% same does(x,a,1): does(x,b,1) does(x,"c: d",1)\n'
        "_exists(1,does(x,a,1)).\n{does(x,a,1)}.\n:- not does(x,a,1).\n% end\n"
    )
    found = gdlc.inspect(path)
    assert found.files[0].marks.same == {"does(x,a,1)": ("does(x,b,1)", 'does(x,"c: d",1)')}
    assert "equal moves  2 of 3 moves of step 1" in str(found)
    (place,) = places([path], 'does(x,"c: d",1)')
    assert place.instead == "does(x,a,1)"
    told = " ".join(str(gdlc.inspect(path, atom="does(x,b,1)")).split())
    assert "does(x,a,1) stands for it" in told
    assert "stands for does(x,b,1)" in str(gdlc.inspect(path, atom="does(x,a,1)"))


def test_savings_in_the_notes_of_a_formula():
    text = b"c gdlc xssat 1\nc x player x\nc x saved shared 12 of 40 clauses\np cnf 1 0\ne 1 0\n"
    found = gdlc.inspect(xssat.read(text))
    (saved,) = found.files[0].marks.saved
    assert (saved.idea, saved.what) == ("shared", "12 of 40 clauses")
    assert "shared  12 of 40 clauses" in str(found)


def test_variables_of_other_tools_go_by_their_names():
    formula = xssat.read(b"c gdlc xssat 1\nc x name 2 My Var\np cnf 2 1\ne 1 2 0\n1 -2 0\n")
    (place,) = places([formula], "My Var")
    assert (place.variable, place.positive, place.negative) == (2, 0, 1)
    assert place.clauses == ("x1 | not My Var",)


MERGED = (
    b"c gdlc xssat 1\nc x player x\nc x same 1 b\nc x same -1 c d\nc x same 2 e\nc x same 9 far\n"
    b"c x same one f\nc x name 1 a\np cnf 2 1\ne 1 2 0\n1 -2 0\n"
)


def test_an_atom_without_a_variable_is_found_in_that_of_another():
    formula = xssat.read(MERGED)
    (place,) = places([formula], "b")
    assert (place.variable, place.named, place.opposite) == (1, "a", False)
    assert (place.positive, place.negative) == (1, 0)
    (place,) = places([formula], "c d")
    assert (place.variable, place.named, place.opposite) == (1, "a", True)
    assert (place.positive, place.negative) == (0, 1)
    assert place.stands_for == ("b",)
    (place,) = places([formula], "a")
    assert (place.named, place.stands_for) == ("a", ("b", "not c d"))
    assert "the opposite of a" in str(gdlc.inspect(formula, atom="c d"))
    assert "shared with b, not c d" in str(gdlc.inspect(formula, atom="a"))
    assert "this variable, which has no name" in str(gdlc.inspect(formula, atom="e"))


def test_merged_atoms_are_counted_and_not_listed():
    (file,) = gdlc.inspect(xssat.read(MERGED)).files
    assert file.whole.merged == 3  # one names no variable, one no literal
    assert file.whole.notes == ("player x",)


@pytest.mark.parametrize("encoding", ["lean", "paper"])
def test_every_atom_of_a_program_has_its_literal(encoding: str):
    """Written out as clauses, what the notes say follows from the formula."""
    program = sqasp.read(
        "% gdlc sqasp 1\n_exists(1,a).\n_exists(1,b).\n{a; b}.\n"
        "c :- a. d :- not c. e :- a, b. f :- b, a. :- d, f. g :- not e.\n:- g, not a.\n% end\n"
    )
    formula = gdlc.translate(program, encoding=encoding)
    names = {name: var for var, name in formula.names.items()}
    shared = {*"abcdefg"} - {*names}
    for atom in shared:
        (place,) = places([formula], atom)
        assert isinstance(place, InFormula), atom
    if encoding == "lean":
        (place,) = places([formula], "d")
        assert (place.named, place.opposite) == ("a", True)
