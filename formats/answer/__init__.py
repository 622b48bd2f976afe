"""Answers: the value, or bounds on it, for people and for programs."""

from gdlc.formats.answer.answer import (
    AT_ONCE,
    Answer,
    decimal,
    document,
    float_text,
    number,
    read_json,
    write_json,
    write_mcc,
    write_text,
)

__all__ = [
    "AT_ONCE",
    "Answer",
    "decimal",
    "document",
    "float_text",
    "number",
    "read_json",
    "write_json",
    "write_mcc",
    "write_text",
]
