"""The JSON documents of the verbs that give no answer: what was written, what was found.

The same keys always, null where there is nothing to say. The document of an answer is in
gdlc.formats.answer.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from gdlc.formats.answer.answer import SCHEMA
from gdlc.formats.errors import GdlcError

if TYPE_CHECKING:
    from gdlc.rules.finding import Finding
    from gdlc.solvers.conformance import Trial
    from gdlc.solvers.survey import Solver


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
    found: Sequence[Finding] = (),
    stats: Mapping[str, int] | None = None,
    error: GdlcError | None = None,
) -> str:
    """What `check` found.

    found: of a sheet that was read, at least in part
    error: what kept `check` from looking; an error in the rules is a finding
    """
    errors = sum(one.severity == "error" for one in found)
    return _text(
        {
            "file": file,
            "ok": error is None and errors == 0,
            "counts": {"errors": errors, "warnings": len(found) - errors},
            "findings": [_finding(one, file) for one in found],
            "stats": dict(stats or {}),
            "error": _error(error),
        }
    )


def inspection(error: GdlcError) -> str:
    """What `inspect` says where it found nothing; else it fills the same keys."""
    return _text({"files": [], "atom": None, "difference": None, "error": _error(error)})


def solvers(
    found: Sequence[Solver] = (), tried: Sequence[Trial] = (), error: GdlcError | None = None
) -> str:
    """What `solvers` lists, and what `solvers test` found."""
    listed = [{key: value or None for key, value in vars(one).items()} for one in found]
    trials = [
        {
            "formula": trial.case.name,
            "about": trial.case.about,
            "expected": str(trial.case.value),
            "found": None if trial.found is None else str(trial.found),
            "outcome": trial.outcome,
            "message": trial.message or None,
        }
        for trial in tried
    ]
    return _text({"solvers": listed, "trials": trials, "error": _error(error)})


def _finding(finding: Finding, file: str | None) -> dict[str, object]:
    place = finding.place
    return {
        "code": finding.code,
        "severity": finding.severity,
        "message": finding.message,
        "file": place.file if place else file,
        "line": place.line if place else None,
        "column": place.column if place else None,
        "hint": finding.hint,
    }


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
