"""The verb that looks into the files of all stages."""

from __future__ import annotations

import json
import os

from gdlc.cli import documents
from gdlc.cli.call import Call, Verb
from gdlc.cli.input import read_bytes, shown
from gdlc.cli.output import encode
from gdlc.cli.pipeline import prepared_output
from gdlc.formats.answer import Answer
from gdlc.formats.answer.answer import SCHEMA
from gdlc.formats.errors import GdlcError, InputError, UsageError

_ORDER = (".kif", ".hrf", ".lp", ".sqasp", ".xssat")


def _inspect(call: Call) -> int:
    from gdlc.inspection import Stage, inspect, read_stage

    output = prepared_output(call)
    files = [name for given in call.files for name in _within(given)]
    if files.count("-") > 1:
        raise UsageError("standard input is named twice", hint="name it once, with `-`")
    if call.values["diff"] and len(files) != 2:  # before anything large is read
        raise UsageError(
            f"--diff compares two files, not {len(files)}", hint="gdlc inspect --diff A B"
        )
    stages: list[Stage] = []
    for name in files:
        data = read_bytes(name)
        call.report.note(f"read {shown(name)}: {len(data)} bytes")
        stages.append(
            read_stage(
                data,
                shown(name),
                free=call.values["free"],
                stop=call.stop,
                warn=call.report.warn,
            )
        )
    found = inspect(stages, **call.keywords("atom", "diff"), stop=call.stop)
    if call.json:
        document = {"schema": SCHEMA, **found.document(), "error": None}
        output.write(encode(json.dumps(document, ensure_ascii=False) + "\n"))
    else:
        output.write(encode(str(found)))
    return 0


def _within(name: str) -> list[str]:
    """The stage files of a folder, in the order of the stages; else the file itself."""
    if name == "-" or not os.path.isdir(name):
        return [name]
    try:
        inside = os.listdir(name)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=name) from None
    found = [one for one in inside if one.lower().endswith(_ORDER)]
    if not found:
        raise InputError(
            "no file of a stage is in this folder",
            file=name,
            hint="`gdlc run game.kif --keep DIR` leaves such files in DIR",
        )
    found.sort(key=lambda one: (os.path.splitext(one)[0], _ORDER.index(_ending(one)), one))
    return [os.path.join(name, one) for one in found]


def _ending(name: str) -> str:
    return os.path.splitext(name)[1].lower()


def _failed(answer: Answer | None, error: GdlcError) -> str:
    return documents.inspection(error)


VERBS = (
    Verb(
        name="inspect",
        summary="what is in a file of any stage",
        text="Tells of rule sheets, .lp, .sqasp and .xssat files, ours or of others: sizes, atoms "
        "by predicate and step, choices, the prefix, cuts, and what each idea of the encoding "
        "saved. What kind a file is its content tells. A folder means the files of stages in it. "
        "With --atom it follows an atom through all files that are given; with --diff it compares "
        "two of one kind. docs/inspect.md explains the numbers.",
        examples=(
            "gdlc inspect game.xssat",
            "gdlc inspect game.kif stages --atom 'true(cell(1,1,b),3)'",
            "gdlc inspect --diff game.xssat other.xssat",
        ),
        work=_inspect,
        document=_failed,
        many=True,
    ),
)
