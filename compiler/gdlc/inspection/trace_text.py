"""Where an atom came from and went, as text for people."""

from __future__ import annotations

from fractions import Fraction

from gdlc.inspection.layout import counted, wrap
from gdlc.inspection.traced import FIRST, Found, InFormula, InProgram, InSheet, Trace

_ABSENT = {
    "gdl": "no statement gives it",
    "lp": "does not occur",
    "sqasp": "does not occur",
    "xssat": "no variable: it is certain, or no clause needs it",
}


def trace_text(trace: Trace) -> str:
    """The atoms one by one, for each file a paragraph."""
    lines: list[str] = []
    for one in trace.traces:
        lines += wrap(one.atom, "")
        for found in one.found:
            lines += _found(found, one.atom)
    if trace.near:
        lines += wrap(f"near: {', '.join(trace.near)}", "")
    more = len(trace.atoms) - len(trace.traces)
    if more > 0:
        last = trace.atoms[-1]
        lines += wrap(f"... and {more} more, up to {last}; name the step with @T", "")
    return "\n".join(lines) + "\n"


def _found(found: Found, atom: str) -> list[str]:
    place = found.place
    head = f"{found.file}: "
    if place is None:
        return wrap(head + _ABSENT[found.kind])
    match place:
        case InSheet():
            lines = wrap(head + f"{counted(len(place.statements), 'statement')} may give it")
            for line, text in place.statements:
                lines += wrap(f"line {line}: {text}", "    ")
            return lines
        case InProgram():
            return _program(head, place)
        case InFormula():
            return _formula(head, place, atom)


def _program(head: str, place: InProgram) -> list[str]:
    if place.instead is not None:
        return wrap(head + f"{place.instead} stands for it")
    parts = ["certain" if place.certain else "open"]
    if place.level is not None:
        parts = [f"level {place.level}, {place.quantifier}{_with(place.probability)}"]
    elif place.heads == 0:
        parts = ["never true: no rule derives it"]
    lines = wrap(head + ", ".join(parts))
    if place.lines:
        told = " ".join(map(str, place.lines))
        lines += wrap(f"from lines {told} of the rule sheet", "    ", 2)
    if place.stands_for:
        lines += wrap(f"stands for {' '.join(place.stands_for)}", "    ", 2)
    if place.heads:
        lines.append(f"    {counted(place.heads, 'rule')} with it in the head")
        lines += _shown(place.head_rules, place.heads)
    negative = f", {place.negative_uses} of them under `not`" if place.negative_uses else ""
    lines.append(f"    {counted(place.uses, 'rule')} with it in the body{negative}")
    return lines + _shown(place.use_rules, place.uses)


def _formula(head: str, place: InFormula, atom: str) -> list[str]:
    where = f"variable {place.variable} in block {place.block} of {place.blocks}"
    lines = wrap(f"{head}{where}, {place.quantifier}{_with(place.probability)}")
    if place.named != atom:
        same = "the opposite of" if place.opposite else "the same as"
        named = place.named or "this variable, which has no name"
        lines += wrap(f"{same} {named}", "    ", 2)
    if place.stands_for:
        told = ", ".join(place.stands_for[:FIRST])
        more = len(place.stands_for) - FIRST
        told += f" and {more} more" if more > 0 else ""
        lines += wrap(f"shared with {told}", "    ", 2)
    positive = counted(place.positive, "clause")
    lines.append(f"    {positive} with it, {place.negative} with its negation")
    # The first of each sign are shown.
    shown = min(place.positive, FIRST) + min(place.negative, FIRST)
    return lines + _shown(place.clauses[:shown], place.positive + place.negative)


def _with(probability: Fraction | None) -> str:
    return "" if probability is None else f" with probability {probability}"


def _shown(texts: tuple[str, ...], count: int) -> list[str]:
    lines = []
    for text in texts:
        lines += wrap(text, "      ")
    if count > len(texts):
        lines.append(f"      ... and {count - len(texts)} more")
    return lines
