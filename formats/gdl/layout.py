"""Lays a rule sheet out for people: comments kept, long rules broken, one look for all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from gdlc.formats.errors import UsageError
from gdlc.formats.gdl.source import BLANKS
from gdlc.formats.gdl.tree import Comment, Rule, RuleSheet, Span
from gdlc.formats.gdl.write import one_line, parts

WIDTH = 100
LANGUAGES = ("kif", "hrf")
_INDENT = "    "
_MARKS = {"kif": ";", "hrf": "%"}


def fmt(sheet: RuleSheet, *, to: str | None = None) -> str:
    """The sheet in canonical layout. Layout of the result changes nothing.

    to:     `kif` or `hrf`; None: the language it was read in
    Keeps:  the rules and their order; comments, and one blank line where there were some
    Raises: UsageError for another language
    """
    language = to if to is not None else sheet.language
    if language not in LANGUAGES:
        raise UsageError(f"unknown language {language!r}", hint=f"one of {', '.join(LANGUAGES)}")
    return "".join(f"{line}\n" for line in _lines(sheet, language))


def _lines(sheet: RuleSheet, language: str) -> Iterator[str]:
    comments: dict[int, list[Comment]] = defaultdict(list)
    for comment in sheet.comments:
        comments[comment.rule].append(comment)
    begun = False
    for number in range(len(sheet.rules) + 1):
        found = comments.get(number, ())
        rule = sheet.rules[number] if number < len(sheet.rules) else None
        gap = rule is not None and _is_behind_gap(sheet, rule.span)
        for comment in found:
            if comment.part == 0 and comment.own:
                if rule is not None and comment.span[:2] > rule.span[:2]:
                    # Out of the rule: it begins the lines of the rule now.
                    blank, gap = gap, False
                else:
                    blank = _is_behind_gap(sheet, comment.span)
                if blank and begun:
                    yield ""
                yield _text(comment, language)
                begun = True
        if rule is not None:
            if gap and begun:
                yield ""
            yield from _rule(rule, found, language)
            begun = True


def _is_behind_gap(sheet: RuleSheet, span: Span) -> bool:
    """Whether it begins its line, and the line before is blank."""
    if not 1 < span.line <= len(sheet.lines):
        return False
    begins = not sheet.lines[span.line - 1][: span.column - 1].strip(BLANKS)
    return begins and not sheet.lines[span.line - 2].strip(BLANKS)


def _text(comment: Comment, language: str) -> str:
    return _MARKS[language] * comment.marks + comment.text


def _rule(rule: Rule, comments: Sequence[Comment], language: str) -> Iterator[str]:
    last = len(rule.body)
    before: dict[int, list[str]] = defaultdict(list)
    behind: dict[int, list[str]] = defaultdict(list)
    for comment in comments:
        if not comment.own:
            behind[comment.part].append(_text(comment, language))
        elif comment.part:
            before[comment.part].append(_text(comment, language))
    whole = one_line(rule, language)
    broken = len(whole) > WIDTH or before or any(part < last for part in behind)
    lines = list(enumerate(_broken(rule, language))) if last and broken else [(last, whole)]
    for part, line in lines:
        for text in before[part]:
            yield _INDENT + text
        first, *more = behind[part] or [""]
        yield f"{line}  {first}" if first else line
        for text in more:
            yield text if part == last else _INDENT + text


def _broken(rule: Rule, language: str) -> list[str]:
    """The head and each premise in a line of its own."""
    head, *body = parts(rule, language)
    if language == "kif":
        lines = [f"(<= {head}", *(_INDENT + premise for premise in body)]
        lines[-1] += ")"
        return lines
    joined = [f"{_INDENT}{premise} &" for premise in body[:-1]]
    return [f"{head} :-", *joined, _INDENT + body[-1]]
