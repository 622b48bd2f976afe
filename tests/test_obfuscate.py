"""`obfuscate`: other words, the same game."""

from __future__ import annotations

from pathlib import Path

import pytest

import gdlc
from gdlc.formats import gdl
from gdlc.formats.errors import InputError, UsageError
from gdlc.formats.gdl import RuleSheet
from gdlc.rules.obfuscate import read_words, rename, write_words
from tests.cli_runs import inside
from tests.random_sheets import sheet

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("*.kif"))
KEPT = {*gdl.KEYWORD_ARITY, "not", "or", "distinct", "<=", "random"}


def sheet_of(path: Path) -> RuleSheet:
    return gdl.read(path.read_bytes(), path.name)


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.stem for path in EXAMPLES])
def test_the_words_differ_and_nothing_else(path: Path) -> None:
    game = sheet_of(path)
    secret, words = gdlc.obfuscate(game, seed=5)
    assert len(set(words.values())) == len(words)
    assert not {word.lower() for word in words.values()} & ({*map(str.lower, words)} | KEPT)
    assert all((old[0] == "?") == (new[0] == "?") for old, new in words.items())
    assert secret != game
    assert rename(secret, {new: old for old, new in words.items()}) == game
    assert rename(game, words) == secret


@pytest.mark.parametrize("seed", range(100))
@pytest.mark.parametrize("language", ["kif", "hrf"])
def test_odd_words_come_back(seed: int, language: str) -> None:
    game = gdl.read(sheet(seed), "g.kif")
    if language == "hrf":
        game = gdl.read(gdl.write(game, "hrf"), "g.hrf")
    secret, words = gdlc.obfuscate(game, seed=seed)
    assert secret.language == language
    assert rename(secret, {new: old for old, new in words.items()}) == game
    assert read_words(write_words(words)) == words


def test_keywords_random_and_numerals_stay() -> None:
    game = gdl.read("(role random) (init (f 1 -1 01 x1)) (<= terminal (true (f ?x 1 2 b)))")
    _, words = gdlc.obfuscate(game)
    assert set(words) == {"f", "x1", "?x", "b"}


def test_one_word_stays_one_word() -> None:
    game = gdl.read("(p p) (q (p ?p))")
    secret, words = gdlc.obfuscate(game)
    new = words["p"]
    assert str(secret.rules[0]) == f"({new} {new})"
    assert len(words) == 3


def test_the_seed_decides() -> None:
    game = sheet_of(EXAMPLES[0])
    one, other = (gdlc.obfuscate(game, seed=seed) for seed in (1, 2))
    assert gdlc.obfuscate(game, seed=1) == one
    assert set(one[1].values()) != set(other[1].values())


def test_a_game_in_nonsense_words_has_the_same_value() -> None:
    game = sheet_of(ROOT / "examples" / "monty_hall.kif")
    secret, words = gdlc.obfuscate(game, seed=3)
    assert gdlc.run(secret, horizon=4).value == gdlc.run(game, horizon=4).value
    role = next(role for role in game.roles if role != "random")
    assert secret.roles == tuple(words.get(role, role) for role in game.roles)
    assert gdlc.run(secret, role=words[role], horizon=4).value > 0


@pytest.mark.parametrize("seed", [-1, True, 1.5, "1"])
def test_a_seed_is_a_whole_number(seed: object) -> None:
    with pytest.raises(UsageError, match="seed"):
        gdlc.obfuscate(gdl.read("(p)"), seed=seed)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("a\tb\n", 1),
        ("gdlc words 1 2\na\tb\n", 1),
        ("gdlc words 1 1\na\tb", 1),
        ("gdlc words 1 1\na b\n", 2),
        ("gdlc words 1 2\na\tb\na\tc\n", 3),
        ("gdlc words 2 0\n", 1),
    ],
)
def test_a_wrong_map_is_told(text: str, line: int) -> None:
    with pytest.raises(InputError) as caught:
        read_words(text, "m")
    assert caught.value.line == line


# The command line.


def test_there_and_back(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    game, words, secret = EXAMPLES[0], tmp_path / "words", tmp_path / "secret.kif"
    call = ("obfuscate", str(game), "--seed", "7", "--map", str(words), "-o", str(secret))
    assert inside(capfd, *call).returncode == 0
    first = words.read_bytes(), secret.read_bytes()
    assert inside(capfd, *call).returncode == 0
    assert (words.read_bytes(), secret.read_bytes()) == first
    done = inside(capfd, "obfuscate", str(secret), "--undo", "--map", str(words))
    assert gdl.read(done.stdout) == sheet_of(game)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("g.kif", "--map", "g.kif"), 2, "would replace the input"),
        (("g.kif", "--map", "./h", "-o", "h"), 2, "would replace the result"),
        (("g.kif", "--map", "-"), 2, "would replace the result"),
        (("g.kif", "-o", "g.kif"), 2, "would replace the input"),
        (("g.kif", "--undo"), 2, "--undo needs --map"),
        (("g.kif", "--undo", "--map", "g.kif"), 1, "no map of words"),
        (("g.kif", "--seed", "x"), 2, "--seed takes a whole number"),
        (("g.kif", "--map", "none/m"), 6, "there is no folder"),
    ],
)
def test_wrong_calls(
    arguments: tuple[str, ...],
    code: int,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("g.kif").write_text("(p)")
    done = inside(capfd, "obfuscate", *arguments)
    assert done.returncode == code
    assert message in done.stderr
    assert Path("g.kif").read_text() == "(p)"
