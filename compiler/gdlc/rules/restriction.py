"""What is said of a premise that breaks the recursion restriction, in words of the sheet."""

from __future__ import annotations

from gdlc.formats.gdl import (
    KEYWORD_ARITY,
    Atom,
    Function,
    Not,
    Rule,
    RuleSheet,
    Term,
    Variable,
    atoms,
    variables,
)
from gdlc.rules.arcs import Graph
from gdlc.rules.safety import Values
from gdlc.rules.unify import bindings


def what_is_wrong(rule: Rule, atom: Atom, term: Term) -> str:
    """What grows, where something does; else what GDL demands."""
    name = rule.head.predicate
    back = "" if atom.predicate == name else f", and `{atom.predicate}` needs `{name}` in turn"
    if any(isinstance(arg, Function) and contains(arg, term) for arg in rule.head.args):
        return f"`{name}` grows without end: from each {atom} follows {rule.head}{back}"
    itself = "itself" if not back else f"`{atom.predicate}`, which needs `{name}` in turn"
    return (
        f"`{name}` needs {itself}, and what {term} may be is told neither by the head nor by a"
        f" premise that does without `{name}`"
    )


def way_out(
    sheet: RuleSheet, graph: Graph, rule: Rule, atom: Atom, term: Term, values: Values
) -> str:
    """A premise that lists the values, in words of the sheet where it has them."""
    start = _start(sheet, graph, rule, atom)
    if start is not None:
        return f"write {start} instead of {atom}; GDL wants recursion to go on from known values"
    name = rule.head.predicate
    if atom.predicate in ("legal", "goal", "terminal"):
        return f"leave {atom} out, or give what it asks for a relation of its own that does without"
    # What grows goes on through values that no relation of the sheet lists, but for chance.
    grows = any(isinstance(arg, Function) and contains(arg, term) for arg in rule.head.args)
    lister = None if grows else _lister(graph, rule, term, values)
    way = (
        f"add a premise that lists the values of {term} and does without `{name}`,"
        f" such as {lister or f'(value {term}), with a fact for each value that is wanted'}"
    )
    deeper = _deeper(graph, rule, term)
    if deeper is not None:
        way += f"; {term} must be an argument itself: inside {deeper} it does not count"
    return way


def _lister(graph: Graph, rule: Rule, term: Term, values: Values) -> str | None:
    """A relation of the sheet with few values, not of this recursion."""
    depending = graph.ways((rule.head.predicate,))
    if isinstance(term, Variable):
        likely = [name for name in (values.relation(rule, term),) if name is not None]
        for name in (*likely, *values.lists):
            if name not in depending and name not in KEYWORD_ARITY:
                return f"({name} {term})"
    return None


def _start(sheet: RuleSheet, graph: Graph, rule: Rule, atom: Atom) -> str | None:
    """A step that the recursion begins with: (less ?a ?b) for (reach ?a ?b), from another rule."""
    if atom.predicate != rule.head.predicate:
        return None
    depending = graph.ways((atom.predicate,))
    for other in sheet.rules:
        if other.head.predicate != atom.predicate or len(other.body) != 1:
            continue
        step = other.body[0]
        if not isinstance(step, Atom) or step.predicate in depending or not step.args:
            continue
        if step.predicate in KEYWORD_ARITY or not all(
            isinstance(arg, Variable) for arg in (*other.head.args, *step.args)
        ):
            continue
        found = bindings(other.head, atom, {})
        if found is not None and all(v.name in found for v in variables(step)):
            args = tuple(found[v.name] for v in variables(step))
            return str(Atom(step.predicate, args))
    return None


def _deeper(graph: Graph, rule: Rule, term: Term) -> Term | None:
    """Where a premise outside the recursion has the term, but inside a function."""
    depending = graph.ways((rule.head.predicate,))
    for goal in rule.body:
        if isinstance(goal, Not):
            continue
        for atom, positive in atoms(goal):
            if positive and atom.predicate not in depending:
                for arg in atom.args:
                    if arg != term and contains(arg, term):
                        return arg
    return None


def contains(term: Term, part: Term) -> bool:
    """Does a term have this part, or is it the part?"""
    stack = [term]
    while stack:
        current = stack.pop()
        if current == part:
            return True
        if isinstance(current, Function):
            stack.extend(current.args)
    return False
