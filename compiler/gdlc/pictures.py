"""What draws: the state graph, which the machine explores and the search values, and boards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from gdlc.begin import begin
from gdlc.formats.errors import UsageError
from gdlc.formats.gdl import Rule, RuleSheet, atoms
from gdlc.machine.board import Board, layout
from gdlc.machine.board import board as _board
from gdlc.machine.domains import Domains
from gdlc.machine.game import Game, State, fluents_of, game_of, sheet_of
from gdlc.machine.graph import MAX_STATES, Node, StateGraph, explore
from gdlc.machine.interpreter import Machine
from gdlc.machine.limits import MAX_HORIZON
from gdlc.machine.start import known_fluents
from gdlc.report import SILENT, Report
from gdlc.rules.check import require
from gdlc.search.state_values import StateValues
from gdlc.stop import Stop


def graph(
    game: Game | RuleSheet,
    *,
    max_states: int = MAX_STATES,
    depth: int | None = None,
    values: bool = False,
    role: str | None = None,
    horizon: int | str | None = None,
    max_horizon: int = MAX_HORIZON,
    objective: str = "win",
    start: State | Iterable[str] | None = None,
    timeout: float | None = None,
    stop: Stop | None = None,
    report: Report = SILENT,
) -> StateGraph:
    """The state graph, breadth first from the initial state, or from `start`.

    max_states: how many states are shown at most; a warning tells if there are more
    depth:      the most steps that are shown; None: no limit
    values:     value each state with the steps left, as `search` does for the initial state. A
                state then stands in the graph once for each number of steps that lead to it
    role, horizon, max_horizon, objective: for the values, as in `search`
    start:      the state in which plays begin, or its fluents in KIF
    timeout:    seconds; ignored if a stop token is given
    Raises:     UsageError; InputError for a game without a meaning, or without values;
                LimitReached and Interrupted when `stop` says so
    """
    game = game_of(game)
    stop = stop or Stop(timeout)
    first = None if start is None else fluents_of(start)
    if not values:
        if role is not None or horizon is not None or objective != "win":
            raise UsageError(
                "role, horizon and objective are for values only", hint="ask for values, too"
            )
        with report.stage("explore"):
            found = explore(game, max_states=max_states, depth=depth, start=first, stop=stop)
        return _told(found, depth, report)
    if horizon is None:
        raise UsageError("values need a horizon", hint="give the number of steps of a play")
    require(game.sheet)
    first, steps = begin(game, role, horizon, max_horizon, objective, first, stop, report)
    with report.stage("value"):
        known = StateValues(
            game.sheet,
            role=role,
            horizon=steps,
            objective=objective,
            start=first,
            stop=stop,
            report=report,
        )
    shown = steps if depth is None else min(depth, steps)
    with report.stage("explore"):
        found = explore(
            game, max_states=max_states, depth=shown, unroll=True, start=first, stop=stop
        )

    def value(node: Node) -> Fraction:
        return known.of(node.depth, node.state.fluents)

    return _told(found.with_values(value), shown, report)


def _told(found: StateGraph, depth: int | None, report: Report) -> StateGraph:
    """A limit that nobody asked for is told as a warning, another as a note."""
    report.note(f"{len(found.nodes)} states, {len(found.arcs)} moves")
    words = found.cut_in_words()
    if words and set(found.cut_by) - {"depth"}:
        report.warn(words)
    elif words:
        report.note(words)
    return found


def boards(
    game: Game | RuleSheet,
    states: Sequence[Iterable[str] | None],
    *,
    timeout: float | None = None,
    stop: Stop | None = None,
) -> list[Board] | None:
    """States on the board of a game; None if it has none.

    states: the fluents of each in KIF; None stands for the initial state
    Raises: InputError for a fluent that the game does not know
    Only the rules for `init` are evaluated for it; `State.board` is for a game that is played.
    """
    sheet = sheet_of(game)
    stop = stop or Stop(timeout)
    require(sheet)
    initial = _initial(sheet, stop)
    domains = Domains(sheet, stop)
    found = layout(sheet, initial, domains)
    if found is None:
        return None
    return [
        _board(found, initial if state is None else known_fluents(domains, state))
        for state in states
    ]


def _initial(sheet: RuleSheet, stop: Stop) -> list[str]:
    """The fluents of the initial state. The rules that it does not depend on, which may be too many
    to evaluate, are left out."""
    by_head: dict[str, list[Rule]] = {}
    for rule in sheet.rules:
        by_head.setdefault(rule.head.predicate, []).append(rule)
    needed = {"init": None, "role": None}
    todo = list(needed)
    while todo:
        for rule in by_head.get(todo.pop(), []):
            for atom, _ in (found for goal in rule.body for found in atoms(goal)):
                if atom.predicate not in needed:
                    needed[atom.predicate] = None
                    todo.append(atom.predicate)
    rules = tuple(rule for rule in sheet.rules if rule.head.predicate in needed)
    machine = Machine(replace(sheet, rules=rules), stop)
    return machine.fluents(machine.initial())


def board(
    game: Game | RuleSheet,
    state: Iterable[str] | None = None,
    *,
    timeout: float | None = None,
    stop: Stop | None = None,
) -> Board | None:
    """A state on the board of a game; None if it has none. As `boards`, for one state."""
    found = boards(game, [state], timeout=timeout, stop=stop)
    return None if found is None else found[0]
