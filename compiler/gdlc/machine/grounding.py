"""The rules of a game as a ground program: all that may happen in some state, at any time.

A fluent that some rule may make true is a free choice, and so is a move that may be legal. clingo
so meets each rule once for each way its premises may hold together, whatever the state is: more
than ever happens, but finite wherever the game is.
"""

from __future__ import annotations

from gdlc.formats import gdl
from gdlc.formats.lp.terms import functor
from gdlc.machine.decompose import PIECE, Decomposition
from gdlc.passes import asp
from gdlc.passes.rule_text import RuleText
from gdlc.rules.normal_form import FlatRule, flatten
from gdlc.stop import Stop

_UNUSED = frozenset({"base", "input", "sees"})
_NAMES = {"init": "_init", "next": "_next"}
_CHOICES = """\
{true(F)} :- _init(F).
{true(F)} :- _next(F).
{does(R,M)} :- legal(R,M), role(R).
"""
# What a machine must know by name; clingo says nothing of the rest.
_SHOWN = """\
#show true/1. #show does/2. #show legal/2. #show _next/1. #show _init/1. #show goal/2.
#show terminal/0.
"""


def program(sheet: gdl.RuleSheet) -> str:
    """The program for clingo.

    Shape: R rules without `or` -> at most R lines, and five
    """
    pieces = Decomposition()
    for rule in flatten(sheet):
        if rule.head.predicate not in _UNUSED:
            pieces.add(rule)
    lines = dict.fromkeys(map(_line, pieces.rules))
    return "\n".join(lines) + "\n" + _CHOICES + _SHOWN


def ground(sheet: gdl.RuleSheet, stop: Stop) -> bytes:
    """The ground program, in aspif. Raises: LimitReached and Interrupted when `stop` says so."""
    return asp.ground_aspif(program(sheet), sheet.file, stop)


def _name(predicate: str) -> str:
    number = predicate.removeprefix(PIECE)
    return functor(predicate) if number == predicate else f"_piece{number}"


def _line(rule: FlatRule) -> str:
    text = RuleText(_name)
    name = _NAMES.get(rule.head.predicate)
    head = text.atom(rule.head) if name is None else text.call(name, rule.head.args)
    return text.line(head, rule.body)
