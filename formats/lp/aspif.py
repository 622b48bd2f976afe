"""aspif, the ground format between gringo and clasp: read into a GroundProgram, and written.

Source: Gebser, Kaminski, Kaufmann, Ostrowski, Schaub, Wanko: Theory Solving Made Easy with
Clingo 5 (ICLP 2016, technical communications), appendix A.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from gdlc.formats.errors import InputError
from gdlc.formats.lp.program import GroundProgram, Rule

_FOREIGN = {
    2: "a minimize statement",
    6: "an assumption",
    8: "an edge of an acyclicity constraint",
    9: "a theory atom",
}


def read(data: bytes, file: str, tick: Callable[[], None] = lambda: None) -> GroundProgram:
    """Read aspif that was written with all atoms shown.

    Atoms without a name get one of the form `_aux(n)`. Facts that gringo names come first.
    tick:   called every thousand statements; may raise to stop
    Raises: InputError for statements that have no place in a quantified program.
    """
    names: dict[int, str] = {}
    facts: list[str] = []
    raw: list[Rule] = []
    at = 0
    count = 0
    while at < len(data):
        end = data.find(b"\n", at)
        end = len(data) if end < 0 else end
        count += 1
        if count % 1000 == 0:
            tick()
        line = data[at:end]
        if line.startswith(b"4 "):
            _, length, _ = line.split(b" ", 2)
            begin = at + 3 + len(length)
            name = data[begin : begin + int(length)].decode()
            end = data.find(b"\n", begin + int(length))
            rest = data[begin + int(length) : end].split()
            if rest == [b"0"]:
                facts.append(name)
            elif len(rest) == 2 and int(rest[1]) > 0:
                names[int(rest[1])] = name
        elif line.startswith(b"1 "):
            raw.append(_rule([int(word) for word in line.split()], file))
        elif line.startswith(b"5 "):
            _, atom, value = map(int, line.split())
            if value == 1:
                raw.append(Rule((atom,)))
            elif value == 0:
                raw.append(Rule((atom,), choice=True))
        else:
            kind = line.split(b" ", 1)[0]
            if kind.isdigit() and int(kind) in _FOREIGN:
                raise InputError(
                    f"{_FOREIGN[int(kind)]} has no meaning in a quantified program",
                    file=file,
                    hint="remove the statement",
                )
        at = end + 1
    return _named(names, facts, raw)


def _rule(n: list[int], file: str) -> Rule:
    """A rule whose atoms still have aspif's numbers."""
    heads = tuple(n[3 : 3 + n[2]])
    choice = n[1] == 1
    if not choice and len(heads) > 1:
        raise InputError(
            "a disjunction in a head: disjunctive programs have no translation to clauses here",
            file=file,
            hint="write a choice rule such as `1 {a; b}` if that is what is meant",
        )
    at = 3 + n[2]
    if n[at] == 0:
        return Rule(heads, tuple(n[at + 2 :]), choice)
    rest = n[at + 3 :]
    return Rule(heads, tuple(rest[::2]), choice, bound=n[at + 1], weights=tuple(rest[1::2]))


def _named(names: dict[int, str], facts: list[str], raw: list[Rule]) -> GroundProgram:
    program = GroundProgram()
    for name in facts:
        program.add([program.atom(name)])
    taken = {*names.values(), *facts}
    numbers: dict[int, int] = {}
    fresh = 0

    def number(atom: int) -> int:
        nonlocal fresh
        known = numbers.get(atom)
        if known is None:
            name = names.get(atom)
            while name is None or (atom not in names and name in taken):
                fresh += 1
                name = f"_aux({fresh})"
            known = numbers[atom] = program.atom(name)
        return known

    def literal(value: int) -> int:
        return number(value) if value > 0 else -number(-value)

    # gringo writes each fact twice: by name without a number, and by a number without a name.
    # Rules that it wrote before it knew may still use the number.
    certain = {rule.head[0] for rule in raw if rule.is_fact and rule.head[0] not in names}
    for whole in raw:
        rule = _without(whole, certain) if certain else whole
        if rule is None:
            continue
        program.rules.append(
            Rule(
                tuple(map(number, rule.head)),
                tuple(map(literal, rule.body)),
                rule.choice,
                bound=rule.bound,
                weights=rule.weights,
            )
        )
    return program


def _without(rule: Rule, certain: set[int]) -> Rule | None:
    """A rule without the atoms that are certain; None if it has nothing to say any more."""
    if rule.head and all(atom in certain for atom in rule.head):
        return None
    if rule.bound is None:
        if any(-value in certain for value in rule.body):
            return None
        body = tuple(value for value in rule.body if value not in certain)
        return replace(rule, head=tuple(h for h in rule.head if h not in certain), body=body)
    pairs = [
        (value, weight)
        for value, weight in zip(rule.body, rule.weights, strict=True)
        if abs(value) not in certain
    ]
    reached = sum(
        weight for value, weight in zip(rule.body, rule.weights, strict=True) if value in certain
    )
    return replace(
        rule,
        head=tuple(h for h in rule.head if h not in certain),
        body=tuple(value for value, _ in pairs),
        bound=rule.bound - reached,
        weights=tuple(weight for _, weight in pairs),
    )


def write(program: GroundProgram, shown: Iterable[int] = ()) -> bytes:
    """aspif for clasp.

    shown: the atoms whose names clasp prints in a model
    Raises: ValueError for a choice with bounds, which aspif has not.
    """
    lines = ["asp 1 0 0"]
    for rule in program.rules:
        if rule.lower is not None or rule.upper is not None:
            raise ValueError("a choice with bounds")
        words = [1, int(rule.choice), len(rule.head), *rule.head]
        if rule.bound is None:
            words += [0, len(rule.body), *rule.body]
        else:
            pairs = (v for pair in zip(rule.body, rule.weights, strict=True) for v in pair)
            words += [1, rule.bound, len(rule.body), *pairs]
        lines.append(" ".join(map(str, words)))
    for atom in shown:
        name = program.names[atom]
        lines.append(f"4 {len(name.encode())} {name} 1 {atom}")
    lines.append("0\n")
    return "\n".join(lines).encode()
