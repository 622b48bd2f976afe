"""Ground ASP -> SQASP: the opponents become universal, `random` becomes chance."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from gdlc import _asp
from gdlc.formats.errors import UsageError
from gdlc.formats.gdl import RANDOM
from gdlc.formats.lp import GroundProgram, LpProgram, Rule
from gdlc.formats.lp.terms import split
from gdlc.formats.sqasp import Sqasp
from gdlc.passes import chance, numbers, opponent
from gdlc.passes.fold import Folder
from gdlc.passes.ideas import wanted
from gdlc.passes.moves import Choice, choices
from gdlc.passes.order import ORDERS, Decisions, baseline, dependency
from gdlc.passes.simplify import simplify
from gdlc.report import SILENT, Report
from gdlc.stop import Stop


def quantify(
    lp: LpProgram,
    *,
    order: str = "baseline",
    encoding: str = "lean",
    without: Iterable[str] = (),
    stop: Stop | None = None,
    report: Report = SILENT,
) -> Sqasp:
    """The program whose value is the greatest probability with which the player wins.

    order:    `baseline` (Q_b) or `dependency` (Q_d): where atoms that nobody chooses stand
    encoding: `lean`, or `paper`: as published
    without:  ideas of the lean encoding to do without (`gdlc.passes.ideas`)
    Keeps:    the rules of the game, as far as they make a difference; the player's choices
    Raises:   InputError for a program that is not as `ground` writes it; UsageError
    Source:   He and Thielscher, arXiv 2605.23705, theorem 2
    """
    stop = stop or Stop()
    if not isinstance(lp, LpProgram):
        raise UsageError(
            f"a ground program is expected, not {type(lp).__name__}", hint="`gdlc.ground` makes one"
        )
    if order not in ORDERS:
        raise UsageError(f"unknown order `{order}`", hint=f"one of {', '.join(ORDERS)}")
    ideas = wanted(encoding, without)
    moves = choices(lp)
    alike = _asp.Alike(lp.program.native)
    same: dict[str, list[str]] = {}
    merged = [n for c in moves if c.role != RANDOM for n in _merge(c, alike, ideas, lp, same)]
    own = [choice for choice in moves if choice.role == lp.facts.player]
    shorter = [choice for choice in own if choice.shorter]
    replaced = [*merged, *(n for choice in shorter for n in (choice.rule, *choice.never))]
    for choice in moves:
        if choice.role != lp.facts.player:
            replaced += [choice.rule, *choice.constraints]
    program = GroundProgram.of(lp.program.native.without(replaced))
    for choice in shorter:
        program.append(Rule(choice.does, choice.going_on, choice=True, lower=1, upper=1))
    folder = Folder(program)
    decisions = Decisions()
    for choice in moves:
        stop.check()
        if choice.role == lp.facts.player:
            decisions.exists.setdefault(choice.step, []).extend(choice.does)
        elif choice.role == RANDOM:
            found = chance.decide(folder, choice, alike, ideas)
            decisions.chance.setdefault(choice.step, []).extend(found.coins)
            for move, others in found.same.items():
                same[program.name(move)] = [program.name(other) for other in others]
        else:
            decide = opponent.decide if "tree" in ideas else numbers.look_up
            digits = decide(folder, choice)
            decisions.forall.setdefault(choice.step, []).extend(digits)
    decisions.chance.setdefault(lp.facts.horizon + 1, []).extend(_worths(program))
    saved: dict[str, str] = {}
    if same:
        saved["merge"] = f"{sum(map(len, same.values()))} moves like others"
    simple = simplify(program)
    stop.check()
    if "cone" in ideas:
        before = simple.n_rules
        simple = _cone(simple, own)
        saved["cone"] = f"{before - simple.n_rules} of {before} rules"
    derived = simple.native.heads()
    prefix = [q for q in baseline(decisions) if q.atom in derived]
    if order == "dependency":
        prefix = dependency(prefix, simple)
    sqasp = Sqasp(
        simple, prefix, lp.facts, lp.file, encoding=encoding, order=order, saved=saved, same=same
    )
    levels = len({q.level for q in sqasp.prefix})
    report.note(f"quantify: {len(sqasp.prefix)} atoms on {levels} levels, {simple.n_rules} rules")
    return sqasp


def _merge(
    choice: Choice,
    alike: _asp.Alike,
    ideas: frozenset[str],
    lp: LpProgram,
    same: dict[str, list[str]],
) -> list[int]:
    """Leave out of a player's choice the moves that nothing tells apart from others before them.

    same:   is told for each move that stands for others, those others
    Result: the numbers of the constraints on the moves that are left out
    """
    if "merge" not in ideas:
        return []
    conditions = [0 if legal is True else int(legal) for legal in choice.legal]
    together = alike.by_rules(conditions)
    effects = alike.by_use(list(choice.does), [c for c in conditions if c])
    first: dict[tuple[int, int], int] = {}
    stands_for: dict[int, int] = {}
    for move, *key in zip(choice.does, together, effects, strict=True):
        known = first.setdefault((key[0], key[1]), move)
        if known != move:
            stands_for[move] = known
            name = lp.program.name
            same.setdefault(name(known), []).append(name(move))
    choice.leave_out(stands_for)
    return [number for number, move in choice.constraints.items() if move in stands_for]


def _cone(program: GroundProgram, own: list[Choice]) -> GroundProgram:
    """Without what makes no difference to whether the play is won.

    A choice of the player's counts only if something depends on it: while the play goes on one of
    the moves is legal. The first choice is kept in any case: which move is best is asked for.
    """
    native = program.native
    moves = {atom for choice in own for atom in choice.does}
    conditional = []
    for number in native.constraints(2):
        body = native.rule(number)[1]
        if body and body[0] in moves and (len(body) == 1 or body[1] < 0):
            conditional.append((number, body[0]))
    roots = list(own[0].does) if own and own[0].step == 1 else []
    return simplify(GroundProgram.of(_asp.cone(native, conditional, roots)))


def _worths(program: GroundProgram) -> list[tuple[int, Fraction]]:
    """The coins of the objective `score`."""
    found = []
    for atom, _ in program.native.derived("_worth"):
        _, args = split(program.name(atom))
        found.append((atom, Fraction(int(args[0]), 100)))
    return sorted(found, key=lambda pair: pair[1])
