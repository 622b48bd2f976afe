"""A game to play with: its states, who may do what in them, and what follows.

game = gdlc.load("nim.kif")
state = game.initial()
while not state.is_terminal:
    state = state.next(state.sample(rng))
print(state.goals())
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from gdlc.formats import gdl
from gdlc.formats.errors import InputError, UsageError
from gdlc.machine.engine import Engine, View
from gdlc.machine.terms import kif, parse
from gdlc.report import SILENT, Report
from gdlc.stop import OutOfPatience, Patience, Stop

if TYPE_CHECKING:
    from gdlc.machine.board import Board, Layout

ENGINES = ("auto", "compiled", "interpreted")
PATIENCE = 10.0
_INTEGER = re.compile(r"-?[0-9]+\Z")


class Game:
    """A rule sheet, and the machine that plays by it.

    sheet:    the rules
    engine:   `compiled` grounds the rules and plays on bit vectors; `interpreted` evaluates them as
              they stand; `auto` interprets games that are not ground after `patience` seconds
    patience: seconds
    The machine is made when it is first needed, or by `prepare`.
    """

    def __init__(
        self, sheet: gdl.RuleSheet, *, engine: str = "auto", patience: float = PATIENCE
    ) -> None:
        if engine not in ENGINES:
            raise UsageError(f"unknown engine `{engine}`", hint=f"one of {', '.join(ENGINES)}")
        self.sheet = sheet
        self._wanted = engine
        self._patience = patience
        self._engine: Engine | None = None
        self._layout: Layout | None = None
        self._layout_known = False
        self._places = {role: number for number, role in enumerate(sheet.roles)}

    def __repr__(self) -> str:
        return f"<Game {self.sheet.file}: {', '.join(self.roles)}>"

    def __reduce__(self) -> tuple[object, ...]:
        return _load, (self.sheet, self._wanted, self._patience)

    @property
    def roles(self) -> tuple[str, ...]:
        """In the order of the sheet, `random` among them."""
        return self.sheet.roles

    def prepare(self, stop: Stop | None = None, report: Report = SILENT) -> Engine:
        """Make the machine now, with a token that can stop it.

        report: is warned when a game is interpreted because it is too large
        Raises: InputError for rules without a meaning; LimitReached, Interrupted
        """
        if self._engine is None:
            from gdlc.rules.check import require

            require(self.sheet)
            self._engine = self._made(stop or Stop(), report)
        return self._engine

    def _made(self, stop: Stop, report: Report) -> Engine:
        # Here: who wants a formula of a game plays nothing.
        from gdlc.machine.compiled import Compiled
        from gdlc.rules.arcs import Graph
        from gdlc.rules.recursion import unbounded

        if self._wanted == "interpreted":
            return self._interpreted(stop)
        if self._wanted == "compiled":
            return Compiled(self.sheet, stop)
        if any(unbounded(self.sheet, Graph(self.sheet))):
            report.warn(f"{self.sheet.file}: terms grow without end: the game is interpreted")
            return self._interpreted(stop)
        try:
            return Compiled(self.sheet, Patience(stop, self._patience))
        except OutOfPatience:
            report.warn(
                f"{self.sheet.file}: not ground within {self._patience:g} s:"
                " the game is interpreted, which is slower"
            )
            return self._interpreted(stop)

    def _interpreted(self, stop: Stop) -> Engine:
        from gdlc.machine.interpreted import Interpreted  # few games need it

        return Interpreted(self.sheet, stop)

    @property
    def engine(self) -> str:
        """What plays: `compiled` or `interpreted`."""
        return self.prepare().name

    def initial(self) -> State:
        """The state that the rules for `init` describe."""
        return State(self, self.prepare().initial())

    def state(self, fluents: Iterable[str]) -> State:
        """The state in which just these fluents hold.

        fluents: in KIF, without `true`
        Raises:  InputError for what is no fluent of this game
        """
        return State(self, self.prepare().key(fluents))

    def layout(self) -> Layout | None:
        """How states are shown as boards; None if the game has no board."""
        from gdlc.machine.board import layout  # few calls show states

        if not self._layout_known:
            self._layout = layout(self.sheet, self.initial().fluents)
            self._layout_known = True
        return self._layout

    def place_of(self, role: str) -> int:
        """The place of a role in joint moves. Raises: UsageError"""
        place = self._places.get(role)
        if place is None:
            raise UsageError(
                f"the game has no role `{role}`", hint=f"its roles are {', '.join(self.roles)}"
            )
        return place


def sheet_of(game: Game | gdl.RuleSheet) -> gdl.RuleSheet:
    """The rules of a game. Raises: UsageError for what is neither a game nor a rule sheet"""
    if isinstance(game, Game):
        return game.sheet
    if isinstance(game, gdl.RuleSheet):
        return game
    raise UsageError(f"a game is expected, not {type(game).__name__}", hint="`gdlc.load` makes one")


def game_of(game: Game | gdl.RuleSheet) -> Game:
    """A game, of a rule sheet too. Raises: UsageError for what is neither"""
    return game if isinstance(game, Game) else Game(sheet_of(game))


def fluents_of(state: State | Iterable[str]) -> tuple[str, ...]:
    """The fluents of a state, or those that are given. Raises: UsageError for what is neither"""
    if isinstance(state, State):
        return state.fluents
    if isinstance(state, str | bytes) or not isinstance(state, Iterable):
        raise UsageError(
            f"a state is a list of fluents, not {state!r}", hint='for instance ["(cell 1 1 b)"]'
        )
    found = tuple(state)
    for fluent in found:
        if not isinstance(fluent, str):
            raise UsageError(f"a fluent is a text in KIF, not {fluent!r}")
    return found


def _load(sheet: gdl.RuleSheet, engine: str, patience: float) -> Game:
    return Game(sheet, engine=engine, patience=patience)


class State:
    """A state of a game. It never changes; equal states of one `Game` object are equal and have
    the same hash. Moves and fluents are texts in KIF with single blanks.
    """

    __slots__ = ("_game", "_key", "_view")

    def __init__(self, game: Game, key: Hashable) -> None:
        self._game = game
        self._key = key
        self._view: View | None = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game is other.game and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        return f"<State {' '.join(self.fluents)}>"

    def __reduce__(self) -> tuple[object, ...]:
        return Game.state, (self.game, self.fluents)

    @property
    def game(self) -> Game:
        """The game that this is a state of."""
        return self._game

    @property
    def _seen(self) -> View:
        if self._view is None:
            self._view = self.game.prepare().view(self._key)
        return self._view

    @property
    def fluents(self) -> tuple[str, ...]:
        """What is true, sorted by code unit."""
        return self.game.prepare().fluents(self._key)

    def board(self) -> Board | None:
        """The state as a board, if the game has one: `str(board)` and `board.svg()` show it."""
        from gdlc.machine.board import board

        found = self.game.layout()
        return None if found is None else board(found, self.fluents)

    @property
    def is_terminal(self) -> bool:
        """Whether the play ends here."""
        return self._seen.terminal

    def legal(self, role: str) -> tuple[str, ...]:
        """The legal moves of a role, sorted by code unit. Raises: UsageError for no role"""
        self.game.place_of(role)
        return self._seen.legal[role]

    @property
    def is_stuck(self) -> bool:
        """Whether some role has no legal move, so that there is no next state."""
        return not all(self._seen.legal.values())

    def goal_values(self, role: str) -> tuple[int, ...]:
        """All goal values of a role, lowest first; of a well-formed game one in a terminal state.

        Raises: UsageError for no role; InputError for a goal that is no integer
        """
        self.game.place_of(role)
        values = self._seen.goals[role]
        for value in values:
            if not _INTEGER.match(value):
                raise InputError(
                    f"the goal {value} of {role} is no integer", file=self.game.sheet.file
                )
        return tuple(sorted(map(int, values)))

    def goals(self) -> dict[str, int | None]:
        """For each role its goal value; None where it has none, or several (see `goal_values`)."""
        found = {role: self.goal_values(role) for role in self.game.roles}
        return {role: values[0] if len(values) == 1 else None for role, values in found.items()}

    def next(
        self, moves: Mapping[str, str] | Sequence[str], rng: random.Random | None = None
    ) -> State:
        """The state after a joint move.

        moves:  for each role its move, by name or in the order of the roles. By name, a role that
                has only one move may be left out, and `random` too, if there is an `rng`
        rng:    picks the move of `random` where it is not given
        Raises: UsageError for a move that is not legal, or is missing
        """
        joint = self._joint(moves, rng)
        return State(self.game, self.game.prepare().next(self._key, joint))

    def _joint(
        self, moves: Mapping[str, str] | Sequence[str], rng: random.Random | None
    ) -> list[str]:
        roles, legal = self.game.roles, self._seen.legal
        if isinstance(moves, str):
            raise UsageError("one move is given for all roles", hint=f"give {len(roles)} in a list")
        if not isinstance(moves, Mapping):
            if len(moves) != len(roles):
                raise UsageError(
                    f"{len(moves)} moves are given for {len(roles)} roles",
                    hint=f"one for each of {', '.join(roles)}",
                )
            moves = dict(zip(roles, moves, strict=True))
        for role in moves:
            self.game.place_of(role)
        joint = []
        for role in roles:
            if role in moves:
                joint.append(_legal(moves[role], role, legal[role]))
            elif len(legal[role]) == 1:
                joint.append(legal[role][0])
            elif role == gdl.RANDOM and rng is not None and legal[role]:
                joint.append(rng.choice(legal[role]))
            else:
                hint = f"one of {_some(legal[role])}" if legal[role] else "it has no legal move"
                raise UsageError(f"the move of {role} is missing", hint=hint)
        return joint

    def sample(self, rng: random.Random) -> dict[str, str]:
        """For each role one of its legal moves, uniformly.

        Raises: UsageError where a role has none
        """
        found = {}
        for role in self.game.roles:
            legal = self._seen.legal[role]
            if not legal:
                raise UsageError(f"{role} has no legal move")
            found[role] = rng.choice(legal)
        return found

    def joint_moves(self) -> Iterator[tuple[str, ...]]:
        """All combinations of legal moves, in the order of the roles; none in a terminal state."""
        if self.is_terminal:
            return iter(())
        return itertools.product(*(self._seen.legal[role] for role in self.game.roles))

    def outcomes(self, moves: Mapping[str, str]) -> list[tuple[Fraction, State]]:
        """What may come of the players' moves: each next state with its probability, over the
        moves of `random`, which are equally likely. A game without `random` has one outcome.

        moves:  of the players; as for `next`
        Raises: UsageError
        """
        if gdl.RANDOM not in self.game.roles or gdl.RANDOM in moves:
            return [(Fraction(1), self.next(moves))]
        chances = self.legal(gdl.RANDOM)
        if not chances:
            raise UsageError(f"{gdl.RANDOM} has no legal move")
        found: dict[State, Fraction] = {}
        for move in chances:
            state = self.next({**moves, gdl.RANDOM: move})
            found[state] = found.get(state, Fraction(0)) + Fraction(1, len(chances))
        return [(probability, state) for state, probability in found.items()]


def _legal(move: str, role: str, legal: tuple[str, ...]) -> str:
    if move in legal:
        return move
    text = kif(parse(move, "<move>"))
    if text in legal:
        return text
    raise UsageError(
        f"the move {move} of {role} is not legal here",
        hint=f"it may do {_some(legal)}" if legal else f"{role} has no legal move",
    )


def _some(moves: tuple[str, ...], most: int = 10) -> str:
    shown = ", ".join(moves[:most])
    return shown if len(moves) <= most else f"{shown}, and {len(moves) - most} more"
