"""What is known of another solver: how it is called, what it takes, how its answer is read."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction

WORDS = ("program", "file", "output", "universals", "seconds")
"""What may stand in braces in a command; `universals` only as a word of its own."""

PATTERNS = ("value", "lower", "upper", "true", "false", "limit")
"""The patterns for lines of output."""

SIGNALS = ("TERM", "INT", "HUP", "USR1")


@dataclass(frozen=True)
class Takes:
    """The formulas that a solver can take.

    universals: variables that an opponent sets
    chance:     variables of other probabilities than 0 and 1
    levels:     the most blocks of the prefix, with the innermost existential one; None: any number
    prefix:     a regular expression for the blocks' letters, from the outermost; None: any
    least:      how far a probability has to be from 0 and from 1
    """

    universals: bool = True
    chance: bool = True
    levels: int | None = None
    prefix: re.Pattern[str] | None = None
    least: Fraction = Fraction(0)


@dataclass(frozen=True)
class Said:
    """How lines of standard output are read; each pattern finds within a line.

    value, lower, upper: the group is a probability
    true, false:         the value is 1, or 0
    limit:               the solver gave up at a limit of its own
    digits:              significant ones that it prints, for the words of the answer; 0: unknown
    relative, absolute:  how far the value may be off; the greater counts
    """

    value: re.Pattern[bytes] | None = None
    lower: re.Pattern[bytes] | None = None
    upper: re.Pattern[bytes] | None = None
    true: re.Pattern[bytes] | None = None
    false: re.Pattern[bytes] | None = None
    limit: re.Pattern[bytes] | None = None
    digits: int = 0
    relative: Fraction = Fraction(0)
    absolute: Fraction = Fraction(0)

    def tolerance(self, value: Fraction) -> Fraction:
        """How far the value may be off that it gives for a formula worth `value`."""
        printed = Fraction(1, 10 ** (self.digits - 1)) if self.digits else Fraction(0)
        return max(value * max(self.relative, printed), self.absolute)

    def patterns(self) -> dict[str, re.Pattern[bytes]]:
        """Those that there are, by name."""
        named = {name: getattr(self, name) for name in PATTERNS}
        return {name: pattern for name, pattern in named.items() if pattern is not None}


@dataclass(frozen=True)
class Exits:
    """What exit codes mean; every other one is a failure.

    answered:    the answer is in the output
    true, false: the value is 1, or 0
    limit:       the solver gave up; bounds may be in the output
    """

    answered: frozenset[int] = frozenset({0})
    true: frozenset[int] = frozenset()
    false: frozenset[int] = frozenset()
    limit: frozenset[int] = frozenset()

    @property
    def good(self) -> frozenset[int]:
        return self.answered | self.true | self.false | self.limit


@dataclass(frozen=True)
class Adapter:
    """How a solver is called and what it says.

    key:        what `--solver` takes
    name:       what answers call it
    program:    looked for on PATH, or a path
    command:    its words, with WORDS in braces
    language:   of its input, a key of gdlc.formats.foreign.LANGUAGES
    file:       the name of the formula's file
    output:     a file with a smaller formula of the same value, from a preprocessor; empty: it is
                none
    stdin:      the formula is its standard input, too
    universals: words of the command only for formulas with universal variables
    beside:     files and folders that it looks for in its working folder, as seen from where the
                program lies
    signal:     what asks it to stop, one of SIGNALS
    disk:       the most bytes that it may write
    version:    words behind the program that print its version; empty: it has none
    source:     the file that this is from
    """

    key: str
    name: str
    program: str
    command: tuple[str, ...]
    language: str = "sdimacs"
    file: str = "formula.sdimacs"
    output: str = ""
    stdin: bool = False
    universals: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    signal: str = "TERM"
    disk: int = 4 << 30
    version: tuple[str, ...] = ()
    about: str = ""
    homepage: str = ""
    takes: Takes = field(default_factory=Takes)
    said: Said = field(default_factory=Said)
    exits: Exits = field(default_factory=Exits)
    source: str = ""

    @property
    def variable(self) -> str:
        """The environment variable that names the program, instead of PATH."""
        return "GDLC_" + re.sub(r"[^A-Z0-9]", "_", self.key.upper())
