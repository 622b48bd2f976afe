"""The machine: what the rules of a sheet mean, and plays recorded elsewhere played again."""

from __future__ import annotations

from typing import Any

import pytest

from gdlc.formats.errors import InputError, LimitReached
from gdlc.formats.gdl import (
    atoms,
    read,
)
from gdlc.machine.interpreter import Machine, kif, parse
from gdlc.stop import Stop


def machine(rules: str) -> Machine:
    return Machine(read(rules, "game.kif"))


def moves(rules: str, role: str = "x", state: list[str] | None = None) -> list[str]:
    """The role's legal moves in the first state, or in another one."""
    played = machine("(role x)" + rules)
    at = played.initial() if state is None else played.state(state)
    return [kif(move) for move in played.legal(at, role)]


# What rules mean. Each case: the rules behind `(role x)`, the legal moves of x in the first state.
MEANING = {
    "facts": ("(legal x b) (legal x a)", ["a", "b"]),
    "moves are sorted by their text": ("(legal x (m 10)) (legal x (m 2)) (legal x B)", None),
    "the state": ("(init (p 1)) (init (p 2)) (<= (legal x ?n) (true (p ?n)))", ["1", "2"]),
    "a fluent as a whole": ("(init (p 1)) (init q) (<= (legal x ?f) (true ?f))", ["(p 1)", "q"]),
    "numerals are names": ("(init 01) (<= (legal x a) (true 1)) (<= (legal x b) (true 01))", ["b"]),
    "not": ("(n 1) (n 2) (init 1) (<= (legal x ?n) (n ?n) (not (true ?n)))", ["2"]),
    "not before what binds": (
        "(n 1) (n 2) (init 1) (<= (legal x ?n) (not (true ?n)) (n ?n))", ["2"]),
    "distinct": ("(n 1) (n 2) (<= (legal x (m ?a ?b)) (n ?a) (n ?b) (distinct ?a ?b))",
                 ["(m 1 2)", "(m 2 1)"]),
    "distinct before what binds": (
        "(n 1) (n 2) (<= (legal x (m ?a ?b)) (distinct ?a ?b) (n ?a) (n ?b))",
        ["(m 1 2)", "(m 2 1)"]),
    "distinct of functions": (
        "(n 1) (n 2) (<= (legal x (m ?a)) (n ?a) (distinct (f ?a) (f 1)))", ["(m 2)"]),
    "not distinct": ("(n 1) (n 2) (<= (legal x ?a) (n ?a) (not (distinct ?a 2)))", ["2"]),
    "not not": ("(n 1) (n 2) (m 2) (<= (legal x ?a) (n ?a) (not (not (m ?a))))", ["2"]),
    "or that tests": (
        "(n 1) (n 2) (n 3) (<= (legal x ?a) (n ?a) (or (distinct ?a 1) (distinct 1 1)))",
        ["2", "3"]),
    "or that binds": ("(p 1) (q 2) (<= (legal x ?a) (or (p ?a) (q ?a)))", ["1", "2"]),
    "or that binds for distinct": (
        "(p 1) (q 2) (<= (legal x ?a) (distinct ?a 1) (or (p ?a) (q ?a)))", ["2"]),
    "nested or": ("(p 1) (q 2) (r 3) (<= (legal x ?a) (or (p ?a) (or (q ?a) (or (r ?a)))))",
                  ["1", "2", "3"]),
    "or with one part binds": ("(p 1) (p 2) (<= (legal x ?a) (or (p ?a)) (not (p2 ?a))) (p2 1)",
                               ["2"]),
    "empty or": ("(legal x a) (<= (legal x b) (or))", ["a"]),
    "not of an empty or": ("(<= (legal x b) (not (or)))", ["b"]),
    "not or": ("(n 1) (n 2) (n 3) (p 1) (q 2) (<= (legal x ?a) (n ?a) (not (or (p ?a) (q ?a))))",
               ["3"]),
    "not or in or": (
        "(n 1) (n 2) (n 3) (p 1) (q 2)"
        "(<= (legal x ?a) (n ?a) (or (not (or (p ?a) (q ?a))) (p ?a)))", ["1", "3"]),
    "a variable of one part only": (
        "(n 1) (n 2) (p 2 5) (<= (legal x ?a) (n ?a) (or (p ?a ?z) (distinct ?a ?a)))", ["2"]),
    "a variable twice in one part": (
        "(n 1) (n 2) (p 5 6) (q 7 7) (<= (legal x ?a) (n ?a) (or (p ?z ?z) (q ?y ?y)))",
        ["1", "2"]),
    "a variable twice": ("(p 1 2) (p 3 3) (<= (legal x ?a) (p ?a ?a))", ["3"]),
    "a variable again inside": ("(p 1 (f 2)) (p 3 (f 3)) (<= (legal x ?a) (p ?a (f ?a)))", ["3"]),
    "functions in premises": (
        "(p (f 1 (g a))) (p (f 2 b)) (p 7) (p (h 1 (g a))) (<= (legal x ?a) (p (f ?a (g ?b))))",
        ["1"]),
    "functions in heads": ("(p 1) (<= (q (f ?a)) (p ?a)) (<= (legal x ?b) (q (f ?b)))", ["1"]),
    "words that mean much elsewhere": (
        "(known (free (any 1) equal)) (<= (legal x ?a) (known (free (any ?a) equal)))", ["1"]),
    "a relation and a function of one name": ("(p (p 1)) (<= (legal x ?a) (p (p ?a)))", ["1"]),
    "0-ary with parentheses": ("(<= (open) (true s)) (init s) (<= (legal x a) open)", ["a"]),
    "0-ary denied": ("(<= (legal x a) (not open))", ["a"]),
    "goal in a body": ("(goal x 100) (<= (legal x ?g) (goal x ?g))", ["100"]),
    "legal in a body": ("(legal o a) (<= (legal x b) (legal o a)) (role o)", ["b"]),
    "recursion": (
        "(e 1 2) (e 2 3) (e 3 1) (e 4 5) (<= (t ?a ?b) (e ?a ?b))"
        "(<= (t ?a ?c) (t ?a ?b) (t ?b ?c)) (<= (legal x ?b) (t 1 ?b))", ["1", "2", "3"]),
    "mutual recursion": (
        "(s 0 1) (s 1 2) (s 2 3) (even 0) (<= (even ?b) (odd ?a) (s ?a ?b))"
        "(<= (odd ?b) (even ?a) (s ?a ?b)) (<= (legal x ?a) (odd ?a))", ["1", "3"]),
    "recursion through or": (
        "(s 0 1) (s 1 2) (z 2) (n 0) (n 1) (n 2)"
        "(<= (r ?a) (n ?a) (or (z ?a) (near ?a))) (<= (near ?a) (s ?a ?b) (r ?b))"
        "(<= (legal x ?a) (r ?a))", ["0", "1", "2"]),
    "0-ary recursion": ("(<= p q) (<= q p) (<= r s) (<= s r) (<= s (true t)) (init t)"
                        "(<= (legal x a) p) (<= (legal x b) r)", ["b"]),
    "negation stratified on ground atoms": (
        "(s 0 1) (s 1 2) (s 2 3) (s 3 4) (<= (win ?a) (s ?b ?a) (not (win ?b)))"
        "(<= (legal x ?a) (win ?a))", ["1", "3"]),
    "goal 0 if not goal 100": (
        "(<= (goal ?r 0) (role ?r) (not (goal ?r 100))) (role o) (goal o 100)"
        "(<= (legal x (g ?r ?v)) (goal ?r ?v))", ["(g o 100)", "(g x 0)"]),
    "a relation that nothing makes": ("(<= (legal x a) (no ?b)) (<= (legal x b) (not (no 1)))",
                                      ["b"]),
}  # fmt: skip


