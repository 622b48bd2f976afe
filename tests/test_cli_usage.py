"""Wrong calls, help and version."""

from __future__ import annotations

import json

import pytest

from gdlc import __version__
from gdlc.cli.app import VERBS as COMMANDS
from gdlc.cli.app import Printed, parse
from gdlc.formats.errors import UsageError
from gdlc.options import VERBS, options_of
from tests.cli_runs import gdlc, inside


def test_the_table_of_options_and_the_command_line_have_the_same_verbs():
    assert tuple(COMMANDS) == VERBS


@pytest.mark.parametrize("verb", VERBS)
def test_the_help_of_each_verb_shows_its_options_and_an_example(verb: str):
    printed = parse([verb, "--help"])
    assert isinstance(printed, Printed)
    text = printed.data.decode()
    for option in options_of(verb):
        assert option.switch in text
    assert "Examples:" in text
    for example in COMMANDS[verb].examples:
        assert f"  {example}\n" in text


@pytest.mark.parametrize("verb", VERBS)
def test_the_examples_of_the_help_parse(verb: str):
    for example in COMMANDS[verb].examples:
        first = example.split(" | ")[0].split()
        assert first[0] == "gdlc"
        parse(first[1:])


def test_help_and_version_go_to_standard_output():
    done = gdlc("--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"gdlc {__version__}\n".encode(), b"")
    done = gdlc("--help")
    assert done.returncode == 0
    assert all(verb in done.stdout.decode() for verb in VERBS)
    assert done.stderr == b""


WRONG = [
    ([], "no verb is given"),
    (["grund"], "grund"),
    (["--colour"], "--colour"),
    (["ground", "g.kif"], "--horizon is missing"),
    (["ground", "g.kif", "--horizon"], "--horizon"),
    (["ground", "g.kif", "--horizon", "-1"], "--horizon takes a whole number of at least 0"),
    (["run", "g.kif", "--horizon", "x"], "--horizon takes a whole number"),
    (
        ["run", "g.kif", "--horizon", "3", "--objective", "atleast:101"],
        "--objective takes win, score",
    ),
    (["run", "g.kif", "--horizon", "3", "--engine", "naive"], "--engine takes auto, dpll"),
    (["run", "g.kif", "--horizon", "3", "--timeout", "0"], "--timeout takes a number of seconds"),
    (["run", "g.kif", "--horizon", "3", "--free", "inner"], "--free"),
    (["solve", "a", "b"], "b"),
    (["solve", "--hor", "3"], "--hor"),
    (["solve", "--memory-limit", "lots"], "--memory-limit takes a number of bytes"),
    (["bench"], "SUITE"),
]


@pytest.mark.parametrize(("arguments", "message"), WRONG)
def test_a_wrong_call_says_what_is_wrong(arguments: list[str], message: str):
    with pytest.raises(UsageError) as caught:
        parse(arguments)
    assert message in str(caught.value)


@pytest.mark.parametrize("arguments", [arguments for arguments, _ in WRONG])
def test_a_wrong_call_ends_with_2_and_obeys_json(
    arguments: list[str], capfd: pytest.CaptureFixture[str]
):
    plain = inside(capfd, *arguments)
    assert (plain.returncode, plain.stdout) == (2, "")
    assert plain.stderr.startswith("error: ")
    if arguments[-1:] != ["--horizon"]:  # it would take the next word
        spoken = inside(capfd, *arguments, "--json")
        document = json.loads(spoken.stdout)
        assert spoken.returncode == 2
        assert document["schema"] == 1
        assert document["error"]["message"]


def test_json_needs_a_file_where_an_artefact_is_written(capfd: pytest.CaptureFixture[str]):
    for verb in ("ground", "quantify", "translate", "bench"):
        horizon = ["--horizon", "1"] if verb == "ground" else []
        for output in ([], ["-o", "-"], ["-o", "/dev/stdout"]):
            done = inside(capfd, verb, "none", *horizon, "--json", *output)
            assert done.returncode == 2
            assert "-o FILE" in json.loads(done.stdout)["error"]["message"]


def test_a_value_that_begins_with_a_dash_is_taken():
    call = parse(["run", "--role=-x", "--horizon", "3", "--", "-game.kif"])
    assert not isinstance(call, Printed)
    assert call.values["role"] == "-x"
    assert call.file == "-game.kif"


def test_the_last_of_two_equal_options_counts():
    call = parse(["run", "--horizon", "3", "--horizon", "4"])
    assert not isinstance(call, Printed)
    assert call.values["horizon"] == 4
