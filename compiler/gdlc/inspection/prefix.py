"""The prefix as a row of blocks: levels of a program, or blocks of a formula, in one form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from gdlc.formats.lp.terms import split
from gdlc.formats.sqasp import Sqasp
from gdlc.formats.xssat import Xssat
from gdlc.stop import Stop

KINDS = {"e": "exists", "a": "forall", "r": "chance"}


@dataclass(frozen=True)
class Shape:
    """What makes two blocks look alike.

    quantifier:    `exists`, `forall` or `chance`
    size:          atoms or variables
    probabilities: with `chance`: each with how many have it, in ascending order
    """

    quantifier: str
    size: int
    probabilities: tuple[tuple[Fraction, int], ...] = ()


@dataclass(frozen=True)
class Block:
    """A level of a program, or a block of a formula.

    level:      its number: the level as the program has it, blocks from 1
    named:      how many of its variables have a name; atoms all have one
    example:    the first name, or an empty string
    predicates: of the named, each with its number, the most frequent first
    steps:      the least and the greatest step of its names, where they have one
    """

    level: int
    shape: Shape
    named: int
    example: str
    predicates: tuple[tuple[str, int], ...]
    steps: tuple[int, int] | None


def levels(sqasp: Sqasp, step_of: Callable[[str], int | None], stop: Stop) -> list[Block]:
    """The prefix of a program, one block a level."""
    names = sqasp.program.names
    blocks: dict[int, tuple[str, list[str], list[Fraction]]] = {}
    for n, q in enumerate(sqasp.prefix):
        if n % 4096 == 0:
            stop.check()
        _, texts, probabilities = blocks.setdefault(q.level, (q.quantifier, [], []))
        texts.append(names[q.atom])
        if q.probability is not None:
            probabilities.append(q.probability)
    return [
        _block(level, quantifier, len(texts), texts, probabilities, step_of)
        for level, (quantifier, texts, probabilities) in blocks.items()
    ]


def blocks(formula: Xssat, step_of: Callable[[str], int | None], stop: Stop) -> list[Block]:
    """The prefix of a formula."""
    names = formula.names
    found = []
    for number, block in enumerate(formula.blocks, 1):
        stop.check()
        texts = [names[var] for var in block.vars if var in names]
        is_chance = block.quantifier == "r"
        chances = [formula.probability(var) for var in block.vars] if is_chance else []
        quantifier = KINDS[block.quantifier]
        found.append(_block(number, quantifier, len(block.vars), texts, chances, step_of))
    return found


def _block(
    level: int,
    quantifier: str,
    size: int,
    names: list[str],
    probabilities: list[Fraction],
    step_of: Callable[[str], int | None],
) -> Block:
    counts = Counter(name.split("(", 1)[0] for name in names)
    steps = [step for step in map(step_of, names) if step is not None]
    return Block(
        level,
        Shape(quantifier, size, tuple(sorted(Counter(probabilities).items()))),
        len(names),
        names[0] if names else "",
        tuple(counts.most_common()),
        (min(steps), max(steps)) if steps else None,
    )


def signature(name: str) -> str:
    """The predicate of an atom with the number of its arguments: `true/2`."""
    functor, args = split(name)
    return f"{functor}/{len(args)}"
