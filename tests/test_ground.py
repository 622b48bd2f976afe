"""The cooperative program: clingo reads it, its models are the plays that are won."""

from __future__ import annotations

from pathlib import Path

import clingo
import pytest

import gdlc
from gdlc.formats import gdl, lp
from gdlc.formats.errors import InputError, UsageError

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"

# Two steps: x chooses a number, then random chooses one up to it; 2 wins.
GAME = """
(role x) (role random)
(init start) (number 1) (number 2) (number 3)
(<= (legal x (say ?n)) (true start) (number ?n))
(<= (legal x noop) (not (true start)))
(<= (legal random noop) (true start))
(<= (legal random (say 1)) (true (said ?n)))
(<= (legal random (say 2)) (true (said 2)))
(<= (legal random (say 2)) (true (said 3)))
(<= (legal random (say 3)) (true (said 3)))
(<= (next (said ?n)) (does x (say ?n)))
(<= (next (heard ?n)) (does random (say ?n)))
(<= (heard) (true (heard ?n)))
(<= terminal (heard))
(<= (goal x 100) (true (heard 2)))
(<= (goal x 30) (true (heard 1)))
(<= (goal x 0) (true (heard 3)))
"""


def models(text: str, horizon: int) -> set[frozenset[str]]:
    """The moves of each stable model, by clingo."""
    control = clingo.Control(["0", "--warn=none"])
    control.add("base", [], text)
    control.ground([("base", [])])
    found: set[frozenset[str]] = set()
    control.solve(
        on_model=lambda m: found.add(
            frozenset(str(s) for s in m.symbols(atoms=True) if s.name == "does")
        )
    )
    assert horizon >= 0
    return found


def test_models_are_the_plays_that_are_won() -> None:
    text = lp.write(gdlc.ground(gdl.read(GAME), horizon=2))
    noops = {"does(random,noop,1)", "does(x,noop,2)"}
    assert models(text, 2) == {
        frozenset({f"does(x,say({n}),1)", "does(random,say(2),2)", *noops}) for n in (2, 3)
    }


def test_clingo_reads_the_examples_and_finds_a_win() -> None:
    for path in sorted(EXAMPLES.glob("*.kif")):
        sheet = gdlc.load(path)
        role = next(name for name in sheet.roles if name != "random")
        program = gdlc.ground(sheet, role=role, horizon=6)
        control = clingo.Control(["--warn=none"])
        control.add("base", [], lp.write(program))
        control.ground([("base", [])])
        warnings: list[str] = []
        gdlc.ground(sheet, role=role, horizon=6, report=gdlc.Report(warnings.append))
        lost = any("cannot win" in warning for warning in warnings)
        assert control.solve().satisfiable is not lost, path.name


def test_only_what_can_be_reached_at_a_step_stands_at_it() -> None:
    text = lp.write(gdlc.ground(gdl.read(GAME), horizon=2))
    assert "true(start,1)" in text
    for absent in ("true(start,2)", "number(1)", "does(x,say(1),2)", "legal(x,noop,1)"):
        assert absent not in text


def test_a_forced_move_has_its_effect() -> None:
    rule = "(<= (next woken) (does x noop)) (<= (next slept) (true start) (does random noop))"
    rule += "(<= (goal x 100) (true woken) (true (heard 1))) (<= (heard) (true slept) (true woken))"
    sheet = gdl.read(GAME.replace("(goal x 30)", "(goal x 31)") + rule)
    text = lp.write(gdlc.ground(sheet, horizon=3))
    assert "\ntrue(slept,2).\n" in text
    for horizon in (2, 3):
        value = gdlc.search(sheet, horizon=horizon).value
        assert gdlc.run(sheet, horizon=horizon).value == value
    assert value == 1


def test_horizon_zero() -> None:
    value = {"(init start)": 0, "(init start) (init (heard 2))": 1}
    for init, expected in value.items():
        sheet = gdl.read(GAME.replace("(init start)", init))
        assert gdlc.run(sheet, horizon=0).value == expected


