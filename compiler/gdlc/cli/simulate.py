"""The verb that plays: random plays with their statistics, recorded ones compared step by step."""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import os
import sys
import zlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from gdlc.cli import documents
from gdlc.cli.call import Call, Verb
from gdlc.cli.input import read_bytes, read_game, shown
from gdlc.cli.output import Output, encode, say
from gdlc.cli.pipeline import prepared_output
from gdlc.formats.answer import Answer
from gdlc.formats.answer.answer import SCHEMA
from gdlc.formats.errors import GdlcError, InputError, Interrupted, LimitReached, UsageError

if TYPE_CHECKING:
    from gdlc.machine.game import Game
    from gdlc.machine.recording import Step
    from gdlc.machine.simulate import Simulation

_DIFFERS = 4
_GZIP = b"\x1f\x8b"
_CHUNK = 1 << 16  # characters of a recording that are written at once


def _simulate(call: Call) -> int:
    from gdlc.machine.game import Game

    if call.values["jsonl"] and call.json:
        raise UsageError("--jsonl and --json exclude each other", hint="leave out one of them")
    if call.values["replay"] is not None:
        if call.values["jsonl"]:
            raise UsageError("--jsonl and --replay exclude each other", hint="leave out one")
        if call.values["replay"] == "-" and call.file == "-":
            raise UsageError("the game and the recording cannot both be standard input")
    output = prepared_output(call)
    game = Game(read_game(call), engine=call.values["engine"])
    if call.values["replay"] is not None:
        return _replay(call, game, output)
    if call.values["jsonl"]:
        return _record(call, game, output)
    return _play(call, game, output)


def _play(call: Call, game: Game, output: Output) -> int:
    from gdlc.sheets import simulate

    with _progress(call.values["plays"]) as tell:
        found = simulate(
            game,
            **call.keywords("plays", "seed", "max_steps"),
            stop=call.stop,
            report=call.report,
            on_progress=tell,
        )
    with call.stop.hold():  # to count millions of plays takes longer than a stop's moment of peace
        text = _document(call, found) if call.json else _table(found)
    output.write(encode(text))
    rate = len(found) / found.seconds if found.seconds else 0.0
    say(f"{len(found)} plays in {found.seconds:.3f} s, {rate:.0f} a second ({found.engine})")
    return _stopped(call, found)


def _stopped(call: Call, found: Simulation) -> int:
    """What ended the plays, not what came later."""
    match found.stopped:
        case "interrupt":
            return Interrupted(signal_number=call.stop.signal or 2).exit_code
        case "":
            return 0
        case _:
            return LimitReached.exit_code


def _record(call: Call, game: Game, output: Output) -> int:
    from gdlc.machine.recording import meta, record

    name = "stdin" if call.file == "-" else Path(call.file).stem
    steps = record(
        game, **call.keywords("plays", "seed", "max_steps"), stop=call.stop, report=call.report
    )
    lines = (f"{line}\n" for line in _lines(meta(game, name), steps))
    if not output.is_stdout:
        data = "".join(lines).encode("ascii")
        # No time in the archive: the same plays, the same bytes.
        output.write(gzip.compress(data, mtime=0) if output.name.endswith(".gz") else data)
        return 0
    held = io.StringIO()
    try:
        for line in lines:
            held.write(line)
            if held.tell() > _CHUNK:
                output.write(held.getvalue().encode("ascii"))
                held = io.StringIO()
    except (LimitReached, Interrupted):  # whole lines are a recording, too
        output.write(held.getvalue().encode("ascii"))
        raise
    output.write(held.getvalue().encode("ascii"))
    return 0


def _lines(first: str, steps: Iterator[Step]) -> Iterator[str]:
    yield first
    for step in steps:
        yield step.json()


