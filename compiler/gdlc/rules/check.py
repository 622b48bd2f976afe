"""What is wrong with a rule sheet, all findings at once, each with its place and a way out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gdlc.formats.errors import InputError, Place
from gdlc.formats.gdl import (
    KEYWORD_ARITY,
    RANDOM,
    Atom,
    Constant,
    Function,
    Rule,
    RuleSheet,
    Span,
    Term,
    Variable,
    atoms,
    variables,
)
from gdlc.rules.dependency import Depends, dependencies
from gdlc.rules.normal_form import Comparison, FlatRule, Literal, flatten

_WORDS = frozenset({*KEYWORD_ARITY, "not", "or", "distinct", "<="})
_NEVER_HEADS = {
    "true": "say what holds next with `next`, and first with `init`",
    "does": "moves are chosen by the players; say which they may choose with `legal`",
}
_NEVER_PREMISES = {
    "init": "the first state is seen through `true` in it",
    "next": "derive a relation of your own and use it in both places",
    "base": "`base` only lists what may become true",
    "input": "`input` only lists what may be done; use `legal`",
}


@dataclass(frozen=True)
class Finding:
    """severity: `error` or `warning`; place: None where the whole sheet is meant."""

    severity: str
    message: str
    place: Place | None
    hint: str | None = None


def check(sheet: RuleSheet) -> list[Finding]:
    """All findings, in the order of the sheet; those about the whole sheet come first."""
    findings = [*_missing(sheet)]
    for test in (_keywords, _arities, _facts, _safety):
        findings += test(sheet)
    if not any(f.severity == "error" for f in findings):
        findings += _directions(sheet)
    unique = dict.fromkeys(findings)
    return sorted(unique, key=lambda f: (f.place.line, f.place.column) if f.place else (0, 0))


def require(sheet: RuleSheet) -> None:
    """Raise the first error that `check` finds, if there is one."""
    errors = [f for f in check(sheet) if f.severity == "error"]
    if not errors:
        return
    first = errors[0]
    message = first.message
    if len(errors) > 1:
        message += f" (and {len(errors) - 1} more: `gdlc check` shows all)"
    raise InputError(message, place=first.place, file=sheet.file, hint=first.hint)


def _missing(sheet: RuleSheet) -> Iterator[Finding]:
    heads = {rule.head.predicate for rule in sheet.rules}
    whole = Place(sheet.file, 1, 1)
    for name, example in (
        ("role", "(role xplayer)"),
        ("legal", "(<= (legal ?r (mark ?c)) ...)"),
        ("terminal", "(<= terminal ...)"),
        ("goal", "(<= (goal xplayer 100) ...)"),
    ):
        if name not in heads:
            yield Finding(
                "error", f"there is no rule for `{name}`", whole, f"add one, such as {example}"
            )
    if "role" in heads and not any(role != RANDOM for role in sheet.roles):
        yield Finding("error", "there is no player besides `random`", whole, "add (role player)")


def _keywords(sheet: RuleSheet) -> Iterator[Finding]:
    for rule in sheet.rules:
        head = rule.head
        if head.predicate in _NEVER_HEADS:
            yield Finding(
                "error",
                f"`{head.predicate}` cannot be derived by a rule",
                sheet.place(head.span),
                _NEVER_HEADS[head.predicate],
            )
        if head.predicate == "role" and rule.body:
            yield Finding(
                "error",
                "`role` can only be a fact",
                sheet.place(head.span),
                "write one fact (role NAME) for each role",
            )
        for atom in (head, *(a for goal in rule.body for a, _ in atoms(goal))):
            yield from _keyword_use(sheet, atom, atom is not head)


def _keyword_use(sheet: RuleSheet, atom: Atom, in_body: bool) -> Iterator[Finding]:
    name = atom.predicate
    if in_body and name in _NEVER_PREMISES:
        yield Finding(
            "error",
            f"`{name}` cannot be a premise",
            sheet.place(atom.span),
            _NEVER_PREMISES[name],
        )
    for term in atom.args:
        for word, span in _words(term):
            if word.lower() in _WORDS:
                yield Finding(
                    "error",
                    f"the keyword `{word}` cannot be a constant or a function",
                    sheet.place(span),
                    "choose another name",
                )


def _words(term: Term) -> Iterator[tuple[str, Span]]:
    match term:
        case Constant(name, span):
            yield name, span
        case Function(name, args, span):
            yield name, span
            for arg in args:
                yield from _words(arg)
        case Variable():
            pass


def _arities(sheet: RuleSheet) -> Iterator[Finding]:
    relations: dict[str, tuple[int, Span]] = {}
    functions: dict[str, tuple[int, Span]] = {}

    def compare(
        known: dict[str, tuple[int, Span]], what: str, name: str, arity: int, span: Span
    ) -> Iterator[Finding]:
        first = known.setdefault(name, (arity, span))
        if first[0] != arity:
            yield Finding(
                "error",
                f"the {what} `{name}` has {arity} arguments here and {first[0]}"
                f" in line {first[1].line}",
                sheet.place(span),
                "give it the same number of arguments everywhere, or use two names",
            )

    def terms(args: tuple[Term, ...]) -> Iterator[Finding]:
        for term in args:
            if isinstance(term, Function):
                yield from compare(functions, "function", term.name, len(term.args), term.span)
                yield from terms(term.args)

    for rule in sheet.rules:
        for atom in (rule.head, *(a for goal in rule.body for a, _ in atoms(goal))):
            expected = KEYWORD_ARITY.get(atom.predicate)
            if expected is None:
                yield from compare(relations, "relation", atom.predicate, len(atom.args), atom.span)
            elif len(atom.args) != expected:
                yield Finding(
                    "error",
                    f"`{atom.predicate}` takes {expected} argument{'s' * (expected != 1)},"
                    f" {len(atom.args)} stand here",
                    sheet.place(atom.span),
                )
            yield from terms(atom.args)


def _facts(sheet: RuleSheet) -> Iterator[Finding]:
    for rule in sheet.rules:
        if not rule.body:
            for variable in variables(rule.head):
                yield Finding(
                    "error",
                    f"the variable {variable} stands in a fact",
                    sheet.place(variable.span),
                    "a fact is about constants; give the rule a premise that binds the variable",
                )


def _safety(sheet: RuleSheet) -> Iterator[Finding]:
    for rule in sheet.rules:
        if not rule.body:
            continue
        seen: set[str] = set()
        for flat in flatten(RuleSheet((rule,), sheet.file, lines=sheet.lines)):
            for variable, why in _unsafe(flat):
                if variable.name not in seen:
                    seen.add(variable.name)
                    yield Finding(
                        "error",
                        f"unsafe variable {variable}: {why}",
                        sheet.place(variable.span),
                        f"bind {variable} in a positive premise",
                    )


def _unsafe(rule: FlatRule) -> Iterator[tuple[Variable, str]]:
    bound = {
        v.name
        for premise in rule.body
        if isinstance(premise, Literal) and premise.positive
        for v in variables(premise.atom)
    }
    equations = [p for p in rule.body if isinstance(p, Comparison) and p.equal]
    for _ in equations:  # as many rounds as equations: each may bind what another one needs
        for equation in equations:
            sides = (equation.left, equation.right)
            for one, other in (sides, sides[::-1]):
                if all(v.name in bound for v in variables(other)):
                    bound.update(v.name for v in variables(one))
    for premise in rule.body:
        if isinstance(premise, Literal) and not premise.positive:
            for variable in variables(premise.atom):
                if variable.name not in bound:
                    yield variable, "it occurs only under `not`"
        elif isinstance(premise, Comparison):
            for term in (premise.left, premise.right):
                for variable in variables(term):
                    if variable.name not in bound:
                        yield variable, "it occurs only in `distinct`"
    for variable in variables(rule.head):
        if variable.name not in bound:
            yield variable, "no positive premise binds it"


_NOT_ON_STATE = ("init", "base", "input")
_NOT_ON_MOVES = ("legal", "terminal", "goal")


def _directions(sheet: RuleSheet) -> Iterator[Finding]:
    depends = dependencies(flatten(sheet))

    def worst(rule: Rule) -> tuple[Depends, Atom] | None:
        found = [
            (depends.get(atom.predicate, Depends.NOTHING), atom)
            for goal in rule.body
            for atom, _ in atoms(goal)
        ]
        return max(found, key=lambda pair: pair[0], default=None)

    for rule in sheet.rules:
        name, found = rule.head.predicate, worst(rule)
        if found is None:
            continue
        on, atom = found
        if name in _NOT_ON_STATE and on >= Depends.STATE:
            yield Finding(
                "error",
                f"`{name}` depends on the state through `{atom.predicate}`",
                sheet.place(atom.span),
                f"`{name}` can use only relations that are the same in all states",
            )
        elif name in _NOT_ON_MOVES and on >= Depends.MOVES:
            yield Finding(
                "error",
                f"`{name}` depends on the moves through `{atom.predicate}`",
                sheet.place(atom.span),
                f"`{name}` is asked before the players have moved; use `true`",
            )
