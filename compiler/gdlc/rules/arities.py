"""Each relation and each function has one number of arguments, and one meaning."""

from __future__ import annotations

from collections.abc import Iterator

from gdlc.formats.gdl import (
    KEYWORD_ARITY,
    Atom,
    Distinct,
    Function,
    Goal,
    Not,
    Or,
    Rule,
    RuleSheet,
    Span,
    Term,
)
from gdlc.rules.finding import Finding, at


def functions(rule: Rule) -> Iterator[Function]:
    """All function terms of a rule, from left to right, those in others behind them."""
    stack: list[Goal | Term] = [*reversed((rule.head, *rule.body))]
    while stack:
        match stack.pop():
            case Function() as term:
                yield term
                stack.extend(reversed(term.args))
            case Atom(_, args):
                stack.extend(reversed(args))
            case Not(goal):
                stack.append(goal)
            case Or(goals):
                stack.extend(reversed(goals))
            case Distinct(left, right):
                stack.extend((right, left))
            case _:
                pass


def relations(rule: Rule) -> Iterator[Atom]:
    """The atoms of a rule that are no keywords'."""
    stack: list[Goal] = [*reversed((rule.head, *rule.body))]
    while stack:
        match stack.pop():
            case Atom() as atom:
                if atom.predicate not in KEYWORD_ARITY:
                    yield atom
            case Not(goal):
                stack.append(goal)
            case Or(goals):
                stack.extend(reversed(goals))
            case _:
                pass


class _Uses:
    """Where a kind of names stands first, with which number of arguments."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.first: dict[str, tuple[int, Span]] = {}

    def add(self, sheet: RuleSheet, name: str, arity: int, span: Span) -> Iterator[Finding]:
        known, where = self.first.setdefault(name, (arity, span))
        if known != arity:
            yield at(
                sheet,
                span,
                "two-arities",
                f"the {self.what} `{name}` has {_arguments(arity)} here and {known}"
                f" in line {where.line}",
                f"give `{name}` {_arguments(known)} here as in line {where.line},"
                " or rename one of them",
                (self.what, name, arity),
            )


def _arguments(number: int) -> str:
    return f"{number} argument{'s' * (number != 1)}"


def arities(sheet: RuleSheet) -> Iterator[Finding]:
    """Names with two numbers of arguments. The first use counts as the right one."""
    known_relations, known_functions = _Uses("relation"), _Uses("function")
    for rule in sheet.rules:
        for atom in relations(rule):
            yield from known_relations.add(sheet, atom.predicate, len(atom.args), atom.span)
        for term in functions(rule):
            if term.name == "<=":
                continue  # a rule inside another, told as that
            yield from known_functions.add(sheet, term.name, len(term.args), term.span)


def two_meanings(sheet: RuleSheet) -> Iterator[Finding]:
    """One name as relation and as function; a relation without rules is told as that."""
    produced = {rule.head.predicate for rule in sheet.rules}
    first: dict[str, Span] = {}
    asked: dict[str, Atom] = {}
    fluents: set[str] = set()
    for rule in sheet.rules:
        fluents.update(_fluent(rule.head))
        for atom in relations(rule):
            if atom.args and atom.predicate in produced:
                first.setdefault(atom.predicate, atom.span)
                if atom is not rule.head:
                    asked.setdefault(atom.predicate, atom)
    told: set[str] = set()
    for rule in sheet.rules:
        for term in functions(rule):
            if term.name in first and term.name not in told:
                told.add(term.name)
                yield at(
                    sheet,
                    term.span,
                    "relation-and-function",
                    f"`{term.name}` is a function here and a relation in line"
                    f" {first[term.name].line}",
                    "they have nothing to do with each other"
                    + _meant(term.name, asked.get(term.name) if term.name in fluents else None),
                )


def _fluent(head: Atom) -> Iterator[str]:
    """The name of the fluent that a rule makes true."""
    if head.predicate in ("init", "next"):
        yield from (arg.name for arg in head.args if isinstance(arg, Function))


def _meant(name: str, asked: Atom | None) -> str:
    if asked is None:
        return f": take two names, or remove the rules for the relation `{name}`"
    return (
        f"; was (true {asked}) meant in line {asked.span.line}, where {asked} stands?"
        " Else take two names"
    )
