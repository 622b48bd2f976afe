"""A look at the states of a game while clingo grounds it: what is seen need not be asked.

The compiled engine explores all states that plays reach within the horizon, as long as they are
few. Whether it gets done depends on the number of states alone, but for one case: rules that are
not ground over all states within the patience are not explored.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import TracebackType

from gdlc.formats.errors import GdlcError
from gdlc.formats.gdl import RuleSheet
from gdlc.machine.compiled import Compiled
from gdlc.machine.reachable import reachable
from gdlc.passes.objective import Objective
from gdlc.passes.seen import Seen
from gdlc.rules.arcs import Graph
from gdlc.rules.recursion import unbounded
from gdlc.stop import Patience, Stop

# Enough for games whose states a person could list; the look then takes a tenth of a second.
MOST_STATES = 100_000
MOST_TRANSITIONS = 1_000_000
PATIENCE = 10.0


class Lookout:
    """Explores in a thread of its own between `with` and `result`."""

    def __init__(
        self,
        sheet: RuleSheet,
        horizon: int,
        start: tuple[str, ...] | None,
        objective: str,
        stop: Stop,
        player: str,
    ) -> None:
        goal = Objective.of(objective)
        self._stop = Patience(stop, PATIENCE)
        self._seen = Seen()
        self._failure: BaseException | None = None

        def look() -> Seen:
            found = reachable(
                Compiled(sheet, self._stop),
                player,
                depth=horizon,
                max_states=MOST_STATES,
                max_transitions=MOST_TRANSITIONS,
                start=start,
                won=lambda value: goal.least is None or goal.wins(str(value)),
                stop=self._stop,
            )
            return Seen(
                complete=found.complete,
                depth=found.depth_done,
                stuck=None if found.stuck is None else found.stuck.depth,
                both=found.both is not None,
                goals=found.goals is not None,
                won=found.won is not None,
            )

        self._thread = threading.Thread(target=self._run, args=(look,), name="gdlc-lookout")
        self._wanted = not any(unbounded(sheet, Graph(sheet)))

    def _run(self, look: Callable[[], Seen]) -> None:
        try:
            self._seen = look()
        except GdlcError:
            # A limit, or rules that the passes themselves find fault with: then nothing was seen.
            pass
        except BaseException as error:  # handed over to the caller's thread
            self._failure = error

    def __enter__(self) -> Callable[[], Seen]:
        if self._wanted:
            self._thread.start()
        return self.result

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._thread.is_alive():
            self._stop.request()
            self._thread.join()

    def result(self) -> Seen:
        """What was seen. Raises: LimitReached, Interrupted when the stop token says so"""
        while self._thread.is_alive():
            self._stop.outer.check()
            self._thread.join(0.02)
        if self._failure is not None:
            raise self._failure
        return self._seen
