"""An atom in a ground program: its place in the prefix, the rules that have it."""

from __future__ import annotations

from gdlc.formats.lp import LpProgram
from gdlc.formats.lp.terms import split
from gdlc.formats.lp.text import write_rule
from gdlc.formats.sqasp import Sqasp
from gdlc.inspection.stage import Stage
from gdlc.inspection.steps import Steps, steps_of
from gdlc.inspection.traced import FIRST, InProgram
from gdlc.stop import Stop

_TICK = 4096


def in_program(stage: Stage, value: LpProgram | Sqasp, name: str, stop: Stop) -> InProgram | None:
    """What a program knows of an atom; None: it does not occur."""
    program = value.program
    instead = next((one for one, others in stage.marks.same.items() if name in others), None)
    atom = program.find(name)
    if atom is None:
        if instead is None:
            return None
        return InProgram(False, (), 0, (), 0, 0, (), instead=instead)
    certain = False
    heads: list[str] = []
    uses: list[str] = []
    n_heads, n_uses, n_negative = 0, 0, 0
    for n, rule in enumerate(program.rules):
        if n % _TICK == 0:
            stop.check()
        if atom in rule.head:
            certain = certain or rule.is_fact
            n_heads += 1
            if n_heads <= FIRST:
                heads.append(write_rule(program, rule))
        if atom in rule.body or -atom in rule.body:
            n_uses += 1
            n_negative += -atom in rule.body
            if n_uses <= FIRST:
                uses.append(write_rule(program, rule))
    quantified = None
    if isinstance(value, Sqasp):
        quantified = next((q for q in value.prefix if q.atom == atom), None)
    return InProgram(
        certain,
        _lines(stage, name, steps_of(stage)),
        n_heads,
        tuple(heads),
        n_uses,
        n_negative,
        tuple(uses),
        level=None if quantified is None else quantified.level,
        quantifier=None if quantified is None else quantified.quantifier,
        probability=None if quantified is None else quantified.probability,
        stands_for=stage.marks.same.get(name, ()),
        instead=instead,
    )


def _lines(stage: Stage, name: str, step_of: Steps) -> tuple[int, ...]:
    """The lines of the sheet with rules for the predicate: without the step it is the sheet's."""
    functor, args = split(name)
    count = len(args) - (step_of(name) is not None)
    if functor == "does":  # a move is there because it may be legal
        functor = "legal"
    return stage.marks.origins.get(f"{functor}/{count}", ())
