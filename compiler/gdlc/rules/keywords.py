"""Keywords in their places, and the parts that every game has."""

from __future__ import annotations

from collections.abc import Iterator

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
from gdlc.rules.finding import Finding, about, at
from gdlc.rules.unify import bindings

_WORDS = frozenset({*KEYWORD_ARITY, "not", "or", "distinct", "<="})
_NEVER_HEADS = {
    "true": "write `next` for what holds after the moves, `init` for what holds first",
    "does": "players choose what they do; write `legal` for what they may choose",
}
NEVER_PREMISES = {
    "init": "in a rule ask for the state with `true`; the first state is one, too",
    "next": "give the condition a relation of its own, and use it here and in the rule for `next`",
    "base": "`base` only lists what may become true; ask for what is true with `true`",
    "input": "`input` only lists what may be done; ask with `legal`, or with `does`",
    "sees": "`sees` only says what a player is shown; ask for the condition itself",
}
_OF_FLUENTS = ("init", "true", "next", "base")
_MOST_ROLES = 6  # that a hint names
_PARTS = {
    "role": ("no-role", "the game has no role", "add a fact for each player, such as (role white)"),
    "legal": (
        "no-legal",
        "nothing says which moves are legal",
        "add rules for `legal`, such as (<= (legal white (mark ?x)) (true (free ?x)))",
    ),
    "terminal": (
        "no-terminal",
        "nothing says when the game is over",
        "add rules for `terminal`, such as (<= terminal (true (step 10)))",
    ),
    "goal": (
        "no-goal",
        "nothing says what the players get in the end",
        "add rules for `goal`, such as (<= (goal white 100) (true (won white)))",
    ),
}
_SHAPES = {
    "role": "(role NAME)",
    "init": "(init FLUENT)",
    "true": "(true FLUENT)",
    "next": "(next FLUENT)",
    "base": "(base FLUENT)",
    "does": "(does ROLE MOVE)",
    "legal": "(legal ROLE MOVE)",
    "input": "(input ROLE MOVE)",
    "goal": "(goal ROLE VALUE)",
    "sees": "(sees ROLE WHAT)",
    "terminal": "terminal",
}


def missing(sheet: RuleSheet) -> Iterator[Finding]:
    """Parts without which there is no game."""
    heads = {rule.head.predicate for rule in sheet.rules}
    for name, (code, message, hint) in _PARTS.items():
        if name not in heads:
            yield about(sheet, code, f"{message}: there is no rule for `{name}`", hint)
    if set(sheet.roles) == {RANDOM}:
        yield about(
            sheet,
            "no-player",
            "there is no player besides `random`",
            "add a fact for each player, such as (role white)",
        )


def keywords(sheet: RuleSheet) -> Iterator[Finding]:
    """Keywords where they cannot stand, or with a wrong number of arguments."""
    for rule in sheet.rules:
        head = rule.head
        if head.predicate in _NEVER_HEADS:
            kind = "derived by a rule" if rule.body else "a fact"
            yield at(
                sheet,
                head.span,
                "keyword-as-head",
                f"`{head.predicate}` cannot be {kind}",
                _NEVER_HEADS[head.predicate],
                (head.predicate, kind),
            )
        if head.predicate == "role":
            yield from _role(sheet, rule)
        yield from _atom(sheet, rule, head)
        for goal in rule.body:
            for atom, _ in atoms(goal):
                if atom.predicate in NEVER_PREMISES:
                    yield at(
                        sheet,
                        atom.span,
                        "keyword-as-premise",
                        f"`{atom.predicate}` cannot be a premise",
                        _other_premise(sheet, head, atom),
                        (atom.predicate, head.predicate),
                    )
                yield from _atom(sheet, rule, atom)


def _other_premise(sheet: RuleSheet, head: Atom, atom: Atom) -> str:
    """What to ask instead; never what must not be asked in such a rule either."""
    name = atom.predicate
    if name == "next" and head.predicate in ("terminal", "goal", "legal"):
        asked = Atom("true", atom.args)
        return f"`{head.predicate}` is asked in every state that is reached: write {asked}"
    if name in ("init", "base", "input"):
        users = _users(sheet, head.predicate)
        stateless = not users.isdisjoint(("init", "base", "input"))
        if stateless or (name == "input" and "legal" in users):
            return (
                f"give the condition a relation of its own, and use it here and in the rule for"
                f" `{name}`"
            )
        if name == "input" and not users.isdisjoint(("goal", "terminal")):
            return (
                "`input` only lists what may be done, the same in all states: leave this premise"
                " out, or ask with `legal` for what may be done in this state"
            )
    return NEVER_PREMISES[name]


def _users(sheet: RuleSheet, name: str) -> set[str]:
    """The relations that use this one, directly or through others, and itself."""
    users: dict[str, set[str]] = {}
    for rule in sheet.rules:
        for goal in rule.body:
            for atom, _ in atoms(goal):
                users.setdefault(atom.predicate, set()).add(rule.head.predicate)
    found = {name}
    pending = [name]
    while pending:
        new = users.get(pending.pop(), set()) - found
        found |= new
        pending += new
    return found


