"""Small random games in GDL by seed.

The skeleton is that of a turn-taking game: a clock says who may choose, moves change a few switches
and a counter, the play ends and is valued. Around it stands what a compiler of games gets wrong:
forced moves with an effect, rules that read the moves of several roles, legality that depends on
the state (for `random`, too, so that the number of its moves varies), turns that earlier moves or
chance decide, states in which a role is stuck, goals that are missing or hold before the end.

By construction at most one player has a choice in a reachable state, unless that is asked for;
`random` may choose beside it.
A terminal state has at most one goal value for each role. No ground atom depends on itself.
"""

from __future__ import annotations

import random

from tests.oracles.game_clock import Clock
from tests.oracles.game_draft import RANDOM, Draft, literal, premises, signed

# Games without chance have plain values: the fewer.
_CASTS = (
    ("x",),
    ("x", "y"),
    ("x", "y", "z"),
    *[("x", RANDOM)] * 6,
    *[("x", "y", RANDOM)] * 8,
    *[("x", "y", "z", RANDOM)] * 4,
)

# What a game can be asked for; by construction every game of the kind has it.
KINDS = {
    "coalition": "two opponents",
    "alone": "no opponent",
    "certain": "no random",
    "luck first": "random has a choice in the first state, and no player has",
    "luck only": "random chooses, and no player ever does",
    "idle": "a step at which nobody has a choice, unless the play is over before",
    "values": "four goal values for each player",
    "simultaneous": "x and y choose in the first state; with three players z, too, now and then",
}

_CELLS = ("a", "b", "c")
_WHICH_CELLS = (
    "(cell ?c)",
    "(cell ?c) (not (true (on ?c)))",
    "(true (on ?c))",
    "(cell ?c) (or (true (on ?c)) (true (count 1)))",
    "(cell ?c) (distinct ?c b)",
)
_MOVES = ("go", "stay", "noop", "(pick 1)", "(pick 2)", "(set a)", "(drop a)", "(set b)")


def generate(seed: int, *, joint: bool = False, kind: str = "") -> str:
    """A game in KIF, one rule a line; the same arguments give the same text.

    Shape: up to three players and `random`; at most 4 moves in a choice; many plays end within 6
           steps
    joint  three players of whom y and z often choose at the same step: no game for them, but for x
    kind   one of KINDS, or empty: anything, but nothing simultaneous
    """
    rng = random.Random(seed)
    roles = list(rng.choice([cast for cast in _CASTS if _fits(cast, joint, kind)]))
    rng.shuffle(roles)
    cells = _CELLS[: rng.choice((2, 2, 3))]
    last = rng.choice((2, 2, 2, 3, 3, 4))
    draft = Draft(rng, tuple(roles), cells, last, joint, lucky=rng.choice(cells), kind=kind)
    for role in roles:
        draft.rules.append(f"(role {role})")
    for cell in cells:
        draft.rules.append(f"(cell {cell})")
    _switches(draft)
    turns = Clock(draft)
    turns.write_state()
    _derive(draft)
    _legal(draft)
    _derive_from_moves(draft)
    turns.write_next()
    _next(draft)
    _ends(draft)
    _goals(draft)
    if draft.likely(0.3):
        rng.shuffle(draft.rules)
    return "\n".join(draft.rules) + "\n"


def _fits(cast: tuple[str, ...], joint: bool, kind: str) -> bool:
    """Whether a game with these roles can be what is asked for."""
    players = [role for role in cast if role != RANDOM]
    if joint or kind == "coalition":
        return len(players) == 3
    if kind in ("alone", "certain"):
        return len(players) == 1 if kind == "alone" else RANDOM not in cast
    if kind in ("luck first", "luck only"):
        return RANDOM in cast
    return kind != "simultaneous" or len(players) > 1


# The state: switches, a counter, and a clock.


def _switches(draft: Draft) -> None:
    """Fluents `(on CELL)` and `(count N)`, and how they begin."""
    rng = draft.rng
    for cell in draft.cells:
        draft.state.append(f"(true (on {cell}))")
        if draft.likely(0.3):
            draft.rules.append(f"(init (on {cell}))")
    draft.rules.append(f"(init (count {rng.choice((0, 0, 0, 1))}))")
    for number in range(draft.last):
        draft.rules.append(f"(succ {number} {number + 1})")
    draft.state += [f"(true (count {number}))" for number in range(1, draft.last + 1)]


# Relations that depend on the state.


def _derive(draft: Draft) -> None:
    rng = draft.rng
    shapes = [_lit, _hole, _pair, _above, _reach, _free, _plain, _plain, _plain]
    for at, shape in enumerate(rng.sample(shapes, rng.randint(2, 4))):
        shape(draft, at)
    if draft.likely(0.5):
        draft.state += [f"(turn {role})" for role in draft.roles]


