"""Reports: tables, fitted growth and plots of recorded results; same results, same bytes."""

from __future__ import annotations

import builtins
import json
import re
from pathlib import Path

import pytest

from gdlc.bench.record import HEADER, Record, write_line
from gdlc.bench.report.fit import fit
from gdlc.bench.report.page import filled
from gdlc.bench.report.results import Results, number
from gdlc.bench.report.table import Table
from gdlc.bench.report.tables import tables
from tests.cli_runs import inside

SIZES = (10, 20, 40, 80)


def record(engine: str, size: int, seconds: float | None, **more: object) -> Record:
    """Nim with so many objects, answered in so many seconds, or not within 60."""
    answered = seconds is not None
    values: dict[str, object] = {
        "game": f"nim:{size}:slip=1/4",
        "role": "xplayer",
        "horizon": f"{2 * size}",
        "objective": "win",
        "order": "" if engine == "search" else "baseline",
        "encoding": "" if engine == "search" else "lean",
        "engine": engine,
        "value": "1/2" if answered else "",
        "status": "exact" if answered else "bounds",
        "seconds": 2.0,
        "cpu_seconds": None if seconds is None else seconds + 1,
        "ground_cpu_seconds": 0.5,
        "solve_cpu_seconds": seconds,
        "peak_memory_bytes": size << 20,
        "variables": None if engine == "search" else 10 * size,
        "clauses": None if engine == "search" else 50 * size,
        "message": "" if answered else "between 0 and 1: the time limit of 60 s was reached",
        "timeout": 60.0,
        "program": "0.1.0+abc",
        "machine": "a | machine",
        "family": "Nim, one pile",
        "by": "objects",
        "size": float(size),
    }
    return Record(**{**values, **more})  # type: ignore[arg-type]


def recorded() -> list[Record]:
    found = []
    for size in SIZES:
        found.append(record("layers", size, size**2 / 1000))
        found.append(record("search", size, size / 100))
        found.append(record("dpll", size, 1.5**size / 100 if size < 40 else None))
    found[-1] = record("dpll", 80, None, status="skipped", message="it failed with 40 objects")
    other = record("", 10, 0.3, solver="Other", status="approximate", value="5000001/10000000")
    stopped = record("", 20, None, solver="Other", message="the memory limit was reached")
    return [*found, other, stopped]


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "results.csv"
    lines = [write_line(one, as_json=False) for one in recorded()]
    path.write_text(HEADER + "".join(lines))
    return path


def table(name: str, results: Results) -> Table:
    return next(one for one in tables(results) if one.name == name)


def test_tables_tell_who_answered_what():
    results = Results(recorded())
    assert results.contestants == [
        "dpll baseline lean",
        "layers baseline lean",
        "search",
        "Other baseline lean",
    ]
    counts = {row[0].split()[0]: row[1:7] for row in table("contestants", results).rows}
    assert counts == {
        "dpll": ("4", "2", "1", "1", "0", "0"),
        "layers": ("4", "4", "0", "0", "0", "0"),
        "search": ("4", "4", "0", "0", "0", "0"),
        "Other": ("2", "1", "1", "0", "0", "0"),
    }
    times = table("times", results)
    assert times.head[4:] == ("value", *results.contestants)
    assert times.rows[0][4:] == ("1/2", "0.577", "0.100", "0.100", "0.300")
    assert times.rows[1][-1] == "memory"
    assert times.rows[2][4:] == ("1/2", "> 60", "1.6", "0.400", "-")
    assert times.rows[3][5] == "-"
    assert table("memory", results).rows[0][5] == "10"
    formulas = table("formulas", results)
    assert formulas.rows[0] == (
        *("nim:10:slip=1/4", "xplayer", "20", "win", "baseline", "lean", "100", "500"),
        *("0.500", "-", "-"),
    )
    assert "differences" not in [one.name for one in tables(results)]


