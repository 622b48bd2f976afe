"""Two files of one kind, side by side: sizes, prefixes, and the atoms that only one of them has."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from gdlc.formats.errors import UsageError
from gdlc.formats.gdl import RuleSheet
from gdlc.formats.lp import GroundProgram, LpProgram
from gdlc.formats.sqasp import Sqasp
from gdlc.formats.xssat import Xssat
from gdlc.inspection.formula import FormulaSummary
from gdlc.inspection.prefix import KINDS, Block, signature
from gdlc.inspection.program import ProgramSummary
from gdlc.inspection.sheet import SheetSummary
from gdlc.inspection.stage import Stage
from gdlc.inspection.summary import Summary, summarise
from gdlc.stop import Stop

FIRST = 3  # atoms that are shown of a predicate
_WHAT = {"gdl": "a rule sheet", "lp": "a .lp", "sqasp": "a .sqasp", "xssat": "a .xssat"}


@dataclass(frozen=True)
class Size:
    """One measure of both files."""

    what: str
    one: int
    other: int


@dataclass(frozen=True)
class Only:
    """The atoms of a predicate that only one file has.

    count: how many
    first: some of them, in the order of the file
    """

    predicate: str
    count: int
    first: tuple[str, ...]


@dataclass(frozen=True)
class Choice:
    """The first block of choices in which two prefixes differ.

    number:     of the block, from 1
    one, other: what each has there, in words; None: no such block
    """

    number: int
    one: str | None
    other: str | None


@dataclass(frozen=True)
class Difference:
    """What differs between two files.

    shared:      atoms, or statements of rule sheets, that both have
    prefixes:    the blocks of each; None for kinds without prefix
    same_prefix: both have the same choices in the same blocks, innermost existential ones aside;
                 names count where all choices have one; None for kinds without prefix
    """

    kind: str
    files: tuple[str, str]
    sizes: tuple[Size, ...]
    shared: int
    only_one: tuple[Only, ...]
    only_other: tuple[Only, ...]
    prefixes: tuple[list[Block], list[Block]] | None = None
    same_prefix: bool | None = None
    differs_at: Choice | None = None


def compare(one: Stage, other: Stage, stop: Stop) -> Difference:
    """What two files of one kind have in common, and what not.

    Raises: UsageError for two kinds
    """
    if one.kind != other.kind:
        raise UsageError(
            f"{one.file} is {_WHAT[one.kind]}, {other.file} {_WHAT[other.kind]}: --diff compares"
            " two files of one kind",
            hint="compare stage by stage",
        )
    summaries = summarise(one, stop), summarise(other, stop)
    names = _names(one, stop), _names(other, stop)
    shared = sum(name in names[1] for name in names[0])
    prefixes = None
    same: bool | None = None
    at: Choice | None = None
    if summaries[0].prefix is not None and summaries[1].prefix is not None:
        prefixes = summaries[0].prefix, summaries[1].prefix
        at = _first_difference(_choices(one), _choices(other))
        same = at is None
    return Difference(
        one.kind,
        (one.file, other.file),
        tuple(_sizes(*summaries)),
        shared,
        _only(names[0], names[1]),
        _only(names[1], names[0]),
        prefixes,
        same,
        at,
    )


def measures(summary: Summary) -> dict[str, int]:
    """The numbers of a file that can be compared."""
    whole = summary.whole
    match whole:
        case SheetSummary():
            found = {"statements": whole.statements, "facts": whole.facts, "rules": whole.rules}
            found["relations"] = len(whole.relations)
        case ProgramSummary():
            found = {
                "atoms": whole.atoms,
                "rules": whole.rules,
                "facts": whole.certain,
                "normal rules": whole.normal,
                "choices": whole.choices,
                "constraints": whole.constraints,
                "body literals": whole.literals,
            }
        case FormulaSummary():
            found = {
                "variables": whole.variables,
                "named": whole.named,
                "clauses": whole.clauses,
                "literals": whole.literals,
                "largest cut": max(whole.cuts, default=0),
                "defined": whole.defined,
            }
    if summary.prefix is not None:
        found["blocks"] = len(summary.prefix)
        found["choices in them"] = sum(block.shape.size for block in choices_of(summary))
    if summary.size is not None:
        found["bytes"] = summary.size
    return found


def choices_of(summary: Summary) -> list[Block]:
    """The blocks of a prefix that choose: of a formula all but the innermost existential one."""
    prefix = summary.prefix or []
    if summary.kind == "xssat" and prefix and prefix[-1].shape.quantifier == "exists":
        return prefix[:-1]
    return prefix


def _sizes(one: Summary, other: Summary) -> list[Size]:
    left, right = measures(one), measures(other)
    return [Size(what, left[what], right[what]) for what in left if what in right]


def _names(stage: Stage, stop: Stop) -> Collection[str]:
    """The atoms of a file in its order; of a rule sheet its statements."""
    match stage.value:
        case RuleSheet():
            return {str(rule): None for rule in stage.value.rules}
        case LpProgram() | Sqasp():
            return _atoms(stage.value.program, stop)
        case Xssat():
            return dict.fromkeys(stage.value.names.values())


def _atoms(program: GroundProgram, stop: Stop) -> dict[str, None]:
    found: dict[int, None] = {}
    for n, rule in enumerate(program.rules):
        if n % 4096 == 0:
            stop.check()
        for value in (*rule.head, *rule.body):
            found[abs(value)] = None
    return {program.names[atom]: None for atom in found}


def _only(names: Collection[str], others: Collection[str]) -> tuple[Only, ...]:
    by_predicate: dict[str, list[str]] = {}
    for name in names:
        if name not in others:
            by_predicate.setdefault(_predicate(name), []).append(name)
    return tuple(
        Only(predicate, len(found), tuple(found[:FIRST]))
        for predicate, found in sorted(by_predicate.items())
    )


def _predicate(name: str) -> str:
    if not name.startswith("("):
        return signature(name)
    words = name.strip("(").split()  # a statement of a rule sheet: its head tells
    return (words[1] if words[0] == "<=" else words[0]).strip("()")


def _choices(stage: Stage) -> list[tuple[str, frozenset[str]]]:
    """The blocks that choose: the quantifier, and the names with their probabilities."""
    value = stage.value
    found: list[tuple[str, frozenset[str]]] = []
    if isinstance(value, Sqasp):
        by_level: dict[int, tuple[str, list[str]]] = {}
        for q in value.prefix:
            name = value.program.names[q.atom]
            text = name if q.probability is None else f"{name} {q.probability}"
            by_level.setdefault(q.level, (q.quantifier, []))[1].append(text)
        found = [(quantifier, frozenset(names)) for quantifier, names in by_level.values()]
    elif isinstance(value, Xssat):
        names = value.names
        for block in value.blocks[:-1]:
            texts = []
            for var in block.vars:
                text = names.get(var, f"x{var}")
                chance = block.quantifier == "r"
                texts.append(f"{text} {value.probability(var)}" if chance else text)
            found.append((KINDS[block.quantifier], frozenset(texts)))
    return found


def _first_difference(
    one: Sequence[tuple[str, frozenset[str]]], other: Sequence[tuple[str, frozenset[str]]]
) -> Choice | None:
    for number, (left, right) in enumerate(zip_longest(one, other), 1):
        if left != right:
            return Choice(number, _block_text(left, right), _block_text(right, left))
    return None


def _block_text(
    block: tuple[str, frozenset[str]] | None, beside: tuple[str, frozenset[str]] | None
) -> str | None:
    """A block in short: its quantifier, its size, and a name that the other one has not."""
    if block is None:
        return None
    quantifier, names = block
    alone = sorted(names - beside[1]) if beside is not None else []
    return f"{quantifier} {len(names)}" + (f", with {alone[0]}" if alone else "")
