"""From how a solver ended and what it printed to an answer, or to the message that says why not."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterable
from fractions import Fraction

from gdlc.formats.answer import Answer
from gdlc.formats.errors import ExternalError
from gdlc.solvers.adapter import Adapter
from gdlc.solvers.output import Output
from gdlc.solvers.process import Ended

_NUMBER = re.compile(
    r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?|[0-9]+/[0-9]*[1-9][0-9]*"
)
_LIMITS = {
    "time": "the time limit was reached",
    "memory": "the memory limit was reached",
    "interrupt": "interrupted",
}


class Reply:
    """One run that has ended.

    out, err: what it printed
    """

    def __init__(self, adapter: Adapter, ended: Ended, out: Output, err: Output) -> None:
        self._adapter = adapter
        self._ended = ended
        self._out = out
        self._err = err

    def answer(self) -> Answer | None:
        """The answer; bounds where a limit came first; None where it left a smaller formula.

        Raises: ExternalError for every other end, with the last lines that the solver printed
        """
        adapter, code = self._adapter, self._ended.code
        if self._ended.limit == "disk" or code == -signal.SIGXFSZ:
            return self._bounds(f"{adapter.name} wrote more than {adapter.disk} bytes")
        if self._ended.limit:
            return self._bounds(_LIMITS[self._ended.limit])
        if code < 0:
            raise self.failure(f"was ended by {_signal_name(-code)}")
        if code not in adapter.exits.good:
            expected = _listed(sorted(adapter.exits.good), "or")
            raise self.failure(f"ended with exit code {code}, and {expected} is expected")
        self._out.close()
        claims = self._claims()
        if len(claims) > 1:
            raise self.failure(f"gives different answers: {_listed(claims.values(), 'and')}")
        for value, said in claims.items():
            return self._known(value, said)
        if self._out.found("lower") or self._out.found("upper"):
            lower, upper = self._interval()
            if upper - lower <= 2 * adapter.said.tolerance(upper):
                return self._known((lower + upper) / 2, "")
            return self._bounds(f"{adapter.name} gave up before it knew more")
        # Whoever prints bounds when it gives up, and printed none, failed.
        quiet = code in adapter.exits.limit and not (adapter.said.lower or adapter.said.upper)
        if quiet or self._out.found("limit"):
            return self._bounds(f"{adapter.name} reached a limit of its own")
        if adapter.output:
            return None
        raise self.failure(f"gives no answer: {self._expected()}")

    def failure(self, what: str) -> ExternalError:
        """The error for a solver that does something else than was agreed."""
        return ExternalError(f"{self._adapter.name} {what}; it {self.printed()}")

    def printed(self) -> str:
        """What it `printed last`, line by line."""
        lines = self._err.last_lines() + self._out.last_lines()
        return "\n  | ".join(["printed last:", *lines]) if lines else "printed nothing"

    def _claims(self) -> dict[Fraction, str]:
        """The values that the solver says the formula has, with its words."""
        exits, out = self._adapter.exits, self._out
        claims: dict[Fraction, str] = {}
        if self._ended.code in exits.true or out.found("true"):
            claims[Fraction(1)] = "true"
        if self._ended.code in exits.false or out.found("false"):
            claims[Fraction(0)] = "false"
        for text in out.found("value"):
            claims.setdefault(self._probability(text), text)
        return claims

    def _probability(self, text: str) -> Fraction:
        """A number that is printed; one that rounding took out of [0, 1] is taken for its end."""
        if _NUMBER.fullmatch(text):
            value = Fraction(text)
            within = min(max(value, Fraction(0)), Fraction(1))
            if abs(value - within) <= self._adapter.said.tolerance(Fraction(1)):
                return within
        raise self.failure(f"answers `{text[:80]}`, which is no probability")

    def _interval(self) -> tuple[Fraction, Fraction]:
        """The bounds that it printed; those of several that are the closest."""
        lowers = [self._probability(text) for text in self._out.found("lower")]
        uppers = [self._probability(text) for text in self._out.found("upper")]
        lower, upper = max(lowers, default=Fraction(0)), min(uppers, default=Fraction(1))
        if lower > upper + self._adapter.said.tolerance(upper):
            raise self.failure(f"gives bounds that exclude each other: {lower} and {upper}")
        return min(lower, upper), max(lower, upper)

    def _known(self, value: Fraction, said: str) -> Answer:
        adapter = self._adapter
        if said in ("true", "false"):
            note = f"external, {adapter.name}: {said}"
        else:
            note = adapter.name + (f", {adapter.said.digits} digits" if adapter.said.digits else "")
        return Answer(value, value, "approximate", engine=adapter.key, note=note)

    def _bounds(self, reason: str) -> Answer:
        """Bounds as far as it printed any, and as far as its errors allow."""
        adapter, (lower, upper) = self._adapter, self._interval()
        note = f"external, {adapter.name}" if lower > 0 or upper < 1 else ""
        return Answer(
            max(Fraction(0), lower - adapter.said.tolerance(lower)),
            min(Fraction(1), upper + adapter.said.tolerance(upper)),
            "bounds",
            engine=adapter.key,
            reason=reason,
            note=note,
        )

    def _expected(self) -> str:
        said = self._adapter.said
        patterns = [
            pattern for pattern in (said.value, said.lower, said.true, said.false) if pattern
        ]
        if not patterns:
            return "neither by its exit code nor by a line"
        shown = _listed((f"`{pattern.pattern.decode()}`" for pattern in patterns), "or")
        return f"no line of its output fits {shown}"


def _listed(things: Iterable[object], word: str) -> str:
    """`a, b or c`"""
    texts = list(map(str, things))
    return f" {word} ".join(filter(None, [", ".join(texts[:-1]), texts[-1]])) if texts else "none"


def _signal_name(number: int) -> str:
    try:
        return f"signal {number} ({signal.Signals(number).name})"
    except ValueError:
        return f"signal {number}"
