"""Ground ASP -> SQASP: the opponents become universal, `random` becomes chance."""

from __future__ import annotations

from fractions import Fraction

from gdlc.formats.gdl import RANDOM
from gdlc.formats.lp import GroundProgram, LpProgram
from gdlc.formats.lp.terms import split
from gdlc.formats.sqasp import Sqasp
from gdlc.passes import chance, opponent
from gdlc.passes.fold import Folder
from gdlc.passes.moves import choices
from gdlc.passes.order import Decisions, baseline
from gdlc.passes.simplify import simplify
from gdlc.report import SILENT, Report
from gdlc.stop import Stop


def quantify(lp: LpProgram, *, stop: Stop | None = None, report: Report = SILENT) -> Sqasp:
    """The program whose value is the greatest probability with which the player wins.

    Keeps:  the rules of the game; the player's choices
    Raises: InputError for a program that is not as `ground` writes it
    Source: He and Thielscher, arXiv 2605.23705, theorem 2
    """
    stop = stop or Stop()
    moves = choices(lp)
    replaced = {
        id(rule) for choice in moves if choice.role != lp.facts.player for rule in choice.rules
    }
    program = GroundProgram(lp.program.names[1:])
    program.rules = [rule for rule in lp.program.rules if id(rule) not in replaced]
    folder = Folder(program)
    decisions = Decisions()
    conditions = chance.conditions(lp.program)
    for choice in moves:
        stop.check()
        if choice.role == lp.facts.player:
            decisions.exists.setdefault(choice.step, []).extend(choice.does)
        elif choice.role == RANDOM:
            coins = chance.decide(folder, choice, conditions)
            decisions.chance.setdefault(choice.step, []).extend(coins)
        else:
            digits = opponent.decide(folder, choice)
            decisions.forall.setdefault(choice.step, []).extend(digits)
    decisions.chance.setdefault(lp.facts.horizon + 1, []).extend(_worths(program))
    simple = simplify(program)
    sqasp = Sqasp(simple, baseline(decisions), lp.facts, lp.file)
    levels = sqasp.prefix[-1].level if sqasp.prefix else 0
    report.note(
        f"quantify: {len(sqasp.prefix)} atoms on {levels} levels, {len(simple.rules)} rules"
    )
    return sqasp


def _worths(program: GroundProgram) -> list[tuple[int, Fraction]]:
    """The coins of the objective `score`."""
    found = []
    for rule in program.rules:
        if rule.choice and len(rule.head) == 1:
            name, args = split(program.names[rule.head[0]])
            if name == "_worth":
                found.append((rule.head[0], Fraction(int(args[0]), 100)))
    return found
