"""A game as a circuit over bit vectors, and random plays of it. From native/bind/machine.cpp."""

from collections.abc import Sequence

class NotStratified(ValueError):
    """An atom depends on its own negation through a cycle of rules."""

class ParseError(ValueError):
    """The text is no ground program of the kind that is expected."""

class Stop:
    """A request to stop, from any thread."""

    def __init__(self) -> None: ...
    def interrupt(self) -> None: ...

class Machine:
    """A game ready to be played. States are bit vectors: bit f says whether fluent f holds.

    aspif: the ground game, over true, does, legal, _next, _init, goal and terminal
    """

    def __init__(self, aspif: bytes, stop: Stop) -> None:
        """Raises: NotStratified, ParseError; InterruptedError when `stop` asked for it"""

    @property
    def fluents(self) -> list[str]:
        """clingo's text of each fluent."""

    @property
    def moves(self) -> list[str]:
        """clingo's text of role and move of each move."""

    @property
    def goals(self) -> list[str]:
        """clingo's text of role and value of each goal that may hold."""

    @property
    def nodes(self) -> int:
        """The number of nodes of the circuit."""

    @property
    def instructions(self) -> int:
        """Its size in words of 32 bits."""

    def set_roles(
        self,
        moves: Sequence[Sequence[int]],
        goal_role: Sequence[int],
        goal_value: Sequence[int],
    ) -> None:
        """Say to which role moves and goals belong; once, before anything is asked.

        moves:      for each role the numbers of its moves, in the order that `view` tells them
        goal_role:  for each goal the number of its role
        goal_value: for each goal its value
        Raises:     ValueError for numbers that do not exist
        """

    def initial(self) -> bytes: ...
    def view(self, state: bytes) -> tuple[bool, list[list[int]], list[int]]:
        """Whether the state is terminal; each role's legal moves; the goals that hold.

        Raises: ValueError for a state of another size
        """

    def next(self, state: bytes, moves: Sequence[int]) -> bytes:
        """The state after these moves, one for each role; they are not checked for being legal.

        Raises: ValueError
        """

class Playouts:
    """Random plays, 64 at a time.

    seed:      64 bits; with the number of a play it decides all that happens in it
    first:     the number of the first play
    plays:     how many
    max_steps: moves after which a play is given up
    """

    def __init__(
        self, machine: Machine, seed: int, first: int, plays: int, max_steps: int
    ) -> None: ...
    def run(self, moves: int) -> bool:
        """Go on for about so many moves in all plays together; whether all have ended."""

    @property
    def ended(self) -> int:
        """The number of plays that have ended."""

    @property
    def states(self) -> int:
        """In how many states moves were made."""

    @property
    def results(self) -> tuple[bytes, bytes, bytes]:
        """For each play its moves (unsigned, 32 bits), how it ended (8 bits: running, terminal,
        limit, stuck), and for each play and role the goal (signed, 32 bits; the least number: none,
        the next one: several)."""

    @property
    def branching(self) -> list[tuple[int, int]]:
        """For each role the sum of the numbers of legal moves over `states`, and the greatest."""
