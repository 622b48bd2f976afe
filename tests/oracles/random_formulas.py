"""Small random XSSAT formulas by seed, in the written form that every reader takes.

Plain random clauses are worth 0 or 1 most of the time. So most of the formulas look like those of
games: moves and coins outside, gates over earlier variables with both directions of their
definition, and a goal on a late gate.
"""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import groupby

from tests.oracles.xssat_enumeration import VERSION_LINE, Formula, Quantified

MOST_VARS = 12
MOST_CLAUSES = 30

Clause = tuple[int, ...]

# Common ones first; then those at which arithmetic goes wrong: certain ones, such as have no finite
# decimal, such as need more than 64 bits, and one whose decimal rounds to 1.
_PROBABILITIES = (
    (6, Fraction(1, 2)),
    (2, Fraction(1, 3)),
    (1, Fraction(2, 3)),
    (2, Fraction(3, 10)),
    (1, Fraction(7, 10)),
    (1, Fraction(1, 4)),
    (1, Fraction(4, 7)),
    (1, Fraction(99, 100)),
    (1, Fraction(0)),
    (1, Fraction(1)),
    (1, Fraction(1, 10**9)),
    (1, Fraction(1, 2**70)),
    (1, 1 - Fraction(1, 10**20)),
)


def generate(seed: int) -> str:
    """A formula of at most 12 variables and 30 clauses; the same seed gives the same text.

    The innermost block may be of any kind. Variables are numbered in the order of the prefix or in
    any other. Some texts state the exact probabilities in comments, some are bare SDIMACS.
    """
    rng = random.Random(seed)
    prefix, clauses = _gates(rng) if rng.random() < 0.6 else _plain(rng)
    clauses = _spoil(rng, len(prefix), clauses)
    if rng.random() < 0.5:
        prefix, clauses = _renumber(rng, prefix, clauses)
    formula = Formula(tuple(prefix), tuple(clauses[:MOST_CLAUSES]))
    return write(formula, exact=rng.random() < 0.8, names=rng.random() < 0.2)


def write(formula: Formula, *, exact: bool = True, names: bool = False) -> str:
    """The text of a formula; neighbours of one kind share a line.

    exact    states each probability as a fraction; without it the rounded decimal is the value
    names    gives each variable a name
    """
    lines: list[str] = []
    if exact or names:
        lines.append(VERSION_LINE)
    if names:
        lines += [f"c x name {entry.var} v({entry.var})" for entry in formula.prefix]
    if exact:
        lines += [
            f"c x prob {entry.var} {entry.probability.numerator}/{entry.probability.denominator}"
            for entry in formula.prefix
            if entry.probability is not None
        ]
    lines.append(f"p cnf {len(formula.prefix)} {len(formula.clauses)}")
    for (kind, probability), run in groupby(
        formula.prefix, key=lambda entry: (entry.kind, entry.probability)
    ):
        start = kind if probability is None else f"{kind} {decimal(probability)}"
        lines.append(f"{start} {' '.join(str(entry.var) for entry in run)} 0")
    lines += [f"{' '.join(map(str, clause))} 0" for clause in formula.clauses]
    return "\n".join(lines) + "\n"


def decimal(probability: Fraction) -> str:
    """The nearest decimal of at most 17 significant digits, with a point and without exponent."""
    if probability == 0:
        return "0.0"
    places = 17
    while probability * 10**places < 10**16:
        places += 1
    while probability * 10**places >= 10**17:
        places -= 1
    digits = str(round(probability * 10**places)).zfill(places + 1)
    return f"{digits[:-places]}.{digits[-places:].rstrip('0') or '0'}"


def _probability(rng: random.Random) -> Fraction:
    weights = [weight for weight, _ in _PROBABILITIES]
    return rng.choices([probability for _, probability in _PROBABILITIES], weights)[0]


def _block(rng: random.Random, kind: str, variables: range) -> list[Quantified]:
    """One block; a chance block holds one run of variables for each probability."""
    if kind != "r":
        return [Quantified(kind, var) for var in variables]
    chance = [Quantified("r", var, _probability(rng)) for var in variables]
    return sorted(chance, key=lambda entry: entry.probability or Fraction(0))


def _other_kind(rng: random.Random, last: str | None) -> str:
    return rng.choice([kind for kind in ("e", "a", "r", "r", "r") if kind != last])


def _literal(rng: random.Random, var: int) -> int:
    return var if rng.random() < 0.5 else -var


def _random_clause(rng: random.Random, variables: list[int]) -> Clause:
    length = min(len(variables), rng.choices((1, 2, 3, 4), (1, 5, 9, 5))[0])
    return tuple(_literal(rng, var) for var in rng.sample(variables, length))


