"""Boards: which relation is one, in which order its rows and columns stand, what is shown."""

from __future__ import annotations

import gzip
import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import gdlc
from gdlc.formats import gdl
from gdlc.formats.errors import InputError
from gdlc.machine.domains import Domains
from gdlc.machine.state_text import read_states
from gdlc.machine.terms import parse
from tests.cli_runs import inside

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"
GAMES = ROOT.parent / "shared" / "games"

REST = """
(role x)
(legal x go)
(terminal)
(goal x 100)
"""
# Ten squares of which each has a content, in words that a relation counts.
WORDS = (
    REST
    + """
(then ka ro) (then ro mi) (then mi tu) (then tu sol)
(low ka) (low ro)
(init (stone ka ka wet)) (init (stone ro ka wet))
(<= (init (stone ?x ?y dry)) (then ?x ?z) (low ?y) (distinct ?y ka))
(<= (init (stone sol ?y dry)) (low ?y))
(init (stone mi ka red)) (init (stone tu ka dry))
(init elsewhere)
"""
)
# Neither numerals nor a relation that counts: but the first state holds all pairs, once.
PLAIN_WORDS = (
    REST
    + """
(a k) (a f) (a m) (b z) (b q) (b e)
(<= (init (at ?x ?y nothing)) (a ?x) (b ?y) (distinct ?x k))
(<= (init (at k ?y something)) (b ?y))
"""
)
PLANES = (
    REST
    + """
(n 1) (n 2) (n 3) (board 1) (board 2)
(<= (base (holds ?b ?x ?y ?c)) (board ?b) (n ?x) (n ?y) (colour ?c))
(colour white) (colour black)
(<= (init (holds ?b 2 2 white)) (board ?b) (distinct ?b 1))
(<= (next (holds ?b ?x ?y black)) (board ?b) (n ?x) (n ?y))
"""
)
CONTENT_FIRST = (
    REST
    + """
(n 1) (n 2) (n 3)
(init (unit king 1 3)) (init (unit queen 3 1)) (init (unit horse 3 1)) (init (score 3))
(<= (next (unit king ?x ?y)) (n ?x) (n ?y))
"""
)
ODD = (
    REST
    + """
(init (f 0 -1 <b>)) (init (f 00 10 &"')) (init (f 0 10 c\1)) (init (g \\n &lt))
"""
)


def board(text: str) -> gdlc.machine.board.Board:  # type: ignore[name-defined]
    found = gdlc.board(gdl.read(text, "game.kif"))
    assert found is not None
    return found


def test_the_board_of_tic_tac_toe():
    state = gdlc.load(EXAMPLES / "ttt.kif").initial()
    for move in ("(mark 1 1)", "(mark 2 2)", "(mark 3 1)"):
        role = "xplayer" if "(turn xplayer)" in state.fluents else "oplayer"
        state = state.next({role: move})
    assert str(state.board()) == TTT
    assert state.board().grid() == ". . .\n. o .\nx . x\n"


TTT = """\
3  . . .
2  . o .
1  x . x
   1 2 3

o = oplayer
x = xplayer
(turn oplayer)
"""


def test_a_relation_counts_words():
    assert (
        str(board(WORDS))
        == ("ro  .   .   .   .   .\nka  w   w   r   .   .\n    ka  ro  mi  tu  sol\n\n")
        .replace("w  ", "wet")
        .replace("r  ", "red")
        + ". = dry\nelsewhere\n"
    )


def test_words_that_nothing_counts_stand_as_they_come():
    assert (
        str(board(PLAIN_WORDS))
        == "e  s . .\nq  s . .\nz  s . .\n   k f m\n\n. = nothing\ns = something\n"
    )


def test_planes_are_boards_of_their_own():
    assert str(board(PLANES)) == (
        "1:\n3  . . .\n2  . . .\n1  . . .\n   1 2 3\n\n"
        "2:\n3  . . .\n2  . w .\n1  . . .\n   1 2 3\n\nw = white\n"
    )


