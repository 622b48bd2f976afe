"""What may depend on the state and on the moves, and what may not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gdlc.formats.gdl import RuleSheet
from gdlc.rules.arcs import Arc, Graph
from gdlc.rules.finding import Finding, at
from gdlc.rules.keywords import NEVER_PREMISES

# `legal`, `goal` and `terminal` are asked for in a state, even where it does not matter to them.
_OF_THE_STATE = ("true", "does", "legal", "goal", "terminal")
_OF_THE_MOVES = ("does",)
_LIMITS = (
    (
        ("init", "base", "input"),
        _OF_THE_STATE,
        "depends-on-state",
        "the state",
        "`{head}` is asked once, before there is a state: use only relations that are the same"
        " in all states, or leave this premise out",
    ),
    (
        ("legal", "terminal", "goal"),
        _OF_THE_MOVES,
        "depends-on-moves",
        "the moves",
        "`{head}` is asked before the players move: ask with `true` for what earlier moves left"
        " behind, or with `legal` for what may be done",
    ),
)
_LEGAL_HINT = (
    "`legal` says what players may choose, before anybody does: leave this premise out, or ask"
    " with `true` for what earlier moves left behind"
)


def directions(sheet: RuleSheet, graph: Graph) -> Iterator[Finding]:
    """Rules that ask for the state or the moves where there are none yet, with the way there."""
    for heads, sources, code, what, hint in _LIMITS:
        ways = graph.ways(sources, without=NEVER_PREMISES)
        for head in heads:
            for arc in graph.arcs.get(head, ()):
                if arc.atom.predicate in ways and arc.atom.predicate not in NEVER_PREMISES:
                    yield at(
                        sheet,
                        arc.atom.span,
                        code,
                        f"`{head}` depends on {what} through {_chain(arc, ways)}",
                        _LEGAL_HINT if head == "legal" else hint.format(head=head),
                        (head, arc.atom.predicate),
                    )


def _chain(arc: Arc, ways: Mapping[str, Arc | None]) -> str:
    """`a`, which uses `b` (line 7), which uses `does` (line 9)"""
    text = f"`{arc.atom.predicate}`"
    step = ways[arc.atom.predicate]
    while step is not None:
        text += f", which uses `{step.atom.predicate}` (line {step.atom.span.line})"
        step = ways[step.atom.predicate]
    return text
