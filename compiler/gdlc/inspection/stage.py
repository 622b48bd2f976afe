"""A file of any stage, as it is looked at: its kind, what it holds, and its marks."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from gdlc.formats import gdl, lp, sqasp, xssat
from gdlc.formats.errors import InputError, UsageError
from gdlc.inspection.marks import Marks, marks_of, marks_of_notes
from gdlc.passes import asp
from gdlc.stop import Stop

Kind = Literal["gdl", "lp", "sqasp", "xssat"]
KINDS: tuple[Kind, ...] = ("gdl", "lp", "sqasp", "xssat")
ENDINGS: dict[str, Kind] = {
    "kif": "gdl",
    "hrf": "gdl",
    "gdl": "gdl",
    "lp": "lp",
    "sqasp": "sqasp",
    "xssat": "xssat",
    "sdimacs": "xssat",
    "qdimacs": "xssat",
    "cnf": "xssat",
}

_LOOK = 1 << 16  # bytes at the beginning in which a file shows what it is
_OURS = re.compile(r"%[ \t]*gdlc[ \t]+(lp|sqasp)\b")
_DIMACS = re.compile(r"(?:\s*+c[^\n]*\n|\s++)*+(?:p\s+cnf\b)|\s*c gdlc xssat\b")
_KIF = re.compile(r"(?:\s++|[;%][^\n]*+\n?)*+\(")
_QUANTIFIER = re.compile(r"^[^%\n]*(?<![\w(])_(?:exists|forall|chance|quantify)\(", re.MULTILINE)
_HRF = re.compile(r"^\s*role\([^()]*\)\s*$", re.MULTILINE)
_EXPECTED = "a rule sheet (.kif, .hrf), a .lp, a .sqasp or a .xssat file is expected"


@dataclass(frozen=True)
class Stage:
    """What one file holds.

    kind:  which of the languages it is in
    file:  the name for messages
    value: ground, if a person wrote a program with variables
    marks: what its comments say of how it was made
    size:  bytes; None for what never was a file
    """

    kind: Kind
    file: str
    value: gdl.RuleSheet | lp.LpProgram | sqasp.Sqasp | xssat.Xssat
    marks: Marks
    size: int | None = None


def kind_of(data: bytes, file: str) -> Kind:
    """The language of a file: by its content, else by the ending of its name.

    Raises: InputError if neither tells.
    """
    if not data.strip():
        raise InputError("the file is empty", file=file, hint=_EXPECTED)
    text = data[:_LOOK].decode("utf-8", "replace").removeprefix("\ufeff")
    ours = _OURS.match(text)
    if ours is not None:
        return "lp" if ours[1] == "lp" else "sqasp"
    if _DIMACS.match(text):
        return "xssat"
    if _KIF.match(text):
        return "gdl"
    if b"\0" not in data and _QUANTIFIER.search(data.decode("utf-8", "replace")):
        return "sqasp"
    ending = file.lower().rpartition(".")[2]
    if ending in ENDINGS:
        return ENDINGS[ending]
    if _HRF.search(text):
        return "gdl"
    raise InputError(
        "neither what it holds nor its name tells what kind of file this is",
        file=file,
        hint=_EXPECTED,
    )


def read_stage(
    data: bytes,
    file: str,
    *,
    free: Literal["inner", "outer"] | None = None,
    stop: Stop | None = None,
    warn: Callable[[str], None] | None = None,
) -> Stage:
    """The file of a stage, read.

    free: where variables of a .xssat file go that stand in no quantifier line
    Raises: InputError with the place where the text breaks its language
    """
    stop = stop or Stop()
    kind = kind_of(data, file)
    if kind == "xssat":
        formula = xssat.read(data, file=file, free=free, warn=warn)
        return Stage(kind, file, formula, marks_of_notes(formula.notes), len(data))
    if kind == "gdl":
        return Stage(kind, file, gdl.read(data, file), Marks(), len(data))
    text = gdl.decode(data, file)
    value = lp.read(text, file) if kind == "lp" else _ground(sqasp.read(text, file), stop)
    return Stage(kind, file, value, marks_of(text), len(data))


def _ground(program: sqasp.Sqasp | sqasp.SqaspSource, stop: Stop) -> sqasp.Sqasp:
    if isinstance(program, sqasp.Sqasp):
        return program
    ground = asp.ground(program.text, program.file, stop, foreign=True)
    return sqasp.take_prefix(ground, program.file)


def stage_of(value: object, *, stop: Stop | None = None) -> Stage:
    """What a pass gave, as a stage.

    Raises: UsageError for what no pass gives
    """
    match value:
        case gdl.RuleSheet():
            return Stage("gdl", value.file, value, Marks())
        case lp.LpProgram():
            # Its own marks stand in the text only.
            return Stage("lp", value.file, value, marks_of(lp.write(value)))
        case sqasp.Sqasp():
            return Stage("sqasp", value.file, value, marks_of(sqasp.write(value)))
        case sqasp.SqaspSource():
            marks = marks_of(value.text)
            return Stage("sqasp", value.file, _ground(value, stop or Stop()), marks)
        case xssat.Xssat():
            return Stage("xssat", "<formula>", value, marks_of_notes(value.notes))
    raise UsageError(
        f"a game, a program or a formula is expected, not {type(value).__name__}",
        hint="give the name of a file, or what `load`, `ground`, `quantify` or `translate` returns",
    )
