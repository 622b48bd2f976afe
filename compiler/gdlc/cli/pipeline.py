"""The verbs that write a file for the next one: ground, quantify, translate.

The passes are imported by the verbs that run them, here and in the other files: help and usage
errors come in half the time without them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gdlc.cli import documents
from gdlc.cli.call import Call, Verb
from gdlc.cli.input import read_game, read_start, read_text, shown
from gdlc.cli.output import Output, encode, write_stdout
from gdlc.formats.answer import Answer
from gdlc.formats.errors import GdlcError


def prepared_output(call: Call) -> Output:
    """Where the result goes; what would fail behind the work fails here."""
    output = Output(call.values["output"], call.stop)
    output.prepare()
    return output


def write_artefact(
    call: Call,
    output: Output,
    kind: str,
    data: bytes,
    stats: Mapping[str, int],
    error: GdlcError | None = None,
) -> None:
    """The result where it belongs, and with `--json` the document on standard output.

    error: what cut the result short
    """
    output.write(data)
    if call.json:
        write_stdout(encode(documents.artefact(kind, output.name, len(data), stats, error)))


def failed(kind: str) -> Callable[[Answer | None, GdlcError], str]:
    def document(answer: Answer | None, error: GdlcError) -> str:
        return documents.artefact(kind, error=error)

    return document


def _ground(call: Call) -> int:
    from gdlc.passes import clingo_process

    output = prepared_output(call)
    with clingo_process.started():
        from gdlc import api
        from gdlc.formats import lp

        sheet = read_game(call)
        program = api.ground(
            sheet,
            **call.keywords("role", "horizon", "max_horizon", "objective", "simultaneous"),
            start=read_start(call, sheet),
            stop=call.stop,
            report=call.report,
        )
    stats = {"atoms": len(program.program), "rules": program.program.n_rules}
    write_artefact(call, output, "lp", encode(lp.write(program)), stats)
    return 0


def _quantify(call: Call) -> int:
    from gdlc.formats import lp, sqasp
    from gdlc.passes.quantify import quantify

    output = prepared_output(call)
    program = lp.read(read_text(call), shown(call.file))
    quantified = quantify(
        program,
        **call.keywords("order", "encoding", "without"),
        stop=call.stop,
        report=call.report,
    )
    stats = {"atoms": len(quantified.program), "rules": quantified.program.n_rules}
    write_artefact(call, output, "sqasp", encode(sqasp.write(quantified)), stats)
    return 0


def _translate(call: Call) -> int:
    from gdlc.formats import sqasp, xssat
    from gdlc.passes.translate import translate

    output = prepared_output(call)
    program = sqasp.read(read_text(call), shown(call.file))
    formula = translate(
        program, **call.keywords("encoding", "without"), stop=call.stop, report=call.report
    )
    stats = {"vars": formula.n_vars, "clauses": formula.n_clauses}
    write_artefact(call, output, "xssat", xssat.write(formula), stats)
    return 0


VERBS = (
    Verb(
        name="ground",
        summary="GDL to a ground answer set program (.lp)",
        text="Unrolls the rules over the steps and grounds them; all roles cooperate. clingo "
        "reads the result, and prints a play that wins if everybody helps.",
        examples=(
            "gdlc ground game.kif --role xplayer --horizon 8 -o game.lp",
            "gdlc ground game.kif --role xplayer --horizon 8 | python -m clingo -",
        ),
        work=_ground,
        document=failed("lp"),
        artefact=True,
    ),
    Verb(
        name="quantify",
        summary="a ground program to SQASP (.sqasp)",
        text="Turns the opponents into universal atoms and random into chance atoms, and orders "
        "the atoms of all moves in a prefix.",
        examples=(
            "gdlc quantify game.lp -o game.sqasp",
            "gdlc ground game.kif --role xplayer --horizon 8 | gdlc quantify",
        ),
        work=_quantify,
        document=failed("sqasp"),
        artefact=True,
    ),
    Verb(
        name="translate",
        summary="SQASP to clauses with a prefix (.xssat)",
        text="Reads what quantify writes, or any program with _exists, _forall and _chance facts "
        "that a person wrote, as text or ground by clingo (smodels, aspif). SSAT solvers that know "
        "SDIMACS read the result.",
        examples=(
            "gdlc translate game.sqasp -o game.xssat",
            "gdlc quantify game.lp | gdlc translate | gdlc solve",
            "gdlc translate program.sqasp | gdlc solve",
        ),
        work=_translate,
        document=failed("xssat"),
        artefact=True,
    ),
)
