"""The verb that looks a rule sheet over."""

from __future__ import annotations

from gdlc.cli import documents
from gdlc.cli.call import Call, Verb
from gdlc.cli.input import read_game, shown
from gdlc.cli.output import encode, say
from gdlc.cli.pipeline import prepared_output
from gdlc.formats.answer import Answer
from gdlc.formats.errors import GdlcError


def _check(call: Call) -> int:
    from gdlc.rules.check import check

    output = prepared_output(call)
    name = shown(call.file)
    sheet = read_game(call)
    found = [(one.severity, one.message, one.place, one.hint) for one in check(sheet)]
    errors = sum(severity == "error" for severity, *_ in found)
    stats = {
        "roles": len(sheet.roles),
        "rules": len(sheet.rules),
        "errors": errors,
        "warnings": len(found) - errors,
    }
    if call.json:
        text = documents.findings(name, found, stats)
    else:
        text = "".join(
            f"{GdlcError(f'{severity}: {message}', place=place, file=name, hint=hint)}\n"
            for severity, message, place, hint in found
        )
    output.write(encode(text))
    counts = ", ".join(_counted(number, noun) for noun, number in stats.items())
    say(f"{'ok' if errors == 0 else 'not ok'}: {counts}")
    return 0 if errors == 0 else 1


def _counted(number: int, nouns: str) -> str:
    return f"{number} {nouns[:-1] if number == 1 else nouns}"


def _failed(answer: Answer | None, error: GdlcError) -> str:
    return documents.findings(error.file, error=error)


VERBS = (
    Verb(
        name="check",
        summary="what is wrong with a rule sheet",
        text="Prints every finding with its place and a way out; exit code 1 if one is an error.",
        examples=("gdlc check game.kif", "gdlc check game.kif --json"),
        work=_check,
        document=_failed,
    ),
)
