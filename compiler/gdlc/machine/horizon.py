"""How many steps are enough: a number of joint moves by which every play has ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gdlc.formats.errors import InputError, UsageError
from gdlc.formats.gdl import RANDOM, RuleSheet
from gdlc.machine.compiled import Compiled
from gdlc.machine.game import Game, State, game_of
from gdlc.machine.limits import MAX_HORIZON
from gdlc.machine.reachable import MAX_STATES, reachable
from gdlc.report import SILENT, Report
from gdlc.stop import Stop

AUTO = "auto"
# Interpreted states are looked at one by one.
_INTERPRETED_STATES = 5_000
_ENDLESS = "a play can go on without end: it can come back to a state that it was in"


def resolve_horizon(
    game: Game | RuleSheet,
    horizon: int | str,
    *,
    start: State | Iterable[str] | None = None,
    max_horizon: int = MAX_HORIZON,
    stop: Stop | None = None,
    report: Report = SILENT,
    fallback: Callable[[int], bool] | None = None,
) -> int:
    """A horizon as a number: `auto` is what `auto_horizon` finds, which a note tells.

    Raises: UsageError for what is neither; for `auto` what `auto_horizon` raises
    """
    for name, value in (("horizon", horizon), ("max_horizon", max_horizon)):
        if name == "horizon" and value == AUTO:
            continue
        if isinstance(value, bool) or not isinstance(value, int):
            raise UsageError(
                f"the {name} {value!r} is no whole number of steps",
                hint="give a number of steps, or `auto` for as many as plays can take",
            )
    if isinstance(horizon, int):
        return horizon
    with report.stage("horizon"):
        found = auto_horizon(
            game, start=start, max_horizon=max_horizon, stop=stop, fallback=fallback
        )
    report.note(f"horizon {found}: by then every play has ended")
    return found


def auto_horizon(
    game: Game | RuleSheet,
    *,
    start: State | Iterable[str] | None = None,
    max_horizon: int = MAX_HORIZON,
    max_states: int = MAX_STATES,
    stop: Stop | None = None,
    fallback: Callable[[int], bool] | None = None,
) -> int:
    """The joint moves of the longest play, from all reachable states.

    start:       where plays begin, instead of the initial state
    max_horizon: what may be found at most
    max_states:  how many states are explored; the limit on joint moves is ten times as much
    fallback:    asked where there are more states: can some play still go on after N joint moves?
                 The answer has to be sound where it is no. It is asked with N that double up to
                 `max_horizon`, then for the least N with the answer no
    Raises:      InputError that says why and asks for a number: a play may come back to a state, or
                 is longer than `max_horizon`, or there are too many states; LimitReached and
                 Interrupted when `stop` says so
    """
    if max_horizon < 0:
        raise UsageError(f"max_horizon {max_horizon} is negative", hint="give a number of steps")
    game = game_of(game)
    stop = stop or Stop()
    engine = game.prepare(stop)
    if isinstance(engine, Compiled):
        found = reachable(
            engine,
            next((role for role in game.roles if role != RANDOM), RANDOM),
            depth=max_horizon + 1,
            max_states=max_states,
            max_transitions=10 * max_states,
            start=start,
            stop=stop,
        )
        whole, deepest, longest = found.whole, found.deepest, found.longest
        complete = found.complete
    else:
        whole, complete, deepest, longest = _interpreted(game, max_horizon, start, stop)
    if whole and longest is None:
        raise _error(game, _ENDLESS)
    if longest is not None:
        if longest > max_horizon:
            raise _too_long(game, f"the longest play takes {longest} steps", max_horizon)
        return longest
    if complete or deepest > max_horizon:
        raise _too_long(game, f"a play can take more than {max_horizon} steps", max_horizon)
    if fallback is None:
        raise _error(game, "the game has too many states to see how long its plays can be")
    return _asked(game, fallback, deepest, max_horizon, stop)


def _interpreted(
    game: Game, max_horizon: int, start: State | Iterable[str] | None, stop: Stop
) -> tuple[bool, bool, int, int | None]:
    """Whether all states were seen, whether all within the depth were, the depth of the deepest,
    and the longest play, for games without a compiled engine."""
    from gdlc.machine.graph import explore  # few games need it

    graph = explore(
        game, max_states=_INTERPRETED_STATES, depth=max_horizon + 1, start=start, stop=stop
    )
    whole, deepest = graph.is_complete, graph.nodes[-1].depth
    complete = set(graph.cut_by) <= {"depth"}
    return whole, complete, deepest, graph.longest_play() if whole else None


def _asked(
    game: Game, goes_on: Callable[[int], bool], deepest: int, max_horizon: int, stop: Stop
) -> int:
    """The least number of steps after which no play goes on, from the answers to `goes_on`.

    deepest: some play takes so many steps
    """
    low, high = deepest - 1, deepest  # after `low` steps some play goes on
    while goes_on(high):
        stop.check()
        if high >= max_horizon:
            raise _too_long(game, f"a play can take more than {max_horizon} steps", max_horizon)
        low, high = high, min(max(2 * high, 1), max_horizon)
    while high - low > 1:
        stop.check()
        middle = (low + high) // 2
        if goes_on(middle):
            low = middle
        else:
            high = middle
    return high


def _too_long(game: Game, what: str, max_horizon: int) -> InputError:
    return InputError(
        f"{what}, and --max-horizon is {max_horizon}",
        file=game.sheet.file,
        hint="give a number of steps with --horizon, or a greater --max-horizon",
    )


def _error(game: Game, what: str) -> InputError:
    return InputError(
        f"no horizon was found: {what}",
        file=game.sheet.file,
        hint="give a number of steps with --horizon",
    )
