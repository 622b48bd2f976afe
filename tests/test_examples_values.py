"""The values in `examples/values.csv`, computed once more from the rules in words."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from tests.oracles.handwritten import same_step
from tests.oracles.handwritten.expected_minimax import Chance, Choice, best_value
from tests.oracles.handwritten.values import COLUMNS, game_named, read_rows, value

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
ROWS = read_rows()
GAMES = sorted({row["game"] for row in ROWS})
FRACTION = re.compile(r"\b\d+/\d+\b")


def roles_in(rule_sheet: str) -> set[str]:
    """The names in the role facts, without `random`."""
    bare = re.sub(r";.*", "", rule_sheet)
    return set(re.findall(r"\(role\s+([^\s()?]+)\s*\)", bare, re.IGNORECASE)) - {"random"}


@pytest.mark.parametrize("game", GAMES)
def test_each_row_is_what_the_words_say(game: str) -> None:
    for row in ROWS:
        if row["game"] == game:
            exact = value(game, row["role"], int(row["horizon"]), row["objective"])
            assert row["value"] == str(exact), row


def test_each_rule_sheet_has_rows_and_each_row_a_rule_sheet() -> None:
    assert sorted(path.stem for path in EXAMPLES.glob("*.kif")) == GAMES


def test_the_table_has_its_columns_and_no_row_twice() -> None:
    assert all(tuple(row) == COLUMNS for row in ROWS)
    asked = [tuple(row[column] for column in COLUMNS[:-1]) for row in ROWS]
    assert len(asked) == len(set(asked))


@pytest.mark.parametrize("game", GAMES)
def test_every_player_has_rows_for_win_and_score(game: str) -> None:
    players = set(game_named(game).PLAYERS)
    assert players == roles_in((EXAMPLES / f"{game}.kif").read_text(encoding="utf-8"))
    asked = {(row["role"], row["objective"]) for row in ROWS if row["game"] == game}
    assert asked >= {(player, objective) for player in players for objective in ("win", "score")}


@pytest.mark.parametrize("game", GAMES)
def test_a_rule_sheet_begins_with_words_and_values(game: str) -> None:
    text = (EXAMPLES / f"{game}.kif").read_text(encoding="utf-8")
    head = re.match(r"(;.*\n)+", text)
    assert head is not None
    assert "; The rules in words." in head[0]
    assert "; What it shows." in head[0]
    known = head[0][head[0].index("; Known values") :].partition(" (who stays")[0]
    assert set(FRACTION.findall(known)) <= {row["value"] for row in ROWS if row["game"] == game}


def test_the_readme_names_every_game_and_its_answers_are_rows() -> None:
    command = re.compile(r"gdlc run examples/(\w+)\.kif(.*?)`.*?\| (\d+(?:/\d+)?)")
    answers = command.findall((EXAMPLES / "README.md").read_text(encoding="utf-8"))
    assert {game for game, _, _ in answers} == set(GAMES)
    for game, options, answer in answers:
        given = dict(re.findall(r"--(\w+) \"?([^\s\"]+)", options))
        players = game_named(game).PLAYERS
        wanted = {
            "game": game,
            "role": given.get("role", players[0] if len(players) == 1 else None),
            "horizon": given["horizon"],
            "objective": given.get("objective", "win"),
            "value": answer,
        }
        assert wanted in ROWS


def test_who_stays_in_monty_hall_has_one_third() -> None:
    after_staying = ("a", "b", "a", None)
    after_switching = ("a", "b", "c", None)
    game = game_named("monty_hall")
    assert best_value(game, "guest", 1, "win", after_staying) == Fraction(1, 3)
    assert best_value(game, "guest", 1, "win", after_switching) == Fraction(2, 3)


def test_who_sees_the_card_before_the_bet_wins_more_often() -> None:
    class CardFirst:
        PLAYERS: tuple[str, ...] = same_step.PLAYERS
        start = staticmethod(same_step.start)
        points = staticmethod(same_step.points)

        def step(self, state: same_step.State) -> Chance:
            before_card = same_step.step(state)
            bets = [bet.branches for bet in before_card.branches]
            return Chance(
                [
                    (p, Choice(before_card.player, [higher, lower]))
                    for (p, higher), (_, lower) in zip(*bets, strict=True)
                ]
            )

    assert best_value(CardFirst(), "guesser", 3, "win") == Fraction(64, 125)
    assert value("same_step", "guesser", 3, "win") == Fraction(21, 125)
