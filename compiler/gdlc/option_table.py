"""The one table of options: the command line, the functions' keywords and the fuzzers read it.

What an option is called, what it takes, which verbs know it and whether it changes the answer
stands here and nowhere else; the kinds of what options take stand in option.py.
"""

from __future__ import annotations

from gdlc.option import Option, bytes_, choice, path, seconds
from gdlc.option_table_bench import OPTIONS as _OF_BENCH
from gdlc.option_table_games import OPTIONS as _OF_GAMES
from gdlc.option_table_sheets import OPTIONS as _OF_SHEETS

__all__ = ["ANSWERS", "OPTIONS", "VERBS", "Option"]

_ONE_RUN = (
    "ground",
    "quantify",
    "translate",
    "solve",
    "run",
    "search",
    "check",
    "fmt",
    "obfuscate",
    "simulate",
    "graph",
    "board",
    "inspect",
    "convert",
)
VERBS = (*_ONE_RUN, "bench")
ANSWERS = ("solve", "run", "search")
_GAMES = ("ground", "run", "search")
_SOLVING = ("solve", "run")
_QUANTIFYING = ("quantify", "run")
# The keys of gdlc.formats.foreign.LANGUAGES; a test keeps both together.
_LANGUAGES = (
    *("xssat", "sdimacs", "sharpssat", "claussat", "elimssat", "dssatpre"),
    *("ssat", "qdimacs", "dimacs", "wcnf"),
)

OPTIONS: tuple[Option, ...] = (
    *_OF_GAMES,
    Option(
        name="engine",
        kind=None,
        help="what finds the answer, or plays",
        verbs=(*ANSWERS, "simulate"),
        default="auto",
        choices={
            "solve": ("auto", "dpll", "layers"),
            "run": ("auto", "dpll", "layers"),
            "search": ("auto", "compiled", "interpreted"),
            "simulate": ("auto", "compiled", "interpreted"),
        },
        keyword=True,
    ),
    Option(
        name="spill",
        kind=None,
        help="engine layers: keep in a file in DIR what is only needed at the end",
        verbs=_SOLVING,
        metavar="DIR",
        keyword=True,
    ),
    Option(
        name="layers_bytes",
        kind=bytes_(),
        help="engine layers: the most memory for its states, with k, M or G; then dpll takes over",
        verbs=_SOLVING,
        default=4 << 30,
        metavar="BYTES",
        keyword=True,
        samples=(1 << 12, 1 << 20, 1 << 30),
    ),
    Option(
        name="cache",
        kind=None,
        help="do not remember the values of residual formulas",
        verbs=_SOLVING,
        default=True,
        flag="--no-cache",
        keyword=True,
        samples=(True, False),
    ),
    Option(
        name="cache_bytes",
        kind=bytes_(),
        help="the most memory that the cache may hold, with k, M or G",
        verbs=_SOLVING,
        default=1 << 31,
        metavar="BYTES",
        keyword=True,
        samples=(1 << 12, 1 << 16, 1 << 30),
    ),
    Option(
        name="components",
        kind=None,
        help="do not look for parts of the formula that share no variable",
        verbs=_SOLVING,
        default=True,
        flag="--no-components",
        keyword=True,
        samples=(True, False),
    ),
    Option(
        name="cut",
        kind=None,
        help="do not look for small cuts between early and late variables",
        verbs=_SOLVING,
        default=True,
        flag="--no-cut",
        keyword=True,
        samples=(True, False),
    ),
    Option(
        name="learn",
        kind=None,
        help="learn no clauses from conflicts",
        verbs=_SOLVING,
        default=True,
        flag="--no-learn",
        keyword=True,
        samples=(True, False),
    ),
    Option(
        name="preprocess",
        kind=None,
        help="search the formula as it is, without making it smaller first",
        verbs=_SOLVING,
        default=True,
        flag="--no-preprocess",
        keyword=True,
        samples=(True, False),
    ),
    Option(
        name="prune",
        kind=None,
        help="find the value of every node or state, also where a bound would do",
        verbs=ANSWERS,
        default=True,
        flag="--no-prune",
        keyword=True,
        samples=(True, False),
    ),
    Option(
        name="table",
        kind=None,
        help="do not know states again, but go through all plays",
        verbs=("search",),
        default=True,
        flag="--no-table",
        keyword=True,
        samples=(True, False),
    ),
    Option(
        name="pure",
        kind=None,
        help="do not look for literals that lose nothing",
        verbs=_SOLVING,
        default=True,
        flag="--no-pure",
        keyword=True,
        samples=(True, False),
    ),
    Option(
        name="exact",
        kind=None,
        help="compute with floating-point numbers: faster, the answer tells its error",
        verbs=ANSWERS,
        default=True,
        flag="--float",
        changes=True,
        keyword=True,
        samples=(True,),
    ),
    Option(
        name="free",
        kind=choice(("inner", "outer")),
        help="where variables outside the prefix stand: existential, innermost or outermost",
        verbs=("solve", "inspect", "convert"),
        metavar="inner|outer",
        changes=True,
    ),
    Option(
        name="to",
        kind=None,
        help="the language to write, or the solver to write for",
        verbs=("convert",),
        default="xssat",
        choices={"convert": _LANGUAGES},
        keyword=True,
    ),
    Option(
        name="format",
        kind=choice(("text", "mcc")),
        help="a line for people, or the lines of the Model Counting Competition",
        verbs=ANSWERS,
        default="text",
        metavar="text|mcc",
    ),
    *_OF_SHEETS,
    *_OF_BENCH,
    Option(
        name="timeout",
        kind=seconds(),
        help="stop after so many seconds and print what is known",
        verbs=_ONE_RUN,
        metavar="SECONDS",
        keyword=True,
    ),
    Option(
        name="memory_limit",
        kind=bytes_(),
        help="stop when so much memory is in use, with k, M or G",
        verbs=_ONE_RUN,
        metavar="BYTES",
        keyword=True,
    ),
    Option(
        name="output",
        kind=path(),
        help="where the result goes; - is standard output",
        verbs=_ONE_RUN,
        default="-",
        flag="--output",
        short="-o",
        metavar="FILE",
    ),
    Option(
        name="keep",
        kind=path(),
        help="leave the file of every stage in this folder",
        verbs=("run",),
        metavar="DIR",
    ),
    Option(
        name="json",
        kind=None,
        help="print one JSON document, also when something goes wrong",
        verbs=VERBS,
        default=False,
    ),
    Option(
        name="verbose",
        kind=None,
        help="tell times, sizes and statistics on standard error",
        verbs=VERBS,
        default=False,
        short="-v",
    ),
)
