"""The verbs as functions on the formats' types. The command line is a thin layer over these."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from gdlc.checks import check
from gdlc.formats import gdl, lp, sqasp, xssat
from gdlc.formats.answer import Answer
from gdlc.formats.errors import InputError, UsageError
from gdlc.passes.ground import ground
from gdlc.passes.quantify import quantify
from gdlc.passes.translate import translate
from gdlc.report import SILENT, Report
from gdlc.rules.check import Finding, require
from gdlc.rules.obfuscate import obfuscate as _obfuscate
from gdlc.search import search as _search
from gdlc.solvers import native
from gdlc.stop import Stop

ENGINES = ("auto", "dpll")
SEARCH_ENGINES = ("auto", "naive")


def load(path: str | os.PathLike[str]) -> gdl.RuleSheet:
    """Read a rule sheet from a file, in KIF or HRF: by the ending of its name, else by its look.

    Raises: InputError if the file cannot be read or is neither
    """
    name = os.fspath(path)
    try:
        data = Path(name).read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=name) from None
    return gdl.read(data, name)


def _require_type(value: object, expected: type, maker: str) -> None:
    if not isinstance(value, expected):
        raise UsageError(
            f"a {expected.__name__} is expected, not {type(value).__name__}",
            hint=f"`gdlc.{maker}` makes one",
        )


def _stop(timeout: float | None) -> Stop:
    if timeout is not None and not timeout > 0:
        raise UsageError(f"the time limit {timeout!r} is not positive", hint="give seconds")
    return Stop(timeout)


def solve(
    formula: xssat.Xssat,
    *,
    engine: str = "auto",
    cache: bool = True,
    cache_bytes: int | None = None,
    timeout: float | None = None,
    stop: Stop | None = None,
    report: Report = SILENT,
    on_progress: Callable[[dict[str, int]], object] | None = None,
) -> Answer:
    """The value of a formula: exact, or bounds if a limit was reached first.

    engine:      `auto` or `dpll`
    cache:       remember values of residual formulas; changes the speed only
    cache_bytes: memory for them; None: the solver's default
    timeout:     seconds; ignored if a stop token is given
    on_progress: called some twenty times a second with the search's counts
    """
    _require_type(formula, xssat.Xssat, "translate")
    if engine not in ENGINES:
        raise UsageError(f"unknown engine `{engine}`", hint=f"one of {', '.join(ENGINES)}")
    return native.solve(
        formula,
        cache=cache,
        cache_bytes=cache_bytes,
        stop=stop or _stop(timeout),
        report=report,
        on_progress=on_progress,
    )


def run(
    sheet: gdl.RuleSheet,
    *,
    role: str | None = None,
    horizon: int,
    objective: str = "win",
    engine: str = "auto",
    cache: bool = True,
    cache_bytes: int | None = None,
    timeout: float | None = None,
    stop: Stop | None = None,
    report: Report = SILENT,
    on_progress: Callable[[dict[str, int]], object] | None = None,
    keep: Callable[[str, bytes], None] | None = None,
) -> Answer:
    """The greatest probability with which `role` wins the game, by all passes.

    keep: called with `lp`, `sqasp`, `xssat` and the bytes of the file after each of these stages
    The other arguments are those of `ground` and `solve`.
    """
    _require_type(sheet, gdl.RuleSheet, "load")
    stop = stop or _stop(timeout)
    keep = keep or (lambda _stage, _data: None)
    with report.stage("ground"):
        program = ground(
            sheet, role=role, horizon=horizon, objective=objective, stop=stop, report=report
        )
    keep("lp", lp.write(program).encode())
    with report.stage("quantify"):
        quantified = quantify(program, stop=stop, report=report)
    keep("sqasp", sqasp.write(quantified).encode())
    with report.stage("translate"):
        formula = translate(quantified, stop=stop, report=report)
    keep("xssat", xssat.write(formula))
    return solve(
        formula,
        engine=engine,
        cache=cache,
        cache_bytes=cache_bytes,
        stop=stop,
        report=report,
        on_progress=on_progress,
    )


def search(
    sheet: gdl.RuleSheet,
    *,
    role: str | None = None,
    horizon: int,
    objective: str = "win",
    engine: str = "auto",
    timeout: float | None = None,
    stop: Stop | None = None,
    report: Report = SILENT,
) -> Answer:
    """The same number by expected minimax on the states of the game, without any of the passes.

    engine: `auto` or `naive`
    """
    _require_type(sheet, gdl.RuleSheet, "load")
    if isinstance(horizon, bool) or not isinstance(horizon, int):
        raise UsageError(f"the horizon {horizon!r} is no whole number of steps")
    if engine not in SEARCH_ENGINES:
        raise UsageError(f"unknown engine `{engine}`", hint=f"one of {', '.join(SEARCH_ENGINES)}")
    require(sheet)
    return _search(
        sheet,
        role=role,
        horizon=horizon,
        objective=objective,
        stop=stop or _stop(timeout),
        report=report,
    )


def fmt(sheet: gdl.RuleSheet, *, to: str | None = None) -> str:
    """The sheet in canonical layout, with its comments.

    to: `kif` or `hrf`; None: the language it was read in
    """
    _require_type(sheet, gdl.RuleSheet, "load")
    return gdl.fmt(sheet, to=to)


def obfuscate(sheet: gdl.RuleSheet, *, seed: int = 0) -> tuple[gdl.RuleSheet, dict[str, str]]:
    """The same game in nonsense words, and what became of each word; variables with their `?`."""
    _require_type(sheet, gdl.RuleSheet, "load")
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise UsageError(f"the seed {seed!r} is no whole number of at least 0")
    return _obfuscate(sheet, seed=seed)


__all__ = [
    "Answer",
    "Finding",
    "check",
    "fmt",
    "ground",
    "load",
    "obfuscate",
    "quantify",
    "run",
    "search",
    "solve",
    "translate",
]
