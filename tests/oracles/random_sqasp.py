"""Random SQASP programs by seed, with all that a person may write in one.

A few free choices, atoms derived from them by rules of every form, and constraints that demand a
goal, under a prefix of any shape. The values are to tell programs apart: universal atoms are mostly
free choices, and most constraints can be met.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from tests.oracles import sqasp_loops, sqasp_variables
from tests.oracles.sqasp_draft import Draft, body, choice_of, signed

MOST_QUANTIFIED = 7

_NAMES = (
    [chr(ord("a") + at) for at in range(3, 26) if chr(ord("a") + at) not in "pqr"],
    [f"s({at})" for at in range(1, 25)],
    [f"does({role},m{move},{step})" for step in "1234" for role in "xo" for move in (1, 2, 3)],
    [
        *("a", "b", "aA_1'", "s(1)", "s(-1)", "s(x)", 's("1")', 's("X, y. :- z")', "s(1,2)"),
        *("t((1,2))", "f(g(a),1)", "true(cell(1,b),2)", "true(cell(1,b),1)", "not_a", "_u"),
        *("-s(3)", "-v", "s((1,))", "f(#inf)", 's("a\\"b")', "x'", "y", "z", "w"),
    ],
)  # fmt: skip

# In lowest terms and not, certain ones, small ones, and close to 1.
_CHANCES = (
    *("1,2", "1,2", "1,3", "2,3", "3,10", "2,4", "7,11", "1,4", "3,4", "5,7", "1,2", "2,5"),
    *("0,1", "0,7", "1,1", "3,3", "1,1000000", "2147483646,2147483647"),
)

_KINDS = ("exists", "exists", "exists", "forall", "forall", "chance", "chance", "chance", "chance")


def generate(seed: int, *, loops: bool, show: bool = True) -> str:
    """A program, one statement a line; the same arguments give the same text.

    Shape:   at most MOST_QUANTIFIED quantified atoms; some 20 atoms
    loops    positive loops may occur; without it no ground atom depends positively on itself
    show     `#show` may occur; without it the prefix stays in what clingo writes
    """
    rng = random.Random(seed)
    draft = Draft(rng, loops, spare=list(rng.choice(_NAMES)))
    rng.shuffle(draft.spare)
    size = sqasp_variables.choose(draft) if draft.likely(0.35) else 0
    _choose(draft, size)
    draft.known += draft.choices
    _certain(draft)
    if size:
        sqasp_variables.derive(draft, size)
    _derive(draft)
    tied = sqasp_loops.tie_loops(draft) if loops and draft.likely(0.9) else []
    if draft.likely(0.3):
        _opposite(draft)
    _odd_loop(draft)
    _constrain(draft, tied)
    if size and draft.likely(0.15):
        sqasp_variables.constrain(draft)
    _write_prefix(draft, size)
    if draft.likely(0.4):
        rng.shuffle(draft.rules)
    if show and draft.likely(0.15):
        draft.rules.append(rng.choice(("#show.", "#show s/1.", "#show X : p(X).", "#show y/0.")))
    return "\n".join(draft.rules) + "\n"


def _choose(draft: Draft, size: int) -> None:
    """Free choices, and choices with bounds or bodies over those before them."""
    rng = draft.rng
    names = [draft.spare.pop() for _ in range(rng.randint(1 if size else 3, 4 if size else 7))]
    while names:
        heads, names = names[: (count := rng.choice((1, 2, 2, 3)))], names[count:]
        condition = (
            body(draft, draft.choices, (1, 1, 2)) if draft.choices and draft.likely(0.2) else []
        )
        bounds = len(heads) > 1 and draft.likely(0.4)
        free = not condition and not bounds
        if len(heads) == 1 and not condition and draft.spare and draft.likely(0.15):
            # Free by an even loop through negation.
            other = draft.spare.pop()
            draft.add(heads[0], [f"not {other}"])
            draft.add(other, [f"not {heads[0]}"])
        elif len(heads) > 1 and draft.choices and draft.likely(0.12):
            # A condition within the braces.
            elements = [heads[0], *[f"{head} : {rng.choice(draft.choices)}" for head in heads[1:]]]
            draft.add(choice_of(draft, elements, bounds=False), condition)
            free = False
        else:
            draft.add(choice_of(draft, heads, bounds=bounds), condition)
        if free:
            draft.free += heads
        draft.choices += heads


def _certain(draft: Draft) -> None:
    """Facts and atoms that nothing derives; rules name them, and the prefix may."""
    for atoms in (draft.facts, draft.never):
        if draft.spare and draft.likely(0.3):
            atoms.append(draft.spare.pop())
            draft.known += atoms
    for atom in draft.facts:
        draft.add(atom)
        if draft.likely(0.2):
            draft.add(f"{{{atom}}}", body(draft, draft.choices, (1,)))


def _derive(draft: Draft) -> None:
    rng = draft.rng
    count = min(len(draft.spare), rng.randint(2, 6))
    for atom in [draft.spare.pop() for _ in range(count)]:
        # With loops mostly one rule, so that little else supports the atoms of a loop.
        for _ in range(rng.choice((1, 1, 1, 2) if draft.loops else (1, 2, 2))):
            draft.add(atom, body(draft, draft.known))
        if draft.likely(0.15):
            # Chosen as well, alone or beside a choice.
            beside = draft.some(draft.choices, (0, 1))
            head = choice_of(draft, [atom, *beside], bounds=draft.likely(0.4))
            draft.add(head, _over_choices(draft, beside))
        draft.derived.append(atom)
        draft.known.append(atom)


def _over_choices(draft: Draft, heads: Sequence[str]) -> list[str]:
    """A body over choices; without loops over choices before the heads only."""
    end = len(draft.choices)
    if heads and not draft.loops:
        end = min(draft.choices.index(head) for head in heads)
    return [signed(draft, atom) for atom in draft.some(draft.choices[:end], (1, 1, 2))]


def _opposite(draft: Draft) -> None:
    """Strong negation of an atom of the program: both cannot be true."""
    atom = draft.rng.choice([atom for atom in draft.known if not atom.startswith("-")])
    other = f"-{atom}"
    if other in draft.known:
        return
    if draft.likely(0.5):
        draft.add(other, [f"not {atom}", *body(draft, draft.choices, (0, 1))])
    else:
        draft.add(f"{{{other}}}" if draft.likely(0.4) else other, body(draft, draft.known, (1, 2)))
    draft.derived.append(other)
    draft.known.append(other)


def _odd_loop(draft: Draft) -> None:
    if draft.spare and draft.likely(0.12):
        odd = draft.spare.pop()
        draft.add(odd, [*body(draft, draft.known, (2, 3)), f"not {odd}"])


def _constrain(draft: Draft, tied: Sequence[str]) -> None:
    """Demands one of one to three goals, and seldom forbids something more."""
    rng = draft.rng
    late = [*draft.derived[-3:], *draft.derived]
    goals = [
        rng.choice(tied if tied and draft.likely(0.8) else late)
        for _ in range(rng.choice((1, 1, 2, 2, 3)))
    ]
    signs = [rng.choice(("not ", "not ", "not ", "")) for _ in goals]
    draft.add("", [sign + goal for sign, goal in zip(signs, goals, strict=True)])
    if draft.likely(0.35):
        draft.add("", body(draft, draft.known, (2, 3)))


# The prefix.


def _write_prefix(draft: Draft, size: int) -> None:
    """Quantifier facts: most of the choices, some of what is derived, certain or underivable."""
    rng = draft.rng
    left = MOST_QUANTIFIED
    levels: list[tuple[str, list[str]]] = []
    if size:
        left -= size
        levels.append((rng.choice(_KINDS), ["p(X)"]))
    order = [atom for atom in draft.choices if not (size and atom.startswith("p("))]
    if draft.likely(0.3):
        rng.shuffle(order)
    if len(order) > 3 and draft.likely(0.3):
        order.remove(rng.choice(order))  # outside the prefix: innermost existential
    order = order[: left - rng.choice((0, 0, 1, 2))]
    left -= len(order)
    while order:
        kind = rng.choice(_KINDS)
        if kind == "forall" and order[0] not in draft.free and not draft.likely(0.1):
            # A universal atom that is not free makes the value 0.
            kind = rng.choice(("exists", "chance"))
        atoms, order = order[: (count := rng.choice((1, 1, 2, 3)))], order[count:]
        if kind == "forall" and not draft.likely(0.1):
            order = [*[atom for atom in atoms if atom not in draft.free], *order]
            atoms = [atom for atom in atoms if atom in draft.free]
        levels.insert(rng.randint(0, len(levels)), (kind, atoms))
    for atom in _unusual(draft)[:left]:
        kind = rng.choice(("exists",) * 5 + ("chance",) * 3 + ("forall",) * (draft.likely(0.2)))
        levels.insert(rng.randint(len(levels) // 2, len(levels)), (kind, [atom]))
    _write_levels(draft, levels)


def _unusual(draft: Draft) -> list[str]:
    atoms = [atom for atom in (*draft.facts, *draft.never) if draft.likely(0.35)]
    if draft.likely(0.35):
        atoms += draft.some(draft.derived, (1, 1, 2))
    return atoms


def _write_levels(draft: Draft, levels: list[tuple[str, list[str]]]) -> None:
    rng = draft.rng
    short = draft.likely(0.25)
    number = rng.choice((0, 0, 0, 4, 2000))
    for kind, atoms in levels:
        number += rng.choice((1, 1, 1, 2))
        if short and kind != "chance" and number % 2 != (kind == "exists"):
            number += 1
        for atom in atoms:
            if atom == "p(X)":
                draft.rules.append(sqasp_variables.quantify(draft, kind, number))
                number += 6
            elif kind == "chance":
                draft.rules.append(f"_chance({number},{rng.choice(_CHANCES)},{atom}).")
            elif short and draft.likely(0.8):
                draft.rules.append(f"_quantify({number},{atom}).")
            else:
                draft.rules.append(f"_{kind}({number},{atom}).")
