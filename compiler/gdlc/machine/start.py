"""Where a play begins: a state that is given, instead of the one that the rules for `init` say."""

from __future__ import annotations

from collections.abc import Iterable

from gdlc.formats.errors import InputError
from gdlc.formats.gdl import RuleSheet
from gdlc.machine.domains import Domains
from gdlc.machine.game import State, fluents_of
from gdlc.machine.terms import kif, parse
from gdlc.stop import Stop


def start_fluents(
    sheet: RuleSheet, start: State | Iterable[str] | None, stop: Stop | None = None
) -> tuple[str, ...] | None:
    """The fluents of a state in canonical KIF, each once, sorted by code unit; None for None.

    start:  a state, or its fluents in KIF without `true`
    Raises: UsageError for what is neither; InputError for what is no ground term, and for a fluent
            that no rule for `init` or `next` can make true, as far as the domains of its places
            tell: they may let one pass, and never refuse a fluent of the game
    """
    if start is None:
        return None
    return known_fluents(Domains(sheet, stop), fluents_of(start))


def known_fluents(domains: Domains, fluents: Iterable[str]) -> tuple[str, ...]:
    """As `start_fluents`, for who has the domains already."""
    terms = [parse(fluent, "<fluent>") for fluent in fluents]
    for term in terms:
        if not domains.admits(term):
            raise InputError(
                f"the game has no fluent {kif(term)}",
                hint="no rule for `init` or `next` can ever make it true",
            )
    return tuple(sorted(set(map(kif, terms))))
