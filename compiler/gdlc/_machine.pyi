"""A game as a circuit over bit vectors, random plays of it, and all its states.

From native/bind/machine.cpp.
"""

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

class Findings:
    """What `explore` found. Those that are states come as the state, its depth and a role, or None
    where there is none; no other such state is less deep.
    """

    @property
    def stuck(self) -> tuple[bytes, int, int] | None:
        """Not terminal, and this role has no legal move."""

    @property
    def both(self) -> tuple[bytes, int, int] | None:
        """The player has a choice, and this role, too."""

    @property
    def goals(self) -> tuple[bytes, int, int] | None:
        """Terminal, and the player has several goals, or a wrong one."""

    @property
    def won(self) -> tuple[bytes, int, int] | None:
        """Terminal, and the player has a winning goal."""

    @property
    def states(self) -> int:
        """How many distinct ones were met."""

    @property
    def terminal(self) -> int:
        """How many of those that were looked at are terminal."""

    @property
    def transitions(self) -> int:
        """How many joint moves were made."""

    @property
    def deepest(self) -> int:
        """The depth of the last state that was met."""

    @property
    def depth_done(self) -> int:
        """All states so deep or less were met and made all their moves; -1 if not even the first
        did."""

    @property
    def cut_by_depth(self) -> bool:
        """Whether some play goes on behind the depth."""

    @property
    def limited(self) -> bool:
        """Whether states or transitions were too many."""

    @property
    def longest(self) -> int | None:
        """The moves of the longest play; only if nothing was cut and no play comes back to a
        state."""

def explore(
    machine: Machine,
    start: bytes,
    *,
    player: int,
    chance: int | None,
    goals: Sequence[int],
    wrong: Sequence[int],
    winning: Sequence[int],
    depth: int | None,
    states: int,
    transitions: int,
    stop: Stop,
) -> Findings:
    """All states that plays lead to, breadth first; limits on depth, states and transitions.

    player:  the number of a role; chance: that of `random`
    goals:   the numbers of the player's goal facts; of these, wrong: no value from 0 to 100,
             winning: what `won` looks for
    Raises:  ValueError for a state of another size; InterruptedError when `stop` asked for it
    """

class MinimaxResult:
    """What `minimax` found."""

    @property
    def lower(self) -> list[str]:
        """As fractions, what the moves of the player in the first state are worth at least; one
        number where he has no choice."""

    @property
    def upper(self) -> list[str]:
        """At most."""

    @property
    def is_known(self) -> bool:
        """Whether no stop came first."""

    @property
    def has_replies(self) -> bool:
        """Whether both sides choose somewhere, and the opponents saw the move."""

    @property
    def no_value(self) -> tuple[str, bytes, int] | None:
        """Why a state has no value (`goals` or `both_choose`), the state, and its depth."""

    @property
    def stuck(self) -> tuple[bytes, int, int] | None:
        """A state that is not terminal, its depth, and a role that has no legal move there."""

    @property
    def states(self) -> int:
        """How many were kept, each once."""

    @property
    def transitions(self) -> int:
        """How many joint moves were made."""

    @property
    def layers(self) -> int:
        """After how many steps there were states that made moves."""

    @property
    def programs(self) -> int:
        """How many classes of states were compiled."""

    @property
    def bytes(self) -> int:
        """The memory of the states and their moves."""

    @property
    def looks(self) -> int:
        """How many looks at states were made depth first."""

def minimax(
    machine: Machine,
    start: bytes,
    *,
    player: int,
    chance: int | None,
    goals: Sequence[tuple[int, int]],
    one_goal: bool,
    replies: bool,
    horizon: int,
    exact: bool,
    prune: bool,
    table: bool,
    stop: Stop,
) -> MinimaxResult:
    """The value of a state by expected minimax.

    player:   the number of a role; chance: that of `random`
    goals:    the numbers of the player's goal facts with what they are worth, in hundredths, the
              least first; 255: nothing, and wrong under `one_goal`
    one_goal: several goals in one terminal state, or a wrong one, have no value
    replies:  where both sides choose the opponents see the player's move; otherwise there is no
              value
    exact:    in rationals; otherwise in intervals of doubles
    prune:    leave out what cannot change the value
    table:    know states again
    Raises:   ValueError for a state of another size
    """
