"""Our own solver, called so that a stop token ends it within moments."""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction
from typing import TypedDict, Unpack

from gdlc import _solver
from gdlc.formats.answer import AT_ONCE, Answer
from gdlc.formats.errors import InternalError
from gdlc.formats.lp.terms import parse, split, to_gdl
from gdlc.formats.xssat import Xssat
from gdlc.report import SILENT, Report
from gdlc.stop import Stop, watched

CACHE_BYTES = 2 << 30
LAYERS_BYTES = 4 << 30

_REASONS = {
    "time": "the time limit was reached",
    "memory": "the memory limit was reached",
    "interrupt": "interrupted",
}


class Features(TypedDict, total=False):
    """What the solver does or leaves out. All but `exact` change the speed only.

    cache:       remember values of residual formulas
    components:  look for parts of the formula that share no variable
    cut:         look for small cuts between early and late variables
    learn:       learn clauses from conflicts
    preprocess:  make the formula smaller before the search
    prune:       be content with bounds where they do
    pure:        look for literals that lose nothing
    exact:       compute with rationals; False: with doubles, which is faster. The answer's status
                 is then `float`, its bounds enclose the value, and `value` is their middle
    """

    cache: bool
    components: bool
    cut: bool
    learn: bool
    preprocess: bool
    prune: bool
    pure: bool
    exact: bool


def solve(
    formula: Xssat,
    *,
    engine: str = "auto",
    spill: str | None = None,
    cache_bytes: int | None = None,
    layers_bytes: int | None = None,
    stop: Stop | None = None,
    report: Report = SILENT,
    on_progress: Callable[[dict[str, float]], object] | None = None,
    **features: Unpack[Features],
) -> Answer:
    """The value of a formula; bounds if the stop token asks for an end.

    engine:      `layers` finds all states that choices lead to, where nearly all variables are
                 defined by others; `dpll` searches any formula; `auto` chooses. Where `layers` does
                 not suit, or runs out of memory, `dpll` takes over
    spill:       a folder for what `layers` only needs at the end; None: memory
    cache_bytes: memory for values of residual formulas; None: CACHE_BYTES
    layers_bytes: memory for the states of `layers`; None: LAYERS_BYTES
    on_progress: called some twenty times a second with the search's counts and, as `lower` and
                 `upper`, the best bounds so far: floats, rounded outward
    """
    stop = stop or Stop()
    solver = _solver.Solver(
        formula.native,
        engine=engine,
        spill=spill or "",
        cache_bytes=CACHE_BYTES if cache_bytes is None else cache_bytes,
        layers_bytes=LAYERS_BYTES if layers_bytes is None else layers_bytes,
        timeout=stop.remaining(),
        memory_limit=stop.memory,
        **features,
    )
    with stop.hold(), report.stage("solve"):
        onlooker = _Onlooker(on_progress, report)
        result = watched(
            lambda: solver.solve(onlooker.progress, onlooker.phase), solver.interrupt, stop
        )
        onlooker.phase("")
    why = f", not layers: {result.engine_reason}" if result.engine_reason else ""
    report.note(f"solve: engine {result.engine}{why}")
    for key, count in result.stats.items():
        report.note(f"solve: {key} {count}")
    lower, upper = Fraction(*result.lower), Fraction(*result.upper)
    # We interrupt the solver ourselves, for whatever reason the stop token has.
    stopped = (stop.reason() or "interrupt") if result.stopped == "interrupt" else result.stopped
    reason = _REASONS.get(stopped, "")
    is_known = result.exact or result.is_float
    if not is_known and not reason:
        raise InternalError("solve: bounds without a reason")
    return Answer(
        lower,
        upper,
        "exact" if result.exact else "float" if result.is_float else "bounds",
        move=first_move(formula, result.outer) if is_known else None,
        engine=result.engine,
        stats=result.stats,
        reason="" if is_known else reason,
        note=AT_ONCE if formula.note("simultaneous") == "pessimistic" else "",
    )


class _Onlooker:
    """Notes how long each phase took, and the bounds once a second if they got better; hands the
    search's progress on. Called by the thread that solves."""

    _PATIENCE = 1.0  # seconds between two notes of bounds

    def __init__(
        self, on_progress: Callable[[dict[str, float]], object] | None, report: Report
    ) -> None:
        self._on_progress = on_progress
        self._report = report
        self._told = (0.0, 1.0)
        self._next_note = time.monotonic() + self._PATIENCE
        self._phase = ""
        self._begin = 0.0

    def phase(self, name: str) -> None:
        """The next phase begins; without a name: the last one has ended."""
        now = time.monotonic()
        if self._phase:
            self._report.note(f"{self._phase}: {now - self._begin:.3f} s")
        self._phase, self._begin = name, now

    def progress(self, told: dict[str, float]) -> None:
        bounds = (told["lower"], told["upper"])
        now = time.monotonic()
        if bounds != self._told and now >= self._next_note:
            self._report.note(f"solve: between {bounds[0]} and {bounds[1]}")
            self._told, self._next_note = bounds, now + self._PATIENCE
        if self._on_progress is not None:
            self._on_progress(told)


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
