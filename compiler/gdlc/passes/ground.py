"""GDL -> ground ASP: unroll the rules over the steps, ground them, add moves, end and objective."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from contextlib import nullcontext

from gdlc.formats import gdl
from gdlc.formats.errors import InputError, UsageError
from gdlc.formats.gdl import RANDOM, RuleSheet
from gdlc.formats.lp import GameFacts, GroundProgram, LpProgram
from gdlc.formats.lp.terms import constant
from gdlc.passes import examine
from gdlc.passes.cooperate import Cooperative, cooperate, in_order
from gdlc.passes.dependency_graph import graph
from gdlc.passes.fold import Folder, negate
from gdlc.passes.objective import Objective
from gdlc.passes.over_time import ground_over_time
from gdlc.passes.seen import Look, Seen
from gdlc.passes.simplify import simplify
from gdlc.passes.unroll import dynamic_predicates, origins
from gdlc.report import SILENT, Report
from gdlc.rules.arcs import Graph
from gdlc.rules.check import require
from gdlc.rules.components import components
from gdlc.stop import Stop

SIMULTANEOUS = ("pessimistic",)


def ground(
    sheet: RuleSheet,
    *,
    role: str | None = None,
    horizon: int,
    objective: str = "win",
    start: Iterable[str] | None = None,
    simultaneous: str | None = None,
    look: Look | None = None,
    stop: Stop | None = None,
    report: Report = SILENT,
) -> LpProgram:
    """The cooperative program of a game, ground: its stable models are the plays that `role` wins.

    role:      the player; None: the only role besides `random`
    horizon:   steps (joint moves), at least 0
    objective: `win` (goal 100), `atleast:V` (goal V or more) or `score` (the goal value as a
               probability)
    start:     the fluents of the first state, in KIF; None: as the rules for `init` have it
    simultaneous: `pessimistic`: where both sides choose at one step the opponents see the player's
               move; None: such a game is an error
    look:      looks at the states of the game meanwhile: what is seen need not be asked of clingo
    Shape:     atoms over steps 1..horizon+1, moves over steps 1..horizon
    Raises:    UsageError for a wrong role, horizon or objective; InputError for a sheet with
               errors, or a game in which both sides may choose at the same step
    """
    stop = stop or Stop()
    if isinstance(horizon, bool) or not isinstance(horizon, int):
        raise UsageError(f"the horizon {horizon!r} is no whole number of steps")
    if horizon < 0:
        raise UsageError(f"the horizon {horizon} is negative", hint="give a number of steps, 0..")
    if simultaneous not in (None, *SIMULTANEOUS):
        raise UsageError(
            f"unknown way `{simultaneous}` of moving at once",
            hint=f"one of {', '.join(SIMULTANEOUS)}",
        )
    goal = Objective.of(objective)
    require(sheet)
    player = choose_player(sheet, role)
    roles = tuple(str(constant(name)) for name in sheet.roles)
    _warn_of_roles(sheet, player, report)
    first = None if start is None else tuple(start)
    looking = nullcontext(Seen) if look is None else look(player)
    with report.stage("ground: clingo"), looking as result:
        terms = None if first is None else [*map(fluent, first)]
        rules = ground_over_time(sheet, horizon, terms, stop)
        seen = result()
    if not _stratified(sheet):
        _require_stratified(rules, sheet, stop)
    me = str(constant(player))
    dynamic = dynamic_predicates(sheet)

    def build(playable: bool) -> Cooperative:
        return cooperate(
            rules,
            dynamic,
            player=me,
            roles=roles,
            horizon=horizon,
            objective=goal,
            playable=playable,
        )

    game = build(seen.complete and seen.stuck is None)
    with report.stage("ground: questions"):
        questions = examine.Examination(game, sheet.file, seen)
        others = tuple(r for r in roles if r not in (me, RANDOM))
        at_once: list[str] = []
        allow = None if simultaneous is None else lambda: at_once.append(simultaneous)
        examine.require_turns(questions, me, others, allow)
        if goal.least is None:
            examine.require_goals(questions, me)
        playable = examine.warn(questions, report)
        questions.ask(stop)
        if playable() and any(literal is not False for literal in game.stuck):
            game = build(True)
    stop.check()
    program = _finish(game)
    facts = GameFacts(
        me,
        roles,
        horizon,
        goal.text,
        sheet.sha256,
        start="" if first is None else _hash(first),
        turns=at_once[0] if at_once else "",
    )
    report.note(f"ground: {len(program)} atoms, {program.n_rules} rules")
    return LpProgram(facts, program, origins(sheet), sheet.file)


def fluent(text: str) -> gdl.Term:
    """The term of a fluent in KIF."""
    return gdl.read(f"(fluent {text})", "<fluent>", "kif").rules[0].head.args[0]


def _hash(fluents: tuple[str, ...]) -> str:
    return hashlib.sha256("\n".join(sorted(fluents)).encode()).hexdigest()


def choose_player(sheet: RuleSheet, role: str | None) -> str:
    """The role that is to win. Raises: UsageError, naming the choices."""
    players = [name for name in sheet.roles if name != RANDOM]
    if role is None:
        if len(players) == 1:
            return players[0]
        if not players:
            raise InputError("the game has no player", file=sheet.file, hint="add (role NAME)")
        raise UsageError(
            f"the game has {len(players)} players: which one is to win?",
            hint=f"give --role with one of {', '.join(players)}",
        )
    if role == RANDOM:
        raise UsageError(
            "`random` has no goal of its own", hint=f"give one of {', '.join(players)}"
        )
    if role not in players:
        raise UsageError(
            f"the game has no role `{role}`", hint=f"its players are {', '.join(players)}"
        )
    return role


def _warn_of_roles(sheet: RuleSheet, player: str, report: Report) -> None:
    opponents = [name for name in sheet.roles if name not in (player, RANDOM)]
    if len(opponents) > 1:
        report.warn(f"{sheet.file}: {' and '.join(opponents)} play as one coalition")
    if any(rule.head.predicate == "sees" for rule in sheet.rules):
        report.warn(f"{sheet.file}: `sees` rules are ignored: everybody sees everything")


def _stratified(sheet: RuleSheet) -> bool:
    """Whether the relations alone tell that no atom depends on its own negation."""
    graph = Graph(sheet)
    return all(arc.positive for cycle in graph.cycles() for arc in graph.inner(cycle))


def _require_stratified(rules: GroundProgram, sheet: RuleSheet, stop: Stop) -> None:
    """Raise an InputError if an atom depends on its own negation."""
    for component in components(graph(rules.rules, negative=True)):
        stop.check()
        members = set(component)
        for rule in rules.rules:
            if not members.isdisjoint(rule.head) and any(-lit in members for lit in rule.body):
                names = sorted(rules.name(atom) for atom in members)
                raise InputError(
                    f"negation through a cycle: {', '.join(names[:5])}"
                    f"{' ...' if len(names) > 5 else ''}",
                    file=sheet.file,
                    hint="a relation must not depend on its own negation",
                )


def _finish(game: Cooperative) -> GroundProgram:
    program = in_order(simplify(game.program))
    won = game.won
    if not isinstance(won, bool):
        atom = program.atom(game.program.name(won))
        program.add([], [-atom])
        return program
    Folder(program).forbid([negate(won)])
    return program
