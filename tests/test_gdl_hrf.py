"""HRF says the same as KIF, and is read as its users write it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from gdlc.formats import gdl
from gdlc.formats.errors import InputError, UsageError
from gdlc.formats.gdl import Atom, Function, RuleSheet
from tests.random_sheets import renamed, sheet

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared" / "games"
_PIECES = (
    "p", "q(", "X", "(", ")", ",", "&", "|", "~", ":-", ".", "\n", " ", "'a'", "'", "%c\n", "not",
    "or(", "1", "é", "\x00",
)  # fmt: skip


def same(one: RuleSheet, other: RuleSheet) -> bool:
    return [renamed(rule) for rule in one.rules] == [renamed(rule) for rule in other.rules]


@pytest.mark.parametrize(
    ("hrf", "kif"),
    [
        ("role(x)\nrole(random)", "(role x) (role random)"),
        ("p(X,f(Y,1)) :- q(X) & ~r(Y)", "(<= (p ?X (f ?Y 1)) (q ?X) (not (r ?Y)))"),
        ("p(X) :- q(X,Y) & distinct(X,Y)", "(<= (p ?X) (q ?X ?Y) (distinct ?X ?Y))"),
        ("p :- q, \\+ r, not(s).\nt.", "(<= p q (not r) (not s)) t"),
        ("p :- (a | b | ~c) & or(d, e)", "(<= p (or a b (not c)) (or d e))"),
        ("p :- or(f) & or()", "(<= p (or f) (or))"),
        ("p :- ~(a | ~ ~b)", "(<= p (not (or a (not (not b)))))"),
        ("p :- (((q)))", "(<= p q)"),
        ("p()\nq( 'X' , -1, 01 )", "p (q X -1 01)"),
        ("'++'('o\\'neil','a\\\\b','é','not',not)", "(++ o'neil a\\b é not not)"),
        ("p :-\n  q &\n  r\ns", "(<= p q r) s"),
        ("p\n  :- q\n  & r\ns :- t. u :- v. w", "(<= p q r) (<= s t) (<= u v) w"),
        ("a b c(d) e", "a b (c d) e"),
        ("p(% first\nX, % second\ny)", "(p ?X y)"),
        ("\ufeffp\r\n%q\rr\n", "p r"),
        ("'ROLE'(x)", "(role x)"),
        ("", ""),
        ("% nothing", ""),
    ],
)  # fmt: skip
def test_it_is_read_as_what_kif_says(hrf: str, kif: str) -> None:
    assert gdl.read(hrf, language="hrf") == gdl.read(kif, language="kif")


def test_places() -> None:
    (rule,) = gdl.read("p(X,\n  f('a b'.x)".replace(" b'.x", "b',Y)"), "g.hrf").rules
    assert isinstance(rule.head, Atom)
    function = rule.head.args[1]
    assert isinstance(function, Function)
    assert (function.span.line, function.span.column, function.span.width) == (2, 3, 9)
    assert [arg.span[:3] for arg in function.args] == [(2, 5, 4), (2, 10, 1)]


@pytest.mark.parametrize("seed", range(200))
def test_any_sheet_comes_back_from_hrf(seed: int) -> None:
    before = gdl.read(sheet(seed), "g.kif")
    for text in (gdl.write(before, "hrf"), gdl.fmt(before, to="hrf")):
        after = gdl.read(text, "g.hrf")
        assert same(before, after)
        assert gdl.read(gdl.write(after), "g.kif") == after


def test_deep_premises_and_terms_come_back() -> None:
    premise = "(not (or a " * 60 + "(p " + "(f " * 150 + "a" + ")" * 150 + ")" + "))" * 60
    before = gdl.read(f"(<= p {premise})")
    after = gdl.read(gdl.write(before, "hrf"), "g.hrf")
    assert gdl.write(after) == gdl.write(before)


def test_variables_keep_apart() -> None:
    before = gdl.read("(p ?x ?X ?X_2 ?x- ?x_ ?1 ?V1)")
    text = gdl.write(before, "hrf")
    assert text == "p(X_3,X,X_2,X_,X__2,V1_2,V1)\n"
    assert gdl.write(gdl.read(text, "g.hrf"), "hrf") == text


@pytest.mark.skipif(not SHARED.exists(), reason="needs ../shared")
def test_shared_games_come_back_from_hrf() -> None:
    read = 0
    for path in sorted([*SHARED.glob("*.kif"), *SHARED.glob("edge/*.kif")]):
        try:
            before = gdl.read(path.read_bytes(), path.name)
        except InputError:
            continue
        text = gdl.fmt(before, to="hrf")
        after = gdl.read(text)
        assert after.language == "hrf"
        assert same(before, after), path.name
        assert len(before.comments) == len(after.comments), path.name
        assert gdl.fmt(after) == text, path.name
        read += 1
    assert read > 60


@pytest.mark.parametrize(
    ("text", "file", "language"),
    [
        ("(p a)", "<stdin>", "kif"),
        ("; c\n p (q)", "x.txt", "kif"),
        ("p", "a.hrf", "hrf"),
        ("p", "a.KIF", "kif"),
        ("p(a)", "<stdin>", "hrf"),
        ("% c\np", "x.txt", "hrf"),
        ("open\np :- q", "x.txt", "hrf"),
        ("'A'(b)", "x.txt", "hrf"),
        ("", "x.txt", "kif"),
    ],
)
def test_the_language_shows_by_ending_or_look(text: str, file: str, language: str) -> None:
    assert gdl.read(text, file).language == language


def test_an_unknown_language_is_a_wrong_call() -> None:
    with pytest.raises(UsageError, match="auto, kif, hrf"):
        gdl.read("(p)", language="lisp")


@pytest.mark.parametrize(
    ("text", "file", "message"),
    [
        ("(" * 100_000, "g.kif", "never closed"),
        ("(" * 100_000 + ")" * 100_000, "g.kif", "a list stands here"),
        ("(f " * 100_000 + ")" * 100_000, "g.kif", "more than 200 parentheses"),
        ("(<= p " + "(not " * 100_000 + "q" + ")" * 100_001, "g.kif", "more than 200 parentheses"),
        ("p(" * 100_000, "g.hrf", "more than 200 parentheses"),
        ("p(" * 100_000 + ")" * 100_000, "g.hrf", "more than 200 parentheses"),
        ("p(" + "f(" * 300 + "a" + ")" * 301, "g.hrf", "more than 200 parentheses"),
        ("(" * 100_000, "g.hrf", "looks like KIF"),
        ("p :- " + "(" * 100_000 + "q", "g.hrf", "more than 200 parentheses"),
        ("p :- " + "~" * 100_000 + "q", "g.hrf", "more than 200 parentheses"),
        ("p :- " + "not(" * 100_000 + "q", "g.hrf", "more than 200 parentheses"),
        (")" * 100_000, "g.hrf", "closes nothing"),
        ("'" * 100_000, "g.hrf", "this name is empty"),
        ("p :- " + "q &\n" * 100_000, "g.hrf", "the sheet ends"),
    ],
)
def test_deep_nesting_is_told_and_no_crash(text: str, file: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        gdl.read(text, file)


def test_a_long_word_is_cut_in_messages() -> None:
    with pytest.raises(InputError) as caught:
        gdl.read("p(A" + "?" * 1_000_000 + ")", "g.hrf")
    assert len(str(caught.value)) < 1000


@pytest.mark.parametrize("language", ["kif", "hrf"])
def test_random_text_gives_errors_with_places(language: str) -> None:
    for seed in range(500):
        rng = random.Random(seed)
        text = "p" + "".join(rng.choice(_PIECES) for _ in range(rng.randrange(40)))
        try:
            read = gdl.read(text, f"noise.{language}")
        except InputError as caught:
            error = caught
        else:
            assert gdl.read(gdl.fmt(read), f"g.{language}") == read, f"seed {seed}"
            continue
        assert error.place is not None, f"seed {seed}"


def test_surrogates_are_told() -> None:
    with pytest.raises(InputError, match="not UTF-8"):
        gdl.read("p('\ud800')", "g.hrf")
