"""The verbs that draw: the state graph of a game, and states as boards."""

from __future__ import annotations

import os

from gdlc.cli.call import Call, Verb
from gdlc.cli.input import read_bytes, read_game, read_start, shown
from gdlc.cli.output import Output, encode
from gdlc.cli.pipeline import failed, prepared_output, write_artefact
from gdlc.formats.errors import InputError, UsageError

_ENDINGS = {".dot": "dot", ".gv": "dot", ".svg": "svg", ".png": "png", ".txt": "text"}
_NO_BOARD = (
    "a board is a relation of fluents such as (cell x y content), whose x and y are numerals or "
    "words that facts lead through from each to the next"
)


def _form(call: Call, output: Output, forms: tuple[str, ...]) -> str:
    """What to write: as asked for, else by the ending of the output, else the first."""
    asked: str | None = call.values["format"]
    if asked is not None:
        return asked
    ending = os.path.splitext(output.name)[1].lower()
    known = _ENDINGS.get(ending, forms[0])
    return known if known in forms else forms[0]


def _graph(call: Call) -> int:
    from gdlc.machine.game import Game
    from gdlc.machine.graph_draw import draw, require
    from gdlc.pictures import graph

    output = prepared_output(call)
    form = _form(call, output, ("dot", "svg", "png"))
    if form != "dot":
        require()
    sheet = read_game(call)
    found = graph(
        Game(sheet),
        **call.keywords("max_states", "depth", "values"),
        **call.keywords("role", "horizon", "max_horizon", "objective"),
        start=read_start(call, sheet),
        stop=call.stop,
        report=call.report,
    )
    text = found.dot(**call.keywords("labels", "moves", "legend"))
    if form == "dot":
        data = encode(text)
    else:
        with call.report.stage("draw"):
            data = draw(text, form, call.stop)
    stats = {
        "states": len(found.nodes),
        "moves": len(found.arcs),
        "cut": sum(node.is_cut for node in found.nodes),
    }
    write_artefact(call, output, form, data, stats)
    return 0


def _board(call: Call) -> int:
    from gdlc.formats import gdl
    from gdlc.machine.state_text import StateText, read_states
    from gdlc.pictures import boards

    output = prepared_output(call)
    form = _form(call, output, ("text", "svg"))
    name = call.values["state"]
    sheet = read_game(call)
    states: list[StateText | None] = [None]
    if name is not None:
        states = [*read_states(gdl.decode(read_bytes(name), shown(name)), shown(name))]
    if form == "svg" and len(states) > 1:
        raise UsageError(
            f"{shown(name)} has {len(states)} states; a picture shows one",
            hint="give a file with one of them, or write text",
        )
    try:
        found = boards(
            sheet, [None if state is None else state.fluents for state in states], stop=call.stop
        )
    except InputError as error:
        if error.file is None and name is not None:
            error.file = shown(name)
        raise
    if found is None:
        raise InputError(
            "the game has no board that could be found", file=sheet.file, hint=_NO_BOARD
        )
    if form == "svg":
        text = found[0].svg()
    else:
        blocks = []
        for state, board in zip(states, found, strict=True):
            head = f"{state.name}\n" if state is not None and state.name and len(found) > 1 else ""
            blocks.append(f"{head}{board}")
        text = "\n".join(blocks)
    layout = found[0].layout
    stats = {"boards": len(found), "columns": len(layout.columns), "rows": len(layout.rows)}
    write_artefact(call, output, form, encode(text), stats)
    return 0


VERBS = (
    Verb(
        name="graph",
        summary="the state graph of a game, as DOT, SVG or PNG",
        text="States are nodes, joint moves are arcs. What is written goes by --format, else by "
        "the ending of FILE behind -o, else it is DOT. SVG and PNG need the program dot of "
        "Graphviz. docs/graph.md tells what colours and lines mean.",
        examples=(
            "gdlc graph game.kif --depth 2 -o game.svg",
            "gdlc graph game.kif --values --role xplayer --horizon 6 -o game.png",
            "gdlc graph game.kif --labels fluents --moves choice",
        ),
        work=_graph,
        document=failed("graph"),
        artefact=True,
    ),
    Verb(
        name="board",
        summary="a state as a board, as text or SVG",
        text="Finds the relation that is the board, whatever its name. Without --state it shows "
        "the initial state. What is written goes by --format, else by the ending of FILE behind "
        "-o, else it is text.",
        examples=(
            "gdlc board game.kif",
            "gdlc board game.kif --state fluents.txt -o board.svg",
            "gdlc board game.kif --state play.jsonl",
        ),
        work=_board,
        document=failed("board"),
        artefact=True,
    ),
)
