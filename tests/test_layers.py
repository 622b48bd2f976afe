"""Imports point one way: compiler -> formats -> native; what checks others imports none of them."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
COMPILER = ROOT / "compiler" / "gdlc"
FORMATS = ROOT / "formats"
NATIVE = ROOT / "native"


@dataclass(frozen=True)
class Part:
    """What the modules below a name may import, besides the standard library and each other.

    ours:       modules of this project, with all below them
    others:     packages of others
    except_for: modules within `ours` that it may not import
    """

    ours: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    except_for: tuple[str, ...] = ()


_TOKENS = ("gdlc.stop", "gdlc.report")
_RULES_OF_A_GAME = ("gdlc.formats.gdl", "gdlc.formats.answer", "gdlc.formats.errors")

# The longest name that fits counts.
PARTS = {
    "gdlc.formats": Part(("gdlc.formats",), ("lark",), except_for=("gdlc.formats.xssat",)),
    "gdlc.formats.lp": Part(("gdlc.formats", "gdlc._asp"), except_for=("gdlc.formats.xssat",)),
    "gdlc.formats.xssat": Part(("gdlc.formats", "gdlc._solver")),
    "gdlc.formats.foreign": Part(("gdlc.formats",)),
    "gdlc.stop": Part(("gdlc.formats.errors", "gdlc.process_tree")),
    "gdlc.process_tree": Part(),
    "gdlc.report": Part(),
    "gdlc.option": Part(("gdlc.formats.errors",)),
    "gdlc.option_table": Part(
        (
            "gdlc.option",
            "gdlc.option_table_bench",
            "gdlc.option_table_games",
            "gdlc.option_table_sheets",
        )
    ),
    "gdlc.option_table_bench": Part(("gdlc.option",)),
    "gdlc.option_table_games": Part(("gdlc.option",)),
    "gdlc.option_table_sheets": Part(("gdlc.option",)),
    "gdlc.options": Part(("gdlc.formats.errors", "gdlc.option", "gdlc.option_table")),
    "gdlc.rules": Part(_RULES_OF_A_GAME),
    "gdlc.machine": Part(
        (
            *_RULES_OF_A_GAME,
            *_TOKENS,
            "gdlc.formats.lp",
            "gdlc.rules",
            "gdlc.passes.asp",
            "gdlc.passes.rule_text",
            "gdlc._machine",
        ),
        ("networkx",),
    ),
    "gdlc.machine.terms": Part(_RULES_OF_A_GAME),
    # What checks the others shares nothing with them.
    "gdlc.machine.interpreter": Part((*_RULES_OF_A_GAME, *_TOKENS, "gdlc.machine.terms")),
    "gdlc.search": Part(
        (*_RULES_OF_A_GAME, *_TOKENS, "gdlc.machine.terms", "gdlc.machine.interpreter")
    ),
    "gdlc.inspection": Part(
        (
            "gdlc.formats",
            "gdlc.rules",
            "gdlc.machine.examine_plays",
            "gdlc.passes.asp",
            "gdlc.stop",
        )
    ),
    "gdlc.passes": Part(("gdlc.formats", "gdlc.rules", "gdlc._asp", *_TOKENS)),
    "gdlc.passes.clingo_child": Part(("gdlc._asp",), ("clingo",)),
    "gdlc.solvers": Part(("gdlc.formats", "gdlc._solver", *_TOKENS)),
    # A script of its own, beside the solver that it starts.
    "gdlc.solvers.keeper": Part(),
    "gdlc.strategies": Part(("gdlc.formats", "gdlc.rules", "gdlc.machine", *_TOKENS)),
    "gdlc.strategies.verify": Part((*_RULES_OF_A_GAME, "gdlc.formats.strategy", "gdlc.machine")),
    "gdlc.api": Part(("gdlc",), except_for=("gdlc.cli", "gdlc._solver")),
    "gdlc.sheets": Part(("gdlc",), except_for=("gdlc.cli", "gdlc._solver")),
    "gdlc.bench": Part(
        ("gdlc.formats.answer", "gdlc.formats.errors", "gdlc.process_tree", *_TOKENS)
    ),
    "gdlc.bench.provenance": Part(("gdlc",), except_for=("gdlc.cli", "gdlc._solver")),
    "gdlc.bench.report.plots": Part(("gdlc.bench", "gdlc.formats.errors"), ("matplotlib",)),
    "gdlc.cli": Part(("gdlc",), ("typer", "rich"), except_for=("gdlc._solver",)),
    "gdlc": Part(("gdlc",), except_for=("gdlc._solver",)),
}


def imports(source: str, module: str, *, is_package: bool = False) -> Iterator[tuple[int, str]]:
    """Line and full name of all that a source imports; for `from m import n` that is `m.n`."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import():
                for alias in node.names:
                    yield node.lineno, alias.name
            case ast.ImportFrom():
                base = node.module or ""
                if node.level:
                    parts = module.split(".")
                    kept = len(parts) - node.level + is_package
                    base = ".".join([*parts[:kept], *filter(None, [node.module])])
                for alias in node.names:
                    yield node.lineno, f"{base}.{alias.name}"
            case ast.Call(
                func=ast.Name(id="__import__" | "import_module")
                | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                yield node.lineno, name
            case _:
                pass


def within(name: str, modules: tuple[str, ...]) -> bool:
    return any(name == module or name.startswith(f"{module}.") for module in modules)


def part_of(module: str) -> str:
    names = [name for name in PARTS if within(module, (name,))]
    return max(names, key=len)


def violations(source: str, module: str, *, is_package: bool = False) -> list[str]:
    """The imports of a module that its part does not allow, one line each."""
    name = part_of(module)
    part = PARTS[name]
    found = []
    for line, imported in imports(source, module, is_package=is_package):
        top = imported.split(".")[0]
        if top == "gdlc":
            wrong = not within(imported, (*part.ours, name)) or within(imported, part.except_for)
        else:
            wrong = top not in sys.stdlib_module_names and top not in part.others
        if wrong:
            found.append(f"{module}, line {line}: {name} must not import {imported}")
    return found


def modules() -> Iterator[tuple[str, Path]]:
    for prefix, folder in (("gdlc.formats", FORMATS), ("gdlc", COMPILER)):
        for path in sorted(folder.rglob("*.py")):
            words = [*path.relative_to(folder).with_suffix("").parts]
            if words[-1] == "__init__":
                words.pop()
            yield ".".join([prefix, *words]), path


@pytest.mark.parametrize(("module", "path"), [pytest.param(m, p, id=m) for m, p in modules()])
def test_a_module_imports_only_what_its_part_may(module: str, path: Path) -> None:
    is_package = path.name == "__init__.py"
    assert not violations(path.read_text(encoding="utf-8"), module, is_package=is_package)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("gdlc.formats.lp.text", "from gdlc.passes import asp"),
        ("gdlc.formats.lp.text", "from gdlc import _solver"),
        ("gdlc.formats.lp.text", "import gdlc"),
        ("gdlc.formats.lp.text", "from ...passes.asp import ground"),
        ("gdlc.formats.sqasp", "from gdlc.formats import xssat"),
        ("gdlc.formats.gdl.read", "import clingo"),
        ("gdlc.formats.xssat.formula", "from gdlc.solvers.native import solve"),
        ("gdlc.rules.check", "from gdlc.passes import ground"),
        ("gdlc.machine.interpreter.machine", "from gdlc.rules.dependency import Depends"),
        ("gdlc.machine.interpreter.machine", "def late():\n    from gdlc.formats import lp"),
        ("gdlc.machine.interpreter.order", "from gdlc.machine.game import Game"),
        ("gdlc.machine.game", "from gdlc import _solver"),
        ("gdlc.search.layers", "import gdlc._solver"),
        ("gdlc.search.layers", "from gdlc.formats.xssat import Xssat"),
        ("gdlc.search.layers", "import importlib\nimportlib.import_module('gdlc.passes.ground')"),
        ("gdlc.passes.ground", "from gdlc.search import search"),
        ("gdlc.passes.asp", "import clingo"),
        ("gdlc.passes.clingo_child", "from gdlc.stop import Stop"),
        ("gdlc.strategies.extract", "from gdlc import solvers"),
        ("gdlc.strategies.verify", "from gdlc.formats.xssat import Xssat"),
        ("gdlc.api", "from gdlc.cli.main import main"),
        ("gdlc.options", "import numpy"),
    ],
)
def test_the_check_finds_an_import_that_points_back(module: str, source: str) -> None:
    assert len(violations(f"import os\n{source}\n", module)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("gdlc.formats.sqasp.file", "from gdlc.formats.lp.terms import split"),
        ("gdlc.formats.xssat.formula", "from gdlc import _solver"),
        ("gdlc.search.layers", "from gdlc.machine.interpreter import Machine"),
        ("gdlc.passes.opponent", "from .moves import Choice"),
    ],
)
def test_the_check_allows_what_points_the_right_way(module: str, source: str) -> None:
    assert not violations(source, module)


