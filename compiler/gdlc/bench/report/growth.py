"""How times and memory grow within families: the points, and the table of what was fitted."""

from __future__ import annotations

from gdlc.bench.report.fit import LEAST_SECONDS, Fit, fit
from gdlc.bench.report.results import MEGABYTE, Line, Results
from gdlc.bench.report.table import Table


def fits(results: Results, line: Line, who: str) -> tuple[list[tuple[float, float]], Fit | None]:
    """Size and seconds of what a contestant answered in a family, and the fit through those that
    took long enough to be measured."""
    points = []
    for question in results.lines[line]:
        cell = results.cells.get((question, who))
        if cell is not None and cell.seconds is not None and cell.record.size is not None:
            points.append((cell.record.size, cell.seconds))
    return points, fit([point for point in points if point[1] >= LEAST_SECONDS])


def memory_points(results: Results, line: Line, who: str) -> list[tuple[float, float]]:
    """Size and megabytes of what a contestant answered in a family."""
    points = []
    for question in results.lines[line]:
        cell = results.cells.get((question, who))
        if cell is not None and cell.memory is not None and cell.record.size is not None:
            points.append((cell.record.size, cell.memory / MEGABYTE))
    return points


def growth(results: Results) -> Table:
    """Fitted growth of each contestant in each family."""
    rows = []
    for line in results.lines:
        for who in results.contestants:
            points, found = fits(results, line, who)
            if not points:
                continue
            largest = max(size for size, _ in points)
            of_memory = fit(memory_points(results, line, who))
            rows.append(
                (
                    *(line.family, line.role, line.objective, line.by, who, f"{largest:g}"),
                    *(_fitted(found)),
                    "-" if of_memory is None else f"{of_memory.exponent:.2f}",
                )
            )
    return Table(
        "growth",
        "Growth",
        (
            *("family", "role", "objective", "size", "contestant", "largest answered", "points"),
            *("seconds ~ size^", "R2", "or x each unit", "R2", "memory ~ size^"),
        ),
        tuple(rows),
        f"least squares through logarithms, of runs with at least {LEAST_SECONDS:g} s; R2: what "
        "part of the variance is explained.",
    )


def _fitted(found: Fit | None) -> tuple[str, ...]:
    if found is None:
        return ("-",) * 5
    return (
        f"{found.points}",
        f"{found.exponent:.2f}",
        "-" if found.explained is None else f"{found.explained:.3f}",
        f"{found.factor:.3f}",
        "-" if found.explained_by_factor is None else f"{found.explained_by_factor:.3f}",
    )
