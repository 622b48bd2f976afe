"""Wolf, goat and cabbage. A state: who stands on the left bank."""

from __future__ import annotations

from .expected_minimax import Choice

PLAYERS = ("farmer",)
CARGO = frozenset({"wolf", "goat", "cabbage"})
QUARRELS = (frozenset({"wolf", "goat"}), frozenset({"goat", "cabbage"}))
State = frozenset[str]


def start() -> State:
    return CARGO | {"farmer"}


def points(state: State) -> dict[str, int] | None:
    alone = CARGO - state if "farmer" in state else CARGO & state
    if any(quarrel <= alone for quarrel in QUARRELS):
        return {"farmer": 0}
    if not CARGO & state:
        return {"farmer": 100}
    return None


def step(state: State) -> Choice:
    here = CARGO & state if "farmer" in state else CARGO - state
    loads = [frozenset[str](), *(frozenset({load}) for load in sorted(here))]
    return Choice("farmer", [state ^ (load | {"farmer"}) for load in loads])
