"""Live games on a real terminal, as plain text: wrapped lines, and pages that fit."""

import re
from itertools import pairwise

import pytest
from lists import HATCHES
from terminal import Terminal

pytestmark = pytest.mark.full
SECRET = "Your secret word (Enter to keep it private):"
LAST = "If the first player finds the word, does the second get one last guess? [y/N]"
THEIRS = "Their guess:"
DOUBT = "Which one, or the score again:"


def any_score(screen: Terminal) -> str:
    """Wait for the next prompt for a score, whatever is proposed; return it."""
    screen.wait_for(lambda: re.fullmatch(r"Score for \w+:", screen.line), "prompt for a score")
    return screen.line


def broken(lines: list[str]) -> list[tuple[str, str]]:
    """The lines that fill the last column and continue with a letter, each with the next line."""
    return [(a, b) for a, b in pairwise(lines) if a[-1].isalnum() and b[0].isalnum()]


@pytest.mark.parametrize("columns", [40, 80])
def test_no_word_is_broken_by_the_edge_of_the_screen_and_plain_text_is_all_there_is(columns):
    with Terminal("play", "--plain", "--think", "0.1", columns=columns) as screen:
        typed = ["why", "more", "more common", "help", "help both", "hint", "about zzzzz"]
        for line in [*typed, "no such thing", "9,9"]:
            screen.answer(any_score(screen), line)
        screen.answer(any_score(screen), "tares 1,1")
        screen.answer(any_score(screen), "moist 4,1")  # impossible
        screen.answer(any_score(screen), "tares 3,0")
        screen.answer(DOUBT, "undo")
        for line in ("turns", "why", "them"):
            screen.answer(any_score(screen), line)
        screen.answer(SECRET, "crane")
        screen.answer(LAST, "y")
        screen.answer(THEIRS, "slate")
        screen.answer(THEIRS, "trace 3,0")  # it is 3,1
        screen.answer(any_score(screen), "quit")
        assert screen.status() == 0
        # the last line is a command to copy: it stays in one piece, however long
        last = next(i for i, line in enumerate(screen.lines) if line.startswith("To see the "))
        assert broken(screen.lines[:last]) == []
        assert "\x1b" not in screen.shown
        assert not re.search("[\u2500-\u257f\u25cb\u25cf]", screen.shown)


def test_help_fits_a_screen_of_24_lines(write):
    words = "--words", str(write(*HATCHES))
    with Terminal("play", "--plain", "--think", "0", *words, columns=80) as screen:
        for typed in ("help", "help score", "help both", "quit"):
            screen.answer("Score for HATCH:", typed)
        screen.status()
        asked = [i for i, line in enumerate(screen.lines) if "Score for HATCH: " in line]
    for prompt, after in pairwise(asked):
        assert after - prompt <= 23  # the prompt below it is the last
