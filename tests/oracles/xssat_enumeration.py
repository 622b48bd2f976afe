"""The value of an XSSAT formula by enumeration of its prefix, with fractions.

No propagation, no pruning, no components: the 2^n assignments are the leaves of a tree, which is
folded from the innermost variable outwards. A variable in no clause, a unit clause on a universal
variable or a chance variable of probability 0 have the value that the definition gives them.

The reader takes the written form only, so that it also finds fault with a careless writer.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

LIMIT = 16
"""Most variables that are enumerated: 65,536 leaves take about a second."""

VERSION_LINE = "c gdlc xssat 1"

# Twice the most that rounding to 17 significant digits can change a number, relative to itself.
ROUNDING = Fraction(1, 10**16)


@dataclass(frozen=True)
class Quantified:
    """One variable of the prefix."""

    kind: str
    """`e` exists, `a` forall, `r` chance."""
    var: int
    probability: Fraction | None = None
    """Of being true; None unless the variable is a chance variable."""


@dataclass(frozen=True)
class Formula:
    """Clauses under a prefix, outermost variable first."""

    prefix: tuple[Quantified, ...]
    clauses: tuple[tuple[int, ...], ...]


def value(text: str) -> Fraction:
    """The value of the formula that `text` holds.

    Units:   a probability in [0, 1].
    Raises:  ValueError: the text is not in the written form, or has more than LIMIT variables.
    """
    return value_of(read(text))


def value_of(formula: Formula) -> Fraction:
    """The value of a formula: max, min and mean from the innermost variable outwards.

    Cost:    2^n leaves, each tested against every clause.
    Raises:  ValueError: more than LIMIT variables.
    """
    prefix = formula.prefix
    if len(prefix) > LIMIT:
        raise ValueError(f"{len(prefix)} variables, at most {LIMIT} are enumerated")
    # Bit i of a leaf's number is the value of the variable i places from the inner end, so that
    # leaves 2k and 2k+1 differ in the innermost variable alone.
    bit = {entry.var: 1 << place for place, entry in enumerate(reversed(prefix))}
    masks = [
        (
            sum(bit[lit] for lit in set(clause) if lit > 0),
            sum(bit[-lit] for lit in set(clause) if lit < 0),
        )
        for clause in formula.clauses
    ]
    zero, one = Fraction(0), Fraction(1)
    values = [
        one if all(leaf & positive or ~leaf & negative for positive, negative in masks) else zero
        for leaf in range(1 << len(prefix))
    ]
    for entry in reversed(prefix):
        values = [_combine(entry, values[at], values[at + 1]) for at in range(0, len(values), 2)]
    return values[0]


def _combine(entry: Quantified, when_false: Fraction, when_true: Fraction) -> Fraction:
    if entry.kind == "e":
        return max(when_false, when_true)
    if entry.kind == "a":
        return min(when_false, when_true)
    assert entry.probability is not None
    return entry.probability * when_true + (1 - entry.probability) * when_false


def read(text: str) -> Formula:
    """Reads the written form: single blanks, LF, one line a clause, exact counts.

    Blocks of any kind may stand innermost, and neighbouring lines of one kind are accepted:
    neither makes a difference to the value.

    Raises:  ValueError: anything else, with the line.
    """
    if text and not text.endswith("\n"):
        raise ValueError("the last line is cut: it does not end with a line feed")
    header: tuple[int, int] | None = None
    ours = False
    stated: dict[int, Fraction] = {}
    prefix: list[Quantified] = []
    clauses: list[tuple[int, ...]] = []

    for number, line in enumerate(text.split("\n")[:-1], start=1):
        fault = _fault_at(number, line)
        words = line.split(" ")
        if words[0] == "c":
            if words[1:3] == ["gdlc", "xssat"]:
                if line != VERSION_LINE:
                    raise fault("another version")
                ours = True
            elif ours and words[1:3] == ["x", "prob"]:
                var, probability = _stated_probability(line, fault)
                if var in stated:
                    raise fault("a second probability for this variable")
                stated[var] = probability
            continue
        if header is None:
            match = re.fullmatch(r"p cnf (0|[1-9]\d*) (0|[1-9]\d*)", line)
            if match is None:
                raise fault("expected `p cnf VARIABLES CLAUSES`")
            header = int(match[1]), int(match[2])
        elif words[0] in ("e", "a", "r"):
            if clauses:
                raise fault("a quantifier behind a clause")
            decimal = _decimal(words.pop(1), fault) if words[0] == "r" else None
            for literal in _literals(words[1:], fault):
                prefix.append(Quantified(words[0], literal, decimal))
        else:
            literals = _literals(words, fault)
            if len({abs(literal) for literal in literals}) < len(literals):
                raise fault("a variable twice in a clause")
            clauses.append(literals)

    if header is None:
        raise ValueError("no `p cnf` line")
    if sorted(entry.var for entry in prefix) != list(range(1, header[0] + 1)):
        raise ValueError("the prefix does not hold each variable of the header once")
    if len(clauses) != header[1]:
        raise ValueError(f"the header says {header[1]} clauses, there are {len(clauses)}")
    if any(abs(literal) > header[0] for clause in clauses for literal in clause):
        raise ValueError("a clause holds a variable above the header's")
    return Formula(tuple(_with_stated(prefix, stated)), tuple(clauses))


def _fault_at(number: int, line: str) -> Callable[[str], ValueError]:
    return lambda message: ValueError(f"line {number}: {message}: {line!r}")


def _literals(words: list[str], fault: Callable[[str], ValueError]) -> tuple[int, ...]:
    """The numbers before a final 0, at least one of them."""
    if len(words) < 2 or words[-1] != "0":
        raise fault("expected at least one number, then a final 0")
    if not all(re.fullmatch(r"-?[1-9]\d*", word) for word in words[:-1]):
        raise fault("expected non-zero numbers with single blanks between them")
    return tuple(int(word) for word in words[:-1])


def _decimal(word: str, fault: Callable[[str], ValueError]) -> Fraction:
    """A decimal with a point, in [0, 1], of at most 17 significant digits."""
    if not re.fullmatch(r"\d+\.\d+", word):
        raise fault("expected a probability with a decimal point")
    if len(word.replace(".", "").strip("0")) > 17:
        raise fault("more than 17 significant digits")
    probability = Fraction(word)
    if probability > 1:
        raise fault("a probability above 1")
    return probability


def _stated_probability(line: str, fault: Callable[[str], ValueError]) -> tuple[int, Fraction]:
    match = re.fullmatch(r"c x prob ([1-9]\d*) (\d+)/([1-9]\d*)", line)
    if match is None:
        raise fault("expected `c x prob VARIABLE P/Q`")
    probability = Fraction(int(match[2]), int(match[3]))
    if probability > 1:
        raise fault("a probability above 1")
    return int(match[1]), probability


def _with_stated(prefix: list[Quantified], stated: dict[int, Fraction]) -> list[Quantified]:
    """Puts the exact probabilities in place of the decimals, which must be close to them."""
    exact: list[Quantified] = []
    for entry in prefix:
        probability = stated.pop(entry.var, None)
        if probability is None:
            exact.append(entry)
            continue
        if entry.probability is None:
            raise ValueError(f"variable {entry.var} has a probability but is no chance variable")
        if abs(probability - entry.probability) > ROUNDING * probability:
            raise ValueError(
                f"variable {entry.var} has the probability {probability} in a comment, "
                f"{entry.probability} on its line"
            )
        exact.append(Quantified("r", entry.var, probability))
    if stated:
        raise ValueError(f"variables {sorted(stated)} have a probability but stand in no prefix")
    return exact
