"""The process that runs clingo ends with the one that asked, however that ended."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from gdlc.formats.errors import LimitReached
from gdlc.passes import clingo_process
from gdlc.stop import OutOfPatience, Patience, Stop
from tests import cli_runs

CHILD = Path(cli_runs.__file__).parents[1] / "compiler/gdlc/passes/clingo_child.py"
# Never ground to the end: a number for each number.
ENDLESS = "p(0). p(X+1) :- p(X), X < 2000000000. q(X,Y) :- p(X), p(Y)."


def test_a_killed_parent_leaves_no_child(tmp_path: Path) -> None:
    (tmp_path / "input").write_text(ENDLESS, encoding="ascii")
    # The parent starts the child, waits until it holds 80 MB, and is killed: it cannot clean up.
    code = (
        "import os, subprocess, sys\n"
        f"call = [sys.executable, {str(CHILD)!r}, str(os.getpid())]\n"
        "files = {'stdin': subprocess.PIPE, 'stdout': subprocess.DEVNULL}\n"
        "child = subprocess.Popen(call, **files)\n"
        'child.stdin.write(b\'["ground", "."]\\n\')\n'
        "child.stdin.flush()\n"
        "pages = 0\n"
        "while pages < 20000:\n"
        "    pages = int(open(f'/proc/{child.pid}/statm').read().split()[1])\n"
        "print('', file=sys.stderr, flush=True)\n"
        "child.wait()\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE, cwd=tmp_path)
    assert parent.stderr is not None
    parent.stderr.readline()
    os.kill(parent.pid, signal.SIGKILL)
    # The child holds the other end of the pipe, too: it is closed only when the child is gone.
    parent.communicate(timeout=cli_runs.PATIENCE)


def test_children_without_work_are_ended() -> None:
    with clingo_process.started(2):
        early = [*clingo_process._waiting]
        assert len(early) == 2
        with clingo_process.started(2):
            assert clingo_process._waiting == early, "an outer call has started them"
        worker = clingo_process.take()
        code, out, _ = worker.run("ground", {"input": b"a. {b}."}, Stop())
        assert code == 0
        assert out.startswith(b"asp 1 0 0")
        assert clingo_process._waiting == early[1:]
    assert clingo_process._waiting == []
    assert all(child._process.poll() is not None for child in early)
    assert not any(child._path.exists() for child in early)


def test_a_child_is_stopped_in_its_work() -> None:
    child = clingo_process.take()
    with pytest.raises(LimitReached):
        child.run("ground", {"input": ENDLESS.encode()}, Stop(timeout=0))
    assert child._process.poll() is not None


def test_patience_is_no_limit_of_the_user() -> None:
    with pytest.raises(OutOfPatience):
        Patience(Stop(100), 1e-9).check()
    with pytest.raises(Exception, match="memory limit") as caught:
        Patience(Stop(memory=1), 1e-9).check()
    assert not isinstance(caught.value, OutOfPatience)
