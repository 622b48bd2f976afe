"""The verb about other solvers: which there are, and whether one of them works."""

from __future__ import annotations

from collections import Counter

from gdlc.cli import documents
from gdlc.cli.call import Call, Verb
from gdlc.cli.output import encode, say
from gdlc.cli.pipeline import prepared_output
from gdlc.formats.answer import Answer
from gdlc.formats.errors import GdlcError, UsageError

_EXIT = {"differs": 4, "failed": 5, "limit": 3}


def _solvers(call: Call) -> int:
    match call.files:
        case ("-",):
            return _list(call)
        case ("test", name):
            return _test(call, name)
        case ("test",) if call.values["solver_config"] is not None:
            return _test(call, None)
        case _:
            raise UsageError(
                f"`{' '.join(call.files)}` is not understood",
                hint="gdlc solvers lists all; gdlc solvers test NAME tries one",
            )


def _list(call: Call) -> int:
    from gdlc.solvers.survey import solvers

    output = prepared_output(call)
    found = solvers(solver_config=call.values["solver_config"], stop=call.stop)
    if call.json:
        output.write(encode(documents.solvers(found)))
        return 0
    rows = [("solver", "program", "version", "takes")]
    for one in found:
        if one.error:
            call.report.warn(one.error)
        else:
            rows.append((one.key, one.program or "-", one.version or "-", one.takes))
    widths = [max(len(row[at]) for row in rows) for at in range(3)]
    lines = [
        "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[3]])
        for row in rows
    ]
    output.write(encode("\n".join(lines) + "\n"))
    return 0


def _test(call: Call, name: str | None) -> int:
    from gdlc.solvers.conformance import conformance

    output = prepared_output(call)
    trials = conformance(
        name, solver_config=call.values["solver_config"], stop=call.stop, report=call.report
    )
    counts = Counter(trial.outcome for trial in trials)
    if call.json:
        output.write(encode(documents.solvers(tried=trials)))
    else:
        width = max(len(trial.case.name) for trial in trials)
        lines = []
        for trial in trials:
            why = f": {trial.message}" if trial.message else ""
            value = "" if trial.found is None else f" {trial.found}"
            lines.append(f"{trial.case.name.ljust(width)}  {trial.outcome}{value}{why}")
        output.write(encode("\n".join(lines) + "\n"))
    say(", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items())))
    codes = [code for outcome, code in _EXIT.items() if counts[outcome]]
    return codes[0] if codes else 0


def _failed(answer: Answer | None, error: GdlcError) -> str:
    return documents.solvers(error=error)


VERBS = (
    Verb(
        name="solvers",
        summary="other solvers: which there are, and whether they work",
        text="Without an argument it lists the solvers that --solver of solve and run takes: "
        "where the program is (- if it is not here), its version, the formulas it can take. "
        "`test NAME` lets one find the value of some small formulas; exit code 4 if one is wrong, "
        "5 if the solver fails. A file of your own describes another solver: see "
        "docs/external-solvers.md.",
        examples=(
            "gdlc solvers",
            "gdlc solvers test depqbf",
            "gdlc solvers test --solver-config mine.toml",
        ),
        work=_solvers,
        document=_failed,
        file="test NAME",
        about_file="the solver to try; without it all are listed",
        many=True,
    ),
)
