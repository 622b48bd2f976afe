"""The state graph of a game: nodes are states, arcs are joint moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from gdlc.formats.errors import UsageError
from gdlc.formats.gdl import RANDOM
from gdlc.machine.game import Game, State, fluents_of
from gdlc.stop import Stop

MAX_STATES = 1000
# A state may have more joint moves than the whole graph has states, to few states or to one.
ARCS_A_STATE = 50
_PAUSE = 16  # arcs between two looks at the stop token


@dataclass(frozen=True)
class Node:
    """A state of the graph.

    number:   from 0, in the order of discovery
    depth:    the fewest steps that lead here; in an unrolled graph all ways take so many
    goals:    of a terminal state: for each player all its goal values, lowest first
    is_stuck: not terminal, but some role has no legal move
    is_cut:   the play goes on, but not all moves are shown
    value:    with the steps that are left, where values were asked for
    """

    number: int
    state: State
    depth: int
    is_terminal: bool
    goals: Mapping[str, tuple[int, ...]]
    is_stuck: bool = False
    is_cut: bool = False
    value: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Arc:
    """A joint move.

    moves:       of all roles, in the order of the game
    probability: of the move of `random`, where it has a choice; else None
    choosing:    the roles with more than one legal move, by their places
    """

    source: int
    target: int
    moves: tuple[str, ...]
    probability: Fraction | None
    choosing: tuple[int, ...]


@dataclass(frozen=True)
class StateGraph:
    """States and joint moves, breadth first from the state in which plays begin.

    nodes:    node n has the number n; node 0 is the first state
    arcs:     by source, then by moves; one for each joint move, so several may join two states
    unrolled: nodes are pairs of a state and the steps that led there
    cut_by:   what left states without their moves: `states`, `arcs`, `depth`; empty if nothing
    """

    game: Game
    nodes: tuple[Node, ...]
    arcs: tuple[Arc, ...]
    unrolled: bool = False
    cut_by: tuple[str, ...] = ()

    @property
    def players(self) -> tuple[str, ...]:
        """All roles but `random`."""
        return tuple(role for role in self.game.roles if role != RANDOM)

    @property
    def is_complete(self) -> bool:
        """Whether no play goes on behind what is shown."""
        return not any(node.is_cut for node in self.nodes)

    def longest_play(self) -> int | None:
        """The most joint moves that lead from the first state to others without coming back to one;
        None if a play can come back to a state. pre: `is_complete`"""
        missing = [0] * len(self.nodes)  # for each node its arcs whose sources are still waited for
        leaving: list[list[int]] = [[] for _ in self.nodes]
        for arc in self.arcs:
            missing[arc.target] += 1
            leaving[arc.source].append(arc.target)
        length = [0] * len(self.nodes)
        ready = [number for number, count in enumerate(missing) if count == 0]
        for source in ready:
            for target in leaving[source]:
                length[target] = max(length[target], length[source] + 1)
                missing[target] -= 1
                if missing[target] == 0:
                    ready.append(target)
        return max(length) if len(ready) == len(self.nodes) else None

    def with_values(self, value: Callable[[Node], Fraction]) -> StateGraph:
        """The same graph with a value at each node."""
        nodes = tuple(replace(node, value=value(node)) for node in self.nodes)
        return replace(self, nodes=nodes)

    def cut_in_words(self) -> str:
        """What was left out; empty if nothing was."""
        if self.is_complete:
            return ""
        number = sum(node.is_cut for node in self.nodes)
        shown = "1 state is" if number == 1 else f"{number} states are"
        limits = {
            "states": f"{len(self.nodes)} states",
            "arcs": f"{len(self.arcs)} moves",
            "depth": f"depth {max(node.depth for node in self.nodes)}",
        }
        where = " and ".join(limits[limit] for limit in self.cut_by)
        return f"the graph was cut at {where}: {shown} shown without all moves, dashed"

    def to_networkx(self) -> Any:
        """A networkx.MultiDiGraph. Nodes are numbers with `fluents`, `depth`, `terminal`, `stuck`,
        `goals`, `cut` and `value`; arcs have `moves` and `probability`."""
        import networkx

        graph = networkx.MultiDiGraph()
        for node in self.nodes:
            graph.add_node(
                node.number,
                fluents=node.state.fluents,
                depth=node.depth,
                terminal=node.is_terminal,
                stuck=node.is_stuck,
                goals=dict(node.goals),
                cut=node.is_cut,
                value=node.value,
            )
        for arc in self.arcs:
            graph.add_edge(arc.source, arc.target, moves=arc.moves, probability=arc.probability)
        return graph

    def dot(self, *, labels: str = "auto", moves: str = "all", legend: bool = True) -> str:
        """The graph in the language of Graphviz.

        labels: what stands in a node: `number`, `fluents`, `board`, `none`; `auto` takes the board
                where there is a small one, else the number
        moves:  at arcs: `all` moves of the joint move, those of roles with a `choice`, or `none`
        legend: what colours and lines mean, below the graph
        Raises: UsageError for other words, or if the game has no board
        """
        from gdlc.machine.graph_dot import dot

        return dot(self, labels=labels, moves=moves, legend=legend)


def explore(
    game: Game,
    *,
    max_states: int = MAX_STATES,
    depth: int | None = None,
    unroll: bool = False,
    start: State | Iterable[str] | None = None,
    stop: Stop | None = None,
) -> StateGraph:
    """The state graph, breadth first.

    max_states: when one more would be found, nothing is explored any more
    depth:      states that so many steps lead to get no arcs; None: no limit
    unroll:     tell states apart by the steps that lead there
    start:      the first state, or its fluents in KIF; None: the initial state
    Shape:      N <= max_states nodes, at most ARCS_A_STATE * max_states arcs
    Raises:     UsageError for limits out of range; InputError for rules without a meaning, or goals
                that are no integers; LimitReached and Interrupted when `stop` says so
    """
    _require_limits(max_states, depth)
    stop = stop or Stop()
    game.prepare(stop)
    first = game.initial() if start is None else game.state(fluents_of(start))
    return _Exploration(game, max_states, depth, unroll, stop).graph(first)


def _require_limits(max_states: object, depth: object) -> None:
    for name, value, least in (("max_states", max_states, 1), ("depth", depth, 0)):
        whole = isinstance(value, int) and not isinstance(value, bool) and value >= least
        if not whole and not (name == "depth" and value is None):
            raise UsageError(f"{name} {value!r} is no whole number of at least {least}")


class _Exploration:
    """One breadth-first search.

    numbers: of states, with their depth if the graph is unrolled, else with 0
    full:    a limit was met; from then on only what is known already is looked at
    """

    def __init__(
        self, game: Game, max_states: int, depth: int | None, unroll: bool, stop: Stop
    ) -> None:
        self._game = game
        self._max_states = max_states
        self._depth = depth
        self._unroll = unroll
        self._stop = stop
        self._states: list[tuple[State, int]] = []
        self._numbers: dict[tuple[State, int], int] = {}
        self._arcs: list[Arc] = []
        self._full = ""

    def graph(self, first: State) -> StateGraph:
        self._number(first, 0)
        nodes: list[Node] = []
        cut_by: dict[str, None] = {}
        while len(nodes) < len(self._states):
            self._stop.check()
            node = self._node(len(nodes))
            if not node.is_terminal and not node.is_stuck:
                reason = self._full
                if not reason and node.depth == self._depth:
                    reason = "depth"
                if not reason:
                    self._expand(node)
                    reason = self._full
                if reason:
                    cut_by[reason] = None
                    node = replace(node, is_cut=True)
            nodes.append(node)
        return StateGraph(self._game, tuple(nodes), tuple(self._arcs), self._unroll, tuple(cut_by))

    def _number(self, state: State, depth: int) -> int | None:
        """The number of a state, a new one if there is room."""
        key = (state, depth if self._unroll else 0)
        found = self._numbers.get(key)
        if found is None and len(self._states) < self._max_states:
            found = self._numbers[key] = len(self._states)
            self._states.append((state, depth))
        return found

    def _node(self, number: int) -> Node:
        state, depth = self._states[number]
        if state.is_terminal:
            players = (role for role in self._game.roles if role != RANDOM)
            goals = {role: state.goal_values(role) for role in players}
            return Node(number, state, depth, True, goals)
        return Node(number, state, depth, False, {}, is_stuck=state.is_stuck)

    def _expand(self, node: Node) -> None:
        for arc_number, (moves, probability, choosing) in enumerate(_moves(node.state)):
            if arc_number % _PAUSE == 0:
                self._stop.check()
            if len(self._arcs) >= ARCS_A_STATE * self._max_states:
                self._full = "arcs"
                return
            target = self._number(node.state.next(moves), node.depth + 1)
            if target is None:
                self._full = "states"
                return
            self._arcs.append(Arc(node.number, target, moves, probability, choosing))


def _moves(state: State) -> Iterator[tuple[tuple[str, ...], Fraction | None, tuple[int, ...]]]:
    """Joint moves, with the probability of what `random` does in them and who has a choice."""
    roles = state.game.roles
    counts = [len(state.legal(role)) for role in roles]
    choosing = tuple(place for place, count in enumerate(counts) if count > 1)
    probability = None
    if RANDOM in roles and counts[roles.index(RANDOM)] > 1:
        probability = Fraction(1, counts[roles.index(RANDOM)])
    for moves in state.joint_moves():
        yield moves, probability, choosing
