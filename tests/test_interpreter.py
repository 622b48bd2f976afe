"""The machine: what the rules of a sheet mean, and plays recorded elsewhere played again."""

from __future__ import annotations

import csv
import functools
import gzip
import itertools
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gdlc.formats.errors import InputError, LimitReached
from gdlc.formats.gdl import (
    Atom,
    Constant,
    Distinct,
    Function,
    Goal,
    Not,
    Or,
    Rule,
    RuleSheet,
    Term,
    Variable,
    atoms,
    read,
    variables,
)
from gdlc.machine.interpreter import Machine, ground, kif, parse
from gdlc.stop import Stop

GAMES = Path(__file__).parents[1].parent / "shared" / "games"
EDGE = GAMES / "edge"

needs_games = pytest.mark.skipif(not GAMES.is_dir(), reason="no recorded games here")


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


# Against the definition: all ground instances of small random rules.


def test_random_rules_mean_what_their_ground_instances_mean() -> None:
    outcomes = {"model": 0, "unsafe": 0, "not stratified": 0}
    for seed in range(400):
        rules = _random_rules(random.Random(seed))
        sheet = RuleSheet(tuple(rules))
        state = random.Random(seed).sample(_FLUENTS, 3)
        expected = _reference(rules, {ground(fluent) for fluent in state})
        try:
            played = Machine(sheet)
            at = played.state([str(fluent) for fluent in state])
            found: object = set(played.legal(at, "x"))
        except InputError as error:
            found = "unsafe" if "unsafe" in error.message else "not stratified"
        assert found == expected, f"seed {seed}:\n" + "\n".join(map(str, rules))
        outcomes[expected if isinstance(expected, str) else "model"] += 1
    assert min(outcomes.values()) > 20, outcomes


_TERMS: list[Term] = [Constant("a"), Constant("b"), Function("f", (Constant("a"),))]
_FLUENTS: list[Term] = [
    *(Function("g", (one, two)) for one in _TERMS for two in _TERMS),
    Constant("c"),
]
_ARITY = {"p": 1, "q": 2, "r": 1, "t": 0, "u": 2, "true": 1}


def _random_rules(rng: random.Random) -> list[Rule]:
    """Facts of u, some rules for p, q, r and t, and every row of them as a legal move of x."""
    names = [Variable(name) for name in "XYZ"]

    def argument() -> Term:
        if rng.random() < 0.7:
            return rng.choice(names)
        return rng.choice([*_TERMS, Function("f", (rng.choice(names),))])

    def atom() -> Atom:
        predicate = rng.choice(list(_ARITY))
        if predicate == "true":
            inner: list[Term] = [Function("g", (argument(), argument())), Constant("c")]
            return Atom("true", (rng.choices(inner, [4, 1])[0],))
        return Atom(predicate, tuple(argument() for _ in range(_ARITY[predicate])))

    def goal(depth: int) -> Goal:
        pick = rng.random()
        if pick < 0.4 or depth == 2:
            return atom()
        if pick < 0.7:
            return Not(goal(depth + 1) if rng.random() < 0.2 else atom())
        if pick < 0.8:
            return Distinct(argument(), argument())
        return Or(tuple(goal(depth + 1) for _ in range(rng.randint(0, 3))))

    rules = [Rule(Atom("role", (Constant("x"),))), *(Rule(Atom("d", (t,))) for t in _TERMS)]
    rules += [Rule(Atom("u", (one, two))) for one in _TERMS for two in _TERMS if rng.random() < 0.4]
    for _ in range(rng.randint(2, 6)):
        predicate = rng.choice("pqrt")
        # Heads have no (f ?X): the terms of the reference stay few.
        head = [rng.choice([*names, *_TERMS]) for _ in range(_ARITY[predicate])]
        body = [goal(0) for _ in range(rng.randint(1, 4))]
        rule = Rule(Atom(predicate, tuple(head)), tuple(body))
        while rng.random() < 0.97 and (loose := _unbound(rule)):
            body.insert(rng.randint(0, len(body)), Atom("d", (Variable(rng.choice(loose)),)))
            rule = Rule(rule.head, tuple(body))
        rules.append(rule)
    for predicate in "pqrt":
        args = tuple(names[: _ARITY[predicate]])
        move = Function(predicate, args) if args else Constant(predicate)
        rules.append(Rule(Atom("legal", (Constant("x"), move)), (Atom(predicate, args),)))
    return rules