# The native part: what each folder of native/ may include between quotation marks, and which
# angle brackets it may not.
_INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)', re.MULTILINE)
_OF_PYTHON = re.compile(r"pybind11/|Python\.h$|pyconfig\.h$")
NATIVE_PARTS = {
    "core/number": ("core/number/", "core/errors.hpp"),
    "core/formula": ("core/number/", "core/formula/", "core/errors.hpp", "core/stop.hpp"),
    "core": ("core/",),
    "app": ("app/", "core/"),
}


def bad_includes(text: str, place: str) -> list[str]:
    """The includes of a file of native/ that its folder does not allow.

    place: its path below native/
    """
    part = max(
        (name for name in NATIVE_PARTS if place.startswith(f"{name}/")), key=len, default=None
    )
    if part is None:
        return []
    found = []
    for quoted, angled in _INCLUDE.findall(text):
        if _OF_PYTHON.search(quoted or angled):
            found.append(f"{place} includes {quoted or angled}: only bind/ knows Python")
        elif quoted and not quoted.startswith(NATIVE_PARTS[part]):
            found.append(f"{place} includes {quoted}: {part} must not")
    return found


def native_files() -> list[Path]:
    return sorted(path for path in NATIVE.rglob("*") if path.suffix in (".cpp", ".hpp"))


def test_native_folders_include_only_what_they_may() -> None:
    assert native_files()
    for path in native_files():
        text = path.read_text(encoding="utf-8")
        assert not bad_includes(text, path.relative_to(NATIVE).as_posix())


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ("core/formula/read.cpp", "#include <pybind11/pybind11.h>"),
        ("core/dpll/search.hpp", "  # include <Python.h>"),
        ("core/dpll/search.hpp", '#include "app/print.hpp"'),
        ("core/formula/read.hpp", '#include "core/dpll/solver.hpp"'),
        ("core/number/rational.hpp", '#include "core/formula/formula.hpp"'),
        ("app/main.cpp", '#include "bind/solver.hpp"'),
    ],
)
def test_the_check_finds_a_wrong_include(place: str, text: str) -> None:
    assert len(bad_includes(f"#include <vector>\n{text}\n", place)) == 1
