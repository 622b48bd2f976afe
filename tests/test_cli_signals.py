"""The handlers: they raise where nobody holds the token, once, and only set it where one does."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

from gdlc.cli.failures import as_error
from gdlc.cli.signals import Signals, Token
from gdlc.formats.errors import InternalError, Interrupted, LimitReached


@pytest.fixture
def signals() -> Iterator[Signals]:
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGALRM, signal.SIGHUP)
    before = {number: signal.getsignal(number) for number in numbers}
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # not as nohup sets it, which is another case
    handlers = Signals()
    handlers.install()
    yield handlers
    signal.setitimer(signal.ITIMER_REAL, 0)
    for number, handler in before.items():
        signal.signal(number, handler)


def _send(number: int) -> None:
    os.kill(os.getpid(), number)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_raises_and_sets_the_token(signals: Signals, number: int):
    stop = Token()
    signals.watch(stop)
    with pytest.raises(Interrupted) as caught:
        _send(number)
    assert caught.value.exit_code == 128 + number
    assert stop.signal == number


def test_a_held_token_is_only_set(signals: Signals):
    stop = Token()
    signals.watch(stop)
    with stop.hold():
        _send(signal.SIGINT)
        assert stop.reason() == "interrupt"
    assert stop.wants_peace


def test_a_second_signal_does_not_disturb_the_clean_up(signals: Signals):
    signals.watch(Token())
    with pytest.raises(Interrupted):
        _send(signal.SIGINT)
    _send(signal.SIGINT)
    _send(signal.SIGTERM)


def test_a_signal_before_the_verb_counts_for_the_verb(signals: Signals):
    with signals.stop.hold():
        _send(signal.SIGTERM)
    stop = Token()
    with stop.hold():
        signals.watch(stop)
        signals.rest()
    assert stop.signal == signal.SIGTERM


def _turn(stop: Token) -> None:
    while not stop.reason():
        pass
    while True:
        pass


def test_the_timer_raises_in_code_that_asks_nobody(signals: Signals):
    stop = Token(timeout=0.05)
    signals.watch(stop)
    with pytest.raises(LimitReached, match="time limit"):
        _turn(stop)


def test_memory_is_looked_after_too(signals: Signals):
    stop = Token(memory=1)
    signals.watch(stop)
    with pytest.raises(LimitReached, match="memory limit"):
        _turn(stop)


def test_a_token_that_is_released_late_raises_later(signals: Signals):
    stop = Token()
    signals.watch(stop)
    with stop.hold():
        _send(signal.SIGINT)
    with pytest.raises(Interrupted):
        _turn(stop)


def test_a_stop_is_found_inside_what_libraries_made_of_it():
    wrapped = RuntimeError("wrapped")
    wrapped.__cause__ = Interrupted(signal_number=15)
    assert as_error(wrapped).exit_code == 143


def test_other_failures_are_bugs_of_ours():
    assert isinstance(as_error(KeyError("x")), InternalError)
    assert isinstance(as_error(MemoryError()), LimitReached)
    assert as_error(KeyboardInterrupt()).exit_code == 130