def test_growth_is_fitted_in_logarithms():
    rows = {row[4].split()[0]: row[5:] for row in table("growth", Results(recorded())).rows}
    assert rows["layers"][:4] == ("80", "4", "2.00", "1.000")
    assert rows["search"][2] == "1.00"
    assert rows["dpll"][0:2] == ("20", "2")
    assert rows["dpll"][4] == "1.500"
    assert rows["Other"][1:3] == ("-", "-")
    found = fit([(1.0, 3.0), (2.0, 6.0), (4.0, 12.0)])
    assert found is not None
    assert found.exponent == pytest.approx(1)
    assert found.value(10) == pytest.approx(30)
    assert fit([(1.0, 1.0), (1.0, 2.0)]) is None
    assert fit([(1.0, 0.0), (2.0, 2.0)]) is None
    flat = fit([(1.0, 2.0), (2.0, 2.0), (3.0, 2.0)])
    assert flat is not None
    assert (flat.exponent, flat.explained) == (0, None)


def test_repeated_runs_count_once_with_their_median():
    runs = [record("layers", 10, seconds, repeat=n) for n, seconds in enumerate((3, 1, 2), 1)]
    results = Results(runs)
    assert [cell.seconds for cell in results.of("layers baseline lean")] == [2]


@pytest.mark.parametrize(("time", "seconds"), [("solve", 3), ("stages", 3.5), ("process", 4)])
def test_times_are_of_the_last_stage_all_stages_or_the_process(time: str, seconds: float):
    results = Results([record("layers", 10, 3)], time)
    assert results.of("layers baseline lean")[0].seconds == seconds


def test_of_several_records_of_a_run_the_last_counts():
    results = Results([record("layers", 10, None), record("layers", 10, 3)])
    assert len(results.records) == 1
    assert results.records[0].value == "1/2"


def test_values_that_differ_have_a_table():
    wrong = record("search", 10, 1, value="1/3", expected="1/2", agrees="no")
    rows = table("differences", Results([record("layers", 10, 1), wrong])).rows
    assert [row[4:] for row in rows] == [
        ("search", "1/3", "1/2"),
        ("search", "1/3", "1/2 (layers baseline lean)"),
    ]


def test_numbers_have_three_digits():
    assert [number(value) for value in (0, 0.0004, 0.5, 1.234, 12.34, 1234.5)] == [
        *("0.000", "0.000", "0.500", "1.23", "12.3", "1234")
    ]


def test_a_report_is_a_folder_of_tables_and_plots(file: Path, capfd):
    pytest.importorskip("matplotlib")
    for folder in ("one", "two"):
        done = inside(capfd, "bench", "report", "results.csv", "-o", folder, "--json")
        assert done.returncode == 0, done.stderr
        document = json.loads(done.stdout)
        assert document["kind"] == "report"
        assert document["stats"]["plots"] == 5
    names = sorted(path.name for path in Path("one").iterdir())
    assert names == sorted(
        [
            *("report.md", "report.html", "results.json"),
            *(f"{name}.{kind}" for name in PLOTS for kind in ("png", "svg")),
        ]
    )
    for name in names:
        data = (Path("one") / name).read_bytes()
        assert data == (Path("two") / name).read_bytes(), name
        if name.endswith(".svg"):
            assert not re.search(rb"<dc:date>|\d{4}-\d\d-\d\dT", data)
    page = (Path("one") / "report.md").read_text()
    assert "| nim:80:slip=1/4 | xplayer | 160 | win | 1/2 | - | 6.4 | 0.800 | - |" in page
    assert "](cactus.svg)" in page
    assert "a \\| machine" in page
    assert "<td>nim:80:slip=1/4</td>" in (Path("one") / "report.html").read_text()
    assert len(json.loads((Path("one") / "results.json").read_text())["runs"]) == len(recorded())


PLOTS = (
    "cactus",
    "growth-nim-one-pile-xplayer-win",
    "scatter-dpll-baseline-lean",
    "scatter-layers-baseline-lean",
    "scatter-other-baseline-lean",
)


