"""What `inspect` counts is what the files hold, counted here in another way: by their text."""

from __future__ import annotations

import itertools
import random
import re
from array import array
from collections import Counter
from pathlib import Path

import pytest

import gdlc
from gdlc.formats import lp, sqasp, xssat
from gdlc.inspection.cuts import measure
from gdlc.inspection.definitions import defined
from gdlc.inspection.folding import fold
from gdlc.inspection.formula import FormulaSummary
from gdlc.inspection.prefix_text import folded_text
from gdlc.inspection.program import ProgramSummary
from gdlc.inspection.sheet import SheetSummary
from gdlc.stop import Stop

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
GAMES = [("ttt_block", "xplayer", 5), ("nim", "oplayer", 6), ("dice", "gambler", 4)]


WAYS = [(game, encoding) for game in GAMES for encoding in ("lean", "paper")]


@pytest.fixture(scope="module", params=WAYS, ids=lambda way: f"{way[0][0]}-{way[1]}")
def files(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory):
    """The files of all stages of a game."""
    (name, role, horizon), encoding = request.param
    folder = tmp_path_factory.mktemp(name)
    program = gdlc.ground(gdlc.load(EXAMPLES / f"{name}.kif"), role=role, horizon=horizon)
    quantified = gdlc.quantify(program, encoding=encoding)
    (folder / "g.lp").write_text(lp.write(program))
    (folder / "g.sqasp").write_text(sqasp.write(quantified))
    (folder / "g.xssat").write_bytes(xssat.write(gdlc.translate(quantified)))
    return folder


def statements(path: Path) -> list[str]:
    """The rules of a file of ours: lines that are no comment, no fact about the game, no prefix."""
    lines = path.read_text().splitlines()
    return [x for x in lines if not re.match(r"%|_gdlc\(|_(exists|forall|chance)\(", x)]


def atoms_in(text: str) -> list[str]:
    """Maximal terms that begin with a letter, by counting parentheses."""
    found, at = [], 0
    for match in re.finditer(r"_*[a-z][A-Za-z0-9_]*", text):
        if match.start() < at or match[0] == "not":
            continue
        end = match.end()
        if text[end : end + 1] == "(":
            depth = 0
            while True:
                depth += {"(": 1, ")": -1}.get(text[end], 0)
                end += 1
                if depth == 0:
                    break
        found.append(text[match.start() : end])
        at = end
    return found


@pytest.mark.parametrize("kind", ["lp", "sqasp"])
def test_rules_and_atoms_of_a_program_are_those_of_its_lines(files: Path, kind: str):
    (summary,) = gdlc.inspect(files / f"g.{kind}").files
    whole = summary.whole
    assert isinstance(whole, ProgramSummary)
    lines = statements(files / f"g.{kind}")
    assert whole.rules == len(lines)
    assert whole.choices == sum("{" in line for line in lines)
    assert whole.constraints == sum(line.startswith(":-") for line in lines)
    assert whole.certain == sum(":-" not in line and "{" not in line for line in lines)
    assert whole.normal == whole.rules - whole.choices - whole.constraints - whole.certain
    everywhere = Counter(atom for line in lines for atom in {*atoms_in(line)})
    assert whole.atoms == len(everywhere)
    by_predicate = Counter(atom.split("(")[0] for atom in everywhere)
    assert {p.name.split("/")[0]: p.atoms for p in whole.predicates} == by_predicate
    bodies = [line.partition(":-")[2] for line in lines]
    assert whole.literals == sum(len(atoms_in(body)) for body in bodies)
    by_step = Counter(int(re.findall(r"(\d+)\)$", a)[0]) for a in everywhere if a[-1] == ")")
    assert {step.step: step.atoms for step in whole.steps} == by_step


def test_the_prefix_of_a_program_is_that_of_its_facts(files: Path):
    (summary,) = gdlc.inspect(files / "g.sqasp").files
    found = re.findall(r"^_(exists|forall|chance)\((\d+),", (files / "g.sqasp").read_text(), re.M)
    sizes = Counter((int(level), quantifier) for quantifier, level in found)
    assert summary.prefix is not None
    assert {(b.level, b.shape.quantifier): b.shape.size for b in summary.prefix} == sizes


def clauses_and_blocks(path: Path) -> tuple[list[list[int]], list[tuple[str, list[int]]]]:
    """A formula read without the reader of the project."""
    clauses: list[list[int]] = []
    blocks: list[tuple[str, list[int]]] = []
    for line in path.read_text().splitlines():
        words = line.split()
        if words[0] in "ear":
            variables = [int(word) for word in words[1 + (words[0] == "r") : -1]]
            if blocks and blocks[-1][0] == words[0]:
                blocks[-1][1].extend(variables)
            else:
                blocks.append((words[0], variables))
        elif words[0] not in "cp":
            clauses.append([int(word) for word in words[:-1]])
    return clauses, blocks


