"""Forward search on the rules of the game: the yardstick that the compiler is compared with."""

from gdlc.search.expectiminimax import Searcher, search
from gdlc.search.payoff import Payoff

__all__ = ["Payoff", "Searcher", "search"]
