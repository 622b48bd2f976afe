"""The JSON documents of the verbs that give no answer: what was written, what was found.

The same keys always, null where there is nothing to say. The document of an answer is in
gdlc.formats.answer.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from gdlc.formats.answer.answer import SCHEMA
from gdlc.formats.errors import GdlcError, Place


def artefact(
    kind: str,
    file: str | None = None,
    size: int | None = None,
    stats: Mapping[str, int] | None = None,
    error: GdlcError | None = None,
) -> str:
    """What `--json` says beside a written file.

    kind: what was to be written: `lp`, `sqasp`, `xssat`, `csv`
    file: where it is; null if it was not written
    size: in bytes
    """
    return _text(
        {
            "file": file,
            "kind": kind,
            "bytes": size,
            "stats": dict(stats or {}),
            "error": _error(error),
        }
    )


def findings(
    file: str | None,
    found: Sequence[tuple[str, str, Place | None, str | None]] = (),
    stats: Mapping[str, int] | None = None,
    error: GdlcError | None = None,
) -> str:
    """What `check` found.

    found: severity (`error` or `warning`), message, place, hint
    error: what kept `check` from looking; an error in the rules is a finding
    """
    return _text(
        {
            "file": file,
            "findings": [
                {
                    "severity": severity,
                    "message": message,
                    "file": place.file if place else file,
                    "line": place.line if place else None,
                    "column": place.column if place else None,
                    "hint": hint,
                }
                for severity, message, place, hint in found
            ],
            "stats": dict(stats or {}),
            "error": _error(error),
        }
    )


def _error(error: GdlcError | None) -> dict[str, object] | None:
    if error is None:
        return None
    return {
        "message": error.message,
        "file": error.file,
        "line": error.line,
        "column": error.column,
        "hint": error.hint,
    }


def _text(fields: Mapping[str, object]) -> str:
    return json.dumps({"schema": SCHEMA, **fields}, ensure_ascii=False) + "\n"
