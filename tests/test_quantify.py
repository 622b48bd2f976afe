"""The prefix and the encodings of the opponent and of chance."""

from __future__ import annotations

from fractions import Fraction

import pytest

import gdlc
from gdlc.formats import gdl, lp
from gdlc.formats.errors import InputError
from gdlc.formats.sqasp import Sqasp


def game(*, moves: int = 3, opponent: bool = True) -> gdl.RuleSheet:
    """x picks, then the opponent picks, then random picks; x wins by the pattern of the three."""
    numbers = " ".join(f"(n {i})" for i in range(moves))
    follows = "(after x y) (after y random)" if opponent else "(after x random)"
    player = "(role y)" if opponent else ""
    return gdl.read(f"""
        (role x) {player} (role random) (init (turn x)) {numbers} {follows}
        (<= (legal ?r (pick ?i)) (true (turn ?r)) (n ?i) (not (true (gone ?i))))
        (<= (legal ?r wait) (role ?r) (not (true (turn ?r))))
        (<= (next (turn ?q)) (true (turn ?r)) (after ?r ?q))
        (<= (next (gone ?i)) (true (gone ?i)))
        (<= (next (gone ?i)) (does ?r (pick ?i)))
        (<= (next (last ?r ?i)) (does ?r (pick ?i)))
        (<= terminal (true (last random ?i)))
        (<= (goal x 100) (true (last random 0)))
        (<= (goal x 0) (not (true (last random 0))))
        (goal y 0)
    """)


def quantified(sheet: gdl.RuleSheet, horizon: int, without: tuple[str, ...] = ()) -> Sqasp:
    return gdlc.quantify(gdlc.ground(sheet, role="x", horizon=horizon), without=without)


def shape(program: Sqasp) -> list[tuple[int, str, int]]:
    levels: dict[tuple[int, str], int] = {}
    for q in program.prefix:
        levels[q.level, q.quantifier] = levels.get((q.level, q.quantifier), 0) + 1
    return [(level, quantifier, count) for (level, quantifier), count in levels.items()]


def test_choices_in_order_of_time() -> None:
    assert shape(quantified(game(moves=5), 3)) == [
        (1, "exists", 5),
        (2, "forall", 3),
        (3, "chance", 4),
    ]
    assert shape(quantified(game(moves=5, opponent=False), 2)) == [
        (1, "exists", 5),
        (2, "chance", 4),
    ]


def test_coins_have_the_probabilities_of_the_paper() -> None:
    program = quantified(game(moves=5), 3)
    coins = {
        program.program.names[q.atom]: q.probability
        for q in program.prefix
        if q.probability is not None
    }
    assert coins == {f"_coin({c},3)": Fraction(1, c) for c in (2, 3, 4, 5)}


@pytest.mark.parametrize("moves", [3, 4, 5, 6, 7])
def test_every_number_of_moves(moves: int) -> None:
    """The opponent takes number 0 if x leaves it; else random has one of the rest."""
    sheet = game(moves=moves)
    assert (
        gdlc.run(sheet, role="x", horizon=3).value == gdlc.search(sheet, role="x", horizon=3).value
    )
    alone = game(moves=moves, opponent=False)
    assert gdlc.run(alone, role="x", horizon=2).value == Fraction(1, moves - 1)


def test_a_digit_without_a_say_changes_nothing() -> None:
    """With one legal move left, all codes of the opponent lead to it."""
    sheet = game(moves=2)
    assert shape(quantified(sheet, 2, without=("cone",))) == [(1, "exists", 2), (2, "forall", 1)]
    assert shape(quantified(sheet, 2)) == [(1, "exists", 2)]
    # Nothing is left for random: the state is a dead end, which is worth 0.
    assert gdlc.run(sheet, role="x", horizon=3).value == 0


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (("1 {does(x", "{does(x"), "is not `1 {does"),
        (("_gdlc(role,2,y).\n", ""), "name no such role"),
    ],
)
def test_what_ground_does_not_write(edit: tuple[str, str], message: str) -> None:
    text = lp.write(gdlc.ground(game(), role="x", horizon=3))
    assert edit[0] in text
    with pytest.raises(InputError, match=message):
        gdlc.quantify(lp.read(text.replace(*edit)))


@pytest.mark.parametrize("other", ["y", "random"])
def test_a_move_that_turns_out_to_be_illegal(other: str) -> None:
    """z's forced first move makes `on` certain, and so `drop` illegal at step 2."""
    sheet = gdl.read(f"""
        (role z) (role {other}) (init (step 1))
        (<= (legal z noop) (true (step ?t)))
        (<= (legal {other} wait) (true (step ?t)))
        (<= (legal {other} drop) (not (true on)))
        (<= (next on) (does z noop))
        (<= (next (step 2)) (true (step 1)))
        (<= (next (step 3)) (true (step 2)))
        (<= terminal (true (step 3)))
        (goal z 100)
    """)
    assert gdlc.search(sheet, role="z", horizon=2).value == 1
    assert gdlc.run(sheet, role="z", horizon=2).value == 1


@pytest.mark.parametrize("chooser", ["x", "y"])
def test_moves_that_nothing_tells_apart_are_one(chooser: str) -> None:
    """Two of four moves set the same fluent, and one is legal only now and then."""
    sheet = gdl.read(f"""
        (role x) (role y) (init (step 1)) (init open)
        (succ 1 2) (succ 2 3)
        (<= (legal ?r noop) (role ?r) (distinct ?r {chooser}))
        (legal {chooser} (go a)) (legal {chooser} (go b)) (legal {chooser} (go c))
        (<= (legal {chooser} (go d)) (true open))
        (<= (next (at left)) (does {chooser} (go a)))
        (<= (next (at left)) (does {chooser} (go b)))
        (<= (next (at right)) (does {chooser} (go c)))
        (<= (next (at right)) (does {chooser} (go d)))
        (<= (next (at ?p)) (true (at ?p)))
        (<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
        (<= terminal (true (step 3)))
        (<= (goal x 100) (true (at left)) (true (at right)))
        (goal y 0)
    """)
    program = gdlc.ground(sheet, role="x", horizon=2)
    merged = gdlc.quantify(program)
    # At step 1 `open` holds, so that all four are always legal; at step 2 three are.
    kept = {
        "x": ["does(x,go(a),1)", "does(x,go(c),1)", "does(x,go(a),2)", "does(x,go(c),2)"],
        "y": ["_dec(y,1,1)", "_dec(y,1,2)"],
    }
    assert [merged.program.names[q.atom] for q in merged.prefix] == kept[chooser]
    assert merged.same[f"does({chooser},go(a),1)"] == [f"does({chooser},go(b),1)"]
    expected = gdlc.search(sheet, role="x", horizon=2)
    for without in ((), ("merge",), ("cone", "merge")):
        found = gdlc.run(sheet, role="x", horizon=2, without=without)
        assert found.value == expected.value
    if chooser == "x":
        assert gdlc.run(sheet, role="x", horizon=2).move in ("(go a)", "(go c)")