@pytest.mark.parametrize(("rules", "expected"), MEANING.values(), ids=MEANING)
def test_rules_mean(rules: str, expected: list[str] | None) -> None:
    found = moves(rules)
    assert found == (sorted(found) if expected is None else expected)


def test_next_needs_the_moves_of_all_roles() -> None:
    played = machine(
        """(role x) (role o) (init (n 0)) (s 0 1) (s 1 2)
        (<= (next (n ?b)) (true (n ?a)) (s ?a ?b) (does ?r (up ?k)))
        (<= (next (same ?m)) (does x ?m) (does o ?m))
        (<= (next (by ?r ?k)) (does ?r (up ?k)))
        (next always)
        (<= (next was) (true always))"""
    )
    first = played.initial()
    moved = played.next(first, [parse("(up 1)"), parse("stay")])
    assert played.fluents(moved) == ["(by x 1)", "(n 1)", "always"]
    both = played.next(moved, [parse("(up (f 1))"), parse("(up (f 1))")])
    assert played.fluents(both) == [
        "(by o (f 1))", "(by x (f 1))", "(n 2)", "(same (up (f 1)))", "always", "was",
    ]  # fmt: skip
    assert played.fluents(played.next(both, ["stay", "stay"])) == ["(same stay)", "always", "was"]


