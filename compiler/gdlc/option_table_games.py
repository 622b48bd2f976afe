"""The options of the verbs that ask for the value of a game: a part of the table."""

from __future__ import annotations

from gdlc.option import Option, choice, objective, path, text, whole, whole_or, words

_GAMES = ("ground", "run", "search")
_QUANTIFYING = ("quantify", "run")

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
        kind=whole_or("auto", 0),
        help="the greatest number of steps; one joint move is a step; auto: until every play ends",
        verbs=_GAMES,
        metavar="N|auto",
        required=_GAMES,
        changes=True,
        keyword=True,
        samples=(0, 1, 2, 3, 4, 5, 6),
    ),
    Option(
        name="objective",
        kind=objective(),
        help="the chance of goal 100 (win) or of at least V (atleast:V), or the mean of goal/100",
        verbs=_GAMES,
        default="win",
        metavar="win|atleast:V|score",
        changes=True,
        keyword=True,
        samples=("win", "score", "atleast:50"),
    ),
    Option(
        name="max_horizon",
        kind=whole(0),
        help="the greatest number of steps that --horizon auto may find",
        verbs=(*_GAMES, "graph"),
        default=200,
        metavar="N",
        keyword=True,
    ),
    Option(
        name="simultaneous",
        kind=choice(("pessimistic",)),
        help="where both sides choose at one step, opponents see the player's move: a lower bound",
        verbs=_GAMES,
        metavar="pessimistic",
        changes=True,
        keyword=True,
        samples=("pessimistic",),
    ),
    Option(
        name="order",
        kind=choice(("baseline", "dependency")),
        help="where atoms stand that nobody chooses: innermost, or behind what they depend on",
        verbs=_QUANTIFYING,
        default="baseline",
        metavar="baseline|dependency",
        keyword=True,
        samples=("baseline", "dependency"),
    ),
    Option(
        name="encoding",
        kind=choice(("lean", "paper")),
        help="small, or as published",
        verbs=_QUANTIFYING,
        default="lean",
        metavar="lean|paper",
        keyword=True,
        samples=("lean", "paper"),
    ),
    Option(
        name="encoding",
        kind=choice(("lean", "paper")),
        help="small, or a variable for each atom and body; without it, as quantify was asked for",
        verbs=("translate",),
        metavar="lean|paper",
        keyword=True,
        samples=("lean", "paper"),
    ),
    Option(
        name="without",
        kind=words("equal", "imply", "bodies", "units", "cone", "tree", "groups", "merge"),
        help="ideas of the lean encoding to do without, with commas between them",
        verbs=(*_QUANTIFYING, "translate"),
        default=(),
        metavar="IDEA,...",
        keyword=True,
        samples=((), ("equal",), ("cone", "merge"), ("bodies", "imply", "units")),
    ),
    Option(
        name="state",
        kind=path(),
        help="begin in the state of this file: KIF without `true`, or a line of a recording",
        verbs=(*_GAMES, "graph"),
        metavar="FILE",
        changes=True,
    ),
)
