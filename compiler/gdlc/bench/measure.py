"""Makes one run: the process, its limits, and what its words mean."""

from __future__ import annotations

import contextlib
import re
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from gdlc.bench.process import Limits, Process
from gdlc.bench.record import Record
from gdlc.bench.suite import Run
from gdlc.formats.answer import Answer, read_json
from gdlc.formats.errors import InputError
from gdlc.stop import Stop

# What values of solvers that compute with floats may differ in: they print seven digits.
TOLERANCE = Fraction(1, 100_000)

_STAGE = re.compile(
    r"^(ground|quantify|translate|solve|machine|search): ([0-9.]+) s \(cpu ([0-9.]+) s\)$",
    re.MULTILINE,
)
_SIZES = re.compile(r"^translate: ([0-9]+) variables, ([0-9]+) clauses", re.MULTILINE)
_COLUMN = {"machine": "ground", "search": "solve"}
_NOTE = re.compile(r"[a-z_]+: |read ")  # what -v says, unlike errors, warnings and hints


@dataclass(frozen=True)
class Sheet:
    """The rule sheet of a run.

    name: what the file is called
    text: None: it cannot be read; then the run says why
    """

    name: str
    path: Path
    text: str | None = None


@dataclass(frozen=True)
class Setting:
    """What all runs of a call have in common.

    program:       gdlc, by its version and a hash
    solvers:       the hash of the program of each other solver
    solver_config: a file that describes one of them; None: without
    """

    limits: Limits
    program: str
    machine: str
    solvers: Mapping[str, str] = field(default_factory=dict)
    solver_config: str | None = None

    def program_of(self, run: Run) -> str:
        """What a run is made with."""
        solver = run.contestant.solver
        return f"{self.program}, {solver} {self.solvers.get(solver)}" if solver else self.program


def command(run: Run, sheet: Path, setting: Setting) -> list[str]:
    """The call of gdlc that answers the question of a run."""
    case, who = run.case, run.contestant
    verb = "search" if who.engine == "search" else "run"
    limits = setting.limits
    words = [sys.executable, "-m", "gdlc", verb, "--json", "--verbose"]
    given = {
        "role": case.role,
        "horizon": case.horizon,
        "objective": case.objective,
        "order": who.order,
        "encoding": who.encoding,
        "engine": who.engine if verb == "run" else "",
        "solver": who.solver,
        "solver-config": (setting.solver_config or "") if who.solver else "",
        "timeout": "" if limits.timeout is None else f"{limits.timeout!r}",
        "memory-limit": "" if limits.memory is None else f"{limits.memory}",
    }
    words += [f"--{name}={value}" for name, value in given.items() if value]
    return [*words, "--", str(sheet)]


def measure(run: Run, sheet: Sheet, digest: str, setting: Setting, stop: Stop) -> Record:
    """Make a run; whatever is wrong with it stands in the record.

    digest: of the rule sheet
    Raises: Interrupted, LimitReached for the whole bench; then nothing of the run lives on
    """
    process = Process()
    trouble = _expected_trouble(run.case.expected)
    if not trouble:
        try:
            with tempfile.TemporaryDirectory(
                prefix="gdlc-bench-", ignore_cleanup_errors=True
            ) as name:
                folder = Path(name)
                path = sheet.path
                if sheet.text is not None:
                    path = folder / sheet.name
                    path.write_text(sheet.text, encoding="utf-8")
                trouble = process.run(command(run, path, setting), setting.limits, stop)
        except (OSError, ValueError) as error:
            trouble = str(error)
    record = _judged(replace(blank(run, setting), sheet=digest), process, trouble)
    if process.exit_code is None:
        return record
    return replace(
        record,
        seconds=process.seconds,
        cpu_seconds=process.cpu_seconds,
        peak_memory_bytes=process.peak_memory,
        exit_code=process.exit_code,
        **_stages(process.stderr),
    )


def blank(run: Run, setting: Setting) -> Record:
    """The record of a run before it is made."""
    case, who = run.case, run.contestant
    return Record(
        *case.question,
        order=who.order,
        encoding=who.encoding,
        engine=who.engine,
        solver=who.solver,
        repeat=run.repeat,
        expected=case.expected,
        timeout=setting.limits.timeout,
        memory_limit=setting.limits.memory,
        program=setting.program_of(run),
        machine=setting.machine,
        family=run.family,
        by=run.by,
        size=case.size,
    )


def _expected_trouble(expected: str) -> str:
    with contextlib.suppress(ValueError, ZeroDivisionError):
        if expected:
            Fraction(expected)
        return ""
    return f"the expected value `{expected}` is no fraction"


def _judged(record: Record, process: Process, trouble: str) -> Record:
    try:
        answer = read_json(process.stdout)
    except InputError:
        said = _said(process.stderr) or [f"exit code {process.exit_code}"]
        status = "killed" if process.killed else "error"
        return replace(record, status=status, message=trouble or said[0])
    value = "" if answer.value is None else str(answer.value)
    message = ""
    if not value:
        reason = trouble or (_said(process.stderr) or [""])[0]
        message = f"between {_short(answer.lower)} and {_short(answer.upper)}: {reason}"
    return replace(
        record,
        value=value,
        status=answer.status,
        agrees=agreement(record.expected, answer),
        answered_by=answer.engine,
        message=message,
    )


def _said(stderr: str) -> list[str]:
    """What it said to a person, errors first."""
    lines = stderr.splitlines()
    errors = [line.removeprefix("error: ") for line in lines if line.startswith("error: ")]
    return errors or [line for line in lines if line and not _NOTE.match(line)]


def _short(bound: Fraction) -> str:
    text = str(bound)
    return text if len(text) < 40 else f"{float(bound):.12g}"


def agreement(expected: str, answer: Answer) -> str:
    """Whether an answer has the expected value: `yes`, `no`, `-` if nobody can say."""
    if not expected:
        return "-"
    wanted = Fraction(expected)
    if answer.status == "exact":
        return "yes" if answer.lower == wanted else "no"
    slack = TOLERANCE if answer.status == "approximate" else 0
    if not answer.lower - slack <= wanted <= answer.upper + slack:
        return "no"
    return "-" if answer.status == "bounds" else "yes"


def agreed(record: Record, expected: str) -> Record:
    """A record that was read, beside the value that the suite expects now."""
    if record.expected == expected:
        return record
    if not record.answered:
        return replace(record, expected=expected, agrees="-")
    trouble = _expected_trouble(expected)
    if trouble:
        return replace(record, expected=expected, agrees="-", message=trouble)
    value = Fraction(record.value)
    # A float's own error is not written down: it is held to what solvers of floats are held to.
    status = "exact" if record.status == "exact" else "approximate"
    return replace(
        record, expected=expected, agrees=agreement(expected, Answer(value, value, status))
    )


def _stages(stderr: str) -> dict[str, Any]:
    found: dict[str, float | int] = {}
    for stage, seconds, cpu in _STAGE.findall(stderr):
        column = _COLUMN.get(stage, stage)
        found[f"{column}_seconds"] = float(seconds)
        found[f"{column}_cpu_seconds"] = float(cpu)
    sizes = _SIZES.search(stderr)
    if sizes:
        found["variables"], found["clauses"] = int(sizes[1]), int(sizes[2])
    return found
