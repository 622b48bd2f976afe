"""SQASP: answer set programs under exists, forall and chance."""

from gdlc.formats.sqasp.file import read, take_prefix, write
from gdlc.formats.sqasp.program import (
    CHANCE,
    EXISTS,
    FORALL,
    Quantified,
    Sqasp,
    SqaspSource,
)
from gdlc.formats.sqasp.source import require_closed

__all__ = [
    "CHANCE",
    "EXISTS",
    "FORALL",
    "Quantified",
    "Sqasp",
    "SqaspSource",
    "read",
    "require_closed",
    "take_prefix",
    "write",
]
