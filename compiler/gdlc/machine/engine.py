"""What plays a game: two engines with one face, one fast and one that takes every game."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class View:
    """What is seen in a state.

    legal: for each role its legal moves in KIF, sorted by code unit
    goals: for each role the goal values that hold, as they stand on the sheet, sorted
    """

    terminal: bool
    legal: Mapping[str, tuple[str, ...]]
    goals: Mapping[str, tuple[str, ...]]


class Engine(Protocol):
    """Keys stand for states: equal keys of one engine, equal states.

    Fluents and moves are KIF texts with single blanks.
    """

    name: str

    def initial(self) -> Hashable: ...

    def view(self, key: Hashable) -> View: ...

    def next(self, key: Hashable, moves: Sequence[str]) -> Hashable:
        """moves: one for each role, in the order of the sheet; they must be legal."""

    def fluents(self, key: Hashable) -> tuple[str, ...]:
        """Sorted by code unit."""

    def key(self, fluents: Iterable[str]) -> Hashable:
        """Raises: InputError for a fluent that the game does not know"""
