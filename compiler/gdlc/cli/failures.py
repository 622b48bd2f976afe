"""How a run ends that does not end well: the message, the document, the exit code."""

from __future__ import annotations

import os
import traceback
from collections.abc import Sequence
from fractions import Fraction

from gdlc.cli.call import Verb
from gdlc.cli.output import ClosedPipe, Result, encode, say, write_stdout
from gdlc.formats.answer import Answer, write_json
from gdlc.formats.errors import (
    GdlcError,
    InternalError,
    Interrupted,
    LimitReached,
    OutputError,
)

_STOPS = (Interrupted, LimitReached)


def wants_json(arguments: Sequence[str]) -> bool:
    """Whether `--json` stands anywhere, so that even a wrong call is answered in JSON."""
    for argument in arguments:
        if argument == "--":
            return False
        if argument == "--json":
            return True
    return False


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


def finish(failure: BaseException, verb: Verb | None, json: bool) -> int:
    """Tell a failure in the way that was asked for; return the exit code.

    verb: None if the arguments did not even name one
    """
    if isinstance(failure, ClosedPipe):
        return 0
    error = as_error(failure)
    if os.environ.get("GDLC_DEBUG") == "1" and error.exit_code == InternalError.exit_code:
        say("".join(traceback.format_exception(failure)).rstrip())
    say(message(error))
    if json and not Result.on_stdout:
        document = write_json if verb is None else verb.document
        try:
            write_stdout(encode(document(None, error)))
        except ClosedPipe:
            pass
        except OutputError as second:
            say(message(second))
    return error.exit_code


def bounds_of(failure: BaseException) -> tuple[Answer, GdlcError] | None:
    """What is always known when a stop came before the solver knew more; None: it is no stop."""
    error = as_error(failure)
    if Result.begun or not isinstance(error, _STOPS):
        return None
    return Answer(Fraction(0), Fraction(1), "bounds", reason=error.message), error
