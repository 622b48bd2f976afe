"""A state graph in DOT, the language of Graphviz.

Written here and not by a library: words of a game hold quotes, backslashes and ampersands, which
labels read as escapes, and legend and goals need labels of both kinds.
"""

from __future__ import annotations

import colorsys
from collections.abc import Iterable, Iterator
from fractions import Fraction

from gdlc.formats.errors import UsageError
from gdlc.machine.board import Layout
from gdlc.machine.graph import Arc, Node, StateGraph
from gdlc.machine.visible import visible, xml

LABELS = ("auto", "number", "fluents", "board", "none")
MOVES = ("all", "choice", "none")
SMALL_BOARD = 25  # cells
_LONGEST_VALUE = 15  # characters of a fraction that is shown in a node
_NO_GOAL = "#dddddd"
_FONT = "Helvetica"


def dot(graph: StateGraph, *, labels: str = "auto", moves: str = "all", legend: bool = True) -> str:
    """The graph as DOT text; the arguments are those of `StateGraph.dot`.

    Shape:  N nodes, A arcs -> N + A + 6 lines
    Raises: UsageError
    """
    if labels not in LABELS:
        raise UsageError(f"unknown labels `{labels}`", hint=f"one of {', '.join(LABELS)}")
    if moves not in MOVES:
        raise UsageError(f"unknown moves `{moves}`", hint=f"one of {', '.join(MOVES)}")
    return "".join(f"{line}\n" for line in _Writer(graph, labels, moves).lines(legend))


class _Writer:
    def __init__(self, graph: StateGraph, labels: str, moves: str) -> None:
        self._graph = graph
        self._moves = moves
        self._layout: Layout | None = None
        if labels in ("auto", "board"):
            self._layout = graph.game.layout()
            if labels == "board" and self._layout is None:
                raise UsageError(
                    "the game has no board", hint="--labels fluents shows the states in words"
                )
            if labels == "auto":
                small = self._layout is not None and self._layout.size <= SMALL_BOARD
                labels = "board" if small else "number"
        self._labels = labels
        self._boxes = labels in ("fluents", "board")
        self._hues = _hues(graph.players)

    def lines(self, legend: bool) -> Iterator[str]:
        shape = "box" if self._boxes else "ellipse"
        face = "Courier" if self._labels == "board" else _FONT
        yield "digraph states {"
        below = f", labelloc=b, label=<{self._legend()}>" if legend else ""
        yield f'  graph [fontname="{_FONT}", fontsize=11, nodesep=0.3, ranksep=0.6{below}];'
        yield (
            f'  node [shape={shape}, style=filled, fillcolor=white, fontname="{face}", '
            "fontsize=12, width=0.4, height=0.4, margin=0.06];"
        )
        yield f'  edge [fontname="{_FONT}", fontsize=9, arrowsize=0.6];'
        yield '  start [shape=point, style=invis, width=0.01, height=0.01, label=""];'
        yield "  start -> 0;"
        for node in self._graph.nodes:
            yield f"  {node.number} [{', '.join(self._node(node))}];"
        for arc in self._graph.arcs:
            yield f"  {arc.source} -> {arc.target} [{', '.join(self._arc(arc))}];"
        yield "}"

    # Nodes

    def _node(self, node: Node) -> Iterator[str]:
        yield f"label={self._label(node)}"
        yield f"tooltip={self._tooltip(node)}"
        if node.is_terminal:
            yield from self._filling(node)
            yield "penwidth=3"
        elif node.is_cut:
            yield 'style="filled,dashed"'
        elif node.is_stuck:
            yield 'style="filled,dotted"'
            yield "penwidth=2"

    def _label(self, node: Node) -> str:
        state = node.state
        lines = [] if self._labels == "none" else [str(node.number)]
        if self._labels == "fluents":
            lines += state.fluents
        elif self._labels == "board" and self._layout is not None:
            board = state.board()
            assert board is not None
            lines += board.grid().rstrip("\n").split("\n")
        if node.is_terminal and self._labels != "none":
            goals = " / ".join(_some(values) for values in node.goals.values())
            lines.append(f"goal {goals}")
        if node.value is not None:
            lines.append(f"value {_shown_value(node.value)}")
        # A line ends in \l where it stands at the left, as boards must.
        return quoted("\n".join(lines), "\\l" if self._labels == "board" else "\\n")

    def _tooltip(self, node: Node) -> str:
        notes = [f"state {node.number}, {_steps(node.depth)}"]
        notes += [f"goal of {role}: {_some(values)}" for role, values in node.goals.items()]
        if node.value is not None:
            notes.append(f"value: {node.value}")
        if node.is_cut:
            notes.append("not all moves are shown")
        if node.is_stuck:
            notes.append("some role has no legal move")
        return _tooltip((*notes, *node.state.fluents))

    def _filling(self, node: Node) -> Iterator[str]:
        """A part for each player, as wide as its share of the goals, as strong as its goal."""
        goals = {
            role: min(100, max(0, values[-1] if values else 0))
            for role, values in node.goals.items()
        }
        total = sum(goals.values())
        parts = [
            (Fraction(goal, total), _colour(self._hues[role], goal))
            for role, goal in goals.items()
            if goal > 0
        ]
        if not parts:
            yield f'fillcolor="{_NO_GOAL}"'
        elif len(parts) == 1:
            yield f'fillcolor="{parts[0][1]}"'
        else:
            # The last part takes what is left, so that rounding leaves no gap.
            shares = [f"{colour};{float(share):.4f}" for share, colour in parts[:-1]]
            yield f"style={'striped' if self._boxes else 'wedged'}"
            yield f'fillcolor="{":".join((*shares, parts[-1][1]))}"'

    # Arcs

    def _arc(self, arc: Arc) -> Iterator[str]:
        roles = self._graph.game.roles
        places = arc.choosing or range(len(roles))
        words = []
        if self._moves == "all":
            words = [*arc.moves]
        elif self._moves == "choice":
            words = [arc.moves[place] for place in places]
        if arc.probability is not None:
            words.append(str(arc.probability))
        if words:
            yield f"label={quoted(chr(10).join(words))}"
        notes = [f"{role}: {move}" for role, move in zip(roles, arc.moves, strict=True)]
        if arc.probability is not None:
            notes.append(f"probability: {arc.probability}")
        text = _tooltip(notes)
        yield f"tooltip={text}"
        if words:
            yield f"labeltooltip={text}"

    # Legend

    def _legend(self) -> str:
        nodes, arcs = len(self._graph.nodes), len(self._graph.arcs)
        rows = [[_words(f"{nodes} states, {arcs} moves; heavy border: terminal")]]
        if any(node.is_terminal for node in self._graph.nodes):
            for role in self._graph.players:
                swatches = [
                    f'<td bgcolor="{_colour(self._hues[role], goal)}">{goal}</td>'
                    for goal in (100, 50, 1)
                ]
                rows.append([_words(f"goal of {role}", 1), *swatches])
        if not self._graph.is_complete:
            rows.append([_words("dashed: not all moves are shown")])
        if any(node.is_stuck for node in self._graph.nodes):
            rows.append([_words("dotted: some role has no legal move")])
        if self._graph.unrolled:
            rows.append([_words("each state once for each number of steps that lead there")])
        body = "".join(f"<tr>{''.join(cells)}</tr>" for cells in rows)
        return f'<table border="0" cellspacing="2" cellpadding="2">{body}</table>'


