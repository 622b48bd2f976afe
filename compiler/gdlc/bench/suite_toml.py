"""Suites as TOML: families of questions, and who is to answer them.

title = "Nim"               # all of the first four lines may be left out
timeout = 60                # seconds of a run
memory_limit = "4G"         # of a run
skip_larger = true          # who fails at a limit is not asked for larger cases
values = "values.csv"       # expected values, a file beside this one

[[family]]
name = "Nim, one pile"
role = "xplayer"            # or roles = [...]
objective = "win"           # or objectives = [...]
engines = ["layers", "search"]
orders = ["baseline"]
encodings = ["lean"]
solvers = []
quick = 1                   # cases that --quick leaves
games = ["nim:20:slip=1/4"] # each game with each horizon; a family for each game
horizons = [10, 20]
# or, for a family that does not grow with the horizon:
# by = "objects"
# cases = [{ game = "nim:20:slip=1/4", horizon = 40, size = 20 }]
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from typing import Any

from gdlc.bench.suite import ENCODINGS, ENGINES, ORDERS, Case, Family, Suite
from gdlc.formats.errors import InputError

_TOP = ("title", "timeout", "memory_limit", "skip_larger", "values", "family")
_AXES = ("role", "roles", "objective", "objectives", "orders", "encodings", "engines", "solvers")
_FAMILY = ("name", "by", "quick", "games", "horizons", "cases", *_AXES)
_CASE = ("game", "horizon", "size", "expected")


def read_suite(text: str, file: str, parse_bytes: Callable[[Any], int]) -> tuple[Suite, str]:
    """The suite, and the name of its file of values (empty without one).

    parse_bytes: what a number of bytes such as "4G" means; raises GdlcError
    Raises:      InputError, with the family in question
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"is no TOML: {error}", file=file) from None
    reader = _Reader(file)
    reader.only(data, _TOP, "the suite")
    families: list[Family] = []
    for number, entry in enumerate(reader.many(data, "family", dict, "the suite"), 1):
        name = f"family {number}"
        families += reader.families(entry, reader.one(entry, "name", str, name, "") or name)
    timeout = reader.one(data, "timeout", (int, float), "the suite", None)
    if timeout is not None and not 0 < timeout <= 1e9:
        raise reader.wrong("the suite", "timeout takes a number of seconds above 0")
    memory = data.get("memory_limit")
    suite = Suite(
        reader.one(data, "title", str, "the suite", "") or file,
        tuple(families),
        timeout=timeout,
        memory=None if memory is None else parse_bytes(memory),
        skip_larger=reader.one(data, "skip_larger", bool, "the suite", False),
    )
    return suite, reader.one(data, "values", str, "the suite", "")


class _Reader:
    """Takes tables apart; what does not fit is told with the family that it stands in."""

    def __init__(self, file: str) -> None:
        self._file = file

    def families(self, entry: dict[str, Any], name: str) -> Iterator[Family]:
        """One family for each game, or one for the cases that are listed."""
        self.only(entry, _FAMILY, name)
        who = {
            "orders": self._words(entry, "orders", name, ORDERS),
            "encodings": self._words(entry, "encodings", name, ENCODINGS),
            "engines": self._words(entry, "engines", name, ENGINES),
            "solvers": self._words(entry, "solvers", name),
        }
        quick = self.one(entry, "quick", int, name, Family.quick)
        roles = self._either(entry, "role", "roles", name, "")
        objectives = self._either(entry, "objective", "objectives", name, "win")
        asked = [(role, objective) for role in roles for objective in objectives]
        for title, by, points in self._points(entry, name):
            cases = tuple(
                Case(game, role, horizon, objective, size, expected)
                for game, horizon, size, expected in points
                for role, objective in asked
            )
            yield Family(title, cases, by, quick=quick * len(asked), **who)

    def _points(
        self, entry: dict[str, Any], name: str
    ) -> Iterator[tuple[str, str, list[tuple[str, str, float | None, str]]]]:
        """Name, measure and the points of each family: game, horizon, size, expected value."""
        games = self.many(entry, "games", str, name)
        horizons = self.many(entry, "horizons", (int, str), name)
        cases = self.many(entry, "cases", dict, name)
        if bool(cases) == bool(games) or bool(games) != bool(horizons):
            raise self.wrong(name, "needs either games and horizons, or cases")
        for game in games:
            points = [
                (game, f"{steps}", float(steps) if isinstance(steps, int) else None, "")
                for steps in horizons
            ]
            yield (name if len(games) == 1 else f"{name}: {game}"), "steps", points
        if cases:
            points = []
            for case in cases:
                self.only(case, _CASE, name)
                game, horizon = case.get("game"), case.get("horizon")
                if not isinstance(game, str) or not isinstance(horizon, int | str):
                    raise self.wrong(name, "a case needs a game and a horizon")
                size = self.one(case, "size", (int, float), name, None)
                expected = self.one(case, "expected", str, name, "")
                points.append((game, f"{horizon}", None if size is None else float(size), expected))
            yield name, self.one(entry, "by", str, name, "size"), points

    def _either(
        self, entry: dict[str, Any], one: str, many: str, name: str, default: str
    ) -> tuple[str, ...]:
        if one in entry and many in entry:
            raise self.wrong(name, f"has both {one} and {many}")
        found = self.many(entry, many, str, name)
        return tuple(found) or (self.one(entry, one, str, name, default),)

    def _words(
        self, entry: dict[str, Any], key: str, name: str, known: tuple[str, ...] = ()
    ) -> tuple[str, ...]:
        words = self.many(entry, key, str, name)
        for word in words:
            if known and word not in known:
                raise self.wrong(name, f"unknown word `{word}` in {key}", ", ".join(known))
        return tuple(words)

    def one(self, entry: dict[str, Any], key: str, kind: Any, name: str, default: Any) -> Any:
        value = entry.get(key, default)
        if value is not default and (
            not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool)
        ):
            raise self.wrong(name, f"{key} cannot be {value!r}")
        return value

    def many(self, entry: dict[str, Any], key: str, kind: Any, name: str) -> list[Any]:
        values = entry.get(key, [])
        if not isinstance(values, list) or not all(isinstance(one, kind) for one in values):
            raise self.wrong(name, f"{key} takes a list, and its elements are of one kind")
        return values

    def only(self, entry: dict[str, Any], known: tuple[str, ...], name: str) -> None:
        for key in entry:
            if key not in known:
                raise self.wrong(name, f"unknown key `{key}`", ", ".join(known))

    def wrong(self, name: str, message: str, known: str = "") -> InputError:
        hint = f"one of {known}" if known else None
        return InputError(f"{name}: {message}", file=self._file, hint=hint)
