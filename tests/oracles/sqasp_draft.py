"""A random SQASP program as it grows, and random literals, sums and bodies for it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

Item = TypeVar("Item")


@dataclass
class Draft:
    """A program as it grows.

    rules:   statements with their stop
    choices: atoms that a choice rule leaves free; with a body, or bounds, not in all models
    free:    those of `choices` that are free whatever else is true
    derived: atoms with plain rules; they may be chosen as well
    facts:   atoms that are facts
    never:   atoms that nothing derives
    known:   what a body may name; without loops a body names only what came before its head
    spare:   names that nothing has taken
    """

    rng: random.Random
    loops: bool
    rules: list[str] = field(default_factory=list)
    choices: list[str] = field(default_factory=list)
    free: list[str] = field(default_factory=list)
    derived: list[str] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)
    never: list[str] = field(default_factory=list)
    known: list[str] = field(default_factory=list)
    spare: list[str] = field(default_factory=list)

    def likely(self, probability: float) -> bool:
        return self.rng.random() < probability

    def some(self, items: Sequence[Item], sizes: Sequence[int]) -> list[Item]:
        """Different ones, as many as one of the sizes says and there are."""
        return self.rng.sample(items, min(len(items), self.rng.choice(sizes)))

    def add(self, head: str, body: Sequence[str] = ()) -> None:
        # Behind the condition of a conditional literal a comma would go on with the condition.
        self.rules.append(f"{head} :- {'; '.join(body)}.".lstrip() if body else f"{head}.")


def signed(draft: Draft, atom: str) -> str:
    shape = draft.rng.random()
    if shape < 0.65:
        return atom
    return f"not {atom}" if shape < 0.92 else f"not not {atom}"


def body(draft: Draft, atoms: Sequence[str], sizes: Sequence[int] = (1, 2, 2, 3)) -> list[str]:
    """Literals, and in three of ten a sum or a conditional literal among them."""
    # What came late is named often, so that deep levels matter.
    recent = atoms[-6:] if len(atoms) > 6 and draft.likely(0.6) else atoms
    literals = [signed(draft, atom) for atom in draft.some(recent, sizes)]
    shape = draft.rng.random()
    if shape < 0.3 and len(atoms) > 1:
        literals[: draft.rng.choice((0, 1, 1, 2))] = [sum_of(draft, recent)]
    elif shape < 0.36 and len(draft.choices) > 1:
        condition, *_ = draft.some(draft.choices, (1,))
        literals[:1] = [f"{signed(draft, draft.rng.choice(recent))} : {condition}"]
    return literals


def sum_of(draft: Draft, atoms: Sequence[str]) -> str:
    """A cardinality or a weight constraint with one or two bounds, some of them absurd."""
    used = draft.some(atoms, (2, 3, 3, 4))
    literals = [signed(draft, atom) for atom in used]
    if draft.likely(0.2):
        # Twice the same literal, or an atom and its opposite.
        again = draft.rng.choice(used)
        literals.append(draft.rng.choice((again, f"not {again}")))
    shape = draft.rng.random()
    if shape < 0.4:
        # Elements of such a set that are the same literal count once.
        least, most = 0, len(set(literals))
        inside, name = "; ".join(literals), ""
    elif shape < 0.52:
        least, most = 0, len(literals)
        keys = [draft.rng.choice((at, at, "k")) for at in range(len(literals))]
        name = "#count "
        inside = "; ".join(f"{key}: {one}" for key, one in zip(keys, literals, strict=True))
    elif shape < 0.57:
        least, most, name = 1, 3, draft.rng.choice(("#min ", "#max "))
        inside = "; ".join(f"{at % 3 + 1}: {one}" for at, one in enumerate(literals))
    else:
        weights = _weights(draft, len(literals))
        name = "#sum+ " if draft.likely(0.1) else "#sum "
        least = 0 if name == "#sum+ " else sum(weight for weight in weights if weight < 0)
        most = sum(weight for weight in weights if weight > 0)
        tuples = [f"{weight},{at}" for at, weight in enumerate(weights)]
        if draft.likely(0.15):
            tuples[0] = tuples[-1]  # two literals of one tuple weigh once
        if draft.likely(0.1):
            # The weight alone is the tuple: equal weights weigh once.
            tuples = [str(weight) for weight in weights]
        inside = "; ".join(
            f"{one}: {literal}" for one, literal in zip(tuples, literals, strict=True)
        )
    sign = draft.rng.choice(("",) * 12 + ("not ", "not ", "not not "))
    return sign + bounded(draft, f"{name}{{{inside}}}", least, most)


def _weights(draft: Draft, count: int) -> list[int]:
    """Small, large, zero and negative ones."""
    weights = [draft.rng.choice((1, 1, 1, 2, 2, 3, 5)) for _ in range(count)]
    if draft.likely(0.25):
        weights[draft.rng.randrange(count)] = draft.rng.choice((-1, -1, -2, -3, 0))
    if draft.likely(0.05):
        weights[draft.rng.randrange(count)] = draft.rng.choice((1000, 65536, 2147483))
    return weights


def bounded(draft: Draft, text: str, least: int, most: int) -> str:
    """A set with bounds around it; most of them can be met and missed."""
    rng = draft.rng
    low = rng.randint(least + 1, max(least + 1, most - 1))
    if draft.likely(0.08):
        low = rng.choice((least - 1, least, most, most + 1, 0))
    shape = rng.random()
    if shape < 0.45:
        return f"{low} {text}"
    if shape < 0.65:
        return f"{text} {rng.choice(('<=', '<', '!='))} {low}"
    if shape < 0.75:
        return f"{text} = {low}"
    if shape < 0.85:
        return f"{text} {rng.choice(('>', '>='))} {low}"
    return f"{low} {text} {rng.randint(low, max(low, most))}"


def choice_of(draft: Draft, heads: Sequence[str], *, bounds: bool) -> str:
    """The head of a choice rule over these atoms."""
    rng = draft.rng
    if bounds and draft.likely(0.2):
        weights = [rng.choice((1, 1, 2, 3)) for _ in heads]
        elements = (
            f"{weight},{at}: {head}"
            for at, (weight, head) in enumerate(zip(weights, heads, strict=True))
        )
        return bounded(draft, f"#sum {{{'; '.join(elements)}}}", 0, sum(weights))
    text = f"{{{'; '.join(heads)}}}"
    if not bounds:
        return text
    shape = rng.random()
    if shape < 0.4:
        return f"1 {text} 1"
    if shape < 0.7:
        return rng.choice((f"1 {text}", f"{text} 1", f"0 {text} {max(1, len(heads) - 1)}"))
    if shape < 0.85:
        return bounded(draft, text, 0, len(heads))
    low = rng.choice((-1, 0, 0))
    return f"{low} {text} {rng.choice((len(heads), len(heads) + 1))}"
