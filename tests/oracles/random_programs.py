"""Small random SQASP programs by seed, ground or with variables.

The skeleton is that of a game: choices under a prefix, atoms derived from them, and a goal that a
constraint demands; otherwise most values would be 0. Around it stands what translations get wrong:
bounds, weights, loops through negation, positive loops with and without support from outside, and
quantified atoms that are facts, derived, or derived by nothing.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

MOST_QUANTIFIED = 10
MOST_ATOMS = 16

_NAMES = (
    [chr(ord("a") + at) for at in range(MOST_ATOMS)],
    [f"p({at})" for at in range(1, MOST_ATOMS + 1)],
    [f"does({role},m{move},{step})" for step in (1, 2, 3, 4) for role in "xo" for move in (1, 2)],
    [
        *("a", "b", "aA_1'", "p(1)", "p(-1)", "p(x)", 'p("1")', 'p("X, y. z")', "q(1,2)", "q(1)"),
        *("f(g(a),1)", "true(cell(1,b),2)", "true(cell(1,b),1)", "t((1,2))", "not_a", "r"),
    ],
)

# Fractions in lowest terms and not, certain ones, and small ones.
_CHANCES = (
    *("1,2", "1,2", "1,2", "1,3", "2,3", "3,10", "2,4", "7,11", "1,4", "3,4"),
    *("0,1", "1,1", "1,1000000", "2147483646,2147483647"),
)

_KINDS = ("exists", "exists", "exists", "forall", "forall", "chance", "chance", "chance", "chance")


@dataclass
class _Draft:
    """A program as it grows; `levels` holds (quantifier, atoms) in the order of the prefix."""

    rng: random.Random
    rules: list[str] = field(default_factory=list)
    levels: list[tuple[str, list[str]]] = field(default_factory=list)

    def likely(self, probability: float) -> bool:
        return self.rng.random() < probability


def generate(seed: int, *, loops: bool, ground: bool = True) -> str:
    """A program, one statement a line; the same arguments give the same text.

    Shape:   at most 10 quantified atoms; when ground, at most 16 atoms.
    loops    positive loops may occur; without it the positive dependency graph of the ground
             program is acyclic
    ground   without it rules have variables over two or three constants
    """
    draft = _Draft(random.Random(seed))
    if ground:
        _ground_program(draft, loops)
    else:
        _program_with_variables(draft, loops)
    if draft.likely(0.3):
        draft.rng.shuffle(draft.rules)
    return "\n".join(draft.rules) + "\n"


# Ground programs. Atoms have an order; without loops, positive literals stand before their head.


def _ground_program(draft: _Draft, loops: bool) -> None:
    rng = draft.rng
    names = list(rng.choice(_NAMES))
    rng.shuffle(names)
    choices = [names.pop() for _ in range(rng.randint(2, 7))]
    derived = [names.pop() for _ in range(rng.randint(2, min(6, len(names) - 3)))]
    _choose(draft, choices, names)
    known = list(choices)
    _unusual_atoms(draft, names, known)
    for atom in derived:
        # With loops one rule each, so that little else supports the atoms of a loop.
        for _ in range(rng.choice((1, 1, 1, 2) if loops else (1, 1, 2))):
            draft.rules.append(_rule(atom, _body(draft, known)))
        known.append(atom)
    goals = derived[-1:] if draft.likely(0.7) else derived
    if loops and not draft.likely(0.1):
        goals = _tie_loops(draft, choices, derived)
    if names and draft.likely(0.15):
        odd = names.pop()
        draft.rules.append(_rule(odd, [*_body(draft, known), f"not {odd}"]))
    _constrain(draft, choices, derived, goals)
    if draft.likely(0.35):
        _quantify_derived(draft, derived)
    _write_prefix(draft)
    if draft.likely(0.2):
        draft.rules.append(rng.choice(("#show.", "#show a/0.", "#show p/1.")))


def _choose(draft: _Draft, choices: list[str], spare: list[str]) -> None:
    """Rules that leave the choices free, and their levels in the same order."""
    rng = draft.rng
    rest = list(choices)
    while rest:
        kind = rng.choice(_KINDS)
        size = rng.choice((1, 1, 2, 2, 3))
        atoms, rest = rest[:size], rest[size:]
        if not draft.levels or draft.likely(0.88):
            draft.levels.append((kind, atoms))
        else:
            kind = "exists"  # in no level: innermost existential
        before = choices[: choices.index(atoms[0])]
        # A universal atom that cannot be chosen freely makes the value 0.
        body = [_literal(draft, before)] if before and kind != "forall" else []
        body = body if draft.likely(0.12) else []
        if len(atoms) > 1 and draft.likely(0.5):
            low, high = ("", "")
            if kind == "exists" and draft.likely(0.7):
                low, high = rng.choice((("1 ", " 1"), ("1 ", " 1"), ("1 ", ""), ("", " 1")))
            draft.rules.append(_rule(f"{low}{{{'; '.join(atoms)}}}{high}", body))
            continue
        for atom in atoms:
            if spare and kind != "chance" and draft.likely(0.12):
                other = spare.pop()
                draft.rules.append(_rule(atom, [f"not {other}"]))
                draft.rules.append(_rule(other, [f"not {atom}"]))
            else:
                draft.rules.append(_rule(f"{{{atom}}}", body))


def _unusual_atoms(draft: _Draft, names: list[str], known: list[str]) -> None:
    """A fact and an atom that nothing derives; other rules use them, and the prefix may."""
    for fact in (True, False):
        if not names or not draft.likely(0.25):
            continue
        atom = names.pop()
        if fact:
            draft.rules.append(f"{atom}.")
        known.append(atom)
        if draft.likely(0.4):
            kind = draft.rng.choice(("exists", "exists", "chance", "chance", "chance", "forall"))
            draft.levels.insert(draft.rng.randint(0, len(draft.levels)), (kind, [atom]))


def _tie_loops(draft: _Draft, choices: list[str], derived: list[str]) -> list[str]:
    """Positive loops over derived atoms, through plain rules, aggregates and choice rules.

    Returns the atoms of the last one.
    """
    rng = draft.rng
    ring: list[str] = []
    for _ in range(rng.randint(1, 2)):
        ring = rng.sample(derived, rng.randint(1 if draft.likely(0.15) else 2, len(derived)))[:3]
        for at, atom in enumerate(ring):
            last = ring[at - 1]
            others = rng.sample(choices, min(len(choices), 2))
            shape = rng.random()
            if shape < 0.6:
                draft.rules.append(_rule(atom, [last, _signed(draft, others[0])]))
            elif shape < 0.75:
                draft.rules.append(_rule(atom, [last]))
            elif shape < 0.85:
                draft.rules.append(_rule(atom, [f"2 {{{'; '.join([last, *others])}}}"]))
            elif shape < 0.93:
                weighed = "; ".join(f"1,{at}: {other}" for at, other in enumerate(others))
                draft.rules.append(_rule(atom, [f"3 #sum {{2,x: {last}; {weighed}}}"]))
            else:
                draft.rules.append(_rule(f"{{{atom}}}", [last]))
    return ring


def _constrain(draft: _Draft, choices: list[str], derived: list[str], goals: list[str]) -> None:
    rng = draft.rng
    goal = rng.choice(goals)
    draft.rules.append(_rule("", [rng.choice(("not ", "not ", "")) + goal]))
    if draft.likely(0.3):
        atoms = rng.sample([*choices, *derived], min(3, len(choices) + len(derived)))
        draft.rules.append(_rule("", [_signed(draft, atom) for atom in atoms]))
    if len(choices) > 3 and draft.likely(0.15):
        draft.rules.append(_rule("", [_aggregate(draft, choices)]))


def _quantify_derived(draft: _Draft, derived: list[str]) -> None:
    rng = draft.rng
    for atom in rng.sample(derived, rng.randint(1, min(2, len(derived)))):
        kind = rng.choice(("exists",) * 8 + ("chance", "forall"))
        at = rng.randint((len(draft.levels) + 1) // 2, len(draft.levels))
        if at < len(draft.levels) and draft.levels[at][0] == kind and draft.likely(0.5):
            draft.levels[at][1].append(atom)
        else:
            draft.levels.insert(at, (kind, [atom]))


def _body(draft: _Draft, atoms: list[str]) -> list[str]:
    """One to three literals, or a cardinality or weight with or without a literal beside it."""
    rng = draft.rng
    if len(atoms) >= 2 and draft.likely(0.3):
        beside = [_literal(draft, atoms)] if draft.likely(0.25) else []
        negated = "not " if draft.likely(0.1) else ""
        return [negated + _aggregate(draft, atoms), *beside]
    size = min(len(atoms), rng.choice((1, 2, 2, 3)))
    # Late choices and late derived atoms are named often, so that deep levels matter.
    recent = atoms[-5:] if len(atoms) > 5 and draft.likely(0.5) else atoms
    return [_signed(draft, atom) for atom in rng.sample(recent, min(size, len(recent)))]


def _aggregate(draft: _Draft, atoms: list[str]) -> str:
    rng = draft.rng
    used = rng.sample(atoms, min(len(atoms), rng.choice((2, 3, 3, 4))))
    literals = [_signed(draft, atom) for atom in used]
    shape = rng.random()
    if shape < 0.5:
        total, text = len(used), f"{{{'; '.join(literals)}}}"
    else:
        weights = [rng.choice((1, 1, 2, 2, 3)) for _ in used]
        tuples = [f"{weight},{at}" for at, weight in enumerate(weights)]
        if draft.likely(0.1):
            tuples[0] = tuples[-1]  # two literals of one tuple weigh once
        total = sum(weights)
        elements = [f"{one}: {literal}" for one, literal in zip(tuples, literals, strict=True)]
        text = f"#sum {{{'; '.join(elements)}}}"
    low = rng.randint(1, max(1, total - 1))
    if draft.likely(0.25):
        if draft.likely(0.5):
            return f"{text} {low}"
        return f"{low} {text} {rng.randint(low, total)}"
    return f"{low} {text}"


def _literal(draft: _Draft, atoms: list[str]) -> str:
    return _signed(draft, draft.rng.choice(atoms))


def _signed(draft: _Draft, atom: str) -> str:
    return f"not {atom}" if draft.likely(0.3) else atom


def _rule(head: str, body: list[str]) -> str:
    if not body:
        return f"{head}."
    return f"{head} :- {', '.join(body)}.".lstrip()


def _write_prefix(draft: _Draft) -> None:
    """Quantifier facts; levels may have gaps, `_quantify` needs a level of the right parity."""
    rng = draft.rng
    short = draft.likely(0.25)
    number = 0
    left = MOST_QUANTIFIED
    for kind, atoms in draft.levels:
        number += rng.choice((1, 1, 1, 2))
        if short and kind != "chance" and number % 2 != (kind == "exists"):
            number += 1
        for atom in atoms[:left]:
            if kind == "chance":
                draft.rules.append(f"_chance({number},{rng.choice(_CHANCES)},{atom}).")
            elif short and draft.likely(0.8):
                draft.rules.append(f"_quantify({number},{atom}).")
            else:
                draft.rules.append(f"_{kind}({number},{atom}).")
        left = max(0, left - len(atoms))


# Programs with variables. The domain is d(1..size); predicates take the place of atoms.


def _program_with_variables(draft: _Draft, loops: bool) -> None:
    rng = draft.rng
    size = rng.choice((2, 3))
    draft.rules.append(f"d(1..{size}).")
    unary = [f"p{at}" for at in range(rng.randint(1, min(3, (MOST_QUANTIFIED - 2) // size)))]
    plain = [f"a{at}" for at in range(rng.randint(0, 2))]
    if not plain and len(unary) == 1:
        plain = ["a0"]
    _choose_with_variables(draft, unary, plain, size)
    derived = _derive_with_variables(draft, unary, plain, loops)
    goals = _goals_with_variables(draft, unary, derived, size)
    if draft.likely(0.6):
        derived.append("r")
        goals += _reach(draft, unary, size, loops)
    rng.shuffle(goals)
    for goal in goals[: rng.randint(1, 2)]:
        beside = [_literal(draft, plain)] if plain and draft.likely(0.5) else []
        draft.rules.append(_rule("g", [goal, *beside]))
    draft.rules.append(_rule("", [rng.choice(("not g", "not g", "g"))]))
    if len(unary) > 1 and draft.likely(0.2):
        draft.rules.append(":- p0(X), p1(X+1).")
    if draft.likely(0.2):
        draft.rules.append(rng.choice(("#show.", "#show g/0.", "#show X : p0(X).")))


def _choose_with_variables(draft: _Draft, unary: list[str], plain: list[str], size: int) -> None:
    rng = draft.rng
    level = 0
    order = [*unary, *plain]
    rng.shuffle(order)
    for name in order:
        kind = rng.choice(_KINDS)
        if name in plain:
            level += 1
            draft.rules.append(f"{{{name}}}.")
            weight = f",{rng.choice(_CHANCES)}" if kind == "chance" else ""
            draft.rules.append(f"_{kind}({level}{weight},{name}).")
            continue
        free = (f"{{{name}(X)}} :- d(X).", f"{{{name}(X) : d(X)}}.")
        bound = (f"1 {{{name}(X) : d(X)}} 1.", f"{{{name}(X) : d(X)}} 1.")
        draft.rules.append(rng.choice(bound if kind == "exists" and draft.likely(0.5) else free))
        spread = "+X" if draft.likely(0.5) else "+1"
        fact = f"_{kind}({level}{spread},{name}(X))"
        if kind == "chance":
            weight = rng.choice(("1,X+1", "X,2*X", "1,2", f"X,{size}", "3,10"))
            fact = f"_chance({level}{spread},{weight},{name}(X))"
        elif draft.likely(0.2):
            level += (level % 2) if kind == "exists" else 1 - level % 2
            fact = f"_quantify({level}+2*X-1,{name}(X))"
            spread = "+2*X"
        draft.rules.append(f"{fact} :- d(X).")
        level += {"+1": 1, "+X": size}.get(spread, 2 * size)


def _derive_with_variables(
    draft: _Draft, unary: list[str], plain: list[str], loops: bool
) -> list[str]:
    rng = draft.rng
    derived: list[str] = []
    for at in range(rng.randint(1, 3)):
        name = f"q{at}"
        for _ in range(rng.choice((1, 1, 2))):
            body = [_signed(draft, f"{rng.choice([*unary, *derived])}(X)")]
            if draft.likely(0.5):
                body.append(_signed(draft, f"{rng.choice([*unary, *derived])}(X)"))
            if draft.likely(0.25):
                body += [f"{rng.choice(unary)}(Y)", rng.choice(("Y < X", "Y != X", "X = Y+1"))]
            if plain and draft.likely(0.3):
                body.append(_literal(draft, plain))
            draft.rules.append(_rule(f"{name}(X)", [*body, "d(X)"]))
        if draft.likely(0.25):
            draft.rules.append(f"{name}(X+1) :- {name}(X), {rng.choice(unary)}(X), d(X+1).")
        derived.append(name)
    if loops and draft.likely(0.7):
        first, last = derived[0], derived[-1]
        draft.rules.append(f"{first}(X) :- {last}(X), {_signed(draft, rng.choice(unary) + '(X)')}.")
        draft.rules.append(f"{last}(Y) :- {first}(X), {rng.choice(unary)}(Y), X != Y.")
    return derived


def _goals_with_variables(
    draft: _Draft, unary: list[str], derived: list[str], size: int
) -> list[str]:
    rng = draft.rng
    low = rng.randint(1, size)
    name, last = rng.choice(unary), derived[-1]
    return [
        f"{last}(X)",
        f"{rng.choice(derived)}({rng.randint(1, size)})",
        f"{low} {{{last}(X) : d(X)}}",
        f"#count {{X : {last}(X), not {name}(X)}} >= {low}",
        f"#sum {{X : {last}(X); 1,{name},X : {name}(X)}} > {low}",
        f"{low} #sum {{X,a : {last}(X); 2,b : {name}(1)}} {low + 2}",
    ]


def _reach(draft: _Draft, unary: list[str], size: int, loops: bool) -> list[str]:
    """Reachability along arcs, which make a circle only if loops may occur."""
    rng = draft.rng
    draft.rules.append(f"arc(X,X+1) :- d(X), X < {size}.")
    if loops:
        draft.rules.append(f"arc({size},1).")
    step = rng.choice(unary)
    draft.rules.append(f"r(X) :- {rng.choice(unary)}(X), {rng.choice(('X = 1', 'd(X)'))}.")
    draft.rules.append(f"r(Y) :- r(X), arc(X,Y), {_signed(draft, step + '(Y)')}.")
    return [f"r({size})", f"{size} {{r(X)}}"]
