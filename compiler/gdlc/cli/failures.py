"""How a run ends that does not end well: the message, the document, the exit code."""

from __future__ import annotations

import itertools
import os
import traceback
from collections.abc import Sequence
from fractions import Fraction

from gdlc.cli.call import Verb
from gdlc.cli.output import ClosedPipe, Result, encode, say, write_stdout
from gdlc.formats.answer import Answer, write_json, write_mcc, write_text
from gdlc.formats.errors import (
    GdlcError,
    InternalError,
    Interrupted,
    LimitReached,
    OutputError,
)
from gdlc.options import ANSWERS

_STOPS = (Interrupted, LimitReached)

# Stops that were told. They keep alive what their stage had in memory: to free millions of objects
# takes seconds (1.2 s of 1.7 s between Ctrl-C and the end of a search with 0.5 GB), and the process
# ends anyway.
kept: list[BaseException] = []


def wants_json(arguments: Sequence[str]) -> bool:
    """Whether `--json` stands anywhere, so that even a wrong call is answered in JSON."""
    for argument in arguments:
        if argument == "--":
            return False
        if argument == "--json":
            return True
    return False


def wants_mcc(arguments: Sequence[str]) -> bool:
    """The same for the lines of the Model Counting Competition."""
    words = arguments[: arguments.index("--")] if "--" in arguments else arguments
    return "--format=mcc" in words or ("--format", "mcc") in itertools.pairwise(words)


def named_verb(arguments: Sequence[str]) -> str:
    """The verb that the arguments mean, before they are parsed."""
    return next((word for word in arguments if not word.startswith("-")), "")


def as_error(failure: BaseException) -> GdlcError:
    """Whatever was raised, as one of our errors.

    A stop may come wrapped: libraries catch what a handler raised inside them and raise their own.
    """
    seen: BaseException | None = failure
    while seen is not None:
        if isinstance(seen, GdlcError) and (seen is failure or isinstance(seen, _STOPS)):
            return seen
        seen = seen.__cause__ or seen.__context__
    if isinstance(failure, KeyboardInterrupt):
        return Interrupted()
    if isinstance(failure, MemoryError):
        return LimitReached("no memory is left")
    text = str(failure)
    return InternalError(type(failure).__name__ + (f": {text}" if text else ""))


def message(error: GdlcError) -> str:
    """What standard error shows."""
    if error.exit_code == InternalError.exit_code:
        return f"internal error: {error}\nhint: this is a bug of gdlc; GDLC_DEBUG=1 shows where"
    return f"error: {error}"


def finish(failure: BaseException, arguments: Sequence[str], verb: Verb | None) -> int:
    """Tell a failure in the way that was asked for; return the exit code.

    verb: None if the arguments name none, or the failure came before that was known
    """
    if isinstance(failure, ClosedPipe):
        return 0
    error = as_error(failure)
    known = bounds_of(failure)
    if os.environ.get("GDLC_DEBUG") == "1" and error.exit_code == InternalError.exit_code:
        say("".join(traceback.format_exception(failure)).rstrip())
    say(message(error))
    text = ""
    answer = known[0] if known is not None and named_verb(arguments) in ANSWERS else None
    if wants_json(arguments):
        text = write_json(answer, error) if verb is None else verb.document(answer, error)
    elif answer is not None:
        text = write_mcc(answer) if wants_mcc(arguments) else write_text(answer)
    if text and not Result.on_stdout:
        try:
            write_stdout(encode(text))
        except ClosedPipe:
            pass
        except OutputError as second:
            say(message(second))
    return error.exit_code


def bounds_of(failure: BaseException) -> tuple[Answer, GdlcError] | None:
    """What is always known when a stop came before the solver knew more; None: it is no stop."""
    error = as_error(failure)
    if not isinstance(error, _STOPS):
        return None
    kept.append(failure)
    if Result.begun:
        return None
    return Answer(Fraction(0), Fraction(1), "bounds", reason=error.message), error
