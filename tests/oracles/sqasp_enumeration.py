"""The value of an SQASP program by the definition: stable models by clingo, then the prefix.

All stable models are enumerated once and projected to the quantified atoms. What remains is a set
of assignments, and the value is a recursion over the levels: max, min and mean, with a leaf worth 1
if its assignment is in the set. The rules about quantified atoms that are facts, or that nothing
derives, need no code: such assignments are not in the set.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import clingo

LIMIT = 16
"""Most atoms that are quantified."""


@dataclass(frozen=True)
class Level:
    """One quantified atom; atoms of one level have the same quantifier."""

    number: int
    kind: str
    """`exists`, `forall`, `chance`."""
    atom: clingo.Symbol
    probability: Fraction | None = None
    """Of being true; None unless chance."""


def value(program: str) -> Fraction:
    """The value of a program, ground or not, whose prefix stands in it as facts.

    Units:   a probability in [0, 1].
    Cost:    every stable model, then 2^n leaves for n quantified atoms.
    Raises:  ValueError: clingo refuses the text, the prefix is wrong, or n is above LIMIT.
    """
    control = _grounded(program)
    levels = _prefix(control)
    if len(levels) > LIMIT:
        raise ValueError(f"{len(levels)} quantified atoms, at most {LIMIT} are enumerated")
    atoms = [level.atom for level in levels]
    consistent: set[tuple[bool, ...]] = set()
    with control.solve(yield_=True) as handle:
        for model in handle:
            # Asked atom by atom: `#show` changes what a model prints, not what is true in it.
            consistent.add(tuple(model.contains(atom) for atom in atoms))
    return _value(levels, (), consistent)


def prefix(program: str) -> list[Level]:
    """The quantified atoms, outermost first; the order within a level is that of the symbols.

    Raises:  ValueError: as `value`, but no model is looked for.
    """
    return _prefix(_grounded(program))


def is_disjunctive(program: str) -> bool:
    """Whether clingo grounds it to rules with several atoms in the head.

    It does so for what a person may write without any `|`: a sum that is neither monotone nor
    antimonotone, in a loop with its own literals. Such programs have no translation to clauses of
    polynomial size.
    """
    heads = _Heads()
    _grounded(program, heads)
    return heads.widest > 1


class _Heads(clingo.Observer):
    """Sees the ground rules; `widest` is the greatest number of atoms in one disjunction."""

    def __init__(self) -> None:
        self.widest = 0

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        if not choice:
            self.widest = max(self.widest, len(head))

    def weight_rule(
        self,
        choice: bool,
        head: Sequence[int],
        lower_bound: int,
        body: Sequence[tuple[int, int]],
    ) -> None:
        self.rule(choice, head, ())


def _value(
    prefix: list[Level], fixed: tuple[bool, ...], consistent: set[tuple[bool, ...]]
) -> Fraction:
    if len(fixed) == len(prefix):
        return Fraction(fixed in consistent)
    level = prefix[len(fixed)]
    when_false = _value(prefix, (*fixed, False), consistent)
    when_true = _value(prefix, (*fixed, True), consistent)
    if level.kind == "exists":
        return max(when_false, when_true)
    if level.kind == "forall":
        return min(when_false, when_true)
    assert level.probability is not None
    return level.probability * when_true + (1 - level.probability) * when_false


def _grounded(program: str, observer: clingo.Observer | None = None) -> clingo.Control:
    messages: list[str] = []

    def collect(code: clingo.MessageCode, message: str) -> None:
        # An atom in a body that no rule derives is no error: it is false.
        if code is not clingo.MessageCode.AtomUndefined:
            messages.append(message)

    # 0: all models. Optimisation has no part in the definition.
    control = clingo.Control(["0", "--opt-mode=ignore"], logger=collect)
    if observer is not None:
        control.register_observer(observer)
    try:
        control.add("base", [], program)
        control.ground([("base", [])])
    except RuntimeError as error:
        raise ValueError("\n".join(messages) or str(error)) from error
    return control


def _prefix(control: clingo.Control) -> list[Level]:
    levels: list[Level] = []
    for name, arity in (("_exists", 2), ("_forall", 2), ("_quantify", 2), ("_chance", 4)):
        for found in control.symbolic_atoms.by_signature(name, arity):
            if not found.is_fact:
                raise ValueError(f"{found.symbol} must be a fact")
            levels.append(_level(found.symbol))
    if not levels:
        raise ValueError("no prefix: no atom is quantified")
    levels.sort(key=lambda level: (level.number, level.atom))
    seen: set[clingo.Symbol] = set()
    kinds: dict[int, str] = {}
    for level in levels:
        if level.atom in seen:
            raise ValueError(f"{level.atom} is quantified twice")
        seen.add(level.atom)
        if kinds.setdefault(level.number, level.kind) != level.kind:
            raise ValueError(f"level {level.number} has two quantifiers")
    return levels


def _level(fact: clingo.Symbol) -> Level:
    number, *ratio, atom = fact.arguments
    if number.type is not clingo.SymbolType.Number or number.number <= 0:
        raise ValueError(f"{fact}: the level must be a positive number")
    if atom.type is not clingo.SymbolType.Function or not atom.name:
        raise ValueError(f"{fact}: only atoms are quantified")
    level = number.number
    if fact.name == "_chance":
        if any(part.type is not clingo.SymbolType.Number for part in ratio):
            raise ValueError(f"{fact}: the probability must be two numbers")
        over, under = (part.number for part in ratio)
        if under == 0 or not 0 <= Fraction(over, under) <= 1:
            raise ValueError(f"{fact}: the probability must lie in [0, 1]")
        return Level(level, "chance", atom, Fraction(over, under))
    if fact.name == "_quantify":
        return Level(level, "exists" if level % 2 else "forall", atom)
    return Level(level, fact.name.removeprefix("_"), atom)
