"""What random plays tell of a game that its rules alone do not: no moves, no end, no goals.

Each finding tells the play that shows it, the shortest of those seen.
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Protocol

from gdlc.formats.errors import InputError, LimitReached, Place
from gdlc.formats.gdl import (
    RANDOM,
    Atom,
    Constant,
    Function,
    Rule,
    RuleSheet,
    Span,
    Term,
    Variable,
    read,
    variables,
)
from gdlc.machine.game import Game, State
from gdlc.machine.interpreter import Machine
from gdlc.machine.terms import kif
from gdlc.rules.finding import Finding
from gdlc.rules.unify import bindings
from gdlc.stop import Stop

_MOST_MOVES = 5  # joint moves of a play in a message, the last ones
_LONGEST = 300  # characters of them
# Seconds for making a fast machine: for a few plays the slow one is soon done.
_PATIENCE = 3.0


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
        examination.prepare()
        for number in range(plays):
            examination.play(number)
    found = []
    for _, seen in sorted(examination.seen.items()):
        message = seen.finding.message + (
            f"; seen in {seen.plays} of {plays} plays" if seen.plays > 1 and seen.steps else ""
        )
        found.append(replace(seen.finding, message=message))
    return found


_Where = Span | None | Callable[[], Span | None]


class _Note(Protocol):
    """The type of `note` in `_Examination.play`."""

    def __call__(self, code: str, subject: str, message: str, hint: str, span: _Where) -> None: ...


class _Examination:
    def __init__(self, sheet: RuleSheet, seed: int, max_steps: int, stop: Stop) -> None:
        self.sheet = sheet
        self.game = Game(sheet, patience=_PATIENCE)
        self.seed = seed
        self.max_steps = max_steps
        self.stop = stop
        self.base: frozenset[str] | None = None
        self.input: frozenset[str] | None = None
        self.seen: dict[tuple[str, str], _Seen] = {}

    def prepare(self) -> None:
        """What is the same for all plays."""
        self.game.prepare(self.stop)
        self.base = listed(self.sheet, "base", self.stop)
        self.input = listed(self.sheet, "input", self.stop)

    def play(self, number: int) -> None:
        """One random play, from the first state to an end."""
        sheet, roles = self.sheet, self.game.roles
        rng = random.Random(f"{self.seed}/{number}")
        state = self.game.initial()
        moves: list[tuple[str, ...]] = []
        noted: set[tuple[str, str]] = set()

        def note(code: str, subject: str, message: str, hint: str, span: _Where) -> None:
            if (code, subject) in noted:
                return
            noted.add((code, subject))
            text = f"{self._after(moves)} {message}"
            if moves:  # the first state is the same in all plays
                text += f", as in play {number + 1} of seed {self.seed}"
            found = span() if callable(span) else span
            place = sheet.place(found) if found is not None else Place(sheet.file, 1, 1)
            one = _Seen(Finding(code, text, place, hint, subject), len(moves))
            before = self.seen.get((code, subject))
            if before is not None:
                shortest = one if one.steps < before.steps else before
                one = replace(shortest, plays=before.plays + 1)
            self.seen[code, subject] = one

        before: State | None = None
        while True:
            self.stop.check()
            self._compare_base(state, before, moves, note)
            if state.is_terminal:
                if before is None:
                    note(
                        "terminal-at-start",
                        "",
                        "the game is over already",
                        "let each rule for `terminal` ask for something that the first state has"
                        " not, or change `init`",
                        self._rule("terminal", None),
                    )
                self._compare_goals(state, note)
                return
            choices = []
            for role in roles:
                legal = state.legal(role)
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
            before, state = state, state.next(joint)
            moves.append(joint)

    def _compare_goals(self, state: State, note: _Note) -> None:
        for role in self.game.roles:
            try:
                values = state.goal_values(role)
            except InputError:  # no integer: the rules show it
                continue
            if len(values) > 1:
                note(
                    "several-goals",
                    role,
                    f"the role {role} ends with {len(values)} goal values,"
                    f" {' and '.join(map(str, values))}",
                    "let the rules for `goal` exclude each other, so that one value holds",
                    self._rule("goal", role, str(values[1])),
                )
            elif not values and role != RANDOM:
                note(
                    "no-goal-value",
                    role,
                    f"the role {role} ends without a goal value",
                    f"add a rule (<= (goal {role} 0) ...) for what the other rules leave out",
                    self._rule("goal", role),
                )

    def _compare_base(
        self, state: State, before: State | None, moves: list[tuple[str, ...]], note: _Note
    ) -> None:
        if self.base is None:
            return
        for fluent in state.fluents:
            if fluent not in self.base:
                name = _name(fluent)
                note(
                    "incomplete-base",
                    name,
                    f"the fluent {fluent} is true, but `base` does not list it",
                    f"add (base {fluent}), and what else of `{name}` is missing",
                    lambda fluent=fluent: (
                        self._maker(fluent, before, moves)  # type: ignore[misc]
                        or self._rule("base", None)
                    ),
                )

    def _compare_input(self, role: str, legal: Iterable[str], note: _Note) -> None:
        if self.input is None:
            return
        for move in legal:
            if f"{role} {move}" not in self.input:
                name = _name(move)
                note(
                    "incomplete-input",
                    f"{role} {name}",
                    f"the move {move} of {role} is legal, but `input` does not list it",
                    f"add (input {role} {move}), and what else of `{name}` is missing",
                    self._rule("input", role),
                )

    def _maker(
        self, fluent: str, before: State | None, moves: list[tuple[str, ...]]
    ) -> Span | None:
        """The rule that makes a fluent true, as far as moves, fluents and facts tell."""
        if before is None:
            return _first(self.sheet, "init", fluent, ())
        joint = zip(self.game.roles, moves[-1], strict=True)
        known = [f"(true {old})" for old in before.fluents]
        return _first(self.sheet, "next", fluent, known + [f"(does {r} {m})" for r, m in joint])

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

    def _after(self, moves: list[tuple[str, ...]]) -> str:
        """Where a play is: the moves that lead there."""
        if not moves:
            return "in the first state"
        shown = []
        for joint in moves[-_MOST_MOVES:]:
            pairs = zip(self.game.roles, joint, strict=True)
            shown.append(", ".join(f"{role} {move}" for role, move in pairs))
        text = "; ".join(shown)
        if len(text) > _LONGEST:
            text = "..." + text[-_LONGEST:]
        many = f"{len(moves)} step{'s' * (len(moves) > 1)}"
        last = "the last moves: " if len(moves) > _MOST_MOVES else ""
        return f"after {many} ({last}{text})"


def listed(sheet: RuleSheet, name: str, stop: Stop) -> frozenset[str] | None:
    """What `base` or `input` lists, the arguments in KIF; None: there are no rules for it.

    The interpreter evaluates them: in a sheet where they say what the first state is.
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
    return frozenset(" ".join(map(kif, term[1:])) for term in found if isinstance(term, tuple))


