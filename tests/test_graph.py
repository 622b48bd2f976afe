"""The state graph: what is in it, where it is cut, what its states are worth, its text in DOT."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import networkx
import pytest

import gdlc
from gdlc.formats import gdl
from gdlc.formats.errors import LimitReached, UsageError
from gdlc.machine.graph import ARCS_A_STATE, Node, StateGraph
from gdlc.report import Report

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"

# Both choose at once; each of the four ends has other goals.
FOUR_ENDS = """\
(role left) (role right)
(init (at 0))
(legal left a) (legal left b) (legal right c) (legal right d)
(<= (next (end 1)) (does left a) (does right c))
(<= (next (end 2)) (does left a) (does right d))
(<= (next (end 3)) (does left b) (does right c))
(<= (next (end 4)) (does left b) (does right d))
(<= terminal (true (end ?x)))
(<= (goal left ?g) (true (end ?x)) (left ?x ?g))
(<= (goal right ?g) (true (end ?x)) (right ?x ?g))
(left 1 100) (right 1 0) (left 2 0) (right 2 100) (left 3 50) (right 3 50) (left 4 0) (right 4 0)
"""
# A counter that never ends.
ENDLESS = """\
(role x)
(init (depth z))
(legal x go)
(<= (next (depth (s ?n))) (true (depth ?n)))
(<= terminal (true (depth never)))
(<= (goal x 100) terminal)
"""
STUCK = """\
(role x)
(init a)
(<= (legal x go) (true a))
(<= (next b) (true a))
(<= terminal (true c))
(<= (goal x 100) (true c))
(<= (next c) (true c))
"""
MANY = (
    "(role x) (role y)\n"
    + "".join(f"(number {n})" for n in range(300))
    + """
