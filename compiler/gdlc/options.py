"""The one table of options: the command line, the functions' keywords and the fuzzers read it.

What an option is called, what it takes, which verbs know it and whether it changes the answer
stands here and nowhere else; the kinds of what options take stand in option.py.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from gdlc.formats.errors import UsageError
from gdlc.option import Option, bytes_, choice, path, seconds, text, whole

__all__ = ["ANSWERS", "OPTIONS", "VERBS", "Option", "options_of", "sample", "validate"]

_ONE_RUN = (
    "ground",
    "quantify",
    "translate",
    "solve",
    "run",
    "search",
    "check",
    "fmt",
    "obfuscate",
    "simulate",
    "graph",
    "board",
)
VERBS = (*_ONE_RUN, "bench")
ANSWERS = ("solve", "run", "search")
_GAMES = ("ground", "run", "search")
_SOLVING = ("solve", "run")

OPTIONS: tuple[Option, ...] = (
    Option(
        name="role",
        kind=text(),
        help="the player whose chances are asked for; may be left out if there is only one",
        verbs=_GAMES,
        metavar="ROLE",
        changes=True,
        keyword=True,
    ),
    Option(
        name="horizon",
        kind=whole(0),
        help="the greatest number of steps; one joint move is a step",
        verbs=_GAMES,
        metavar="N",
        required=_GAMES,
        changes=True,
        keyword=True,
        samples=(0, 1, 2, 3, 4, 5, 6),
    ),
    Option(
        name="objective",
        kind=choice(("win", "score")),
        help="win: the chance of goal 100; score: the mean of goal/100",
        verbs=_GAMES,
        default="win",
        metavar="win|score",
        changes=True,
        keyword=True,
        samples=("win", "score"),
    ),
    Option(
        name="engine",
        kind=None,
        help="what finds the answer, or plays",
        verbs=(*ANSWERS, "simulate"),
        default="auto",
        choices={
            "solve": ("auto", "dpll"),
            "run": ("auto", "dpll"),
            "search": ("auto", "naive"),
            "simulate": ("auto", "compiled", "interpreted"),
        },
        keyword=True,
    ),
    Option(
        name="cache",
        kind=None,
        help="do not remember the values of residual formulas",
        verbs=_SOLVING,
        default=True,
        flag="--no-cache",
        keyword=True,
        samples=(True, False),
    ),
    Option(
        name="cache_bytes",
        kind=bytes_(),
        help="the most memory that the cache may hold, with k, M or G",
        verbs=_SOLVING,
        default=1 << 31,
        metavar="BYTES",
        keyword=True,
        samples=(1 << 12, 1 << 16, 1 << 30),
    ),
    Option(
        name="free",
        kind=choice(("inner", "outer")),
        help="where variables outside the prefix stand: existential, innermost or outermost",
        verbs=("solve",),
        metavar="inner|outer",
        changes=True,
    ),
    Option(
        name="verb",
        kind=choice(("run", "search")),
        help="what runs each row of the suite that does not say it in a column `verb`",
        verbs=("bench",),
        default="run",
        metavar="run|search",
    ),
    Option(
        name="simulate",
        kind=whole(0),
        help="play so many random games and look at every state",
        verbs=("check",),
        default=0,
        metavar="N",
        changes=True,
        keyword=True,
        samples=(0, 1, 3),
    ),
    Option(
        name="seed",
        kind=whole(0),
        help="of the random plays: the same seed, the same plays",
        verbs=("check", "simulate"),
        default=0,
        metavar="S",
        changes=True,
        keyword=True,
        samples=(0, 1, 7),
    ),
    Option(
        name="max_steps",
        kind=whole(1),
        help="give up a random play after so many steps",
        verbs=("check",),
        default=200,
        metavar="N",
        changes=True,
        keyword=True,
        samples=(1, 10, 200),
    ),
    Option(
        name="max_steps",
        kind=whole(1),
        help="give up a random play after so many steps",
        verbs=("simulate",),
        default=1000,
        metavar="N",
        changes=True,
        keyword=True,
        samples=(1, 10, 200),
    ),
    Option(
        name="plays",
        kind=whole(0),
        help="how many random plays",
        verbs=("simulate",),
        default=1000,
        short="-n",
        metavar="N",
        changes=True,
        keyword=True,
        samples=(0, 1, 100),
    ),
    Option(
        name="jsonl",
        kind=None,
        help="print the plays themselves: one JSON object for each visited state",
        verbs=("simulate",),
        default=False,
    ),
    Option(
        name="replay",
        kind=path(),
        help="compare a recorded play with the game, step by step; .gz is read, too",
        verbs=("simulate",),
        metavar="FILE",
    ),
    Option(
        name="to",
        kind=choice(("kif", "hrf")),
        help="the language to write; without it, the one that was read",
        verbs=("fmt", "obfuscate"),
        metavar="kif|hrf",
    ),
    Option(
        name="check",
        kind=None,
        help="write nothing; exit code 4 if the sheet is not in canonical layout",
        verbs=("fmt",),
        default=False,
    ),
    Option(
        name="seed",
        kind=whole(0),
        help="the same seed gives the same words",
        verbs=("obfuscate",),
        default=0,
        metavar="S",
        keyword=True,
        samples=(0, 1, 2),
    ),
    Option(
        name="map",
        kind=path(),
        help="the file for what became of each word",
        verbs=("obfuscate",),
        metavar="FILE",
    ),
    Option(
        name="undo",
        kind=None,
        help="turn the words back, by the map",
        verbs=("obfuscate",),
        default=False,
    ),
    Option(
        name="max_states",
        kind=whole(1),
        help="show so many states at most, those that are found first",
        verbs=("graph",),
        default=1000,
        metavar="N",
        changes=True,
        keyword=True,
        samples=(1, 5, 1000),
    ),
    Option(
        name="depth",
        kind=whole(0),
        help="show so many steps at most",
        verbs=("graph",),
        metavar="D",
        changes=True,
        keyword=True,
        samples=(0, 1, 3),
    ),
    Option(
        name="values",
        kind=None,
        help="add the exact value of each state, with the steps that are left",
        verbs=("graph",),
        default=False,
        keyword=True,
    ),
    Option(
        name="role",
        kind=text(),
        help="the player whose values are shown; may be left out if there is only one",
        verbs=("graph",),
        metavar="ROLE",
        changes=True,
        keyword=True,
    ),
    Option(
        name="horizon",
        kind=whole(0),
        help="for values: the greatest number of steps of a play",
        verbs=("graph",),
        metavar="N",
        changes=True,
        keyword=True,
    ),
    Option(
        name="objective",
        kind=choice(("win", "score")),
        help="for values: the chance of goal 100, or the mean of goal/100",
        verbs=("graph",),
        default="win",
        metavar="win|score",
        changes=True,
        keyword=True,
    ),
    Option(
        name="labels",
        kind=choice(("auto", "number", "fluents", "board", "none")),
        help="what stands in a state; auto: the board if there is a small one, else the number",
        verbs=("graph",),
        default="auto",
        metavar="auto|number|fluents|board|none",
    ),
    Option(
        name="moves",
        kind=choice(("all", "choice", "none")),
        help="what stands at an arc: all moves, those of roles that have a choice, or none",
        verbs=("graph",),
        default="all",
        metavar="all|choice|none",
    ),
    Option(
        name="legend",
        kind=None,
        help="leave out what colours and lines mean",
        verbs=("graph",),
        default=True,
        flag="--no-legend",
    ),
    Option(
        name="state",
        kind=path(),
        help="the file with the state, in KIF without `true`, or lines of a recording",
        verbs=("board",),
        metavar="FILE",
    ),
    Option(
        name="format",
        kind=None,
        help="what to write; without it, by the ending of the output",
        verbs=("graph", "board"),
        choices={"graph": ("dot", "svg", "png"), "board": ("text", "svg")},
    ),
    Option(
        name="timeout",
        kind=seconds(),
        help="stop after so many seconds and print what is known",
        verbs=_ONE_RUN,
        metavar="SECONDS",
        keyword=True,
    ),
    Option(
        name="timeout",
        kind=seconds(),
        help="stop a row after so many seconds",
        verbs=("bench",),
        metavar="SECONDS",
    ),
    Option(
        name="memory_limit",
        kind=bytes_(),
        help="stop when so much memory is in use, with k, M or G",
        verbs=_ONE_RUN,
        metavar="BYTES",
        keyword=True,
    ),
    Option(
        name="memory_limit",
        kind=bytes_(),
        help="stop a row when it uses so much memory, with k, M or G",
        verbs=("bench",),
        metavar="BYTES",
    ),
    Option(
        name="output",
        kind=path(),
        help="where the result goes; - is standard output",
        verbs=VERBS,
        default="-",
        flag="--output",
        short="-o",
        metavar="FILE",
    ),
    Option(
        name="keep",
        kind=path(),
        help="leave the file of every stage in this folder",
        verbs=("run",),
        metavar="DIR",
    ),
    Option(
        name="json",
        kind=None,
        help="print one JSON document, also when something goes wrong",
        verbs=VERBS,
        default=False,
    ),
    Option(
        name="verbose",
        kind=None,
        help="tell times, sizes and statistics on standard error",
        verbs=VERBS,
        default=False,
        short="-v",
    ),
)


def options_of(verb: str) -> tuple[Option, ...]:
    """The options that a verb knows, in the order of the table."""
    return tuple(option for option in OPTIONS if verb in option.verbs)


def validate(verb: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """The keywords of a call of the function `verb`, checked, with the defaults filled in.

    Raises: UsageError for an unknown keyword, a missing one, and a value out of range.
    """
    known = {option.name: option for option in options_of(verb) if option.keyword}
    for name in values:
        if name not in known:
            raise UsageError(f"{verb} has no option {name}", hint=f"it has {', '.join(known)}")
    checked = {}
    for name, option in known.items():
        if name not in values and verb in option.required:
            raise UsageError(f"{verb} needs {name}")
        checked[name] = option.check(values.get(name, option.default), verb)
    return checked


def sample(rng: random.Random, verb: str) -> dict[str, Any]:
    """Legal values for the keywords of a verb: all that are required, some of the others."""
    drawn = {}
    for option in options_of(verb):
        values = option.choices[verb] if option.choices is not None else option.samples
        if option.keyword and values and (verb in option.required or rng.random() < 0.5):
            drawn[option.name] = rng.choice(values)
    return drawn
