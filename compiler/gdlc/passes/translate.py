"""SQASP -> XSSAT: stable models become models of clauses, the prefix stays."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from gdlc.formats.lp import GameFacts, GroundProgram
from gdlc.formats.sqasp import (
    CHANCE,
    EXISTS,
    FORALL,
    Quantified,
    Sqasp,
    SqaspSource,
    require_closed,
    take_prefix,
)
from gdlc.formats.xssat import Xssat
from gdlc.passes import asp
from gdlc.passes.bounds import free_choices
from gdlc.passes.clauses import Clauses, Value
from gdlc.passes.complete import complete
from gdlc.passes.loops import break_loops
from gdlc.passes.simplify import simplify
from gdlc.report import SILENT, Report
from gdlc.stop import Stop

_KIND: dict[str, Literal["e", "a", "r"]] = {EXISTS: "e", FORALL: "a", CHANCE: "r"}


def translate(
    sqasp: Sqasp | SqaspSource, *, stop: Stop | None = None, report: Report = SILENT
) -> Xssat:
    """The formula with the value of a quantified program.

    sqasp:  a ground program, or one that a person wrote, which clingo grounds
    Shape:  one variable for each atom that is not certain, then one for each body that needs one;
            numbered in the order of the prefix
    Keeps:  the value; levels as blocks; names
    Raises: InputError for what has no translation: disjunctions, a wrong prefix
    Source: He and Thielscher, arXiv 2605.23705, theorem 3
    """
    stop = stop or Stop()
    file = sqasp.file
    if isinstance(sqasp, SqaspSource):
        require_closed(sqasp.text, file)
        sqasp = take_prefix(asp.ground(sqasp.text, file, stop, foreign=True), file)
    program = simplify(free_choices(sqasp.program))
    tight = break_loops(program, stop)
    if tight is not program:
        program = simplify(tight)
    stop.check()
    return _Translation(program, sqasp.prefix, sqasp.facts, file, report).run(stop)


class _Translation:
    def __init__(
        self,
        program: GroundProgram,
        prefix: list[Quantified],
        facts: GameFacts | None,
        file: str,
        report: Report,
    ) -> None:
        self.program = program
        self.prefix = prefix
        self.facts = facts
        self.file = file
        self.report = report
        self.clauses = Clauses()
        self.values: dict[int, Value] = {}
        self.names: dict[int, str] = {}

    def run(self, stop: Stop) -> Xssat:
        certain = {rule.head[0] for rule in self.program.rules if rule.is_fact}
        derived = {atom for rule in self.program.rules for atom in rule.head}
        blocks: list[tuple[Literal["e", "a", "r"], list[int]]] = []
        probabilities: dict[int, Fraction] = {}
        level = 0
        for q in self.prefix:
            if q.level != level:
                blocks.append((_KIND[q.quantifier], []))
                level = q.level
            var = self.name(q.atom)
            blocks[-1][1].append(var)
            if q.probability is not None:
                probabilities[var] = q.probability
            self.fix(q, var, certain, derived)
        # In the order of the text, not of the numbers: those differ once a file has been read.
        order = (abs(value) for r in self.program.rules for value in (*r.head, *r.body))
        for atom in order:
            if atom not in self.values:
                if atom in certain or atom not in derived:
                    self.values[atom] = atom in certain
                else:
                    self.name(atom)
        first = len(self.prefix) + 1
        complete(self.program, self.values, self.clauses, stop)
        blocks.append(("e", list(range(first, self.clauses.count + 1))))
        formula = Xssat.build(
            self.clauses.count,
            self.clauses.flat,
            [block for block in blocks if block[1]],
            probabilities=probabilities,
            names=self.names,
            notes=self.notes(),
        )
        self.report.note(
            f"translate: {formula.n_vars} variables, {formula.n_clauses} clauses,"
            f" {len(formula.blocks)} blocks"
        )
        return formula

    def name(self, atom: int) -> int:
        var = self.clauses.new_var()
        self.values[atom] = var
        self.names[var] = self.program.names[atom]
        return var

    def fix(self, q: Quantified, var: int, certain: set[int], derived: set[int]) -> None:
        """A quantified atom that is certain, or that no rule derives: its other branch is 0."""
        name = self.program.names[q.atom]
        if q.atom in certain:
            self.clauses.add((var,))
            self.report.warn(f"{self.file}: the quantified atom {name} is a fact")
        elif q.atom not in derived:
            self.clauses.add((-var,))
            self.report.warn(f"{self.file}: no rule derives the quantified atom {name}")

    def notes(self) -> list[str]:
        facts = self.facts
        if facts is None:
            return []
        return [
            f"player {facts.player}",
            *(f"role {role}" for role in facts.roles),
            f"horizon {facts.horizon}",
            f"objective {facts.objective}",
            f"source sha256:{facts.source}",
        ]
