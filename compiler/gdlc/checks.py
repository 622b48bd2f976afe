"""The verb `check`: the rules, the ground rules where they must be asked, and plays on request."""

from __future__ import annotations

from gdlc.formats.errors import LimitReached, UsageError
from gdlc.formats.gdl import RuleSheet
from gdlc.machine.limits import CHECK_STEPS
from gdlc.passes.stratify import negative_cycles
from gdlc.report import SILENT, Report
from gdlc.rules import check as rules
from gdlc.rules.finding import Finding, condensed
from gdlc.stop import Stop


def check(
    sheet: RuleSheet,
    *,
    simulate: int = 0,
    seed: int = 0,
    max_steps: int = CHECK_STEPS,
    timeout: float | None = None,
    stop: Stop | None = None,
    report: Report = SILENT,
) -> list[Finding]:
    """All findings about a rule sheet, in its order; those about the whole sheet come first.

    simulate:  so many random plays, which may show what the rules alone do not
    seed:      of the plays: the same seed, the same plays
    max_steps: joint moves after which a play is given up
    timeout:   seconds; when they are over, what was found so far is told, with a warning
    Errors in the rules leave no ground rules and no plays to look at: then these are not asked.
    """
    if isinstance(simulate, bool) or not isinstance(simulate, int) or simulate < 0:
        raise UsageError(f"simulate takes a number of plays, not {simulate!r}")
    if isinstance(max_steps, bool) or not isinstance(max_steps, int) or max_steps < 1:
        raise UsageError(f"max_steps takes a number of steps of at least 1, not {max_steps!r}")
    stop = stop or Stop(timeout)
    with report.stage("check: rules"):
        found = rules.check(sheet)
    if any(one.severity == "error" for one in found):
        return found
    try:
        with report.stage("check: cycles"):
            cycles = negative_cycles(sheet, stop)
        if cycles:
            return condensed([*found, *cycles])
        if simulate:
            from gdlc.machine.examine_plays import examine_plays

            with report.stage("check: plays"):
                found += examine_plays(sheet, simulate, seed=seed, max_steps=max_steps, stop=stop)
    except LimitReached as error:
        report.warn(f"{sheet.file}: {error.message}: not all was looked at")
    return condensed(found)