def _first(sheet: RuleSheet, name: str, fluent: str, known: Iterable[str]) -> Span | None:
    """The first rule whose head is the fluent and whose positive premises can hold together.

    known: what is true and done; other relations hold where a fact or a rule may derive them
    """
    wanted, *given = (rule.head for rule in read("\n".join((f"({name} {fluent})", *known))).rules)
    heads: dict[str, list[Atom]] = {"true": [], "does": []}
    for atom in (*given, *(rule.head for rule in sheet.rules)):
        heads.setdefault(atom.predicate, []).append(atom)
    for rule in sheet.rules:
        values = bindings(rule.head, wanted, {})
        if values is not None:
            premises = [goal for goal in rule.body if isinstance(goal, Atom)]
            if _together(premises, values, heads):
                return rule.head.span
    return None


def _together(premises: list[Atom], values: dict[str, Term], heads: dict[str, list[Atom]]) -> bool:
    if not premises:
        return True
    for head in heads.get(premises[0].predicate, ()):
        if any(variables(head)):
            return _together(premises[1:], values, heads)  # a rule: it may hold
        more = bindings(premises[0], head, values)
        if more is not None and _together(premises[1:], more, heads):
            return True
    return False


def _name(term: str) -> str:
    """The name of a term in KIF."""
    return term.lstrip("(").split(" ", 1)[0]
