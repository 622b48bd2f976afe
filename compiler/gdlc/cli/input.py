"""Reading the inputs: files and standard input, with one clear message for all that can fail."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from gdlc.cli.call import Call
from gdlc.cli.output import say
from gdlc.formats.errors import InputError, UsageError

if TYPE_CHECKING:
    from gdlc.formats.gdl import RuleSheet

STDIN = "<stdin>"


def shown(name: str) -> str:
    """What messages call an input."""
    return STDIN if name == "-" else name


def stem(name: str) -> str:
    """The name of an input without folder and ending, `stdin` for standard input."""
    return "stdin" if name == "-" else Path(name).stem


def read_bytes(name: str) -> bytes:
    """The whole of a file, or of standard input for `-`.

    Raises: InputError for all that cannot be read.
    """
    try:
        if name != "-":
            if os.path.isdir(name):
                raise IsADirectoryError
            with open(name, "rb") as stream:
                return stream.read()
        if sys.stdin is None:  # the caller closed it
            raise InputError("standard input is closed", hint="name a file, or feed one in with <")
        with contextlib.suppress(OSError):
            if sys.stdin.isatty():
                say("reading from the terminal; Ctrl-D ends the input, Ctrl-C gives up")
        return sys.stdin.buffer.read()
    except IsADirectoryError:
        raise InputError("is a folder; a file is expected", file=shown(name)) from None
    except FileNotFoundError:
        raise InputError("no such file", file=shown(name)) from None
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        reason = (isinstance(error, OSError) and error.strerror) or str(error)
        reason = reason[:1].lower() + reason[1:]
        raise InputError(f"cannot be read: {reason}", file=shown(name)) from None


def read_input(call: Call) -> bytes:
    """The input of a verb."""
    data = read_bytes(call.file)
    call.report.note(f"read {shown(call.file)}: {len(data)} bytes")
    return data


def read_text(call: Call) -> str:
    """The input of a verb, in UTF-8.

    Raises: InputError, with the place of the first byte that is no UTF-8.
    """
    from gdlc.formats import gdl

    return gdl.decode(read_input(call), shown(call.file))


def read_start(call: Call, sheet: RuleSheet) -> tuple[str, ...] | None:
    """The fluents of the state behind `--state`; None without it.

    Raises: UsageError for several states; InputError
    """
    name = call.values["state"]
    if name is None:
        return None
    from gdlc.formats import gdl
    from gdlc.machine.start import start_fluents
    from gdlc.machine.state_text import read_states
    from gdlc.rules.check import require

    states = read_states(gdl.decode(read_bytes(name), shown(name)), shown(name))
    if len(states) > 1:
        raise UsageError(
            f"{shown(name)} has {len(states)} states; a play begins in one",
            hint="give a file with one of them",
        )
    require(sheet)
    try:
        return start_fluents(sheet, states[0].fluents, call.stop)
    except InputError as error:
        if error.file is None:
            error.file = shown(name)
        raise


def read_game(call: Call) -> RuleSheet:
    """The input of a verb, a rule sheet.

    Raises: UsageError if the state is to come from standard input, too; InputError
    """
    if call.file == call.values.get("state") == "-":
        raise UsageError("the game and the state cannot both be standard input")
    from gdlc.formats import gdl

    return gdl.read(read_input(call), shown(call.file))
