"""The values of all states that are met within a horizon, not of the first one alone."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from gdlc.formats.gdl import RuleSheet
from gdlc.report import SILENT, Report
from gdlc.search.expectiminimax import Searcher, check_call, player, warn
from gdlc.search.layers import Layers
from gdlc.search.payoff import FULL, Payoff
from gdlc.stop import Stop


class StateValues:
    """The value of each pair of a state and the steps that led there, by expected minimax.

    The arguments, warnings and errors are those of `search`, but a stop is raised.
    start: the fluents of the state in which plays begin; None: the initial state
    Shape: the pairs of a state and a number of steps that a search visits -> as many Fractions
    """

    def __init__(
        self,
        sheet: RuleSheet,
        *,
        role: str | None,
        horizon: int,
        objective: str = "win",
        start: Iterable[str] | None = None,
        stop: Stop | None = None,
        report: Report = SILENT,
    ) -> None:
        check_call(sheet, role, horizon, objective)
        searcher = Searcher(sheet, stop)
        name = player(searcher.machine.roles, role)
        warn(sheet, name, searcher.machine.roles, report)
        self._machine = searcher.machine
        self._states = searcher.states
        searcher.states.watched = stop
        layers = _Kept(searcher.states, name, horizon, Payoff.of(objective), stop, report)
        machine = self._machine
        layers.unfold(machine.initial() if start is None else machine.state(start))
        self._values = layers.all_values()

    def of(self, steps: int, fluents: Iterable[str]) -> Fraction:
        """The value of a state that a play reaches after so many steps, with the rest left.

        Raises: KeyError for a state that no play reaches so
        """
        number = self._states.number(self._machine.state(fluents))
        values, denominator = self._values[steps]
        return Fraction(values[number], denominator)


class _Kept(Layers):
    """Layers that keep the values of all, not of the one that is needed next."""

    def all_values(self) -> list[tuple[dict[int, int], int]]:
        """For each layer the values of its states, and their denominator."""
        values = {number: self._worth.get(number, 0) for number in self.layers[-1]}
        found = [(values, FULL)]
        for layer in self.layers[-2::-1]:
            found.append(self._layer(layer, *found[-1], self._stop))
        return found[::-1]
