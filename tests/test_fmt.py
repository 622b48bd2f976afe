"""`fmt`: the same rules and comments in one look, which it does not change again."""

from __future__ import annotations

from pathlib import Path

import pytest

import gdlc
from gdlc.formats import gdl
from gdlc.formats.errors import UsageError
from gdlc.formats.gdl import RuleSheet
from tests.cli_runs import gdlc as run
from tests.cli_runs import inside
from tests.random_sheets import sheet

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("*.kif"))


def sheet_of(path: Path) -> RuleSheet:
    return gdl.read(path.read_bytes(), path.name)


UNTIDY = """\
;; A game ; of one\r
(role   x)(role o) ; two
; three


(<= (next (cell ?x ?n++)) ; the head
    ; before the first
    (true (cell ; deep
       ?x o'neil))

    (not (p)); behind
    ; before the last
    (distinct ?x 01) ; last
    ; no more
) ; end
(init (a
   b))
; bye"""

KIF = """\
;; A game ; of one
(role x)
(role o)  ; two
; three

(<= (next (cell ?x ?n++))  ; the head
    ; before the first
    ; deep
    (true (cell ?x o'neil))
    (not p)  ; behind
    ; before the last
    (distinct ?x 01))  ; last
; end
; no more
(init (a b))
; bye
"""

HRF = """\
%% A game ; of one
role(x)
role(o)  % two
% three

next(cell(X,N_)) :-  % the head
    % before the first
    % deep
    true(cell(X,'o\\'neil')) &
    ~p &  % behind
    % before the last
    distinct(X,01)  % last
% end
% no more
init(a(b))
% bye
"""


def test_comments_stay_with_what_they_explain() -> None:
    read = gdl.read(UNTIDY)
    assert gdlc.fmt(read) == KIF
    assert gdlc.fmt(read, to="hrf") == HRF
    assert gdlc.fmt(gdl.read(HRF)) == HRF


def test_long_rules_are_broken() -> None:
    premise = f"(p {'a' * 40})"
    short, long = f"(<= q {premise} {premise})", f"(<= q {premise} {premise} r ss)"
    assert len(short) <= 100 < len(long)
    wanted = f"{short}\n(<= q\n    {premise}\n    {premise}\n    r\n    ss)\n"
    assert gdlc.fmt(gdl.read(short + long)) == wanted


def test_a_comment_within_a_fact_goes_before_it() -> None:
    assert gdlc.fmt(gdl.read("(p)\n\n(q ; why\n a) ; so\n")) == "p\n\n; why\n(q a)  ; so\n"
    assert gdlc.fmt(gdl.read("(<= ; why\n p q)")) == "; why\n(<= p q)\n"


def test_comments_and_language_do_not_count_in_equality() -> None:
    assert gdl.read("; one\n(p a)") == gdl.read("(p a) ; two") == gdl.read("p(a)")


def test_an_unknown_language_is_a_wrong_call() -> None:
    with pytest.raises(UsageError, match="kif, hrf"):
        gdlc.fmt(gdl.read("(p)"), to="lisp")


@pytest.mark.parametrize("seed", range(300))
def test_what_is_laid_out_stays(seed: int) -> None:
    before = gdl.read(sheet(seed), "g.kif")
    kif, hrf = gdlc.fmt(before), gdlc.fmt(before, to="hrf")
    again, infix = gdl.read(kif, "g.kif"), gdl.read(hrf, "g.hrf")
    assert again == before
    assert gdlc.fmt(again) == kif
    assert gdlc.fmt(infix) == hrf
    back = gdl.read(gdlc.fmt(infix, to="kif"), "g.kif")
    assert back == infix
    assert gdlc.fmt(back, to="hrf") == hrf
    counts = {len(one.comments) for one in (before, again, infix, back)}
    assert len(counts) == 1


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.stem for path in EXAMPLES])
def test_the_examples_say_the_same_in_both_languages(path: Path) -> None:
    before = sheet_of(path)
    infix = gdl.read(gdlc.fmt(before, to="hrf"), "g.hrf")
    assert gdlc.fmt(gdl.read(gdlc.fmt(infix, to="kif")), to="hrf") == gdlc.fmt(infix)
    assert [one.text for one in infix.comments] == [one.text for one in before.comments]


def test_a_game_in_hrf_has_the_same_value() -> None:
    game = sheet_of(ROOT / "examples" / "monty_hall.kif")
    infix = gdl.read(gdlc.fmt(game, to="hrf"), "g.hrf")
    assert gdlc.run(infix, horizon=4).value == gdlc.run(game, horizon=4).value


# The command line.


def test_check_tells_by_exit_code_and_writes_nothing(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    tidy, untidy, ends = tmp_path / "tidy.kif", tmp_path / "untidy.kif", tmp_path / "ends.kif"
    tidy.write_bytes(KIF.encode())
    untidy.write_bytes(UNTIDY.encode())
    ends.write_bytes(KIF.replace("\n", "\r\n").encode())
    assert inside(capfd, "fmt", "--check", str(tidy)).returncode == 0
    for path in (untidy, ends):
        done = inside(capfd, "fmt", "--check", str(path))
        assert (done.returncode, done.stdout) == (4, "")
        assert str(path) in done.stderr
    assert inside(capfd, "fmt", "--check", "--to", "hrf", str(tidy)).returncode == 4
    assert untidy.read_bytes() == UNTIDY.encode()


def test_from_standard_input_in_both_languages() -> None:
    for text, to, wanted in ((UNTIDY, "kif", KIF), (UNTIDY, "hrf", HRF), (HRF, "hrf", HRF)):
        done = run("fmt", "--to", to, input=text.encode())
        assert (done.returncode, done.stdout.decode()) == (0, wanted)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("--to", "lisp", "g.kif"), 2, "--to takes kif or hrf"),
        (("g.kif", "-o", "g.kif"), 2, "would replace the input"),
        (("--check", "g.kif", "-o", "h.kif"), 2, "--check writes nothing"),
        (("g.kif", "--json"), 2, "--json needs -o FILE"),
        ((".",), 1, "is a folder"),
        (("none.kif",), 1, "no such file"),
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
    done = inside(capfd, "fmt", *arguments)
    assert done.returncode == code
    assert message in done.stderr
    assert Path("g.kif").read_text() == "(p)"
