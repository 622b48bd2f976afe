"""`gdlc bench report`: tables and plots of files of results."""

from __future__ import annotations

import os
from collections.abc import Sequence

from gdlc.bench.record import HEADER, Record, read_line
from gdlc.cli import documents
from gdlc.cli.call import Call
from gdlc.cli.input import read_bytes, shown
from gdlc.cli.output import Output, encode, make_folder, write_stdout
from gdlc.formats import gdl
from gdlc.formats.errors import InputError, UsageError

ALONE = ("time", "against", "plots", "page")
"""The options that only a report has."""

_OPTIONS = ("output", "json", "verbose", "only", *ALONE)


def report(call: Call, files: Sequence[str]) -> int:
    """Without a folder the tables go to standard output.

    Raises: UsageError, InputError, OutputError
    """
    from gdlc.bench import provenance
    from gdlc.bench.report.page import as_html, as_json, filled, markdown
    from gdlc.bench.report.results import Results
    from gdlc.bench.report.tables import tables

    _check(call, files)
    values = call.values
    records = [record for file in files for record in read_results(file)]
    if values["only"]:
        records = [one for one in records if values["only"] in f"{one.family}\n{one.game}"]
    if not records:
        raise InputError("there are no results", file=", ".join(map(shown, files)))
    results = Results(records, values["time"])
    found = tables(results, provenance.versions())
    if values["page"] is not None:
        page = gdl.decode(read_bytes(values["page"]), values["page"])
        text = filled(page, found, values["page"])
        Output(values["page"], call.stop, beside=True).write(encode(text))
    folder = values["output"]
    if folder == "-":
        if values["page"] is None:
            write_stdout(encode(markdown(found, ())))
        return 0
    make_folder(folder)
    figures = _figures(call, results, folder) if values["plots"] else []
    size = 0
    for name, text in (
        ("report.md", markdown(found, figures)),
        ("report.html", as_html(found, figures)),
        ("results.json", as_json(results.records)),
    ):
        data = encode(text)
        size += len(data)
        Output(os.path.join(folder, name), call.stop, beside=True).write(data)
    if call.json:
        stats = {"runs": len(results.records), "tables": len(found), "plots": len(figures)}
        write_stdout(encode(documents.artefact("report", folder, size, stats)))
    return 0


def read_results(file: str) -> list[Record]:
    """The records of a file of results, CSV or JSON lines; a line that was cut is left out.

    Raises: InputError
    """
    text = gdl.decode(read_bytes(file), shown(file))
    as_json = text.startswith("{")
    if not as_json and not text.startswith(HEADER):
        raise InputError("is no file of results of this version of gdlc bench", file=shown(file))
    lines = text[: text.rfind("\n") + 1].split("\n")[:-1]
    records = []
    for number, line in enumerate(lines, 1):
        if number > 1 or as_json:
            try:
                records.append(read_line(line, as_json=as_json))
            except ValueError as error:
                raise InputError(f"line {number} is no result: {error}", file=shown(file)) from None
    return records


def _figures(call: Call, results: object, folder: str) -> list[tuple[str, str]]:
    from gdlc.bench.report.plots import plots
    from gdlc.bench.report.results import Results

    assert isinstance(results, Results)
    figures = []
    with call.report.stage("draw"):
        for title, name, data in plots(results, call.values["against"]):
            call.stop.check()
            Output(os.path.join(folder, name), call.stop, beside=True).write(data)
            if name.endswith(".svg"):
                figures.append((title, name))
    return figures


def _check(call: Call, files: Sequence[str]) -> None:
    from gdlc.options import options_of

    if not files:
        raise UsageError("no results are given", hint="gdlc bench report results.csv -o DIR")
    for option in options_of("bench"):
        if option.name not in _OPTIONS and call.values[option.name] != option.default:
            raise UsageError(f"{option.switch} is not for a report")
