"""Rules with many variables in pieces: what is joined in between is found once, not in each rule.

    (<= (next (cell ?x ?y ?c)) (true (cell ?x ?y ?c)) (does ?r (jump ?u ?v ?w ?z)) (distinct ?x ?w))

has an instance for each jump and each cell. Nobody asks for ?r ?u ?v ?z: with a relation for the
values of ?w alone there are as many instances as values and cells. A variable that the head does
not use is eliminated with all premises around it; the piece is a relation over what they share with
the rest. So the number of instances goes down from the product over all variables to that over the
largest piece (measured: from 2.6 million ground rules to 0.15 million in one game).

Source: bucket elimination, Dechter 1999; for rules Morak and Woltran, "Preprocessing of complex
non-ground rules in answer set programming" (ICLP 2012).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gdlc.formats.gdl import Atom, Rule, Term, Variable, variables
from gdlc.rules.normal_form import Comparison, FlatRule, Literal, Premise

# No word of a game has a blank in it.
PIECE = "piece "


@dataclass(frozen=True)
class _Part:
    """Premises that form a piece; shared: the variables that the rest of the rule asks for."""

    premises: tuple[Premise, ...]
    shared: tuple[str, ...]
    size: int


class Decomposition:
    """Takes rules apart; equal pieces of all rules are one relation, named PIECE and a number."""

    def __init__(self) -> None:
        self.rules: list[FlatRule] = []
        self._names: dict[tuple[str, ...], str] = {}

    def add(self, rule: FlatRule) -> None:
        """Puts the rule and its pieces into `rules`.

        Shape: a rule of V variables -> at most V + 1 rules, none with more variables
        """
        body = list(rule.body)
        kept = {v.name for v in variables(rule.head)}
        while (part := _best(body, kept)) is not None:
            atom = self._piece(part, rule.source)
            body = [premise for premise in body if premise not in part.premises]
            body.append(Literal(atom, positive=True))
        self.rules.append(FlatRule(rule.head, tuple(body), rule.source))

    def _piece(self, part: _Part, source: Rule) -> Atom:
        # The same premises in other rules use other names for their variables.
        numbers: dict[str, str] = {}
        key = (*(_text(p, numbers) for p in part.premises), *(numbers[v] for v in part.shared))
        args = tuple(Variable(name) for name in part.shared)
        name = self._names.get(key)
        if name is None:
            name = self._names[key] = f"{PIECE}{len(self._names) + 1}"
            self.rules.append(FlatRule(Atom(name, args), part.premises, source))
        return Atom(name, args)


def _best(body: Sequence[Premise], kept: set[str]) -> _Part | None:
    """The smallest piece around a variable not `kept`; None if none makes the rule smaller."""
    occurs: dict[str, list[Premise]] = {}
    for premise in body:
        for name in _names(premise):
            occurs.setdefault(name, []).append(premise)
    best: _Part | None = None
    for name, around in occurs.items():
        if name in kept:
            continue
        inside = {v for premise in around for v in _names(premise)}
        if len(inside) == len(occurs) or not inside <= _bound(around):
            continue
        # Premises over the same variables come along: they make the piece smaller.
        premises = tuple(p for p in body if p in around or inside.issuperset(_names(p)))
        rest = {v for premise in body if premise not in premises for v in _names(premise)}
        shared = tuple(v for v in occurs if v in inside and (v in rest or v in kept))
        part = _Part(premises, shared, len(inside))
        if best is None or (part.size, len(shared)) < (best.size, len(best.shared)):
            best = part
    return best


def _bound(premises: Iterable[Premise]) -> set[str]:
    return {name for p in premises if isinstance(p, Literal) and p.positive for name in _names(p)}


def _names(premise: Premise) -> list[str]:
    if isinstance(premise, Comparison):
        sides: tuple[Term, ...] = (premise.left, premise.right)
        return list(dict.fromkeys(v.name for side in sides for v in variables(side)))
    return list(dict.fromkeys(v.name for v in variables(premise.atom)))


def _text(premise: Premise, numbers: dict[str, str]) -> str:
    """The premise with numbers for its variables, in the order in which they occur."""

    def renamed(term: Term) -> str:
        match term:
            case Variable(name):
                return numbers.setdefault(name, f"?{len(numbers)}")
            case _ if hasattr(term, "args"):
                return f"({term.name} {' '.join(map(renamed, term.args))})"
            case _:
                return term.name

    if isinstance(premise, Comparison):
        sign = "=" if premise.equal else "!="
        return f"{sign} {renamed(premise.left)} {renamed(premise.right)}"
    args = " ".join(map(renamed, premise.atom.args))
    return f"{'' if premise.positive else 'not '}{premise.atom.predicate} {args}"
