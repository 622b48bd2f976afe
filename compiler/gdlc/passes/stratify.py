"""Negation through a cycle of ground atoms: rules that have no one meaning.

Most sheets are decided without grounding: by relations, then by which head a premise can meet, so
that (goal ?r 0) if not (goal ?r 100) is fine. What is left is ground by clingo, with every fluent
and every move that might occur at some time, since a cycle that no state shows cannot be told from
one that a rare state shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gdlc.formats import gdl
from gdlc.formats.errors import InputError
from gdlc.formats.lp import GroundProgram
from gdlc.formats.lp.terms import Call, functor_to_gdl, parse, to_gdl
from gdlc.passes import asp
from gdlc.passes.timeless import timeless
from gdlc.rules.arcs import Arc, Graph
from gdlc.rules.components import components
from gdlc.rules.finding import Finding, at
from gdlc.rules.unify import bindings, meet
from gdlc.stop import OutOfPatience, Patience, Stop

# Seconds after which the question is given up where nobody gives a time limit.
PATIENCE = 5.0
_MOST_PAIRS = 300_000  # of a premise and a head, to be compared before grounding
_MOST_TRIES = 100  # negations of a component from which the way back is looked for
_MOST_SHOWN = 8  # atoms of a cycle in a message


def negative_cycles(
    sheet: gdl.RuleSheet, stop: Stop | None = None, patience: float = PATIENCE
) -> list[Finding]:
    """Cycles of ground atoms with a negation among them, one for each set of relations.

    Comes after `rules.check`: a sheet with errors cannot be ground.
    Raises: LimitReached, Interrupted when `stop` asks for it; a lack of patience is a finding
    """
    graph = Graph(sheet)
    found: list[Finding] = []
    for cycle in graph.cycles():
        if not any(not arc.positive for arc in graph.inner(cycle)):
            continue
        suspects = _suspects(graph, cycle)
        if suspects is None or suspects:
            found += _ground_cycles(sheet, graph, cycle, stop or Stop(), patience)
    return found


def _suspects(graph: Graph, cycle: frozenset[str]) -> list[list[int]] | None:
    """Cycles with a negation of rules whose premises can meet each other's heads.

    None: too many rules to compare.
    """
    rules: dict[str, dict[int, gdl.Atom]] = {}
    for name in cycle:
        rules[name] = {id(arc.rule): arc.head for arc in graph.arcs.get(name, ())}
    arcs = [*graph.inner(cycle)]
    if sum(len(rules[arc.atom.predicate]) for arc in arcs) > _MOST_PAIRS:
        return None
    successors: dict[int, list[int]] = {id(arc.rule): [] for arc in arcs}
    negative: set[tuple[int, int]] = set()
    for arc in arcs:
        for number, head in rules[arc.atom.predicate].items():
            if meet(arc.atom, head):
                successors[id(arc.rule)].append(number)
                if not arc.positive:
                    negative.add((id(arc.rule), number))
    return [
        component
        for component in components(successors)
        if any(a in component and b in component for a, b in negative)
    ]


def _ground_cycles(
    sheet: gdl.RuleSheet, graph: Graph, cycle: frozenset[str], stop: Stop, patience: float
) -> Iterator[Finding]:
    names = ", ".join(f"`{name}`" for name in sorted(cycle))
    first = next(arc for arc in graph.inner(cycle) if not arc.positive)
    try:
        program = asp.ground(timeless(sheet, cycle), sheet.file, Patience(stop, patience))
    except (OutOfPatience, InputError) as error:
        why = error.message if isinstance(error, InputError) else f"within {patience:g} s"
        yield at(
            sheet,
            first.atom.span,
            "undecided-cycle",
            f"whether an atom depends on its own negation through {names} could not be decided"
            f"{' ' if why.startswith('within') else ': '}{why}",
            "the rules must not use the negation of what they derive; give the relations arguments"
            " that tell the atoms apart, or give more time with --timeout",
        )
        return
    for atoms in _components(program):
        shown = _shortest(program, atoms)
        yield _finding(sheet, graph, cycle, program, shown)


def _components(program: GroundProgram) -> list[set[int]]:
    """The components with a negation between two of their atoms."""
    successors: dict[int, list[int]] = {}
    for rule in program.rules:
        for head in rule.head:
            successors.setdefault(head, []).extend(abs(literal) for literal in rule.body)
    found = []
    for component in components(successors):
        members = set(component)
        if any(
            not members.isdisjoint(rule.head) and any(-lit in members for lit in rule.body)
            for rule in program.rules
        ):
            found.append(members)
    return found


@dataclass(frozen=True)
class _Step:
    """An atom of a cycle, and whether it needs the next one or its negation."""

    atom: int
    positive: bool


def _shortest(program: GroundProgram, members: set[int]) -> list[_Step]:
    """A shortest way from a negated atom back to it."""
    arcs: dict[int, dict[int, bool]] = {}
    for rule in program.rules:
        for head in rule.head:
            if head in members:
                for literal in rule.body:
                    if abs(literal) in members:
                        # Where an atom is needed and denied, the denial is what matters.
                        targets = arcs.setdefault(head, {})
                        targets[abs(literal)] = targets.get(abs(literal), True) and literal > 0
    best: list[_Step] = []
    names = program.names
    tries = 0
    for head in sorted(arcs, key=lambda atom: names[atom]):
        for target, positive in sorted(arcs[head].items(), key=lambda item: names[item[0]]):
            if not positive and tries < _MOST_TRIES and len(best) != 1:
                tries += 1
                back = _way(arcs, target, head)
                if not best or len(back) + 1 < len(best):
                    best = [_Step(head, False), *back]
    return best


def _way(arcs: Mapping[int, Mapping[int, bool]], start: int, end: int) -> list[_Step]:
    """The steps from `start` to `end`, which is not one of them; empty if they are the same."""
    came: dict[int, int] = {start: start}
    layer = [start]
    while end not in came:
        following = []
        for atom in layer:
            for target in arcs.get(atom, {}):
                if target not in came:
                    came[target] = atom
                    following.append(target)
        layer = following
    steps: list[_Step] = []
    at_atom = end
    while at_atom != start:
        before = came[at_atom]
        steps.append(_Step(before, arcs[before][at_atom]))
        at_atom = before
    return steps[::-1]


def _finding(
    sheet: gdl.RuleSheet,
    graph: Graph,
    cycle: frozenset[str],
    program: GroundProgram,
    steps: list[_Step],
) -> Finding:
    atoms = [_atom(program.names[step.atom]) for step in steps]
    parts = []
    place: gdl.Span | None = None
    for step, atom, target in zip(steps, atoms, [*atoms[1:], atoms[0]], strict=True):
        arc = _arc(graph, cycle, atom, target, step.positive)
        line = f" (line {arc.atom.span.line})" if arc is not None else ""
        if arc is not None and (place is None and not step.positive):
            place = arc.atom.span
        needs = f"{target}" if step.positive else f"(not {target})"
        parts.append(f"{atom} needs {needs}{line}")
    if len(parts) > _MOST_SHOWN:
        parts[_MOST_SHOWN - 1 : -1] = ["..."]
    return at(
        sheet,
        place or sheet.rules[0].span,
        "negative-cycle",
        f"negation through a cycle: {', '.join(parts)}",
        "an atom must not depend on its own negation: leave one of these premises out"
        + _fluent(cycle),
        cycle,
    )


def _fluent(cycle: frozenset[str]) -> str:
    """A relation of the cycle that may be a part of the state instead."""
    names = sorted(name for name in cycle if name not in gdl.KEYWORD_ARITY)
    if not names:
        return ""
    return (
        f"; or keep `{names[0]}` as a fluent: set it with `init` and `next`, and ask for it with"
        " `true`"
    )


def _arc(
    graph: Graph, cycle: frozenset[str], head: gdl.Atom, target: gdl.Atom, positive: bool
) -> Arc | None:
    """A rule of the sheet that lets `head` need `target`."""
    for arc in graph.inner(cycle):
        if arc.positive == positive:
            values = bindings(arc.head, head, {})
            if values is not None and bindings(arc.atom, target, values) is not None:
                return arc
    return None


def _atom(name: str) -> gdl.Atom:
    symbol = parse(name)
    assert isinstance(symbol, Call)
    return gdl.Atom(functor_to_gdl(symbol.name), tuple(map(to_gdl, symbol.args)))
