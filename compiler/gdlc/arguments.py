"""What functions of the API check of their arguments before they begin."""

from __future__ import annotations

from gdlc.formats.errors import UsageError
from gdlc.stop import Stop


def require_type(value: object, expected: type, maker: str) -> None:
    if not isinstance(value, expected):
        raise UsageError(
            f"a {expected.__name__} is expected, not {type(value).__name__}",
            hint=f"`gdlc.{maker}` makes one",
        )


def stop_after(timeout: float | None) -> Stop:
    if timeout is not None and not timeout > 0:
        raise UsageError(f"the time limit {timeout!r} is not positive", hint="give seconds")
    return Stop(timeout)


def number(name: str, value: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 1 << 64:
        raise UsageError(f"{name} {value!r} is no whole number of at least 0")
    return value
