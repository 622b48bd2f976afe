"""All states that plays of a game lead to, and what of them a pass must know before it goes on."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import cast

from gdlc import _machine
from gdlc.formats.errors import InputError, UsageError
from gdlc.formats.gdl import RANDOM
from gdlc.machine.compiled import Compiled
from gdlc.machine.game import Game, State, fluents_of
from gdlc.stop import Stop, watched

MAX_STATES = 1_000_000
MAX_TRANSITIONS = 10_000_000
_DEEPEST = (1 << 32) - 2
_INTEGER = re.compile(r"-?[0-9]+\Z")


@dataclass(frozen=True)
class Sighting:
    """A state that has what was looked for; no other such state is less deep.

    depth:   joint moves that lead to it, at least
    fluents: what holds in it, in KIF, sorted by code unit
    role:    whom it is about
    values:  goal values of the player, as they stand on the sheet; empty where it is not about them
    """

    depth: int
    fluents: tuple[str, ...]
    role: str
    values: tuple[str, ...] = ()


@dataclass(frozen=True)
class Reachable:
    """What was found among the reachable states.

    stuck:       a state that is not terminal and in which `role` has no legal move
    both:        a state that is not terminal and in which the player has a choice, and `role`,
                 which is not `random`, too
    goals:       a terminal state in which the player has several goals, or one that is no integer
                 from 0 to 100
    won:         a terminal state with a goal that wins
    states:      distinct ones that were met; terminal: of these, as far as they were looked at
    transitions: joint moves that were made
    deepest:     the depth of the deepest state that was met
    depth_done:  all states so deep or less were met and made all their moves: none with a depth up
                 to this one is missing above; -1 if not even the first made all its moves
    complete:    no limit on states or transitions kept a state within the depth from being met
    whole:       complete, and no play goes on behind the depth
    longest:     joint moves of the longest play, to a terminal or stuck state; None if a play comes
                 back to a state, or if not `whole`
    """

    stuck: Sighting | None
    both: Sighting | None
    goals: Sighting | None
    won: Sighting | None
    states: int
    terminal: int
    transitions: int
    deepest: int
    depth_done: int
    complete: bool
    whole: bool
    longest: int | None

    @property
    def has_cycle(self) -> bool:
        """Whether a play is known that comes back to a state, and so can go on for ever."""
        return self.whole and self.longest is None


def reachable(
    game: Game | Compiled,
    player: str,
    *,
    depth: int | None = None,
    max_states: int = MAX_STATES,
    max_transitions: int = MAX_TRANSITIONS,
    start: State | Iterable[str] | None = None,
    won: Callable[[int], bool] = lambda value: value == 100,
    stop: Stop | None = None,
) -> Reachable:
    """Explore breadth first, each state once, at its least depth; transitions are joint moves.

    player:          the role that `both`, `goals` and `won` are about
    depth:           states so deep are looked at and make no moves, so that `stuck` and `both` are
                     not asked of them; None: no limit
    max_states:      distinct states; with `max_transitions`, joint moves, it bounds time and memory
                     by counts, so that the same call finds the same
    start:           where to begin instead of the initial state; a state, or its fluents in KIF
    won:             whether a goal value wins

    Cost:   about 20 + F / 8 bytes a state of F fluents, and 4 bytes a transition
    Raises: UsageError for no role; InputError for an unknown fluent, and for a game that is
            interpreted; LimitReached and Interrupted when `stop` says so
    """
    stop = stop or Stop()
    engine = _compiled(game, stop)
    roles = engine.roles
    if player not in roles:
        raise UsageError(f"the game has no role `{player}`", hint=f"its roles: {', '.join(roles)}")
    if not 1 <= max_states <= _DEEPEST or max_transitions < 0 or (depth is not None and depth < 0):
        raise UsageError("depth and limits are counts, and at least one state is met")
    facts = {number: value for number, (role, value) in enumerate(engine.goals) if role == player}
    values = {number: int(text) for number, text in facts.items() if _INTEGER.match(text)}
    key = start_key(engine, start)
    token = _machine.Stop()
    try:
        found = watched(
            lambda: _machine.explore(
                engine.machine,
                cast(bytes, key),
                player=roles.index(player),
                chance=roles.index(RANDOM) if RANDOM in roles else None,
                goals=list(facts),
                wrong=[number for number in facts if not 0 <= values.get(number, -1) <= 100],
                winning=[number for number, value in values.items() if won(value)],
                depth=None if depth is None or depth > _DEEPEST else depth,
                states=max_states,
                transitions=min(max_transitions, (1 << 64) - 1),
                stop=token,
            ),
            token.interrupt,
            stop,
        )
    except InterruptedError:
        stop.check()
        raise

    def sighting(seen: tuple[bytes, int, int] | None, about: str = "") -> Sighting | None:
        if seen is None:
            return None
        goals = engine.view(seen[0]).goals[about] if about else ()
        role = about or roles[seen[2]]
        return Sighting(seen[1], engine.fluents(seen[0]), role, goals)

    return Reachable(
        stuck=sighting(found.stuck),
        both=sighting(found.both),
        goals=sighting(found.goals, player),
        won=sighting(found.won, player),
        states=found.states,
        terminal=found.terminal,
        transitions=found.transitions,
        deepest=found.deepest,
        depth_done=found.depth_done,
        complete=not found.limited,
        whole=not found.limited and not found.cut_by_depth,
        longest=found.longest,
    )


def start_key(engine: Compiled, start: State | Iterable[str] | None) -> Hashable:
    """The engine's key of a state, of its fluents, or of the initial state for None.

    Raises: InputError for a fluent that the game does not know
    """
    if start is None:
        return engine.initial()
    return engine.key(fluents_of(start))


def _compiled(game: Game | Compiled, stop: Stop) -> Compiled:
    engine = game.prepare(stop) if isinstance(game, Game) else game
    if isinstance(engine, Compiled):
        return engine
    assert isinstance(game, Game)
    raise InputError(
        "the game is interpreted, and only compiled games are explored",
        file=game.sheet.file,
        hint="its rules are too large to ground, or its terms grow without end",
    )
