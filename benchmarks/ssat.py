"""Our solver and another one, on all SDIMACS files of a folder: values and seconds.

    python benchmarks/ssat.py FOLDER times.csv --sharpssat PROGRAM [--only ours|peer]

Each run is a process of its own with --limit seconds of the processor. times.csv is made or
continued: what stands in it is not measured again, so that after Ctrl-C the same command goes on;
another --limit wants another file.
With --peer-times FILE the peer is not run where an older times.csv has it. The values are compared
with `probability` in FOLDER/expected.csv, where that is, and with each other; a difference of more
than 1e-5 is told, and the exit code is 4. Ratios count where both solved and the peer took
over 0.05 s.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

from measuring import Task, arguments, contestants, run


def read_expected(path: Path) -> dict[str, str]:
    if not path.exists():
        return {}
    with path.open(newline="", encoding="utf-8") as file:
        return {row["file"]: row["probability"] for row in csv.DictReader(file)}


def main() -> int:
    parser = arguments(__doc__.split("\n", 1)[0], limit=10.0)
    parser.add_argument("folder", type=Path, help="where the .sdimacs files lie")
    parser.add_argument("out", type=Path, help="the CSV file, made or continued")
    options = parser.parse_args()
    formulas = sorted(options.folder.resolve().glob("*.sdimacs"))
    if not formulas:
        sys.exit(f"there are no .sdimacs files in {options.folder}")
    expected = read_expected(options.folder / "expected.csv")
    tasks = [Task(one, one, (one.name,), value=expected.get(one.name, "")) for one in formulas]
    return run(tasks, contestants(options), options, above=0.05)


if __name__ == "__main__":
    sys.exit(main())
