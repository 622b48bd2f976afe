"""What `bench` is to run: suites from files, those that come with gdlc, games by themselves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from gdlc import bench
from gdlc.bench import suite_csv, suite_toml
from gdlc.bench.games import is_generated
from gdlc.bench.suite import Case, Choice, Family, Suite, with_values
from gdlc.cli.call import Call
from gdlc.cli.input import read_bytes, shown
from gdlc.formats import gdl
from gdlc.formats.errors import InputError, UsageError
from gdlc.options import options_of

OURS = ("paper", "growth")
_SHEETS = (".kif", ".hrf")
_FOR_GAMES = ("role", "horizon", "objective")


def read_suites(call: Call) -> tuple[Suite, ...]:
    """The suites that the inputs mean; all games among them are one suite.

    Raises: InputError; UsageError where games lack a horizon, or suites are given one
    """
    games = [name for name in call.files if is_generated(name) or name.endswith(_SHEETS)]
    given = [name for name in _FOR_GAMES if call.values[name]]
    if given and not games:
        raise UsageError(
            f"--{given[0]} is for games; a suite has its own",
            hint="--only, --engine, --order and --encoding choose among the runs of a suite",
        )
    if games and not call.values["horizon"]:
        raise UsageError("games need a horizon", hint=f"gdlc bench {games[0]} --horizon 4,6,8")
    suites = [_read(name) for name in call.files if name not in games]
    if games:
        suites.append(_of_games(games, call.values))
    return tuple(suites)


def choice_of(values: Mapping[str, Any]) -> Choice:
    return Choice(
        orders=values["order"],
        encodings=values["encoding"],
        engines=values["engine"],
        solvers=values["solver"],
        repeat=values["repeat"],
        quick=values["quick"],
        only=values["only"],
    )


def programs(solvers: Iterable[str], config: str | None) -> dict[str, str]:
    """The hash of the program of each solver.

    Raises: UsageError for an unknown solver, and for a file without a solver; ExternalError for
            one that is not installed: hundreds of runs would say so otherwise
    """
    from gdlc.bench.provenance import digest
    from gdlc.solvers import known

    found = {}
    for name in solvers:
        path = known.require_program(known.find(name, config))
        found[name] = digest(read_bytes(path))
    if config is not None and not found:
        raise UsageError("--solver-config needs --solver", hint="name the solver in the file")
    return found


def _of_games(games: list[str], values: Mapping[str, Any]) -> Suite:
    families = []
    for game in dict.fromkeys(games):
        cases = tuple(
            Case(game, role, f"{steps}", objective, None if steps == "auto" else float(steps))
            for steps in dict.fromkeys(values["horizon"])
            for role in values["role"] or ("",)
            for objective in values["objective"] or ("win",)
        )
        families.append(Family(game, cases))
    return Suite("games", tuple(families))


def _read(name: str) -> Suite:
    if name in OURS:
        folder = Path(str(bench.__file__)).parent / "suites"
        text = (folder / f"{name}.toml").read_text(encoding="utf-8")
        return _from_toml(
            text, f"{name}.toml", lambda file: (folder / file).read_text(encoding="utf-8")
        )
    text = gdl.decode(read_bytes(name), shown(name))
    folder_of = Path() if name == "-" else Path(name).parent
    if name.endswith(".toml") or (name == "-" and "[[family]]" in text):

        def values_text(file: str) -> str:
            path = str(folder_of / file)
            return gdl.decode(read_bytes(path), path)

        return replace(_from_toml(text, shown(name), values_text), folder=folder_of)
    return replace(suite_csv.read_suite(text, shown(name)), folder=folder_of)


def _from_toml(text: str, file: str, values_text: Any) -> Suite:
    limit = next(one for one in options_of("bench") if one.name == "memory_limit")

    def parse_bytes(value: Any) -> int:
        try:
            return int(limit.check(value, "bench"))
        except UsageError as error:
            raise InputError(error.message, file=file) from None

    suite, values = suite_toml.read_suite(text, file, parse_bytes)
    if values:
        suite = with_values(suite, suite_csv.read_values(values_text(values), values))
    return suite
