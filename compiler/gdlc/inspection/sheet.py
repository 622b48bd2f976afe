"""What is in a rule sheet, in short: `check` and `graph` tell the rest."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from gdlc.formats.errors import InputError
from gdlc.formats.gdl import RuleSheet
from gdlc.machine.examine_plays import listed
from gdlc.rules.dependency import Depends, dependencies
from gdlc.rules.normal_form import flatten
from gdlc.stop import OutOfPatience, Patience, Stop

PATIENCE = 5.0  # seconds for what `base` or `input` lists
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

    fluents: that `base` lists; None if it is not there, or takes long to evaluate
    moves:   the same of `input`: how many moves a role has, all steps together
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


def summarise(sheet: RuleSheet, stop: Stop) -> SheetSummary:
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
    inputs = _listed(sheet, "input", stop)
    moves = None
    if inputs is not None:
        of = Counter(text.split(" ", 1)[0] for text in inputs)
        moves = {role: of[role] for role in sheet.roles}
    bases = _listed(sheet, "base", stop)
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


def _listed(sheet: RuleSheet, name: str, stop: Stop) -> frozenset[str] | None:
    """What `base` or `input` lists; None if nothing tells it, or not soon."""
    try:
        return listed(sheet, name, Patience(stop, PATIENCE)) or None
    except (InputError, OutOfPatience):
        return None