def test_the_content_may_come_first_and_several_may_share_a_cell():
    assert str(board(CONTENT_FIRST)) == (
        "3  k   .   .\n2  .   .   .\n1  .   .   h+q\n   1   2   3\n\n"
        "h = horse\nk = king\nq = queen\n(score 3)\n"
    )


@pytest.mark.parametrize("name", ["nim", "dice", "river", "monty_hall", "odd_words", "same_step"])
def test_games_without_a_board_have_none(name: str):
    game = gdlc.load(EXAMPLES / f"{name}.kif")
    assert gdlc.board(game) is None
    assert game.initial().board() is None


@pytest.mark.parametrize("name", ["ttt", "connect3", "ttt_flip"])
@pytest.mark.parametrize("seed", [1, 2])
def test_nonsense_words_give_the_same_picture(name: str, seed: int):
    game = gdlc.load(EXAMPLES / f"{name}.kif")
    renamed, words = gdlc.obfuscate(game, seed=seed)
    other = gdlc.Game(renamed)
    state, twin = game.initial(), other.initial()
    for _ in range(4):
        moves = next(iter(state.joint_moves()))
        state = state.next(moves)
        twin = twin.next([_renamed(move, words) for move in moves])
        one, two = state.board(), twin.board()
        assert one is not None
        assert two is not None
        assert [_renamed(column, words) for column in one.columns] == [*two.columns]
        assert [_renamed(row, words) for row in one.rows] == [*two.rows]
        places = [
            [
                found.cells.get((plane, x, y), ()) != (found.layout.blank,)
                for plane in found.planes
                for y in found.rows
                for x in found.columns
            ]
            for found in (one, two)
        ]
        assert places[0] == places[1]


def _renamed(text: str, words: dict[str, str]) -> str:
    return re.sub(r"[^\s()]+", lambda match: words.get(match[0], match[0]), text)


def test_a_picture_is_a_document_whatever_the_words():
    found = board(ODD)
    picture = ElementTree.fromstring(found.svg())
    texts = [node.text for node in picture.iter() if node.text and node.text.strip()]
    assert "<b>" in texts
    assert "c\\x01" in texts
    assert "(g \\n &lt)" in texts
    assert found.columns == ("0", "00")
    assert found.rows == ("-1", "10")


def test_a_picture_has_each_piece_once():
    state = gdlc.load(EXAMPLES / "ttt.kif").state(["(stands 1 1 xplayer)", "(turn oplayer)"])
    found = state.board()
    assert found is not None
    picture = ElementTree.fromstring(found.svg())
    tags = [node.tag.split("}")[1] for node in picture.iter()]
    assert tags.count("circle") == 1
    assert tags.count("rect") == 10
    assert found.svg() == found.svg()


def test_a_fluent_that_the_game_does_not_know_is_refused():
    with pytest.raises(InputError, match="no fluent"):
        gdlc.board(gdlc.load(EXAMPLES / "ttt.kif"), ["(stands 1 9 xplayer)"])


# States as text


def test_states_are_read_from_kif_and_from_recordings():
    (one,) = read_states("; a comment\n(cell 1\n 1 b) on ; x\n(c)\n", "s")
    assert one.fluents == ("(cell 1 1 b)", "on", "c")
    assert read_states("", "s")[0].fluents == ()
    lines = '{"kind":"meta"}\n\n{"play":0,"step":2,"true":["on","(a b)"]}\n{"true":[]}\n'
    assert [(state.name, state.fluents) for state in read_states(lines, "s")] == [
        ("play 0, step 2", ("on", "(a b)")),
        ("state 2", ()),
    ]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("on\n(cell 1 1", 2, "never closed"),
        ("on\noff)", 2, "closes nothing"),
        ("on) (off", 1, "closes nothing"),
        ("on\n(cell 1 ?x)", 2, r"variable \?x"),
        ('{"true": ["a"]}\n{"true": ', 2, "no JSON"),
        ('{"true": "a"}', 1, "no list of fluents"),
        ('{"kind": "meta"}', None, "no line has a list"),
        ('{"true": ["(a"]}', 1, "never closed"),
    ],
)
def test_wrong_states_are_told_with_their_place(text: str, line: int | None, message: str):
    with pytest.raises(InputError, match=message) as caught:
        read_states(text, "s")
    assert caught.value.line == line


