"""Native ground programs: what the module promises Python; clingo is the judge of models."""

from __future__ import annotations

import itertools

import clingo
import pytest

from gdlc import _asp
from gdlc.formats import lp
from gdlc.formats.lp.text import NotGround, read_rules, rules_text
from gdlc.passes import asp
from gdlc.passes.bounds import free_choices
from gdlc.passes.simplify import simplify
from gdlc.stop import Stop
from tests.oracles import random_programs

PROGRAMS = 40
MOST_MODELS = 4_000

Models = list[tuple[str, ...]]


def ground(text: str) -> lp.GroundProgram:
    program = lp.GroundProgram()
    read_rules(text, program)
    return program


def models(text: str, atoms: set[str] | None = None) -> Models:
    """All stable models by clingo, as the sorted names of what is true, as far as `atoms` go."""
    control = clingo.Control(["--warn=none", "0"])
    control.add("base", [], text)
    control.ground([("base", [])])
    found: Models = []
    with control.solve(yield_=True) as handle:
        for model in itertools.islice(handle, MOST_MODELS):
            names = map(str, model.symbols(atoms=True))
            found.append(tuple(sorted(name for name in names if atoms is None or name in atoms)))
    return sorted(found)


def without_show(program: str) -> str:
    return "\n".join(line for line in program.splitlines() if not line.startswith("#show"))


@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_programs_read_from_aspif_have_the_models_of_clingo(seed: int) -> None:
    text = without_show(random_programs.generate(seed, loops=True))
    expected = models(text)
    program = asp.ground(text, "program", Stop(), foreign=True)
    names = {*program.names[1:]} - {name for name in program.names if name.startswith("_aux(")}
    written = rules_text(program)
    assert models(written, names) == expected
    assert rules_text(ground(written)) == written


@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_passes_keep_the_models_of_clingo(seed: int) -> None:
    text = without_show(random_programs.generate(seed + 1_000, loops=True))
    program = asp.ground(text, "program", Stop(), foreign=True)
    names = {*program.names[1:]}
    expected = models(rules_text(program), names)
    for passed in (simplify(program), free_choices(program), simplify(free_choices(program))):
        assert models(rules_text(passed), names) == expected
    cooperative = lp.GroundProgram.of(_asp.in_order(program.native))
    assert models(rules_text(cooperative), names) == expected


def test_rules_come_back_as_they_were_added() -> None:
    program = _asp.Program()
    a, b, c = (program.atom(name) for name in "abc")
    assert (a, b, c, program.atom("a"), program.find("b"), program.find("d")) == (1, 2, 3, 1, 2, 0)
    program.add([a], [])
    program.add([], [a, -b])
    program.add([a, b], [c], choice=True, lower=1)
    program.add([c], [a, -b], bound=2, weights=[2, 3])
    assert program.rules() == [
        ((a,), (), False, None, None, None, ()),
        ((), (a, -b), False, None, None, None, ()),
        ((a, b), (c,), True, 1, None, None, ()),
        ((c,), (a, -b), False, None, None, 2, (2, 3)),
    ]
    assert program.rule(2) == program.rules()[2]
    assert program.text(3) == "c :- #sum {2,0: a; 3,1: not b} >= 2."
    assert (program.atoms, program.n_rules, program.names()) == (3, 4, ["", "a", "b", "c"])
    assert program.choices() == [2]
    assert program.constraints(2) == [1]
    assert program.constraints(1) == []
    assert program.deriving([c]) == [3]
    assert (program.heads(), program.facts()) == ({a, b, c}, {a})


def test_copies_share_nothing() -> None:
    program = ground("a. b :- a.").native
    copy = program.copy()
    copy.add([copy.atom("c")], [1])
    assert (program.n_rules, program.atoms, copy.n_rules, copy.atoms) == (2, 2, 3, 3)
    bare = program.without_rules()
    assert (bare.n_rules, bare.names()) == (0, program.names())
    assert _asp.write_text(copy.without([0, 1])) == b"c :- a.\n"


@pytest.mark.parametrize("literal", [0, 4, -4, 2**31 - 1, -(2**31)])
def test_atoms_that_there_are_not_are_refused(literal: int) -> None:
    program = ground("a. b. c.").native
    with pytest.raises(IndexError, match="no such atom"):
        program.add([1], [literal])
    with pytest.raises(IndexError, match="no such atom"):
        program.name(literal)
    with pytest.raises(IndexError, match="no such atom"):
        _asp.complete(program, [(literal, 1, "exists")], None, _asp.Stop())


def test_rules_that_there_are_not_are_refused() -> None:
    program = ground("a.").native
    with pytest.raises(IndexError, match="no such rule"):
        program.rule(1)
    with pytest.raises(IndexError, match="no such rule"):
        program.text(1)


def test_predicates_are_found_by_their_whole_name() -> None:
    program = ground("p(1). p. q(1) :- p(2). {p(3)}. pp(1). p(2) :- not q(1).").native
    names = {program.name(atom): fact for atom, fact in program.derived("p")}
    assert names == {"p(1)": True, "p": True, "p(2)": False, "p(3)": False}


def test_text_that_is_not_ground_is_left_to_clingo() -> None:
    with pytest.raises(NotGround) as caught:
        ground('p("\N{GAME DIE}").\nq(X) :- p(X).')
    assert (caught.value.line, caught.value.column) == (2, 3)


def test_bytes_that_are_no_text_come_back() -> None:
    text = 'p("\udcff").\n'
    assert rules_text(ground(text)) == text


def test_aspif_that_is_cut_says_so() -> None:
    whole = _asp.write_aspif(ground("a :- not b. {b}.").native, [1, 2])
    assert whole.endswith(b"\n0\n")
    with pytest.raises(_asp.ParseError, match="ends before its last statement") as caught:
        _asp.read_aspif(whole[:-2], False, _asp.Stop())
    assert caught.value.line == whole.count(b"\n")


def test_an_unknown_quantifier_is_refused() -> None:
    with pytest.raises(ValueError, match="no such quantifier"):
        _asp.complete(ground("{a}.").native, [(1, 1, "most")], None, _asp.Stop())


def test_a_stop_ends_reading() -> None:
    stop = _asp.Stop()
    stop.interrupt()
    with pytest.raises(InterruptedError):
        _asp.read_text(b"a.\n" * 10_000, _asp.Program(), stop)
