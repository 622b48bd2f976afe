"""`gdlc inspect` on the command line: kinds of files, streams, folders, what is wrong with them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gdlc.formats.errors import InputError
from gdlc.inspection.stage import kind_of
from tests.cli_runs import COIN, gdlc, inside, shell

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game, with the files of its stages in a folder beside it."""
    found = tmp_path_factory.mktemp("inspect")
    (found / "coin.kif").write_text(COIN)
    done = gdlc("run", "coin.kif", "--horizon", "2", "--keep", "stages", cwd=found)
    assert done.returncode == 0
    return found


KINDS = [
    (b"(role x)", "", "gdl"),
    (b"; words\n(role x)", "game.lp", "gdl"),
    (b"% words\nrole(x)\n", "", "gdl"),
    (b"role(x)\nlegal(x, a) :- true(b)\n", "game.hrf", "gdl"),
    (b"% gdlc lp 1\n", "game.sqasp", "lp"),
    (b"% gdlc sqasp 1\n", "", "sqasp"),
    (b"{a}. % free\n_exists(1,a).\n", "", "sqasp"),
    (b"{a}.\n_chance(1,1,2,a) :- b.\n", "game.lp", "sqasp"),
    (b"a. % _exists(1,a).\n", "game.lp", "lp"),
    (b"c words\nc\n\np cnf 1 0\n", "", "xssat"),
    (b"p  cnf 1 0\n", "game.kif", "xssat"),
    (b"c gdlc xssat 1\n", "", "xssat"),
    (b"nothing", "game.sdimacs", "xssat"),
    (b"\xef\xbb\xbf(role x)", "", "gdl"),
]


@pytest.mark.parametrize(("data", "name", "kind"), KINDS)
def test_the_kind_of_a_file_is_known_by_its_content_then_by_its_name(
    data: bytes, name: str, kind: str
):
    assert kind_of(data, name) == kind


@pytest.mark.parametrize("data", [b"", b" \n", b"hello, world\n", b"\0\1\2", b"a,b,c\n1,2,3\n"])
def test_what_is_of_no_kind_is_an_error_with_a_way_out(data: bytes):
    with pytest.raises(InputError) as caught:
        kind_of(data, "x.csv")
    assert ".xssat" in (caught.value.hint or "")


