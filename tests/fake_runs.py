"""Answers in the place of processes, for tests of what is around them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from gdlc.bench.measure import Setting, Sheet, agreement, blank
from gdlc.bench.record import Record
from gdlc.bench.suite import Run
from gdlc.formats.answer import Answer
from gdlc.formats.errors import Interrupted
from gdlc.stop import Stop

SUITE = """\
title = "small"

[[family]]
name = "piles"
games = ["nim:3:slip=1/2"]
horizons = [1, 2, 3, 4]
role = "xplayer"
engines = ["layers", "search"]
"""


class FakeRuns:
    """Takes the place of `measure`.

    made:   the titles of the runs that were asked for
    answer: the value of a run; a word such as `bounds` or `error` is a status without one
    stop:   so many runs are made, then the session is interrupted
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.made: list[str] = []
        self.answers: dict[str, str] = {}
        self.stop: int | None = None
        monkeypatch.setattr("gdlc.cli.bench_session.measure", self.measure)

    def measure(self, run: Run, sheet: Sheet, digest: str, setting: Setting, stop: Stop) -> Record:
        if self.stop is not None and len(self.made) >= self.stop:
            raise Interrupted
        self.made.append(run.title)
        record = replace(blank(run, setting), sheet=digest, seconds=0.5, solve_cpu_seconds=0.25)
        found = next((value for words, value in self.answers.items() if words in run.title), "1/2")
        if not found[0].isdigit():
            return replace(record, status=found, message=f"it is {found}", exit_code=1)
        agrees = agreement(run.case.expected, Answer.exact(Fraction(found)))
        return replace(record, value=found, status="exact", agrees=agrees, exit_code=0)
