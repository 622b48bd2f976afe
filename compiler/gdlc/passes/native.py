"""Native passes under a stop token."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from gdlc import _asp
from gdlc.stop import Stop, watched

_T = TypeVar("_T")


def work(call: Callable[[_asp.Stop], _T], stop: Stop) -> _T:
    """What the call returns, which gets a token that the native code looks at.

    Raises: LimitReached, Interrupted when `stop` says so
    """
    token = _asp.Stop()
    try:
        result = watched(lambda: call(token), token.interrupt, stop)
    except InterruptedError:
        stop.check()
        raise
    stop.check()
    return result
