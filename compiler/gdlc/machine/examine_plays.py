"""What random plays tell of a game that its rules alone do not: no moves, no end, no goals.

Each finding tells the play that shows it, the shortest of those seen.
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Protocol

from gdlc.formats.errors import LimitReached, Place
from gdlc.formats.gdl import RANDOM, Atom, Constant, Function, Rule, RuleSheet, Span, Variable
from gdlc.machine.interpreter import Machine, State
from gdlc.machine.terms import Ground
from gdlc.rules.finding import Finding
from gdlc.stop import Stop

_MOST_MOVES = 5  # joint moves of a play in a message, the last ones
_LONGEST = 300  # characters of them


@dataclass(frozen=True)
class _Seen:
    """A finding, how many joint moves lead there, and in how many plays it was seen."""

    finding: Finding
    steps: int
    plays: int = 1


def examine_plays(
    sheet: RuleSheet,
    plays: int,
    *,
    seed: int = 0,
    max_steps: int = 200,
    stop: Stop | None = None,
) -> list[Finding]:
    """Play at random and look at every state; each thing once, with the shortest play seen.

    plays:     how many; the n-th with a seed always is the same
    max_steps: joint moves after which a play is given up
    stop:      a limit ends the plays; what was seen till then is told
    Raises:    InputError where the rules have no meaning; Interrupted
    """
    examination = _Examination(sheet, seed, max_steps, stop or Stop())
    with contextlib.suppress(LimitReached):
        for number in range(plays):
            examination.play(number)
    found = []
    for _, seen in sorted(examination.seen.items()):
        message = seen.finding.message + (
            f"; seen in {seen.plays} of {plays} plays" if seen.plays > 1 else ""
        )
        found.append(replace(seen.finding, message=message))
    return found


class _Note(Protocol):
    """The type of `note` in `_Examination.play`."""

    def __call__(
        self, code: str, subject: str, message: str, hint: str, span: Span | None
    ) -> None: ...


class _Examination:
    def __init__(self, sheet: RuleSheet, seed: int, max_steps: int, stop: Stop) -> None:
        self.sheet = sheet
        self.machine = Machine(sheet, stop)
        self.seed = seed
        self.max_steps = max_steps
        self.stop = stop
        self.base = listed(sheet, "base", stop)
        self.input = listed(sheet, "input", stop)
        self.seen: dict[tuple[str, str], _Seen] = {}

    def play(self, number: int) -> None:
        """One random play, from the first state to an end."""
        machine, sheet = self.machine, self.sheet
        rng = random.Random(f"{self.seed}/{number}")
        state = machine.initial()
        moves: list[tuple[Ground, ...]] = []
        noted: set[tuple[str, str]] = set()

        def note(code: str, subject: str, message: str, hint: str, span: Span | None) -> None:
            if (code, subject) in noted:
                return
            noted.add((code, subject))
            text = f"{self._after(moves)} {message}, as in play {number + 1} of seed {self.seed}"
            place = sheet.place(span) if span is not None else Place(sheet.file, 1, 1)
            one = _Seen(Finding(code, text, place, hint, subject), len(moves))
            before = self.seen.get((code, subject))
            if before is not None:
                shortest = one if one.steps < before.steps else before
                one = replace(shortest, plays=before.plays + 1)
            self.seen[code, subject] = one

        while True:
            self.stop.check()
            self._compare_base(state, note)
            if machine.terminal(state):
                self._compare_goals(state, note)
                return
            choices = []
            for role in machine.roles:
                legal = machine.legal(state, role)
                choices.append(legal)
                self._compare_input(role, legal, note)
                if not legal:
                    note(
                        "stuck-role",
                        role,
                        f"the role {role} has no legal move, and the game is not over",
                        f"give {role} a move in every state that is not terminal: often"
                        f" (<= (legal {role} noop) ...) for the times when others move",
                        self._rule("legal", role),
                    )
            if not all(choices):
                return
            if len(moves) == self.max_steps:
                note(
                    "no-end",
                    "",
                    "the game is not over",
                    "add a rule for `terminal` that holds in the end whatever is played, such as a"
                    " counter of steps; or allow more with --max-steps",
                    self._rule("terminal", None),
                )
                return
            joint = tuple(rng.choice(legal) for legal in choices)
            state = machine.next(state, joint)
            moves.append(joint)

    def _compare_goals(self, state: State, note: _Note) -> None:
        for role in self.machine.roles:
            values = [*map(self.machine.text, self.machine.goals(state, role))]
            if len(values) > 1:
                note(
                    "several-goals",
                    role,
                    f"the role {role} ends with {len(values)} goal values, {' and '.join(values)}",
                    "let the rules for `goal` exclude each other, so that one value holds",
                    self._rule("goal", role, values[1]),
                )
            elif not values and role != RANDOM:
                note(
                    "no-goal-value",
                    role,
                    f"the role {role} ends without a goal value",
                    f"add a rule (<= (goal {role} 0) ...) for what the other rules leave out",
                    self._rule("goal", role),
                )

    def _compare_base(self, state: State, note: _Note) -> None:
        if self.base is None:
            return
        for fluent in state:
            if fluent not in self.base:
                name = _name(fluent)
                note(
                    "incomplete-base",
                    name,
                    f"the fluent {self.machine.text(fluent)} is true, but `base` does not list it",
                    f"add (base {self.machine.text(fluent)}), and what else of `{name}` is missing",
                    self._rule("base", None),
                )

    def _compare_input(self, role: str, legal: Iterable[Ground], note: _Note) -> None:
        if self.input is None:
            return
        for move in legal:
            if (role, move) not in self.input:
                name = _name(move)
                note(
                    "incomplete-input",
                    f"{role} {name}",
                    f"the move {self.machine.text(move)} of {role} is legal, but `input` does"
                    " not list it",
                    f"add (input {role} {self.machine.text(move)}), and what else of `{name}` is"
                    " missing",
                    self._rule("input", role),
                )

    def _rule(self, name: str, role: str | None, value: str | None = None) -> Span | None:
        """The first rule for a relation that may be about this role and value."""
        best: Span | None = None
        for rule in self.sheet.rules:
            head = rule.head
            if head.predicate == name:
                wanted = [part for part in (role, value) if part is not None]
                if all(
                    isinstance(arg, Variable) or arg == Constant(part)
                    for arg, part in zip(head.args, wanted, strict=False)
                ):
                    return head.span
                best = best or head.span
        return best

    def _after(self, moves: list[tuple[Ground, ...]]) -> str:
        """Where a play is: the moves that lead there."""
        if not moves:
            return "in the first state"
        shown = []
        for joint in moves[-_MOST_MOVES:]:
            pairs = zip(self.machine.roles, joint, strict=True)
            shown.append(", ".join(f"{role} {self.machine.text(move)}" for role, move in pairs))
        text = "; ".join(shown)
        if len(text) > _LONGEST:
            text = "..." + text[-_LONGEST:]
        many = f"{len(moves)} step{'s' * (len(moves) > 1)}"
        last = "the last moves: " if len(moves) > _MOST_MOVES else ""
        return f"after {many} ({last}{text})"


def listed(sheet: RuleSheet, name: str, stop: Stop) -> frozenset[Ground] | None:
    """What `base` or `input` lists, the arguments as `Machine` has rows; None: no rules for it.

    The machine itself evaluates them: in a sheet where they say what the first state is.
    """
    if not any(rule.head.predicate == name for rule in sheet.rules):
        return None
    rules = []
    for rule in sheet.rules:
        match rule.head.predicate:
            case "init" | "next" | "legal" | "goal" | "terminal" | "sees":
                continue
            case "base" | "input":
                if rule.head.predicate != name:
                    continue
                head = Atom("init", (Function(name, rule.head.args),), rule.head.span)
                rules.append(Rule(head, rule.body, rule.span))
            case _:
                rules.append(rule)
    found = Machine(RuleSheet(tuple(rules), sheet.file, lines=sheet.lines), stop).initial()
    rows = [term[1:] for term in found if isinstance(term, tuple)]
    return frozenset(row[0] if len(row) == 1 else row for row in rows)


def _name(term: Ground) -> str:
    return term if isinstance(term, str) else str(term[0])
