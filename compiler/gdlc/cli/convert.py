"""The verb that writes formulas for other solvers, and reads theirs."""

from __future__ import annotations

from gdlc.cli.call import Call, Verb
from gdlc.cli.input import read_input, shown
from gdlc.cli.pipeline import failed, prepared_output, write_artefact
from gdlc.formats.errors import InputError


def _convert(call: Call) -> int:
    from gdlc.conversion import convert
    from gdlc.formats import foreign

    output = prepared_output(call)
    data, to = read_input(call), call.values["to"]
    with call.report.stage("read"):
        formula = foreign.read(
            data, file=shown(call.file), free=call.values["free"], warn=call.report.warn
        )
    call.stop.check()
    try:
        text = convert(formula, to=to, report=call.report)
    except InputError as error:
        error.file = error.file or shown(call.file)
        raise
    stats = {"vars": formula.n_vars, "clauses": formula.n_clauses}
    write_artefact(call, output, to, text, stats)
    return 0


VERBS = (
    Verb(
        name="convert",
        summary="a formula (.xssat) in the language of another solver, and back",
        text="Reads XSSAT, SDIMACS, QDIMACS, DIMACS and .ssat, whichever it is by its look. A "
        "formula that the other language has no words for is an error; probabilities that had to "
        "be rounded are counted in a warning.",
        examples=(
            "gdlc convert game.xssat --to sdimacs -o game.sdimacs",
            "gdlc convert game.xssat --to sharpssat -o game.sdimacs",
            "gdlc convert formula.qdimacs --free outer | gdlc solve",
        ),
        work=_convert,
        document=failed("formula"),
        artefact=True,
    ),
)
