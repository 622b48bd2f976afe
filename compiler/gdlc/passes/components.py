"""Strongly connected components of a ground program's dependency graph."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from gdlc.formats.lp import Rule


def components(successors: Mapping[int, Sequence[int]]) -> list[list[int]]:
    """The strongly connected components with more than one node, or with an arc to itself.

    Shape:  N nodes, A arcs -> O(N + A) time
    Source: Tarjan, Depth-first search and linear graph algorithms, SIAM J. Comput. 1972;
            without recursion, since programs are deep.
    """
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    on_stack: set[int] = set()
    stack: list[int] = []
    found: list[list[int]] = []
    for root in successors:
        if root in index:
            continue
        work: list[tuple[int, int]] = [(root, 0)]
        while work:
            node, child = work.pop()
            if child == 0:
                index[node] = low[node] = len(index)
                stack.append(node)
                on_stack.add(node)
            arcs = successors.get(node, ())
            descended = False
            while child < len(arcs):
                target = arcs[child]
                child += 1
                if target not in index:
                    work.append((node, child))
                    work.append((target, 0))
                    descended = True
                    break
                if target in on_stack:
                    low[node] = min(low[node], index[target])
            if descended:
                continue
            if low[node] == index[node]:
                component = []
                while True:
                    member = stack.pop()
                    on_stack.discard(member)
                    component.append(member)
                    if member == node:
                        break
                if len(component) > 1 or node in arcs:
                    found.append(component)
            if work:
                parent = work[-1][0]
                low[parent] = min(low[parent], low[node])
    return found


def graph(rules: Iterable[Rule], *, negative: bool) -> dict[int, list[int]]:
    """From each head to the atoms of its bodies; with `negative` also to those under `not`."""
    arcs: dict[int, list[int]] = {}
    for rule in rules:
        for head in rule.head:
            targets = arcs.setdefault(head, [])
            targets += [abs(literal) for literal in rule.body if literal > 0 or negative]
    return arcs