def _dnf(goals: tuple[Goal, ...], positive: bool = True) -> list[list[tuple[Goal, bool]]]:
    """The conjunctions of signed atoms and comparisons that the goals, all together, stand for."""
    parts: list[list[list[tuple[Goal, bool]]]] = []
    for goal in goals:
        match goal:
            case Not(inner):
                parts.append(_dnf((inner,), not positive))
            case Or(choices) if positive:
                parts.append([one for choice in choices for one in _dnf((choice,))])
            case Or(choices):
                parts += [_dnf((choice,), False) for choice in choices]
            case _:
                parts.append([[(goal, positive)]])
    return [list(itertools.chain(*pick)) for pick in itertools.product(*parts)]


def _unbound(rule: Rule) -> list[str]:
    """The variables that some conjunction of the rule does not bind in a positive atom."""
    loose: set[str] = set()
    for body in _dnf(rule.body):
        bound = {
            v.name
            for goal, positive in body
            if isinstance(goal, Atom) and positive
            for v in variables(goal)
        }
        used = {v.name for goal, _ in body for v in variables(goal)}
        loose |= (used | {v.name for v in variables(rule.head)}) - bound
    return sorted(loose)


def _reference(rules: list[Rule], state: set[Any]) -> object:
    """x's legal moves by ground instances and the alternating fixpoint, or what is wrong."""
    instances: list[tuple[Any, list[Any], list[Any]]] = []
    for rule in rules:
        if _unbound(rule):
            return "unsafe"
        for body in _dnf(rule.body):
            names = sorted({v.name for goal, _ in body for v in variables(goal)})
            instances += _instances(rule.head, body, names, state)
    low: set[Any] = set()
    while True:
        high = _least(instances, low)
        better = _least(instances, high)
        if better == low:
            break
        low = better
    if low != high:
        return "not stratified"
    return {row[2] for row in low if row[0] == "legal"}


def _instances(
    head: Atom, body: list[tuple[Goal, bool]], names: list[str], state: set[Any]
) -> Iterator[tuple[Any, list[Any], list[Any]]]:
    def row(atom: Atom, values: dict[str, Any]) -> Any:
        return (atom.predicate, *(ground(arg, values) for arg in atom.args))

    for values in itertools.product(map(ground, _TERMS), repeat=len(names)):
        value = dict(zip(names, values, strict=True))
        needs: list[Any] = []
        denies: list[Any] = []
        possible = True
        for goal, positive in body:
            if isinstance(goal, Distinct):
                same = ground(goal.left, value) == ground(goal.right, value)
                possible &= same != positive
            elif isinstance(goal, Atom) and goal.predicate == "true":
                possible &= (row(goal, value)[1] in state) == positive
            elif isinstance(goal, Atom):
                (needs if positive else denies).append(row(goal, value))
        if possible:
            yield row(head, value), needs, denies


def _least(instances: list[tuple[Any, list[Any], list[Any]]], assumed: set[Any]) -> set[Any]:
    found: set[Any] = set()
    while True:
        new = {
            head
            for head, needs, denies in instances
            if found.issuperset(needs) and assumed.isdisjoint(denies)
        }
        if new <= found:
            return found
        found |= new


# Plays recorded from the reference implementation.

