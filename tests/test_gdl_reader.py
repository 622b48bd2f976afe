"""KIF is read as its users write it, and what is no KIF is named with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdlc.formats import gdl
from gdlc.formats.errors import InputError
from gdlc.formats.gdl import Atom, Constant, Distinct, Function, Not, Or, Rule, Variable

SHARED = Path(__file__).resolve().parent.parent.parent / "shared"


def rules(text: str) -> tuple[Rule, ...]:
    return gdl.read(text).rules


def test_terms_and_rules() -> None:
    (rule,) = rules("(<= (next (cell ?x (f a 01))) (true (cell ?x b)) (not (p)) (distinct ?x b))")
    x = Variable("x")
    assert rule == Rule(
        Atom("next", (Function("cell", (x, Function("f", (Constant("a"), Constant("01"))))),)),
        (
            Atom("true", (Function("cell", (x, Constant("b"))),)),
            Not(Atom("p")),
            Distinct(x, Constant("b")),
        ),
    )


def test_keywords_in_any_case_names_as_they_are() -> None:
    upper = rules("(ROLE X) (<= (Legal X Go) (True S) (OR (NOT a) (DISTINCT ?x B)))")
    lower = rules("(role X) (<= (legal X Go) (true S) (or (not a) (distinct ?x B)))")
    assert upper == lower
    assert rules("(p Open)") != rules("(p open)")


def test_random_as_a_role_is_caseless() -> None:
    assert gdl.read("(role Random) (legal RANDOM toss)").roles == ("random",)
    assert rules("(p Random)")[0].head.args == (Constant("Random"),)


def test_relations_without_arguments() -> None:
    assert rules("p (p) (<= (q) p) (<= q (p))") == rules("(p) p (<= q (p)) (<= q p)")
    assert rules("(init (done))") == rules("(init done)")


def test_blanks_and_comments_anywhere() -> None:
    text = "\ufeff; first\r(a;b)\nb)\t(<=\f(c ?x)\v(d\r\n?x));(\n(e f)(g)"
    assert rules(text) == rules("(a b) (<= (c ?x) (d ?x)) (e f) (g)")


def test_odd_tokens() -> None:
    (rule,) = rules("""(++ < -1 ?n++ o'neil "quoted" a\\b speed+ é)""")
    assert [str(arg) for arg in rule.head.args] == [
        "<", "-1", "?n++", "o'neil", '"quoted"', "a\\b", "speed+", "é",
    ]  # fmt: skip


def test_or_empty_single_and_nested() -> None:
    (rule,) = rules("(<= p (or) (or a) (or a (or b (not c))))")
    assert rule.body == (
        Or(()),
        Or((Atom("a"),)),
        Or((Atom("a"), Or((Atom("b"), Not(Atom("c")))))),
    )


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_places(line_end: str) -> None:
    sheet = gdl.read(line_end.join(["(role x)", "", "  (<= (legal x a)", "\t(true (p ?y)))"]))
    rule = sheet.rules[1]
    assert (rule.span.line, rule.span.column) == (3, 3)
    goal = rule.body[0]
    assert isinstance(goal, Atom)
    function = goal.args[0]
    assert isinstance(function, Function)
    assert (function.args[0].span.line, function.args[0].span.column) == (4, 11)


@pytest.mark.parametrize("name", ["a", "b c"])
def test_what_is_written_reads_back(name: str) -> None:
    sheet = gdl.read(f"(role x) (<= (p ?z) (or (q ?z {name}) (not (r))) (distinct ?z (f 1 -0)))")
    assert gdl.read(gdl.write(sheet)) == sheet


@pytest.mark.skipif(not SHARED.exists(), reason="the shared rule sheets are not there")
def test_shared_sheets_read_back() -> None:
    for path in sorted(SHARED.glob("**/*.kif")):
        try:
            sheet = gdl.read(path.read_bytes(), path.name)
        except InputError:
            assert path.name in ("syn_extra_close_ttt.kif", "syn_missing_close_ttt.kif")
            continue
        assert gdl.read(gdl.write(sheet)) == sheet


def test_deep_nesting_is_no_crash() -> None:
    with pytest.raises(InputError, match="more than 200 parentheses"):
        gdl.read("(p " + "(f " * 50_000 + "a" + ")" * 50_001)


def test_random_bytes_give_errors_with_places() -> None:
    import random

    for seed in range(300):
        rng = random.Random(seed)
        text = "".join(rng.choice('()() ;?<=abor not\n"\\.\x00é') for _ in range(60))
        try:
            sheet = gdl.read(text, "noise")
        except InputError as caught:
            error = caught
        else:
            assert gdl.read(gdl.write(sheet)) == sheet, f"seed {seed}"
            continue
        assert error.place is not None, f"seed {seed}"
        assert str(error).startswith(f"noise:{error.line}:{error.column}: "), f"seed {seed}"
