"""Runs the command line as a user does, in a process, for the tests of it."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from gdlc.cli.main import main

GDLC = (sys.executable, "-m", "gdlc")
PATIENCE = 20.0  # seconds; a bound on waiting, not a measure of speed
_OF_ONE, _OF_SUITES = 60.0, 300.0  # the same for a run to the end, and for one that makes many

# A guess, then a fair coin: 1/2 after two steps, 0 before.
COIN = """\
(role guesser)
(role random)
(init undecided)
(<= (legal guesser (guess ?s)) (side ?s) (true undecided))
(<= (legal guesser noop) (true (guessed ?s)))
(<= (legal random noop) (true undecided))
(<= (legal random (show ?s)) (side ?s) (true (guessed ?t)))
(side heads)
(side tails)
(<= (next (guessed ?s)) (does guesser (guess ?s)))
(<= (next won) (true (guessed ?s)) (does random (show ?s)))
(<= (next lost) (true (guessed ?s)) (does random (show ?t)) (distinct ?s ?t))
(<= terminal (true won))
(<= terminal (true lost))
(<= (goal guesser 100) (true won))
(<= (goal guesser 0) (true lost))
(goal random 50)
"""


def gdlc(*arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """Run to the end; nothing is read from the terminal."""
    options.setdefault("stdin", None if "input" in options else subprocess.DEVNULL)
    if options["stdin"] is None:
        del options["stdin"]
    options.setdefault("stdout", subprocess.PIPE)
    options.setdefault("stderr", subprocess.PIPE)
    options["timeout"] = _OF_SUITES if "bench" in arguments else _OF_ONE
    return subprocess.run([*GDLC, *arguments], check=False, **options)


@dataclass(frozen=True)
class Done:
    """A run inside this process."""

    returncode: int
    stdout: str
    stderr: str


def inside(capfd: pytest.CaptureFixture[str], *arguments: str) -> Done:
    """Run to the end without a process of its own: ten times as fast, for what needs none."""
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGALRM, signal.SIGHUP)
    before = {number: signal.getsignal(number) for number in numbers}
    try:
        code = main(arguments)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    return Done(code, *capfd.readouterr())


def shell(command: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    """Run a line of bash; $GDLC is the program."""
    environment = {**os.environ, "GDLC": " ".join(GDLC)}
    return subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=60,
        check=False,
    )


def large_game() -> str:
    """A game whose first state has 60^4 instances of one rule: no stage gets past it soon."""
    lamps = "".join(f"(init (lamp {n}))\n" for n in range(60))
    return f"""\
(role x)
{lamps}
(<= (lit ?a ?b ?c ?d) (true (lamp ?a)) (true (lamp ?b)) (true (lamp ?c)) (true (lamp ?d)))
(<= (legal x (put ?a)) (lit ?a ?b ?c ?d))
(<= (next (lamp ?a)) (true (lamp ?a)) (not (does x (put ?a))))
(<= (next (count ?a)) (lit ?a ?b ?c ?d) (does x (put ?b)))
(<= terminal (true (count 70)))
(<= (goal x 100) (true (count 70)))
"""


def large_formula() -> bytes:
    """A random formula over 300 variables, exists and chance in turn: out of reach."""
    rng = random.Random(7)
    prefix = []
    for first in range(1, 301, 20):
        block = range(first, first + 20)
        if (first // 20) % 2:
            prefix += [f"r 0.5 {var} 0" for var in block]
        else:
            prefix.append(f"e {' '.join(map(str, block))} 0")
    clauses = []
    for _ in range(800):
        variables = rng.sample(range(1, 301), 3)
        clauses.append(" ".join(str(var * rng.choice((1, -1))) for var in variables) + " 0")
    return "\n".join(["p cnf 300 800", *prefix, *clauses, ""]).encode()


class Running:
    """A run in a process group of its own, with -v, to be stopped from outside."""

    def __init__(self, *arguments: str, folder: Path) -> None:
        self.process = subprocess.Popen(
            [*GDLC, *arguments, "-v"],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )

    def wait_until_input_is_read(self) -> None:
        assert self.process.stderr is not None
        line = self.process.stderr.readline()
        assert line.startswith(b"read "), line

    def is_at_work(self) -> bool:
        """Whether it still runs after a moment, in which it gets into the stage."""
        try:
            self.process.wait(0.5)
        except subprocess.TimeoutExpired:
            return True
        return False

    def end(self, number: int | None = None) -> tuple[int, str, str]:
        """Send a signal, wait; exit code, standard output, standard error."""
        try:
            if number is not None:
                self.process.send_signal(number)
            out, err = self.process.communicate(timeout=PATIENCE)
        finally:
            self.kill()
        return self.process.returncode, out.decode(), err.decode()

    def kill(self) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def has_living_children(self) -> bool:
        try:
            os.killpg(self.process.pid, 0)
        except ProcessLookupError:
            return False
        return True
