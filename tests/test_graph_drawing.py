"""Drawing state graphs: what Graphviz makes of the text, and how the verb ends."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import gdlc
from gdlc.formats.errors import ExternalError, LimitReached
from gdlc.machine.graph_draw import draw
from gdlc.stop import Stop
from tests import cli_runs
from tests.cli_runs import inside
from tests.test_graph import EXAMPLES, STUCK, example, sheet

needs_dot = pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")

LABELS_AND_ESCAPES = r"""
(role "x&lt) (role <b>\N)
(init &amp\G"q) (init é→λ)
(legal "x&lt \n&#65) (legal "x&lt b) (legal <b>\N c)
(<= (next (won \l\r)) (does "x&lt b))
(<= (next stay) (does "x&lt \n&#65))
(<= terminal (true (won ?x)))
(<= terminal (true stay))
(<= (goal "x&lt 100) (true (won \l\r)))
(<= (goal "x&lt 30) (not (true (won \l\r))))
(goal <b>\N 70)
"""


@needs_dot
def test_odd_words_come_through_the_drawing_unchanged():
    text = gdlc.graph(sheet(LABELS_AND_ESCAPES)).dot(labels="fluents")
    picture = ElementTree.fromstring(draw(text, "svg"))
    words = {node.text for node in picture.iter() if node.text}
    assert {'&amp\\G"q', "é→λ", "\\n&#65", "(won \\l\\r)", 'goal of "x&lt'} <= words
    assert "goal of <b>\\N" in words


@needs_dot
def test_controls_are_shown_as_escapes():
    text = gdlc.graph(sheet(STUCK.replace("a)", "a\1\x7f\ufffe)"))).dot(labels="fluents")
    assert "\1" not in text
    ElementTree.fromstring(draw(text, "svg"))


@needs_dot
@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.kif")), ids=lambda path: path.stem)
def test_every_example_can_be_drawn(path: Path):
    text = gdlc.graph(gdlc.load(path), max_states=25).dot()
    picture = ElementTree.fromstring(draw(text, "svg"))
    assert picture.tag.endswith("svg")


# The verb


def test_the_verb_writes_dot_on_standard_output(capfd: pytest.CaptureFixture[str]):
    done = inside(capfd, "graph", str(EXAMPLES / "ttt.kif"), "--depth", "1")
    assert done.returncode == 0
    assert done.stdout == gdlc.graph(example("ttt"), depth=1).dot()
    assert not done.stderr


def test_a_cut_graph_is_written_with_a_warning(capfd: pytest.CaptureFixture[str]):
    done = inside(capfd, "graph", str(EXAMPLES / "nim.kif"), "--max-states", "3")
    assert done.returncode == 0
    assert done.stderr == (
        "warning: the graph was cut at 3 states: 3 states are shown without all moves, dashed\n"
    )


@needs_dot
def test_the_ending_says_what_is_written(capfd: pytest.CaptureFixture[str], tmp_path: Path):
    starts = {"g.dot": b"digraph", "g.gv": b"digraph", "g.svg": b"<?xml", "g.PNG": b"\x89PNG"}
    for name, start in starts.items():
        path = tmp_path / name
        done = inside(
            capfd, "graph", str(EXAMPLES / "ttt.kif"), "--depth", "1", "-o", str(path), "--json"
        )
        assert done.returncode == 0
        assert path.read_bytes().startswith(start)
        assert '"states": 10' in done.stdout
    path = tmp_path / "g.dot"
    inside(capfd, "graph", str(EXAMPLES / "ttt.kif"), "--depth=1", "-o", str(path), "--format=svg")
    assert path.read_bytes().startswith(b"<?xml")


def test_without_graphviz_there_is_a_way_out(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PATH", str(tmp_path))
    done = inside(capfd, "graph", str(EXAMPLES / "ttt.kif"), "-o", str(tmp_path / "g.svg"))
    assert done.returncode == 5
    assert "Graphviz" in done.stderr
    assert "hint: install it" in done.stderr


def _fake_dot(folder: Path, script: str) -> None:
    path = folder / "dot"
    path.write_text(f"#!{sys.executable}\n{script}\n")
    path.chmod(0o755)


def test_a_drawing_that_fails_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    _fake_dot(tmp_path, "import sys; print('no such font', file=sys.stderr); sys.exit(3)")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ExternalError, match="`dot` ended with code 3: no such font"):
        draw("digraph {}", "svg")


def test_a_stop_ends_the_drawing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    started = tmp_path / "pid"
    _fake_dot(
        tmp_path,
        f"import os, sys\nopen({str(started)!r}, 'w').write(f'{{os.getpid()}} ')\n"
        "os.read(os.pipe()[0], 1)",  # nobody ever writes there
    )
    monkeypatch.setenv("PATH", str(tmp_path))

    class WhenStarted(Stop):
        def check(self) -> None:
            if started.exists() and started.read_text().endswith(" "):
                raise LimitReached("enough")

    with pytest.raises(LimitReached):
        draw("digraph {}", "svg", WhenStarted())
    with pytest.raises(ProcessLookupError):
        os.kill(int(started.read_text()), 0)


def test_ctrl_c_ends_exploring(tmp_path: Path):
    (tmp_path / "game.kif").write_text(cli_runs.large_game())
    run = cli_runs.Running("graph", "game.kif", folder=tmp_path)
    run.wait_until_input_is_read()
    code, out, _ = run.end(signal.SIGINT)
    assert (code, out) == (130, "")


def test_a_reader_that_has_enough_is_no_failure(tmp_path: Path):
    done = cli_runs.shell(
        f"$GDLC graph {EXAMPLES}/ttt.kif | head -1; echo ${{PIPESTATUS[0]}}", tmp_path
    )
    assert done.stdout.splitlines() == [b"digraph states {", b"0"]


def test_an_output_that_cannot_be_written(tmp_path: Path):
    done = cli_runs.gdlc("graph", str(EXAMPLES / "ttt.kif"), "-o", str(tmp_path / "no" / "g.dot"))
    assert done.returncode == 6
