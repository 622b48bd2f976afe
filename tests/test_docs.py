"""What the pages say is true: commands print what stands there, lists are whole, links lead on.

In a page, `<!-- file: NAME -->` before a code block names a file that the commands of all pages
find; `<!-- made by: COMMAND -->` says what prints the block; a `console` block holds commands
behind `$` and what they print, where a line `...` stands for any lines, and `...` within a line for
any text.

    python -m tests.test_docs        writes what the commands print now into the pages
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import gdlc
from gdlc.cli.app import VERBS
from gdlc.formats import errors, lp, sqasp

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted(
    path
    for pattern in ("*.md", "docs/**/*.md", "formats/**/*.md", "examples/*.md")
    for path in ROOT.glob(pattern)
)
_BLOCK = re.compile(
    r"(?:<!-- (?P<kind>file|made by): (?P<what>.+?) -->\n)?"
    r"^```(?P<language>\w*)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
_ANYTHING = "..."


@dataclass(frozen=True)
class Block:
    """A code block: kind and what of the comment before it, language behind its ```, text."""

    kind: str
    what: str
    language: str
    text: str


def blocks(page: str) -> Iterator[Block]:
    for match in _BLOCK.finditer(page):
        yield Block(match["kind"] or "", match["what"] or "", match["language"], match["text"])


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def page_text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def lay_files(folder: Path) -> None:
    """What the commands of a page find: the examples, and the files that the pages show."""
    (folder / "examples").symlink_to(ROOT / "examples")
    for path in PAGES:
        for block in blocks(page_text(path)):
            if block.kind == "file":
                (folder / block.what).write_text(block.text, encoding="utf-8")


def output_of(command: str, folder: Path) -> str:
    """What a line of bash prints, on both streams; `gdlc` and `python` are those of the tests."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"],
        cwd=folder,
        env={**os.environ, "PATH": path, "COLUMNS": "100"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=120,
        check=False,
    )
    return done.stdout.decode()


def commands(text: str) -> Iterator[tuple[str, str]]:
    """The commands of a console block, each with what it is said to print."""
    command, printed = "", ""
    for line in text.splitlines(keepends=True):
        if line.startswith("$ "):
            if command:
                yield command, printed
            command, printed = line[2:].rstrip("\n"), ""
        elif command.endswith("\\"):
            command = f"{command}\n{line.rstrip()}"
        else:
            printed += line
    if command:
        yield command, printed


def fits(said: str, printed: str) -> bool:
    pattern = ""
    for line in said.splitlines():
        if line == _ANYTHING:
            pattern += "(?:.*\n)*"
        else:
            pattern += ".*".join(map(re.escape, line.split(_ANYTHING))) + "\n"
    return re.fullmatch(pattern, printed) is not None


@pytest.mark.parametrize(
    ("said", "printed", "fit"),
    [
        ("a\n", "a\n", True),
        ("", "a\n", False),
        ("a\n...\nb\n", "a\n1\n2\nb\n", True),
        ("a ... b\n", "a 1 b\n", True),
        ("a ... b\n", "a\nb\n", False),
        ("a.c\n", "abc\n", False),
    ],
)
def test_three_dots_stand_for_anything(said: str, printed: str, fit: bool) -> None:
    assert fits(said, printed) is fit


def runs(text: str) -> Iterator[tuple[str, str]]:
    """All commands of a page, with what they are said to print."""
    for block in blocks(text):
        if block.kind == "made by":
            yield block.what, block.text
        elif block.language == "console":
            yield from commands(block.text)


@pytest.mark.parametrize("path", [p for p in PAGES if [*runs(page_text(p))]], ids=name_of)
def test_commands_print_what_the_page_says(path: Path, tmp_path: Path) -> None:
    lay_files(tmp_path)
    for command, said in runs(page_text(path)):
        printed = output_of(command, tmp_path)
        assert fits(said, printed), f"{command}\nsaid:\n{said}\nprinted:\n{printed}"


def asp_files() -> list[tuple[str, str]]:
    return [
        (f"{name_of(path)}, block {number}", block.text)
        for path in PAGES
        for number, block in enumerate(blocks(page_text(path)), 1)
        if block.language == "prolog"
    ]


@pytest.mark.parametrize("text", [pytest.param(text, id=name) for name, text in asp_files()])
def test_clingo_takes_the_programs_of_the_pages(text: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "clingo", "--quiet", "-"],
        input=text.encode(),
        capture_output=True,
        timeout=120,
        check=False,
    )
    printed = done.stdout + done.stderr
    assert b"SATISFIABLE" in printed, printed.decode()
    assert b"error" not in printed, printed.decode()


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_links_lead_somewhere(path: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", page_text(path), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
        if "://" not in target:
            assert (path.parent / target).exists(), target


def rows(path: Path, heading: str) -> list[list[str]]:
    """The cells of the table below a heading, without its head, marks of code removed."""
    section = re.split(rf"^#+ {re.escape(heading)}$", page_text(path), flags=re.MULTILINE)[1]
    section = re.split(r"^#", section, maxsplit=1, flags=re.MULTILINE)[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_the_readme_lists_every_verb() -> None:
    assert sorted(row[0] for row in rows(ROOT / "README.md", "The verbs")) == sorted(VERBS)


def test_the_readme_lists_every_exit_code() -> None:
    listed = {int(row[0]) for row in rows(ROOT / "README.md", "Exit codes")}
    raised = {cls.exit_code for cls in errors.GdlcError.__subclasses__()}
    assert listed == {0, 4, 143} | raised


def test_the_architecture_lists_every_pass_file() -> None:
    folder = ROOT / "compiler" / "gdlc" / "passes"
    files = {path.name for path in folder.glob("*.py")} - {"__init__.py"}
    listed = [row[0] for row in rows(ROOT / "ARCHITECTURE.md", "The passes")]
    listed += [row[0] for row in rows(ROOT / "ARCHITECTURE.md", "What the passes share")]
    assert sorted(listed) == sorted(files)


def test_the_pages_name_the_versions_of_the_formats() -> None:
    assert f"% gdlc lp {lp.file.VERSION}" in page_text(ROOT / "formats" / "lp" / "README.md")
    assert f"% gdlc sqasp {sqasp.file.VERSION}" in page_text(
        ROOT / "formats" / "sqasp" / "README.md"
    )


def test_every_format_has_a_page() -> None:
    folders = {path.parent.name for path in (ROOT / "formats").glob("*/__init__.py")}
    pages = {path.parent.name for path in (ROOT / "formats").glob("*/README.md")}
    assert folders == pages


def test_the_targets_of_make_are_there() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for path in PAGES:
        for target in re.findall(r"\bmake ([a-z][a-z-]*)(?=[`\n ])", "".join(_code(path))):
            assert re.search(rf"^{target}:", makefile, re.MULTILINE), (name_of(path), target)