def test_terminal_and_goals_depend_on_the_state() -> None:
    played = machine(
        """(role x) (init (left 1)) (<= terminal (not (some))) (<= some (true (left ?n)))
        (<= (goal x ?v) (true (won ?v))) (<= (goal x 0) (not (true (won 100))))"""
    )
    assert not played.terminal(played.initial())
    ended = played.state(["(won 100)", "(won 50)"])
    assert played.terminal(ended)
    assert played.goals(ended, "x") == ("100", "50")
    assert played.goals(played.state([]), "x") == ("0",)


def test_questions_about_states_in_turn_do_not_mix() -> None:
    played = machine("(role x) (init 1) (<= (legal x ?a) (true ?a)) (<= terminal (true 2))")
    one, two = played.initial(), played.state(["2"])
    for _ in range(2):
        assert (played.legal(one, "x"), played.terminal(one)) == (("1",), False)
        assert (played.legal(two, "x"), played.terminal(two)) == (("2",), True)


def test_a_game_without_init_begins_with_nothing() -> None:
    assert machine("(role x)").initial() == frozenset()


def test_roles_stand_once_in_the_order_of_the_sheet() -> None:
    assert machine("(role b) (role a) (role b) (role random)").roles == ("b", "a", "random")


def test_legal_moves_of_strangers_are_left_out() -> None:
    assert moves("(legal nobody a)") == []


def test_a_rule_with_more_loops_than_python_nests() -> None:
    """24 premises that bind, so a function of its own goes on where Python's limit comes."""
    n = 24
    chain = " ".join(f"(s ?v{i} ?v{i + 1})" for i in range(n))
    facts = " ".join(f"(s {i} {i + 1}) (s {i} x{i + 1})" for i in range(n))
    assert moves(f"{facts} (<= (legal x (m ?v0 ?v{n})) {chain})") == [f"(m 0 {n})", f"(m 0 x{n})"]
    assert moves(f"{facts} (<= (legal x ?v0) {chain})") == ["0"]
    assert moves(f"{facts} (<= (legal x a) {chain})") == ["a"]
    assert moves(f"{facts} (<= (legal x ?v1) {chain} (true ?v{n})) (init x{n})") == ["1"]


def test_terms_read_and_print_alike() -> None:
    for text in ("a", "(f a)", "(f (g 1 (h x)) -0 ++)", "(cell 1 1 b)", "speed+"):
        assert kif(parse(text)) == text
    deep: Any = "0"
    for _ in range(5000):
        deep = ("s", deep)
    assert kif(deep).count("(") == 5000


@pytest.mark.parametrize("text", ["", "a b", "(f ?x)", "a) (b"])
def test_what_is_not_one_ground_term(text: str) -> None:
    with pytest.raises(InputError):
        parse(text)


def test_random_is_caseless_only_where_it_plays() -> None:
    assert machine("(role x) (role RANDOM)").term("(f Random)") == ("f", "random")
    assert machine("(role x)").term("(f Random)") == ("f", "Random")


