"""Whether all plays have ended after some steps, asked of clingo."""

from __future__ import annotations

from collections.abc import Iterable

from gdlc.formats.gdl import RuleSheet
from gdlc.formats.lp.terms import constant
from gdlc.passes import asp
from gdlc.passes.bounds import free_choices
from gdlc.passes.cooperate import cooperate
from gdlc.passes.fold import Folder, negate
from gdlc.passes.ground import fluent
from gdlc.passes.objective import Objective
from gdlc.passes.over_time import ground_over_time
from gdlc.passes.unroll import dynamic_predicates
from gdlc.stop import Stop


def may_go_on(
    sheet: RuleSheet, steps: int, *, start: Iterable[str] | None = None, stop: Stop | None = None
) -> bool:
    """Whether a play of legal moves may be neither terminal nor stuck after so many joint moves.

    start:  the fluents of the first state, in KIF; None: as the rules for `init` have it
    Raises: LimitReached, Interrupted when `stop` says so
    """
    stop = stop or Stop()
    terms = None if start is None else [*map(fluent, start)]
    rules = ground_over_time(sheet, steps, terms, stop)
    roles = tuple(str(constant(name)) for name in sheet.roles)
    game = cooperate(
        rules,
        dynamic_predicates(sheet),
        player=roles[0],
        roles=roles,
        horizon=steps,
        objective=Objective.of("win"),
    )
    going_on = negate(game.ended[-1])
    if isinstance(going_on, bool):
        return going_on
    # A state at the last step may be stuck, too; but whether it is, no step is left to tell.
    atom = Folder(game.program).define("_goes_on", [[going_on]])
    assert not isinstance(atom, bool)
    (verdict,) = asp.ask(free_choices(game.program), [asp.Question(atom)], stop)
    return verdict.holds is not False