(<= (legal ?r ?n) (role ?r) (number ?n))
(<= (next (sum ?m ?n)) (does x ?m) (does y ?n))
(<= terminal (true (sum ?m ?n)))
(goal x 100) (goal y 0)
"""
)
FOUR_ENDS_DOT = r"""digraph states {
  graph [fontname="Helvetica", fontsize=11, nodesep=0.3, ranksep=0.6];
  node [shape=ellipse, style=filled, fillcolor=white, fontname="Helvetica", fontsize=12, width=0.4, height=0.4, margin=0.06];
  edge [fontname="Helvetica", fontsize=9, arrowsize=0.6];
  start [shape=point, style=invis, width=0.01, height=0.01, label=""];
  start -> 0;
  0 [label="0", tooltip="state 0, 0 steps\n(at 0)"];
  1 [label="1\ngoal 100 / 0", tooltip="state 1, 1 step\ngoal of left: 100\ngoal of right: 0\n(end 1)", fillcolor="#4ca1f0", penwidth=3];
  2 [label="2\ngoal 0 / 100", tooltip="state 2, 1 step\ngoal of left: 0\ngoal of right: 100\n(end 2)", fillcolor="#f09b4c", penwidth=3];
  3 [label="3\ngoal 50 / 50", tooltip="state 3, 1 step\ngoal of left: 50\ngoal of right: 50\n(end 3)", style=wedged, fillcolor="#a9cbea;0.5000:#eac8a9", penwidth=3];
  4 [label="4\ngoal 0 / 0", tooltip="state 4, 1 step\ngoal of left: 0\ngoal of right: 0\n(end 4)", fillcolor="#dddddd", penwidth=3];
  0 -> 1 [label="a\nc", tooltip="left: a\nright: c", labeltooltip="left: a\nright: c"];
  0 -> 2 [label="a\nd", tooltip="left: a\nright: d", labeltooltip="left: a\nright: d"];
  0 -> 3 [label="b\nc", tooltip="left: b\nright: c", labeltooltip="left: b\nright: c"];
  0 -> 4 [label="b\nd", tooltip="left: b\nright: d", labeltooltip="left: b\nright: d"];
}
"""  # noqa: E501


def example(name: str) -> gdlc.Game:
    return gdlc.load(EXAMPLES / f"{name}.kif")


def sheet(text: str) -> gdl.RuleSheet:
    return gdl.read(text, "game.kif")


# What is in it


def test_tic_tac_toe_has_5478_states():
    graph = gdlc.graph(example("ttt"), max_states=10_000)
    assert graph.is_complete
    assert (len(graph.nodes), len(graph.arcs)) == (5478, 16167)
    assert sum(node.is_terminal for node in graph.nodes) == 958
    assert max(node.depth for node in graph.nodes) == 9


@pytest.mark.parametrize("name", ["ttt", "nim", "dice", "river", "odd_words", "same_step"])
@pytest.mark.parametrize("unroll", [False, True])
def test_arcs_are_all_joint_moves_and_lead_to_the_next_state(name: str, unroll: bool):
    if unroll:
        role = next(role for role in example(name).roles if role != gdl.RANDOM)
        graph = gdlc.graph(example(name), values=True, role=role, horizon=3)
    else:
        graph = gdlc.graph(example(name), max_states=300)
    states = [(node.state, node.depth if unroll else 0) for node in graph.nodes]
    assert len(set(states)) == len(states)
    moves: dict[int, list[tuple[str, ...]]] = {node.number: [] for node in graph.nodes}
    for arc in graph.arcs:
        source, target = graph.nodes[arc.source], graph.nodes[arc.target]
        assert source.state.next(arc.moves) == target.state
        assert target.depth <= source.depth + 1
        moves[arc.source].append(arc.moves)
    for node in graph.nodes:
        if not node.is_cut:
            assert moves[node.number] == list(node.state.joint_moves())
        assert node.is_terminal == node.state.is_terminal


@pytest.mark.parametrize("name", ["ttt", "connect3", "dice", "odd_words"])
def test_both_engines_give_the_same_text(name: str):
    texts = [
        gdlc.graph(gdlc.load(EXAMPLES / f"{name}.kif", engine=engine), max_states=60).dot()
        for engine in ("compiled", "interpreted")
    ]
    assert texts[0] == texts[1]


def test_moves_of_random_have_their_probability():
    graph = gdlc.graph(example("dice"))
    for node in graph.nodes:
        arcs = [arc for arc in graph.arcs if arc.source == node.number]
        if "rolling" in node.state.fluents:
            assert [arc.probability for arc in arcs] == [Fraction(1, 6)] * 6
        else:
            assert all(arc.probability is None for arc in arcs)


def test_several_moves_may_join_two_states():
    graph = gdlc.graph(example("nim"), max_states=200)
    pairs = [(arc.source, arc.target) for arc in graph.arcs]
    assert len(set(pairs)) < len(pairs)
    assert graph.to_networkx().number_of_edges() == len(pairs)


def test_networkx_gets_all_that_is_known():
    graph = gdlc.graph(example("river"), values=True, horizon=7)
    found = graph.to_networkx()
    assert isinstance(found, networkx.MultiDiGraph)
    assert found.number_of_nodes() == len(graph.nodes)
    assert found.nodes[0]["fluents"] == graph.nodes[0].state.fluents
    assert found.nodes[0]["value"] == 1
    ends = [node for node, data in found.nodes(data=True) if data["terminal"]]
    assert {found.nodes[end]["goals"]["farmer"] for end in ends} == {(0,), (100,)}
    assert networkx.is_directed_acyclic_graph(found)
    assert not networkx.is_directed_acyclic_graph(gdlc.graph(example("river")).to_networkx())


# Limits


def test_a_game_without_end_is_cut_with_a_warning():
    told: list[str] = []
    graph = gdlc.graph(example("odd_words"), max_states=10, report=Report(warn=told.append))
    assert len(graph.nodes) == 10
    assert graph.cut_by == ("states",)
    assert len(told) == 1
    assert told[0].startswith("the graph was cut at 10 states: ")


def test_terms_that_grow_for_ever_need_no_grounding():
    game = gdlc.Game(sheet(ENDLESS), engine="interpreted")
    graph = gdlc.graph(game, max_states=50)
    assert len(graph.nodes) == 50
    assert [node.number for node in graph.nodes if node.is_cut] == [49]


def test_depth_is_no_reason_for_a_warning():
    told: list[str] = []
    graph = gdlc.graph(example("ttt"), depth=2, report=Report(warn=told.append))
    assert (len(graph.nodes), len(graph.arcs)) == (82, 81)
    assert graph.cut_by == ("depth",)
    assert not told


def test_depth_0_is_the_initial_state():
    graph = gdlc.graph(example("ttt"), depth=0)
    assert (len(graph.nodes), len(graph.arcs)) == (1, 0)
    assert graph.nodes[0].is_cut


def test_the_initial_state_may_be_the_end():
    graph = gdlc.graph(example("over_at_start"), depth=0)
    assert graph.is_complete
    assert graph.nodes[0].is_terminal


def test_a_state_without_moves_is_stuck():
    graph = gdlc.graph(sheet(STUCK))
    assert [node.is_stuck for node in graph.nodes] == [False, True]
    assert "dotted" in graph.dot()


def test_ninety_thousand_moves_of_one_state_are_cut():
    graph = gdlc.graph(sheet(MANY), max_states=100)
    assert len(graph.nodes) == 100
    assert graph.nodes[0].is_cut
    assert not graph.nodes[99].is_cut  # it is an end, whatever was left out
    same = sheet(MANY.replace("(next (sum ?m ?n))", "(next (sum 1 1))"))
    graph = gdlc.graph(same, max_states=100)
    assert (len(graph.nodes), len(graph.arcs)) == (2, 100 * ARCS_A_STATE)
    assert graph.cut_by == ("arcs",)


def test_a_limit_of_time_ends_it():
    with pytest.raises(LimitReached):
        gdlc.graph(example("ttt"), max_states=10_000, timeout=0.000001)


@pytest.mark.parametrize(
    "wrong",
    [
        {"max_states": 0},
        {"max_states": True},
        {"depth": -1},
        {"depth": 1.5},
        {"role": "xplayer"},
        {"values": True},
        {"values": True, "horizon": 3},
        {"values": True, "horizon": 3, "role": "nobody"},
        {"values": True, "horizon": -1, "role": "xplayer"},
        {"values": True, "horizon": 3, "role": "xplayer", "objective": "most"},
    ],
)
def test_wrong_calls(wrong: dict[str, object]):
    with pytest.raises(UsageError):
        gdlc.graph(example("ttt"), **wrong)  # type: ignore[arg-type]


# Values


@pytest.mark.parametrize(
    ("name", "role", "horizon", "objective"),
    [
        ("nim", "xplayer", 12, "win"),
        ("nim", "oplayer", 18, "win"),
        ("dice", "gambler", 20, "score"),
        ("river", "farmer", 7, "win"),
        ("same_step", "guesser", 3, "score"),
        ("odd_words", "O'Brien", 8, "win"),
        ("ttt", "oplayer", 9, "score"),
        ("over_at_start", None, 0, "win"),
        ("monty_hall", None, 5, "win"),
    ],
)
def test_values_agree_with_search(name: str, role: str | None, horizon: int, objective: str):
    game = example(name)
    role = role or next(role for role in game.roles if role != gdl.RANDOM)
    graph = gdlc.graph(
        game, max_states=100_000, values=True, role=role, horizon=horizon, objective=objective
    )
    answer = gdlc.search(game, role=role, horizon=horizon, objective=objective)
    assert graph.nodes[0].value == answer.value
    _require_expected_minimax(graph, role, horizon, objective)


def _require_expected_minimax(graph: StateGraph, role: str, horizon: int, objective: str) -> None:
    """Each value follows from those of the next states, which the search shares no code with."""
    place = graph.game.roles.index(role)
    follow: dict[int, dict[tuple[str, ...], list[tuple[str, Fraction]]]] = {}
    random = graph.game.roles.index(gdl.RANDOM) if gdl.RANDOM in graph.game.roles else None
    for arc in graph.arcs:
        players = tuple(move for at, move in enumerate(arc.moves) if at != random)
        value = graph.nodes[arc.target].value
        assert value is not None
        follow.setdefault(arc.source, {}).setdefault(players, []).append((arc.moves[place], value))
    for node in graph.nodes:
        assert node.value == _expected(node, follow.get(node.number, {}), role, horizon, objective)


def _expected(
    node: Node,
    follow: dict[tuple[str, ...], list[tuple[str, Fraction]]],
    role: str,
    horizon: int,
    objective: str,
) -> Fraction:
    if node.is_terminal:
        goals = node.goals[role]
        if objective == "score":
            return Fraction(goals[0], 100) if goals else Fraction(0)
        return Fraction(100 in goals)
    if node.is_stuck or node.depth == horizon:
        return Fraction(0)
    best: dict[str, Fraction] = {}
    for outcomes in follow.values():
        mean = sum((value for _, value in outcomes), Fraction(0)) / len(outcomes)
        move = outcomes[0][0]
        best[move] = min(best.get(move, mean), mean)
    return max(best.values())


def test_a_state_has_a_value_for_each_number_of_steps_left():
    graph = gdlc.graph(example("river"), values=True, horizon=9)
    start = [node for node in graph.nodes if node.state == graph.nodes[0].state]
    assert [(node.depth, node.value) for node in start[:3]] == [(0, 1), (2, 1), (4, 0)]


def test_values_are_those_of_the_whole_horizon_where_less_is_shown():
    graph = gdlc.graph(example("nim"), values=True, role="xplayer", horizon=18, depth=1)
    assert graph.nodes[0].value == Fraction(44, 81)
    assert max(node.depth for node in graph.nodes) == 1


# DOT


def test_the_text_of_a_small_graph():
    text = gdlc.graph(sheet(FOUR_ENDS)).dot(legend=False)
    assert text == FOUR_ENDS_DOT


def test_goals_are_told_apart_by_colour():
    fills = [
        line.split("fillcolor=")[1].split(",")[0]
        for line in gdlc.graph(sheet(FOUR_ENDS)).dot().splitlines()
        if "penwidth=3" in line
    ]
    assert len(fills) == 4
    assert len(set(fills)) == 4


def test_what_stands_in_nodes_and_at_arcs():
    graph = gdlc.graph(example("ttt"), depth=1)
    assert 'label="0\\l. . .\\l. . .\\l. . .\\l"' in graph.dot()
    assert graph.dot(labels="board") == graph.dot()
    assert '0 [label="0", ' in graph.dot(labels="number")
    assert '0 [label="0\\n(turn xplayer)", ' in graph.dot(labels="fluents")
    assert '0 [label="", ' in graph.dot(labels="none")
    assert '0 -> 1 [label="(mark 1 1)\\nwait", ' in graph.dot()
    assert '0 -> 1 [label="(mark 1 1)", ' in graph.dot(moves="choice")
    assert "0 -> 1 [tooltip=" in graph.dot(moves="none")
    with pytest.raises(UsageError, match="unknown labels"):
        graph.dot(labels="words")
    with pytest.raises(UsageError, match="unknown moves"):
        graph.dot(moves="some")
    with pytest.raises(UsageError, match="no board"):
        gdlc.graph(example("dice")).dot(labels="board")