def slow_cuts(clauses: list[list[int]], blocks: list[list[int]]) -> list[int]:
    """By the words of the definition."""
    cuts = []
    for boundary in range(1, len(blocks)):
        left = {var for block in blocks[:boundary] for var in block}
        cut = set()
        for clause in clauses:
            variables = {*map(abs, clause)}
            if variables - left:
                cut |= variables & left
        cuts.append(len(cut))
    return cuts


def test_the_numbers_of_a_formula_are_those_of_its_lines(files: Path):
    (summary,) = gdlc.inspect(files / "g.xssat").files
    whole = summary.whole
    assert isinstance(whole, FormulaSummary)
    clauses, blocks = clauses_and_blocks(files / "g.xssat")
    assert whole.clauses == len(clauses)
    assert whole.literals == sum(map(len, clauses))
    assert whole.lengths == Counter(map(len, clauses))
    assert whole.variables == sum(len(variables) for _, variables in blocks)
    letters = [block.shape.quantifier for block in whole.blocks]
    names = {"e": "exists", "a": "forall", "r": "chance"}
    assert letters == [names[kind] for kind, _ in blocks]
    assert [block.shape.size for block in whole.blocks] == [len(v) for _, v in blocks]
    assert [*whole.cuts] == slow_cuts(clauses, [variables for _, variables in blocks])
    assert whole.named == len(re.findall(r"^c x name ", (files / "g.xssat").read_text(), re.M))


def test_what_the_choices_decide_is_defined(files: Path):
    """The compiler promises to define every auxiliary variable in both directions."""
    (summary,) = gdlc.inspect(files / "g.xssat").files
    assert isinstance(summary.whole, FormulaSummary)
    names = re.findall(r"^c x name (\d+) (\S+)", (files / "g.xssat").read_text(), re.M)
    chosen = re.findall(r"^_exists\(\d+,(.*)\)\.", (files / "g.sqasp").read_text(), re.M)
    _, blocks = clauses_and_blocks(files / "g.xssat")
    moves = [name for var, name in names if int(var) in blocks[-1][1] and name in chosen]
    # Exactly one move is made: the others decide one of them.
    most = summary.whole.last - max(0, len(moves) - 1)
    if "encoding lean" in summary.whole.notes:
        # Where bodies have no variables, definitions are no gates any more.
        assert 0 < summary.whole.defined <= most
    else:
        assert summary.whole.defined == most


def random_clauses(rng: random.Random, n_vars: int) -> list[list[int]]:
    """Clauses in which some gates stand among others, some of them with a clause missing."""
    clauses = []
    for _ in range(rng.randint(1, 4)):
        output, *inputs = rng.sample(range(1, n_vars + 1), rng.randint(2, 4))
        output *= rng.choice((1, -1))
        inputs = [var * rng.choice((1, -1)) for var in inputs]
        gate = [[-output, one] for one in inputs] + [[output, *(-one for one in inputs)]]
        if rng.random() < 0.3:
            gate.pop(rng.randrange(len(gate)))
        clauses += gate
    for _ in range(rng.randint(0, 2)):
        picked = rng.sample(range(1, n_vars + 1), rng.randint(1, 3))
        clauses.append([var * rng.choice((1, -1)) for var in picked])
    rng.shuffle(clauses)
    return clauses


def flat(clauses: list[list[int]]) -> array[int]:
    return array("i", [literal for clause in clauses for literal in (*clause, 0)])


@pytest.mark.parametrize("seed", range(60))
def test_defined_variables_have_one_value_in_all_models(seed: int):
    rng = random.Random(seed)
    n_vars = 7
    clauses = random_clauses(rng, n_vars)
    free = {*range(rng.randint(2, 4), n_vars + 1)}
    found = defined(flat(clauses), n_vars, free, Stop())
    values: dict[tuple[bool, ...], set[tuple[bool, ...]]] = {}
    for model in itertools.product((False, True), repeat=n_vars):
        if all(any(model[abs(x) - 1] == (x > 0) for x in clause) for clause in clauses):
            outside = tuple(model[v - 1] for v in range(1, n_vars + 1) if v not in found)
            values.setdefault(outside, set()).add(tuple(model[v - 1] for v in sorted(found)))
    assert all(len(different) == 1 for different in values.values()), (seed, clauses, found)