def _lit(draft: Draft, _: int) -> None:
    draft.add("(lit)", "(true (on ?c))")
    draft.add("dark", "(not (lit))")
    draft.state += ["(lit)", "dark"]


def _hole(draft: Draft, _: int) -> None:
    draft.add("(hole)", "(cell ?c)", "(not (true (on ?c)))")
    draft.add("(full)", "(not (hole))")
    draft.state += ["(hole)", "(full)"]


def _pair(draft: Draft, _: int) -> None:
    draft.add("(pair)", "(true (on ?c))", "(true (on ?d))", "(distinct ?c ?d)")
    draft.state.append("(pair)")


def _above(draft: Draft, _: int) -> None:
    """Recursion over the numbers below the counter."""
    draft.add("(above ?n)", "(true (count ?n))")
    draft.add("(above ?m)", "(above ?n)", "(succ ?m ?n)")
    draft.state += [f"(above {number})" for number in range(1, draft.last + 1)]


def _reach(draft: Draft, _: int) -> None:
    """Recursion along the cells, as far as they are on."""
    for one, other in zip(draft.cells, draft.cells[1:], strict=False):
        draft.rules.append(f"(beside {one} {other})")
    draft.add("(reach a)", *premises(draft, draft.state, (0, 1)))
    sign = signed(draft, "(true (on ?c))")
    draft.add("(reach ?d)", "(reach ?c)", "(beside ?c ?d)", sign)
    draft.state += [f"(reach {cell})" for cell in draft.cells[1:]]


def _free(draft: Draft, _: int) -> None:
    draft.add(
        "(free ?c)", "(cell ?c)", "(not (true (on ?c)))", *premises(draft, draft.state, (0, 1))
    )
    if draft.likely(0.4):
        draft.add("(free ?c)", "(true (on ?c))", "(distinct ?c a)", literal(draft, draft.state))
    draft.state += [f"(free {cell})" for cell in draft.cells]


def _plain(draft: Draft, at: int) -> None:
    for _ in range(draft.rng.choice((1, 1, 2))):
        draft.add(f"p{at}", *premises(draft, draft.state, (1, 2, 2)))
    draft.state.append(f"p{at}")


# Moves.


def _legal(draft: Draft) -> None:
    shared = draft.likely(0.3)
    if shared:
        draft.add("(legal ?r noop)", "(role ?r)", "(not (turn ?r))")
    for role in draft.roles:
        _choice(draft, role)
        if shared:
            draft.does[role].append("noop")
        else:
            _forced(draft, role)
        draft.does[role] = list(dict.fromkeys(draft.does[role]))


def _choice(draft: Draft, role: str) -> None:
    """Moves of a role whose turn it is."""
    rng = draft.rng
    turn = f"(turn {role})"
    size = rng.choice((2, 2, 3, 4))
    moves: list[str] = []
    if draft.likely(0.3):
        # One for each cell that meets the condition.
        functor = rng.choice(("set", "drop"))
        beside = literal(draft, draft.state) if draft.likely(0.2) else ""
        draft.add(f"(legal {role} ({functor} ?c))", turn, rng.choice(_WHICH_CELLS), beside)
        moves += [f"({functor} {cell})" for cell in draft.cells]
        size = rng.choice((0, 1))
    sure = 1 if draft.likely(0.9) else 0
    if draft.must_choose(role):
        sure = size = max(2, size)
    for move in rng.sample([move for move in _MOVES if move not in moves], size):
        condition = literal(draft, draft.state) if draft.likely(0.45) and sure <= 0 else ""
        draft.add(f"(legal {role} {move})", turn, condition)
        if condition and draft.likely(0.3):
            draft.add(f"(legal {role} {move})", turn, *premises(draft, draft.state, (1, 2)))
        moves.append(move)
        sure -= 1
    draft.does[role] = moves
    draft.chosen += [f"(does {role} {move})" for move in moves] * (3 if role == RANDOM else 1)


def _forced(draft: Draft, role: str) -> None:
    """The only move of a role when it is not its turn; which one may depend on the state."""
    rng = draft.rng
    waits = f"(not (turn {role}))"
    one, other = rng.sample(("noop", "noop", "wait", *_MOVES[:4]), 2)
    shape = rng.random()
    if shape < 0.6:
        draft.add(f"(legal {role} {one})", waits)
    elif shape < 0.95 and one != other:
        condition = rng.choice(draft.state)
        draft.add(f"(legal {role} {one})", waits, condition)
        draft.add(f"(legal {role} {other})", waits, f"(not {condition})")
        draft.does[role].append(other)
    else:
        # Stuck in some states.
        draft.add(f"(legal {role} {one})", waits, literal(draft, draft.state))
    draft.does[role].append(one)


