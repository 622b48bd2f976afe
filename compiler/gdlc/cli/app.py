"""The arguments, by typer, out of the table of verbs and the table of options.

Typer only parses: a command returns its Call, and the work begins when typer is done. So help,
version and usage errors pass through the same gate as everything else.
"""

from __future__ import annotations

import contextlib
import inspect
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import typer
from typer.main import get_command

from gdlc import __version__
from gdlc.cli import answers, bench, check, convert, fmt, graph, pipeline, simulate, solvers
from gdlc.cli import inspect as inspect_files
from gdlc.cli.call import Call, Verb
from gdlc.cli.output import encode
from gdlc.formats.errors import UsageError
from gdlc.options import Option, options_of

VERBS: dict[str, Verb] = {
    verb.name: verb
    for verb in (
        *pipeline.VERBS,
        *answers.VERBS,
        *check.VERBS,
        *fmt.VERBS,
        *simulate.VERBS,
        *graph.VERBS,
        *inspect_files.VERBS,
        *convert.VERBS,
        *solvers.VERBS,
        *bench.VERBS,
    )
}

_HELP = """From the rules of a game to the exact greatest probability of winning it.

Each verb reads FILE, or standard input if FILE is - or left out, and writes to standard output or
to the file behind -o. All messages go to standard error.
"""
_EXAMPLES = (
    "gdlc run game.kif --role xplayer --horizon 8",
    "gdlc ground game.kif --role xplayer --horizon 8 | gdlc quantify | gdlc translate | gdlc solve",
    "gdlc run --help",
)
_EXIT_CODES = """
Exit codes: 0 answered, 1 bad input, 2 bad usage, 3 a limit was reached (bounds are printed),
4 a comparison found a difference, 5 an external program failed, 6 output could not be written,
70 a bug of gdlc, 130 and 143 interrupted."""

# Typer has had its own copy of click's exceptions, and click's: the base of all usage errors is
# named through one that both versions export.
_ParserError: type[Exception] = next(
    base for base in typer.BadParameter.__mro__ if base.__name__ == "ClickException"
)


@dataclass(frozen=True)
class Printed:
    """Help, or the version: all that the run has to do is to print it."""

    data: bytes


def parse(arguments: Sequence[str]) -> Call | Printed:
    """What the arguments ask for.

    Raises: UsageError
    """
    printed = io.StringIO()
    if not arguments:
        raise UsageError("no verb is given", hint="`gdlc --help` lists them")
    try:
        with contextlib.redirect_stdout(printed):
            result = get_command(_app())(
                args=list(arguments), prog_name="gdlc", standalone_mode=False
            )
    except _ParserError as error:
        raise _usage_error(error) from None
    return result if isinstance(result, Call) else Printed(encode(printed.getvalue()))


def _usage_error(error: Any) -> UsageError:
    text = error.format_message().strip().rstrip(".").replace("\n", " ")
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "gdlc"
    return UsageError(text[:1].lower() + text[1:], hint=f"`{path} --help` shows what there is")


def _app() -> typer.Typer:
    # Plain help: the examples stay as they are, to be copied, in a pipe and on a narrow terminal.
    settings = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
    app = typer.Typer(
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        help=_HELP,
        epilog=_example_text(_EXAMPLES) + "\n\n\b" + _EXIT_CODES,
        context_settings=settings,
    )

    @app.callback()
    def top(
        version: Annotated[
            bool,
            typer.Option(
                "--version", callback=_print_version, is_eager=True, help="print the version"
            ),
        ] = False,
    ) -> None:
        pass

    for verb in VERBS.values():
        app.command(
            verb.name,
            help=f"{verb.summary}\n\n{verb.text}",
            short_help=verb.summary,
            epilog=_example_text(verb.examples),
            context_settings=settings,
        )(_command(verb))
    return app


def _print_version(value: bool) -> None:
    if value:
        typer.echo(f"gdlc {__version__}")
        raise typer.Exit


def _example_text(examples: Sequence[str]) -> str:
    """`\\b` keeps click from filling the lines."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in examples)


def _command(verb: Verb) -> Callable[..., Call]:
    """A function with the signature that typer reads the options from."""
    options = options_of(verb.name)

    def command(**given: Any) -> Call:
        file = given.pop("input_file")
        files = tuple(file or ("-",)) if verb.many else (file,)
        values = {option.name: _value(option, given[option.name], verb) for option in options}
        return Call(verb.name, files[0], values, files=files)

    argument = typer.Argument(
        metavar=verb.file,
        show_default=False,
        help=verb.about_file,
    )
    default: str | None = None if verb.many else "-"
    parameters = [
        inspect.Parameter(
            "input_file",
            inspect.Parameter.KEYWORD_ONLY,
            default=default if verb.optional else inspect.Parameter.empty,
            annotation=Annotated[list[str] | None if verb.many else str, argument],
        )
    ]
    for option in options:
        is_switch = option.shown_metavar(verb.name) == ""
        names = [option.short, option.switch] if option.short else [option.switch]
        declared = typer.Option(
            *names,
            metavar=None if is_switch else option.shown_metavar(verb.name),
            show_default=False,
            help=_help(option, verb.name),
        )
        parameters.append(
            inspect.Parameter(
                option.name,
                inspect.Parameter.KEYWORD_ONLY,
                default=False if is_switch else None,
                annotation=Annotated[_type(option, is_switch), declared],
            )
        )
    command.__name__ = verb.name
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {one.name: one.annotation for one in parameters}
    return command


def _type(option: Option, is_switch: bool) -> Any:
    if is_switch:
        return bool
    return list[str] | None if option.many else str | None


def _value(option: Option, given: Any, verb: Verb) -> Any:
    if isinstance(given, bool):
        return not option.default if given else option.default
    if option.many:
        parsed = [option.parse(text, verb.name) for text in given or ()]
        return tuple(value for values in parsed for value in values) or option.default
    if given is not None:
        return option.parse(given, verb.name)
    if verb.name in option.required:
        raise UsageError(
            f"{option.switch} is missing", hint=f"give {option.switch} {option.metavar}"
        )
    return option.default


def _help(option: Option, verb: str) -> str:
    default = option.default
    if verb in option.required:
        return f"{option.help}  [required]"
    if isinstance(default, bool) or default in (None, (), "", "-"):
        return option.help
    if isinstance(default, int):
        default = f"{default >> 30}G" if default and default % (1 << 30) == 0 else default
    return f"{option.help}  [default: {default}]"
