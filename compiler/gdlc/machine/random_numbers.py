"""The random numbers of one random play: they depend on a seed and the play's number alone.

Both engines draw the same ones (`native/core/game/playouts.cpp`), so the same seed means the same
plays whatever plays them.
Source: SplitMix64, Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
"""

from __future__ import annotations

_MASK = (1 << 64) - 1


def _mix(value: int) -> int:
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & _MASK
    return value ^ (value >> 31)


class PlayRandom:
    """seed: 64 bits; play: the number of the play"""

    def __init__(self, seed: int, play: int) -> None:
        self._state = _mix((_mix(seed & _MASK) + play) & _MASK)

    def below(self, count: int) -> int:
        """Uniform in 0..count-1; a value is too frequent by at most count / 2^64."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        return (_mix(self._state) * count) >> 64