def test_all_files_of_a_folder_in_the_order_of_the_stages(
    capfd: pytest.CaptureFixture[str], folder: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(folder)
    done = inside(capfd, "inspect", "coin.kif", "stages", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    document = json.loads(done.stdout)
    assert [one["kind"] for one in document["files"]] == ["gdl", "lp", "sqasp", "xssat"]
    assert document["schema"] == 1
    assert document["error"] is document["atom"] is document["difference"] is None
    assert document["files"][2]["prefix"][1]["shape"]["probabilities"] == [["1/2", 1]]
    text = inside(capfd, "inspect", "coin.kif", "stages").stdout
    assert text.count("\n\n") == 3


@pytest.mark.parametrize("name", ["ttt_block", "odd_words", "monty_hall"])
def test_no_line_is_wider_than_a_hundred_columns(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
):
    monkeypatch.chdir(tmp_path)
    game = str(EXAMPLES / f"{name}.kif")
    role = {"ttt_block": ["--role", "xplayer"], "odd_words": ["--role", "Alice"]}.get(name, [])
    for horizon in ("2", "4"):
        arguments = ("run", game, *role, "--horizon", horizon, "--keep", horizon)
        assert inside(capfd, *arguments).returncode == 0
    printed = inside(capfd, "inspect", game, "4").stdout
    for kind in ("lp", "sqasp", "xssat"):
        pair = (f"{folder}/{name}.{kind}" for folder in "24")
        printed += inside(capfd, "inspect", "--diff", *pair).stdout
    step = json.loads(inside(capfd, "inspect", "4", "--json").stdout)["files"][1]["prefix"]
    printed += inside(capfd, "inspect", "4", "--atom", step[0]["example"]).stdout
    assert len(printed.splitlines()) > 100
    assert max(map(len, printed.splitlines())) <= 100


def test_standard_input_is_looked_at_too(folder: Path):
    line = "$GDLC inspect < stages/coin.xssat; cat stages/coin.lp | $GDLC inspect - coin.kif"
    done = shell(line, folder)
    assert done.stdout.decode().splitlines()[0].startswith("<stdin>: formula (.xssat)")
    assert b"\n\ncoin.kif: rule sheet" in done.stdout
    done = shell("$GDLC inspect - -", folder)
    assert done.returncode == 2
    assert b"standard input is named twice" in done.stderr


def test_a_reader_that_has_enough_is_no_failure(folder: Path):
    done = shell("set -o pipefail; $GDLC inspect stages --json | head -c 10", folder)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == b'{"schema":'


def test_the_result_goes_where_it_is_sent_and_never_over_an_input(folder: Path):
    assert gdlc("inspect", "coin.kif", "-o", "out.txt", cwd=folder).stdout == b""
    assert (folder / "out.txt").read_text().startswith("coin.kif: rule sheet")
    done = gdlc("inspect", "stages/coin.lp", "coin.kif", "-o", "coin.kif", cwd=folder)
    assert done.returncode == 2
    assert (folder / "coin.kif").read_text() == COIN


WRONG = [
    (("none.lp",), 1, "none.lp: no such file"),
    (("empty",), 1, "no file of a stage is in this folder"),
    (("cut.lp",), 1, "cut.lp:10:1: the file is cut"),
    (("cut.xssat",), 1, "cut.xssat:"),
    (("words.txt",), 1, "words.txt: neither what it holds nor its name"),
    (("latin.sqasp",), 1, "latin.sqasp:"),
    (("free.cnf",), 1, "free.cnf:"),
    (("stages", "--atom", "does(guesser,guess(head),1)"), 2, "near: does(guesser,guess(heads),1)"),
    (("--diff", "stages/coin.lp"), 2, "--diff compares two files, not 1"),
    (("--diff", "stages/coin.lp", "stages/coin.xssat"), 2, "two files of one kind"),
    (("--diff", "coin.kif", "coin.kif", "--atom", "p"), 2, "exclude each other"),
]


@pytest.mark.parametrize(("arguments", "code", "message"), WRONG)
def test_what_is_wrong_is_told_in_text_and_json(
    capfd: pytest.CaptureFixture[str],
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    code: int,
    message: str,
):
    monkeypatch.chdir(folder)
    (folder / "empty").mkdir(exist_ok=True)
    lines = (folder / "stages" / "coin.lp").read_text().splitlines(keepends=True)
    (folder / "cut.lp").write_text("".join(lines[:10]))
    formula = (folder / "stages" / "coin.xssat").read_bytes()
    (folder / "cut.xssat").write_bytes(formula[: len(formula) * 3 // 4])
    (folder / "words.txt").write_text("hello\n")
    (folder / "latin.sqasp").write_bytes(b"{a}. _exists(1,a). % \xe4\n")
    (folder / "free.cnf").write_bytes(b"p cnf 2 1\ne 1 0\n1 2 0\n")
    done = inside(capfd, "inspect", *arguments)
    assert (done.returncode, done.stdout) == (code, "")
    assert message in done.stderr
    document = json.loads(inside(capfd, "inspect", *arguments, "--json").stdout)
    assert document["files"] == []
    assert document["error"]["message"]


def test_variables_outside_the_prefix_may_be_allowed(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
):
    path = tmp_path / "free.cnf"
    path.write_bytes(b"p cnf 2 1\na 1 0\n1 2 0\n")
    done = inside(capfd, "inspect", str(path), "--free", "inner")
    assert done.returncode == 0
    assert "2 blocks: a 1, e 1" in done.stdout


def test_a_program_with_variables_is_grounded_first(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
):
    path = tmp_path / "doors.sqasp"
    path.write_text(
        "door(1..3). {pick(D) : door(D)} = 1. _exists(1,pick(D)) :- door(D).\n"
        "{prize(2)}. _chance(2,1,3,prize(2)). :- pick(2), not prize(2).\n"
    )
    done = inside(capfd, "inspect", str(path))
    assert done.returncode == 0
    assert "prefix     2 levels: e 3, r 1 (1/3)" in done.stdout
    path.write_text("{a(X)}. _exists(1,a(1)).\n")
    done = inside(capfd, "inspect", str(path))
    assert done.returncode == 1
    assert "unsafe" in done.stderr