# Where the reference is wrong, or has no recording: the legal moves of the first state instead.
ODD = {
    "syn_not_or": {"p": ["(m 3)"]},
    "syn_or_single_then_not": {"p": ["(m 3)"]},
    "syn_dup_role_goal_none": {"x": ["noop"], "o": ["noop"]},
}
SMALL = [
    "asteroids",
    "beatMania",
    "blocks",
    "connectFour",
    "four_way_battle",
    "gt_ultimatum",
    "haystack",
    "kitten_escapes_from_fire",
    "majorities",
    "nineBoardTicTacToePie",
    "onestep",
    "pancakes6",
    "pentagoSuicide",
    "ruleDepthExponential",
    "smallest_4player",
    "snake_2008",
    "ticTacToe",
    "ttcc4_2player",
    "twisty-passages",
]


def _expected() -> dict[str, str]:
    if not EDGE.is_dir():
        return {}
    with open(EDGE / "EXPECT.csv", encoding="utf-8") as file:
        return {row["case"]: row["status"] for row in csv.DictReader(file)}


EXPECT = _expected()


def load(path: Path) -> Machine:
    return Machine(read(path.read_bytes(), path.name))


@needs_games
@pytest.mark.parametrize("case", [case for case, s in EXPECT.items() if s == "invalid input"])
def test_invalid_edge_cases_are_errors(case: str) -> None:
    with pytest.raises(InputError):
        load(EDGE / f"{case}.kif")


@needs_games
@pytest.mark.parametrize("case", [case for case, s in EXPECT.items() if s == "ok"])
def test_edge_recordings_replay(case: str) -> None:
    replay(load(EDGE / f"{case}.kif"), EDGE / f"{case}.jsonl.gz")


@needs_games
def test_parentheses_around_a_relation_without_arguments_change_nothing() -> None:
    replay(load(EDGE / "syn_parenprop_body_ttt.kif"), EDGE / "syn_upperkw_ttt.jsonl.gz")


@needs_games
@pytest.mark.parametrize("case", ODD)
def test_edge_cases_that_the_reference_gets_wrong(case: str) -> None:
    played = load(EDGE / f"{case}.kif")
    found = {
        role: [kif(move) for move in played.legal(played.initial(), role)] for role in played.roles
    }
    assert found == ODD[case]


@needs_games
@pytest.mark.parametrize("game", SMALL)
def test_recorded_games_replay(game: str) -> None:
    replay(load(GAMES / f"{game}.kif"), GAMES / f"{game}.jsonl.gz")


def replay(played: Machine, recording: Path) -> None:
    """Every visited state: what is legal where play goes on, goals where it has ended."""
    term = functools.cache(played.term)
    with gzip.open(recording, "rt", encoding="ascii") as lines:
        meta, *steps = map(json.loads, lines)
    assert list(played.roles) == list(dict.fromkeys(meta["roles"]))
    reached = played.initial()
    for step in steps:
        where = f"play {step['play']} step {step['step']}"
        if step["step"] == 0:
            reached = played.initial()
        assert played.fluents(reached) == step["true"], where
        assert played.terminal(reached) == step["terminal"], where
        if step["terminal"]:
            for role in played.roles:
                goals = [kif(value) for value in played.goals(reached, role)]
                assert goals == _recorded_goals(step, role), where
        else:
            legal = {role: [kif(m) for m in played.legal(reached, role)] for role in played.roles}
            assert legal == step["legal"], where
        if step["move"] is not None:
            reached = played.next(reached, [term(move) for move in step["move"]])


def _recorded_goals(step: dict[str, Any], role: str) -> list[str]:
    value = step["goals"][role]
    several = step.get("goals_multi", {}).get(role, [])
    return [str(value)] if value is not None else sorted(map(str, several))


def test_atoms_are_found_under_every_connective() -> None:
    """`not` and `or` hide no use of a relation from the levels."""
    (rule,) = read("(<= p (not (or (q) (not (r)))))").rules
    assert [(str(atom), sign) for atom, sign in atoms(rule.body[0])] == [("q", False), ("r", True)]
    with pytest.raises(InputError, match="must not depend"):
        machine("(role x) (<= (legal x a) (not (or (q) (not (p))))) (<= p (does x a))")
