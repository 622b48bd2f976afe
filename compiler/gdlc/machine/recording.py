"""Recorded plays: written from random plays, read, and compared with what a game says.

A recording is text, one JSON object a line. The first, of kind `meta`, names the game and its
roles in their order; each further one, of kind `step`, is a visited state: the number of the play
and of the step, both counted from 0, what is true, each role's legal moves, the joint move that was
made (null at the end of a play), whether the state is terminal, and each role's goal. Fluents and
moves are KIF with single blanks, sorted by code unit. A goal is null where there is none, or
several; these then stand in `goals_multi`, by role.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gdlc.formats import gdl
from gdlc.formats.errors import InputError, Place, UsageError
from gdlc.machine.game import Game, State, game_of
from gdlc.machine.interpreted import watching
from gdlc.machine.random_numbers import PlayRandom
from gdlc.machine.simulate import pick
from gdlc.report import SILENT, Report
from gdlc.stop import Stop


@dataclass(frozen=True)
class Step:
    """A visited state.

    play, step: numbers from 0
    move:       the joint move that was made in it, in the order of the roles; None at the end
    legal:      for each role; also in terminal states
    goals:      for each role; None: none or several
    line:       of the recording, from 1; 0: it was not read
    several:    the goals of the roles that have more than one
    """

    play: int
    step: int
    true: tuple[str, ...]
    legal: Mapping[str, tuple[str, ...]]
    move: tuple[str, ...] | None
    terminal: bool
    goals: Mapping[str, int | None]
    line: int = 0
    several: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def json(self) -> str:
        """The line of a recording."""
        fields: dict[str, object] = {
            "kind": "step",
            "play": self.play,
            "step": self.step,
            "true": self.true,
            "legal": self.legal,
            "move": self.move,
            "terminal": self.terminal,
            "goals": self.goals,
        }
        if self.several:
            fields["goals_multi"] = self.several
        return json.dumps(fields, separators=(",", ":"))


def meta(game: Game, name: str) -> str:
    """The first line of a recording."""
    return json.dumps({"kind": "meta", "game": name, "roles": game.roles}, separators=(",", ":"))


@dataclass(frozen=True)
class Difference:
    """Where a recording and the game part.

    what:     `true`, `legal moves of ROLE`, `move`, `terminal`, `goal of ROLE` or `play`
    recorded: what only the recording says
    found:    what only the game says
    """

    play: int
    step: int
    line: int
    what: str
    recorded: str
    found: str

    def __str__(self) -> str:
        at = f"play {self.play}, step {self.step}: {self.what}"
        return f"{at}\n  recorded: {self.recorded}\n  the game: {self.found}"


def record(
    game: Game | gdl.RuleSheet,
    *,
    plays: int,
    seed: int = 0,
    max_steps: int = 1000,
    stop: Stop | None = None,
    report: Report = SILENT,
) -> Iterator[Step]:
    """The states of random plays; the plays are those of `simulate` with the same seed.

    Raises: UsageError for a seed that has no 64 bits; InputError, LimitReached, Interrupted
    """
    if not 0 <= seed < 1 << 64:
        raise UsageError(f"the seed {seed} is not in 0..2^64-1")
    game = game_of(game)
    stop = stop or Stop()
    with watching(game.prepare(stop, report), stop):
        for play in range(plays):
            rng = PlayRandom(seed, play)
            state: State | None = game.initial()
            step = 0
            while state is not None:
                stop.check()
                ends = state.is_terminal or state.is_stuck or step == max_steps
                legal = {role: state.legal(role) for role in game.roles}
                move = None if ends else tuple(pick(list(legal.values()), rng))
                several = {role: state.goal_values(role) for role in game.roles}
                yield Step(
                    play,
                    step,
                    state.fluents,
                    legal,
                    move,
                    state.is_terminal,
                    state.goals(),
                    several={role: found for role, found in several.items() if len(found) > 1},
                )
                state = None if move is None else state.next(move)
                step += 1


def read_recording(
    lines: Iterable[str], file: str = "<recording>", *, roles: Sequence[str] | None = None
) -> Iterator[Step]:
    """The steps of a recording, read as they are asked for.

    roles:  that it has to be of, in this order
    Raises: InputError with the line of the first thing that is no recording
    """
    own: tuple[str, ...] | None = None
    before: Step | None = None
    number = 0
    for number, line in enumerate(lines, 1):
        entry = _object(line, number, file)
        match entry.get("kind"):
            case "meta" if own is None:
                own = _texts(entry.get("roles"), "roles", number, file)
                if roles is not None and own != tuple(roles):
                    raise InputError(
                        f"the recording is of the roles {', '.join(own)},"
                        f" the game has {', '.join(roles)}",
                        place=Place(file, number, 1),
                    )
            case "step" if own is not None:
                step = _step(entry, own, number, file)
                _require_order(before, step, file)
                yield step
                before = step
            case kind:
                expected = "step" if own is not None else "meta"
                raise InputError(
                    f"a line of kind {kind!r}; one of kind {expected!r} is expected",
                    place=Place(file, number, 1),
                    hint="the first line is of kind meta, all others of kind step",
                )
    if own is None:
        raise InputError("the recording is empty", place=Place(file, max(1, number), 1))


def _require_order(before: Step | None, step: Step, file: str) -> None:
    """Plays and their steps are numbered from 0, without a gap."""
    if before is None:
        expected = [(0, 0)]
    else:
        expected = [(before.play, before.step + 1), (before.play + 1, 0)]
    if (step.play, step.step) not in expected:
        raise InputError(
            f"play {step.play}, step {step.step}; expected is"
            f" {' or '.join(f'play {play}, step {number}' for play, number in expected)}",
            place=Place(file, step.line, 1),
            hint="is a line missing?",
        )


def _object(line: str, number: int, file: str) -> dict[str, Any]:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError) as error:
        reason = getattr(error, "msg", "nested too deeply")
        column = getattr(error, "colno", 1)
        raise InputError(
            f"the line is no JSON: {reason}",
            place=Place(file, number, column),
            hint="a recording has one JSON object a line; is it cut, or compressed twice?",
        ) from None
    if not isinstance(entry, dict):
        raise InputError("the line is no JSON object", place=Place(file, number, 1))
    return entry


def _field(entry: Mapping[str, Any], name: str, kind: type, number: int, file: str) -> Any:
    value = entry.get(name)
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise InputError(
            f"the field `{name}` is missing, or is no {kind.__name__}", place=Place(file, number, 1)
        )
    return value


def _texts(value: object, name: str, number: int, file: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise InputError(f"the field `{name}` is no list of texts", place=Place(file, number, 1))
    return tuple(value)


def _step(entry: Mapping[str, Any], roles: tuple[str, ...], number: int, file: str) -> Step:
    legal = _field(entry, "legal", dict, number, file)
    goals = _field(entry, "goals", dict, number, file)
    for name, by_role in (("legal", legal), ("goals", goals)):
        if set(by_role) != set(roles):
            raise InputError(
                f"the field `{name}` is not about the roles {', '.join(roles)}",
                place=Place(file, number, 1),
            )
    several = entry.get("goals_multi", {})
    if not isinstance(several, dict) or not set(several) <= set(roles):
        raise InputError(
            f"the field `goals_multi` is not about the roles {', '.join(roles)}",
            place=Place(file, number, 1),
        )
    for role, goal in goals.items():
        if goal is not None and not _is_integer(goal):
            raise InputError(
                f"the goal of {role} is neither an integer nor null", place=Place(file, number, 1)
            )
    for role, found in several.items():
        if not isinstance(found, list) or not all(map(_is_integer, found)):
            raise InputError(
                f"the goals of {role} are no list of integers", place=Place(file, number, 1)
            )
    if "move" not in entry:
        raise InputError(
            "the field `move` is missing",
            place=Place(file, number, 1),
            hint="it is null at the end of a play",
        )
    move = entry["move"]
    joint = None if move is None else _texts(move, "move", number, file)
    if joint is not None and len(joint) != len(roles):
        raise InputError(f"{len(joint)} moves for {len(roles)} roles", place=Place(file, number, 1))
    return Step(
        _field(entry, "play", int, number, file),
        _field(entry, "step", int, number, file),
        _texts(entry.get("true"), "true", number, file),
        {role: _texts(legal[role], "legal", number, file) for role in roles},
        joint,
        _field(entry, "terminal", bool, number, file),
        {role: goals[role] for role in roles},
        number,
        {role: tuple(found) for role, found in several.items()},
    )


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def replay(
    game: Game, steps: Iterable[Step], *, stop: Stop | None = None, report: Report = SILENT
) -> Difference | None:
    """The first place where a recording differs from the game; None if there is none.

    Each play begins in the initial state and follows the recorded moves. Goals are compared in all
    states, though GDL gives them a meaning in terminal ones only.
    report: is warned of a recording that ends within a play
    Raises: InputError for a recording of other roles; LimitReached, Interrupted
    """
    stop = stop or Stop()
    before: Step | None = None
    with watching(game.prepare(stop, report), stop):
        state = game.initial()
        for step in steps:
            stop.check()
            if tuple(step.legal) != game.roles:
                raise InputError(
                    f"the recording is of the roles {', '.join(step.legal)},"
                    f" the game has {', '.join(game.roles)}"
                )
            if before is None or step.play != before.play:
                state = game.initial()
            elif before.move is None:
                return _difference(step, "play", "goes on", "has no move")
            else:
                state = state.next(before.move)
            found = _compare(state, step) or _wrong_move(state, step)
            if found is not None:
                return found
            before = step
        if before is not None and before.move is not None:
            report.warn("the recording ends in the middle of a play: is it cut?")
    return None


def _difference(step: Step, what: str, recorded: object, found: object) -> Difference:
    return Difference(step.play, step.step, step.line, what, str(recorded), str(found))


def _wrong_move(state: State, step: Step) -> Difference | None:
    """A recorded move that is not legal, or behind the end."""
    if step.move is None:
        return None
    if state.is_terminal:
        return _difference(step, "move", " ".join(step.move), "the play has ended")
    for role, move in zip(state.game.roles, step.move, strict=True):
        if move not in state.legal(role):
            legal = " ".join(state.legal(role)) or "nothing"
            return _difference(step, f"move of {role}", move, f"may do {legal}")
    return None


def _compare(state: State, step: Step) -> Difference | None:
    if state.fluents != step.true:
        return _difference(step, "true", *_only(step.true, state.fluents))
    for role in state.game.roles:
        if state.legal(role) != step.legal[role]:
            only = _only(step.legal[role], state.legal(role))
            return _difference(step, f"legal moves of {role}", *only)
    if state.is_terminal != step.terminal:
        words = {True: "terminal", False: "not terminal"}
        return _difference(step, "terminal", words[step.terminal], words[state.is_terminal])
    for role, goal in state.goals().items():
        if goal != step.goals[role]:
            return _difference(step, f"goal of {role}", _shown(step.goals[role]), _shown(goal))
        several = step.several.get(role)
        if several is not None and tuple(sorted(several)) != state.goal_values(role):
            return _difference(step, f"goals of {role}", several, state.goal_values(role))
    return None


def _shown(goal: int | None) -> str:
    return "none, or several" if goal is None else str(goal)


def _only(recorded: tuple[str, ...], found: tuple[str, ...]) -> tuple[str, str]:
    """What only one side has; if that is nothing, the order differs, or one stands there twice."""
    only = [sorted(set(recorded) - set(found)), sorted(set(found) - set(recorded))]
    if not any(only):
        return " ".join(recorded), " ".join(found)
    return tuple(" ".join(side) if side else "nothing else" for side in only)  # type: ignore[return-value]
