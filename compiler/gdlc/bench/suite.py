"""A suite: which questions are put to which contestants; and the runs that it means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from gdlc.formats.errors import UsageError

ENGINES = ("layers", "dpll", "auto", "search")
ORDERS = ("baseline", "dependency")
ENCODINGS = ("lean", "paper")
NO_ENGINE = "none"
_QUICK = 2  # sizes of a family that a quick run looks at, if the suite says nothing
MOST_RUNS = 1_000_000

Question = tuple[str, str, str, str]
"""Game, role, horizon, objective."""


@dataclass(frozen=True)
class Case:
    """One question.

    game:     the path of a rule sheet from the suite's folder, with or without .kif, or the name
              of a generated game
    role:     empty: the only player
    horizon:  a number of steps or `auto`; what is wrong with it is told by the run
    size:     where it stands in its family, to draw growth; None: it has no size
    expected: the value, as a fraction; empty: not known
    """

    game: str
    role: str
    horizon: str
    objective: str = "win"
    size: float | None = None
    expected: str = ""

    @property
    def question(self) -> Question:
        return self.game, self.role, self.horizon, self.objective


@dataclass(frozen=True)
class Family:
    """Cases that differ in one measure, which grows, and who is to answer them.

    name:  what tables and plots call it
    by:    what the size counts: `steps`, `objects`, `cells`
    quick: so many of the smallest cases are left of it in a quick run
    orders, encodings, engines, solvers: empty: as the call says
    """

    name: str
    cases: tuple[Case, ...]
    by: str = "steps"
    orders: tuple[str, ...] = ()
    encodings: tuple[str, ...] = ()
    engines: tuple[str, ...] = ()
    solvers: tuple[str, ...] = ()
    quick: int = _QUICK


@dataclass(frozen=True)
class Suite:
    """Families, and what holds for all of them unless the call says otherwise.

    folder:  where the paths of its games begin
    timeout: seconds of a run
    memory:  bytes of a run
    skip_larger: who fails at a limit is not asked for larger cases of the family
    """

    name: str
    families: tuple[Family, ...]
    folder: Path = Path()
    timeout: float | None = None
    memory: int | None = None
    skip_larger: bool = False


@dataclass(frozen=True)
class Choice:
    """What a call says about who is to answer; empty: as the suite says.

    engines: in the place of those of the suite; `none`: only solvers
    solvers: beside those of the suite
    repeat:  how often each run is made
    quick:   only the smallest cases of each family
    only:    a part of the names of the families or games that count; empty: all
    """

    orders: tuple[str, ...] = ()
    encodings: tuple[str, ...] = ()
    engines: tuple[str, ...] = ()
    solvers: tuple[str, ...] = ()
    repeat: int = 1
    quick: bool = False
    only: str = ""


@dataclass(frozen=True)
class Contestant:
    """Who answers: an engine of ours, or another solver, on formulas written in one way.

    order, encoding: empty for `search`, which reads no formula
    """

    engine: str = ""
    solver: str = ""
    order: str = ""
    encoding: str = ""

    @property
    def name(self) -> str:
        return " ".join(filter(None, (self.solver or self.engine, self.order, self.encoding)))


@dataclass(frozen=True)
class Run:
    """One measurement; `repeat` counts those of the same question and contestant from 1."""

    case: Case
    contestant: Contestant
    repeat: int = 1
    family: str = ""
    by: str = ""

    @property
    def key(self) -> tuple[str, ...]:
        """What tells it from all other runs of a file of results."""
        who = self.contestant
        return (
            *self.case.question,
            who.order,
            who.encoding,
            who.engine,
            who.solver,
            f"{self.repeat}",
        )

    @property
    def title(self) -> str:
        case = self.case
        words = [case.game, case.role, case.horizon]
        words += [case.objective] if case.objective != "win" else []
        words += [self.contestant.name] + ([f"#{self.repeat}"] if self.repeat > 1 else [])
        return " ".join(filter(None, words))


def contestants(family: Family, choice: Choice) -> Iterator[Contestant]:
    """Each once, engines first."""
    orders = choice.orders or family.orders or ("baseline",)
    encodings = choice.encodings or family.encodings or ("lean",)
    forms = [(order, encoding) for order in orders for encoding in encodings]
    for engine in dict.fromkeys(choice.engines or family.engines or ("auto",)):
        if engine == "search":
            yield Contestant(engine)
        elif engine != NO_ENGINE:
            yield from (Contestant(engine, "", *form) for form in forms)
    for solver in dict.fromkeys((*family.solvers, *choice.solvers)):
        yield from (Contestant("", solver, *form) for form in forms)


def solvers_of(suites: tuple[Suite, ...], choice: Choice) -> list[str]:
    """The other solvers that are asked, each once."""
    named = [name for suite in suites for family in suite.families for name in family.solvers]
    return list(dict.fromkeys((*named, *choice.solvers)))


def runs(suites: tuple[Suite, ...], choice: Choice) -> Iterator[tuple[Suite, Run]]:
    """All runs, in the order in which they are made: all contestants on a case, then the next.

    Raises: UsageError for more than MOST_RUNS
    """
    met: dict[tuple[str, ...], int] = {}
    count = 0
    for suite in suites:
        for family in suite.families:
            chosen = _chosen(family, choice)
            who = list(contestants(family, choice)) if chosen else []
            for case in chosen:
                for contestant in who:
                    for _ in range(choice.repeat):
                        run = Run(case, contestant, 0, family.name, family.by)
                        met[run.key] = met.get(run.key, 0) + 1
                        count += 1
                        if count > MOST_RUNS:
                            raise UsageError(
                                f"more than {MOST_RUNS} runs are asked for",
                                hint="fewer engines or horizons, or --only FAMILY",
                            )
                        yield suite, Run(case, contestant, met[run.key], family.name, family.by)


def _chosen(family: Family, choice: Choice) -> list[Case]:
    cases = list(family.cases)
    if choice.only and choice.only not in family.name:
        cases = [case for case in cases if choice.only in case.game]
    return cases[: family.quick] if choice.quick else cases


@dataclass
class TooLarge:
    """Who has failed at a limit, and at which size: larger cases of the family are left out."""

    _least: dict[tuple[str, ...], float] = field(default_factory=dict)

    def skips(self, run: Run) -> float | None:
        """The size at which it failed, if this one is larger."""
        failed = self._least.get(_line(run))
        size = run.case.size
        return failed if failed is not None and size is not None and size > failed else None

    def failed(self, run: Run) -> None:
        size = run.case.size
        if size is not None:
            self._least[_line(run)] = min(size, self._least.get(_line(run), size))


def _line(run: Run) -> tuple[str, ...]:
    who = run.contestant
    case = run.case
    return run.family, case.role, case.objective, who.name, f"{bool(who.solver)}"


def with_values(suite: Suite, values: Mapping[Question, str]) -> Suite:
    """The suite with expected values where it has none."""
    families = []
    for family in suite.families:
        cases = tuple(
            replace(case, expected=case.expected or values.get(case.question, ""))
            for case in family.cases
        )
        families.append(replace(family, cases=cases))
    return replace(suite, families=tuple(families))
