"""The step that an atom of a game belongs to: its last argument, where the game has steps."""

from __future__ import annotations

import re

from gdlc.formats.lp import LpProgram
from gdlc.formats.xssat import Xssat
from gdlc.inspection.stage import Stage

_LAST = re.compile(r"[(,]([0-9]{1,9})\)\Z")
# Atoms of ours whose last argument is something else: a goal value, the number of a rule.
_UNTIMED = ("_worth(", "_enough(", "_surplus(", "_body(", "_aux(")


class Steps:
    """Tells the step of an atom.

    horizon: of the game; None for what is no game's: then no atom has a step
    """

    def __init__(self, horizon: int | None) -> None:
        self.horizon = horizon

    def __call__(self, name: str) -> int | None:
        if self.horizon is None or name.startswith(_UNTIMED):
            return None
        match = _LAST.search(name)
        if match is None:
            return None
        step = int(match[1])
        return step if 1 <= step <= self.horizon + 1 else None


def steps_of(stage: Stage) -> Steps:
    """The steps of what a file holds."""
    value = stage.value
    if isinstance(value, Xssat):
        horizon = value.note("horizon")
        return Steps(int(horizon) if horizon is not None and horizon.isdecimal() else None)
    if isinstance(value, LpProgram):
        return Steps(value.facts.horizon)
    facts = getattr(value, "facts", None)
    return Steps(None if facts is None else facts.horizon)
