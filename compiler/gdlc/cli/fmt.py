"""The verbs that write a rule sheet again: in canonical layout, or in nonsense words."""

from __future__ import annotations

import hashlib
import os

from gdlc.cli.call import Call, Verb
from gdlc.cli.input import read_bytes, read_game, shown
from gdlc.cli.output import Output, encode, say, write_stdout
from gdlc.cli.pipeline import failed, prepared_output, write_artefact
from gdlc.formats.errors import UsageError

_DIFFERS = 4


def _fmt(call: Call) -> int:
    from gdlc import sheets
    from gdlc.cli import documents

    checks = call.values["check"]
    if checks and call.values["output"] != "-":
        raise UsageError("--check writes nothing", hint="leave out -o or --check")
    if call.json and not checks and Output(call.values["output"], call.stop).is_stdout:
        raise UsageError(
            "--json needs -o FILE here: standard output cannot hold both",
            hint="gdlc fmt ... -o FILE --json",
        )
    output = prepared_output(call)
    sheet = read_game(call)
    language = call.values["to"] or sheet.language
    text = encode(sheets.fmt(sheet, to=language))
    stats = {"rules": len(sheet.rules), "comments": len(sheet.comments)}
    if not checks:
        write_artefact(call, output, language, text, stats)
        return 0
    same = hashlib.sha256(text).hexdigest() == sheet.sha256
    if call.json:
        stats["differs"] = int(not same)
        write_stdout(encode(documents.artefact(language, stats=stats)))
    if not same:
        name = shown(call.file)
        say(f"{name}: not as `gdlc fmt --to {language}` would write it")
    return 0 if same else _DIFFERS


def _obfuscate(call: Call) -> int:
    from gdlc import sheets
    from gdlc.formats import gdl
    from gdlc.rules.obfuscate import read_words, rename, write_words

    name, undo = call.values["map"], call.values["undo"]
    if undo and name is None:
        raise UsageError("--undo needs --map FILE", hint="give the map that obfuscate wrote")
    output = prepared_output(call)
    beside = None
    if name is not None and not undo:
        _require_other_file(name, call)
        beside = Output(name, call.stop, beside=True)
        beside.prepare()
    sheet = read_game(call)
    if undo:
        text = gdl.decode(read_bytes(name), shown(name))
        words = {new: old for old, new in read_words(text, shown(name)).items()}
        game = rename(sheet, words)
    else:
        game, words = sheets.obfuscate(sheet, seed=call.values["seed"])
    language = call.values["to"] or sheet.language
    if beside is not None:
        beside.write(encode(write_words(words)))
    stats = {"rules": len(game.rules), "words": len(words)}
    write_artefact(call, output, language, encode(sheets.fmt(game, to=language)), stats)
    return 0


def _require_other_file(name: str, call: Call) -> None:
    for other, what in ((call.file, "input"), (call.values["output"], "result")):
        if name == other or (other != "-" and os.path.realpath(name) == os.path.realpath(other)):
            raise UsageError(
                f"the map would replace the {what}", hint="give another name behind --map"
            )


VERBS = (
    Verb(
        name="fmt",
        summary="a rule sheet in canonical layout, in KIF or HRF",
        text="Keeps rules, names and comments. FILE is KIF or HRF by its ending (.kif, .hrf), else "
        "by its look. With --check it only tells whether the sheet looks so already; exit code 4 "
        "if not.",
        examples=(
            "gdlc fmt game.kif -o tidy.kif",
            "gdlc fmt game.kif --to hrf -o game.hrf",
            "gdlc fmt --check game.kif",
        ),
        work=_fmt,
        document=failed("sheet"),
    ),
    Verb(
        name="obfuscate",
        summary="the same game in nonsense words",
        text="Replaces all words but keywords, random and numerals, as game managers do; comments "
        "go. The map tells what became of each word, and --undo turns it back.",
        examples=(
            "gdlc obfuscate game.kif --seed 7 --map words.tsv -o secret.kif",
            "gdlc obfuscate secret.kif --undo --map words.tsv",
        ),
        work=_obfuscate,
        document=failed("sheet"),
        artefact=True,
    ),
)
