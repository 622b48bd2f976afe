"""Ground terms of ASP, and the names of GDL in them, one to one and back.

A canonical integer of 32 bits and a lower-case identifier stay as they are; every other constant
becomes a quoted string. clingo allows no quoted functors: one that is no identifier gets the
prefix `_n_`, and each of its characters that is no ASCII letter or digit becomes `_HEX_`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gdlc.formats import gdl

_IDENTIFIER = re.compile(r"[a-z][A-Za-z0-9_]*\Z")
_INTEGER = re.compile(r"(0|-?[1-9][0-9]{0,9})\Z")
_GREATEST = 2**31 - 1
_PREFIX = "_n_"
_ESCAPE = re.compile(r"_([0-9a-f]+)_")


@dataclass(frozen=True, slots=True)
class Text:
    """A quoted string."""

    value: str

    def __str__(self) -> str:
        escaped = self.value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return f'"{escaped}"'


@dataclass(frozen=True, slots=True)
class Call:
    """A name with its arguments; a constant has none."""

    name: str
    args: tuple[Symbol, ...] = ()

    def __str__(self) -> str:
        return f"{self.name}({','.join(map(str, self.args))})" if self.args else self.name


Symbol = int | Text | Call


def constant(name: str) -> Symbol:
    """A constant of GDL as a term."""
    if _INTEGER.match(name) and abs(int(name)) <= _GREATEST:
        return int(name)
    if _IDENTIFIER.match(name) and name != "not":
        return Call(name)
    return Text(name)


def functor(name: str) -> str:
    """A predicate or function of GDL as a name that clingo takes."""
    if _IDENTIFIER.match(name) and name != "not":
        return name
    escaped = re.sub(r"[^A-Za-z0-9]", lambda m: f"_{ord(m[0]):x}_", name)
    return _PREFIX + escaped


def functor_to_gdl(name: str) -> str:
    """The inverse of `functor`."""
    if not name.startswith(_PREFIX):
        return name
    return _ESCAPE.sub(lambda m: chr(int(m[1], 16)), name[len(_PREFIX) :])


def from_gdl(term: gdl.Term) -> Symbol:
    """A ground term of GDL. Raises: ValueError for a variable."""
    match term:
        case gdl.Constant(name):
            return constant(name)
        case gdl.Function(name, args):
            return Call(functor(name), tuple(map(from_gdl, args)))
        case gdl.Variable(name):
            raise ValueError(f"?{name} in a ground term")


def to_gdl(symbol: Symbol) -> gdl.Term:
    """The inverse of `from_gdl`."""
    match symbol:
        case int():
            return gdl.Constant(str(symbol))
        case Text(value):
            return gdl.Constant(value)
        case Call(name, ()):
            return gdl.Constant(name)
        case Call(name, args):
            return gdl.Function(functor_to_gdl(name), tuple(map(to_gdl, args)))


_TOKEN = re.compile(
    r"""\s*(?:(?P<string>"(?:[^"\\\n]|\\["\\n])*")|(?P<number>-?[0-9]+)"""
    r"""|(?P<name>-?_*[a-z][A-Za-z0-9_']*)|(?P<other>[(),]))"""
)


def parse(text: str) -> Symbol:
    """The term that a text stands for.

    Raises: ValueError with what was found and where.
    """
    symbol, at = _parse(text, 0)
    if text[at:].strip():
        raise ValueError(f"unexpected {text[at:].strip()[:20]!r} behind a term")
    return symbol


def _parse(text: str, at: int) -> tuple[Symbol, int]:
    # A stack of open calls instead of recursion: the depth of a term is the user's.
    stack: list[tuple[str, list[Symbol]]] = []
    while True:
        token = _TOKEN.match(text, at)
        if token is None or token["other"] not in (None, "("):
            raise ValueError(f"a term expected at {text[at : at + 20]!r}")
        at = token.end()
        symbol: Symbol
        if token["string"] is not None:
            symbol = Text(_unescape(token["string"][1:-1]))
        elif token["number"] is not None:
            symbol = int(token["number"])
        elif token["name"] is not None:
            if at < len(text) and text[at] == "(":
                stack.append((token["name"], []))
                at += 1
                continue
            symbol = Call(token["name"])
        else:  # a tuple
            stack.append(("", []))
            continue
        while stack:
            name, args = stack[-1]
            args.append(symbol)
            token = _TOKEN.match(text, at)
            if token is None or token["other"] not in (",", ")"):
                raise ValueError(f"`,` or `)` expected at {text[at : at + 20]!r}")
            at = token.end()
            if token["other"] == ",":
                break
            stack.pop()
            symbol = Call(name, tuple(args))
        else:
            return symbol, at


def _unescape(text: str) -> str:
    return re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], text)


_CUT = re.compile(r'"(?:[^"\\]|\\.)*"|[(),]')


def split(text: str) -> tuple[str, list[str]]:
    """The name and the texts of the arguments of an atom or a term, without looking inside."""
    opened = text.find("(")
    if opened < 0 or not text.endswith(")"):
        return text, []
    inner = text[opened + 1 : -1]
    if "(" not in inner and '"' not in inner:
        return text[:opened], inner.split(",")
    if '"' not in inner:
        return text[:opened], _pieces(inner)
    args, depth, begin = [], 0, 0
    for match in _CUT.finditer(inner):
        match match[0]:
            case "(":
                depth += 1
            case ")":
                depth -= 1
            case "," if depth == 0:
                args.append(inner[begin : match.start()])
                begin = match.end()
    args.append(inner[begin:])
    return text[:opened], args


def _pieces(inner: str) -> list[str]:
    """What stands between the commas outside parentheses; without strings, and so faster."""
    pieces: list[str] = []
    depth = 0
    for part in inner.split(","):
        if depth:
            pieces[-1] += f",{part}"
        else:
            pieces.append(part)
        depth += part.count("(") - part.count(")")
    return pieces
