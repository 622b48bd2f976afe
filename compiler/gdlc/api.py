"""The verbs from a rule sheet to an answer, as functions on the formats' types. The command line is
a thin layer over these. Those about the sheet itself stand in sheets.py.

What only some verbs need they import themselves: the way from a rule sheet to a formula would take
a quarter of a second longer to begin. So does `ground` with the passes: clingo starts meanwhile.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from gdlc.arguments import require_type, stop_after
from gdlc.formats import gdl
from gdlc.formats.errors import InputError, UsageError
from gdlc.machine.game import Game, State, sheet_of
from gdlc.machine.limits import MAX_HORIZON
from gdlc.report import SILENT, Report
from gdlc.stop import Stop

if TYPE_CHECKING:
    from gdlc.formats import lp, xssat
    from gdlc.formats.answer import Answer
    from gdlc.searches import Features as SearchFeatures
    from gdlc.solvers import native

ENGINES = ("auto", "dpll", "layers")


def load(path: str | os.PathLike[str], *, engine: str = "auto") -> Game:
    """Read a game from a file, in KIF or HRF: by the ending of its name, else by its look.

    engine: what plays the game when it is asked for states (see `Game`)
    Raises: InputError if the file cannot be read or is neither
    """
    name = os.fspath(path)
    return Game(gdl.read(read_file(name), name), engine=engine)


def read_file(name: str) -> bytes:
    """Raises: InputError if it cannot be read"""
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=name) from None


def ground(
    game: Game | gdl.RuleSheet,
    *,
    role: str | None = None,
    horizon: int | str,
    max_horizon: int = MAX_HORIZON,
    objective: str = "win",
    start: State | Iterable[str] | None = None,
    simultaneous: str | None = None,
    stop: Stop | None = None,
    report: Report = SILENT,
) -> lp.LpProgram:
    """The cooperative program of a game, ground: its stable models are the plays that `role` wins.

    role:      the player; None: the only role besides `random`
    horizon:   steps (joint moves), at least 0; `auto`: as many as plays can take, at most
               `max_horizon`
    objective: `win` (goal 100), `atleast:V` (goal V or more), or `score` (the goal value as a
               probability)
    start:     the state in which plays begin, or its fluents in KIF; None: the initial state
    simultaneous: `pessimistic`: where both sides choose at one step the opponents see the player's
               move, so that the value is a lower bound; None: such a game is an error
    Shape:     atoms over steps 1..horizon+1, moves over steps 1..horizon
    Raises:    UsageError for a wrong role, horizon or objective; InputError for a sheet with
               errors, an unknown fluent, a game without a horizon for `auto`, or one in which both
               sides may choose at the same step
    """
    from gdlc.passes import clingo_process

    sheet = sheet_of(game)
    stop = stop or Stop()
    with clingo_process.started():
        from gdlc.begin import begin
        from gdlc.lookout import Lookout
        from gdlc.passes.ground import ground as _ground

        first, steps = begin(game, role, horizon, max_horizon, objective, start, stop, report)
        return _ground(
            sheet,
            role=role,
            horizon=steps,
            objective=objective,
            start=first,
            simultaneous=simultaneous,
            look=partial(Lookout, sheet, steps, first, objective, stop),
            stop=stop,
            report=report,
        )


def solve(
    formula: xssat.Xssat,
    *,
    solver: str | None = None,
    solver_config: str | os.PathLike[str] | None = None,
    cross_check: bool = False,
    engine: str = "auto",
    spill: str | None = None,
    cache_bytes: int | None = None,
    layers_bytes: int | None = None,
    assumptions: Iterable[int] = (),
    timeout: float | None = None,
    stop: Stop | None = None,
    report: Report = SILENT,
    on_progress: Callable[[dict[str, float]], object] | None = None,
    **features: Unpack[native.Features],
) -> Answer:
    """The value of a formula, or bounds if a limit was reached first.

    solver:      another solver, by its name in `gdlc solvers`; None: our own
    solver_config: a TOML file that describes one (docs/external-solvers.md)
    cross_check: ask our own solver, too; AnswersDiffer if it gives another value
    engine:      `auto`, `dpll` or `layers`
    spill:       a folder for what `layers` only needs at the end; None: memory
    cache_bytes: memory for values of residual formulas; None: the solver's default
    layers_bytes: memory for the states of `layers`; None: the solver's default
    assumptions: literals that hold whoever would decide them; a chance variable is conditioned on,
                 its probability is no factor
    timeout:     seconds; ignored if a stop token is given
    on_progress: called some twenty times a second with the search's counts and, as `lower` and
                 `upper`, the best bounds so far: floats, rounded outward, never worse than before
    features:    what the solver does or leaves out, each a keyword: see `Features`
    """
    from gdlc.formats import xssat
    from gdlc.solvers.assumptions import assume
    from gdlc.solvers.solve import solve as _solve

    require_type(formula, xssat.Xssat, "translate")
    if engine not in ENGINES:
        raise UsageError(f"unknown engine `{engine}`", hint=f"one of {', '.join(ENGINES)}")
    if spill is not None and not Path(spill).is_dir():
        raise UsageError(f"spill: {spill} is no folder")
    return _solve(
        assume(formula, assumptions),
        solver=solver,
        solver_config=solver_config,
        cross_check=cross_check,
        engine=engine,
        spill=spill,
        cache_bytes=cache_bytes,
        layers_bytes=layers_bytes,
        stop=stop or stop_after(timeout),
        report=report,
        on_progress=on_progress,
        **features,
    )


def run(
    game: Game | gdl.RuleSheet,
    *,
    role: str | None = None,
    horizon: int | str,
    max_horizon: int = MAX_HORIZON,
    objective: str = "win",
    start: State | Iterable[str] | None = None,
    simultaneous: str | None = None,
    order: str = "baseline",
    encoding: str = "lean",
    without: Iterable[str] = (),
    solver: str | None = None,
    solver_config: str | os.PathLike[str] | None = None,
    cross_check: bool = False,
    engine: str = "auto",
    spill: str | None = None,
    cache_bytes: int | None = None,
    layers_bytes: int | None = None,
    timeout: float | None = None,
    stop: Stop | None = None,
    report: Report = SILENT,
    on_progress: Callable[[dict[str, float]], object] | None = None,
    keep: Callable[[str, bytes], None] | None = None,
    **features: Unpack[native.Features],
) -> Answer:
    """The greatest probability with which `role` wins the game, by all passes.

    keep: called with `lp`, `sqasp`, `xssat` and the bytes of the file after each of these stages
    The other arguments are those of `ground`, `quantify` and `solve`.
    """
    from gdlc.formats import lp, sqasp, xssat

    stop = stop or stop_after(timeout)
    keep = keep or (lambda _stage, _data: None)
    with report.stage("ground"):
        program = ground(
            game,
            role=role,
            horizon=horizon,
            max_horizon=max_horizon,
            objective=objective,
            start=start,
            simultaneous=simultaneous,
            stop=stop,
            report=report,
        )
    keep("lp", lp.write(program).encode())
    from gdlc.passes.quantify import quantify
    from gdlc.passes.translate import translate

    with report.stage("quantify"):
        quantified = quantify(
            program, order=order, encoding=encoding, without=without, stop=stop, report=report
        )
    keep("sqasp", sqasp.write(quantified).encode())
    with report.stage("translate"):
        formula = translate(quantified, without=without, stop=stop, report=report)
    keep("xssat", xssat.write(formula))
    return solve(
        formula,
        solver=solver,
        solver_config=solver_config,
        cross_check=cross_check,
        engine=engine,
        spill=spill,
        cache_bytes=cache_bytes,
        layers_bytes=layers_bytes,
        stop=stop,
        report=report,
        on_progress=on_progress,
        **features,
    )


def search(
    game: Game | gdl.RuleSheet,
    *,
    role: str | None = None,
    horizon: int | str,
    max_horizon: int = MAX_HORIZON,
    objective: str = "win",
    simultaneous: str | None = None,
    start: State | Iterable[str] | None = None,
    engine: str = "auto",
    timeout: float | None = None,
    stop: Stop | None = None,
    report: Report = SILENT,
    **features: Unpack[SearchFeatures],
) -> Answer:
    """The same number by expected minimax on the states of the game, without any of the passes.

    simultaneous: `pessimistic`: where the player and the opponents choose at the same step, the
            opponents see the player's move; the answer then says that it is a lower bound. None:
            such a game is an error
    engine: `compiled`: natively, on the rules as a circuit; `interpreted`: on the rules as they
            stand, sharing no code with the other; `auto`: the first, the second for games that are
            not ground within ten seconds
    features: what the compiled engine does or leaves out, each a keyword: see `Features` in
            gdlc.searches
    The other arguments are those of `ground` and `solve`.
    """
    from gdlc.begin import begin
    from gdlc.rules.check import require
    from gdlc.searches import search as _search

    sheet = sheet_of(game)
    require(sheet)
    stop = stop or stop_after(timeout)
    first, steps = begin(game, role, horizon, max_horizon, objective, start, stop, report)
    return _search(
        game,
        role=role,
        horizon=steps,
        objective=objective,
        simultaneous=simultaneous,
        start=first,
        engine=engine,
        stop=stop,
        report=report,
        **features,
    )


__all__ = ["Game", "State", "ground", "load", "run", "search", "solve"]
