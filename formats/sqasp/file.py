"""The `.sqasp` file: valid clingo input, the prefix as facts.

_exists(L,a). _forall(L,a). _chance(L,P,Q,a).   L a positive level, P/Q a probability
_quantify(L,a).                                 exists at odd levels, forall at even ones
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from gdlc.formats.errors import InputError
from gdlc.formats.lp import (
    END,
    GroundProgram,
    NotGround,
    aspif,
    facts_lines,
    header,
    not_ground,
    read_rules,
    rules_text,
    smodels,
    take_facts,
)
from gdlc.formats.lp.numbered import HIDDEN
from gdlc.formats.lp.terms import split
from gdlc.formats.sqasp.program import (
    CHANCE,
    EXISTS,
    FORALL,
    Quantified,
    Sqasp,
    SqaspSource,
)

KIND = "sqasp"
VERSION = 1

_ARITY = {"_exists": 2, "_forall": 2, "_chance": 4, "_quantify": 2}
_ATOM = re.compile(r"-?_*[a-z]")
_FACT = re.compile(r"^_gdlc\(", re.MULTILINE)
_SAVED = re.compile(r"% saved (\w+): (.*)")
_SAME = re.compile(r"% same (.*?): (.*)")
_OURS = re.compile(r"%\s*gdlc\s")
_FORMULA = re.compile(r"(?:c\s.*\n)*(?:c gdlc xssat\b|p\s+cnf\s)")
_SHEET = re.compile(r"(?:\s|;.*\n)*\((?:role|init|<=)\s")


def write(sqasp: Sqasp) -> str:
    """The text of a `.sqasp` file. The same program gives the same text on every machine."""
    lines = [f"% gdlc {KIND} {VERSION}"]
    if sqasp.facts is not None:
        lines += facts_lines(sqasp.facts)
        lines += [f"_gdlc(encoding,{sqasp.encoding}).", f"_gdlc(order,{sqasp.order})."]
    lines += [f"% saved {idea}: {text}" for idea, text in sqasp.saved.items()]
    lines += [f"% same {atom}: {' '.join(others)}" for atom, others in sqasp.same.items()]
    lines += _prefix_lines(sqasp)
    return "\n".join(lines) + "\n" + rules_text(sqasp.program) + END + "\n"


def _refuse_other_stages(text: str, file: str) -> None:
    """Name the verb for what is no program at all; clingo would only find a wrong word in it."""
    for pattern, what, verb in (
        (_FORMULA, "a formula", "solve"),
        (_SHEET, "a rule sheet", "ground"),
    ):
        if pattern.match(text):
            raise InputError(
                f"this is {what}; a program is expected", file=file, hint=f"`gdlc {verb}` reads it"
            )


def _prefix_lines(sqasp: Sqasp) -> Iterator[str]:
    for q in sqasp.prefix:
        name = sqasp.program.name(q.atom)
        if q.probability is not None:
            p = q.probability
            yield f"_chance({q.level},{p.numerator},{p.denominator},{name})."
        else:
            yield f"_{q.quantifier}({q.level},{name})."


def read(text: str, file: str = "<string>") -> Sqasp | SqaspSource:
    """Read a `.sqasp` file, or what a grounder printed: smodels or aspif.

    A file with our first line is read at once if its rules are ground; anything else is a
    program that clingo has to ground first.
    Raises: InputError for another kind or version, a cut file, or a wrong prefix.
    """
    if aspif.recognise(text):
        return _take_shown_prefix(aspif.read(text.encode(), file), file)
    if smodels.recognise(text):
        return _take_shown_prefix(smodels.read(text, file), file)
    if not _OURS.match(text):
        _refuse_other_stages(text, file)
        return SqaspSource(text, file)
    header(text, KIND, VERSION, file)
    program = GroundProgram()
    try:
        read_rules(text, program)
    except NotGround as error:
        if _FACT.search(text[: _offset(text, error.line)]):
            raise not_ground(error, text, file) from None
        return SqaspSource(text, file)
    if not program.native.derived("_gdlc"):
        _forbid_opposites(program)
        return take_prefix(program, file)
    encoding, order = _take_choice(program, "encoding"), _take_choice(program, "order")
    facts = take_facts(program, file)
    # A game in which nobody has a choice has no prefix.
    sqasp = take_prefix(program, file, required=False)
    sqasp.facts, sqasp.encoding, sqasp.order = facts, encoding or "lean", order or "baseline"
    for line in text.split("\n", 1)[1].split("\n"):
        if (match := _SAVED.match(line)) is not None:
            sqasp.saved[match[1]] = match[2]
        elif (match := _SAME.match(line)) is not None:
            sqasp.same[match[1]] = match[2].split(" ")
        elif not line.startswith("_gdlc(") and line:
            break
    return sqasp


def _take_choice(program: GroundProgram, key: str) -> str | None:
    """What the fact `_gdlc(key,...)` says, if there is one."""
    for atom, is_fact in program.native.derived("_gdlc"):
        _, args = split(program.name(atom))
        if is_fact and len(args) == 2 and args[0] == key:
            return args[1]
    return None


def _offset(text: str, line: int) -> int:
    """Where a line begins."""
    at = 0
    for _ in range(line - 1):
        at = text.index("\n", at) + 1
    return at


def _forbid_opposites(program: GroundProgram) -> None:
    """Add what clingo adds for strong negation: `a` and `-a` are not both true."""
    pairs = [
        (atom, program.find(name[1:]))
        for atom, name in enumerate(program.names)
        if name.startswith("-")
    ]
    if not pairs:
        return
    said = {frozenset(rule.body) for rule in program.rules if not rule.head and rule.is_plain}
    for opposite, atom in pairs:
        if atom is not None and {atom, opposite} not in said:
            program.add([], [atom, opposite])


def _take_shown_prefix(program: GroundProgram, file: str) -> Sqasp:
    """The prefix of a program whose names a grounder wrote: `#show` may have left some out.

    Where every atom has a name, a quantified atom without rules is one that no rule derives. Else
    it may be one of the nameless, though others of its predicate have names: `#show e(X) : e(X),
    X < 3.` hides some of them. To take it for underivable would give a wrong value without a word.

    Raises: InputError also for a quantified atom that may be one of those without a name.
    """
    size = len(program)
    sqasp = take_prefix(program, file)
    nameless = any(
        program.names[atom].startswith(HIDDEN) for rule in program.rules for atom in rule.head
    )
    for q in sqasp.prefix:
        if q.atom > size and nameless:
            raise InputError(
                f"the quantified atom `{program.names[q.atom]}` has no name in this program:"
                " a `#show` statement hides it, or no rule derives it",
                file=file,
                hint="show all quantified atoms, or give the program to `gdlc translate` as text",
            )
    return sqasp


def take_prefix(program: GroundProgram, file: str, *, required: bool = True) -> Sqasp:
    """Turn the quantifier facts of a ground program into a prefix and remove them.

    required: that there is a prefix
    Raises: InputError for a quantifier that is no fact, an atom quantified twice, two
            quantifiers at one level, a level below 1, a probability outside [0, 1], a
            denominator 0, no prefix at all.
    """
    native = program.native
    prefix: list[Quantified] = []
    seen: dict[int, str] = {}
    taken = [pair for name in _ARITY for pair in native.derived(name)]
    # As they stand in the text: that is the order of their numbers.
    for atom, is_fact in sorted(taken):
        text = program.name(atom)
        if not is_fact:
            raise InputError(
                f"`{text}` is not a fact once the program is ground",
                file=file,
                hint="quantifiers may have conditions only on facts",
            )
        name, args = split(text)
        if name not in _ARITY:
            raise InputError(f"`{text}` is no atom", file=file)
        if len(args) != _ARITY[name]:
            raise InputError(
                f"`{text}` has {len(args)} arguments, {_ARITY[name]} are expected", file=file
            )
        quantified = _quantified(program, name, args, text, file)
        if quantified.atom in seen:
            raise InputError(
                f"the atom `{args[-1]}` is quantified twice:"
                f" `{seen[quantified.atom]}` and `{text}`",
                file=file,
                hint="leave one of them",
            )
        seen[quantified.atom] = text
        prefix.append(quantified)
    if required and not prefix:
        raise InputError(
            "there is no prefix: not one fact `_exists(L,a)`, `_forall(L,a)` or `_chance(L,P,Q,a)`",
            file=file,
            hint="add quantifiers; in smodels or aspif output, `#show` statements hide them",
        )
    prefix.sort(key=lambda q: q.level)
    for before, after in pairwise(prefix):
        if before.level == after.level and before.quantifier != after.quantifier:
            raise InputError(
                f"level {after.level} has two quantifiers: {before.quantifier} for"
                f" `{program.names[before.atom]}` and {after.quantifier} for"
                f" `{program.names[after.atom]}`",
                file=file,
                hint="give one of them a level of its own",
            )
    program.hold(program.native.without(program.native.deriving([atom for atom, _ in taken])))
    return Sqasp(program, prefix, file=file)


def _quantified(
    program: GroundProgram, name: str, args: list[str], text: str, file: str
) -> Quantified:
    def integer(word: str, what: str) -> int:
        if not re.fullmatch(r"-?[0-9]+", word):
            raise InputError(f"{what} `{word}` in `{text}` is no integer", file=file)
        return int(word)

    level = integer(args[0], "the level")
    if level < 1:
        raise InputError(
            f"the level {level} in `{text}` is not positive", file=file, hint="levels start at 1"
        )
    if not _ATOM.match(args[-1]):
        raise InputError(f"`{args[-1]}` in `{text}` is no atom", file=file)
    atom = program.atom(args[-1])
    if name == "_chance":
        numerator = integer(args[1], "the numerator")
        denominator = integer(args[2], "the denominator")
        if denominator == 0:
            raise InputError(f"the denominator in `{text}` is 0", file=file)
        probability = Fraction(numerator, denominator)
        if not 0 <= probability <= 1:
            raise InputError(
                f"the probability {probability} in `{text}` is outside [0, 1]", file=file
            )
        return Quantified(atom, level, CHANCE, probability)
    if name == "_quantify":
        return Quantified(atom, level, EXISTS if level % 2 else FORALL)
    return Quantified(atom, level, name[1:])
