"""Choices with bounds as free choices and constraints."""

from __future__ import annotations

from dataclasses import replace

from gdlc.formats.lp import GroundProgram, Rule


def free_choices(program: GroundProgram) -> GroundProgram:
    """The same stable models, with no bounds on heads.

    Shape: one to three rules for each choice with bounds, and at most one new atom. An upper
           bound whose atoms no other rule derives needs no look at the choice's own body: without
           the body they are all false.
    """
    result = GroundProgram(program.names[1:])
    heads: dict[int, int] = {}
    for rule in program.rules:
        for atom in set(rule.head):
            heads[atom] = heads.get(atom, 0) + 1
    for number, rule in enumerate(program.rules):
        if rule.lower is None and rule.upper is None:
            result.rules.append(rule)
            continue
        result.rules.append(replace(rule, lower=None, upper=None))
        atoms = tuple(dict.fromkeys(rule.head))
        body = rule.body
        if rule.bound is not None:
            whole = result.atom(f"_body({number})")
            result.rules.append(Rule((whole,), rule.body, bound=rule.bound, weights=rule.weights))
            body = (whole,)
        alone = all(heads[atom] == 1 for atom in atoms)
        if rule.lower is not None:
            _at_least(result, number, atoms, body, rule.lower)
        if rule.upper is not None:
            _at_most(result, number, atoms, body, rule.upper, alone)
    return result


def _at_least(
    program: GroundProgram, number: int, atoms: tuple[int, ...], body: tuple[int, ...], lower: int
) -> None:
    if lower <= 0:
        return
    if lower > len(atoms):
        program.add([], body)
    elif lower == 1:
        program.add([], (*(-atom for atom in atoms), *body))
    else:
        enough = program.atom(f"_enough({number})")
        program.rules.append(Rule((enough,), atoms, bound=lower, weights=(1,) * len(atoms)))
        program.add([], (-enough, *body))


def _at_most(
    program: GroundProgram,
    number: int,
    atoms: tuple[int, ...],
    body: tuple[int, ...],
    upper: int,
    alone: bool,
) -> None:
    if upper >= len(atoms):
        return
    if upper < 0:
        program.add([], body)
    elif alone or not body:
        program.rules.append(Rule((), atoms, bound=upper + 1, weights=(1,) * len(atoms)))
    else:
        surplus = program.atom(f"_surplus({number})")
        program.rules.append(Rule((surplus,), atoms, bound=upper + 1, weights=(1,) * len(atoms)))
        program.add([], (surplus, *body))
