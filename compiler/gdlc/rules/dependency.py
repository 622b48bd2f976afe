"""On what the predicates of a game depend: on nothing, on the state, on the moves."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

from gdlc.rules.normal_form import FlatRule, Literal


class Depends(IntEnum):
    """The greatest thing that a predicate depends on."""

    NOTHING = 0
    STATE = 1
    MOVES = 2


_SOURCES = {"true": Depends.STATE, "does": Depends.MOVES}


def dependencies(rules: Iterable[FlatRule]) -> dict[str, Depends]:
    """For each predicate with a rule, and for `true` and `does`, what it depends on.

    `legal`, `goal` and `terminal` count as depending on the state even where they do not:
    a game asks for them in a state.
    """
    uses: dict[str, set[str]] = {}
    for rule in rules:
        used = uses.setdefault(rule.head.predicate, set())
        used.update(p.atom.predicate for p in rule.body if isinstance(p, Literal))
    users: dict[str, set[str]] = {}
    for head, used in uses.items():
        for name in used:
            users.setdefault(name, set()).add(head)
    depends = dict.fromkeys(uses, Depends.NOTHING)
    depends.update(_SOURCES)
    for name in ("legal", "goal", "terminal"):
        depends[name] = Depends.STATE
    pending = [name for name, on in depends.items() if on]
    while pending:
        name = pending.pop()
        for user in users.get(name, ()):
            if user not in _SOURCES and depends[user] < depends[name]:
                depends[user] = depends[name]
                pending.append(user)
    return depends
