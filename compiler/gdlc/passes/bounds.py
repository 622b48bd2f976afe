"""Choices with bounds as free choices and constraints."""

from __future__ import annotations

from gdlc import _asp
from gdlc.formats.lp import GroundProgram


def free_choices(program: GroundProgram) -> GroundProgram:
    """The same stable models, with no bounds on heads.

    Shape: one to three rules for each choice with bounds, and at most two new atoms
    """
    return GroundProgram.of(_asp.free_choices(program.native))