@pytest.mark.parametrize(
    ("clauses", "expected"),
    [
        ([[-3, 1], [-3, 2], [3, -1, -2]], {3}),
        ([[3, 1], [3, 2], [-3, -1, -2]], {3}),
        ([[-3, 1], [3, -1, -2]], set()),
        ([[3, 4], [-3, -4]], {4}),  # each by the other: a circle
        ([[3, 4], [-3, -4], [-4, 1], [4, -1]], {3, 4}),
        ([[4], [3, 4], [-3, -4]], {3, 4}),
    ],
)
def test_gates_that_are_found(clauses: list[list[int]], expected: set[int]):
    assert defined(flat(clauses), 4, {3, 4}, Stop()) == expected


@pytest.mark.parametrize("seed", range(40))
def test_cuts_of_random_formulas(seed: int):
    rng = random.Random(seed)
    n_vars = rng.randint(1, 12)
    order = rng.sample(range(1, n_vars + 1), n_vars)
    marks = sorted(rng.sample(range(1, n_vars), rng.randint(0, n_vars - 1)))
    blocks = [order[i:j] for i, j in itertools.pairwise([0, *marks, n_vars])]
    clauses = [
        [var * rng.choice((1, -1)) for var in rng.sample(order, rng.randint(1, min(4, n_vars)))]
        for _ in range(rng.randint(0, 10))
    ]
    found = measure(flat(clauses), n_vars, blocks, Stop())
    assert [*found.cuts] == slow_cuts(clauses, blocks), seed
    assert found.lengths == Counter(map(len, clauses))


@pytest.mark.parametrize("seed", range(40))
def test_folding_loses_nothing(seed: int):
    rng = random.Random(seed)
    items = [rng.choice("abc") for _ in range(rng.randint(0, 5))] * rng.randint(1, 6)
    items += [rng.choice("ab") for _ in range(rng.randint(0, 9))]
    unfolded = []
    for run in fold(items):
        unfolded += items[run.first : run.first + run.length] * run.times
    assert unfolded == items


def test_folding_finds_what_repeats():
    runs = [(run.length, run.times) for run in fold([*"xabababyyyyz"])]
    assert runs == [(1, 1), (2, 3), (1, 4), (1, 1)]


def test_a_prefix_in_a_line():
    formula = xssat.read(b"p cnf 6 0\ne 1 2 0\nr 0.5 3 0\na 4 0\nr 0.5 5 0\na 6 0\n")
    (summary,) = gdlc.inspect(formula).files
    assert summary.prefix is not None
    # The reader adds an innermost existential variable.
    assert folded_text(summary.prefix) == "e 2, (r 1 (1/2), a 1) x 2, e 1"


def test_a_rule_sheet_in_numbers():
    (summary,) = gdlc.inspect(EXAMPLES / "ttt_block.kif").files
    whole = summary.whole
    assert isinstance(whole, SheetSummary)
    text = (EXAMPLES / "ttt_block.kif").read_text()
    assert whole.rules == len(re.findall(r"^\s*\(<=|(?<=\) )\(<=", text, re.M))
    assert whole.statements == whole.facts + whole.rules
    assert whole.roles == ("xplayer", "oplayer", "random")
    depends = {one.name: one.depends for one in whole.relations}
    assert depends["next/1"] == "moves"
    assert depends["taken/2"] == "state"
    assert depends["coordinate/1"] == "nothing"


@pytest.mark.parametrize("rules", ["(<= (base p) (base q))", "(<= (base ?x) (not (role ?x)))"])
def test_a_sheet_with_errors_is_told_without_what_it_cannot_tell(rules: str):
    (summary,) = gdlc.inspect(gdlc.formats.gdl.read(f"(role a) {rules}")).files
    assert isinstance(summary.whole, SheetSummary)
    assert summary.whole.fluents is None
    assert summary.whole.statements == 2


def test_base_and_input_by_rules_are_evaluated():
    (summary,) = gdlc.inspect(EXAMPLES / "ttt_block.kif").files
    assert isinstance(summary.whole, SheetSummary)
    # Nine squares, each chosen or marked by either player, and whose turn it is of three roles.
    assert summary.whole.fluents == 9 * 2 + 9 * 2 + 3
    assert summary.whole.moves == {"xplayer": 10, "oplayer": 10, "random": 3}


def test_facts_for_base_and_input_are_counted():
    sheet = "(role a)(role b)(base p)(base q)(base p)(input a m)(input a n)(input b m)"
    (summary,) = gdlc.inspect(gdlc.formats.gdl.read(sheet)).files
    assert isinstance(summary.whole, SheetSummary)
    assert summary.whole.fluents == 2
    assert summary.whole.moves == {"a": 2, "b": 1}
