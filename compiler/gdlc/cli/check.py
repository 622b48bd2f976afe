"""The verb that looks a rule sheet over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdlc.cli import documents
from gdlc.cli.call import Call, Verb
from gdlc.cli.input import read_input, shown
from gdlc.cli.output import encode, say
from gdlc.cli.pipeline import prepared_output
from gdlc.formats.answer import Answer
from gdlc.formats.errors import GdlcError, InputError, LimitReached

if TYPE_CHECKING:
    from gdlc.rules.finding import Finding


def _check(call: Call) -> int:
    from gdlc.checks import check
    from gdlc.rules.check import check_read
    from gdlc.rules.recover import read_all

    output = prepared_output(call)
    name = shown(call.file)
    sheet, unread = read_all(read_input(call), name)
    if unread:
        found = check_read(sheet, unread)
    else:
        found = check(
            sheet,
            **call.keywords("simulate", "seed", "max_steps"),
            stop=call.stop,
            report=call.report,
        )
    errors = sum(one.severity == "error" for one in found)
    stats = {
        "roles": len(sheet.roles),
        "rules": len(sheet.rules),
        "errors": errors,
        "warnings": len(found) - errors,
    }
    stopped = LimitReached("a limit was reached: not all was looked at") if _ended(call) else None
    if call.json:
        text = documents.findings(name, found, stats, stopped)
    else:
        text = "".join(f"{shown_finding(one, name)}\n" for one in found)
    output.write(encode(text))
    counts = ", ".join(_counted(number, noun) for noun, number in stats.items())
    say(f"{'ok' if errors == 0 else 'not ok'}: {counts}")
    if errors:
        return InputError.exit_code
    return LimitReached.exit_code if stopped else 0


def _ended(call: Call) -> bool:
    return call.stop.reason() in ("time", "memory")


def shown_finding(one: Finding, file: str) -> str:
    """A finding as text: place, severity, message and code, the line of the sheet, the hint."""
    message = f"{one.severity}: {one.message} [{one.code}]"
    return str(GdlcError(message, place=one.place, file=file, hint=one.hint))


def _counted(number: int, nouns: str) -> str:
    return f"{number} {nouns[:-1] if number == 1 else nouns}"


def _failed(answer: Answer | None, error: GdlcError) -> str:
    return documents.findings(error.file, error=error)


VERBS = (
    Verb(
        name="check",
        summary="what is wrong with a rule sheet",
        text="Prints every finding with its place and a way out; exit code 1 if one is an error."
        " docs/check.md explains each kind.",
        examples=(
            "gdlc check game.kif",
            "gdlc check game.kif --json",
            "gdlc check game.kif --simulate 100",
        ),
        work=_check,
        document=_failed,
    ),
)
