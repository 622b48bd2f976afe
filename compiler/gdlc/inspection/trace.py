"""Where an atom came from and where it went, through the files of all stages."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from gdlc.formats.gdl import Atom, RuleSheet
from gdlc.formats.lp import LpProgram
from gdlc.formats.sqasp import Sqasp
from gdlc.formats.xssat import Xssat
from gdlc.inspection.merged import merged
from gdlc.inspection.query import Query, matches, near, parse_query, unknown
from gdlc.inspection.stage import Stage
from gdlc.inspection.trace_formula import in_formula
from gdlc.inspection.trace_program import in_program
from gdlc.inspection.traced import AtomTrace, Found, InFormula, InProgram, InSheet, Trace
from gdlc.rules.unify import bindings
from gdlc.stop import Stop

MOST = 4  # atoms that are followed when no step was given
# What stands in a file as facts and is no atom of the program.
_NO_ATOMS = ("_gdlc(", "_exists(", "_forall(", "_chance(", "_quantify(")


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
            return in_program(stage, stage.value, atom, stop)
        case Xssat():
            return in_formula(stage.value, atom, stop)
