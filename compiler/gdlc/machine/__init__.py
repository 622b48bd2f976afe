"""Playing by the rules: states, legal moves, successors and goals, straight from the rule sheet."""

from gdlc.machine.machine import Machine, State
from gdlc.machine.terms import Ground, ground, kif, parse

__all__ = ["Ground", "Machine", "State", "ground", "kif", "parse"]
