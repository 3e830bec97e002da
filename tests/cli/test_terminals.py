"""The look of results on a terminal, in a pipe, and without boxes or colours."""

import json
import re

import pytest
from lists import FAMILY, SPLITTER
from terminal import Terminal

pytestmark = pytest.mark.full
BOXES = re.compile("[\u2500-\u257f]")


@pytest.mark.parametrize("command", ["suggest", "evaluate"])
def test_a_table_has_boxes_on_a_terminal_and_only_there(jotto, family, command):
    with Terminal(command, *family) as screen:
        assert screen.status() == 0
        assert BOXES.search(screen.shown)
        assert ("█" in screen.shown) == (command == "evaluate")
    assert not re.search("[\u2500-\u257f\x1b]", jotto(command, *family).out)


@pytest.mark.parametrize(
    ("command", "option", "variables"),
    [
        ("suggest", ["--plain"], {}),
        ("solve mat", ["--plain"], {}),
        ("candidates", [], {"NO_COLOR": "1"}),
    ],
)
def test_a_table_says_the_same_in_a_pipe_and_plain(jotto, family, command, option, variables):
    arguments = [*command.split(), *family, *option]
    with Terminal(*arguments, **variables) as screen:
        assert screen.status() == 0
        assert not BOXES.search(screen.shown)
        assert "\x1b" not in screen.shown
        ran = jotto(*arguments)
        assert screen.text.split() == (ran.err + ran.out).split()


def test_an_empty_no_color_forbids_nothing(family):
    """https://no-color.org: 'when present and not an empty string'."""
    with Terminal("suggest", *family, NO_COLOR="") as screen:
        assert screen.status() == 0
        assert BOXES.search(screen.shown)


@pytest.mark.parametrize("command", ["suggest", "solve mat"])
def test_a_narrow_terminal_cuts_no_word_and_no_number(jotto, family, command):
    arguments = [*command.split(), *family]
    with Terminal(*arguments, columns=40) as screen:
        assert screen.status() == 0
        shown = set(re.findall(r"\w+(?:[.,]\w+)*", screen.text))
    for line in jotto(*arguments).out.splitlines():
        if set(line.split()) & {*FAMILY, SPLITTER}:
            assert set(re.findall(r"\w+(?:[.,]\w+)*", line)) <= shown


@pytest.mark.parametrize("command", ["candidates", "suggest"])
def test_json_is_the_same_on_a_terminal_and_all_there_is(jotto, family, command):
    with Terminal(command, *family, "--json") as screen:
        assert screen.status() == 0
        assert "\x1b" not in screen.shown
        assert json.loads(screen.text) == jotto(command, *family, "--json").json
