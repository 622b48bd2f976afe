"""What is in a file, as text for people."""

from __future__ import annotations

from collections import Counter
from statistics import median_low

from gdlc.formats.lp import GameFacts
from gdlc.inspection.folding import fold
from gdlc.inspection.formula import FormulaSummary
from gdlc.inspection.layout import Cell, counted, cut, span, table, wrap
from gdlc.inspection.marks import Marks
from gdlc.inspection.prefix_text import prefix_lines
from gdlc.inspection.program import ProgramSummary, Step
from gdlc.inspection.sheet import SheetSummary
from gdlc.inspection.summary import Summary

_TITLES = {
    "gdl": "rule sheet",
    "lp": "ground program (.lp)",
    "sqasp": "quantified program (.sqasp)",
    "xssat": "formula (.xssat)",
}
_STEPS = 6  # rows at each end of the table of steps
_SAME = 10  # lines about atoms that stand for others
_LENGTHS = 8  # clauses of this length and above are counted together
_CUTS = 3  # largest cuts that are shown


def summary_text(summary: Summary) -> str:
    """The whole summary; no line is wider than the layout allows."""
    size = "" if summary.size is None else f", {counted(summary.size, 'byte')}"
    lines = wrap(f"{summary.file}: {_TITLES[summary.kind]}{size}", "")
    whole = summary.whole
    match whole:
        case SheetSummary():
            lines += _sheet(whole)
        case ProgramSummary():
            lines += _program(whole)
        case FormulaSummary():
            lines += _formula(whole)
    if summary.prefix is not None:
        lines += prefix_lines(summary.prefix, "block" if summary.kind == "xssat" else "level")
    if isinstance(whole, FormulaSummary):
        lines += _cuts(whole)
    lines += _marks(summary.marks)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _sheet(whole: SheetSummary) -> list[str]:
    lines = [cut(f"roles      {', '.join(whole.roles) or 'none'}")]
    lines.append(f"language   {whole.language}, sha256 {whole.sha256}")
    parts = [counted(whole.facts, "fact"), counted(whole.rules, "rule")]
    lines.append(f"statements {whole.statements}: {', '.join(parts)}")
    if whole.fluents is not None:
        lines.append(f"fluents    {whole.fluents}, by `base`")
    if whole.moves is not None:
        told = ", ".join(f"{role} {count}" for role, count in whole.moves.items())
        lines.append(cut(f"moves      {told}, by `input`"))
    lines.append(f"relations  {len(whole.relations)}")
    rows: list[list[Cell]] = [
        [one.name, one.depends, one.facts or None, one.rules or None, span(*one.lines)]
        for one in whole.relations
    ]
    return lines + table(["relation", "depends on", "facts", "rules", "lines"], rows)


def _game(facts: GameFacts) -> list[str]:
    lines = [
        cut(f"player     {facts.player}, of the roles {', '.join(facts.roles)}"),
        f"horizon    {counted(facts.horizon, 'step')}, objective {facts.objective}",
    ]
    if facts.source:
        lines.append(cut(f"source     sha256 {facts.source}"))
    return lines


def _program(whole: ProgramSummary) -> list[str]:
    lines = [] if whole.facts is None else _game(whole.facts)
    parts = [
        counted(whole.certain, "fact"),
        counted(whole.normal, "normal rule"),
        counted(whole.choices, "choice"),
        counted(whole.constraints, "constraint"),
    ]
    lines.append(f"atoms      {whole.atoms}")
    lines.append(f"rules      {whole.rules}: {', '.join(parts)}")
    sums = f"; {counted(whole.sums, 'rule')} with a sum as body" if whole.sums else ""
    lines.append(f"literals   {whole.literals} in bodies{sums}")
    rows: list[list[Cell]] = [
        [p.name, p.atoms, p.facts or None, p.rules or None, p.uses or None, span(p.first, p.last)]
        for p in whole.predicates
    ]
    head = ["predicate", "atoms", "facts", "rules", "used", "steps"]
    lines += ["predicates", *table(head, rows)]
    if whole.chosen:
        lines.append("choices")
        rows = [
            [c.who, c.what, c.rules, span(c.least, c.most), span(c.first, c.last)]
            for c in whole.chosen
        ]
        lines += table(["who", "of", "rules", "atoms in each", "steps"], rows)
    if whole.steps:
        lines += _steps(whole.steps)
    return lines


