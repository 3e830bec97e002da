"""The look of results on a terminal, in a pipe, and without boxes or colours."""

import re

import pytest
from lists import FAMILY, SPLITTER
from terminal import Terminal

pytestmark = pytest.mark.full
BOXES = re.compile("[\u2500-\u257f]")


@pytest.mark.parametrize(
    ("command", "variables", "boxes"),
    [
        ("suggest", {}, True),
        ("suggest", {"NO_COLOR": ""}, True),  # no-color.org: when present and not empty
        ("evaluate", {}, True),
        ("suggest --plain", {}, False),
        ("watch mat --plain", {}, False),
        ("candidates", {"NO_COLOR": "1"}, False),
        ("suggest --json", {}, False),
        ("candidates --json", {}, False),
    ],
)
def test_a_table_has_boxes_on_a_terminal_and_plain_it_is_the_same_as_in_a_pipe(
    jotto, family, command, variables, boxes
):
    arguments = (*command.split(), *family)
    with Terminal(*arguments, **variables) as screen:
        assert screen.status() == 0
    ran = jotto(*arguments)
    assert not re.search("[\u2500-\u257f\x1b]", ran.out)
    assert bool(BOXES.search(screen.shown)) == boxes
    assert ("█" in screen.shown) == (command == "evaluate")
    if not boxes:
        assert "\x1b" not in screen.shown
        assert screen.text.split() == (ran.err + ran.out).split()


@pytest.mark.parametrize("command", ["suggest", "watch mat"])
def test_a_narrow_terminal_cuts_no_word_and_no_number(jotto, family, command):
    arguments = [*command.split(), *family]
    with Terminal(*arguments, columns=40) as screen:
        assert screen.status() == 0
        shown = set(re.findall(r"\w+(?:[.,]\w+)*", screen.text))
    for line in jotto(*arguments).out.splitlines():
        if set(line.split()) & {*FAMILY, SPLITTER}:
            assert set(re.findall(r"\w+(?:[.,]\w+)*", line)) <= shown
