"""From the arguments to the exit code: parse, set limits, call the verb, tell failures."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace

from gdlc.cli.app import VERBS, Printed, parse
from gdlc.cli.call import Call, Verb
from gdlc.cli.failures import finish, named_verb
from gdlc.cli.output import Output, Result, say, write_stdout
from gdlc.cli.progress import ProgressReport
from gdlc.cli.signals import Signals, Token
from gdlc.formats.errors import Interrupted, UsageError


def run_arguments(arguments: Sequence[str], signals: Signals) -> int:
    verb: Verb | None = None
    Result.begun = Result.on_stdout = False
    try:
        verb = VERBS.get(named_verb(arguments))
        parsed = parse(arguments)
        if isinstance(parsed, Printed):
            write_stdout(parsed.data)
            return 0
        return _run(parsed, VERBS[parsed.verb], signals)
    except BaseException as failure:
        try:
            signals.rest()
            return finish(failure, arguments, verb)
        except BaseException as second:  # interrupted again, while the failure was told
            return second.exit_code if isinstance(second, Interrupted) else 70


def _is_same_file(one: str, other: str) -> bool:
    """Whether both are names of one plain file. A device may be read and written at once."""
    try:
        return os.path.isfile(one) and os.path.samefile(one, other)
    except OSError:
        return False


def _run(call: Call, verb: Verb, signals: Signals) -> int:
    values = call.values
    if verb.artefact and call.json and Output(values["output"], call.stop).is_stdout:
        raise UsageError(
            "--json needs -o FILE here: standard output cannot hold both",
            hint=f"gdlc {verb.name} ... -o FILE --json",
        )
    if any(_is_same_file(file, values["output"]) for file in call.files):
        raise UsageError(
            f"the output {values['output']} would replace the input",
            hint="give another name behind -o",
        )
    if verb.name == "bench":  # it gives these limits to each run, and has one of its own
        stop = Token(values["total_timeout"])
    else:
        stop = Token(values["timeout"], values["memory_limit"])
    report = ProgressReport(
        warn=lambda text: say(f"warning: {text}"),
        note=say if values["verbose"] else None,
    )
    signals.watch(stop)
    with report:
        code = verb.work(replace(call, stop=stop, report=report))
    signals.rest()
    return code
