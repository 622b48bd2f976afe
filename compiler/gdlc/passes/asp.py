"""Calls of clingo in a child process that a stop token can end at any time."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from gdlc import _asp
from gdlc.formats.errors import ExternalError, InputError, OutputError, Place
from gdlc.formats.lp import GroundProgram
from gdlc.passes.clingo_process import take
from gdlc.passes.native import work
from gdlc.stop import Stop

_UNWRITTEN = 74  # see clingo_child.py
_MESSAGE = re.compile(r"<string>:(\d+):(\d+)(?:-(?:(\d+):)?(\d+))?: (?:error|info|warning): (.*)")


def ground(
    text: str,
    file: str,
    stop: Stop | None = None,
    *,
    foreign: bool = False,
    steps: bool = False,
) -> GroundProgram:
    """Ground a program.

    text:    clingo's language
    file:    the name for messages
    foreign: a person wrote it: it may say what is shown, which is ignored; takes longer
    steps:   a prime and a number in a predicate's name are a step: they become its last argument
    Raises: InputError with clingo's own message and the place in the text
    """
    stop = stop or Stop()
    aspif = ground_aspif(text, file, stop, foreign=foreign)
    try:
        return GroundProgram.of(work(lambda token: _asp.read_aspif(aspif, steps, token), stop))
    except _asp.ParseError as error:
        raise InputError(error.message, file=file, hint=error.hint) from None


def ground_aspif(text: str, file: str, stop: Stop, *, foreign: bool = False) -> bytes:
    """As `ground`, but the text that clingo prints: aspif."""
    task = "ground foreign" if foreign else "ground"
    code, out, err = take().run(task, {"input": text.encode()}, stop)
    if code == 65:
        raise _complaint(err, text, file)
    if code == _UNWRITTEN:
        raise OutputError(
            "clingo's output does not fit into the folder for temporary files",
            hint="make room there, or let TMPDIR name another folder",
        )
    if code != 0:
        raise ExternalError(f"clingo ended with code {code} while grounding: {_tail(err)}")
    return out


@dataclass(frozen=True)
class Verdict:
    """holds: True, False, or None where the limit did not do; shown: the true atoms asked for."""

    holds: bool | None
    shown: tuple[int, ...] = ()


@dataclass(frozen=True)
class Question:
    """Is there a stable model in which the atom holds?

    shown: the atoms to report of such a model
    limit: conflicts after which to give up; 0: never
    """

    atom: int
    shown: Sequence[int] = ()
    limit: int = 0


def ask(
    program: GroundProgram, questions: Sequence[Question], stop: Stop | None = None
) -> list[Verdict]:
    """Answer questions about a program without bounds on choices, one after the other."""
    stop = stop or Stop()
    asked = {atom for question in questions for atom in (question.atom, *question.shown)}
    lines = [" ".join(map(str, (q.limit, q.atom, *q.shown))) for q in questions]
    files = {
        # Shown, so that clasp keeps the atoms.
        "program": _asp.write_aspif(program.native, sorted(asked)),
        "input": "\n".join(lines).encode(),
    }
    code, out, err = take().run("solve", files, stop)
    answers = out.decode().splitlines()
    if code != 0 or len(answers) != len(questions):
        raise ExternalError(f"clingo ended with code {code} while solving: {_tail(err)}")
    return [Verdict(a["holds"], tuple(a["shown"])) for a in map(json.loads, answers)]


def _complaint(err: bytes, text: str, file: str) -> InputError:
    """clingo's first message about an error, with its place in the text."""
    messages = err.decode("utf-8", "replace").splitlines()
    for number, message in enumerate(messages):
        match = _MESSAGE.match(message)
        if match is None:
            continue
        line, column = int(match[1]), int(match[2])
        end = int(match[4]) if match[4] and not match[3] else column
        lines = text.rstrip("\n").split("\n")
        if line > len(lines):  # clingo names the line behind the text when it ends too early
            line, column = len(lines), len(lines[-1]) + 1
            end = column
        excerpt = lines[line - 1]
        what = match[5]
        # The line that follows tells what exactly is undefined or unsafe.
        if number + 1 < len(messages) and not _MESSAGE.match(messages[number + 1]):
            detail = messages[number + 1].strip()
            what += f" {re.sub(r'^<string>:[0-9:-]+:? *', '', detail)}" if detail else ""
        return InputError(
            f"clingo: {what}", place=Place(file, line, column, excerpt, max(1, end - column))
        )
    return InputError(f"clingo: {_tail(err)}", file=file)


def _tail(err: bytes) -> str:
    lines = err.decode("utf-8", "replace").strip().splitlines()
    return lines[-1] if lines else "it printed nothing"
