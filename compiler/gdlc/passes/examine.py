"""Questions about all plays within the horizon, put to clingo on the cooperative program.

That both sides may choose at one step, or that the player has two goal values in one terminal
state, makes the number meaningless: these questions are always answered. The others only lead to
warnings; they are given up after a number of conflicts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gdlc.formats.errors import InputError
from gdlc.formats.lp import GroundProgram, Rule
from gdlc.formats.lp.terms import parse, to_gdl
from gdlc.passes import asp
from gdlc.passes.bounds import free_choices
from gdlc.passes.cooperate import Cooperative
from gdlc.passes.fold import Folder, Literal, folded, negate
from gdlc.passes.objective import is_goal_value
from gdlc.passes.seen import Seen
from gdlc.passes.timed import step_of
from gdlc.report import Report
from gdlc.stop import Stop

_CONFLICTS = 20_000


def kif(term: str) -> str:
    """A term of the program as a person knows it from the rule sheet."""
    return str(to_gdl(parse(term)))


@dataclass
class _Question:
    """Can the atom hold?

    shown:  atoms to report if it can
    answer: called with whether it can (None: not found out) and the reported atoms that hold
    limit:  conflicts after which to give up; 0: never
    """

    atom: Literal
    shown: list[int]
    answer: Callable[[bool | None, list[str]], None]
    limit: int = 0


class Examination:
    """Collects questions, and asks all of them in one call of clingo."""

    def __init__(self, game: Cooperative, file: str, seen: Seen) -> None:
        self.game = game
        self.file = file
        self.seen = seen
        # Questions add atoms; the game's own program stays as it is.
        self.program = GroundProgram.of(game.program.native.copy())
        self.folder = Folder(self.program)
        self.questions: list[_Question] = []

    def going_on(self, step: int) -> Literal:
        return negate(self.game.ended[step])

    def at_least_two(self, name: str, literals: list[Literal]) -> Literal:
        """An atom that says that two of the literals hold."""
        sure = sum(literal is True for literal in literals)
        rest = [lit for lit in literals if not isinstance(lit, bool)]
        if sure >= 2:
            return True
        if sure == 1:
            return self.folder.define(name, [[lit] for lit in rest])
        if len(rest) < 2:
            return False
        atom = self.program.atom(name)
        self.program.append(Rule((atom,), tuple(rest), bound=2, weights=(1,) * len(rest)))
        return atom

    def ask(self, stop: Stop) -> None:
        """Ask all questions, and hand out the answers in their order."""
        pending: list[asp.Question] = []
        for question in self.questions:
            if question.atom is True:
                # Certain without search; which atoms hold has to be asked all the same.
                question.atom = self.program.atom("_certain")
                self.program.add([question.atom])
            if not isinstance(question.atom, bool):
                pending.append(asp.Question(question.atom, question.shown, question.limit))
        verdicts = iter(asp.ask(free_choices(self.program), pending, stop) if pending else [])
        for question in self.questions:
            if isinstance(question.atom, bool):
                question.answer(False, [])
            else:
                verdict = next(verdicts)
                names = [self.program.name(atom) for atom in verdict.shown]
                question.answer(verdict.holds, names)


def require_turns(
    examination: Examination,
    player: str,
    others: tuple[str, ...],
    allow: Callable[[], object] | None = None,
) -> None:
    """Ask whether the player and an opponent may both choose in one state: an InputError.

    allow: is called instead, where it is given
    """
    game, seen = examination.game, examination.seen
    if seen.complete and not seen.both:
        return
    # Nothing was seen after up to `depth` moves; the state after D moves is that of step D + 1.
    first = 1 if seen.both else seen.depth + 2
    for step in range(first, len(game.ended) - 1):
        legal = game.timed.legal.get(step, {})
        if len(legal.get(player, {})) < 2 or not any(len(legal.get(o, {})) > 1 for o in others):
            continue
        mine = examination.at_least_two(f"_choice({player},{step})", [*legal[player].values()])
        for other in others:
            if len(legal.get(other, {})) < 2:
                continue
            theirs = examination.at_least_two(f"_choice({other},{step})", [*legal[other].values()])
            both = examination.folder.define(
                f"_both({other},{step})", [[mine, theirs, examination.going_on(step)]]
            )
            atoms = [
                lit
                for role in (player, other)
                for lit in legal[role].values()
                if not isinstance(lit, bool)
            ]

            def answer(
                holds: bool | None, shown: list[str], step: int = step, other: str = other
            ) -> None:
                if holds and allow is not None:
                    allow()
                elif holds:
                    raise _both_choose(game, player, other, step, set(shown), examination.file)

            examination.questions.append(_Question(both, atoms, answer))


def _both_choose(
    game: Cooperative, player: str, other: str, step: int, shown: set[str], file: str
) -> InputError:
    def moves(role: str) -> str:
        table = game.timed.legal[step][role]
        names = [
            kif(move)
            for move, literal in table.items()
            if literal is True
            or (not isinstance(literal, bool) and game.program.name(literal) in shown)
        ]
        return f"{kif(role)} between {', '.join(names[:4])}{' ...' if len(names) > 4 else ''}"

    return InputError(
        f"both sides may choose at step {step}: {moves(player)}, and {moves(other)}",
        file=file,
        hint="only games in which at most one side has a choice at each step can be compiled",
    )


def require_goals(examination: Examination, player: str) -> None:
    """Ask whether a terminal state may have two goals of the player, or a wrong one: an
    InputError."""
    game, file, seen = examination.game, examination.file, examination.seen
    if seen.complete and not seen.goals:
        return
    first = 1 if seen.goals else seen.depth + 2
    for step in range(first, len(game.ended)):
        goals = game.timed.goals.get(step, {}).get(player, {})
        here = (game.timed.terminal.get(step, False), negate(game.ended[step - 1]))
        if folded(here) is None:
            continue
        atoms = [lit for lit in goals.values() if not isinstance(lit, bool)]
        wrong = [(v, lit) for v, lit in goals.items() if not is_goal_value(v)]
        for value, literal in wrong:
            atom = examination.folder.define(f"_wrong({value},{step})", [[*here, literal]])

            def not_a_value(
                holds: bool | None, _: list[str], step: int = step, value: str = value
            ) -> None:
                if not holds:
                    return
                raise InputError(
                    f"the goal value `{kif(value)}` of {kif(player)} in a terminal state at step"
                    f" {step} is no integer in 0..100",
                    file=file,
                    hint="the objective `score` needs goal values in 0..100",
                )

            examination.questions.append(_Question(atom, [], not_a_value))
        two = examination.at_least_two(f"_two({step})", list(goals.values()))
        clash = examination.folder.define(f"_clash({step})", [[*here, two]])

        def several(holds: bool | None, shown: list[str], step: int = step) -> None:
            if not holds:
                return
            table = game.timed.goals[step][player]
            values = [
                kif(value)
                for value, literal in table.items()
                if literal is True
                or (not isinstance(literal, bool) and game.program.name(literal) in shown)
            ]
            raise InputError(
                f"{kif(player)} has several goal values in a terminal state at step {step}:"
                f" {', '.join(values)}",
                file=file,
                hint="the objective `score` needs one goal value; `--objective win` asks for 100",
            )

        examination.questions.append(_Question(clash, atoms, several))


def warn(examination: Examination, report: Report) -> Callable[[], bool]:
    """Ask whether a state may be stuck, and whether the player can win: warnings.

    Result: after the answers, tells whether it is known that no state is stuck
    """
    game, file, seen = examination.game, examination.file, examination.seen
    atoms = [literal for literal in game.stuck if not isinstance(literal, bool)]
    certain = [step for step, literal in enumerate(game.stuck) if literal is True]
    known: list[bool] = []

    def not_playable(step: int) -> None:
        known.append(False)
        report.warn(
            f"{file}: the game is not playable: in a state at step {step} that is not terminal"
            " a role has no legal move; such a state is worth 0 for every role"
        )

    def playable(holds: bool | None, shown: list[str]) -> None:
        if holds:
            not_playable(min([*map(step_of, shown), *certain]))
        else:
            known.append(holds is False)

    def winnable(holds: bool | None, _: list[str]) -> None:
        if holds is False:
            report.warn(
                f"{file}: the player cannot win within the horizon, even if all roles help: the"
                " value is 0"
            )

    if seen.stuck is not None:
        not_playable(seen.stuck + 1)
    elif seen.complete:
        known.append(True)
    else:
        some = examination.folder.define("_some_stuck", [[literal] for literal in game.stuck])
        examination.questions.append(_Question(some, atoms, playable, _CONFLICTS))
    won = game.won
    if seen.complete and not seen.won:
        winnable(False, [])
    elif won is not True and not seen.won:
        examination.questions.append(_Question(won, [], winnable, _CONFLICTS))
    return lambda: known == [True]