# The verb


def test_the_verb_shows_the_initial_state(capfd: pytest.CaptureFixture[str]):
    done = inside(capfd, "board", str(EXAMPLES / "ttt.kif"))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "3  . . .\n2  . . .\n1  . . .\n   1 2 3\n\n(turn xplayer)\n"


def test_the_verb_shows_the_states_of_a_recording(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
):
    path = tmp_path / "play.jsonl"
    states = ["(turn oplayer)", "(stands 2 2 oplayer)"]
    path.write_text("".join(f"{json.dumps({'true': states[:n]})}\n" for n in (1, 2)))
    game = str(EXAMPLES / "ttt.kif")
    done = inside(capfd, "board", game, "--state", str(path))
    assert done.returncode == 0
    assert done.stdout.startswith("state 1\n3  . . .\n")
    assert "\n\nstate 2\n3  . . .\n2  . o .\n" in done.stdout
    done = inside(capfd, "board", game, "--state", str(path), "--format", "svg")
    assert done.returncode == 2
    assert "2 states" in done.stderr


def test_the_ending_says_what_is_written(capfd: pytest.CaptureFixture[str], tmp_path: Path):
    path = tmp_path / "board.svg"
    done = inside(capfd, "board", str(EXAMPLES / "ttt.kif"), "-o", str(path), "--json")
    assert json.loads(done.stdout)["stats"] == {"boards": 1, "columns": 3, "rows": 3}
    assert ElementTree.parse(path).getroot().tag.endswith("svg")


def test_no_board_is_bad_input(capfd: pytest.CaptureFixture[str]):
    done = inside(capfd, "board", str(EXAMPLES / "dice.kif"))
    assert (done.returncode, done.stdout) == (1, "")
    assert "no board" in done.stderr


def test_one_standard_input_is_not_enough_for_two(capfd: pytest.CaptureFixture[str]):
    assert inside(capfd, "board", "--state", "-").returncode == 2


# Games of others


@pytest.mark.skipif(not GAMES.is_dir(), reason="the games of others are not here")
@pytest.mark.parametrize("path", sorted(GAMES.glob("*.kif")), ids=lambda path: path.stem)
def test_domains_hold_all_that_plays_meet(path: Path):
    domains = Domains(gdl.read(path.read_bytes(), path.name))
    with gzip.open(path.with_suffix(".jsonl.gz"), "rt", encoding="ascii") as lines:
        states = [json.loads(line).get("true", ()) for line in lines]
    fluents = {fluent for state in states for fluent in state}
    assert [fluent for fluent in sorted(fluents) if not domains.admits(parse(fluent))] == []


@pytest.mark.skipif(not GAMES.is_dir(), reason="the games of others are not here")
@pytest.mark.parametrize(
    ("name", "functor", "columns", "rows", "blank"),
    [
        ("ticTacToe", "cell", "123", "123", "b"),
        ("connectFour", "cell", "12345678", "123456", None),
        ("chess", "cell", "abcdefgh", "12345678", "b"),
        ("alexChess", "piece", "abcdefgh", "12345678", None),
        ("knightThrough", "cell", "12345678", "12345678", None),
        ("hallway", "cell", "abcdefghi", "123456789", "b"),
        ("sudoku", "mark", "123456789", "123456789", None),
        ("pentagoSuicide", "cellHolds", "123", "123", None),
        ("gt_centipede", None, "", "", None),
        ("haystack", None, "", "", None),
    ],
)
def test_boards_of_known_games(
    name: str, functor: str | None, columns: str, rows: str, blank: str | None
):
    found = gdlc.board(gdl.read((GAMES / f"{name}.kif").read_bytes(), name))
    assert (found is None) == (functor is None)
    if found is not None:
        assert found.layout.functor[0] == functor
        assert "".join(found.columns) == columns
        assert "".join(found.rows) == rows
        assert found.layout.blank == blank
