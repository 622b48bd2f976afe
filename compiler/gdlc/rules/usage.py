"""What is asked for and never produced, or produced and never asked for: mostly typing errors."""

from __future__ import annotations

from collections.abc import Container, Iterator

from gdlc.formats.gdl import KEYWORD_ARITY, Atom, Function, RuleSheet, Term, Variable, atoms
from gdlc.rules.arcs import Graph
from gdlc.rules.finding import Finding, at
from gdlc.rules.spelling import Speller


def relations(sheet: RuleSheet, graph: Graph) -> Iterator[Finding]:
    """Relations without a rule, and relations that no rule uses but their own."""
    produced = [name for name in graph.arcs if name not in KEYWORD_ARITY]
    known = set(produced)
    speller = Speller(produced)
    fluents = {key for rule in sheet.rules for key in _keys(rule.head, ("init", "next"), 0)}
    used: set[str] = set()
    for found in graph.arcs.values():
        for arc in found:
            name = arc.atom.predicate
            if name != arc.head.predicate:
                used.add(name)
            if name not in KEYWORD_ARITY and name not in known:
                yield at(
                    sheet,
                    arc.atom.span,
                    "never-produced",
                    f"nothing produces `{name}`: no fact and no rule has it as its head",
                    _instead(arc.atom, speller, fluents),
                    name,
                )
    first = {rule.head.predicate: rule.head for rule in reversed(sheet.rules)}
    for name in produced:
        if name not in used:
            yield at(
                sheet,
                first[name].span,
                "never-used",
                f"nothing uses `{name}`"
                + (" but its own rules" if any(graph.inner(frozenset((name,)))) else ""),
                "remove it, or use it where it was meant to matter",
            )


def _instead(atom: Atom, speller: Speller, fluents: Container[_Key | None]) -> str:
    name = atom.predicate
    alike = speller.closest(name)
    if alike is not None:
        return f"is it `{alike}`? Else add facts or rules for `{name}`"
    if _key(Function(name, atom.args) if atom.args else atom) in fluents:
        return f"`{name}` is a fluent; ask for it with (true {atom})"
    return f"add facts or rules for `{name}`, or remove this premise"


_Key = tuple[str, int]
_RESERVED = frozenset({*KEYWORD_ARITY, "not", "or", "distinct", "<="})


def _key(term: Term | Atom) -> _Key | None:
    """Name and number of arguments; None for a variable, which may be anything."""
    match term:
        case Variable():
            return None
        case Function(name, args) | Atom(name, args):
            return name, len(args)
        case _:
            return term.name, 0


def _keys(atom: Atom, predicates: tuple[str, ...], number: int) -> Iterator[_Key | None]:
    """Of atoms with the right number of arguments; the others are told as errors."""
    if atom.predicate in predicates and len(atom.args) == KEYWORD_ARITY[atom.predicate]:
        yield _key(atom.args[number])


_ASKED = (
    (
        ("true",),
        ("init", "next"),
        0,
        "fluent-never-true",
        "the fluent {term} is never true: no `init` and no `next` is about `{name}`",
        "a fact for `init` or a rule for `next` that makes it true",
    ),
    (
        ("does",),
        ("legal",),
        1,
        "move-never-legal",
        "the move {term} is never made: no `legal` is about `{name}`",
        "a rule for `legal` that allows it",
    ),
)


def fluents_and_moves(sheet: RuleSheet) -> Iterator[Finding]:
    """Fluents that no rule makes true, moves that no rule makes legal, by name and arity."""
    for asked, makers, number, code, message, way in _ASKED:
        made: dict[_Key, Term] = {}
        anything = False
        for rule in sheet.rules:
            for key in _keys(rule.head, makers, number):
                if key is None:
                    anything = True
                else:
                    made.setdefault(key, rule.head.args[number])
        if anything or not made:
            continue  # a variable stands for anything; without a maker at all more is missing
        names = {key[0]: term for key, term in made.items()}
        speller = Speller(names)
        for rule in sheet.rules:
            for goal in rule.body:
                for atom, _ in atoms(goal):
                    for key in _keys(atom, asked, number):
                        if key is None or key in made or key[0].lower() in _RESERVED:
                            continue
                        term = atom.args[number]
                        alike = speller.closest(key[0])
                        if key[0] in names:
                            if key[1] and isinstance(names[key[0]], Function):
                                continue  # a function with two arities, which is an error
                            hint = f"write it as in {names[key[0]]}, or add {way}"
                        elif alike is not None:
                            hint = f"is it `{alike}`? Else add {way}"
                        else:
                            hint = f"add {way}"
                        yield at(
                            sheet,
                            term.span,
                            code,
                            message.format(term=term, name=key[0]),
                            hint,
                            key,
                        )
