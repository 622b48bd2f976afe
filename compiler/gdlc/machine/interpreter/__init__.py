"""The rules of a game evaluated as they stand: no grounding, no clingo, no native code.

It is what the rest is checked against, and what plays games that are too large to ground.
"""

from gdlc.machine.interpreter.machine import Machine, State
from gdlc.machine.terms import Ground, ground, kif, parse

__all__ = ["Ground", "Machine", "State", "ground", "kif", "parse"]