def _derive_from_moves(draft: Draft) -> None:
    rng = draft.rng
    done = [f"(does {role} {move})" for role in draft.roles for move in draft.does[role]]
    draft.moves += done + draft.chosen
    if draft.likely(0.4):
        draft.add("(quiet)", "(does ?r noop)", *premises(draft, draft.state, (0, 0, 1)))
        draft.moves += ["(quiet)"] * 2
    if draft.likely(0.3):
        draft.add("(alike)", "(does ?r ?m)", "(does ?s ?m)", "(distinct ?r ?s)")
        draft.moves += ["(alike)"] * 2
    if draft.likely(0.4):
        role = rng.choice(("?r", *draft.roles))
        draft.add("(picked)", f"(does {role} (pick ?n))", rng.choice(("", "(distinct ?n 1)")))
        draft.moves += ["(picked)"] * 2
    for at in range(rng.choice((0, 1, 2))):
        for _ in range(rng.choice((1, 1, 2))):
            parts = [literal(draft, draft.moves), literal(draft, rng.choice((done, draft.state)))]
            draft.add(f"(m{at})", *parts[: rng.choice((1, 2, 2))])
        draft.moves += [f"(m{at})"] * 2


def _next(draft: Draft) -> None:
    rng = draft.rng
    if draft.likely(0.8):
        draft.add("(next (on ?c))", "(does ?r (set ?c))")
    if draft.likely(0.8):
        draft.add("(lost ?c)", "(does ?r (drop ?c))")
    for cell in draft.cells:
        fluent = f"(on {cell})"
        cause = rng.choice(draft.chosen if draft.likely(0.7) else draft.moves)
        if cell == draft.lucky:
            cause = rng.choice([move for move in draft.chosen if RANDOM in move] or draft.chosen)
        shape = rng.random()
        if shape < 0.35:
            # A switch: the cause turns it on and off.
            draft.add(f"(next {fluent})", f"(not (true {fluent}))", cause)
            draft.add(f"(next {fluent})", f"(true {fluent})", f"(not {cause})")
            continue
        draft.add(f"(next {fluent})", cause, *premises(draft, draft.state, (0, 0, 1)))
        if draft.likely(0.25):
            draft.add(f"(next {fluent})", literal(draft, draft.moves), literal(draft, draft.state))
        if shape < 0.8:
            draft.rules.append(f"(lasts {cell})")
            if draft.likely(0.6):
                draft.add(f"(lost {cell})", literal(draft, draft.moves))
    draft.add("(next (on ?c))", "(true (on ?c))", "(lasts ?c)", "(not (lost ?c))")
    counted = "(next (count ?n))"
    if draft.likely(0.75):
        draft.add(counted, "(true (count ?m))", "(succ ?m ?n)")
    else:
        for _ in range(rng.choice((1, 2))):
            draft.add("(tick)", literal(draft, draft.moves), *premises(draft, draft.state, (0, 1)))
        draft.add(counted, "(true (count ?m))", "(succ ?m ?n)", "(tick)")
        draft.add(counted, "(true (count ?n))", "(not (tick))")


# The end.


def _ends(draft: Draft) -> None:
    rng = draft.rng
    draft.add("terminal", f"(true (count {draft.last}))")
    steps = [literal for literal in draft.state if literal.startswith("(true (step")]
    if steps:
        draft.add("terminal", steps[-1])
    # Seldom in the first state.
    begun = "" if draft.likely(0.1) else "(not (true (count 0)))"
    if draft.likely(0.5):
        atoms = [atom for atom in draft.state if "count" not in atom]
        draft.add("terminal", signed(draft, rng.choice(atoms)), literal(draft, atoms), begun)
    if draft.likely(0.25):
        draft.add("terminal", *premises(draft, draft.state, (2, 2, 3)), begun)


def _goals(draft: Draft) -> None:
    """For each player a chain of conditions, of which the first that holds counts."""
    rng = draft.rng
    switches = [f"(true (on {cell}))" for cell in (*draft.cells, *[draft.lucky] * 4)]
    for role in draft.players:
        values = [100, *rng.sample((0, 30, 50), rng.choice((1, 1, 1, 2)))]
        if draft.kind == "values":
            values = [100, *rng.sample((0, 1, 30, 50, 99), 3)]
        rng.shuffle(values)
        before: list[str] = []
        for at, value in enumerate(values):
            body = list(before)
            if at + 1 < len(values):
                name = f"(w{at} {role})"
                for _ in range(rng.choice((1, 1, 2))):
                    beside = premises(draft, draft.state, (0, 0, 0, 1))
                    draft.add(name, signed(draft, rng.choice(switches)), *beside)
                body.append(name)
                before.append(f"(not {name})")
            elif draft.likely(0.1):
                continue  # no goal at all
            if draft.likely(0.25):
                body.insert(0, "terminal")
            draft.add(f"(goal {role} {value})", *body)
        if draft.likely(0.15):
            draft.add(f"(goal {role} {rng.choice((50, 100))})", "(not terminal)")
