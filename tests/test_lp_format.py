"""The `.lp` format: names one to one, what is written reads back, what is cut is refused."""

from __future__ import annotations

import random

import clingo
import pytest

from gdlc.formats import gdl, lp
from gdlc.formats.errors import InputError
from gdlc.formats.lp import GameFacts, GroundProgram, LpProgram, NotGround, Rule
from gdlc.formats.lp.terms import Call, Text, constant, from_gdl, functor, parse, split, to_gdl

FACTS = GameFacts('"X"', ("x", '"X"', "random"), 3, "win", "ab" * 32)

ODD = [
    "a", "aB_1", "not", "X", "_x", "1", "01", "-0", "0", "-1", "+1", "99999999999", "2147483647",
    "-2147483647", "2147483648", "+", "<", "speed+", "o'neil", 'say"hi"', "back\\slash", "a,b",
    "%", "ä", "a b".replace(" ", "\u00a0"), "#inf", "{", "does", "_n_x", "true", ".",
]  # fmt: skip


def test_constants_are_one_to_one_and_clingo_takes_them() -> None:
    texts = [str(constant(name)) for name in ODD]
    assert len(set(texts)) == len(ODD)
    for name, text in zip(ODD, texts, strict=True):
        assert to_gdl(parse(text)) == gdl.Constant(name)
        assert str(clingo.parse_term(text)) == text


def test_functors_are_one_to_one_and_clingo_takes_them() -> None:
    texts = [functor(name) for name in ODD]
    assert len(set(texts)) == len(ODD)
    for name, text in zip(ODD, texts, strict=True):
        term = gdl.Function(name, (gdl.Constant("X"), gdl.Function(name, (gdl.Constant("1"),))))
        symbol = from_gdl(term)
        assert to_gdl(parse(str(symbol))) == term
        assert str(clingo.parse_term(f"{text}(1)")) == f"{text}(1)"


def test_split_and_parse_agree() -> None:
    for text in ("p", "p(1)", 'p("a,b)(",f(x,g(1,"\\"")),-3)', "p((1,2),q)", "p(f(f(f(1))),2)"):
        name, args = split(text)
        symbol = parse(text)
        assert isinstance(symbol, Call)
        assert (name, args) == (symbol.name, [str(arg) for arg in symbol.args])


@pytest.mark.parametrize("text", ["", "p(", "p)", "p(1,)", "p q", '"a', "p(1))", "X"])
def test_what_is_no_term(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse(text)


def random_program(rng: random.Random) -> GroundProgram:
    names = ["a", "b(1)", 'c("x, y. z :- {%}",f(2))', "_d", 'e(-1,g(h,"\\"\\\\"))', "f"]
    program = GroundProgram(names)
    for _ in range(rng.randrange(12)):
        body = tuple(rng.choice((1, -1)) * rng.randint(1, 6) for _ in range(rng.randrange(4)))
        match rng.randrange(4):
            case 0:
                program.rules.append(Rule((rng.randint(1, 6),), body))
            case 1:
                if body:
                    program.rules.append(Rule((), body))
            case 2:
                head = tuple(rng.sample(range(1, 7), rng.randint(1, 3)))
                lower = rng.choice((None, 0, 1, 2))
                upper = rng.choice((None, 1, 2))
                program.rules.append(Rule(head, body, True, lower, upper))
            case 3:
                weights = tuple(rng.randint(1, 3) for _ in body)
                if body:
                    head = (rng.randint(1, 6),) if rng.random() < 0.5 else ()
                    program.rules.append(Rule(head, body, bound=2, weights=weights))
    return program


def test_what_is_written_reads_back() -> None:
    for seed in range(500):
        program = random_program(random.Random(seed))
        origins = {"legal/2": (3, 4), "_n__2b_/1": (7,)}
        text = lp.write(LpProgram(FACTS, program, origins))
        back = lp.read(text)
        assert (back.facts, back.origins, back.program) == (FACTS, origins, program), f"seed {seed}"
        assert lp.write(back) == text


def test_written_rules_mean_the_same_to_clingo() -> None:
    """Models by clingo from the text = models by clingo from aspif."""
    from gdlc.passes import asp
    from gdlc.passes.bounds import free_choices

    for seed in range(40):
        program = random_program(random.Random(seed))
        control = clingo.Control(["0", "--warn=none"])
        control.add("base", [], "\n".join(lp.write_rules(program)))
        control.ground([("base", [])])
        models: list[frozenset[str]] = []
        control.solve(
            on_model=lambda m, found=models: found.append(  # type: ignore[misc]
                frozenset(map(str, m.symbols(atoms=True)))
            )
        )
        plain = free_choices(program)
        ours = frozenset(models)
        verdicts = asp.ask(plain, [asp.Question(atom) for atom in range(1, 7)])
        for atom, verdict in enumerate(verdicts, 1):
            assert verdict.holds == any(program.names[atom] in model for model in ours), seed


def test_a_person_may_lay_out_rules_differently() -> None:
    program = GroundProgram()
    lp.read_rules('a :- b ,\n  not  c( 1 , "x y" ). % why\nd.e. {f ; g} 1 :-\n a.', program)
    assert list(lp.write_rules(program)) == [
        'a :- b, not c(1,"x y").', "d.", "e.", "{f; g} 1 :- a."
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [("a :- X.", 1, 6), ("a.\nb :- c", 2, 7), ("a :- not not b.", 1, 10), ("a : b.", 1, 3),
     ("p(1..3).", 1, 4), ("a | b.", 1, 3), ("a :- 2 {b; c} 3.", 1, 15)],
)  # fmt: skip
def test_what_is_not_ground(text: str, line: int, column: int) -> None:
    with pytest.raises(NotGround) as info:
        lp.read_rules(text, GroundProgram())
    assert (info.value.line, info.value.column) == (line, column)


def lines() -> list[str]:
    program = GroundProgram(["a", "b"], [Rule((1,), (-2,)), Rule((2,), (), True)])
    return lp.write(LpProgram(FACTS, program)).splitlines(keepends=True)


def test_a_cut_file_is_refused_wherever_it_is_cut() -> None:
    whole = lines()
    for count in range(len(whole)):
        with pytest.raises(InputError):
            lp.read("".join(whole[:count]))
    text = "".join(whole)
    for count in range(len(text) - 1):
        with pytest.raises(InputError):
            lp.read(text[:count])
    assert lp.read(text[:-1])  # only the last line's end is missing


def test_two_files_put_together_are_refused() -> None:
    with pytest.raises(InputError, match="behind the end mark") as info:
        lp.read("".join([*lines(), *lines()]))
    assert info.value.line == len(lines()) + 1


@pytest.mark.parametrize(
    ("first", "message"),
    [("% gdlc lp 2", "version 2"), ("% gdlc sqasp 1", "kind `sqasp`"), ("", "first line")],
)
def test_other_kinds_and_versions(first: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        lp.read("".join([first + "\n", *lines()[1:]]))


@pytest.mark.parametrize("key", ["player", "role", "horizon", "objective", "source"])
def test_missing_facts(key: str) -> None:
    text = "".join(line for line in lines() if not line.startswith(f"_gdlc({key}"))
    with pytest.raises(InputError, match=f"_gdlc\\({key}"):
        lp.read(text)


def test_text_is_escaped() -> None:
    assert str(Text('a"b\\c\nd')) == '"a\\"b\\\\c\\nd"'
