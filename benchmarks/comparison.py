"""What two columns of times say: who solved how much, whether values agree, how times compare."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping

from contestants import as_number
from records import Record, Records

TOLERANCE = 1e-5  # relative; the peer prints seven digits


def agree(one: str, other: str) -> bool:
    """Within the tolerance, relative to the greater one; texts that are no numbers never."""
    left, right = as_number(one), as_number(other)
    if left is None or right is None:
        return False
    return math.isclose(left, right, rel_tol=TOLERANCE, abs_tol=1e-30)


def disagreements(
    files: Iterable[str], records: Records, expected: Mapping[str, str]
) -> Iterator[str]:
    """A line for each two values of one formula that differ."""
    for file in files:
        values = {
            solver: records[file, solver].value
            for solver in ("ours", "peer")
            if (file, solver) in records and records[file, solver].status == "solved"
        }
        if expected.get(file):
            values["expected"] = expected[file]
        names = list(values)
        for at, one in enumerate(names):
            for other in names[at + 1 :]:
                if not agree(values[one], values[other]):
                    yield f"{file}: {one} {values[one]}, {other} {values[other]}"


def ratios(
    files: Iterable[str], records: Records, *, above: float, floor: float = 0.001
) -> dict[str, float]:
    """File to the peer's seconds over ours, where both solved and the peer took over `above`.

    floor: ours count so many seconds at least: the clock of processes is no finer
    """
    found = {}
    for file in files:
        ours, peer = records.get((file, "ours")), records.get((file, "peer"))
        if ours is None or peer is None or (ours.status, peer.status) != ("solved", "solved"):
            continue
        if peer.seconds > above:
            found[file] = peer.seconds / max(floor, ours.seconds)
    return found


def geometric_mean(values: Iterable[float]) -> float | None:
    logs = [math.log(value) for value in values]
    return math.exp(sum(logs) / len(logs)) if logs else None


def table(files: Iterable[str], records: Records, expected: Mapping[str, str]) -> Iterator[str]:
    """A line of Markdown for each formula."""
    yield "| formula | ours: s | peer: s | peer / ours | ours | peer | expected |"
    yield "|" + "---|" * 7
    for file in files:
        ours, peer = records.get((file, "ours")), records.get((file, "peer"))
        ratio = next(iter(ratios([file], records, above=0).values()), None)
        cells = [file, _time(ours), _time(peer), f"{ratio:.2f}" if ratio else ""]
        cells += [one.value if one else "" for one in (ours, peer)]
        yield "| " + " | ".join([*cells, expected.get(file, "")]) + " |"


def _time(record: Record | None) -> str:
    if record is None:
        return ""
    return f"{record.seconds:.3f}" if record.status == "solved" else record.status


def summary(
    files: list[str], records: Records, expected: Mapping[str, str], *, above: float
) -> Iterator[str]:
    """Lines of text: solved, differing, the geometric mean of the ratios."""
    for solver in ("ours", "peer"):
        known = [records[file, solver] for file in files if (file, solver) in records]
        solved = [one for one in known if one.status == "solved"]
        seconds = sum(one.seconds for one in solved)
        yield f"{solver}: {len(solved)} of {len(known)} solved, in {seconds:.2f} s together"
    wrong = list(disagreements(files, records, expected))
    yield f"{len(wrong)} pairs of values differ by more than {TOLERANCE:g}"
    yield from wrong
    found = ratios(files, records, above=above)
    mean = geometric_mean(found.values())
    if mean is None:
        yield f"no formula that both solved took the peer more than {above:g} s"
        return
    slower = sorted((ratio, file) for file, ratio in found.items() if ratio < 1)
    yield (
        f"peer / ours: {mean:.2f} (geometric mean of the {len(found)} that both solved and that "
        f"took the peer more than {above:g} s); ours is slower on {len(slower)}"
    )
    yield from (f"slower: {file}, peer / ours {ratio:.2f}" for ratio, file in slower)
