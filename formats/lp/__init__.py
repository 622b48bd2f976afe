"""Ground answer set programs, and the `.lp` file of a game."""

from gdlc.formats.lp.file import facts_lines, not_ground, read, take_facts, write
from gdlc.formats.lp.program import GameFacts, GroundProgram, LpProgram, Rule
from gdlc.formats.lp.text import END, NotGround, header, read_rules, rules_text, write_rules

__all__ = [
    "END",
    "GameFacts",
    "GroundProgram",
    "LpProgram",
    "NotGround",
    "Rule",
    "facts_lines",
    "header",
    "not_ground",
    "read",
    "read_rules",
    "rules_text",
    "take_facts",
    "write",
    "write_rules",
]
