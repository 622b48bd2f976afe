"""The verbs about a rule sheet itself and plays by it, as functions. Each imports what it needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from gdlc.arguments import number, stop_after
from gdlc.formats import gdl
from gdlc.machine.game import Game, game_of, sheet_of
from gdlc.machine.limits import CHECK_STEPS, MAX_STEPS
from gdlc.report import SILENT, Report
from gdlc.stop import Stop

if TYPE_CHECKING:
    from gdlc.machine.recording import Difference, Step
    from gdlc.machine.simulate import Simulation
    from gdlc.rules.finding import Finding


def fmt(game: Game | gdl.RuleSheet, *, to: str | None = None) -> str:
    """The sheet in canonical layout, with its comments.

    to: `kif` or `hrf`; None: the language it was read in
    """
    return gdl.fmt(sheet_of(game), to=to)


def obfuscate(game: Game | gdl.RuleSheet, *, seed: int = 0) -> tuple[gdl.RuleSheet, dict[str, str]]:
    """The same game in nonsense words, and what became of each word; variables with their `?`."""
    from gdlc.rules.obfuscate import obfuscate as _obfuscate

    return _obfuscate(sheet_of(game), seed=number("seed", seed))


def check(
    game: Game | gdl.RuleSheet,
    *,
    simulate: int = 0,
    seed: int = 0,
    max_steps: int = CHECK_STEPS,
    timeout: float | None = None,
    stop: Stop | None = None,
    report: Report = SILENT,
) -> list[Finding]:
    """All findings about a rule sheet, in its order; those about the whole sheet come first.

    simulate:  so many random plays, which may show what the rules alone do not
    seed:      of the plays: the same seed, the same plays
    max_steps: joint moves after which a play is given up
    timeout:   seconds; when they are over, what was found so far is told, with a warning
    """
    from gdlc.checks import check as _check

    return _check(
        sheet_of(game),
        simulate=simulate,
        seed=seed,
        max_steps=max_steps,
        stop=stop or stop_after(timeout),
        report=report,
    )


def simulate(
    game: Game | gdl.RuleSheet,
    *,
    plays: int = 1000,
    seed: int = 0,
    max_steps: int = MAX_STEPS,
    timeout: float | None = None,
    stop: Stop | None = None,
    report: Report = SILENT,
    on_progress: Callable[[int], object] | None = None,
) -> Simulation:
    """Random plays, and what can be counted in them.

    plays:       how many; the n-th with a seed is always the same, whatever plays it
    seed:        0..2^64-1
    max_steps:   joint moves after which a play is given up
    timeout:     seconds; the plays that ended until then are told
    on_progress: called now and then with the number of plays that ended
    Raises:      InputError for rules without a meaning
    """
    from gdlc.machine.simulate import simulate as _simulate

    return _simulate(
        game_of(game),
        plays=number("plays", plays),
        seed=number("seed", seed),
        max_steps=number("max_steps", max_steps),
        stop=stop or stop_after(timeout),
        report=report,
        on_progress=on_progress,
    )


def replay(
    game: Game | gdl.RuleSheet,
    steps: Iterable[Step],
    *,
    timeout: float | None = None,
    stop: Stop | None = None,
) -> Difference | None:
    """The first place where a recorded play differs from the game; None if there is none.

    steps:  as `gdlc.read_recording` reads them, or `gdlc.record` makes them
    Raises: InputError for a recording of other roles
    """
    from gdlc.machine.recording import replay as _replay

    return _replay(game_of(game), steps, stop=stop or stop_after(timeout))
