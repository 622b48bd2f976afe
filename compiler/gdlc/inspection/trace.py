"""Where an atom came from and where it went, through the files of all stages."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction

from gdlc.formats.gdl import Atom, RuleSheet
from gdlc.formats.lp import LpProgram
from gdlc.formats.lp.terms import split
from gdlc.formats.lp.text import write_rule
from gdlc.formats.sqasp import Sqasp
from gdlc.formats.xssat import Xssat
from gdlc.inspection.merged import merged
from gdlc.inspection.prefix import KINDS
from gdlc.inspection.query import Query, matches, near, parse_query, unknown
from gdlc.inspection.stage import Stage
from gdlc.inspection.steps import Steps, steps_of
from gdlc.rules.unify import bindings
from gdlc.stop import Stop

FIRST = 5  # rules or clauses that are shown
MOST = 4  # atoms that are followed when no step was given
_TICK = 4096
# What stands in a file as facts and is no atom of the program.
_NO_ATOMS = ("_gdlc(", "_exists(", "_forall(", "_chance(", "_quantify(")


@dataclass(frozen=True)
class InSheet:
    """The statements of a rule sheet that give the atom: line and text of each."""

    statements: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class InProgram:
    """An atom in a ground program.

    certain:     it is a fact
    lines:       of the rule sheet, with rules for its predicate, as a comment of the file says
    heads, uses: rules with it in the head, and in the body; the first of them as text
    level, quantifier, probability: its place in the prefix; None outside
    stands_for:  atoms that it represents, too
    instead:     the atom that represents it
    """

    certain: bool
    lines: tuple[int, ...]
    heads: int
    head_rules: tuple[str, ...]
    uses: int
    negative_uses: int
    use_rules: tuple[str, ...]
    level: int | None = None
    quantifier: str | None = None
    probability: Fraction | None = None
    stands_for: tuple[str, ...] = ()
    instead: str | None = None


@dataclass(frozen=True)
class InFormula:
    """An atom in a formula.

    block:  of the prefix, from 1; blocks: how many there are
    positive, negative: clauses with it, by its sign; the first of them in names
    opposite:   the atom is true where the variable is false
    named:      the atom that the variable has its name from; None: none
    stands_for: other atoms that share the variable, behind `not` where they are its opposite
    """

    variable: int
    block: int
    blocks: int
    quantifier: str
    probability: Fraction | None
    positive: int
    negative: int
    clauses: tuple[str, ...]
    opposite: bool = False
    named: str | None = None
    stands_for: tuple[str, ...] = ()


@dataclass(frozen=True)
class Found:
    """What one file knows of the atom; None: it does not occur there."""

    kind: str
    file: str
    place: InSheet | InProgram | InFormula | None


@dataclass(frozen=True)
class AtomTrace:
    """An atom by its name, file by file."""

    atom: str
    found: tuple[Found, ...]


@dataclass(frozen=True)
class Trace:
    """The atoms that were meant, those of the first steps followed.

    asked: the text that was given
    atoms: all that it means
    near:  names that are like it, if only a rule sheet knows it
    """

    asked: str
    atoms: tuple[str, ...]
    traces: tuple[AtomTrace, ...]
    near: tuple[str, ...] = ()


def trace(stages: Sequence[Stage], text: str, stop: Stop) -> Trace:
    """Follow an atom through files, in their order.

    text:   the atom, in the words of the rules or of the program
    Raises: UsageError for an atom that no file knows, with near names
    """
    query = parse_query(text)
    names = [_names(stage) for stage in stages]
    everywhere: dict[str, None] = {}
    for known in names:
        stop.check()
        everywhere.update(dict.fromkeys(matches(query, known)))
    atoms = [*everywhere]
    close: list[str] = []
    if not atoms:
        pool = {name: None for known in names for name in known}
        if not any(_statements(stage, query.atoms()) for stage in stages):
            raise unknown(query, pool, [stage.file for stage in stages])
        atoms = [query.text]
        close = near(query, pool)
    traces = []
    for atom in atoms[:MOST]:
        one = parse_query(atom) if everywhere else query
        found = [Found(stage.kind, stage.file, _place(stage, atom, one, stop)) for stage in stages]
        traces.append(AtomTrace(atom, tuple(found)))
    return Trace(text, tuple(atoms), tuple(traces), tuple(close))


def _names(stage: Stage) -> Collection[str]:
    match stage.value:
        case Xssat():
            return dict.fromkeys((*stage.value.names.values(), *merged(stage.value)))
        case LpProgram() | Sqasp():
            # What is asked for by `same` lines has no rules any more.
            others = (name for names in stage.marks.same.values() for name in names)
            names = (n for n in stage.value.program.names[1:] if not n.startswith(_NO_ATOMS))
            return dict.fromkeys((*names, *others))
    return ()


def _statements(stage: Stage, atoms: Sequence[Atom]) -> tuple[tuple[int, str], ...]:
    """The statements of a rule sheet whose heads can be one of the atoms; the first that has any
    counts."""
    if not isinstance(stage.value, RuleSheet):
        return ()
    for atom in atoms:
        sources = [atom]
        if atom.predicate == "true":
            sources = [Atom("init", atom.args), Atom("next", atom.args)]
        elif atom.predicate == "does":
            sources = [Atom("legal", atom.args)]
        found = [
            (rule.span.line, str(rule))
            for rule in stage.value.rules
            if any(bindings(rule.head, source, {}) is not None for source in sources)
        ]
        if found:
            return tuple(found)
    return ()


def _place(
    stage: Stage, atom: str, query: Query, stop: Stop
) -> InSheet | InProgram | InFormula | None:
    match stage.value:
        case RuleSheet():
            found = _statements(stage, query.atoms())
            return InSheet(found) if found else None
        case LpProgram() | Sqasp():
            return _in_program(stage, stage.value, atom, stop)
        case Xssat():
            return _in_formula(stage.value, atom, stop)


def _in_program(stage: Stage, value: LpProgram | Sqasp, name: str, stop: Stop) -> InProgram | None:
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


def _in_formula(formula: Xssat, name: str, stop: Stop) -> InFormula | None:
    names = formula.names
    others = merged(formula)
    itself = next((var for var, text in names.items() if text == name), None)
    if itself is None:
        itself = others.get(name)
    if itself is None:
        return None
    var = abs(itself)
    prefix = formula.blocks
    number = next(n for n, block in enumerate(prefix) if var in block.vars)
    flat = formula.flat_clauses()
    positive, negative = 0, 0
    clauses: list[str] = []
    begin = 0
    for literal in (itself, -itself):
        # By the first place of the literal: most clauses are never looked at.
        at = 0
        while True:
            stop.check()
            try:
                at = flat.index(literal, at)
            except ValueError:
                break
            begin = at
            while begin > 0 and flat[begin - 1]:
                begin -= 1
            end = flat.index(0, at)
            if literal == itself:
                positive += 1
            else:
                negative += 1
            if (positive if literal == itself else negative) <= FIRST:
                clauses.append(clause_text(flat[begin:end], names))
            at = end
    kind = prefix[number].quantifier
    return InFormula(
        var,
        number + 1,
        len(prefix),
        KINDS[kind],
        formula.probability(var) if kind == "r" else None,
        positive,
        negative,
        tuple(clauses),
        opposite=itself < 0,
        named=names.get(var),
        stands_for=tuple(
            f"{'' if literal > 0 else 'not '}{other}"
            for other, literal in others.items()
            if abs(literal) == var and other != name
        ),
    )


def clause_text(literals: Sequence[int], names: dict[int, str]) -> str:
    """A clause in names; variables without one are `x7`."""
    return " | ".join(
        f"{'not ' if literal < 0 else ''}{names.get(abs(literal)) or f'x{abs(literal)}'}"
        for literal in literals
    )
