"""Where plays begin and after how many steps they end: what verbs settle before they go to work."""

from __future__ import annotations

from collections.abc import Iterable

from gdlc.formats.gdl import RuleSheet
from gdlc.machine.game import Game, State, sheet_of
from gdlc.report import Report
from gdlc.rules.check import require
from gdlc.stop import Stop


def begin(
    game: Game | RuleSheet,
    role: str | None,
    horizon: int | str,
    max_horizon: int,
    objective: str,
    start: State | Iterable[str] | None,
    stop: Stop | None,
    report: Report,
) -> tuple[tuple[str, ...] | None, int]:
    """The fluents of the state in which plays begin, None for the initial state, and the horizon
    as a number.

    role, objective: looked at before the states of the game are explored for a horizon `auto`
    Raises: UsageError; InputError for a sheet with errors, an unknown fluent, or a game without a
            horizon; LimitReached and Interrupted when `stop` says so
    """
    if start is None and isinstance(horizon, int) and not isinstance(horizon, bool):
        return None, horizon
    # Here: who says where plays begin and end needs none of it.
    from gdlc.machine.horizon import resolve_horizon
    from gdlc.machine.start import start_fluents
    from gdlc.passes.ends import may_go_on
    from gdlc.search.expectiminimax import check_call

    sheet = sheet_of(game)
    require(sheet)
    check_call(sheet, role, 0, objective)
    first = start_fluents(sheet, start, stop)
    return first, resolve_horizon(
        game,
        horizon,
        start=first,
        max_horizon=max_horizon,
        stop=stop,
        report=report,
        fallback=lambda steps: may_go_on(sheet, steps, start=first, stop=stop),
    )
