"""How times grow: a power law and an exponential, fitted by least squares in logarithms."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

# Below, the clock of stages and noise say more than the program.
LEAST_SECONDS = 0.01


@dataclass(frozen=True)
class Fit:
    """value = scale * size ** exponent, and another fit: a factor for each unit of the size.

    points:   how many it was fitted through
    explained: what part of the variance of the logarithms the power law explains, and the
              exponential; None for two points, and where all values are equal
    """

    points: int
    exponent: float
    scale: float
    factor: float
    explained: float | None
    explained_by_factor: float | None

    def value(self, size: float) -> float:
        return float(self.scale * size**self.exponent)


def fit(points: Sequence[tuple[float, float]]) -> Fit | None:
    """The fit through points of size and value, all above 0; None for fewer than two sizes."""
    usable = [(size, value) for size, value in points if size > 0 and value > 0]
    if len({size for size, _ in usable}) < 2:
        return None
    sizes = [size for size, _ in usable]
    logs = [math.log(value) for _, value in usable]
    log_sizes = [math.log(size) for size in sizes]
    power = statistics.linear_regression(log_sizes, logs)
    exponential = statistics.linear_regression(sizes, logs)
    return Fit(
        len(usable),
        power.slope,
        math.exp(power.intercept),
        math.exp(exponential.slope),
        _explained(log_sizes, logs),
        _explained(sizes, logs),
    )


def _explained(sizes: Sequence[float], values: Sequence[float]) -> float | None:
    if len(sizes) < 3 or len(set(values)) < 2:
        return None
    return statistics.correlation(sizes, values) ** 2
