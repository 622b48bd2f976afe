"""The rows of `examples/values.csv`, computed.

The file says which game, role, horizon and objective are wanted, this program the value. To add
rows, write them with an empty value and run, from the top of the checkout,

    python -m tests.oracles.handwritten.values
"""

from __future__ import annotations

import csv
import importlib
from fractions import Fraction
from pathlib import Path

from .expected_minimax import Game, best_value

CSV = Path(__file__).resolve().parents[3] / "examples" / "values.csv"
COLUMNS = ("game", "role", "horizon", "objective", "value")
Row = dict[str, str]


def game_named(name: str) -> Game:
    """The module of that name in this folder."""
    game: Game = importlib.import_module(f"{__package__}.{name}")
    return game


def value(game: str, role: str, horizon: int, objective: str) -> Fraction:
    return best_value(game_named(game), role, horizon, objective)


def read_rows(path: Path = CSV) -> list[Row]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def write_rows(rows: list[Row], path: Path = CSV) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def main() -> None:
    rows = read_rows()
    for row in rows:
        exact = value(row["game"], row["role"], int(row["horizon"]), row["objective"])
        row["value"] = str(exact)
    write_rows(rows)


if __name__ == "__main__":
    main()
