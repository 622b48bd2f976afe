"""The plots of a report, by matplotlib, as SVG and PNG: same results, same bytes."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from typing import Any

from gdlc.bench.report.fit import LEAST_SECONDS
from gdlc.bench.report.growth import fits, memory_points
from gdlc.bench.report.results import Line, Results
from gdlc.formats.errors import UsageError

# What would differ between two calls: identifiers in SVG come from this, dates are left out.
_SETTINGS = {"svg.hashsalt": "gdlc", "font.size": 9, "figure.dpi": 100, "path.simplify": False}
_WITHOUT = {"svg": {"Date": None, "Creator": None}, "png": {"Software": None}}
_MARKERS = "osD^vP*X<>"
_FLOOR = LEAST_SECONDS / 10  # seconds: where a logarithmic axis begins

Draw = Callable[[Any], None]


def plots(results: Results, against: str | None = None) -> Iterator[tuple[str, str, bytes]]:
    """Title, name of the file, content; each plot once as .svg and once as .png.

    against: the contestant on the horizontal axis of scatter plots; None: `search`, or else who
             answered most
    Raises: UsageError where matplotlib is missing, and for an unknown contestant
    """
    for title, name, width, draw in _drawings(results, against):
        for kind in ("svg", "png"):
            yield title, f"{name}.{kind}", _drawn(draw, width, kind)


def _drawings(results: Results, against: str | None) -> Iterator[tuple[str, str, float, Draw]]:
    base = _base(results, against)
    yield "What is answered within which time", "cactus", 6.0, lambda it: _cactus(it, results)
    for who in results.contestants:
        if who != base and _shared(results, base, who):
            yield (
                f"{who} against {base}",
                f"scatter-{_file_name(who)}",
                5.0,
                lambda it, who=who: _scatter(it, results, base, who),  # type: ignore[misc]
            )
    for line in results.lines:
        title = " ".join(filter(None, (line.family, line.role, line.objective)))
        yield (
            f"Growth: {title}",
            f"growth-{_file_name(title)}",
            10.0,
            lambda it, line=line: _growth(it, results, line),  # type: ignore[misc]
        )


def _drawn(draw: Draw, width: float, kind: str) -> bytes:
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError:
        raise UsageError(
            "plots need matplotlib, which is not installed",
            hint="pip install 'gdlc[plots]', or --no-plots for the tables alone",
        ) from None
    # A person's own settings would give other bytes.
    with matplotlib.rc_context({**matplotlib.rcParamsDefault, **_SETTINGS}):
        figure = Figure(figsize=(width, 4.5), layout="constrained")
        draw(figure)
        data = io.BytesIO()
        figure.savefig(data, format=kind, metadata=_WITHOUT[kind])
    return data.getvalue()


def _cactus(figure: Any, results: Results) -> None:
    """How many questions each contestant answers, each within how many seconds."""
    axes = figure.subplots()
    for number, who in enumerate(results.contestants):
        seconds = [cell.seconds for cell in results.of(who) if cell.seconds is not None]
        heights = sorted(max(_FLOOR, one) for one in seconds)
        axes.plot(
            range(1, len(heights) + 1), heights, label=f"{who} ({len(heights)})", **_style(number)
        )
    axes.set_yscale("log")
    axes.xaxis.get_major_locator().set_params(integer=True)
    _named(axes, "questions answered", "seconds of the processor for each")
    axes.legend()


def _scatter(figure: Any, results: Results, base: str, who: str) -> None:
    """The seconds of two contestants; a cross on the edge: one has no answer."""
    axes = figure.subplots()
    pairs = _shared(results, base, who)
    known = [seconds for pair in pairs for seconds in pair if seconds is not None]
    top = 2 * max([*known, 10 * _FLOOR])
    for marker, both in (("o", True), ("x", False)):
        points = [pair for pair in pairs if (None not in pair) == both]
        axes.plot(
            [_at(x, top) for x, _ in points],
            [_at(y, top) for _, y in points],
            marker,
            alpha=0.7,
            clip_on=False,
            label="both answered" if both else "one did not",
        )
    axes.plot([_FLOOR, top], [_FLOOR, top], color="gray", linewidth=0.8)
    for set_scale, set_limits in (
        (axes.set_xscale, axes.set_xlim),
        (axes.set_yscale, axes.set_ylim),
    ):
        set_scale("log")
        set_limits(_FLOOR, top)
    axes.set_aspect("equal")
    _named(axes, f"{base}: s", f"{who}: s")
    axes.legend()


def _growth(figure: Any, results: Results, line: Line) -> None:
    """Seconds and memory against the size, both logarithmic, with the fitted power law."""
    left, right = figure.subplots(1, 2)
    for number, who in enumerate(results.contestants):
        points, found = fits(results, line, who)
        if not points:
            continue
        style = _style(number)
        label = who if found is None else f"{who}: size^{found.exponent:.2f}"
        left.plot(*_columns(points, _FLOOR), label=label, **{**style, "linestyle": "none"})
        if found is not None:
            fitted = [(size, found.value(size)) for size, _ in points]
            left.plot(*_columns(fitted, _FLOOR), color=style["color"], linewidth=0.8)
        right.plot(*_columns(memory_points(results, line, who), 1), label=who, **style)
    sizes = sorted(
        {size for who in results.contestants for size, _ in memory_points(results, line, who)}
    )
    for axes, what in ((left, "seconds of the processor"), (right, "megabytes")):
        axes.set_xscale("log")
        axes.set_xticks(sizes, [f"{size:g}" for size in sizes], minor=False)
        axes.set_xticks([], minor=True)
        _named(axes, line.by, what)
        axes.legend()
    left.set_yscale("log")
    low, high = right.get_ylim()
    if high > 20 * max(1.0, low):  # within a power of ten the ticks of a logarithm have no names
        right.set_yscale("log")
    else:
        right.set_ylim(bottom=0)
    figure.suptitle(" ".join(filter(None, (line.family, line.role, line.objective))))


def _columns(points: list[tuple[float, float]], floor: float) -> tuple[list[float], list[float]]:
    return [size for size, _ in points], [max(floor, value) for _, value in points]


def _style(number: int) -> dict[str, Any]:
    return {
        "color": f"C{number % 10}",
        "marker": _MARKERS[number % len(_MARKERS)],
        "markersize": 4,
        "linewidth": 1,
    }


def _named(axes: Any, horizontal: str, vertical: str) -> None:
    axes.set_xlabel(horizontal)
    axes.set_ylabel(vertical)
    axes.grid(visible=True, which="major", linewidth=0.3)


def _at(seconds: float | None, top: float) -> float:
    return top if seconds is None else max(_FLOOR, seconds)


def _shared(results: Results, base: str, who: str) -> list[tuple[float | None, float | None]]:
    """The seconds of both on each question that both were asked and one has answered."""
    found = []
    for question in results.questions:
        one, other = results.cells.get((question, base)), results.cells.get((question, who))
        if one is not None and other is not None and (one.seconds, other.seconds) != (None, None):
            found.append((one.seconds, other.seconds))
    return found


def _base(results: Results, against: str | None) -> str:
    names = results.contestants
    if against is not None and against not in names:
        raise UsageError(
            f"there is no contestant `{against}`", hint=f"there are {', '.join(names) or 'none'}"
        )
    if against is None and "search" in names:
        return "search"
    answered = {who: sum(cell.record.answered for cell in results.of(who)) for who in names}
    return against or max(names, key=lambda who: answered[who], default="")


def _file_name(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "-", text).strip("-").lower()
