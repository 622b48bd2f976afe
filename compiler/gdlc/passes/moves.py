"""The moves in a cooperative program, read back from its text."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field

from gdlc.formats.errors import InputError
from gdlc.formats.lp import LpProgram, Rule
from gdlc.formats.lp.terms import split
from gdlc.passes.fold import Literal


@dataclass
class Choice:
    """One role's choice at one step.

    role, step: who chooses and when
    does:       the atoms of the moves, in the order of the text
    legal:      for each of them the literal that allows it; True where nothing forbids it; moves
                that are never legal are left out
    going_on:   the literals of the choice's body: the play is not over
    rule:       the number of the choice in the program
    constraints: the numbers of the constraints on what is legal, each with its move
    never:      those of them that forbid a move in any case
    shorter:    moves of the program's rule have been left out
    """

    role: str
    step: int
    does: tuple[int, ...]
    legal: list[Literal]
    going_on: tuple[int, ...]
    rule: int
    constraints: dict[int, int] = field(default_factory=dict)
    never: list[int] = field(default_factory=list)
    shorter: bool = False

    def leave_out(self, moves: Container[int]) -> None:
        """Take moves out of the choice; what the program says of them stays."""
        pairs = [
            (atom, legal)
            for atom, legal in zip(self.does, self.legal, strict=True)
            if atom not in moves
        ]
        self.shorter = self.shorter or len(pairs) < len(self.does)
        self.does = tuple(atom for atom, _ in pairs)
        self.legal = [legal for _, legal in pairs]


def choices(lp: LpProgram) -> list[Choice]:
    """All choices of moves, by step, in the order of the roles within a step.

    Raises: InputError for a choice that is not as `ground` writes it.
    """
    program, native = lp.program, lp.program.native
    found: list[Choice] = []
    of_move: dict[int, tuple[Choice, int]] = {}
    for number in native.choices():
        rule = Rule(*native.rule(number))
        names = [split(program.name(atom)) for atom in rule.head]
        if all(name == "_worth" for name, _ in names):
            continue
        if any(name != "does" or len(args) != 3 for name, args in names) or (
            len({(args[0], args[2]) for _, args in names}) != 1
            or (rule.lower, rule.upper) != (1, 1)
            or rule.bound is not None
        ):
            text = ", ".join(program.name(atom) for atom in rule.head[:3])
            raise InputError(
                f"a choice of {text} is not `1 {{does(R,A,T); ...}} 1` for one role and one step",
                file=lp.file,
                hint="`quantify` reads what `ground` writes",
            )
        role, _, step = names[0][1]
        if role not in lp.facts.roles:
            raise InputError(
                f"`{role}` moves, but the program's facts name no such role", file=lp.file
            )
        choice = Choice(role, int(step), rule.head, [True] * len(rule.head), rule.body, number)
        found.append(choice)
        for index, atom in enumerate(rule.head):
            of_move[atom] = (choice, index)
    for number in native.constraints(2):
        body = Rule(*native.rule(number)).body
        if not body or body[0] not in of_move:
            continue
        move, *condition = body
        choice, index = of_move[move]
        if not condition:  # it has turned out that this move is never legal
            choice.legal[index] = False
            choice.never.append(number)
            choice.constraints[number] = move
        elif condition[0] < 0 and program.name(-condition[0]).startswith("legal("):
            choice.legal[index] = -condition[0]
            choice.constraints[number] = move
    for choice in found:
        illegal = zip(choice.does, choice.legal, strict=True)
        choice.leave_out({atom for atom, legal in illegal if legal is False})
    position = {role: n for n, role in enumerate(lp.facts.roles)}
    return sorted(found, key=lambda c: (c.step, position[c.role]))
