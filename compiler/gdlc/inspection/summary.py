"""What is in one file, whatever its kind."""

from __future__ import annotations

from dataclasses import dataclass

from gdlc.formats.gdl import RuleSheet
from gdlc.formats.lp import LpProgram
from gdlc.formats.sqasp import Sqasp
from gdlc.formats.xssat import Xssat
from gdlc.inspection import formula, program, sheet
from gdlc.inspection.marks import Marks
from gdlc.inspection.prefix import Block, levels
from gdlc.inspection.stage import Kind, Stage
from gdlc.inspection.steps import steps_of
from gdlc.stop import Stop


@dataclass(frozen=True)
class Summary:
    """A file in numbers.

    size:   bytes; None for what never was a file
    whole:  the numbers of its kind
    prefix: levels or blocks; None for kinds without prefix
    marks:  what its comments say of how it was made
    """

    kind: Kind
    file: str
    size: int | None
    whole: sheet.SheetSummary | program.ProgramSummary | formula.FormulaSummary
    prefix: list[Block] | None
    marks: Marks


def summarise(stage: Stage, stop: Stop) -> Summary:
    """Count what is in a file."""
    value, step_of = stage.value, steps_of(stage)
    whole: sheet.SheetSummary | program.ProgramSummary | formula.FormulaSummary
    prefix = None
    match value:
        case RuleSheet():
            whole = sheet.summarise(value, stop)
        case LpProgram():
            whole = program.summarise(value.program, value.facts, step_of, stop)
        case Sqasp():
            whole = program.summarise(value.program, value.facts, step_of, stop)
            prefix = levels(value, step_of, stop)
        case Xssat():
            whole = formula.summarise(value, step_of, stop)
            prefix = whole.blocks
    return Summary(stage.kind, stage.file, stage.size, whole, prefix, stage.marks)
