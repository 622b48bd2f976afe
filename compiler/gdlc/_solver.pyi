"""Stochastic SAT formulas, and the solver for them. Compiled from native/bind/solver.cpp."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, final

from typing_extensions import Buffer

class ParseError(ValueError):
    """A text that is no XSSAT; line, column and width count from 1, in characters."""

    message: str
    line: int
    column: int
    width: int
    hint: str | None

@final
class Formula:
    """A formula in normal form: every variable in the prefix once, the last block existential."""

    @staticmethod
    def read(
        data: bytes, free: Literal["inner", "outer"] | None = None
    ) -> tuple[Formula, list[tuple[int, int, str]]]:
        """The formula and the warnings (line, column, message). Raises ParseError."""

    @staticmethod
    def build(
        n_vars: int,
        clauses: Buffer,
        blocks: Sequence[tuple[str, Sequence[int]]],
        probabilities: Mapping[int, tuple[int, int]],
        names: Mapping[int, str],
        notes: Sequence[str],
    ) -> Formula:
        """From flat 32-bit literals, each clause ended by 0. Raises ValueError."""

    @property
    def n_vars(self) -> int: ...
    @property
    def n_clauses(self) -> int: ...
    def blocks(self) -> list[tuple[Literal["e", "a", "r"], list[int]]]:
        """The prefix from the outermost block: 'e', 'a' or 'r', and the variables."""

    def probability(self, var: int) -> tuple[int, int]:
        """Numerator and denominator in lowest terms. ValueError if var is no chance variable."""

    def names(self) -> dict[int, str]: ...
    def notes(self) -> list[str]: ...
    def clauses(self) -> bytes:
        """Flat native 32-bit literals, each clause ended by 0."""

    def write(self) -> bytes: ...
    def __eq__(self, other: object) -> bool: ...

@final
class Result:
    """What a search found: the value, or bounds if a limit was met first."""

    @property
    def lower(self) -> tuple[int, int]: ...
    @property
    def upper(self) -> tuple[int, int]: ...
    @property
    def exact(self) -> bool: ...
    @property
    def is_float(self) -> bool:
        """The search came to its end in doubles; lower and upper enclose the value."""

    @property
    def engine(self) -> Literal["dpll", "layers"]: ...
    @property
    def engine_reason(self) -> str:
        """Why `layers` was passed over, if it was thought of; else empty."""

    @property
    def stopped(self) -> Literal["", "time", "memory", "interrupt"]: ...
    @property
    def outer(self) -> list[int]:
        """An optimal assignment of the outermost block, if that is existential; else empty."""

    @property
    def stats(self) -> dict[str, int]: ...

@final
class Solver:
    def __init__(
        self,
        formula: Formula,
        *,
        engine: str = "auto",
        cache: bool = True,
        components: bool = True,
        cut: bool = True,
        exact: bool = True,
        learn: bool = True,
        preprocess: bool = True,
        prune: bool = True,
        pure: bool = True,
        cache_bytes: int = 2147483648,
        layers_bytes: int = 4294967296,
        timeout: float | None = None,
        memory_limit: int | None = None,
        spill: str = "",
    ) -> None: ...
    def solve(
        self,
        on_progress: Callable[[dict[str, float]], object] | None = None,
        on_phase: Callable[[str], object] | None = None,
    ) -> Result:
        """Solves with the GIL released; timeout counts from here.

        on_progress gets the statistics (integers) and the best bounds so far (`lower` and `upper`,
        floats rounded outward) about twenty times a second; what it raises ends the search.
        on_phase gets `layers`, and `prepare` and `search` of dpll, when these begin. Signal
        handlers of Python run during the search.
        """

    def interrupt(self) -> None:
        """Ends `solve` within moments, with bounds. From any thread or signal handler."""
