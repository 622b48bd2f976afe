"""Rule sheets of stochastic Nim: piles, a few objects taken at a time, one more may fall."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Nim:
    """The measures of a game.

    piles:  how many objects each holds at first, at least 1
    most:   a player takes at least one object and at most so many, from one pile
    chance: the probability that one more falls off the pile that was touched, strictly between
            0 and 1
    Who moved last when nothing is left has won.
    """

    piles: tuple[int, ...]
    most: int
    chance: Fraction

    def rules(self) -> str:
        """The rule sheet. Random throws a die behind each move, as a step of its own."""
        title = (
            f";; Stochastic Nim: piles {'+'.join(map(str, self.piles))}, take up to {self.most}, "
            f"one more falls with probability {self.chance}"
        )
        return "\n".join([title, *self._facts(), *_RULES]) + "\n"

    def _facts(self) -> Iterator[str]:
        greatest = max(self.piles)
        slips, of = self.chance.numerator, self.chance.denominator
        yield from ("(role xplayer)", "(role oplayer)", "(role random)")
        yield from ("(owner xplayer x)", "(owner oplayer o)")
        yield from ("(other xplayer oplayer)", "(other oplayer xplayer)")
        yield from (f"(succ {n} {n + 1})" for n in range(greatest))
        yield from (f"(roll {i})" for i in range(1, of + 1))
        yield from (f"(slip {i})" for i in range(1, slips + 1))
        yield from (f"(firm {i})" for i in range(slips + 1, of + 1))
        for number, objects in enumerate(self.piles, 1):
            yield from (f"(pile {number})", f"(init (heap {number} {objects}))")
        yield from (f"(amount {n})" for n in range(1, self.most + 1))
        yield from (f"(size {n})" for n in range(greatest + 1))
        for n in range(1, greatest + 1):
            yield from (f"(minus {n} {t} {n - t})" for t in range(1, min(self.most, n) + 1))


_RULES = (
    "(<= (base (heap ?i ?n)) (pile ?i) (size ?n))",
    "(<= (base (control ?p)) (role ?p))",
    "(<= (base (touched ?p ?i)) (owner ?p ?m) (pile ?i))",
    "(<= (input ?p (take ?i ?t)) (owner ?p ?m) (pile ?i) (amount ?t))",
    "(<= (input ?p noop) (role ?p))",
    "(<= (input random (roll ?k)) (roll ?k))",
    "(init (control xplayer))",
    "(<= (legal ?p (take ?i ?t)) (true (control ?p)) (owner ?p ?m) (true (heap ?i ?n))"
    " (minus ?n ?t ?r))",
    "(<= (legal ?p noop) (role ?p) (not (true (control ?p))))",
    "(<= (legal random (roll ?k)) (true (control random)) (roll ?k))",
    "(<= (next (control random)) (not (true (control random))))",
    "(<= (next (control ?q)) (true (touched ?p ?i)) (other ?p ?q))",
    "(<= (next (touched ?p ?i)) (does ?p (take ?i ?t)))",
    "(<= (taken ?i) (does ?p (take ?i ?t)))",
    "(<= (next (heap ?i ?r)) (does ?p (take ?i ?t)) (true (heap ?i ?n)) (minus ?n ?t ?r))",
    "(<= (next (heap ?i ?n)) (true (heap ?i ?n)) (not (taken ?i)) (not (true (control random))))",
    "(<= (moved ?i) (true (touched ?p ?i)))",
    "(<= (next (heap ?i ?n)) (true (control random)) (true (heap ?i ?n)) (not (moved ?i)))",
    "(<= (next (heap ?i ?n)) (does random (roll ?k)) (firm ?k) (true (heap ?i ?n)) (moved ?i))",
    "(<= (next (heap ?i ?r)) (does random (roll ?k)) (slip ?k) (true (heap ?i ?n)) (moved ?i)"
    " (succ ?r ?n))",
    "(<= (next (heap ?i 0)) (does random (roll ?k)) (slip ?k) (true (heap ?i 0)) (moved ?i))",
    "(<= some (true (heap ?i ?n)) (distinct ?n 0))",
    "(<= terminal (not some) (not (true (control random))))",
    "(<= (goal ?p 100) (not some) (other ?p ?q) (true (control ?q)))",
    "(<= (goal ?p 0) (not some) (owner ?p ?m) (true (control ?p)))",
    "(<= (goal ?p 0) (owner ?p ?m) some)",
    "(<= (goal ?p 0) (owner ?p ?m) (true (control random)))",
)
