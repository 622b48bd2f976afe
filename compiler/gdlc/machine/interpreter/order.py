"""The order in which the premises of a rule are looked at.

A premise that only tests (`not`, `distinct`, an `or` whose variables are known) waits until its
variables are bound and then comes at once. Among the premises that bind, the one with the fewest
expected solutions comes next. An `or` that must bind variables splits the rule in one for each
part; all other `or` stay tests, so that rules with many of them do not multiply out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from gdlc.formats.errors import InputError
from gdlc.formats.gdl import Atom, RuleSheet, variables
from gdlc.machine.interpreter.literals import (
    AllOf,
    AnyOf,
    Holds,
    Key,
    Literal,
    Same,
    holds,
    key,
    names,
    occurrences,
)

Estimate = Callable[[Atom, frozenset[str]], float]
"""The expected number of solutions of an atom when the named variables are bound."""


def split(body: Sequence[Literal], inner: frozenset[Key]) -> list[tuple[Literal, ...]]:
    """Multiply out each `or` with a positive atom of `inner` in it.

    inner: the relations that are recursive with the head. What is new in them drives the next
           round, and a test cannot be driven.
    """
    for position, literal in enumerate(body):
        if isinstance(literal, AnyOf) and any(
            held.positive and key(held.atom) in inner for held in holds(literal)
        ):
            return [whole for part in _alternatives(body, position) for whole in split(part, inner)]
    return [tuple(body)]


def plans(
    sheet: RuleSheet,
    head: Atom,
    body: Sequence[Literal],
    estimate: Estimate,
    first: Holds | None = None,
) -> list[tuple[Literal, ...]]:
    """Ordered bodies that together mean the rule `head` if `body`.

    first:  the premise to begin with, one of `body`
    Raises: InputError for an unsafe variable, with its place
    """
    left = list(body)
    done: list[Literal] = []
    bound: frozenset[str] = frozenset()
    if first is not None:
        start = next(i for i, literal in enumerate(left) if literal is first)
        done.append(left.pop(start))
        bound |= names(first)
    head_names = {variable.name for variable in variables(head)}
    while left:
        at = _next(head_names, left, bound, estimate)
        if at is None:
            position = _splittable(left)
            if position is None:
                raise _unsafe(sheet, head, body, bound)
            # The split happens in the whole body: what was placed before stays usable, and
            # `first` is never an `or`.
            whole = [*done, *left]
            return [
                plan
                for part in _alternatives(whole, len(done) + position)
                for plan in plans(sheet, head, part, estimate, first)
            ]
        literal = left.pop(at)
        done.append(literal)
        if isinstance(literal, Holds) and literal.positive:
            bound |= names(literal)
    if not head_names <= bound:
        raise _unsafe(sheet, head, body, bound)
    return [tuple(done)]


def _alternatives(body: Sequence[Literal], position: int) -> Iterator[tuple[Literal, ...]]:
    """The bodies with one part each of the `or` at a position."""
    disjunction = body[position]
    assert isinstance(disjunction, AnyOf)
    for part in disjunction.parts:
        parts = part.parts if isinstance(part, AllOf) else (part,)
        yield (*body[:position], *parts, *body[position + 1 :])


def _splittable(left: Sequence[Literal]) -> int | None:
    for position, literal in enumerate(left):
        if isinstance(literal, AnyOf):
            return position
    return None


def _next(
    head_names: set[str], left: Sequence[Literal], bound: frozenset[str], estimate: Estimate
) -> int | None:
    """Where the next premise stands in `left`; None if none can be looked at."""
    best: int | None = None
    best_cost = 0.0
    for position, literal in enumerate(left):
        if isinstance(literal, Holds) and literal.positive:
            cost = estimate(literal.atom, bound)
        elif _ready(literal, position, head_names, left, bound):
            cost = -1.0
        else:
            continue
        if best is None or cost < best_cost:
            best, best_cost = position, cost
    return best


def _ready(
    literal: Literal,
    position: int,
    head_names: set[str],
    left: Sequence[Literal],
    bound: frozenset[str],
) -> bool:
    """May the literal be tested: are all variables bound that need it?

    A variable that stands in one positive atom of an `or` and nowhere else may stay unbound.
    """
    unbound = names(literal) - bound
    if not unbound:
        return True
    if not isinstance(literal, AnyOf) or unbound & head_names:
        return False
    for other, rest in enumerate(left):
        if other != position and unbound & names(rest):
            return False
    return not any(
        unbound & names(part)
        for part in literal.parts
        if not (isinstance(part, Holds) and part.positive)
    )


def _unsafe(
    sheet: RuleSheet, head: Atom, body: Sequence[Literal], bound: frozenset[str]
) -> InputError:
    """The error for the first variable that no positive premise binds."""
    binding = bound | {
        name
        for literal in body
        if isinstance(literal, Holds) and literal.positive
        for name in names(literal)
    }
    for literal in body:
        for variable in occurrences(literal):
            if variable.name not in binding:
                return InputError(
                    f"unsafe variable {variable}: no positive premise binds it",
                    place=sheet.place(variable.span),
                    hint=f"bind {variable} in a positive premise, "
                    f"{'outside' if isinstance(literal, AnyOf) else 'not only under'} "
                    f"{_word(literal)}",
                )
    variable = next(v for v in variables(head) if v.name not in binding)
    return InputError(
        f"unsafe variable {variable}: it stands in the head, and no positive premise binds it",
        place=sheet.place(variable.span),
        hint=f"bind {variable} in a positive premise of the rule",
    )


def _word(literal: Literal) -> str:
    match literal:
        case Same():
            return "`distinct`"
        case AnyOf():
            return "the `or`"
        case _:
            return "`not`"
