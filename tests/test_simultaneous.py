"""Choices at the same step, where the opponents see the player's move: a lower bound."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

import gdlc
from gdlc.formats import gdl
from gdlc.formats.answer import AT_ONCE, Answer, read_json, write_json, write_text
from gdlc.formats.errors import InputError, UsageError
from gdlc.machine.interpreter import Machine
from gdlc.search import Searcher
from gdlc.stop import Stop
from tests.cli_runs import inside
from tests.tiny_minimax import tiny_minimax

# x wants o to say the same; o has seen what x said, and has a coin that hides one answer in four.
SAME = """\
(role x) (role o) (role random) (init start)
(side left) (side right)
(<= (legal ?r ?s) (role ?r) (side ?s) (distinct ?r random))
(legal random 1) (legal random 2) (legal random 3) (legal random 4)
(<= (next same) (does x ?s) (does o ?s))
(<= (next same) (does random 1))
(<= (next done) (true start))
(<= terminal (true done))
(<= (goal x 100) (true same))
(<= (goal o 100) (true done) (not (true same)))
"""
# Three players: the two others choose at once, and jointly.
THREE = """\
(role b) (role x) (role c) (init (n 0)) (succ 0 1) (succ 1 2)
(legal b 0) (legal b 1) (legal x 0) (legal x 1) (legal x 2) (legal c 0) (legal c 1)
(<= (next (n ?m)) (true (n ?n)) (succ ?n ?m))
(<= match (does x ?m) (does b ?m))
(<= match (does x ?m) (does c ?m))
(<= (next lost) (not match) (not (does x 2)))
(<= (next lost) (does x 2) (does b 1) (does c 1))
(<= (next lost) (true lost))
(<= terminal (true (n 2)))
(<= (goal x 100) (true (n 2)) (not (true lost)))
"""


def sheet(rules: str) -> gdl.RuleSheet:
    return gdl.read(rules, "game.kif")


def test_the_opponents_see_the_move_of_the_player() -> None:
    for role, value in (("x", Fraction(1, 4)), ("o", Fraction(0))):
        answer = gdlc.search(sheet(SAME), role=role, horizon=1, simultaneous="pessimistic")
        assert (answer.value, answer.status, answer.note) == (value, "exact", AT_ONCE)
        assert answer.move in ("left", "right")


@pytest.mark.parametrize("role", ["b", "x", "c"])
@pytest.mark.parametrize("steps", [1, 2, 3])
def test_a_coalition_replies_jointly(role: str, steps: int) -> None:
    rules = sheet(THREE)
    answer = gdlc.search(rules, role=role, horizon=steps, simultaneous="pessimistic")
    machine = Machine(rules)
    assert answer.value == tiny_minimax(machine, machine.initial(), steps, role)


def test_the_best_first_move_is_told() -> None:
    rules = sheet(SAME.replace("(legal random 4)", "(<= (next same) (does x right))"))
    answer = gdlc.search(rules, role="x", horizon=1, simultaneous="pessimistic")
    assert (answer.value, answer.move) == (1, "right")


def test_without_the_option_the_error_names_it() -> None:
    with pytest.raises(InputError, match="at the same step 1") as caught:
        gdlc.search(sheet(SAME), role="x", horizon=1)
    assert "--simultaneous pessimistic" in (caught.value.hint or "")


def test_where_nobody_chooses_beside_the_player_nothing_changes() -> None:
    turns = gdlc.load(Path(__file__).parents[1] / "examples" / "same_step.kif")
    plain = gdlc.search(turns, role="guesser", horizon=3)
    assert gdlc.search(turns, role="guesser", horizon=3, simultaneous="pessimistic") == plain
    assert plain.note == ""
    # Steps behind the horizon are not asked for their moves.
    assert gdlc.search(sheet(SAME), role="x", horizon=0, simultaneous="pessimistic").note == ""


def test_bounds_of_a_stopped_search_say_it_too() -> None:
    searcher = Searcher(sheet(THREE))
    stop = _StopAfter(4)
    answer = searcher.value("x", 2, simultaneous="pessimistic", stop=stop)
    assert answer.note == AT_ONCE
    assert (answer.lower, answer.upper, answer.status) == (0, 1, "bounds")


class _StopAfter(Stop):
    """Asks for an end when it was asked so often."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self._looks = looks

    def check(self) -> None:
        self._looks -= 1
        if self._looks < 0:
            self.request()
        super().check()


def test_other_words_are_refused() -> None:
    with pytest.raises(UsageError, match="simultaneous takes pessimistic"):
        gdlc.search(sheet(SAME), role="x", horizon=1, simultaneous="fair")


def test_text_and_json_carry_the_note() -> None:
    answer = Answer.exact(Fraction(1, 4), move="left", note="lower bound: so it is")
    assert write_text(answer) == "1/4 = 0.25 (exact; lower bound: so it is)\nfirst move: left\n"
    assert json.loads(write_json(answer))["note"] == "lower bound: so it is"
    assert read_json(write_json(answer)) == answer
    plain = Answer.exact(Fraction(1, 4))
    assert json.loads(write_json(plain))["note"] is None
    assert read_json(write_json(plain)) == plain
    bounds = Answer(Fraction(0), Fraction(1), "bounds", reason="it was late", note="so it is")
    assert write_text(bounds) == "between 0 and 1 (bounds: it was late; so it is)\n"


def test_a_document_of_an_earlier_version_has_no_note() -> None:
    document = json.loads(write_json(Answer.exact(Fraction(1))))
    del document["note"]
    assert read_json(json.dumps(document)).note == ""


def test_the_command_line(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.kif").write_text(SAME)
    call = ("search", "game.kif", "--role", "x", "--horizon", "1")
    refused = inside(capfd, *call)
    assert refused.returncode == 1
    assert "--simultaneous pessimistic" in refused.stderr
    done = inside(capfd, *call, "--simultaneous", "pessimistic")
    assert done.returncode == 0
    assert done.stdout.splitlines()[0] == f"1/4 = 0.25 (exact; {AT_ONCE})"