def test_settings_of_a_person_do_not_change_plots(file: Path, capfd, monkeypatch):
    matplotlib = pytest.importorskip("matplotlib")
    inside(capfd, "bench", "report", "results.csv", "-o", "one")
    with matplotlib.rc_context({"lines.linewidth": 7, "font.size": 20}):
        inside(capfd, "bench", "report", "results.csv", "-o", "two")
    for name in PLOTS:
        one, two = ((Path(at) / f"{name}.svg").read_bytes() for at in ("one", "two"))
        assert one == two, name


def test_scatter_plots_are_against_whom_one_says(file: Path, capfd):
    pytest.importorskip("matplotlib")
    call = ("bench", "report", "results.csv", "-o", "out", "--against")
    assert inside(capfd, *call, "layers baseline lean").returncode == 0
    assert (Path("out") / "scatter-search.svg").exists()
    assert not (Path("out") / "scatter-layers-baseline-lean.svg").exists()
    done = inside(capfd, *call, "nobody")
    assert done.returncode == 2
    assert "there is no contestant `nobody`" in done.stderr


def test_without_matplotlib_a_hint_says_what_to_do(file: Path, capfd, monkeypatch):
    import_module = builtins.__import__

    def without(name: str, *arguments: object, **more: object) -> object:
        if name.partition(".")[0] == "matplotlib":
            raise ImportError(name)
        return import_module(name, *arguments, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(builtins, "__import__", without)
    done = inside(capfd, "bench", "report", "results.csv", "-o", "out")
    assert done.returncode == 2
    assert "plots need matplotlib" in done.stderr
    assert "pip install 'gdlc[plots]'" in done.stderr
    assert (
        inside(capfd, "bench", "report", "results.csv", "-o", "out", "--no-plots").returncode == 0
    )
    assert (Path("out") / "report.md").exists()


def test_without_a_folder_the_tables_are_printed(file: Path, capfd):
    done = inside(capfd, "bench", "report", "results.csv")
    assert done.returncode == 0
    assert done.stdout.startswith("# Results\n")
    assert "## Growth" in done.stdout


def test_a_page_gets_its_tables_between_its_marks(file: Path, capfd):
    text = "before\n<!-- bench: growth -->\nold\n<!-- /bench -->\nafter\n"
    Path("page.md").write_text(text)
    done = inside(capfd, "bench", "report", "results.csv", "--page", "page.md")
    assert (done.returncode, done.stdout) == (0, "")
    page = Path("page.md").read_text()
    assert page.startswith("before\n<!-- bench: growth -->\n| family |")
    assert page.endswith("|\n<!-- /bench -->\nafter\n")
    assert "old" not in page
    found = tables(Results(recorded()))
    assert filled(page, found, "page.md") == page
    for text, message in (
        ("nothing", "has no marks"),
        ("<!-- bench: x -->\n<!-- /bench -->", "there is no table `x`"),
    ):
        Path("page.md").write_text(text)
        done = inside(capfd, "bench", "report", "results.csv", "--page", "page.md")
        assert done.returncode == 1
        assert message in done.stderr


def test_files_that_are_no_results_are_refused(file: Path, capfd):
    Path("empty.csv").write_text(HEADER)
    Path("other.csv").write_text("a,b\n1,2\n")
    Path("broken.csv").write_text(f"{HEADER}1,2\n")
    for name, message in (
        ("none.csv", "no such file"),
        ("empty.csv", "there are no results"),
        ("other.csv", "is no file of results"),
        ("broken.csv", "line 2 is no result"),
    ):
        done = inside(capfd, "bench", "report", name)
        assert done.returncode == 1
        assert f"{name}: {message}" in done.stderr


def test_a_line_that_was_cut_and_json_lines_are_read(file: Path, capfd):
    text = file.read_text()
    cut = text.splitlines(keepends=True)
    file.write_text("".join([*cut[:4], cut[4][:30]]))
    assert "nim:20" not in inside(capfd, "bench", "report", "results.csv").stdout
    lines = "".join(write_line(one, as_json=True) for one in recorded())
    Path("results.jsonl").write_text(lines)
    file.write_text(text)
    printed = [
        inside(capfd, "bench", "report", f"results.{end}").stdout for end in ("csv", "jsonl")
    ]
    assert printed[0] == printed[1]