def _words(text: str, columns: int = 4) -> str:
    return f'<td align="left" colspan="{columns}">{xml(visible(text))}</td>'


def _tooltip(lines: Iterable[str]) -> str:
    # Graphviz reads the escapes in tooltips of nodes twice and in those of arcs once, so no
    # spelling of a backslash is right in both: a letter that looks like one stands for it.
    return quoted("\n".join(lines).replace("\\", "\N{REVERSE SOLIDUS OPERATOR}"))


def quoted(text: str, end: str = "\\n") -> str:
    """A text as a label in quotation marks, its lines closed or parted by `end`."""
    lines = [visible(line) for line in text.split("\n")]
    # Labels know escapes that begin with a backslash, and the entities of HTML.
    lines = [line.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;") for line in lines]
    shown = "".join(f"{line}{end}" for line in lines) if end == "\\l" else end.join(lines)
    return f'"{shown}"'


def _some(values: tuple[int, ...]) -> str:
    """The goal values of a role: one, mostly."""
    return ",".join(map(str, values)) or "-"


def _steps(depth: int) -> str:
    return "1 step" if depth == 1 else f"{depth} steps"


def _shown_value(value: Fraction) -> str:
    text = str(value)
    return text if len(text) <= _LONGEST_VALUE else f"~{float(value):.6f}"


def _hues(players: tuple[str, ...]) -> dict[str, float]:
    """Blue and orange for two: they can be told apart by all eyes."""
    return {role: (0.58 + number / len(players)) % 1 for number, role in enumerate(players)}


def _colour(hue: float, goal: int) -> str:
    """Nearly white for 1, strong for 100, and light enough for black letters."""
    parts = colorsys.hls_to_rgb(hue, 0.96 - 0.34 * goal / 100, 0.35 + 0.5 * goal / 100)
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)
