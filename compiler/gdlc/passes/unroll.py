"""The rules of a game as a program over time, not yet ground (Ext(G) of the paper).

What depends on the state carries its step in its name: `legal'3(R,A)`; `next(F)` at step 3 is
`true'4(F)`. In names, so that clingo looks only at the atoms of one step, and sees that `true'4`
does not depend on itself through negation; the step becomes the last argument once the program is
ground (`asp.ground` with `steps`). Our names never contain a prime.

Moves are free choices here: that they are one for each role, that the play ends and that it is won
is added once it is known what can happen at each step (`cooperate`).

States go on after a terminal one. That is without meaning, but it keeps what is the same in all
plays (who is in control at a step, a counter of steps) a fact, which clingo evaluates away.
"""

from __future__ import annotations

from collections.abc import Iterable

from gdlc.formats import gdl
from gdlc.formats.lp.terms import functor
from gdlc.passes.rule_text import RuleText
from gdlc.rules.dependency import Depends, dependencies
from gdlc.rules.normal_form import FlatRule, flatten

# Marks in a line, to be replaced by a step and the step after it.
_NOW, _THEN = "'now'", "'then'"
_UNUSED = frozenset({"base", "input", "sees"})


def unroll(sheet: gdl.RuleSheet, horizon: int, start: Iterable[gdl.Term] | None = None) -> str:
    """The program text for states at steps 1..horizon+1 and moves at steps 1..horizon.

    start: the fluents of the first state; None: as the rules for `init` have it
    Shape: R rules without `or` -> at most R * (horizon + 1) lines, and one a step for the moves
    """
    rules = [rule for rule in flatten(sheet) if rule.head.predicate not in _UNUSED]
    depends = dependencies(rules)
    parts: dict[Depends, list[str]] = {part: [] for part in Depends}
    for rule in rules:
        if start is None or rule.head.predicate != "init":
            parts[_part(rule, depends)].append(_line(rule, depends))
    lines = list(dict.fromkeys(parts[Depends.NOTHING]))
    lines += [RuleText().line(RuleText().call("true'1", (fluent,)), ()) for fluent in start or ()]
    state = "\n".join(dict.fromkeys(parts[Depends.STATE]))
    choice = f"{{does{_NOW}(R,A)}} :- legal{_NOW}(R,A)."
    moves = "\n".join([choice, *dict.fromkeys(parts[Depends.MOVES])])
    for step in range(1, horizon + 2):
        for text in (state, moves) if step <= horizon else (state,):
            lines.append(text.replace(_NOW, f"'{step}").replace(_THEN, f"'{step + 1}"))
    return "\n".join(lines) + "\n"


def once(sheet: gdl.RuleSheet, start: Iterable[gdl.Term] | None = None) -> str:
    """The program text for any one state, from which `_asp.unroll` makes the same as `unroll`.

    What may hold in the first or a next state is a free choice, and so is a move that may be legal.

    start: the fluents of the first state; None: as the rules for `init` have it
    Shape: R rules without `or` -> at most R lines, and three
    """
    lines = []
    for rule in flatten(sheet):
        name = rule.head.predicate
        if name in _UNUSED or (name == "init" and start is not None):
            continue
        text = RuleText()
        invented = {"init": "_init", "next": "_next"}.get(name)
        head = text.call(invented, rule.head.args) if invented else text.atom(rule.head)
        lines.append(text.line(head, rule.body))
    lines += [RuleText().line(RuleText().call("_init", (fluent,)), ()) for fluent in start or ()]
    lines += ["{true(F)} :- _init(F).", "{true(F)} :- _next(F).", "{does(R,A)} :- legal(R,A)."]
    return "\n".join(dict.fromkeys(lines)) + "\n"


def timing(sheet: gdl.RuleSheet) -> tuple[set[str], set[str]]:
    """The predicates, as the program names them, that depend on the state, and those on moves."""
    found: dict[Depends, set[str]] = {part: set() for part in Depends}
    for name, on in dependencies(
        r for r in flatten(sheet) if r.head.predicate not in _UNUSED
    ).items():
        found[on].add(functor(name))
    return found[Depends.STATE], found[Depends.MOVES]


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


def _line(rule: FlatRule, depends: dict[str, Depends]) -> str:
    def name_of(predicate: str) -> str:
        timed = depends.get(predicate, Depends.NOTHING) != Depends.NOTHING
        return functor(predicate) + (_NOW if timed else "")

    text = RuleText(name_of)
    match rule.head.predicate:
        case "init":
            head = text.call("true'1", rule.head.args)
        case "next":
            head = text.call(f"true{_THEN}", rule.head.args)
        case _:
            head = text.atom(rule.head)
    return text.line(head, rule.body)