def test_a_game_that_cannot_be_won_warns_and_clingo_says_so() -> None:
    warnings: list[str] = []
    program = gdlc.ground(gdl.read(GAME), horizon=1, report=gdlc.Report(warnings.append))
    assert [w for w in warnings if "cannot win" in w]
    assert models(lp.write(program), 1) == set()
    assert gdlc.run(gdl.read(GAME), horizon=1).value == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"role": "y"}, "no role `y`"),
        ({"role": "random"}, "`random` has no goal"),
        ({"horizon": -1}, "horizon -1 is negative"),
        ({"objective": "draw"}, "unknown objective `draw`"),
    ],
)
def test_wrong_arguments(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        gdlc.ground(gdl.read(GAME), **{"horizon": 2, **arguments})  # type: ignore[arg-type]
    with pytest.raises(UsageError):
        gdlc.search(gdl.read(GAME), **{"horizon": 2, **arguments})  # type: ignore[arg-type]


def test_two_players_need_a_role() -> None:
    sheet = gdl.read(GAME + "(role y) (legal y wait) (goal y 0)")
    with pytest.raises(UsageError, match="2 players") as info:
        gdlc.ground(sheet, horizon=2)
    assert info.value.hint is not None
    assert "x, y" in info.value.hint


BOTH = GAME + "(role y) (legal y a) (<= (legal y b) (true start)) (goal y 0)"


def test_both_sides_may_choose() -> None:
    with pytest.raises(InputError) as info:
        gdlc.ground(gdl.read(BOTH, "both.kif"), role="x", horizon=2)
    message = info.value.message
    assert "step 1" in message
    for word in ("x between (say 1), (say 2), (say 3)", "y between a, b"):
        assert word in message
    with pytest.raises(InputError, match="step 1"):
        gdlc.search(gdl.read(BOTH), role="x", horizon=2)


def test_choices_at_one_step_in_different_states_are_fine() -> None:
    """Random decides whose turn it is."""
    sheet = gdl.read("""
        (role x) (role y) (role random) (init toss)
        (<= (legal random (turn x)) (true toss)) (<= (legal random (turn y)) (true toss))
        (<= (legal random wait) (not (true toss)))
        (<= (legal ?r wait) (role ?r) (distinct ?r random) (not (true (turn ?r))))
        (<= (legal ?r (take ?n)) (true (turn ?r)) (or (bit ?n) (bit ?n))) (bit 0) (bit 1)
        (<= (next (turn ?r)) (does random (turn ?r)))
        (<= (next (taken ?n)) (does ?r (take ?n)))
        (<= terminal (true (taken ?n)))
        (<= (goal ?r 100) (role ?r) (true (taken 1)))
        (<= (goal ?r 0) (role ?r) (true (taken 0)))
    """)
    assert (
        gdlc.run(sheet, role="x", horizon=2).value == gdlc.search(sheet, role="x", horizon=2).value
    )
    assert str(gdlc.run(sheet, role="x", horizon=2).value) == "1/2"


def test_a_state_without_a_legal_move_is_worth_nothing() -> None:
    text = GAME.replace("(<= (legal random (say 1)) (true (said ?n)))", "")
    warnings: list[str] = []
    sheet = gdl.read(text, "stuck.kif")
    answer = gdlc.run(sheet, horizon=2, report=gdlc.Report(warnings.append))
    assert answer.value == gdlc.search(sheet, horizon=2).value == 1
    assert any("not playable" in warning and "step 2" in warning for warning in warnings)
    # The dead end as the only way: 0 for the player, whoever is stuck.
    only = text.replace("(number 2) (number 3)", "")
    assert gdlc.run(gdl.read(only), horizon=3).value == 0
    assert gdlc.search(gdl.read(only), horizon=3).value == 0


def test_a_step_at_which_a_role_never_has_a_move() -> None:
    """Stuck for certain, without a look at any state."""
    text = GAME.replace("(<= (legal random noop) (true start))", "")
    warnings: list[str] = []
    sheet = gdl.read(text.replace("(goal x 30)", "(goal x 100)"), "stuck.kif")
    for horizon in (1, 2, 3):
        answer = gdlc.run(sheet, horizon=horizon, report=gdlc.Report(warnings.append))
        assert answer.value == gdlc.search(sheet, horizon=horizon).value == 0
    assert any("not playable" in warning and "step 1" in warning for warning in warnings)


def test_an_opponents_dead_end_does_not_help_the_player() -> None:
    sheet = gdl.read("""
        (role x) (role y) (init s)
        (legal x wait)
        (<= (legal y left) (true s)) (<= (legal y right) (true s))
        (<= (next l) (does y left)) (<= (next r) (does y right))
        (<= terminal (true l))
        (goal x 100) (goal y 0)
    """)
    for horizon in (1, 2, 3):
        assert gdlc.run(sheet, role="x", horizon=horizon).value == 0
        assert gdlc.search(sheet, role="x", horizon=horizon).value == 0


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        (
            "(<= (goal x 40) (true (heard 1)))",
            "several goal values in a terminal state at step 3: ",
        ),
        ("(<= (goal x 101) (true (heard 3)))", "`101`"),
        ("(<= (goal x many) (true (heard 3)))", "`many`"),
    ],
)
def test_goals_that_make_no_score(rule: str, message: str) -> None:
    sheet = gdl.read(GAME + rule, "goals.kif")
    with pytest.raises(InputError, match=message):
        gdlc.ground(sheet, horizon=2, objective="score")
    with pytest.raises(InputError):
        gdlc.search(sheet, horizon=2, objective="score")
    assert gdlc.run(sheet, horizon=2).value == gdlc.search(sheet, horizon=2).value