def _plain(rng: random.Random) -> tuple[list[Quantified], list[Clause]]:
    """Random clauses under a random prefix; sometimes in two parts that share no variable."""
    count = rng.choice((0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 9, 9, 10, 10, 11, 12))
    prefix: list[Quantified] = []
    kind: str | None = None
    while len(prefix) < count:
        kind = _other_kind(rng, kind)
        size = rng.randint(1, min(4, count - len(prefix)))
        prefix += _block(rng, kind, range(len(prefix) + 1, len(prefix) + size + 1))
    variables = list(range(1, count + 1))
    parts = [variables]
    if count >= 4 and rng.random() < 0.3:
        rng.shuffle(variables)
        cut = rng.randint(2, count - 2)
        parts = [variables[:cut], variables[cut:]]
    clauses: list[Clause] = []
    if count:
        ratio = rng.choice((0.5, 0.5, 1, 1, 1.5, 2, 3))
        for _ in range(min(MOST_CLAUSES, rng.randint(0, round(ratio * count) + 1))):
            clauses.append(_random_clause(rng, rng.choice(parts)))
    return prefix, clauses


def _gates(rng: random.Random) -> tuple[list[Quantified], list[Clause]]:
    """Moves and coins, gates defined over what stands before them, and a goal over late gates.

    Either each gate stands directly behind what it is defined by, or all stand innermost.
    """
    moves = rng.randint(2, 7)
    gates = rng.randint(1, min(5, MOST_VARS - moves))
    early = rng.random() < 0.5
    prefix: list[Quantified] = []
    clauses: list[Clause] = []
    defined: list[int] = []
    kind: str | None = None
    while moves or gates:
        if gates and len(prefix) >= 2 and (not moves or (early and rng.random() < 0.4)):
            var = len(prefix) + 1
            recent = list(range(max(1, var - 7), var))
            clauses += _definition(rng, var, recent)
            prefix.append(Quantified("e", var))
            defined.append(var)
            gates, kind = gates - 1, "e"
        elif moves:
            kind = _other_kind(rng, kind)
            size = rng.randint(1, min(3, moves))
            prefix += _block(rng, kind, range(len(prefix) + 1, len(prefix) + size + 1))
            moves -= size
    goals = rng.sample(defined[-3:], min(rng.choice((1, 1, 2)), len(defined)))
    if rng.random() < 0.6:
        clauses += [(_literal(rng, goal),) for goal in goals]
    else:
        clauses.append(tuple(_literal(rng, goal) for goal in goals))
    if rng.random() < 0.3:
        variables = list(range(1, len(prefix) + 1))
        clauses += [_random_clause(rng, variables) for _ in range(rng.randint(1, 2))]
    if rng.random() < 0.5:
        rng.shuffle(clauses)
    return prefix, clauses


def _definition(rng: random.Random, gate: int, earlier: list[int]) -> list[Clause]:
    """Both directions of: gate <-> and, or, xor, if-then-else or copy of earlier variables."""
    shape = rng.choice(("and", "or", "and", "or", "xor", "choose", "copy"))
    wanted = {"xor": 2, "choose": 3, "copy": 1}.get(shape, rng.choice((2, 2, 3)))
    inputs = [_literal(rng, var) for var in rng.sample(earlier, min(wanted, len(earlier)))]
    if shape == "and":
        return [(-gate, lit) for lit in inputs] + [(gate, *(-lit for lit in inputs))]
    if shape == "or":
        return [(gate, -lit) for lit in inputs] + [(-gate, *inputs)]
    if shape == "choose" and len(inputs) == 3:
        test, yes, no = inputs
        return [(-gate, -test, yes), (gate, -test, -yes), (-gate, test, no), (gate, test, -no)]
    if shape != "copy" and len(inputs) >= 2:
        left, right = inputs[:2]
        return [
            (-gate, left, right),
            (-gate, -left, -right),
            (gate, -left, right),
            (gate, left, -right),
        ]
    return [(-gate, inputs[0]), (gate, -inputs[0])]


def _spoil(rng: random.Random, count: int, clauses: list[Clause]) -> list[Clause]:
    """What preprocessors trip over: units on any quantifier, pure and unused variables, copies."""
    if count == 0:
        return clauses
    if rng.random() < 0.12:
        clauses = [*clauses, (_literal(rng, rng.randint(1, count)),)]
    if rng.random() < 0.2:
        pure = _literal(rng, rng.randint(1, count))
        clauses = [tuple(pure if lit == -pure else lit for lit in clause) for clause in clauses]
    if rng.random() < 0.2:
        unused = rng.randint(1, count)
        rest = [tuple(lit for lit in clause if abs(lit) != unused) for clause in clauses]
        clauses = [clause for clause in rest if clause]
    if clauses and rng.random() < 0.1:
        copy = list(rng.choice(clauses))
        rng.shuffle(copy)
        clauses = [*clauses, tuple(copy)]
    if rng.random() < 0.04:
        var = rng.randint(1, count)
        clauses = [(var,), (-var,), *clauses]
    return clauses


def _renumber(
    rng: random.Random, prefix: list[Quantified], clauses: list[Clause]
) -> tuple[list[Quantified], list[Clause]]:
    """The same formula with variables numbered in any order."""
    numbers = list(range(1, len(prefix) + 1))
    rng.shuffle(numbers)
    renamed = [
        Quantified(entry.kind, numbers[entry.var - 1], entry.probability) for entry in prefix
    ]
    return renamed, [
        tuple(numbers[lit - 1] if lit > 0 else -numbers[-lit - 1] for lit in clause)
        for clause in clauses
    ]
