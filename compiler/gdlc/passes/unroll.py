"""The rules of a game as a program over time, not yet ground (Ext(G) of the paper).

What depends on the state carries its step in its name: `legal'3(R,A)`; `next(F)` at step 3 is
`true'4(F)`. In names, so that clingo looks only at the atoms of one step, and sees that `true'4`
does not depend on itself through negation; the step becomes the last argument once the program is
ground (`with_steps`). Our names never contain a prime.

Moves are free choices here: that they are one for each role, that the play ends and that it is won
is added once it is known what can happen at each step (`cooperate`).

States go on after a terminal one. That is without meaning, but it keeps what is the same in all
plays (who is in control at a step, a counter of steps) a fact, which clingo evaluates away.
"""

from __future__ import annotations

import re

from gdlc.formats import gdl
from gdlc.formats.lp import GroundProgram
from gdlc.formats.lp.terms import constant, functor
from gdlc.rules.dependency import Depends, dependencies
from gdlc.rules.normal_form import Comparison, FlatRule, Premise, flatten

# Marks in a line, to be replaced by a step and the step after it.
_NOW, _THEN = "'now'", "'then'"
_UNUSED = frozenset({"base", "input", "sees"})


def unroll(sheet: gdl.RuleSheet, horizon: int) -> str:
    """The program text for states at steps 1..horizon+1 and moves at steps 1..horizon.

    Shape: R rules without `or` -> at most R * (horizon + 1) lines, and one a step for the moves
    """
    rules = [rule for rule in flatten(sheet) if rule.head.predicate not in _UNUSED]
    depends = dependencies(rules)
    parts: dict[Depends, list[str]] = {part: [] for part in Depends}
    for rule in rules:
        parts[_part(rule, depends)].append(_Line(rule, depends).text())
    lines = list(dict.fromkeys(parts[Depends.NOTHING]))
    state = "\n".join(dict.fromkeys(parts[Depends.STATE]))
    choice = f"{{does{_NOW}(R,A)}} :- legal{_NOW}(R,A)."
    moves = "\n".join([choice, *dict.fromkeys(parts[Depends.MOVES])])
    for step in range(1, horizon + 2):
        for text in (state, moves) if step <= horizon else (state,):
            lines.append(text.replace(_NOW, f"'{step}").replace(_THEN, f"'{step + 1}"))
    return "\n".join(lines) + "\n"


def with_steps(program: GroundProgram) -> GroundProgram:
    """The steps as last arguments of the atoms instead of parts of their names."""
    result = GroundProgram(map(_with_step, program.names[1:]))
    result.rules = program.rules
    return result


_TIMED = re.compile(r"([A-Za-z0-9_]+)'(\d+)(\(?)")


def _with_step(name: str) -> str:
    match = _TIMED.match(name)
    if match is None:
        return name
    if match[3]:
        return f"{match[1]}({name[match.end() : -1]},{match[2]})"
    return f"{match[1]}({match[2]})"


def dynamic_predicates(sheet: gdl.RuleSheet) -> dict[str, str]:
    """For each predicate that gets a step: its name in the program -> `name/arity` of the sheet."""
    rules = [rule for rule in flatten(sheet) if rule.head.predicate not in _UNUSED]
    depends = dependencies(rules)
    found = {}
    for rule in rules:
        name = rule.head.predicate
        if name in ("init", "next"):
            found["true"] = "true/1"
        elif depends[name]:
            found[functor(name)] = f"{name}/{len(rule.head.args)}"
    return found


def origins(sheet: gdl.RuleSheet) -> dict[str, tuple[int, ...]]:
    """For each predicate of the program, the lines of the rules that derive it."""
    lines: dict[str, set[int]] = {}
    for rule in sheet.rules:
        name, arity = rule.head.predicate, len(rule.head.args)
        if name in _UNUSED or name == "role":
            continue
        if name in ("init", "next"):
            name = "true"
        lines.setdefault(f"{functor(name)}/{arity}", set()).add(rule.span.line)
    return {name: tuple(sorted(numbers)) for name, numbers in sorted(lines.items())}


def _part(rule: FlatRule, depends: dict[str, Depends]) -> Depends:
    match rule.head.predicate:
        case "next":
            return Depends.MOVES
        case "init":
            return Depends.NOTHING
        case name:
            return depends[name]


class _Line:
    """One rule as text. Variables are numbered, so that names cannot clash."""

    def __init__(self, rule: FlatRule, depends: dict[str, Depends]) -> None:
        self.rule = rule
        self.depends = depends
        self.numbers: dict[str, int] = {}

    def text(self) -> str:
        rule = self.rule
        match rule.head.predicate:
            case "init":
                head = self.call("true'1", rule.head.args)
            case "next":
                head = self.call(f"true{_THEN}", rule.head.args)
            case _:
                head = self.atom(rule.head)
        # Positive premises first only for the eye; clingo orders them itself.
        body = [self.premise(premise) for premise in rule.body]
        return f"{head} :- {', '.join(body)}." if body else f"{head}."

    def premise(self, premise: Premise) -> str:
        if isinstance(premise, Comparison):
            sign = "=" if premise.equal else "!="
            return f"{self.term(premise.left)} {sign} {self.term(premise.right)}"
        text = self.atom(premise.atom)
        return text if premise.positive else f"not {text}"

    def atom(self, atom: gdl.Atom) -> str:
        timed = self.depends.get(atom.predicate, Depends.NOTHING) != Depends.NOTHING
        return self.call(functor(atom.predicate) + (_NOW if timed else ""), atom.args)

    def call(self, name: str, args: tuple[gdl.Term, ...]) -> str:
        return f"{name}({','.join(map(self.term, args))})" if args else name

    def term(self, term: gdl.Term) -> str:
        match term:
            case gdl.Variable(name):
                return f"V{self.numbers.setdefault(name, len(self.numbers) + 1)}"
            case gdl.Constant(name):
                return str(constant(name))
            case gdl.Function(name, args):
                return f"{functor(name)}({','.join(map(self.term, args))})"
