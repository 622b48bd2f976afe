"""The same game in other words: lines shuffled, variables renamed."""

from __future__ import annotations

import random
import re


def shuffled(game: str, seed: int) -> str:
    """The rules in another order."""
    rng = random.Random(seed)
    lines = game.splitlines()
    rng.shuffle(lines)
    return "\n".join(lines) + "\n"


def renamed_variables(game: str, seed: int) -> str:
    """Other names for the variables, in each rule its own."""
    rng = random.Random(seed)
    return "".join(_renamed(rng, line) + "\n" for line in game.splitlines())


def _renamed(rng: random.Random, line: str) -> str:
    names = ["?x", "?Y", "?r", "?c", "?n", "?m", "?long-name", "?1"]
    rng.shuffle(names)
    new = dict(zip(dict.fromkeys(re.findall(r"\?[a-z]+", line)), names, strict=False))
    return re.sub(r"\?[a-z]+", lambda found: new[found[0]], line)
