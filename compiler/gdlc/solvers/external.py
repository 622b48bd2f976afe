"""Another solver values a formula: it is written in its language, run under the limits of the stop
token, and its answer read. What it needs of the disk is a folder of its own that goes with it."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from gdlc.formats import foreign
from gdlc.formats.answer import AT_ONCE, Answer
from gdlc.formats.errors import ExternalError, InputError, OutputError
from gdlc.formats.xssat import Xssat
from gdlc.report import SILENT, Report
from gdlc.solvers import known, native
from gdlc.solvers.adapter import Adapter
from gdlc.solvers.folder import temporary_folder
from gdlc.solvers.output import Output
from gdlc.solvers.process import Task, run
from gdlc.solvers.reply import Reply
from gdlc.solvers.suits import require
from gdlc.stop import Stop

_DAY = 86400  # seconds
_NOTED = 10  # lines of the solver that `-v` shows


def solve(
    formula: Xssat,
    adapter: Adapter,
    *,
    stop: Stop | None = None,
    report: Report = SILENT,
    on_progress: Callable[[dict[str, float]], object] | None = None,
) -> Answer:
    """The value that another solver finds: `approximate`, however many digits it has; bounds where
    a limit comes first. What has no clauses is answered by our own solver: some stumble over it.

    on_progress: called some twenty times a second with `seconds`, `lower` and `upper`
    Raises: UsageError for a formula that the solver cannot take; ExternalError if it is not there,
            or fails, with the last lines that it printed; OutputError if the formula cannot be
            written
    """
    stop = stop or Stop()
    require(adapter, formula)
    if formula.n_clauses == 0:
        report.note(f"solve: no clauses, so {adapter.name} is not asked")
        return native.solve(formula, stop=stop, report=report, on_progress=on_progress)
    program = known.require_program(adapter)
    written = foreign.write(formula, adapter.language)
    universals = any(block.quantifier == "a" for block in formula.blocks)
    if written.rounded:
        report.note(f"solve: {written.rounded} probabilities are rounded for {adapter.name}")
    with stop.hold(), report.stage("solve"), temporary_folder() as folder:
        _lay(folder, adapter, program, written.data)
        answer, smaller = _run(adapter, program, folder, universals, stop, report, on_progress)
    note = AT_ONCE if formula.note("simultaneous") == "pessimistic" else ""
    if answer is None:
        answer = _finish(adapter, smaller, stop, report, on_progress)
    return replace(answer, note="; ".join(filter(None, [answer.note, note])))


def _run(
    adapter: Adapter,
    program: str,
    folder: Path,
    universals: bool,
    stop: Stop,
    report: Report,
    on_progress: Callable[[dict[str, float]], object] | None,
) -> tuple[Answer | None, bytes]:
    """The answer of the run, or None and the smaller formula that it left."""
    out, err = Output(adapter.said.patterns()), Output()
    begin = time.monotonic()

    def look() -> None:
        if on_progress is not None:
            on_progress({"seconds": time.monotonic() - begin, "lower": 0.0, "upper": 1.0})

    task = Task(
        command=command(adapter, program, universals=universals, seconds=stop.remaining()),
        folder=folder,
        read=folder / adapter.file if adapter.stdin else Path(os.devnull),
        disk=adapter.disk,
        signal=adapter.signal,
    )
    report.note(f"solve: {' '.join(task.command)}")
    ended = run(task, out.take, err.take, stop, look)
    for line in (err.last_lines(_NOTED) + out.last_lines(_NOTED))[-_NOTED:]:
        report.note(f"{adapter.key} | {line}")
    reply = Reply(adapter, ended, out, err)
    answer = reply.answer()
    if answer is not None:
        if answer.status == "bounds" and ended.limit != "interrupt":
            report.warn(f"{adapter.name} was stopped, or gave up; it {reply.printed()}")
        return answer, b""
    try:
        return None, (folder / adapter.output).read_bytes()
    except OSError:
        raise reply.failure("gives neither an answer nor a smaller formula") from None


def command(
    adapter: Adapter, program: str, *, universals: bool, seconds: float | None
) -> list[str]:
    """The words of the call, in whose folder the formula lies.

    universals: whether the formula has universal variables
    seconds:    what is left of the time limit; without one a day is said
    """
    meanings = {
        "program": program,
        "file": adapter.file,
        "output": adapter.output,
        "seconds": str(_DAY if seconds is None else max(1, round(seconds))),
    }
    words: list[str] = []
    for part in adapter.command:
        if part == "{universals}":
            words += adapter.universals if universals else ()
        else:
            words.append(re.sub(r"\{(\w+)\}", lambda match: meanings[match[1]], part))
    return words


def _finish(
    adapter: Adapter,
    smaller: bytes,
    stop: Stop,
    report: Report,
    on_progress: Callable[[dict[str, float]], object] | None,
) -> Answer:
    """The value of the formula that a preprocessor left, by our own solver."""
    try:
        formula = foreign.read(smaller, file=adapter.output)
    except InputError as error:
        raise ExternalError(f"{adapter.name} left a formula that cannot be read: {error}") from None
    answer = native.solve(formula, stop=stop, report=report, on_progress=on_progress)
    status = "bounds" if answer.value is None else "approximate"
    engine, note = f"{adapter.key}, {answer.engine}", f"{adapter.name}, then gdlc"
    return replace(answer, status=status, move=None, engine=engine, note=note)


def _lay(folder: Path, adapter: Adapter, program: str, data: bytes) -> None:
    """Put into the folder what the solver looks for there."""
    try:
        (folder / adapter.file).write_bytes(data)
        for name in adapter.beside:
            beside = (Path(program).resolve().parent / name).resolve()
            if beside.exists():
                (folder / Path(name).name).symlink_to(beside)
    except OSError as error:
        raise OutputError(
            f"the formula for {adapter.name} cannot be written: {error.strerror}", file=str(folder)
        ) from None