def _replay(call: Call, game: Game, output: Output) -> int:
    from gdlc.machine.recording import read_recording, replay

    name = call.values["replay"]
    count = 0

    def counted(steps: Iterator[Step]) -> Iterator[Step]:
        nonlocal count
        for step in steps:
            count += 1
            yield step

    text = io.StringIO(_unpacked(read_bytes(name), shown(name)))
    found = replay(
        game,
        counted(read_recording(text, shown(name), roles=game.roles)),
        stop=call.stop,
        report=call.report,
    )
    if call.json:
        difference = None
        if found is not None:
            difference = {
                "play": found.play,
                "step": found.step,
                "line": found.line,
                "what": found.what,
                "recorded": found.recorded,
                "found": found.found,
            }
        document = {
            "schema": SCHEMA,
            "file": call.file,
            "replay": name,
            "states": count,
            "difference": difference,
            "error": None,
        }
        output.write(encode(json.dumps(document, ensure_ascii=False) + "\n"))
    elif found is None:
        output.write(encode(f"the same: {count} states\n"))
    else:
        output.write(encode(f"{shown(name)}:{found.line}: {found}\n"))
    return 0 if found is None else _DIFFERS


def _unpacked(data: bytes, file: str) -> str:
    if data.startswith(_GZIP):
        try:
            data = gzip.decompress(data)
        except (OSError, EOFError, zlib.error) as error:
            raise InputError(f"cannot be unpacked: {error}", file=file) from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"byte {error.start} is no UTF-8 text", file=file) from None


@contextlib.contextmanager
def _progress(plays: int) -> Iterator[Callable[[int], object] | None]:
    """A bar on standard error, if that is a terminal."""
    if sys.stderr is None or not os.isatty(2):
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("plays", total=plays)
        yield lambda ended: progress.update(task, completed=ended)


def _table(found: Simulation) -> str:
    from gdlc.formats.gdl import RANDOM

    ends = ", ".join(f"{count} {end}" for end, count in found.ends.items() if count)
    mean, deviation, least, most = found.lengths
    lines = [
        f"plays    {len(found)}: {ends or 'none ended'}",
        f"length   mean {mean:.2f}, deviation {deviation:.2f}, {least} to {most}",
    ]
    width = max(map(len, found.roles))
    for role in found.roles:
        choices = found.choices[role]
        lines.append(f"moves    {role:{width}}  mean {choices.mean:.2f}, most {choices.most}")
    for role in found.roles:
        goal = found.mean_goal(role)
        if goal is None and role == RANDOM:
            continue
        shown_mean = "none" if goal is None else f"mean {goal:.2f}"
        counts = found.goals(role)
        total = sum(counts.values())
        parts = [
            f"{'no single goal' if value is None else value}: {count / total:.1%}"
            for value, count in counts.items()
        ]
        lines.append("  ".join([f"goals    {role:{width}}", shown_mean, *parts]))
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _document(call: Call, found: Simulation) -> str:
    mean, deviation, least, most = found.lengths
    fields: Mapping[str, object] = {
        "schema": SCHEMA,
        "file": call.file,
        "roles": found.roles,
        "seed": call.values["seed"],
        "asked": found.asked,
        "plays": len(found),
        "ends": found.ends,
        "length": {"mean": mean, "deviation": deviation, "least": least, "most": most},
        "states": found.states,
        "moves": {
            role: {"mean": choices.mean, "most": choices.most}
            for role, choices in found.choices.items()
        },
        "goals": {
            role: {
                "mean": found.mean_goal(role),
                "counts": {
                    "none" if value is None else str(value): count
                    for value, count in found.goals(role).items()
                },
            }
            for role in found.roles
        },
        "seconds": round(found.seconds, 6),
        "engine": found.engine,
        "stopped": found.stopped or None,
        "error": None,
    }
    return json.dumps(fields, ensure_ascii=False) + "\n"


def _failed(answer: Answer | None, error: GdlcError) -> str:
    return documents.artefact("simulation", error=error)


VERBS = (
    Verb(
        name="simulate",
        summary="play at random and count, or compare recorded plays",
        text="Prints what random plays show: how long they are, how many moves there are to choose"
        " from, which goals are reached. The same seed gives the same plays. With --jsonl it prints"
        " the plays themselves, one visited state a line; with --replay it reads such a recording"
        " and compares it with the game: exit code 4 and the first difference if there is one.",
        examples=(
            "gdlc simulate game.kif -n 10000 --seed 1",
            "gdlc simulate game.kif -n 3 --jsonl -o plays.jsonl",
            "gdlc simulate game.kif --replay plays.jsonl",
        ),
        work=_simulate,
        document=_failed,
    ),
)