def test_several_goals_where_no_play_ends_are_no_error() -> None:
    sheet = gdl.read(GAME + "(<= (goal x 7) (true start)) (<= (goal x 8) (true start))")
    answer = gdlc.run(sheet, horizon=2, objective="score")
    assert answer.value == gdlc.search(sheet, horizon=2, objective="score").value


def test_negation_through_a_cycle_is_an_error() -> None:
    sheet = gdl.read(GAME + "(<= (p) (not (q)) (true start)) (<= (q) (not (p)) (true start))")
    with pytest.raises(InputError, match="negation through a cycle"):
        gdlc.ground(sheet, horizon=1)


def test_warnings_about_roles_and_percepts() -> None:
    warnings: list[str] = []
    sheet = gdl.read(
        GAME + "(role y) (role z) (legal y a) (legal z a) (<= (sees x a) (true start))"
    )
    gdlc.ground(sheet, role="x", horizon=1, report=gdlc.Report(warnings.append))
    assert any("y and z play as one coalition" in w for w in warnings)
    assert any("sees" in w for w in warnings)


def renamed(sheet: gdl.RuleSheet) -> gdl.RuleSheet:
    """Every word but keywords, `random` and goal values by an odd one, consistently."""
    words: dict[str, str] = {}
    odd = ("W%d", "_w%d", "w'%d", "+%d", '%d"w', "0%d", "w-%d", "W.%d", "<%d>", "not%d")

    def word(name: str) -> str:
        if name in ("random", *map(str, range(101))):
            return name
        return words.setdefault(name, odd[len(words) % len(odd)] % len(words))

    def term(t: gdl.Term) -> gdl.Term:
        match t:
            case gdl.Constant(name):
                return gdl.Constant(word(name))
            case gdl.Function(name, args):
                return gdl.Function(word(name), tuple(map(term, args)))
        return t

    def atom(a: gdl.Atom) -> gdl.Atom:
        name = a.predicate if a.predicate in gdl.KEYWORD_ARITY else word(a.predicate)
        return gdl.Atom(name, tuple(map(term, a.args)))

    def goal(g: gdl.Goal) -> gdl.Goal:
        match g:
            case gdl.Atom():
                return atom(g)
            case gdl.Not(inner):
                return gdl.Not(goal(inner))
            case gdl.Or(parts):
                return gdl.Or(tuple(map(goal, parts)))
            case gdl.Distinct(left, right):
                return gdl.Distinct(term(left), term(right))

    rules = tuple(gdl.Rule(atom(r.head), tuple(map(goal, r.body))) for r in sheet.rules)
    return gdl.RuleSheet(rules, "renamed.kif")


@pytest.mark.parametrize("game", ["connect3", "nim", "monty_hall", "same_step", "odd_words"])
def test_no_word_is_special(game: str) -> None:
    sheet = gdlc.load(EXAMPLES / f"{game}.kif").sheet
    # By way of text: the odd words have to survive writing and reading.
    other = gdl.read(gdl.write(renamed(sheet)))
    for role, odd in zip(sheet.roles, other.roles, strict=True):
        if role != "random":
            values = {
                gdlc.run(sheet, role=role, horizon=6).value,
                gdlc.run(other, role=odd, horizon=6).value,
                gdlc.search(other, role=odd, horizon=6).value,
            }
            assert len(values) == 1


def test_grounding_stops_when_asked() -> None:
    from gdlc.formats.errors import Interrupted, LimitReached

    stop = gdlc.Stop()
    stop.request(15)
    with pytest.raises(Interrupted) as info:
        gdlc.ground(gdl.read(GAME), horizon=2, stop=stop)
    assert info.value.exit_code == 143
    with pytest.raises(LimitReached):
        gdlc.ground(gdl.read(GAME), horizon=2, stop=gdlc.Stop(0))
