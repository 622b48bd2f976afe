"""Expected minimax, straight from the definition of the value: the calls, and who may make them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from gdlc.formats.answer import Answer
from gdlc.formats.errors import GdlcError, Interrupted, LimitReached, UsageError
from gdlc.formats.gdl import RANDOM, RuleSheet
from gdlc.machine.interpreter import Machine, State
from gdlc.report import SILENT, Report
from gdlc.search.layers import Layers, Root
from gdlc.search.payoff import Payoff
from gdlc.search.states import States
from gdlc.stop import Stop

ENGINE = "interpreted"
PESSIMISTIC = "pessimistic"


def search(
    sheet: RuleSheet,
    *,
    role: str | None = None,
    horizon: int,
    objective: str = "win",
    simultaneous: str | None = None,
    start: Iterable[str] | None = None,
    stop: Stop | None = None,
    report: Report = SILENT,
) -> Answer:
    """The value of a game by expected minimax.

    role:      who is to win; None: the only player
    horizon:   the greatest number of steps, at least 0
    objective: `win`, `score` or `atleast:V`
    simultaneous: `pessimistic`: where the player and the opponents choose at the same step, the
               opponents see the player's move: a lower bound, which a note says; None: an error
    start:     the fluents of the state in which plays begin; None: the initial state
    stop:      when it asks for an end, the answer has the bounds known by then
    Raises:    UsageError for a wrong call; InputError for a game without a value
    """
    check_call(sheet, role, horizon, objective, simultaneous)
    try:
        searcher = Searcher(sheet, stop=stop)
    except (LimitReached, Interrupted) as error:
        return _bounds(Fraction(0), Fraction(1), None, {"states": 0, "transitions": 0}, error)
    state = None if start is None else searcher.machine.state(start)
    return searcher.value(
        role,
        horizon,
        objective,
        simultaneous=simultaneous,
        start=state,
        stop=stop,
        report=report,
    )


def player(roles: Sequence[str], role: str | None) -> str:
    """The role to search for.

    roles:  of the game
    Raises: UsageError for an unknown role, for `random`, and for None with several players
    """
    players = [name for name in roles if name != RANDOM]
    choices = f"the players are: {', '.join(players)}" if players else "the game has no player"
    if role is None:
        if len(players) != 1:
            raise UsageError("the role is missing", hint=choices)
        return players[0]
    if role == RANDOM and RANDOM in roles:
        raise UsageError("`random` does not play to win", hint=choices)
    if role not in players:
        raise UsageError(f"the game has no role `{role}`", hint=choices)
    return role


def check_call(
    sheet: RuleSheet,
    role: str | None,
    horizon: int,
    objective: str,
    simultaneous: str | None = None,
) -> None:
    """Raises: UsageError for a wrong call"""
    if simultaneous not in (None, PESSIMISTIC):
        raise UsageError(
            f"simultaneous takes {PESSIMISTIC}, not {simultaneous!r}",
            hint="leave it out, and choices at the same step are an error",
        )
    if horizon < 0:
        raise UsageError(f"the horizon is {horizon}", hint="give a number of steps, at least 0")
    Payoff.of(objective)
    if sheet.roles:
        player(sheet.roles, role)


class Searcher:
    """Searches of one game, for any role, horizon and objective; they share states and moves."""

    def __init__(self, sheet: RuleSheet, stop: Stop | None = None) -> None:
        self.sheet = sheet
        self.machine = Machine(sheet, stop)
        self.states = States(self.machine)

    def value(
        self,
        role: str | None,
        horizon: int,
        objective: str = "win",
        *,
        simultaneous: str | None = None,
        start: State | None = None,
        stop: Stop | None = None,
        report: Report = SILENT,
    ) -> Answer:
        """As `search`; `start` is the state to begin with instead of the initial one."""
        check_call(self.sheet, role, horizon, objective, simultaneous)
        name = player(self.machine.roles, role)
        warn(self.sheet, name, self.machine.roles, report)
        payoff = Payoff.of(objective)
        layers = Layers(
            self.states, name, horizon, payoff, stop, report, pessimistic=simultaneous is not None
        )
        self.states.watched = stop
        self.machine.watch(stop)
        try:
            layers.unfold(self.machine.initial() if start is None else start)
            root = layers.value()
        except (LimitReached, Interrupted) as error:
            low, high = layers.bounds()
            move = _common(low, high)
            return _bounds(low.value, high.value, move, layers.stats(), error, layers.note)
        finally:
            self.states.watched = None
            self.machine.watch(None)
        return Answer.exact(
            root.value, move=root.move, engine=ENGINE, stats=layers.stats(), note=layers.note
        )


def warn(sheet: RuleSheet, role: str, roles: Sequence[str], report: Report) -> None:
    """Tell what a value of this game leaves out.

    roles: of the game
    """
    others = [name for name in roles if name not in (role, RANDOM)]
    if len(others) > 1:
        report.warn(f"{', '.join(others)} play as one coalition against {role}")
    if any(rule.head.predicate == "sees" for rule in sheet.rules):
        report.warn("rules for `sees` are not used: everybody sees everything")


def _common(low: Root, high: Root) -> str | None:
    """The first move that is best whatever the unknown values are; None if that is open."""
    for at, (move, value) in enumerate(low.choices):
        if all(value >= other for i, (_, other) in enumerate(high.choices) if i != at):
            return move
    return None


def _bounds(
    lower: Fraction,
    upper: Fraction,
    move: str | None,
    stats: Mapping[str, int],
    error: GdlcError,
    note: str = "",
) -> Answer:
    """What is known when a search is stopped."""
    if lower == upper:
        return Answer.exact(lower, move=move, engine=ENGINE, stats=stats, note=note)
    return Answer(lower, upper, "bounds", move, ENGINE, stats, error.message, note)