# Sheets without a meaning: the rules, a part of the message, line and column.
ERRORS = {
    "no role": ("(legal x a)", "no role", None),
    "unsafe under distinct": (
        "(role x)\n(<= (legal x ?a) (n ?a) (distinct ?a ?b))", "unsafe variable ?b", (2, 38)),
    "unsafe under not": (
        "(role x)\n(<= (legal x a) (not (true (p ?z))))", "unsafe variable ?z", (2, 31)),
    "unsafe head": ("(role x)\n(<= (legal x (m ?a ?b)) (n ?a))", "unsafe variable ?b", (2, 20)),
    "unsafe in one part of an or": (
        "(role x)\n(<= (legal x ?a) (or (n ?a) (m ?b)))", "unsafe variable ?a", (2, 14)),
    "unsafe and never used": ("(role x)\n(<= (p ?a) (not (q ?a)))", "unsafe variable ?a", (2, 20)),
    "variable in a fact": ("(role x)\n(p ?a)", "the fact has the variable ?a", (2, 4)),
    "role by rule": ("(role y)\n(<= (role x) (p x))", "roles are facts", (2, 5)),
    "true as a head": ("(role x)\n(<= (true a) (p a))", "`true` cannot be the head", (2, 5)),
    "does as a head": ("(role x)\n(does x a)", "`does` cannot be the head", (2, 1)),
    "next as a premise": ("(role x)\n(<= (legal x a) (next b))", "`next` cannot be", (2, 17)),
    "a keyword's arity": ("(role x)\n(legal x)", "`legal` takes two arguments", (2, 1)),
    "terminal with an argument": ("(role x)\n(terminal a)", "`terminal` takes no", (2, 1)),
    "legal depends on does": (
        "(role x)\n(<= (legal x a) p)\n(<= p (does x b))", "`legal` must not depend", (2, 1)),
    "init depends on true": ("(role x)\n(<= (init a) (true b))", "`init` must not depend", (2, 1)),
    "not stratified": ("(role x)\n(<= p (not q))\n(<= q (not p))\n(<= (legal x a) p)",
                       "not stratified", (2, 1)),
    "terms grow": ("(role x)\n(n 0)\n(<= (n (s ?a)) (n ?a))\n(<= (legal x ?a) (n ?a))",
                   "grow without end", (3, 1)),
}  # fmt: skip


@pytest.mark.parametrize(("rules", "message", "place"), ERRORS.values(), ids=ERRORS)
def test_sheets_without_a_meaning(rules: str, message: str, place: tuple[int, int] | None) -> None:
    with pytest.raises(InputError) as caught:
        machine(rules)
    assert message in caught.value.message
    assert place is None or (caught.value.line, caught.value.column) == place


def test_negation_that_only_some_states_break() -> None:
    """The move 1 to 2 and back leaves both open; without it all is settled."""
    played = machine(
        """(role x) (init (e 1 2)) (<= (win ?a) (true (e ?a ?b)) (not (win ?b)))
        (<= (legal x ?a) (win ?a))"""
    )
    assert played.legal(played.initial(), "x") == ("1",)
    with pytest.raises(InputError, match=r"not stratified: `.win [12].`"):
        played.legal(played.state(["(e 1 2)", "(e 2 1)"]), "x")
    assert played.legal(played.initial(), "x") == ("1",)


def test_a_stop_ends_the_computation_of_static_relations() -> None:
    rules = "(role x) (n 0) " + " ".join(f"(n {i})" for i in range(1, 30))
    huge = "(<= (p ?a ?b ?c ?d ?e ?f) (n ?a) (n ?b) (n ?c) (n ?d) (n ?e) (n ?f))"
    with pytest.raises(LimitReached):
        Machine(read(f"{rules} {huge} (<= (legal x a) (p 1 2 3 4 5 6))"), Stop(timeout=0))


def test_atoms_are_found_under_every_connective() -> None:
    """`not` and `or` hide no use of a relation from the levels."""
    (rule,) = read("(<= p (not (or (q) (not (r)))))").rules
    assert [(str(atom), sign) for atom, sign in atoms(rule.body[0])] == [("q", False), ("r", True)]
    with pytest.raises(InputError, match="must not depend"):
        machine("(role x) (<= (legal x a) (not (or (q) (not (p))))) (<= p (does x a))")
