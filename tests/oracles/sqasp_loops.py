"""Positive loops for a random program: what no translation by completion alone gets right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from tests.oracles.sqasp_draft import Draft, body, signed


def tie_loops(draft: Draft) -> list[str]:
    """Adds one to three loops over derived atoms, seldom through chosen ones; returns its atoms.

    Some loops share atoms, so that they lie in one component, and some are all of a component.
    """
    shapes: tuple[Callable[[Draft], list[str]], ...]
    shapes = (_itself, _ring, _ring, _ring, _web, _two_rings, _through_a_choice, _through_a_sum)
    tied: list[str] = []
    for shape in draft.some(shapes, (1, 1, 2, 3)):
        tied += shape(draft)
    return list(dict.fromkeys(tied))


def _itself(draft: Draft) -> list[str]:
    atom = draft.rng.choice(draft.derived)
    draft.add(atom, [atom, *_beside(draft)])
    return [atom]


def _ring(draft: Draft, size: Sequence[int] = (2, 2, 3, 4)) -> list[str]:
    ring = draft.some(draft.derived, size)
    for last, atom in zip([*ring[1:], ring[0]], ring, strict=True):
        _arc(draft, last, atom)
    return ring


def _web(draft: Draft) -> list[str]:
    """One large component with arcs at random."""
    web = _ring(draft, (6, 7))
    for _ in range(draft.rng.randint(1, 4)):
        if len(web) > 1:
            _arc(draft, *draft.rng.sample(web, 2))
    return web


def _two_rings(draft: Draft) -> list[str]:
    """Two rings through one atom, or one after the other."""
    inner = _ring(draft, (2,))
    outer = _ring(draft, (2, 3))
    if not set(inner) & set(outer):
        _arc(draft, inner[0], outer[0])
        if draft.likely(0.6):
            _arc(draft, outer[-1], inner[-1])
    return [*outer, *inner]


def _through_a_choice(draft: Draft) -> list[str]:
    """Atoms that support each other by way of choice rules."""
    ring = draft.some(draft.derived, (2, 3))
    heads = "; ".join(draft.some(ring[1:] or ring, (1, 2)))
    bound = draft.rng.choice(("", "", "1 "))
    draft.add(f"{bound}{{{heads}}}", [ring[0], *_beside(draft)])
    draft.add(ring[0], [ring[-1], *_beside(draft)])
    return ring


def _through_a_sum(draft: Draft) -> list[str]:
    ring = draft.some(draft.derived, (2, 3))
    others = draft.some(draft.choices, (1, 2))
    elements = [*ring[1:], *[signed(draft, atom) for atom in others]]
    shape = draft.rng.random()
    if shape < 0.5:
        low = draft.rng.choice((1, 2))
        draft.add(ring[0], [f"{low} {{{'; '.join(elements)}}}", *_beside(draft)])
    else:
        weights = [draft.rng.choice((1, 2, 2, 3)) for _ in elements]
        if draft.likely(0.15):
            weights[-1] = -1
        low = draft.rng.randint(1, max(1, sum(weights) - 1))
        pairs = enumerate(zip(weights, elements, strict=True))
        weighed = "; ".join(f"{weight},{at}: {one}" for at, (weight, one) in pairs)
        draft.add(ring[0], [f"#sum {{{weighed}}} >= {low}", *_beside(draft)])
    for last, atom in pairwise(ring):
        _arc(draft, last, atom)
    return ring


def _arc(draft: Draft, last: str, atom: str) -> None:
    draft.add(atom, [last, *_beside(draft)])


def _beside(draft: Draft) -> list[str]:
    """What else an arc of a loop needs: nothing, or literals over choices."""
    if draft.likely(0.4):
        return []
    return (
        body(draft, draft.choices, (1,))
        if draft.likely(0.2)
        else [signed(draft, draft.rng.choice(draft.choices))]
    )
