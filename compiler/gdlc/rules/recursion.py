"""Recursion that may go on for ever, since terms grow.

Within one state the recursion restriction keeps terms finite (Love et al., General Game Playing:
Game Description Language Specification, 2008, definition 15). From state to state GDL has no such
rule: a counter such as (next (n (s ?x))) from (true (n ?x)) is allowed, and has no end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gdlc.formats.gdl import Atom, Function, Goal, Or, RuleSheet, Term, Variable, variables
from gdlc.rules.arcs import Graph
from gdlc.rules.finding import Finding, at
from gdlc.rules.restriction import contains, way_out, what_is_wrong
from gdlc.rules.safety import Values, certain


def recursion(sheet: RuleSheet, graph: Graph) -> Iterator[Finding]:
    """Premises that break the recursion restriction.

    In a rule for p, an argument of a positive premise q that depends on p must be ground, or an
    argument of the head, or an argument of a premise that does not depend on p.
    """
    values: Values | None = None
    cycle_of = {name: cycle for cycle in graph.cycles() for name in cycle}
    for rule in sheet.rules:
        cycle = cycle_of.get(rule.head.predicate)
        if cycle is None or not rule.body:
            continue
        allowed = set(rule.head.args) | _terms(rule.body, cycle)
        for atom, within in _recursive(rule.body, cycle, allowed):
            for term in atom.args:
                if term not in within and next(variables(term), None) is not None:
                    values = values or Values(sheet)
                    yield at(
                        sheet,
                        term.span,
                        "unrestricted-recursion",
                        what_is_wrong(rule, atom, term),
                        way_out(sheet, graph, rule, atom, term, values),
                        (rule.span, str(term)),
                    )


def _terms(goals: Iterable[Goal], cycle: frozenset[str]) -> set[Term]:
    """Arguments of premises outside the cycle that hold whatever alternatives are chosen."""
    return certain(goals, lambda atom: () if atom.predicate in cycle else atom.args)


def _recursive(
    goals: Iterable[Goal], cycle: frozenset[str], allowed: set[Term]
) -> Iterator[tuple[Atom, set[Term]]]:
    """The positive premises in the cycle, each with the terms that it may have."""
    for goal in goals:
        if isinstance(goal, Or):
            for part in goal.goals:
                yield from _recursive((part,), cycle, allowed | _terms((part,), cycle))
        elif isinstance(goal, Atom) and goal.predicate in cycle:
            yield goal, allowed


def unbounded(sheet: RuleSheet, graph: Graph) -> Iterator[Finding]:
    """Rules for `next` that put one more function around a part of the state at every step.

    Only what happens at every step by one rule alone is told: not where a move is needed, where a
    premise that is the same in all states bounds it, or where the end of the game looks at it.
    """
    dynamic = graph.ways(("true", "does")).keys()
    ways_to_moves = graph.ways(("does",))
    ends = _asked_by_terminal(graph)
    for rule in sheet.rules:
        if rule.head.predicate != "next" or len(rule.head.args) != 1:
            continue
        premises = [*_positive(rule.body)]
        moves = any(atom.predicate in ways_to_moves for atom in premises)
        if moves or _name(rule.head.args[0]) in ends:
            continue
        bounded = {
            variable.name
            for atom in premises
            if atom.predicate not in dynamic
            for variable in variables(atom)
        }
        new = rule.head.args[0]
        for atom in premises:
            if atom.predicate == "true" and len(atom.args) == 1:
                grown = _grown(atom.args[0], new, bounded)
                if grown is not None:
                    yield at(
                        sheet,
                        new.span,
                        "unbounded-fluent",
                        f"the fluent {new} grows at every step: {grown[1]} follows {grown[0]}",
                        "count with constants: facts such as (succ 1 2), and (succ ?old ?new) as a"
                        " premise here; or make sure that the game ends",
                        rule.span,
                    )
                    break


def _name(term: Term) -> str:
    """What a fluent is about; all variables are one."""
    return "?" if isinstance(term, Variable) else term.name


def _asked_by_terminal(graph: Graph) -> set[str]:
    """The fluents that decide, directly or through relations, whether the game is over."""
    found: set[str] = set()
    seen = {"terminal"}
    pending = ["terminal"]
    while pending:
        for arc in graph.arcs.get(pending.pop(), ()):
            name = arc.atom.predicate
            if name == "true":
                found.update(map(_name, arc.atom.args))
            if name not in seen:
                seen.add(name)
                pending.append(name)
    return found


def _grown(old: Term, new: Term, bounded: set[str]) -> tuple[Term, Term] | None:
    """The parts of the old fluent and the new one, of which the second contains the first."""
    pairs = [(old, new)]
    if (
        isinstance(old, Function)
        and isinstance(new, Function)
        and (old.name, len(old.args)) == (new.name, len(new.args))
    ):
        pairs += zip(old.args, new.args, strict=True)
    for before, after in pairs:
        names = {variable.name for variable in variables(before)}
        if names and not names & bounded and before != after and contains(after, before):
            return before, after
    return None


def _positive(goals: Iterable[Goal]) -> Iterator[Atom]:
    for goal in goals:
        match goal:
            case Atom():
                yield goal
            case Or(parts):
                yield from _positive(parts)
            case _:
                pass
