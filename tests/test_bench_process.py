"""The process of a run: it keeps its limits or is killed, with all that it has started."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from pathlib import Path

import pytest

from gdlc.bench.process import Limits, Process
from gdlc.formats.errors import Interrupted
from gdlc.stop import Stop
from tests.cli_runs import PATIENCE

FOREVER = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
WAIT = "\nwhile True: time.sleep(1)"


def run(code: str, folder: Path, limits: Limits) -> tuple[Process, str]:
    code = f"import os; os.chdir({str(folder)!r})\n{code}"
    process = Process()
    reason = process.run([sys.executable, "-c", code], limits, Stop())
    return process, reason


def test_what_it_says_and_takes_is_known(tmp_path: Path):
    code = "import sys; print('out'); print('err', file=sys.stderr); sys.exit(3)"
    process, reason = run(code, tmp_path, Limits())
    assert (process.stdout, process.stderr, process.exit_code) == ("out\n", "err\n", 3)
    assert (reason, process.killed) == ("", False)
    assert process.seconds > 0
    assert process.cpu_seconds > 0
    assert (process.peak_memory or 0) > 1 << 20


def test_one_that_hangs_is_killed_with_its_children(tmp_path: Path, monkeypatch):
    monkeypatch.setattr("gdlc.bench.process._GRACE", 0.5)
    code = (
        f"import os; {FOREVER}child = os.fork()\n"
        f"open('pids', 'a').write(str(os.getpid()) + ' ')\nprint('said', flush=True){WAIT}"
    )
    process, reason = run(code, tmp_path, Limits(timeout=1.0))
    assert process.killed
    assert reason == "the time limit of 1 s was reached"
    assert "said" in process.stdout
    pids = (tmp_path / "pids").read_text().split()
    assert len(pids) == 2
    for pid in pids:
        assert not _lives(int(pid))


def test_one_that_takes_too_much_memory_is_killed(tmp_path: Path):
    code = f"import os; {FOREVER}os.fork(); kept = bytearray(b'x' * (80 << 20)){WAIT}"
    process, reason = run(code, tmp_path, Limits(memory=120 << 20))  # each of the two has less
    assert process.killed
    assert reason == f"the memory limit of {120 << 20} bytes was reached"


def test_a_process_that_a_signal_ends_has_its_number(tmp_path: Path):
    process, reason = run("import os; os.kill(os.getpid(), 9)", tmp_path, Limits())
    assert (process.exit_code, process.killed, reason) == (137, False, "")


def test_a_stop_in_the_middle_leaves_nothing_alive(tmp_path: Path, monkeypatch):
    def interrupted(self: Process, process: object, limits: Limits) -> str:
        while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text():
            pass
        raise Interrupted

    monkeypatch.setattr(Process, "_watch", interrupted)
    code = f"import os; {FOREVER}open('pid', 'w').write(str(os.getpid())){WAIT}"
    with pytest.raises(Interrupted):
        run(code, tmp_path, Limits())
    assert not _lives(int((tmp_path / "pid").read_text()))


def test_a_process_ends_with_the_bench_that_is_killed(tmp_path: Path):
    code = f"import os, sys; {FOREVER}print(os.getpid(), file=open({str(tmp_path / 'pid')!r}, 'w'))"
    bench = (
        "import sys\nfrom gdlc.bench.process import Limits, Process\nfrom gdlc.stop import Stop\n"
        f"Process().run([sys.executable, '-c', {code + WAIT!r}], Limits(), Stop())"
    )
    os.mkfifo(tmp_path / "pid")
    with subprocess.Popen([sys.executable, "-c", bench]) as killed:
        pid = int((tmp_path / "pid").read_text())
        child = os.pidfd_open(pid)
        killed.kill()
    assert select.select([child], [], [], PATIENCE)[0] == [child]
    os.close(child)


def test_much_output_is_cut_and_blocks_nobody(tmp_path: Path):
    process, _ = run("print('x' * (3 << 20))", tmp_path, Limits())
    assert process.exit_code == 0
    assert len(process.stdout) == 1 << 20


def _lives(pid: int) -> bool:
    """Whether it has not ended, nor does soon: who is killed ends when the system gets to it."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return False
    try:
        return not select.select([handle], [], [], PATIENCE)[0]
    finally:
        os.close(handle)
