"""Small formulas of known value, to see whether another solver is called and understood rightly."""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from gdlc.formats import xssat
from gdlc.formats.answer import Answer
from gdlc.formats.errors import ExternalError, OutputError
from gdlc.report import SILENT, Report
from gdlc.solvers import external, known
from gdlc.solvers.adapter import Adapter
from gdlc.solvers.suits import unsuitable
from gdlc.stop import Patience, Stop

_SET = Path(__file__).with_name("conformance.toml")
_PATIENCE = 10.0  # seconds for each of these formulas; a solver that works takes a moment


@dataclass(frozen=True)
class Case:
    """A formula of the set.

    name:  what messages call it
    about: what it shows
    value: which is checked by enumeration in the tests
    """

    name: str
    about: str
    value: Fraction
    formula: xssat.Xssat


@dataclass(frozen=True)
class Trial:
    """What became of a formula.

    outcome: `agrees`, `differs`, `failed`, `limit` (no answer in time), or `refused`: the adapter
             says that the solver cannot take it
    found:   the value that was found; None where there is none
    message: what went wrong, or why it was refused
    """

    case: Case
    outcome: str
    found: Fraction | None = None
    message: str = ""


def cases() -> list[Case]:
    """The formulas of the set."""
    table = tomllib.loads(_SET.read_text("utf-8"))
    return [
        Case(name, one["about"], Fraction(one["value"]), xssat.read(one["text"].encode()))
        for name, one in table.items()
    ]


def conformance(
    solver: str | None = None,
    *,
    solver_config: str | os.PathLike[str] | None = None,
    stop: Stop | None = None,
    report: Report = SILENT,
) -> list[Trial]:
    """Another solver on all formulas of the set, ten seconds each.

    solver: its name; solver_config: a TOML file that describes it
    Raises: ExternalError if it is not here; UsageError for an unknown name
    """
    stop = stop or Stop()
    adapter = known.find(solver, solver_config)
    known.require_program(adapter)
    trials = []
    for case in cases():
        with report.stage(case.name):
            trials.append(_try(adapter, case, stop))
        stop.check()
    return trials


def _try(adapter: Adapter, case: Case, stop: Stop) -> Trial:
    reason = unsuitable(adapter, case.formula)
    if reason:
        return Trial(case, "refused", message=reason)
    try:
        answer = external.solve(case.formula, adapter, stop=Patience(stop, _PATIENCE))
    except (ExternalError, OutputError) as error:
        return Trial(case, "failed", message=str(error))
    return Trial(case, *judged(adapter, case, answer))


def judged(adapter: Adapter, case: Case, answer: Answer) -> tuple[str, Fraction | None, str]:
    """Outcome, value and message: the value has to be right to within the solver's precision."""
    room = adapter.said.tolerance(case.value)
    if answer.lower - room > case.value or answer.upper + room < case.value:
        return "differs", answer.value, f"{case.value} is right"
    if answer.value is None:
        return "limit", None, answer.reason
    return "agrees", answer.value, ""