def _steps(steps: list[Step]) -> list[str]:
    """A line a step, equal ones together; of very many the first and the last ones."""
    numbers = [(s.atoms, s.facts, s.rules, s.choices, s.moves, s.constraints) for s in steps]
    rows: list[list[Cell]] = []
    for run in fold(numbers):
        if run.length == 1:
            first, last = steps[run.first].step, steps[run.end - 1].step
            rows.append([span(first, last), *numbers[run.first]])
        else:
            rows += [[str(steps[n].step), *numbers[n]] for n in range(run.first, run.end)]
    head = ["step", "atoms", "facts", "rules", "choices", "moves", "constraints"]
    if len(rows) <= 2 * _STEPS + 2:
        return ["steps", *table(head, rows)]
    gap: list[Cell] = ["...", *[None] * 6]
    shown = [*rows[:_STEPS], gap, *rows[-_STEPS:]]
    lines = ["steps", *table(head, shown)]
    atoms = sorted(step.atoms for step in steps)
    lines.append(
        f"  atoms of a step: least {atoms[0]}, median {median_low(atoms)}, most {atoms[-1]}"
    )
    return lines


def _formula(whole: FormulaSummary) -> list[str]:
    lines = _notes(whole.notes)
    unnamed = whole.variables - whole.named
    lines.append(f"variables  {whole.variables}: {whole.named} named, {unnamed} without a name")
    if whole.merged:
        lines.append(f"merged     {counted(whole.merged, 'atom')} in variables of other atoms")
    lines.append(f"clauses    {whole.clauses}, with {whole.literals} literals")
    if whole.lengths:
        lengths = Counter[int]()
        for length, count in whole.lengths.items():
            lengths[min(length, _LENGTHS)] += count
        told = [
            f"{length}{' and more' if length == _LENGTHS else ''}: {lengths[length]}"
            for length in sorted(lengths)
        ]
        longest = f" (longest {max(whole.lengths)})" if max(whole.lengths) > _LENGTHS else ""
        lines += wrap(f"lengths    {', '.join(told)}{longest}", "")
    if whole.last:
        lines.append(f"defined    at least {whole.defined} of the {whole.last} in the last block")
    return lines


def _notes(notes: tuple[str, ...]) -> list[str]:
    """Notes of one kind on one line."""
    texts: dict[str, list[str]] = {}
    for note in notes:
        key, _, text = note.partition(" ")
        texts.setdefault(key, []).append(text)
    return [cut(f"{key:10} {', '.join(found)}") for key, found in texts.items()]


def _cuts(whole: FormulaSummary) -> list[str]:
    if not whole.cuts:
        return []
    ordered = sorted(whole.cuts)
    lines = [
        f"cuts       {len(whole.cuts)}: variables left of a boundary in a clause with one right"
        " of it",
        f"  least {ordered[0]}, median {median_low(ordered)}, most {ordered[-1]}",
    ]
    largest = sorted(range(len(whole.cuts)), key=lambda n: (-whole.cuts[n], n))[:_CUTS]
    rows: list[list[Cell]] = []
    for n in largest:
        left = sum(block.shape.size for block in whole.blocks[: n + 1])
        rows.append([f"{n + 1} and {n + 2}", whole.cuts[n], left])
    return lines + table(["between blocks", "cut", "variables to the left"], rows)


def _marks(marks: Marks) -> list[str]:
    lines = []
    if marks.saved:
        lines.append("saved")
        width = max(len(one.idea) for one in marks.saved)
        for one in marks.saved:
            lines += wrap(f"{one.idea:{width}}  {one.what}")
    if marks.same:
        moves = sum(map(len, marks.same.values()))
        by = "1 other stands" if len(marks.same) == 1 else f"{len(marks.same)} others stand"
        lines.append(f"same       {counted(moves, 'atom')} for which {by}")
        for atom, others in [*marks.same.items()][:_SAME]:
            lines += wrap(f"{atom}: {' '.join(others)}", lines=2)
        if len(marks.same) > _SAME:
            lines.append(f"  ... and {len(marks.same) - _SAME} more; --json tells all")
    return lines
