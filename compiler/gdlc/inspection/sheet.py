"""What is in a rule sheet, in short: `check` and `graph` tell the rest."""

from __future__ import annotations

from dataclasses import dataclass

from gdlc.formats.errors import InputError
from gdlc.formats.gdl import Atom, RuleSheet, variables
from gdlc.rules.dependency import Depends, dependencies
from gdlc.rules.normal_form import flatten

_ON = {Depends.NOTHING: "nothing", Depends.STATE: "state", Depends.MOVES: "moves"}


@dataclass
class Relation:
    """One relation of a rule sheet.

    facts:   statements without a body
    rules:   statements with one
    depends: on `nothing`, the `state` or the `moves`
    lines:   of the first and the last statement for it
    """

    name: str
    depends: str
    facts: int = 0
    rules: int = 0
    lines: tuple[int, int] = (0, 0)


@dataclass(frozen=True)
class SheetSummary:
    """A rule sheet in numbers.

    fluents: from facts `(base ...)` without variables; None where rules give them, or nothing
    moves:   the same of `(input ...)`: how many a role has, all steps together
    """

    language: str
    sha256: str
    roles: tuple[str, ...]
    statements: int
    facts: int
    rules: int
    relations: list[Relation]
    fluents: int | None
    moves: dict[str, int] | None


def summarise(sheet: RuleSheet) -> SheetSummary:
    """Count what is in a rule sheet. Errors in the rules are no matter here: `check` tells them."""
    try:
        depends = dependencies(flatten(sheet))
    except InputError:  # too many alternatives
        depends = {}
    relations: dict[str, Relation] = {}
    for rule in sheet.rules:
        head = rule.head
        name = f"{head.predicate}/{len(head.args)}"
        row = relations.get(name)
        if row is None:
            on = _ON[depends.get(_source(head.predicate), Depends.NOTHING)]
            row = relations[name] = Relation(name, on, lines=(rule.span.line, rule.span.line))
        row.lines = min(row.lines[0], rule.span.line), max(row.lines[1], rule.span.line)
        if rule.body:
            row.rules += 1
        else:
            row.facts += 1
    facts = sum(row.facts for row in relations.values())
    inputs = _facts(sheet, "input", 2)
    moves = None
    if inputs is not None:
        moves = {role: sum(str(atom.args[0]) == role for atom in inputs) for role in sheet.roles}
    bases = _facts(sheet, "base", 1)
    return SheetSummary(
        language=sheet.language,
        sha256=sheet.sha256,
        roles=sheet.roles,
        statements=len(sheet.rules),
        facts=facts,
        rules=len(sheet.rules) - facts,
        relations=[relations[name] for name in sorted(relations)],
        fluents=None if bases is None else len(bases),
        moves=moves,
    )


def _source(predicate: str) -> str:
    return {"init": "", "role": "", "base": "", "input": ""}.get(predicate, predicate)


def _facts(sheet: RuleSheet, predicate: str, arity: int) -> set[Atom] | None:
    """The different facts of a relation; None if it has rules, variables, or no facts."""
    found = set()
    for rule in sheet.rules:
        head = rule.head
        if head.predicate == predicate and len(head.args) == arity:
            if rule.body or any(True for _ in variables(head)):
                return None
            found.add(head)
    return found or None
