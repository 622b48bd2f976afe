"""The verbs that give an answer: solve, run, search."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable

from gdlc.cli.call import Call, Verb
from gdlc.cli.failures import bounds_of, message
from gdlc.cli.input import read_game, read_input, read_start, shown, stem
from gdlc.cli.output import Output, encode, make_folder, say
from gdlc.cli.pipeline import prepared_output
from gdlc.formats.answer import Answer, write_json, write_mcc, write_text
from gdlc.formats.errors import (
    AnswersDiffer,
    GdlcError,
    Interrupted,
    LimitReached,
    OutputError,
    UsageError,
)


def _answered(find: Callable[[Call], Answer]) -> Callable[[Call], int]:
    """The work of a verb that finds an answer: a stop in any stage leaves bounds at least."""

    def work(call: Call) -> int:
        if call.json and call.values["format"] == "mcc":
            raise UsageError("--json and --format mcc exclude each other", hint="leave out one")
        output = prepared_output(call)
        try:
            answer = find(call)
            error = _cause(call, answer)
        except AnswersDiffer as difference:
            difference.hint = _keep(call, difference)
            raise
        except Exception as failure:
            known = bounds_of(failure)
            if known is None:
                raise
            answer, error = known
        write = write_mcc if call.values["format"] == "mcc" else write_text
        output.write(encode(write_json(answer, error) if call.json else write(answer)))
        if error is None:
            return 0
        say(message(error))
        return error.exit_code

    return work


_OF_SOLVER = (
    *("solver", "solver_config", "cross_check"),
    *("engine", "spill", "layers_bytes", "cache_bytes", "exact", "cache", "components", "cut"),
    *("learn", "preprocess", "prune", "pure"),
)


def _solve(call: Call) -> Answer:
    from gdlc import api
    from gdlc.formats import foreign, xssat

    data = read_input(call)
    with call.report.stage("read"):
        read = foreign.read if foreign.is_ssat(data) else xssat.read
        formula = read(
            data,
            file=shown(call.file),
            free=call.values["free"],
            warn=call.report.warn,
        )
    return api.solve(
        formula,
        **call.keywords(*_OF_SOLVER),
        stop=call.stop,
        report=call.report,
    )


def _run(call: Call) -> Answer:
    from gdlc.passes import clingo_process

    with clingo_process.started():
        return _run_game(call)


def _run_game(call: Call) -> Answer:
    from gdlc import api

    folder = call.values["keep"]
    if folder is not None:
        make_folder(folder)
    sheet = read_game(call)

    def keep(stage: str, data: bytes) -> None:
        name = f"{stem(call.file)}.{stage}"
        Output(os.path.join(folder, name), call.stop, beside=True).write(data)

    return api.run(
        sheet,
        **call.keywords("role", "horizon", "max_horizon", "objective", "simultaneous"),
        **call.keywords("order", "encoding", "without"),
        **call.keywords(*_OF_SOLVER),
        start=read_start(call, sheet),
        stop=call.stop,
        report=call.report,
        keep=None if folder is None else keep,
    )


def _search(call: Call) -> Answer:
    from gdlc import api

    sheet = read_game(call)
    return api.search(
        sheet,
        **call.keywords("role", "horizon", "max_horizon", "objective", "simultaneous"),
        **call.keywords("engine", "prune", "table", "exact"),
        start=read_start(call, sheet),
        stop=call.stop,
        report=call.report,
    )


def _keep(call: Call, difference: AnswersDiffer) -> str:
    """Leave the formula in the working folder, under a name that follows from what it is; where."""
    name = f"cross-check-{hashlib.sha256(difference.formula).hexdigest()[:12]}.xssat"
    try:
        Output(name, call.stop, beside=True).write(difference.formula)
    except OutputError as error:
        return f"the formula is not kept: {error}"
    return f"the formula is in {name}"


def _cause(call: Call, answer: Answer) -> GdlcError | None:
    """Why there are only bounds, or why a check is not complete."""
    if answer.status != "bounds" and not answer.reason:
        return None
    if call.stop.signal is not None:
        return Interrupted(signal_number=call.stop.signal)
    try:
        call.stop.check()
    except LimitReached as error:
        return error
    return LimitReached(answer.reason or "a limit was reached")


VERBS = (
    Verb(
        name="solve",
        summary="the value of a formula (.xssat)",
        text="Reads what translate writes, SDIMACS files of others, and the older .ssat. Prints "
        "the exact value as a fraction and a decimal, with --float a decimal and its error, or "
        "bounds if a limit or Ctrl-C stops it.",
        examples=(
            "gdlc solve game.xssat",
            "gdlc solve game.xssat --json --timeout 60",
        ),
        work=_answered(_solve),
        document=write_json,
    ),
    Verb(
        name="run",
        summary="GDL to the answer, through all stages",
        text="The same as ground, quantify, translate and solve in a pipe.",
        examples=(
            "gdlc run game.kif --role xplayer --horizon 8",
            "gdlc run game.kif --role xplayer --horizon 8 --objective score --keep stages",
        ),
        work=_answered(_run),
        document=write_json,
    ),
    Verb(
        name="search",
        summary="GDL to the answer, by expected minimax on the rules",
        text="The yardstick: it plays the game forward and shares with run only the reading of "
        "the rules.",
        examples=("gdlc search game.kif --role xplayer --horizon 8",),
        work=_answered(_search),
        document=write_json,
    ),
)
