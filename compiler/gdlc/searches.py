"""The verb `search`: expected minimax, on the compiled rules or on the rules as they stand.

The two share how a call is checked and what is said of a game without a value, and nothing that
computes: each checks the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TypedDict, Unpack, cast

from gdlc import _machine
from gdlc.formats.answer import AT_ONCE, Answer
from gdlc.formats.errors import GdlcError, InputError, Interrupted, LimitReached, UsageError
from gdlc.formats.gdl import RANDOM, RuleSheet
from gdlc.machine.compiled import Compiled
from gdlc.machine.game import Game, State, fluents_of, sheet_of
from gdlc.machine.reachable import start_key
from gdlc.machine.terms import parse
from gdlc.report import Report
from gdlc.search import search as search_interpreted
from gdlc.search import trouble
from gdlc.search.expectiminimax import check_call, player, warn
from gdlc.search.payoff import Payoff
from gdlc.stop import Stop, watched

ENGINES = ("auto", "compiled", "interpreted")
DEEPEST = 1000
_NO_WORTH = 255
_LONGEST = (1 << 32) - 2  # steps; longer plays than that are not searched within anyone's limits


class Features(TypedDict, total=False):
    """What the compiled engine does or leaves out. Only `exact` changes the answer.

    prune: leave out states that cannot change the value; what is wrong in them is not told
    table: know states again. False: every play is gone through, which takes plays of at most
           DEEPEST steps
    exact: compute with rationals; False: with doubles. The answer's status is then `float`, its
           bounds enclose the value
    """

    prune: bool
    table: bool
    exact: bool


def search(
    game: Game | RuleSheet,
    *,
    role: str | None,
    horizon: int,
    objective: str,
    simultaneous: str | None,
    start: State | Iterable[str] | None,
    engine: str,
    stop: Stop,
    report: Report,
    **features: Unpack[Features],
) -> Answer:
    """As `gdlc.search`, with the start and the horizon settled."""
    sheet = sheet_of(game)
    if engine not in ENGINES:
        raise UsageError(f"unknown engine `{engine}`", hint=f"one of {', '.join(ENGINES)}")
    check_call(sheet, role, horizon, objective, simultaneous)
    if engine == "interpreted":
        found = None
    else:
        try:
            with report.stage("machine"):
                found = _engine(game, engine, stop, report)
        except (LimitReached, Interrupted) as error:
            return _stopped(error)
    if isinstance(found, Compiled):
        task = _Task(sheet, found, player(found.roles, role), objective, simultaneous)
        return task.answer(horizon, start, stop, report, **features)
    return search_interpreted(
        sheet,
        role=role,
        horizon=horizon,
        objective=objective,
        simultaneous=simultaneous,
        start=None if start is None else fluents_of(start),
        stop=stop,
        report=report,
    )


def _engine(game: Game | RuleSheet, engine: str, stop: Stop, report: Report) -> object:
    """What plays the game; the machine that it has, if it is free to be of any kind."""
    if not isinstance(game, Game):
        return Game(game, engine=engine).prepare(stop, report)
    found = game.prepare(stop, report) if engine == "auto" else None
    return found or Game(game.sheet, engine=engine).prepare(stop, report)


def _stopped(error: GdlcError) -> Answer:
    """Nothing is known."""
    return Answer(Fraction(0), Fraction(1), "bounds", engine="compiled", reason=error.message)


class _Task:
    """A player and an objective, told to the native search in numbers."""

    def __init__(
        self,
        sheet: RuleSheet,
        engine: Compiled,
        role: str,
        objective: str,
        simultaneous: str | None,
    ) -> None:
        self._sheet = sheet
        self._engine = engine
        self._role = role
        self._payoff = Payoff.of(objective)
        self._replies = simultaneous is not None

    def answer(
        self,
        horizon: int,
        start: State | Iterable[str] | None,
        stop: Stop,
        report: Report,
        *,
        prune: bool = True,
        table: bool = True,
        exact: bool = True,
    ) -> Answer:
        if not table and horizon > DEEPEST:
            raise UsageError(
                f"a search without a table looks at most {DEEPEST} steps ahead, not {horizon}",
                hint="leave out --no-table",
            )
        engine, roles = self._engine, self._engine.roles
        warn(self._sheet, self._role, roles, report)
        key = cast(bytes, start_key(engine, start))
        token = _machine.Stop()
        with stop.hold(), report.stage("search"):
            found = watched(
                lambda: _machine.minimax(
                    engine.machine,
                    key,
                    player=roles.index(self._role),
                    chance=roles.index(RANDOM) if RANDOM in roles else None,
                    goals=self._goals(),
                    one_goal=self._payoff.name == "score",
                    replies=self._replies,
                    horizon=min(horizon, _LONGEST),
                    exact=exact,
                    prune=prune,
                    table=table,
                    stop=token,
                ),
                token.interrupt,
                stop,
            )
        self._tell(found, report)
        return self._read(found, key, stop, exact)

    def _goals(self) -> list[tuple[int, int]]:
        """The player's goal facts that count, with what they are worth, the least first."""
        found: list[tuple[int, int]] = []
        for number, (role, value) in enumerate(self._engine.goals):
            if role != self._role:
                continue
            try:
                worth = self._payoff.worth((parse(value),))
            except ValueError:
                worth = _NO_WORTH
            if worth or self._payoff.name == "score":
                found.append((number, worth))
        return sorted(found, key=lambda goal: goal[1])

    def _tell(self, found: _machine.MinimaxResult, report: Report) -> None:
        """What is wrong with the game, and what was done."""
        engine = self._engine
        if found.no_value is not None:
            why, state, depth = found.no_value
            raise self._error(why, state, depth)
        if found.stuck is not None:
            state, depth, role = found.stuck
            report.warn(trouble.stuck(engine.roles[role], depth + 1, self._fluents(state)))
        for name, count in self._stats(found).items():
            report.note(f"search: {name} {count}")

    def _error(self, why: str, state: bytes, depth: int) -> InputError:
        view = self._engine.view(state)
        if why == "both_choose":
            moves = {role: legal for role, legal in view.legal.items() if role != RANDOM}
            return trouble.both_choose(
                moves, self._role, depth + 1, self._fluents(state), self._sheet.file
            )
        try:
            self._payoff.worth([parse(value) for value in view.goals[self._role]])
        except ValueError as error:
            return trouble.wrong_goals(
                self._role, str(error), self._fluents(state), self._sheet.file
            )
        raise AssertionError("search: goals that are not wrong")

    def _read(self, found: _machine.MinimaxResult, key: bytes, stop: Stop, exact: bool) -> Answer:
        lower = list(map(Fraction, found.lower))
        upper = list(map(Fraction, found.upper))
        best, most = max(lower), max(upper)
        note = AT_ONCE if found.has_replies and self._replies else ""
        is_known = found.is_known or best == most
        status = "bounds" if not is_known else "exact" if exact or best == most else "float"
        reason = ""
        if not is_known:
            try:
                stop.check()
            except (LimitReached, Interrupted) as error:
                reason = error.message
        return Answer(
            best,
            most,
            status,
            move=self._move(key, lower, upper, is_known),
            engine="compiled",
            stats=self._stats(found),
            reason=reason,
            note=note,
        )

    def _move(
        self, key: bytes, lower: list[Fraction], upper: list[Fraction], is_known: bool
    ) -> str | None:
        """The first of the best moves; of bounds one that is best whatever is unknown."""
        moves = self._engine.view(key).legal[self._role]
        if len(moves) < 2 or len(lower) != len(moves):
            return None
        at = max(range(len(moves)), key=lower.__getitem__)
        if is_known or all(lower[at] >= most for i, most in enumerate(upper) if i != at):
            return moves[at]
        return None

    def _stats(self, found: _machine.MinimaxResult) -> Mapping[str, int]:
        return {
            "states": found.states,
            "transitions": found.transitions,
            "layers": found.layers,
            "programs": found.programs,
            "looks": found.looks,
        }

    def _fluents(self, state: bytes) -> str:
        return " ".join(self._engine.fluents(state)) or "(no fluent)"


__all__ = ["ENGINES", "Features", "search"]
