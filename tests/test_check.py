"""Each mistake of a rule sheet is found, at its place; right sheets are left alone."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import gdlc
from gdlc.formats import gdl
from gdlc.formats.errors import GdlcError, InputError, LimitReached
from gdlc.rules.check import Finding, require
from gdlc.rules.finding import CODES, MOST_OF_A_KIND
from gdlc.stop import Stop

SHARED = Path(__file__).resolve().parent.parent.parent / "shared"

GOOD = "(role x) (role random) (init a) (legal x m) (legal random n) (base a) (base b) (input x m)"
GOOD += "(input random n)\n(<= terminal (true a)) (goal x 100)\n"


def check(text: str, **options: int) -> list[Finding]:
    return gdlc.check(gdl.read(text, "game.kif"), **options)


def codes(text: str, **options: int) -> list[str]:
    return [one.code for one in check(text, **options)]


@pytest.mark.parametrize(
    ("rule", "code", "message", "column"),
    [
        (
            "(<= (p ?x) (not (true (q ?x))))",
            "unsafe-variable",
            "?x: it occurs only under `not`",
            26,
        ),
        ("(<= (p a) (true a) (distinct ?x b))", "unsafe-variable", "?x: it occurs only in", 30),
        ("(<= (p ?x) (true a))", "unsafe-variable", "?x: no positive premise binds it", 8),
        (
            "(<= (p ?x) (or (true ?x) (true a)))",
            "unsafe-variable",
            "?x: the alternative (true a) of `or` does not bind it",
            8,
        ),
        ("(<= p (or (true ?x) (not (q ?x))))", "unsafe-variable", "?x: it occurs only under", 29),
        ("(<= p (true ?x) (not (distinct ?x ?y)))", "unsafe-variable", "?y: it occurs only", 35),
        ("(<= p (not (not (true a))))", "negated-non-atom", "before another `not`", 7),
        ("(p ?x)", "variable-in-fact", "the variable ?x stands in a fact", 4),
        ("(<= (true b) (true a))", "keyword-as-head", "`true` cannot be derived", 5),
        ("(does x m)", "keyword-as-head", "`does` cannot be a fact", 1),
        ("(<= (role y) (true a))", "role-by-rule", "`role` cannot be derived by a rule", 5),
        ("(role (y 1))", "role-name", "the role (y 1) is no single word", 7),
        ("(<= (next b) (next a))", "keyword-as-premise", "`next` cannot be a premise", 14),
        ("(<= (p b) (init a))", "keyword-as-premise", "`init` cannot be a premise", 11),
        ("(<= (p b) (sees x a))", "keyword-as-premise", "`sees` cannot be a premise", 11),
        ("(<= (p b) (true a b))", "keyword-arity", "`true` takes 1 argument, here it has 2", 11),
        ("(<= (p b) (does m))", "keyword-arity", "`does` takes 2 arguments, here it has 1", 11),
        ("(<= (p b) (p a b))", "two-arities", "the relation `p` has 2 arguments here and 1 in", 11),
        ("(q (f a) (f a b))", "two-arities", "the function `f` has 2 arguments here and 1 in", 10),
        ("(q true)", "keyword-as-word", "the keyword `true` stands here as a constant", 4),
        ("(q (NOT a))", "keyword-as-word", "the keyword `NOT` stands here as a function", 4),
        ("(<= (init b) (true a))", "depends-on-state", "the state through `true`", 14),
        ("(<= (base b) (legal x m))", "depends-on-state", "the state through `legal`", 14),
        ("(<= (legal x b) (does x m))", "depends-on-moves", "the moves through `does`", 17),
        (
            "(<= (h) (does x m)) (<= terminal h)",
            "depends-on-moves",
            "the moves through `h`, which uses `does` (line 3)",
            34,
        ),
        (
            "(<= (p (s ?x)) (p ?x))",
            "unrestricted-recursion",
            "`p` grows without end: from each (p ?x)",
            19,
        ),
        (
            "(<= (p ?x) (q ?x)) (<= (q ?x) (p (f ?x)))",
            "unrestricted-recursion",
            "`q` needs `p`, which needs `q` in turn, and what (f ?x) may be",
            34,
        ),
        ("(<= p (not p))", "negative-cycle", "p needs (not p) (line 3)", 12),
        ("(<= p (true a) (not q)) (<= q p)", "negative-cycle", "q needs p (line 3)", 21),
    ],
)
def test_errors(rule: str, code: str, message: str, column: int) -> None:
    errors = [one for one in check(GOOD + rule) if one.severity == "error"]
    found = [one for one in errors if one.code == code and message in one.message]
    assert found, errors
    place = found[0].place
    assert place is not None
    assert (place.file, place.line, place.column) == ("game.kif", 3, column)
    assert found[0].hint
    if code != "negative-cycle":  # told by `ground` itself
        with pytest.raises(InputError):
            require(gdl.read(GOOD + rule))


@pytest.mark.parametrize(
    ("rule", "code", "message", "column"),
    [
        ("(<= terminal (true c))", "fluent-never-true", "the fluent c is never true", 20),
        ("(<= (next b) (does x k))", "move-never-legal", "the move k is never made", 22),
        ("(<= terminal (lost))", "never-produced", "nothing produces `lost`", 14),
        ("(lost)", "never-used", "nothing uses `lost`", 1),
        ("(<= (n ?x) (n ?x) (true ?x))", "never-used", "nothing uses `n` but its own", 5),
        (
            "(<= terminal (or (true a) (or (true b) (true b))))",
            "nested-or",
            "`or` stands within another `or`",
            27,
        ),
        ("(<= terminal (not (or (true a))))", "negated-or", "`or` stands below `not`", 14),
        ("(<= terminal (or))", "empty-or", "never holds, and with it the whole rule", 14),
        ("(<= (init b))", "empty-body", "this rule for `init` has no premises", 1),
        ("(init a)", "duplicate-rule", "this fact for `init` says the same as line 1", 1),
        ("(<= terminal (a ?x)) (a 1) (init (a 1))", "relation-and-function", "`a` is a fun", 34),
        ("(init A)", "capitals", "`A` is another word than `a` in line 1", 7),
        ("(<= (next b) (true ?x) (does ?X m))", "capitals", "`?X` is another word than `?x`", 30),
        ("(legal y m)", "unknown-role", "`legal` names y, which is no role", 8),
        ("(goal x 101)", "goal-value", "the goal value 101 is no whole number", 9),
        ("(goal x 050)", "goal-value", "the goal value 050 is no whole number", 9),
        ("(role y)", "role-without-goal", "the role y has no goal", 1),
        ("(<= (next (n (s ?x))) (true (n ?x)))", "unbounded-fluent", "(s ?x) follows ?x", 11),
    ],
)
def test_warnings(rule: str, code: str, message: str, column: int) -> None:
    findings = check(GOOD + rule)
    assert {one.severity for one in findings} == {"warning"}, findings
    found = [one for one in findings if one.code == code and message in one.message]
    assert found, findings
    place = found[0].place
    assert place is not None
    assert (place.line, place.column) == (3, column)
    assert found[0].hint
    require(gdl.read(GOOD + rule))


@pytest.mark.parametrize(
    "rules",
    [
        "(p a) (<= (next ?x) (distinct ?x b) (not (true ?x)) (p ?x))",
        "(p a) (<= (next ?x) (not (distinct ?x a)) (p ?x))",
        "(p a) (<= (next ?x) (or (p ?x) (true ?x)))",
        "(p a) (q a) (<= (next ?x) (p ?x) (or (not (true ?x)) (q ?x)))",
        "(<= (goal ?r 0) (role ?r) (not (goal ?r 100)))",
        "(e a b) (<= (next b) (r a b)) (<= (r ?x ?y) (e ?x ?y))(<= (r ?x ?z) (e ?x ?y) (r ?y ?z))",
        "(e 1 2) (<= (win ?x) (e ?x ?y) (not (win ?y))) (<= (next a) (win 1))",
        "(<= (next b) (TRUE a) (Not (does x m)))",
        "(init (f random)) (base (f random))",
        "(<= (next a) (legal x m) (not terminal))",
    ],
)
def test_what_is_right(rules: str) -> None:
    assert check(GOOD + rules) == []


@pytest.mark.parametrize(
    ("rule", "hint"),
    [
        ("(<= (legal x b) (does x m))", "leave this premise out"),
        ("(<= (p a) (input x m)) (<= (legal x b) (p a))", "a relation of its own"),
        ("(<= (goal x 1) (input x m))", "leave this premise out, or ask with `legal`"),
        ("(<= (init b) (base a))", "a relation of its own"),
        ("(q 1) (<= (p (s ?n)) (p ?n) (true (h ?n)))", "inside (h ?n) it does not count"),
        ("(q 1) (<= (p (s ?n)) (p ?n))", "such as (value ?n), with a fact for each value"),
        ("(<= (p (s ?n)) (p ?n))", "such as (value ?n)"),
        ("(e a b) (<= (r ?x ?y) (e ?x ?y)) (<= (r ?x ?z) (r ?x ?y) (r ?y ?z))", "write (e ?x ?y)"),
        (
            "(<= p (or (true a) (and (true b) (true c))))",
            "one with (true a), one with (true b) (tr",
        ),
        ("(<= p (not (and (true a) (true b))))", "write (or (not (true a)) (not (true b)))"),
        ("(<= (next (true b)) (true a))", "write (next b)"),
        ("(player y) (player z) (<= (role ?r) (player ?r))", "write (role y) (role z) instead"),
    ],
)
def test_the_way_out(rule: str, hint: str) -> None:
    errors = [one for one in check(GOOD + rule) if one.severity == "error"]
    assert any(one.hint and hint in one.hint for one in errors), errors


@pytest.mark.parametrize(
    "rule", ["(<= p (and (true a) (q b)))", "(<= p (or (q b) (AND (true a) (not (q b)))))"]
)
def test_and_is_told_once(rule: str) -> None:
    found = check(GOOD + "(q b) (<= terminal p)" + rule)
    assert [one.code for one in found] == ["and-as-premise"]


def test_a_relation_of_that_name_is_the_authors_own() -> None:
    assert check(GOOD + "(and a b) (a) (<= terminal (and a b) a)") == []


@pytest.mark.parametrize(
    "rule",
    [
        "(<= terminal (true a) (not (true a)))",
        "(<= terminal (true ?x) (distinct ?x ?x))",
    ],
)
def test_a_rule_that_never_fires(rule: str) -> None:
    assert codes(GOOD + rule) == ["contradictory-premises"]


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("(init c)", True),
        ("(init (n 1)) (base (n 2))", True),
        ("(init (n 1)) (q 1) (<= (base (n ?x)) (q ?x))", False),
        ("(init (n 1)) (q 2) (<= (base (n ?x)) (q ?x))", True),
        ("(init (n 1)) (q 2) (<= (r ?x) (q ?x)) (<= (base (n ?x)) (r ?x))", False),
    ],
)
def test_the_first_state_against_base(rule: str, told: bool) -> None:
    assert ("incomplete-base" in codes(GOOD + rule)) == told


@pytest.mark.parametrize("word", ["role", "legal", "terminal", "goal"])
def test_missing_parts(word: str) -> None:
    text = "(role x)\n(init a)\n(legal x m)\n(<= terminal (true a))\n(goal x 100)\n"
    text = "\n".join(line for line in text.splitlines() if word not in line)
    found = [one for one in check(text) if one.severity == "error"]
    assert [one.code for one in found] == [f"no-{word}"]
    assert found[0].message.endswith(f"there is no rule for `{word}`")


def test_only_random_is_no_game() -> None:
    text = "(role random) (init a) (legal random m) (<= terminal (true a)) (goal random 0)"
    assert "no-player" in codes(text)


@pytest.mark.parametrize("text", ["", "; nothing but this\n", "\n\n"])
def test_an_empty_sheet_lacks_all_parts(text: str) -> None:
    assert codes(text) == ["no-role", "no-legal", "no-terminal", "no-goal"]


def test_random_is_a_word_like_others_where_it_is_no_role() -> None:
    text = "(role x) (init random) (legal x random) (<= terminal (true random)) (goal x 100)"
    assert codes(text) == ["no-base-or-input"]


def test_all_findings_at_once_in_order() -> None:
    found = check(GOOD + "(p ?x)\n(<= (next b) (next a))\n(<= (s ?y) (true a))\n(init (a true))")
    errors = [one for one in found if one.severity == "error"]
    assert [(one.place.line, one.code) for one in errors if one.place] == [
        (3, "variable-in-fact"),
        (4, "keyword-as-premise"),
        (5, "unsafe-variable"),
        (6, "keyword-as-word"),
    ]
    lines = [one.place.line for one in found if one.place]
    assert lines == sorted(lines)


def test_the_same_about_the_same_is_told_once() -> None:
    rules = "".join(f"(<= (next b) (lost) (true {name}))\n" for name in "ababab")
    (found,) = [one for one in check(GOOD + rules) if one.code == "never-produced"]
    assert found.message.endswith("(also in lines 4, 5, 6 and 2 more)")


def test_a_sheet_full_of_mistakes_shows_some_of_each_kind() -> None:
    rules = "".join(f"(<= (next (p{n} ?x)) (true a))\n(init (q{n} true))\n" for n in range(500))
    found = check(GOOD + rules)
    unsafe = [one for one in found if one.code == "unsafe-variable"]
    assert len(unsafe) == MOST_OF_A_KIND
    assert unsafe[-1].message.endswith("(and 450 more findings of this kind, not shown)")
    assert "keyword-as-word" in [one.code for one in found]


def test_a_rule_of_ten_thousand_premises() -> None:
    body = " ".join(f"(or (not (true (f {n} ?x))) (true (g ?x)))" for n in range(10_000))
    found = [one for one in check(GOOD + f"(<= (next (f 1 ?x)) {body})") if one.severity == "error"]
    assert [one.code for one in found] == ["unsafe-variable"]
    assert found[0].message.startswith("unsafe variable ?x")


def test_deeply_nested_alternatives() -> None:
    goal = "(true a)"
    for _ in range(90):
        goal = f"(not (or (true b) {goal}))"
    assert {one.code for one in check(GOOD + f"(<= (next b) {goal})")} == {
        "negated-or",
        "nested-or",
    }


def test_a_cycle_that_grounding_cannot_decide_is_told_and_does_not_hang() -> None:
    rules = "(<= (next (n (s ?x))) (true (n ?x))) (init (n z))"
    rules += "(<= (p ?x) (true (n ?x)) (not (q ?x))) (<= (q ?x) (true (n ?x)) (not (p ?x)))"
    from gdlc.passes.stratify import negative_cycles

    found = negative_cycles(gdl.read(GOOD + rules), patience=0.2)
    assert [one.code for one in found] == ["undecided-cycle"]
    with pytest.raises(LimitReached):
        negative_cycles(gdl.read(GOOD + rules), Stop(0.2))


def test_search_refuses_what_check_refuses() -> None:
    for rule in ("(init (a b)) (init (a b c))", "(init true)"):
        with pytest.raises(InputError):
            gdlc.search(gdl.read(GOOD + rule), horizon=1)


def test_severities() -> None:
    assert set(CODES.values()) == {"error", "warning"}


@pytest.mark.skipif(not SHARED.exists(), reason="the shared rule sheets are not there")
def test_real_games_are_right() -> None:
    paths = [*(SHARED / "games").glob("*.kif"), *(SHARED / "stochastic").glob("*.kif")]
    assert len(paths) > 70
    for path in paths:
        found = gdlc.check(gdl.read(path.read_bytes(), path.name))
        assert [one for one in found if one.severity == "error"] == [], path.name


@pytest.mark.skipif(not SHARED.exists(), reason="the shared rule sheets are not there")
def test_variants_of_the_syntax_are_right_or_wrong_as_expected() -> None:
    with (SHARED / "games" / "edge" / "EXPECT.csv").open(encoding="utf-8") as stream:
        expected = {row["case"]: row["status"] for row in csv.DictReader(stream)}
    assert len(expected) > 20
    for name, status in expected.items():
        path = SHARED / "games" / "edge" / f"{name}.kif"
        try:
            found = gdlc.check(gdl.read(path.read_bytes(), path.name))
            wrong = any(one.severity == "error" for one in found)
        except GdlcError:
            wrong = True
        # The reference implementation crashes on two arities, which are an error.
        assert wrong == (status in ("invalid input", "ggp-base crashes")), name
