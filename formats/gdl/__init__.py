"""GDL rule sheets in KIF."""

from gdlc.formats.gdl.read import read
from gdlc.formats.gdl.source import decode
from gdlc.formats.gdl.tree import (
    KEYWORD_ARITY,
    RANDOM,
    Atom,
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
    "RANDOM",
    "Atom",
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
    "read",
    "variables",
    "write",
]
