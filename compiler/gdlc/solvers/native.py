"""Our own solver, called so that a stop token ends it within moments."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from gdlc import _solver
from gdlc.formats.answer import AT_ONCE, Answer
from gdlc.formats.errors import InternalError
from gdlc.formats.lp.terms import parse, split, to_gdl
from gdlc.formats.xssat import Xssat
from gdlc.report import SILENT, Report
from gdlc.stop import Stop, watched

CACHE_BYTES = 2 << 30

_REASONS = {
    "time": "the time limit was reached",
    "memory": "the memory limit was reached",
    "interrupt": "interrupted",
}


def solve(
    formula: Xssat,
    *,
    cache: bool = True,
    cache_bytes: int | None = None,
    components: bool = True,
    cut: bool = True,
    learn: bool = True,
    preprocess: bool = True,
    prune: bool = True,
    stop: Stop | None = None,
    report: Report = SILENT,
    on_progress: Callable[[dict[str, int]], object] | None = None,
) -> Answer:
    """The value of a formula by the engine `dpll`; bounds if the stop token asks for an end.

    cache_bytes: memory for values of residual formulas; None: CACHE_BYTES
    cache, components, cut, learn, preprocess, prune: features that change the speed only
    on_progress: called some twenty times a second with the search's counts
    """
    stop = stop or Stop()
    solver = _solver.Solver(
        formula.native,
        cache=cache,
        components=components,
        cut=cut,
        learn=learn,
        preprocess=preprocess,
        prune=prune,
        cache_bytes=CACHE_BYTES if cache_bytes is None else cache_bytes,
        timeout=stop.remaining(),
        memory_limit=stop.memory,
    )
    with stop.hold(), report.stage("solve"):
        result = watched(lambda: solver.solve(on_progress), solver.interrupt, stop)
    for key, count in result.stats.items():
        report.note(f"solve: {key} {count}")
    lower, upper = Fraction(*result.lower), Fraction(*result.upper)
    # We interrupt the solver ourselves, for whatever reason the stop token has.
    stopped = (stop.reason() or "interrupt") if result.stopped == "interrupt" else result.stopped
    reason = _REASONS.get(stopped, "")
    if not result.exact and not reason:
        raise InternalError("solve: bounds without a reason")
    return Answer(
        lower,
        upper,
        "exact" if result.exact else "bounds",
        move=first_move(formula, result.outer) if result.exact else None,
        engine="dpll",
        stats=result.stats,
        reason=reason if not result.exact else "",
        note=AT_ONCE if formula.note("simultaneous") == "pessimistic" else "",
    )


def first_move(formula: Xssat, outer: list[int]) -> str | None:
    """The player's first move in GDL, from an optimal assignment of the outermost block.

    None for a formula that is no game's, or a game in which the player does not choose first.
    """
    player = formula.note("player")
    if player is None:
        return None
    names = formula.names
    options = []
    for literal in outer:
        name, args = split(names.get(abs(literal), ""))
        if name == "does" and len(args) == 3 and args[0] == player and args[2] == "1":
            options.append((literal > 0, args[1]))
    chosen = [move for taken, move in options if taken]
    if not chosen:
        # Without hope every move is as good; in the first state all of them are legal.
        chosen = [move for _, move in options]
    return str(to_gdl(parse(chosen[0]))) if chosen else None