def _role(sheet: RuleSheet, rule: Rule) -> Iterator[Finding]:
    head = rule.head
    if rule.body:
        plain = _plain_roles(sheet, rule)
        yield at(
            sheet,
            head.span,
            "role-by-rule",
            "`role` cannot be derived by a rule: the roles must be plain to see",
            f"write {' '.join(f'(role {name})' for name in plain)} instead of this rule"
            if plain
            else "write a fact (role NAME) for each role instead of this rule",
        )
    elif len(head.args) == 1 and isinstance(head.args[0], Function):
        yield at(
            sheet,
            head.args[0].span,
            "role-name",
            f"the role {head.args[0]} is no single word",
            "name each role by one word, such as (role white)",
        )


def _plain_roles(sheet: RuleSheet, rule: Rule) -> list[str]:
    """The roles that a rule gives, where it has one premise, and that has few facts only."""
    if len(rule.body) != 1 or not isinstance(rule.body[0], Atom) or len(rule.head.args) != 1:
        return []
    premise, role = rule.body[0], rule.head.args[0]
    names: dict[str, None] = {}
    for other in sheet.rules:
        if other.head.predicate == premise.predicate:
            values = bindings(premise, other.head, {})
            if other.body or any(variables(other.head)):
                return []
            if values is not None:
                value = values.get(role.name) if isinstance(role, Variable) else role
                if not isinstance(value, Constant):
                    return []
                names[value.name] = None
    return [*names] if len(names) <= _MOST_ROLES else []


def _rule_inside(sheet: RuleSheet, rule: Rule, word: str, span: Span) -> bool:
    """Does the next rule begin here, since this one lacks a parenthesis?"""
    if word != "<=" or span.line == rule.span.line or span.line > len(sheet.lines):
        return False
    return not sheet.lines[span.line - 1][: span.column - 1].strip()


def _atom(sheet: RuleSheet, rule: Rule, atom: Atom) -> Iterator[Finding]:
    for term in atom.args:
        for word, span, _ in _words(term):
            if _rule_inside(sheet, rule, word, span):
                yield at(
                    sheet,
                    span,
                    "keyword-as-word",
                    f"a rule begins inside another: the one in line {rule.span.line} is not closed",
                    "add the missing `)` before this line, and remove one where there is one too"
                    " many",
                )
                return
    expected = KEYWORD_ARITY.get(atom.predicate)
    if expected is not None and len(atom.args) != expected:
        yield at(
            sheet,
            atom.span,
            "keyword-arity",
            f"`{atom.predicate}` takes {_arguments(expected)}, here it has {len(atom.args)}",
            _right_shape(atom, expected),
            (atom.predicate, len(atom.args)),
        )
    for term in atom.args:
        for word, span, is_function in _words(term):
            if word.lower() in _WORDS:
                what = "a function" if is_function else "a constant"
                yield at(
                    sheet,
                    span,
                    "keyword-as-word",
                    f"the keyword `{word}` stands here as {what}",
                    _other_word(atom, term, word, is_function),
                    (word, what),
                )


def _right_shape(atom: Atom, expected: int) -> str:
    """The premise as it may have been meant, where parentheses are missing; else the form."""
    form = f"write {_SHAPES[atom.predicate]}" + (" alone" if not expected else "")
    last = expected - 1
    if 0 <= last < len(atom.args) - 1 and isinstance(atom.args[last], Constant):
        inner = Function(str(atom.args[last]), atom.args[last + 1 :])
        meant = Atom(atom.predicate, (*atom.args[:last], inner))
        return f"{form}, with parentheses around the last: {meant}"
    return form


def _arguments(number: int) -> str:
    return ("no arguments", "1 argument")[number] if number < 2 else f"{number} arguments"


def _other_word(atom: Atom, term: Term, word: str, is_function: bool) -> str:
    if not is_function:
        return f"keywords are reserved; take another word, such as {word}1"
    if word.lower() in ("not", "or", "distinct"):
        return f"put `{word}` before the whole premise, as in ({word.lower()} (true ...))"
    is_fluent = word.lower() == "true" and atom.predicate in _OF_FLUENTS and len(atom.args) == 1
    if is_fluent and isinstance(term, Function) and term.name == word and len(term.args) == 1:
        meant = Atom(atom.predicate, term.args)
        return f"write {meant}: `{atom.predicate}` takes the fluent without `{word}`"
    if word.lower() in ("true", "does"):
        return f"write the inside alone, without `{word}`: `{atom.predicate}` takes it as it is"
    return f"keywords are reserved; take another word, such as {word}1"


def _words(term: Term) -> Iterator[tuple[str, Span, bool]]:
    stack = [term]
    while stack:
        match stack.pop():
            case Constant(name, span):
                yield name, span, False
            case Function(name, args, span):
                yield name, span, True
                stack.extend(reversed(args))
            case Variable():
                pass
