"""Times each stage of the pipeline as a process of its own, and another solver beside ours.

    python benchmarks/stages.py ../shared/stochastic --sharpssat ~/SharpSSAT/SharpSSAT

The table has the medians of `--runs` runs. Another solver gets the same .xssat file under a name
that ends in .sdimacs, and `-s -p -u` before it.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CASES = (
    ("ttt3_flip30", "xplayer", 6),
    ("ttt3_flip30", "xplayer", 8),
    ("connect3_4x4_flip25", "xplayer", 8),
    ("nim20_slip25", "xplayer", 40),
)
GDLC = (sys.executable, "-m", "gdlc")


def timed(command: list[str], runs: int, limit: float, cwd: Path) -> tuple[str, str]:
    """The median of the wall time in seconds and the last run's standard output."""
    seconds, output = [], ""
    for _ in range(runs):
        begin = time.perf_counter()
        try:
            done = subprocess.run(
                command, cwd=cwd, capture_output=True, text=True, timeout=limit, check=False
            )
        except subprocess.TimeoutExpired:
            return f"> {limit:g}", ""
        seconds.append(time.perf_counter() - begin)
        output = done.stdout
        if done.returncode != 0:
            return "failed", done.stderr
    return f"{statistics.median(seconds):.2f}", output


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("games", type=Path, help="the folder with the rule sheets")
    parser.add_argument("--sharpssat", type=Path, help="the program SharpSSAT")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--limit", type=float, default=120.0, help="seconds for one run")
    options = parser.parse_args()
    games = options.games.resolve()
    print(
        "| game | steps | variables | clauses | ground | quantify | translate | solve | run"
        " | xssat alone | SharpSSAT | value |"
    )
    print("|" + "---|" * 12)
    for game, role, horizon in CASES:
        with tempfile.TemporaryDirectory() as name:
            print(row(games / f"{game}.kif", role, horizon, Path(name), options), flush=True)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(f"\nThe largest process had {peak // 1024} MB.")


def row(sheet: Path, role: str, horizon: int, folder: Path, options: argparse.Namespace) -> str:
    lp, sqasp, xssat = (folder / f"game.{end}" for end in ("lp", "sqasp", "xssat"))
    of_game = ["--role", role, "--horizon", str(horizon)]
    stages = [
        [*GDLC, "ground", str(sheet), *of_game, "-o", str(lp)],
        [*GDLC, "quantify", str(lp), "-o", str(sqasp)],
        [*GDLC, "translate", str(sqasp), "-o", str(xssat)],
        [*GDLC, "solve", str(xssat)],
        [*GDLC, "run", str(sheet), *of_game],
        [str(Path(sys.executable).with_name("xssat")), str(xssat)],
    ]
    times, output = [], ""
    for stage in stages:
        seconds, output = timed(stage, options.runs, options.limit, folder)
        times.append(seconds)
    header = re.search(r"^p cnf (\d+) (\d+)$", xssat.read_text(), re.MULTILINE)
    counts = header.groups() if header else ("?", "?")
    peer = "-"
    if options.sharpssat is not None:
        copy = folder / "game.sdimacs"
        os.link(xssat, copy)
        command = [str(options.sharpssat.resolve()), "-s", "-p", "-u", str(copy)]
        peer, said = timed(command, options.runs, options.limit, folder)
        found = re.search(r"satisfying probability\s*=\s*(\S+)", said)
        peer += f" ({found[1]})" if found else ""
    value = output.split(" (", 1)[0].strip()
    cells = [sheet.stem, str(horizon), *counts, *times, peer, value]
    return "| " + " | ".join(cells) + " |"


if __name__ == "__main__":
    main()
