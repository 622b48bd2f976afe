"""The rules of a sheet by relation, and what each relation depends on: `true`, `does`, neither."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from gdlc.formats.errors import InputError
from gdlc.formats.gdl import KEYWORD_ARITY, Atom, Rule, RuleSheet, atoms
from gdlc.machine.interpreter.literals import Key, Literal, conjunction, holds, key
from gdlc.machine.interpreter.strata import components

TRUE: Key = ("true", 1)
DOES: Key = ("does", 2)
INIT: Key = ("init", 1)
NEXT: Key = ("next", 1)
NEXT_OF_STATE: Key = ("next of state", 1)  # the rules of `next` without `does`; no such word
LEGAL: Key = ("legal", 2)
GOAL: Key = ("goal", 2)
TERMINAL: Key = ("terminal", 0)
QUERIES = (INIT, LEGAL, TERMINAL, GOAL, NEXT_OF_STATE, NEXT)

STATIC, OF_STATE, OF_MOVES = range(3)  # levels
_HIGHEST = {
    INIT: STATIC,
    ("base", 1): STATIC,
    ("input", 2): STATIC,
    LEGAL: OF_STATE,
    TERMINAL: OF_STATE,
    GOAL: OF_STATE,
}


@dataclass(frozen=True)
class Clause:
    """A rule with its premises in normal form; a fact has none."""

    rule: Rule
    head: Atom
    body: tuple[Literal, ...]

    def relations(self) -> Iterator[Key]:
        """The relations that the premises mention."""
        for literal in self.body:
            for held in holds(literal):
                yield key(held.atom)


@dataclass(frozen=True)
class Clauses:
    """All rules of a sheet.

    of:         relation -> its clauses; every relation that is mentioned is a key
    edges:      relation -> the relations that its clauses mention
    level:      relation -> STATIC, OF_STATE or OF_MOVES
    components: relations that depend on each other, each component after those it depends on and
                static ones before all others
    """

    of: Mapping[Key, list[Clause]]
    edges: Mapping[Key, list[Key]]
    level: Mapping[Key, int]
    components: list[list[Key]]

    def is_recursive(self, component: list[Key]) -> bool:
        return len(component) > 1 or component[0] in self.edges[component[0]]

    def reachable(self, roots: Iterable[Key]) -> set[Key]:
        """The roots and all that they depend on."""
        found: set[Key] = set()
        stack = list(roots)
        while stack:
            relation = stack.pop()
            if relation not in found:
                found.add(relation)
                stack.extend(self.edges[relation])
        return found


def clauses(sheet: RuleSheet) -> Clauses:
    """Sort out the rules of a sheet.

    Rules of `next` without `does` get the relation NEXT_OF_STATE, which all moves of a state share.
    Raises: InputError for keywords where they make no sense
    """
    of: dict[Key, list[Clause]] = {}
    for rule in sheet.rules:
        for atom in (rule.head, *_atoms(rule)):
            _check_keyword(sheet, rule, atom)
        body = conjunction(rule.body)
        found = of.setdefault(key(rule.head), [])
        if body is not None:
            found.append(Clause(rule, rule.head, body))
        for atom in _atoms(rule):
            of.setdefault(key(atom), [])
    for relation in (*QUERIES, TRUE, DOES, ("role", 1)):
        of.setdefault(relation, [])
    level = _levels(_edges(of))
    _check_levels(sheet, of, level)
    moving = [any(level[e] == OF_MOVES for e in clause.relations()) for clause in of[NEXT]]
    of[NEXT_OF_STATE] = [c for c, moves in zip(of[NEXT], moving, strict=True) if not moves]
    of[NEXT] = [c for c, moves in zip(of[NEXT], moving, strict=True) if moves]
    level[NEXT_OF_STATE] = OF_STATE
    level[NEXT] = OF_MOVES
    edges = _edges(of)
    ordered = sorted(components(edges), key=lambda component: level[component[0]])
    return Clauses(of, edges, level, ordered)


def _edges(of: Mapping[Key, list[Clause]]) -> dict[Key, list[Key]]:
    return {
        relation: list(dict.fromkeys(e for clause in found for e in clause.relations()))
        for relation, found in of.items()
    }


def _levels(edges: Mapping[Key, list[Key]]) -> dict[Key, int]:
    level = {TRUE: OF_STATE, DOES: OF_MOVES}
    for component in components(edges):
        below = [level.get(e, STATIC) for relation in component for e in edges[relation]]
        for relation in component:
            level.setdefault(relation, max(below, default=STATIC))
    return level


def _check_levels(
    sheet: RuleSheet, of: Mapping[Key, list[Clause]], level: Mapping[Key, int]
) -> None:
    for relation, highest in _HIGHEST.items():
        for clause in of.get(relation, ()):
            if any(level[e] > highest for e in clause.relations()):
                raise InputError(
                    f"`{relation[0]}` must not depend on "
                    f"{'the state' if highest == STATIC else '`does`'}",
                    place=sheet.place(clause.rule.span),
                )


def _check_keyword(sheet: RuleSheet, rule: Rule, atom: Atom) -> None:
    name, arity = key(atom)
    place = sheet.place(atom.span)
    expected = KEYWORD_ARITY.get(name, arity)
    if expected != arity:
        words = {0: "no arguments", 1: "one argument", 2: "two arguments"}[expected]
        raise InputError(f"`{name}` takes {words}, {arity} stand here", place=place)
    if atom is rule.head:
        if name in ("true", "does"):
            raise InputError(
                f"`{name}` cannot be the head of a rule",
                place=place,
                hint="use `init` or `next`" if name == "true" else "use `legal`",
            )
        if name == "role" and rule.body:
            raise InputError(
                "roles are facts; a rule cannot make one",
                place=place,
                hint="write (role name) for each role",
            )
    elif name == "next":
        raise InputError(
            "`next` cannot be a premise",
            place=place,
            hint="repeat the premises of the rules for `next`, or give them a relation",
        )


def _atoms(rule: Rule) -> Iterator[Atom]:
    for goal in rule.body:
        for atom, _ in atoms(goal):
            yield atom
