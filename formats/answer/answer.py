"""The answer of a solver or a search, as text for people and as a JSON document."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from typing import Any

from gdlc.formats.errors import GdlcError, InputError

SCHEMA = 1
_DIGITS = 17

# What an answer's note says where both sides choose at one step.
AT_ONCE = "lower bound: the opponents see the player's move"


@dataclass(frozen=True)
class Answer:
    """The greatest probability with which the player wins, or bounds on it.

    lower, upper: in [0, 1]; equal when the value is known
    status:       `exact`; `float`: computed with doubles, the value lies between lower and upper;
                  `bounds`; or `approximate`
    move:         an optimal first move in GDL (KIF), None unless the player chooses first
    engine:       who found it
    stats:        counts, no times, so that two runs give the same document
    reason:       why there are only bounds, or why a check of the answer is not complete, in words;
                  empty otherwise
    note:         what the number is besides that, in words, such as a lower bound of what was asked
                  for, or who found it; empty where it is what was asked for, found by us
    """

    lower: Fraction
    upper: Fraction
    status: str = "exact"
    move: str | None = None
    engine: str = ""
    stats: Mapping[str, int] = field(default_factory=dict)
    reason: str = ""
    note: str = ""

    def __post_init__(self) -> None:
        if self.status not in ("exact", "float", "bounds", "approximate"):
            raise ValueError(f"status {self.status!r}")
        if not 0 <= self.lower <= self.upper <= 1:
            raise ValueError(f"bounds {self.lower}, {self.upper}")
        if self.status == "exact" and self.lower != self.upper:
            raise ValueError("an exact answer has equal bounds")

    @classmethod
    def exact(cls, value: Fraction, **more: Any) -> Answer:
        return cls(value, value, "exact", **more)

    @property
    def value(self) -> Fraction | None:
        """The value, of a float the middle of its bounds; None when only bounds are known."""
        if self.status == "float":
            return (self.lower + self.upper) / 2
        return None if self.status == "bounds" else self.lower


def decimal(value: Fraction) -> tuple[str, bool]:
    """At most 17 significant digits, `0.25`, `1` or `1.5e-50`, and whether they were rounded."""
    context = Context(prec=_DIGITS, rounding=ROUND_HALF_EVEN, Emin=-(10**9), Emax=10**9)
    quotient = context.divide(Decimal(value.numerator), Decimal(value.denominator))
    text = format(quotient.normalize(context), "f")
    if len(text) > 40:  # a tiny value: 400 zeros help nobody
        text = str(quotient.normalize(context)).lower()
    return text, Fraction(text) != value


def number(value: Fraction) -> str:
    """`137/512 = 0.267578125`; `~` where the decimal is rounded; integers stand alone."""
    if value.denominator == 1:
        return str(value)
    text, rounded = decimal(value)
    return f"{value} {'~' if rounded else '='} {text}"


def float_text(lower: Fraction, upper: Fraction) -> str:
    """`0.476580720000 +- 1e-13`: a number in [lower, upper], with as many digits, 17 at most, as
    leave an error of at most nine units of the last one. The error covers both ends and what the
    digits leave out; it is 0 only where the digits are the number."""
    middle, radius = (lower + upper) / 2, (upper - lower) / 2

    def with_places(places: int) -> tuple[int, int]:
        scale = 10**places
        digits = math.floor(middle * scale + Fraction(1, 2))
        return digits, math.ceil(radius * scale + abs(middle * scale - digits))

    places = 0
    digits, error = with_places(0)
    while error:
        next_digits, next_error = with_places(places + 1)
        if next_error > 9 or next_digits >= 10**_DIGITS:
            break
        digits, error, places = next_digits, next_error, places + 1
    text = str(digits)
    if digits and places > 40:  # many zeros that help nobody
        exponent = places - (len(text) - 1)
        text = f"{text[0]}.{text[1:]}e-{exponent}" if len(text) > 1 else f"{text}e-{exponent}"
    elif digits and places:
        text = text.zfill(places + 1)
        text = f"{text[:-places]}.{text[-places:]}"
    return f"{text} +- {error}" + (f"e-{places}" if error and places else "")


def write_text(answer: Answer) -> str:
    """One line with the number, and one with the move where there is one."""
    note = f"; {answer.note}" if answer.note else ""
    if answer.status == "bounds":
        why = f": {answer.reason}" if answer.reason else ""
        line = f"between {number(answer.lower)} and {number(answer.upper)} (bounds{why}{note})"
    elif answer.status == "float":
        line = f"{float_text(answer.lower, answer.upper)} (float{note})"
    elif answer.status == "approximate":
        # A fraction of digits that may be wrong says nothing.
        line = f"{decimal(answer.lower)[0]} approximate"
        line += f" ({answer.note})" if answer.note else ""
    else:
        line = f"{number(answer.lower)} ({answer.status}{note})"
    lines = [line]
    if answer.move is not None:
        lines.append(f"first move: {answer.move}")
    return "\n".join(lines) + "\n"


def write_mcc(answer: Answer) -> str:
    """The lines of the Model Counting Competition, with `ssat` as the type of the problem.

    Source: Fichte, Hecher and Hamiti 2021, The Model Counting Competition 2020; `arb frac` as its
            weighted tracks have it since
    """
    value = answer.value
    bounds = [f"c o lower bound {answer.lower}", f"c o upper bound {answer.upper}"]
    # Below the smallest double it is open whether anything is won.
    if value is None or (answer.status == "float" and answer.lower == 0 < answer.upper):
        lines = ["s UNKNOWN", "c s type ssat", *bounds]
        lines += [f"c o bounds: {answer.reason}"] if answer.reason else []
    else:
        lines = ["s SATISFIABLE" if value else "s UNSATISFIABLE", "c s type ssat"]
        # The logarithm of each part: a fraction may be smaller than any float.
        log10 = math.log10(value.numerator) - math.log10(value.denominator) if value else 0.0
        lines.append("c s log10-estimate " + (f"{log10:.8e}" if value else "-inf"))
        if answer.status == "exact":
            lines.append(f"c s exact arb frac {value}")
        else:
            lines.append(f"c s approx double prec-sci {float(value):.16e}")
        lines += bounds if answer.status == "float" else []
    lines += [f"c o {answer.note}"] if answer.note else []
    lines += [f"c o first move: {answer.move}"] if answer.move is not None else []
    return "\n".join(lines) + "\n"


def document(answer: Answer | None, error: GdlcError | None = None) -> dict[str, Any]:
    """The JSON document of DESIGN: the same keys always, null where there is nothing to say."""
    result: dict[str, Any] = dict.fromkeys(
        (
            *("value", "decimal", "rounded", "status", "note", "lower", "upper"),
            *("move", "engine", "error"),
        )
    )
    result = {"schema": SCHEMA, **result, "stats": {}}
    if answer is not None:
        result["status"] = answer.status
        result["note"] = answer.note or None
        result["move"] = answer.move
        result["engine"] = answer.engine or None
        result["stats"] = dict(answer.stats)
        result["lower"] = str(answer.lower)
        result["upper"] = str(answer.upper)
        if answer.value is not None:
            result["value"] = str(answer.value)
            result["decimal"], result["rounded"] = decimal(answer.value)
    if error is not None:
        result["error"] = {
            "message": error.message,
            "file": error.file,
            "line": error.line,
            "column": error.column,
            "hint": error.hint,
        }
    return result


def write_json(answer: Answer | None, error: GdlcError | None = None) -> str:
    return json.dumps(document(answer, error), ensure_ascii=False) + "\n"


def read_json(text: str, file: str = "<string>") -> Answer:
    """The answer in a JSON document that `write_json` wrote.

    Raises: InputError for anything else, and for a document that holds an error only.
    """
    try:
        data = json.loads(text)
        if data["schema"] != SCHEMA:
            raise InputError(f"schema {data['schema']!r}, expected {SCHEMA}", file=file)
        return Answer(
            lower=Fraction(data["lower"]),
            upper=Fraction(data["upper"]),
            status=data["status"],
            move=data["move"],
            engine=data["engine"] or "",
            stats=data["stats"],
            note=data.get("note") or "",
        )
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(f"no answer of this project: {error}", file=file) from None
