"""The `.lp` file: the cooperative program of a game, ground, with what later passes must know."""

from __future__ import annotations

import re

from gdlc.formats.errors import InputError, Place
from gdlc.formats.lp.program import GameFacts, GroundProgram, LpProgram
from gdlc.formats.lp.terms import split
from gdlc.formats.lp.text import END, NotGround, header, read_rules, rules_text

KIND = "lp"
VERSION = 1

_ORIGIN = re.compile(r"% from (\S+/\d+): ([\d ]+)$")


def write(lp: LpProgram) -> str:
    """The text of an `.lp` file. The same program gives the same text on every machine."""
    lines = [f"% gdlc {KIND} {VERSION}", *facts_lines(lp.facts)]
    lines += [
        f"% from {name}: {' '.join(map(str, numbers))}" for name, numbers in lp.origins.items()
    ]
    return "\n".join(lines) + "\n" + rules_text(lp.program) + END + "\n"


def read(text: str, file: str = "<string>") -> LpProgram:
    """Read an `.lp` file.

    Raises: InputError for a file of another kind or version, a cut file, a rule that is not
            ground, or facts about the game that are missing.
    """
    header(text, KIND, VERSION, file)
    program = GroundProgram()
    try:
        read_rules(text, program)
    except NotGround as error:
        raise not_ground(error, text, file) from None
    origins = {}
    for line in text.split("\n"):
        if line.startswith("%"):
            match = _ORIGIN.match(line.rstrip())
            if match is not None:
                origins[match[1]] = tuple(map(int, match[2].split()))
        elif not line.startswith("_gdlc("):
            break
    return LpProgram(take_facts(program, file), program, origins, file)


def not_ground(error: NotGround, text: str, file: str) -> InputError:
    """The error for a person who edited a file of ours beyond what the next pass reads."""
    line = text.split("\n")[error.line - 1]
    return InputError(
        error.message,
        place=Place(file, error.line, error.column, line[:2000]),
        hint="only ground rules in clingo's syntax can stand here",
    )


def facts_lines(facts: GameFacts) -> list[str]:
    """The facts about the game, as lines of clingo's syntax."""
    return [
        f"_gdlc(player,{facts.player}).",
        *(f"_gdlc(role,{n},{role})." for n, role in enumerate(facts.roles, 1)),
        f"_gdlc(horizon,{facts.horizon}).",
        f"_gdlc(objective,{_objective_term(facts.objective)}).",
        f'_gdlc(source,"sha256:{facts.source}").',
        *([f'_gdlc(start,"sha256:{facts.start}").'] if facts.start else []),
        *([f"_gdlc(simultaneous,{facts.turns})."] if facts.turns else []),
    ]


def _objective_term(objective: str) -> str:
    """`atleast:50` as a term of the program: `atleast(50)`."""
    name, _, value = objective.partition(":")
    return f"{name}({value})" if value else name


def _objective(term: str) -> str:
    name, args = split(term)
    return f"{name}:{args[0]}" if args else name


def take_facts(program: GroundProgram, file: str) -> GameFacts:
    """Remove the facts about the game from a program and return them.

    Raises: InputError if one of them is missing.
    """
    found: dict[str, list[str]] = {}
    taken = [atom for atom, is_fact in program.native.derived("_gdlc") if is_fact]
    for atom in taken:
        _, args = split(program.name(atom))
        if args:
            found.setdefault(args[0], []).append(args[-1])
    program.hold(program.native.without(program.native.deriving(taken)))
    for key in ("player", "role", "horizon", "objective", "source"):
        if key not in found:
            raise InputError(
                f"the fact `_gdlc({key},...)` is missing",
                file=file,
                hint="make the file again with `gdlc ground`",
            )
    horizon = found["horizon"][0]
    if not horizon.isdigit():
        raise InputError(f"the horizon `{horizon}` is no number of steps", file=file)
    return GameFacts(
        player=found["player"][0],
        roles=tuple(found["role"]),
        horizon=int(horizon),
        objective=_objective(found["objective"][0]),
        source=_hash(found["source"][0]),
        start=_hash(found.get("start", [""])[0]),
        turns=found.get("simultaneous", [""])[0],
    )


def _hash(text: str) -> str:
    return text.strip('"').removeprefix("sha256:")
