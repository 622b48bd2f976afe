"""Makes an input on which a test fails small, and keeps it valid.

Delta debugging (Zeller and Hildebrandt 2002): leave out ever smaller pieces and keep what still
fails; then simplify what is left, one place at a time, until no single step is possible. Each step
makes the input smaller in a fixed order, so that the end is reached and the result is the same
each time. The test runs once for each text, and what it raises is not caught.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import TypeVar

from tests.oracles import sqasp_enumeration, xssat_enumeration
from tests.oracles.random_formulas import write
from tests.oracles.xssat_enumeration import Formula, Quantified

Fails = Callable[[str], bool]
Item = TypeVar("Item")

_QUANTIFIER = re.compile(r"_(exists|forall|quantify|chance)\(")


def _leave_out(items: list[Item], fails: Callable[[list[Item]], bool]) -> list[Item]:
    """A sublist that still fails, and of which no single item can be left out."""
    size = max(1, len(items) // 2)
    while True:
        at, before = 0, len(items)
        while at < len(items):
            rest = items[:at] + items[at + size :]
            if fails(rest):
                items = rest
            else:
                at += size
        if size == 1 and len(items) == before:
            return items
        size = max(1, size // 2)


# Formulas.


def shrink_formula(text: str, fails: Fails) -> str:
    """A smaller formula in the written form that still fails.

    Clauses, literals and variables go; what remains of the prefix becomes existential, or a fair
    coin, where that still fails. A text that does not fail, or fails only in its own layout, comes
    back as it is.

    Raises:  ValueError: `text` is not in the written form.
    """
    formula = xssat_enumeration.read(text)
    ask = cache(fails)
    # With comments the probabilities are exact. A fault in reading decimals needs them gone.
    for exact in (True, False):
        if ask(write(formula, exact=exact)):
            break
    else:
        return text

    def still(candidate: Formula) -> bool:
        return all(candidate.clauses) and ask(write(candidate, exact=exact))

    before = None
    while formula != before:
        before = formula
        formula = _fewer_clauses(formula, still)
        formula = _fewer_variables(formula, still)
        formula = _simpler_prefix(formula, still)
        if formula == before:
            formula = _merged_variables(formula, still)
    in_order = _renumbered(formula, in_order=True)
    formula = in_order if still(in_order) else formula
    bare = write(formula, exact=False)
    return bare if ask(bare) else write(formula, exact=exact)


def _fewer_clauses(formula: Formula, still: Callable[[Formula], bool]) -> Formula:
    clauses = _leave_out(
        list(formula.clauses), lambda rest: still(replace(formula, clauses=tuple(rest)))
    )
    for at, clause in enumerate(clauses):

        def with_clause(rest: list[int], at: int = at) -> bool:
            changed = (*clauses[:at], tuple(rest), *clauses[at + 1 :])
            return still(replace(formula, clauses=changed))

        clauses[at] = tuple(_leave_out(list(clause), with_clause))
    return replace(formula, clauses=tuple(clauses))


def _fewer_variables(formula: Formula, still: Callable[[Formula], bool]) -> Formula:
    """Leaves a variable out of all clauses, or fixes it to true or to false."""
    at = 0
    while at < len(formula.prefix):
        var = formula.prefix[at].var
        prefix = formula.prefix[:at] + formula.prefix[at + 1 :]
        rest = [tuple(lit for lit in clause if abs(lit) != var) for clause in formula.clauses]
        left_out = [clause for clause in rest if clause]
        pairs = list(zip(rest, formula.clauses, strict=True))
        when_true = [clause for clause, old in pairs if var not in old]
        when_false = [clause for clause, old in pairs if -var not in old]
        for clauses in (left_out, when_true, when_false):
            candidate = _renumbered(Formula(prefix, tuple(clauses)))
            if still(candidate):
                formula = candidate
                break
        else:
            at += 1
    return formula


def _merged_variables(formula: Formula, still: Callable[[Formula], bool]) -> Formula:
    """Puts an earlier variable, or its negation, in the place of a later one, where that fails.

    A gate that has become a copy of its input goes this way and no other.
    """
    for at, entry in enumerate(formula.prefix):
        prefix = formula.prefix[:at] + formula.prefix[at + 1 :]
        for earlier in formula.prefix[:at]:
            for instead in (earlier.var, -earlier.var):
                new = {entry.var: instead, -entry.var: -instead}
                clauses = [
                    tuple(dict.fromkeys(new.get(lit, lit) for lit in clause))
                    for clause in formula.clauses
                ]
                kept = [clause for clause in clauses if not any(-lit in clause for lit in clause)]
                candidate = _renumbered(Formula(prefix, tuple(kept)))
                if still(candidate):
                    return candidate
    return formula


def _simpler_prefix(formula: Formula, still: Callable[[Formula], bool]) -> Formula:
    for at, entry in enumerate(formula.prefix):
        simpler = [Quantified("e", entry.var)] if entry.kind != "e" else []
        if entry.kind == "r" and entry.probability != Fraction(1, 2):
            simpler.append(Quantified("r", entry.var, Fraction(1, 2)))
        for one in simpler:
            prefix = (*formula.prefix[:at], one, *formula.prefix[at + 1 :])
            if still(candidate := replace(formula, prefix=prefix)):
                formula = candidate
                break
    return formula


def _renumbered(formula: Formula, *, in_order: bool = False) -> Formula:
    """Variables 1..n without gaps; on request in the order of the prefix."""
    variables = [entry.var for entry in formula.prefix]
    if not in_order:
        variables.sort()
    number = {var: at for at, var in enumerate(variables, start=1)}
    return Formula(
        tuple(replace(entry, var=number[entry.var]) for entry in formula.prefix),
        tuple(
            tuple(number[lit] if lit > 0 else -number[-lit] for lit in clause)
            for clause in formula.clauses
        ),
    )


# Programs. Statements are texts, split at separators outside brackets and strings.


def shrink_program(text: str, fails: Fails) -> str:
    """A smaller program that still fails and that the enumeration accepts.

    Statements, literals, elements of braces, bounds, and `not` go; quantifiers become `_exists`
    or a fair coin where that still fails; at least one quantifier stays. One statement a line,
    without comments. A text that is not valid or does not fail comes back as it is.
    """

    def valid_and_fails(candidate: str) -> bool:
        try:
            sqasp_enumeration.prefix(candidate)
        except ValueError:
            return False
        return fails(candidate)

    ask = cache(valid_and_fails)

    def still(statements: list[str]) -> bool:
        return ask(_joined(statements))

    statements = [one for one in _pieces(_without_comments(text), ".") if one]
    if not still(statements):
        return text
    before: list[str] = []
    while statements != before:
        before = statements
        statements = _leave_out(statements, still)
        statements = _without_atoms(statements, still)
        statements = _simpler_statements(statements, still)
        lower = _with_lowest_levels(statements)
        if _size(_joined(lower)) < _size(_joined(statements)) and still(lower):
            statements = lower
        if statements == before:
            statements = _merged_atoms(statements, still)
    return _joined(statements)


def _joined(statements: list[str]) -> str:
    return "".join(f"{statement}.\n" for statement in statements)


def _size(text: str) -> tuple[int, str]:
    return len(text), text


def _simpler_statements(statements: list[str], still: Callable[[list[str]], bool]) -> list[str]:
    at = 0
    while at < len(statements):
        for simpler in _simpler_statement(statements[at]):
            if _size(simpler) >= _size(statements[at]):
                continue
            candidate = [*statements[:at], simpler, *statements[at + 1 :]]
            if still(candidate):
                statements = candidate
                break
        else:
            at += 1
    return statements


def _simpler_statement(statement: str) -> Iterator[str]:
    match = re.fullmatch(r"_(forall|chance)\(([^(),]*),(?:[^(),]*,[^(),]*,)?(.*)\)", statement)
    if match is not None:
        yield f"_exists({match[2]},{match[3]})"
        if match[1] == "chance":
            yield f"_chance({match[2]},1,2,{match[3]})"
    if statement.startswith(("#", ":~")):
        return
    head, body = _parts(statement)
    for at in range(len(body)):
        yield _rule(head, body[:at] + body[at + 1 :])
    if head and body:
        yield _rule("", body)
    for simpler in _simpler_literal(head):
        yield _rule(simpler, body)
    for at, literal in enumerate(body):
        for simpler in _simpler_literal(literal):
            yield _rule(head, [*body[:at], simpler, *body[at + 1 :]])


def _simpler_literal(literal: str) -> Iterator[str]:
    if literal.startswith("not "):
        yield literal.removeprefix("not ")
    braces = _braces(literal)
    if braces is None:
        return
    before, elements, after = braces
    for at in range(len(elements)):
        yield f"{before}{{{'; '.join(elements[:at] + elements[at + 1 :])}}}{after}"
    if len(elements) == 1 and not before and not after:
        yield elements[0]
    yield f"{{{'; '.join(elements)}}}"
    for at, element in enumerate(elements):
        positive = element.replace("not ", "", 1)
        yield f"{before}{{{'; '.join([*elements[:at], positive, *elements[at + 1 :]])}}}{after}"


def _without_atoms(statements: list[str], still: Callable[[list[str]], bool]) -> list[str]:
    """Leaves an atom out everywhere at once: its rules, its quantifier, its literals."""
    for atom in _atoms(statements):
        rest = [one for one in (_without_atom(one, atom) for one in statements) if one]
        if rest != statements and still(rest):
            statements = rest
    return statements


def _merged_atoms(statements: list[str], still: Callable[[list[str]], bool]) -> list[str]:
    """Puts one atom in the place of another: the way to shorten a chain of rules."""
    atoms = _atoms(statements)
    for old in atoms:
        for new in atoms:
            if old == new:
                continue
            # An atom is quantified once: if both are, the prefix of `new` stays.
            twice = any(_quantifies(one, new) for one in statements)
            kept = [one for one in statements if not (twice and _quantifies(one, old))]
            renamed = dict.fromkeys(_renamed(one, old, new) for one in kept)
            rest = [one for one in renamed if _parts(one)[0] not in _parts(one)[1]]
            if len(_atoms(rest)) < len(atoms) and still(rest):
                return rest
    return statements


def _renamed(statement: str, old: str, new: str) -> str:
    name = rf"(?<![\w'\"]){re.escape(old)}(?![\w'\"(])"
    return re.sub(name, lambda _: new, statement)


def _atoms(statements: list[str]) -> list[str]:
    """What stands as an atom in rules, in the order of its first occurrence."""
    found: list[str] = []
    for statement in statements:
        if not statement.startswith("#"):
            head, body = _parts(statement)
            found += [atom for literal in (head, *body) for atom in _leaves(literal)]
    return [atom for atom in dict.fromkeys(found) if re.match(r"-?[a-z]", atom)]


def _quantifies(statement: str, atom: str) -> bool:
    return bool(_QUANTIFIER.match(statement)) and _parts(statement)[0].endswith(f",{atom})")


def _without_atom(statement: str, atom: str) -> str:
    if statement.startswith("#"):
        return statement
    if _quantifies(statement, atom):
        return ""
    head, body = _parts(statement)
    kept = [one for one in (_literal_without(literal, atom) for literal in body) if one]
    head_kept = _literal_without(head, atom)
    if (head and not head_kept) or (not head and not kept):
        return ""
    return _rule(head_kept, kept)


def _literal_without(literal: str, atom: str) -> str:
    braces = _braces(literal)
    if braces is None:
        return "" if literal.removeprefix("not ") == atom else literal
    before, elements, after = braces
    kept = [element for element in elements if atom not in _leaves(element)]
    return f"{before}{{{'; '.join(kept)}}}{after}" if kept else ""


def _leaves(literal: str) -> list[str]:
    """The atoms that a literal, or an element of braces, consists of."""
    braces = _braces(literal)
    if braces is not None:
        return [atom for element in braces[1] for atom in _leaves(element)]
    parts = _pieces(literal, ":")
    return [part.removeprefix("not ") for part in parts[1:] or parts]


def _with_lowest_levels(statements: list[str]) -> list[str]:
    """The levels 1..n in place of any; a level that is no plain number stays."""
    found = [re.match(r"(_[a-z]+\()(\d+)(?=,)", statement) for statement in statements]
    levels = sorted({int(match[2]) for match in found if match})
    rank = {level: at for at, level in enumerate(levels, start=1)}
    return [
        f"{match[1]}{rank[int(match[2])]}{one[match.end() :]}" if match else one
        for one, match in zip(statements, found, strict=True)
    ]


def _rule(head: str, body: list[str]) -> str:
    # Behind the condition of a conditional literal a comma would go on with the condition.
    between = "; " if any(len(_pieces(literal, ":")) > 1 for literal in body) else ", "
    return f"{head} :- {between.join(body)}".lstrip() if body else head


def _parts(statement: str) -> tuple[str, list[str]]:
    """Head and body literals of a rule; a conditional literal is one literal."""
    head, *rest = _pieces(statement, ":-")
    body: list[str] = []
    for part in _pieces(rest[0], ";") if rest else []:
        conditional = len(_pieces(part, ":")) > 1
        body += [part] if conditional else _pieces(part, ",")
    return head, body


def _braces(literal: str) -> tuple[str, list[str], str] | None:
    """What stands before the braces, their elements, and what stands behind them."""
    match = re.fullmatch(r"([^{}\"]*)\{(.*)\}([^{}\"]*)", literal, re.DOTALL)
    return None if match is None else (match[1], _pieces(match[2], ";"), match[3])


def _pieces(text: str, separator: str) -> list[str]:
    """Splits at a separator outside brackets and strings, and strips the pieces.

    The dots of an interval and the colon of `:-` are no separators.
    """
    pieces: list[str] = []
    start = at = depth = 0
    for match in re.finditer(r'"(?:\\.|[^"\\])*"|\.\.|:-|:~|.', text, re.DOTALL):
        token, at = match[0], match.end()
        if token in ("(", "{", "["):
            depth += 1
        elif token in (")", "}", "]"):
            depth -= 1
        elif token == separator and depth == 0:
            pieces.append(text[start : match.start()].strip())
            start = at
    return [*pieces, text[start:at].strip()]


def _without_comments(text: str) -> str:
    return re.sub(
        r'("(?:\\.|[^"\\])*")|%\*.*?\*%|%[^\n]*',
        lambda match: match[1] or " ",
        text,
        flags=re.DOTALL,
    )
