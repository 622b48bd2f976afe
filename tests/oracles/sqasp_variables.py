"""Rules with variables for a random program: what clingo has to ground.

All range over d(1..n); what they derive takes its place among the other atoms of the program.
"""

from __future__ import annotations

from tests.oracles.sqasp_draft import Draft, bounded, signed

_MOST = 3


def choose(draft: Draft) -> int:
    """Adds the domain and a free choice p(X) for each of its members; returns its size."""
    size = draft.rng.choice((2, 2, 3))
    draft.rules.append(
        draft.rng.choice((f"d(1..{size}).", f"d({';'.join(map(str, range(1, size + 1)))})."))
    )
    draft.rules.append(
        draft.rng.choice(("{p(X) : d(X)}.", "{p(X)} :- d(X).", f"{{p(1..{size})}}."))
    )
    atoms = [f"p({number})" for number in range(1, size + 1)]
    draft.choices += atoms
    draft.free += atoms
    return size


def derive(draft: Draft, size: int) -> None:
    """Adds q(X) or a plain atom or both, over p(X) and the choices of the program."""
    rng = draft.rng
    other = signed(draft, rng.choice(draft.choices))
    unary = (
        f"q(X) :- p(X), {other}.",
        f"q(X) :- d(X), not p(X), {other}.",
        "q(X) :- p(X), not p(X+1).",
        "q(X) :- p(X), p(Y), X != Y.",
        "q(X) :- d(X), p(Y), Y < X.",
        f"q(X+1) :- p(X), d(X+1), {other}.",
        f"q(1..{size - 1}) :- {other}.",
        "q(X) :- p(X) : d(X); d(X).",
        "q(X) :- d(X), 1 {p(Y) : d(Y), Y != X}.",
        f"{{q(X) : p(X)}} 1 :- {other}.",
        f"{{q(X) : d(X), p(X)}} = {rng.choice((1, size - 1))} :- {other}.",
    )
    # A variable condition over q itself would be a loop.
    for rule in draft.some(unary, (1, 2, 2)):
        draft.rules.append(rule)
    atoms = [f"q({number})" for number in range(1, size + 1)]
    draft.derived += atoms
    draft.known += atoms
    for _ in range(rng.choice((0, 1, 1, 2))):
        if draft.spare:
            atom = draft.spare.pop()
            draft.add(atom, [_over_all(draft, size)])
            draft.derived.append(atom)
            draft.known.append(atom)
    if draft.likely(0.5):
        reach(draft, size)


def _over_all(draft: Draft, size: int) -> str:
    rng = draft.rng
    total = size * (size + 1) // 2
    shapes = (
        ("{p(X)}", 0, size),
        ("{q(X) : d(X)}", 0, size),
        ("#count {X : p(X), not q(X)}", 0, size),
        ("#sum {X : p(X)}", 0, total),
        ("#sum {X,p : p(X); 1,q,X : q(X)}", 0, total + size),
        ("#sum {X,p : p(X); -X,q : q(X)}", -total, total),
        ("#sum {X*X : p(X), not q(X); 2-X : q(X)}", 0, total),
    )
    if draft.likely(0.2):
        return rng.choice(("p(X) : d(X)", "q(X) : p(X)", "not q(X) : p(X)", "p(X) : d(X), X != 1"))
    return bounded(draft, *rng.choice(shapes))


def reach(draft: Draft, size: int) -> None:
    """Reachability along arcs, which make circles only if loops may occur."""
    rng = draft.rng
    draft.rules.append(f"arc(X,X+1) :- d(X), X < {size}.")
    if draft.loops:
        draft.rules.append(
            rng.choice((f"arc({size},1).", "arc(X+1,X) :- d(X), d(X+1).", "arc(X,X) :- d(X)."))
        )
    draft.rules.append(
        rng.choice(("r(1).", "r(1) :- p(1).", "r(X) :- q(X), X = 1.", "r(X) :- p(X), not q(X)."))
    )
    draft.rules.append(
        f"r(Y) :- r(X), arc(X,Y), {rng.choice(('p(Y)', 'not q(Y)', 'p(X)', 'd(Y)'))}."
    )
    atom = f"r({size})"
    draft.derived.append(atom)
    draft.known.append(atom)


def constrain(draft: Draft) -> None:
    draft.rules.append(
        draft.rng.choice(
            (":- p(X), p(X+1), not q(X).", ":- p(X), q(X), X > 1.", ":- #sum {X : p(X)} > 4.")
        )
    )


def quantify(draft: Draft, quantifier: str, level: int) -> str:
    """A fact for all of p(X) at once, of one level or of one each."""
    span = draft.rng.choice(("", "", "+X", "+2*X"))
    if quantifier == "chance":
        weight = draft.rng.choice(("1,2", "X,4", "1,X+1", "X,3", "3,10"))
        return f"_chance({level}{span},{weight},p(X)) :- d(X)."
    return f"_{quantifier}({level}{span},p(X)) :- d(X)."
