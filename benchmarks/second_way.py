"""Values of public formulas where published ones are missing or differ, found a second way.

    python -m pip install python-sat
    python benchmarks/second_way.py FILE...

Shares no code with gdlc, not even the reader: the prefix is expanded here, and SAT solvers answer
(CaDiCaL and Glucose, by python-sat). For formulas with few universal variables, and either few
chance variables or all of them in front. Prints the value and how it was found; the table in
README.md says what for.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from pysat.solvers import Cadical153, Glucose4

Block = tuple[str, list[int]]


class Formula:
    def __init__(self, text: str) -> None:
        self.blocks: list[Block] = []
        self.probability: dict[int, Fraction] = {}
        self.clauses: list[list[int]] = []
        for words in (line.split() for line in text.splitlines()):
            if not words or words[0] in ("c", "p"):
                continue
            if words[0] in ("e", "a", "r"):
                variables = [int(word) for word in words[2 if words[0] == "r" else 1 : -1]]
                if words[0] == "r":
                    self.probability.update(dict.fromkeys(variables, Fraction(words[1])))
                self.blocks.append((words[0], variables))
            else:
                self.clauses.append([int(word) for word in words[:-1]])

    def variables(self, quantifiers: str) -> list[int]:
        return [var for kind, block in self.blocks if kind in quantifiers for var in block]


class Expansion:
    """Clauses with a copy of each variable for each assignment of the expanded ones before it."""

    def __init__(self, formula: Formula, expanded: list[int]) -> None:
        self._copies: dict[tuple[int, ...], int] = {}
        self.expanded = expanded
        order = [var for _, block in formula.blocks for var in block]
        place = {var: at for at, var in enumerate(order)}
        self._before = {var: sum(place[e] < place[var] for e in expanded) for var in order}
        self._clauses = formula.clauses

    def copy(self, var: int, values: tuple[int, ...]) -> int:
        key = (var, *values[: self._before[var]])
        return self._copies.setdefault(key, len(self._copies) + 1)

    def new(self) -> int:
        """A variable of its own."""
        return self._copies.setdefault((0, len(self._copies)), len(self._copies) + 1)

    def clauses(self, values: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Those of one assignment of the expanded variables, without literals that are false."""
        is_true = {var if value else -var for var, value in zip(self.expanded, values, strict=True)}
        for clause in self._clauses:
            if not is_true.isdisjoint(clause):
                continue
            left = [lit for lit in clause if -lit not in is_true]
            yield tuple(self.copy(abs(lit), values) * (1 if lit > 0 else -1) for lit in left)


def is_zero(formula: Formula) -> bool:
    """Whether even with the chance variables as the player's own nothing can be won.

    With probabilities strictly between 0 and 1 the value is above 0 exactly if so it can.
    """
    expansion = Expansion(formula, formula.variables("a"))
    replies = list(itertools.product((0, 1), repeat=len(expansion.expanded)))
    with Cadical153() as solver:
        for number, values in enumerate(replies, start=1):
            for clause in expansion.clauses(values):
                solver.add_clause(clause)
            # The opponent needs few of his replies to refute the player.
            if number.bit_count() == 1 and not solver.solve():
                return True
        return not solver.solve()


def best_set_of_outcomes(formula: Formula) -> Fraction:
    """The greatest weight of outcomes of the coins that the player wins all, choosing once.

    pre: only the first block is decided before the coins; all coins stand in one block.
    """
    coins = formula.variables("r")
    expansion = Expansion(formula, [*coins, *formula.variables("a")])
    outcomes = list(itertools.product((0, 1), repeat=len(coins)))
    with Glucose4() as solver:
        wanted = {outcome: expansion.new() for outcome in outcomes}
        n_others = len(expansion.expanded) - len(coins)
        for outcome in outcomes:
            for others in itertools.product((0, 1), repeat=n_others):
                for clause in expansion.clauses((*outcome, *others)):
                    solver.add_clause((-wanted[outcome], *clause))
        best = Fraction(0)
        for size in range(1, len(outcomes) + 1):
            for chosen in itertools.combinations(outcomes, size):
                weight = sum(
                    (weight_of(formula, coins, outcome) for outcome in chosen), Fraction(0)
                )
                if weight > best and solver.solve([wanted[outcome] for outcome in chosen]):
                    best = weight
        return best


def weight_of(formula: Formula, coins: list[int], outcome: tuple[int, ...]) -> Fraction:
    weight = Fraction(1)
    for coin, value in zip(coins, outcome, strict=True):
        weight *= formula.probability[coin] if value else 1 - formula.probability[coin]
    return weight


def weight_of_outcomes(formula: Formula) -> Fraction:
    """The weight of the outcomes of the coins that can be won, one set of them after the other.

    An outcome that is won is won as well where coins fall otherwise that no clause needs; one that
    is lost is lost wherever the coins in the core of the proof fall so. Either is blocked, until
    no outcome is left.

    pre: all coins stand in front
    """
    coins = formula.variables("r")
    expansion = Expansion(formula, formula.variables("a"))
    clauses: set[tuple[int, ...]] = set()
    for values in itertools.product((0, 1), repeat=len(expansion.expanded)):
        clauses.update(expansion.clauses(values))
    names = [expansion.copy(coin, ()) for coin in coins]
    is_coin = set(names)
    lost: list[list[int]] = []
    with Glucose4(bootstrap_with=clauses) as game, Cadical153() as left:
        for name in names:
            left.add_clause([name, -name])
        while left.solve():
            fallen = set(left.get_model() or [])
            outcome = [name if name in fallen else -name for name in names]
            if game.solve(outcome):
                model = set(game.get_model() or [])
                needed = set()
                for clause in clauses:
                    true = [lit for lit in clause if lit in model]
                    if all(abs(lit) in is_coin for lit in true) and needed.isdisjoint(true):
                        needed.add(true[0])
                left.add_clause([-lit for lit in needed])
            else:
                lost.append(sorted(game.get_core() or []))
                left.add_clause([-lit for lit in lost[-1]])
    chance = {name: formula.probability[coin] for name, coin in zip(names, coins, strict=True)}
    return 1 - weight_of_union(lost, chance)


def weight_of_union(cubes: list[list[int]], chance: dict[int, Fraction]) -> Fraction:
    if not cubes:
        return Fraction(0)
    if [] in cubes:
        return Fraction(1)
    var = abs(cubes[0][0])
    weight = Fraction(0)
    for lit, of_value in ((var, chance[var]), (-var, 1 - chance[var])):
        rest = [[other for other in cube if other != lit] for cube in cubes if -lit not in cube]
        weight += of_value * weight_of_union(rest, chance)
    return weight


def value(formula: Formula) -> tuple[Fraction, str]:
    if is_zero(formula):
        return Fraction(0), "no outcome of the coins can be won"
    if formula.blocks[0][0] == "r":
        return weight_of_outcomes(formula), "outcomes won and lost, set after set"
    return best_set_of_outcomes(formula), "every set of outcomes that weighs more is lost"


if __name__ == "__main__":
    for file in sys.argv[1:]:
        print(file, *value(Formula(Path(file).read_text())), sep="\t")
