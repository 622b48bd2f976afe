"""Who values a formula: our own solver, another one, or both."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Unpack

from gdlc.formats.answer import Answer
from gdlc.formats.errors import UsageError
from gdlc.formats.xssat import Xssat
from gdlc.report import SILENT, Report
from gdlc.solvers import external, known, native
from gdlc.solvers.cross_check import cross_check as compare
from gdlc.stop import Stop


def solve(
    formula: Xssat,
    *,
    solver: str | None = None,
    solver_config: str | os.PathLike[str] | None = None,
    cross_check: bool = False,
    engine: str = "auto",
    spill: str | None = None,
    cache_bytes: int | None = None,
    layers_bytes: int | None = None,
    stop: Stop,
    report: Report = SILENT,
    on_progress: Callable[[dict[str, float]], object] | None = None,
    **features: Unpack[native.Features],
) -> Answer:
    """The value of a formula, as `gdlc.solve` has it.

    Raises: AnswersDiffer if another solver's answer was to be checked, and is another; what the
            solvers raise; UsageError for options that do not go together
    """

    def ours() -> Answer:
        return native.solve(
            formula,
            engine=engine,
            spill=spill,
            cache_bytes=cache_bytes,
            layers_bytes=layers_bytes,
            stop=stop,
            report=report,
            on_progress=on_progress,
            **features,
        )

    if solver is None and solver_config is None:
        if cross_check:
            raise UsageError(
                "a cross-check needs another solver", hint="give one with --solver, solver="
            )
        return ours()
    adapter = known.find(solver, solver_config)
    changed = [name for name, value in features.items() if value is not True]
    changed += ["engine"] * (engine != "auto") + ["spill"] * (spill is not None)
    if changed and not cross_check:
        raise UsageError(
            f"{', '.join(changed)}: {adapter.name} knows no such option of our own solver",
            hint="leave it out, or let a cross-check ask our own solver, too",
        )
    theirs = external.solve(formula, adapter, stop=stop, report=report, on_progress=on_progress)
    # After a stop there is nothing to check, and no time to.
    if not cross_check or (theirs.value is None and stop.reason()):
        return theirs
    return compare(formula, adapter, theirs, ours())
