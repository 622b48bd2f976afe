"""Random plays per second: `gdlc simulate` beside the prover of GGP Base, game by game in one run.

    python benchmarks/playouts.py FOLDER JAVA_CLASSES [--seconds S] [--warm-up W] [GAME ...]

FOLDER holds the rule sheets; JAVA_CLASSES is what `ggp_base/build.sh` made. Prints a table in
Markdown. Both cut a play at 100 steps, and both play in one thread. `gdlc` plays in a process of
its own for each game; its start and the making of the machine are told beside the rate, from a run of 64 plays. The number
of its plays doubles until they take the given time.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

GAMES = (
    "ticTacToe",
    "connectFour",
    "blocks",
    "pancakes6",
    "roshambo2",
    "knightThrough",
    "pentagoSuicide",
    "brawl",
    "atariGo_7x7",
    "cephalopodMicro",
)
MAX_STEPS = 100


def ours(sheet: Path, seconds: float) -> dict[str, float]:
    plays = 64
    start: float | None = None
    while True:
        begin = time.perf_counter()
        command = [sys.executable, "-m", "gdlc.cli.main", "simulate", str(sheet), "--json"]
        command += ["-n", str(plays), "--max-steps", str(MAX_STEPS), "--seed", "1"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        found = json.loads(done.stdout)
        if start is None:
            start = time.perf_counter() - begin - found["seconds"]
        if found["seconds"] >= seconds:
            return {
                "rate": found["plays"] / found["seconds"],
                "start": start,
                "length": found["length"]["mean"],
            }
        plays = int(plays * min(16, max(2, 1.1 * seconds / max(found["seconds"], 1e-4))))


def theirs(sheet: Path, classes: Path, seconds: float, warm_up: float) -> dict[str, float]:
    command = ["java", "-Xmx2g", "-cp", f"{classes}:{classes / 'guava.jar'}", "Playouts"]
    command += [str(sheet), str(seconds), "1", str(MAX_STEPS), str(warm_up)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    return {"rate": found["plays_per_second"], "length": found["mean_length"]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("classes", type=Path)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--warm-up", type=float, default=15.0)
    parser.add_argument("games", nargs="*", default=GAMES)
    given = parser.parse_args()
    print("| game | start s | gdlc plays/s | GGP Base plays/s | ratio | mean length, both |")
    print("|---|---|---|---|---|---|")
    for game in given.games:
        sheet = given.folder / f"{game}.kif"
        a = ours(sheet, given.seconds)
        b = theirs(sheet, given.classes, given.seconds, given.warm_up)
        print(
            f"| {game} | {a['start']:.2f} | {a['rate']:.0f} | {b['rate']:.4g} |"
            f" {a['rate'] / b['rate']:.0f} | {a['length']:.2f} {b['length']:.2f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
