"""GDL rule sheets, in KIF and HRF."""

from gdlc.formats.gdl.layout import LANGUAGES, fmt
from gdlc.formats.gdl.read import language_of, read
from gdlc.formats.gdl.source import decode
from gdlc.formats.gdl.tree import (
    KEYWORD_ARITY,
    RANDOM,
    Atom,
    Comment,
    Constant,
    Distinct,
    Function,
    Goal,
    Not,
    Or,
    Rule,
    RuleSheet,
    Span,
    Term,
    Variable,
    atoms,
    variables,
)
from gdlc.formats.gdl.write import write

__all__ = [
    "KEYWORD_ARITY",
    "LANGUAGES",
    "RANDOM",
    "Atom",
    "Comment",
    "Constant",
    "Distinct",
    "Function",
    "Goal",
    "Not",
    "Or",
    "Rule",
    "RuleSheet",
    "Span",
    "Term",
    "Variable",
    "atoms",
    "decode",
    "fmt",
    "language_of",
    "read",
    "variables",
    "write",
]
