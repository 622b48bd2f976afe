"""The type of XSSAT formulas, over the arrays of the native one."""

from __future__ import annotations

import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Literal

from gdlc import _solver
from gdlc.formats.errors import InputError, InternalError, Place

Quantifier = Literal["e", "a", "r"]
Free = Literal["inner", "outer"]


@dataclass(frozen=True)
class Block:
    """Neighbouring variables of the prefix under one quantifier: exists, forall or chance."""

    quantifier: Quantifier
    vars: tuple[int, ...]


class Xssat:
    """A formula: a prefix of blocks, clauses over it, names and notes.

    Always in normal form: every variable from 1 to n_vars stands in the prefix once, the last
    block is existential, no clause is empty, a tautology, or repeats a literal. So
    `read(write(x)) == x`. Immutable.
    """

    def __init__(self, native: _solver.Formula) -> None:
        self._native = native

    @classmethod
    def build(
        cls,
        n_vars: int,
        clauses: Iterable[Sequence[int]] | array.array[int],
        blocks: Iterable[Block | tuple[Quantifier, Sequence[int]]],
        *,
        probabilities: Mapping[int, Fraction] | None = None,
        names: Mapping[int, str] | None = None,
        notes: Iterable[str] = (),
    ) -> Xssat:
        """A formula from its parts, brought into normal form.

        clauses: sequences of literals (-3 is not 3), or one array of 32-bit literals in which a 0
                 ends every clause (fastest)
        blocks:  from the outermost; variables in no block and no clause join the last one
        probabilities: of all variables in blocks of kind r, and of no others, in [0, 1]
        notes:   `KEY text`, one each; `name` and `prob` are no keys of notes

        Raises InternalError: whoever builds a formula keeps these promises.
        """
        if isinstance(clauses, array.array):
            flat = clauses
        else:
            flat = array.array("i")
            for clause in clauses:
                flat.extend(clause)
                flat.append(0)
        plain = [
            (block.quantifier, block.vars) if isinstance(block, Block) else block
            for block in blocks
        ]
        given = probabilities or {}
        try:
            native = _solver.Formula.build(
                n_vars,
                flat,
                plain,
                {var: (p.numerator, p.denominator) for var, p in given.items()},
                names or {},
                list(notes),
            )
        except ValueError as error:
            raise InternalError(f"xssat: {error}") from error
        return cls(native)

    @classmethod
    def read(
        cls,
        path: str | Path,
        *,
        free: Free | None = None,
        warn: Callable[[str], None] | None = None,
    ) -> Xssat:
        """The formula in the file. Raises InputError, also where there is no such file."""
        try:
            data = Path(path).read_bytes()
        except OSError as error:
            raise InputError(f"cannot read: {error.strerror}", file=str(path)) from error
        return read(data, file=str(path), free=free, warn=warn)

    @property
    def native(self) -> _solver.Formula:
        """What the solver takes."""
        return self._native

    @property
    def n_vars(self) -> int:
        return self._native.n_vars

    @property
    def n_clauses(self) -> int:
        return self._native.n_clauses

    @property
    def blocks(self) -> list[Block]:
        """The prefix, from the outermost block."""
        return [Block(kind, tuple(block)) for kind, block in self._native.blocks()]

    def probability(self, var: int) -> Fraction:
        """Of var to be true. ValueError if var is no chance variable."""
        return Fraction(*self._native.probability(var))

    @property
    def names(self) -> dict[int, str]:
        """Variable to atom, where one is named."""
        return self._native.names()

    @property
    def notes(self) -> list[str]:
        """The `c x` lines that are no names and no probabilities: `KEY text`, in order."""
        return self._native.notes()

    def note(self, key: str) -> str | None:
        """The text of the first note with this key; None if there is none."""
        for note in self._native.notes():
            found, _, text = note.partition(" ")
            if found == key:
                return text.strip()
        return None

    def flat_clauses(self) -> array.array[int]:
        """All literals, a 0 behind each clause."""
        flat = array.array("i")
        flat.frombytes(self._native.clauses())
        return flat

    def clauses(self) -> Iterator[tuple[int, ...]]:
        """The clauses, in order."""
        clause: list[int] = []
        for literal in self.flat_clauses():
            if literal:
                clause.append(literal)
            else:
                yield tuple(clause)
                clause.clear()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Xssat):
            return NotImplemented
        return self._native == other._native

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Xssat: {self.n_vars} variables, {self.n_clauses} clauses>"


def read(
    data: bytes,
    *,
    file: str = "<string>",
    free: Free | None = None,
    warn: Callable[[str], None] | None = None,
) -> Xssat:
    """The formula that the text is; XSSAT or plain SDIMACS.

    free: where variables go that stand in a clause but in no quantifier line; None: an error
    warn: is told what was hardly meant so, one line each

    Raises InputError with the place.
    """
    try:
        native, warnings = _solver.Formula.read(data, free)
    except _solver.ParseError as error:
        place = Place(file, error.line, error.column, _line(data, error.line), max(1, error.width))
        raise InputError(error.message, place=place, hint=error.hint) from None
    if warn is not None:
        for line, column, message in warnings:
            warn(f"{file}:{line}:{column}: {message}")
    return Xssat(native)


def write(formula: Xssat) -> bytes:
    """The one text of the formula; the same bytes on every machine."""
    return formula.native.write()


def _line(data: bytes, number: int) -> str:
    """The line for an error message; bytes that are no UTF-8 are shown as �."""
    begin = 0
    for _ in range(number - 1):
        begin = data.find(b"\n", begin) + 1
    end = data.find(b"\n", begin)
    line = data[begin : end if end >= 0 else len(data)]
    return line.rstrip(b"\r").decode("utf-8", errors="replace")