def _code(path: Path) -> Iterator[str]:
    text = page_text(path)
    for block in blocks(text):
        yield block.text
    for span in re.findall(r"`([^`\n]+)`", text):
        yield f"{span}\n"


def test_one_version() -> None:
    pyproject = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert f'\nversion = "{gdlc.__version__}"\n' in pyproject
    newest = re.search(r"^## \[([^\]]+)\]", page_text(ROOT / "CHANGELOG.md"), re.MULTILINE)
    assert newest is not None
    assert newest[1] in (gdlc.__version__, "Unreleased")


def updated(page: str, run: Callable[[str], str]) -> str:
    """The page with what its commands print now."""

    def block(match: re.Match[str]) -> str:
        text = match["text"]
        if match["kind"] == "made by":
            new = text if fits(text, run(match["what"])) else run(match["what"])
        elif match["language"] == "console":
            new = ""
            for command, said in commands(text):
                printed = run(command)
                new += f"$ {command}\n{said if fits(said, printed) else printed}"
        else:
            return match[0]
        begin, end = match.start("text") - match.start(), match.end("text") - match.start()
        return match[0][:begin] + new + match[0][end:]

    return _BLOCK.sub(block, page)


def update() -> None:
    for path in PAGES:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            lay_files(folder)
            old = page_text(path)
            new = updated(old, lambda command, folder=folder: output_of(command, folder))
        if new != old:
            path.write_text(new, encoding="utf-8")
            print(f"changed: {name_of(path)}")


if __name__ == "__main__":
    update()
