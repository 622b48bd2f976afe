"""The verb that measures: runs of a suite, each in a process of its own, and what they gave."""

from __future__ import annotations

from collections.abc import Sequence

from gdlc.cli import bench_report, documents
from gdlc.cli.bench_inputs import OURS, choice_of, programs, read_suites
from gdlc.cli.call import Call, Verb
from gdlc.cli.output import encode, say, write_stdout
from gdlc.cli.pipeline import failed, prepared_output
from gdlc.formats.errors import GdlcError, Interrupted, LimitReached, UsageError
from gdlc.options import options_of

_LINES = 1000  # of a listing that are written at once


def _bench(call: Call) -> int:
    word, *others = call.files
    if word == "report":
        return bench_report.report(call, others)
    if word == "sheet":
        return _sheet(call, others)
    for option in options_of("bench"):
        if option.name in bench_report.ALONE and call.values[option.name] != option.default:
            raise UsageError(f"{option.switch} is for `gdlc bench report`")
    return _list(call) if call.values["list"] else _measure(call)


def _sheet(call: Call, names: Sequence[str]) -> int:
    """Write the rule sheet of a generated game."""
    from gdlc.bench.games import FORMS, named

    if len(names) != 1:
        raise UsageError("one game is needed", hint=f"gdlc bench sheet {FORMS[0]}")
    output = prepared_output(call)
    output.write(encode(named(names[0]).rules()))
    return 0


def _list(call: Call) -> int:
    from gdlc.bench.suite import runs

    lines = []
    for number, (_, run) in enumerate(runs(read_suites(call), choice_of(call.values)), 1):
        lines.append(f"{number}\t{run.family}\t{run.title}\n")
        if len(lines) == _LINES:
            write_stdout(encode("".join(lines)))
            lines.clear()
            call.stop.check()
    write_stdout(encode("".join(lines)))
    return 0


def _measure(call: Call) -> int:
    from gdlc.bench import provenance
    from gdlc.bench.measure import Setting
    from gdlc.bench.process import Limits
    from gdlc.bench.resume import Known, settled, tasks
    from gdlc.bench.suite import Suite, runs, solvers_of
    from gdlc.cli.bench_session import Session
    from gdlc.cli.results_file import ResultsFile

    values = call.values
    if values["output"].endswith(".json"):
        raise UsageError(
            f"{values['output']}: results are CSV, or JSON lines, which are no JSON document",
            hint="give a name that ends in .csv or .jsonl; `report` makes a document of either",
        )
    prepared_output(call)
    suites, choice = read_suites(call), choice_of(values)
    program, machine = provenance.program(), provenance.machine()
    solvers = programs(solvers_of(suites, choice), values["solver_config"])

    def setting_of(suite: Suite) -> Setting:
        limits = Limits(values["timeout"] or suite.timeout, values["memory_limit"] or suite.memory)
        return Setting(limits, program, machine, solvers, values["solver_config"])

    with ResultsFile(values["output"], call.stop) as file:
        known = Known(file.known)
        chosen = runs(suites, choice)
        found = settled(tasks(chosen, setting_of, known), values["changed"], values["output"])
        if not found:
            say("warning: the suite asks for no runs")
        file.begin()
        session = Session(call, file, known, found)
        stopped: GdlcError | None = None
        try:
            session.work(skip_larger=values["skip_larger"])
        except (Interrupted, LimitReached) as error:
            stopped = error  # what was measured so far is kept
        if known.superseded:
            file.rewrite(known.records.values())
        stats = session.stats()
        told = ", ".join(f"{count} {name}" for name, count in stats.items())
        say(f"bench: {told}")
        size = file.size
    if isinstance(stopped, LimitReached):
        left = len(found) - stats["rows"]
        stopped = LimitReached(
            f"{stopped.message}, with {left} of {len(found)} runs to do",
            hint="the same command goes on",
        )
    if call.json:
        document = documents.artefact("csv", values["output"], size, stats, stopped)
        write_stdout(encode(document))
    if stopped is not None:
        raise stopped
    return session.exit_code()


_TEXT = (
    "SUITE is a TOML or CSV file of games, roles and horizons, the suite `paper` or `growth` that "
    "comes with gdlc, or a game: a rule sheet or a name such as ttt:3x3:flip=3/10, with --horizon. "
    "Each run is a process with limits of its own. The file behind -o is the state: the same "
    "command goes on where it stopped. Exit code 4 if a value differs from what is expected or "
    "from another's, else the greatest one of the runs without an answer.\n\n"
    "`gdlc bench report RESULTS... -o DIR` makes tables and plots; without -o it prints tables. "
    "`gdlc bench sheet NAME` prints the rules of a game that is meant by its name."
)
VERBS = (
    Verb(
        name="bench",
        summary="measure games, engines and solvers: results, tables, plots",
        text=_TEXT,
        examples=(
            "gdlc bench suite.csv --timeout 60 -o results.csv",
            "gdlc bench ttt:3x3:flip=3/10 --role xplayer --horizon 6,8,10 --engine layers,search",
            f"gdlc bench {OURS[0]} --quick --timeout 20 -o paper.csv",
            "gdlc bench report paper.csv -o paper",
        ),
        work=_bench,
        document=failed("csv"),
        file="SUITE",
        about_file="a suite or a game; - is standard input; or report, sheet",
        artefact=True,
        optional=False,
        many=True,
    ),
)
