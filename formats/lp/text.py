"""Ground rules as text, in the syntax of clingo, one statement a line.

The reader takes what the writer writes and what a person makes of it: blanks, line breaks and
comments where clingo allows them. It takes ground rules only; clingo itself takes everything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NoReturn

from gdlc.formats.errors import InputError, Place
from gdlc.formats.lp.program import GroundProgram, Rule

END = "% end"

_TOKEN = re.compile(
    r"""(?P<space>\s+|%[^\n]*)|(?P<string>"(?:[^"\\\n]|\\["\\n])*")|(?P<number>-?[0-9]+)"""
    r"""|(?P<name>-?_*[a-z][A-Za-z0-9_']*)|(?P<mark>:-|:|>=|[.,;(){}])|(?P<sum>\#sum\+?|\#count)"""
)


def write_rule(program: GroundProgram, rule: Rule) -> str:
    """One rule as a line of clingo's syntax."""
    text = program.literal_text
    if rule.choice:
        head = "{" + "; ".join(map(text, rule.head)) + "}"
        if rule.lower is not None:
            head = f"{rule.lower} {head}"
        if rule.upper is not None:
            head = f"{head} {rule.upper}"
    else:
        head = "; ".join(map(text, rule.head))
    if rule.bound is not None:
        if all(weight == 1 for weight in rule.weights) and len(set(rule.body)) == len(rule.body):
            body = f"{rule.bound} {{{'; '.join(map(text, rule.body))}}}"
        else:
            # The position makes the elements different: clingo sums over a set.
            elements = (
                f"{weight},{n}: {text(literal)}"
                for n, (literal, weight) in enumerate(zip(rule.body, rule.weights, strict=True))
            )
            body = f"#sum {{{'; '.join(elements)}}} >= {rule.bound}"
    elif rule.body:
        body = ", ".join(map(text, rule.body))
    else:
        return f"{head}." if rule.head or rule.choice else ":-."
    return f"{head} :- {body}." if head else f":- {body}."


def write_rules(program: GroundProgram) -> Iterator[str]:
    for rule in program.rules:
        yield write_rule(program, rule)


class NotGround(Exception):
    """The text is not of the ground subset; clingo may still understand it."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column


def read_rules(text: str, program: GroundProgram, first_line: int = 1) -> None:
    """Add the rules of a text to a program.

    first_line: the number of the text's first line, for messages
    Raises: NotGround where the text leaves the ground subset.
    """
    chunk: list[str] = []
    begin = first_line
    for number, line in enumerate(text.split("\n"), first_line):
        if not chunk:
            if not line or line.startswith("%"):
                continue
            if _read_simple(line, program):
                continue
            begin = number
        chunk.append(line)
        stripped = line.rstrip()
        if stripped.endswith("."):
            _Statements("\n".join(chunk), program, begin).read()
            chunk = []
    if chunk:
        _Statements("\n".join(chunk), program, begin).read()


# Most lines are normal rules whose atoms have been seen already: they need no scanning.
def _read_simple(line: str, program: GroundProgram) -> bool:
    if not line.endswith(".") or '"' in line or "{" in line or "%" in line:
        return False
    head, arrow, body = line[:-1].partition(":- ")
    if not arrow and "." in head:
        return False
    heads: tuple[int, ...] = ()
    head = head.rstrip()
    find = program.find
    if head:
        number = find(head)
        if number is None:
            if not _is_atom(head):
                return False
            number = program.atom(head)
        heads = (number,)
    elif not arrow:
        return False
    literals = []
    if arrow:
        for part in body.split(", "):
            negative = part.startswith("not ")
            name = part[4:] if negative else part
            number = find(name)
            if number is None:
                if not _is_atom(name):
                    return False
                number = program.atom(name)
            literals.append(-number if negative else number)
    program.rules.append(Rule(heads, tuple(literals)))
    return True


_ATOM_START = re.compile(r"-?_*[a-z][A-Za-z0-9_']*")
_PLAIN_ARGS = re.compile(r"\((?:-?[0-9]+|_*[a-z][A-Za-z0-9_']*|[(),](?![,)])|\))*\)\Z")


def _is_atom(text: str) -> bool:
    match = _ATOM_START.match(text)
    if match is None or text == "not":
        return False
    rest = text[match.end() :]
    return not rest or (bool(_PLAIN_ARGS.match(rest)) and _balanced(rest))


def _balanced(text: str) -> bool:
    depth = 0
    for n, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if depth < 0 or (depth == 0 and n < len(text) - 1):
            return False
    return depth == 0


class _Statements:
    """The statements of a piece of text, by tokens."""

    def __init__(self, text: str, program: GroundProgram, line: int) -> None:
        self.text = text
        self.program = program
        self.line = line
        self.tokens: list[tuple[str, str, int]] = []
        at = 0
        while at < len(text):
            match = _TOKEN.match(text, at)
            if match is None:
                self.fail(f"unexpected `{text[at]}`", at)
            if match.lastgroup != "space":
                self.tokens.append((str(match.lastgroup), match[0], at))
            at = match.end()
        self.next = 0

    def fail(self, message: str, at: int | None = None) -> NoReturn:
        if at is None:
            at = self.tokens[self.next][2] if self.next < len(self.tokens) else len(self.text)
        before = self.text[:at]
        line = self.line + before.count("\n")
        raise NotGround(message, line, at - (before.rfind("\n") + 1) + 1)

    def peek(self) -> str:
        return self.tokens[self.next][1] if self.next < len(self.tokens) else ""

    def kind(self) -> str:
        return self.tokens[self.next][0] if self.next < len(self.tokens) else ""

    def take(self, expected: str | None = None) -> str:
        found = self.peek()
        if (expected is not None and found != expected) or not found:
            shown = f"`{found}`" if found else "the end"
            self.fail(f"`{expected or 'a term'}` expected, {shown} found")
        self.next += 1
        return found

    def read(self) -> None:
        while self.next < len(self.tokens):
            self.statement()

    def statement(self) -> None:
        head: tuple[int, ...] = ()
        choice, lower, upper = False, None, None
        if self.peek() != ":-":
            if self.kind() == "number":
                lower = int(self.take())
            if self.peek() == "{":
                choice = True
                head = tuple(literal for literal, _ in self.elements(positive=True))
                if self.kind() == "number":
                    upper = int(self.take())
            else:
                if lower is not None:
                    self.fail("`{` expected behind a number")
                head = (self.atom(),)
        body: tuple[int, ...] = ()
        bound: int | None = None
        weights: tuple[int, ...] = ()
        if self.peek() == ":-":
            self.take()
            if self.peek() != ".":
                body, bound, weights = self.body()
        self.take(".")
        self.program.rules.append(Rule(head, body, choice, lower, upper, bound, weights))

    def body(self) -> tuple[tuple[int, ...], int | None, tuple[int, ...]]:
        if self.kind() == "number":
            bound = int(self.take())
            elements = self.elements()
        elif self.kind() == "sum":
            self.take()
            elements = self.elements(weighted=True)
            self.take(">=")
            bound = int(self.take()) if self.kind() == "number" else self.number()
        else:
            literals = [self.literal()]
            while self.peek() == ",":
                self.take()
                literals.append(self.literal())
            return tuple(literals), None, ()
        if any(weight <= 0 for _, weight in elements):
            self.fail("a weight that is not positive")
        return tuple(e[0] for e in elements), bound, tuple(e[1] for e in elements)

    def number(self) -> int:
        self.fail("a number expected")

    def elements(self, *, positive: bool = False, weighted: bool = False) -> list[tuple[int, int]]:
        self.take("{")
        found: list[tuple[int, int]] = []
        while self.peek() != "}":
            if found:
                self.take(";")
            weight = 1
            if weighted:
                weight = int(self.take()) if self.kind() == "number" else self.number()
                while self.peek() == ",":
                    self.take()
                    self.term()
                self.take(":")
            found.append((self.atom() if positive else self.literal(), weight))
        self.take("}")
        return found

    def literal(self) -> int:
        if self.peek() == "not":
            self.take()
            if self.peek() == "not":
                self.fail("a double negation")
            return -self.atom()
        return self.atom()

    def atom(self) -> int:
        if self.kind() != "name" or self.peek() == "not":
            shown = f"`{self.peek()}`" if self.peek() else "the end"
            self.fail(f"an atom expected, {shown} found")
        return self.program.atom(self.term())

    def term(self) -> str:
        """The text of a term without blanks."""
        if self.kind() not in ("name", "number", "string") and self.peek() != "(":
            self.fail("a term expected")
        depth, parts = 0, []
        if self.kind() != "mark":
            parts.append(self.take())
        if self.peek() == "(":
            while True:
                if self.peek() in (".", "{", "}", ":-", ";"):
                    self.fail("`)` expected")
                token = self.take()
                parts.append(token)
                depth += (token == "(") - (token == ")")
                if depth == 0:
                    break
        return "".join(parts)


def header(text: str, kind: str, version: int, file: str) -> None:
    """Check the first and the last line of a file that one of our passes wrote.

    Raises: InputError for another kind of file, another version, or a file that was cut.
    """
    first = text.split("\n", 1)[0].rstrip("\r")
    place = Place(file, 1, 1, first[:200], max(1, len(first)))
    words = first.split()
    if words[:2] != ["%", "gdlc"] or len(words) != 4:
        raise InputError(
            f"the first line of this file should be `% gdlc {kind} {version}`",
            place=place,
            hint=f"give the output of `gdlc {_MAKER[kind]}`",
        )
    if words[2] != kind:
        raise InputError(
            f"this is a file of the kind `{words[2]}`, `{kind}` is expected",
            place=place,
            hint=f"give the output of `gdlc {_MAKER[kind]}`",
        )
    if words[3] != str(version):
        raise InputError(
            f"version {words[3]} of the format `{kind}`; this program reads version {version}",
            place=place,
            hint=f"make the file again with `gdlc {_MAKER[kind]}`",
        )
    lines = text.rstrip().split("\n")
    if END in lines[:-1]:
        raise InputError(
            f"text stands behind the end mark `{END}`",
            place=Place(file, lines.index(END) + 2, 1),
            hint="two files may have been put together; give one",
        )
    if lines[-1].rstrip() != END:
        raise InputError(
            f"the file is cut: its last line should be `{END}`",
            place=Place(file, len(lines), 1),
            hint=f"make the file again with `gdlc {_MAKER[kind]}`",
        )


_MAKER = {"lp": "ground", "sqasp": "quantify"}
