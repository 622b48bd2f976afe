"""Whether contestants agree: values of one question, put beside each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from gdlc.bench.measure import TOLERANCE
from gdlc.bench.record import Record


def contradictions(records: Iterable[Record]) -> Iterator[tuple[Record, Record]]:
    """Pairs of records that give one question two values.

    The first exact value of a question, or else its first value, is what the others are held to:
    exact values to the last digit, others within TOLERANCE.
    """
    questions: dict[tuple[str, str, str, str], list[Record]] = {}
    for record in records:
        if record.answered and record.value:
            questions.setdefault(record.question, []).append(record)
    for found in questions.values():
        first = next((one for one in found if one.status == "exact"), found[0])
        for other in found:
            if not _same(first, other):
                yield first, other


def _same(one: Record, other: Record) -> bool:
    distance = abs(Fraction(one.value) - Fraction(other.value))
    exact = one.status == other.status == "exact"
    return distance == 0 if exact else distance <= TOLERANCE
