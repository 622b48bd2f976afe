"""What is in a ground program: atoms and rules by predicate and by step, choices by role."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from gdlc.formats.lp import GameFacts, GroundProgram, Rule
from gdlc.formats.lp.terms import split
from gdlc.inspection.prefix import signature
from gdlc.inspection.steps import Steps
from gdlc.stop import Stop

_TICK = 4096  # atoms or rules between two looks at the stop token


@dataclass
class Predicate:
    """One predicate of a program.

    atoms: different ones in the program
    facts: rules that make an atom of it certain
    rules: other rules with an atom of it in the head, choices among them
    uses:  literals of it in bodies
    first, last: the least and the greatest step of its atoms; None without steps
    """

    name: str
    atoms: int = 0
    facts: int = 0
    rules: int = 0
    uses: int = 0
    first: int | None = None
    last: int | None = None


@dataclass
class Step:
    """What belongs to one step: the step of the head, and of a constraint the greatest one.

    moves: atoms of choices
    """

    step: int
    atoms: int = 0
    facts: int = 0
    rules: int = 0
    constraints: int = 0
    choices: int = 0
    moves: int = 0


@dataclass
class Choices:
    """The choices of one role, or of one predicate where a program has no roles.

    who:   the role, or nothing
    what:  the predicate that is chosen from
    rules: choice rules
    least, most: atoms in one of them
    first, last: the steps at which there are such choices; None without steps
    """

    who: str
    what: str
    rules: int = 0
    least: int = 0
    most: int = 0
    first: int | None = None
    last: int | None = None


@dataclass
class ProgramSummary:
    """A ground program in numbers.

    facts:    what it says of the game; None if it is no game's
    atoms:    that occur in a rule
    certain:  rules that are facts
    normal:   rules with one atom in the head that are no facts
    sums:     rules, of any kind, with a sum or a count as body
    literals: in bodies
    """

    facts: GameFacts | None
    atoms: int = 0
    rules: int = 0
    certain: int = 0
    normal: int = 0
    choices: int = 0
    constraints: int = 0
    sums: int = 0
    literals: int = 0
    predicates: list[Predicate] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    chosen: list[Choices] = field(default_factory=list)


def summarise(
    program: GroundProgram, facts: GameFacts | None, step_of: Steps, stop: Stop
) -> ProgramSummary:
    """Count what is in a program, in one pass over its atoms and one over its rules."""
    found = ProgramSummary(facts, rules=len(program.rules))
    by_name: dict[str, Predicate] = {}
    by_step: dict[int, Step] = {}
    chosen: dict[tuple[str, str], Choices] = {}
    places: dict[int, tuple[Predicate, int | None]] = {}
    for atom in _atoms(program, stop):
        name = program.names[atom]
        key = signature(name)
        predicate = by_name.setdefault(key, Predicate(key))
        step = step_of(name)
        places[atom] = predicate, step
        predicate.atoms += 1
        if step is not None:
            predicate.first = step if predicate.first is None else min(step, predicate.first)
            predicate.last = step if predicate.last is None else max(step, predicate.last)
            by_step.setdefault(step, Step(step)).atoms += 1
    found.atoms = len(places)
    for n, rule in enumerate(program.rules):
        if n % _TICK == 0:
            stop.check()
        found.literals += len(rule.body)
        found.sums += rule.bound is not None
        for literal in rule.body:
            places[abs(literal)][0].uses += 1
        step = _step(rule, places)
        row = None if step is None else by_step[step]
        heads = {id(places[atom][0]): places[atom][0] for atom in rule.head}.values()
        if rule.is_fact:
            found.certain += 1
            _count(row, "facts")
            for predicate in heads:
                predicate.facts += 1
            continue
        for predicate in heads:
            predicate.rules += 1
        if rule.choice:
            found.choices += 1
            _count(row, "choices")
            _count(row, "moves", len(rule.head))
            _choose(rule, program, step, chosen)
        elif rule.head:
            found.normal += 1
            _count(row, "rules")
        else:
            found.constraints += 1
            _count(row, "constraints")
    found.predicates = [by_name[name] for name in sorted(by_name)]
    found.steps = [by_step[step] for step in sorted(by_step)]
    found.chosen = [chosen[key] for key in sorted(chosen)]
    return found


def _atoms(program: GroundProgram, stop: Stop) -> Iterator[int]:
    """The atoms of the rules, each once: facts that were taken out leave atoms without a rule."""
    seen: set[int] = set()
    for n, rule in enumerate(program.rules):
        if n % _TICK == 0:
            stop.check()
        for value in (*rule.head, *rule.body):
            atom = abs(value)
            if atom not in seen:
                seen.add(atom)
                yield atom


def _step(rule: Rule, places: dict[int, tuple[Predicate, int | None]]) -> int | None:
    if rule.head:
        return places[rule.head[0]][1]
    steps = [step for value in rule.body if (step := places[abs(value)][1]) is not None]
    return max(steps, default=None)


def _count(row: Step | None, what: str, number: int = 1) -> None:
    if row is not None:
        setattr(row, what, getattr(row, what) + number)


def _choose(
    rule: Rule,
    program: GroundProgram,
    step: int | None,
    chosen: dict[tuple[str, str], Choices],
) -> None:
    sizes: dict[tuple[str, str], int] = {}
    for atom in rule.head:
        key = chooser(program.names[atom])
        sizes[key] = sizes.get(key, 0) + 1
    for key, size in sizes.items():
        row = chosen.get(key)
        if row is None:
            row = chosen[key] = Choices(*key, least=size)
        row.rules += 1
        row.least, row.most = min(row.least, size), max(row.most, size)
        if step is not None:
            row.first = step if row.first is None else min(step, row.first)
            row.last = step if row.last is None else max(step, row.last)


def chooser(name: str) -> tuple[str, str]:
    """Who chooses an atom, and from which predicate: (`xplayer`, `does`)."""
    functor, args = split(name)
    if functor == "does" and len(args) == 3:
        return args[0], functor
    if functor == "_dec" and len(args) == 3:
        return args[0], functor
    if functor in ("_coin", "_worth"):
        return "random", functor
    return "", functor
