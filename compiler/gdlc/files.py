"""The verb that looks into files of any stage, as a function."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from gdlc.api import read_file
from gdlc.arguments import stop_after
from gdlc.formats import gdl
from gdlc.formats.errors import UsageError
from gdlc.machine.game import Game
from gdlc.report import SILENT, Report
from gdlc.stop import Stop

if TYPE_CHECKING:
    from gdlc.formats import lp, sqasp, xssat
    from gdlc.inspection import Inspection


def inspect(
    *things: str
    | os.PathLike[str]
    | Game
    | gdl.RuleSheet
    | lp.LpProgram
    | sqasp.Sqasp
    | sqasp.SqaspSource
    | xssat.Xssat,
    atom: str | None = None,
    diff: bool = False,
    timeout: float | None = None,
    stop: Stop | None = None,
    report: Report = SILENT,
) -> Inspection:
    """What is in files of any stage; `str()` of it is the text that the command line prints.

    things:  names of files, or what `load`, `ground`, `quantify` and `translate` return
    atom:    where this atom came from and where it went, instead; in the words of the rules or
             of the program
    diff:    what differs between two things of one kind, instead
    timeout: seconds; ignored if a stop token is given
    Raises:  InputError for what cannot be read, UsageError for an atom that is nowhere
    """
    from gdlc.inspection import inspect as _inspect
    from gdlc.inspection import read_stage, stage_of

    stop = stop or stop_after(timeout)
    if not things:
        raise UsageError("nothing to inspect is given", hint="give the name of a file")
    stages = []
    for thing in things:
        if isinstance(thing, str | os.PathLike):
            name = os.fspath(thing)
            stages.append(read_stage(read_file(name), name, stop=stop, warn=report.warn))
        else:
            value = thing.sheet if isinstance(thing, Game) else thing
            stages.append(stage_of(value, stop=stop))
    return _inspect(stages, atom=atom, diff=diff, stop=stop)


__all__ = ["inspect"]
