"""Strongly connected components of a ground program's dependency graph."""

from __future__ import annotations

from collections.abc import Iterable

from gdlc.formats.lp import Rule


def graph(rules: Iterable[Rule], *, negative: bool) -> dict[int, list[int]]:
    """From each head to the atoms of its bodies; with `negative` also to those under `not`."""
    arcs: dict[int, list[int]] = {}
    for rule in rules:
        for head in rule.head:
            targets = arcs.setdefault(head, [])
            targets += [abs(literal) for literal in rule.body if literal > 0 or negative]
    return arcs
