"""SQASP -> XSSAT: stable models become models of clauses, the prefix stays."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from fractions import Fraction
from typing import Literal

from gdlc import _asp
from gdlc.formats.errors import UsageError
from gdlc.formats.lp import GroundProgram
from gdlc.formats.sqasp import (
    CHANCE,
    EXISTS,
    FORALL,
    Sqasp,
    SqaspSource,
    require_closed,
    take_prefix,
)
from gdlc.formats.xssat import Xssat
from gdlc.passes import asp
from gdlc.passes.bounds import free_choices
from gdlc.passes.ideas import OF_TRANSLATE, wanted
from gdlc.passes.loops import break_loops
from gdlc.passes.native import work
from gdlc.passes.simplify import simplify
from gdlc.report import SILENT, Report
from gdlc.stop import Stop

_KIND: dict[str, Literal["e", "a", "r"]] = {EXISTS: "e", FORALL: "a", CHANCE: "r"}


def translate(
    sqasp: Sqasp | SqaspSource,
    *,
    encoding: str | None = None,
    without: Iterable[str] = (),
    stop: Stop | None = None,
    report: Report = SILENT,
) -> Xssat:
    """The formula with the value of a quantified program.

    sqasp:    a ground program, or one that a person wrote, which clingo grounds
    encoding: `lean`, or `paper`: a variable for each atom and each body; None: as `quantify` was
              asked for, else `lean`
    without:  ideas of the lean encoding to do without (`gdlc.passes.ideas`)
    Shape:    at most one variable for each atom that is not certain, then one for each body that
              needs one; numbered in the order of the prefix
    Keeps:    the value; levels as blocks; names
    Raises:   InputError for what has no translation: disjunctions, a wrong prefix; UsageError
    Source:   He and Thielscher, arXiv 2605.23705, theorem 3
    """
    stop = stop or Stop()
    if not isinstance(sqasp, Sqasp | SqaspSource):
        raise UsageError(
            f"a quantified program is expected, not {type(sqasp).__name__}",
            hint="`gdlc.quantify` makes one, and `gdlc.formats.sqasp.read` reads one",
        )
    file = sqasp.file
    if isinstance(sqasp, SqaspSource):
        require_closed(sqasp.text, file)
        sqasp = take_prefix(asp.ground(sqasp.text, file, stop, foreign=True), file)
    ideas = wanted(encoding or sqasp.encoding, without)
    program = _tight(sqasp, stop)
    _warn(sqasp, program, report)
    prefix = [
        (atom, q.level, q.quantifier)
        for atom, q in zip(range(1, len(sqasp.prefix) + 1), sqasp.prefix, strict=True)
    ]
    savings = [*ideas & {*OF_TRANSLATE}] if ideas else None
    native = program.native
    found = work(lambda token: _asp.complete(native, prefix, savings, token), stop)
    formula = _formula(sqasp, program, found, encoding or sqasp.encoding)
    report.note(
        f"translate: {formula.n_vars} variables, {formula.n_clauses} clauses,"
        f" {len(formula.blocks)} blocks"
    )
    return formula


def _tight(sqasp: Sqasp, stop: Stop) -> GroundProgram:
    """The program without bounds on choices and without loops; the prefix has the first numbers."""
    program = simplify(free_choices(sqasp.program))
    first = [q.atom for q in sqasp.prefix]
    program = GroundProgram.of(_asp.renumbered(program.native, first))
    if _asp.positive_loops(program.native):
        program = simplify(break_loops(program, stop))
    stop.check()
    return program


def _warn(sqasp: Sqasp, program: GroundProgram, report: Report) -> None:
    """Tell of quantified atoms that are certain, or that no rule derives: a branch is 0."""
    derived, facts = program.native.heads(), program.native.facts()
    for atom in range(1, len(sqasp.prefix) + 1):
        if atom in facts:
            report.warn(f"{sqasp.file}: the quantified atom {program.name(atom)} is a fact")
        elif atom not in derived:
            report.warn(f"{sqasp.file}: no rule derives the quantified atom {program.name(atom)}")


def _formula(sqasp: Sqasp, program: GroundProgram, found: _asp.Completion, encoding: str) -> Xssat:
    blocks: list[tuple[Literal["e", "a", "r"], list[int]]] = []
    probabilities: dict[int, Fraction] = {}
    level = 0
    for var, atom in enumerate(found.prefix, 1):
        q = sqasp.prefix[atom - 1]
        if q.level != level:
            blocks.append((_KIND[q.quantifier], []))
            level = q.level
        blocks[-1][1].append(var)
        if q.probability is not None:
            probabilities[var] = q.probability
    blocks.append(("e", list(range(len(found.prefix) + 1, found.n_vars + 1))))
    flat = array("i")
    flat.frombytes(found.clauses())
    return Xssat.build(
        found.n_vars,
        flat,
        [block for block in blocks if block[1]],
        probabilities=probabilities,
        names=found.names(program.native),
        notes=[*_notes(sqasp, found, encoding), *_merged(program, found)],
    )


def _merged(program: GroundProgram, found: _asp.Completion) -> list[str]:
    """A note for each atom that shares the variable of another: the literal that it is."""
    return [f"same {value} {program.name(atom)}" for atom, value in found.merged()]


def _notes(sqasp: Sqasp, found: _asp.Completion, encoding: str) -> list[str]:
    facts = sqasp.facts
    if facts is None:
        return []
    return [
        f"player {facts.player}",
        *(f"role {role}" for role in facts.roles),
        f"horizon {facts.horizon}",
        f"objective {facts.objective}",
        f"source sha256:{facts.source}",
        *([f"start sha256:{facts.start}"] if facts.start else []),
        *([f"simultaneous {facts.turns}"] if facts.turns else []),
        f"encoding {sqasp.encoding}",
        *([f"translation {encoding}"] if encoding != sqasp.encoding else []),
        f"order {sqasp.order}",
        *(f"saved {idea} {text}" for idea, text in sqasp.saved.items()),
        *(f"saved {idea} {_SAVED[idea].format(n)}" for idea, n in found.saved.items() if n),
    ]


_SAVED = {
    "equal": "{} atoms equal to others",
    "imply": "{} literals of bodies",
    "bodies": "{} variables for bodies",
    "cone": "{} atoms without a difference",
    "units": "{} certain atoms",
}
