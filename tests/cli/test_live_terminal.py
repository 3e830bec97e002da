"""Live games on a real terminal: what goes wrong at a table, plain text, every width."""

import re
from itertools import pairwise

import naive
import pytest
from lists import HATCHES
from terminal import END, Terminal

pytestmark = pytest.mark.full
SECRET = "Your secret word (Enter to keep it private):"
LAST = "If the first player finds it, does the second get one last guess? [y/N]"
THEIRS = "Their guess:"
LATCH = "Score for LATCH:"
DOUBT = "Which one, or the score again:"
WIDTHS = (40, 45, 80)


def play(words, **more) -> Terminal:
    """A game that prints nothing in the background while a person thinks."""
    return Terminal("play", "--plain", "--think", "0", "--words", str(words), **more)


def any_score(screen: Terminal) -> str:
    """Wait for the next prompt for a score, whatever is proposed; return it."""
    screen.wait_for(lambda: re.fullmatch(r"Score for \w+:", screen.line), "prompt for a score")
    return screen.line


def test_a_game_is_won_with_scores_in_every_form_and_plain_text_is_all_there_is(write):
    with play(write(*HATCHES)) as screen:
        for typed in ("why", "more", "list"):
            screen.answer("Score for HATCH:", typed)
        screen.answer("Score for HATCH:", "4,0")
        assert "4 possible: latch, match, patch, watch" in screen.answer(LATCH, "watch")
        assert "Your guess: WATCH" in screen.answer("Score for WATCH:", "40")
        screen.answer(LATCH, "patch=4/0")
        assert "2 possible: latch, match" in screen.answer(LATCH, "4b0c")
        assert "It must be MATCH." in screen.answer("Score for MATCH:", "turns")
        screen.answer("Score for MATCH:", "5,0")
        assert "You found MATCH in 5 guesses." in screen.answer(END, "")
        assert screen.status() == 0
    assert "\x1b" not in screen.shown
    assert not re.search("[\u2500-\u257f\u25cb\u25cf]", screen.shown)


def told_right(screen: Terminal, guess: str) -> None:
    """Type their guess; crane is my secret."""
    screen.answer(THEIRS, guess)
    score = naive.exact_elsewhere(guess, "crane")
    screen.expect("Tell them: {} exact, {} elsewhere".format(*score.split(",")))


def chosen(screen: Terminal, what: str) -> None:
    """Type the letter of the explanation that says so."""
    listed = screen.prompted(DOUBT)
    screen.type(re.search(rf"^  ([1-5])  .*{re.escape(what)}", listed, re.M)[1] + "\r")


def test_a_whole_game_with_everything_that_goes_wrong_at_a_table(tmp_path):
    """Their secret is tweep, which the list lacks; mine is crane."""
    data = {"XDG_DATA_HOME": str(tmp_path)}
    with Terminal("play", "--plain", **data) as screen:
        assert "type me or them" in screen.answer(any_score(screen), "them")
        screen.answer(SECRET, "crane")
        screen.answer(LAST, "yes")
        told_right(screen, "slate")
        assert "SLATE=2,0" in screen.answer(any_score(screen), "tares=2,1")
        screen.answer(THEIRS, "undo")
        screen.answer(any_score(screen), "tares=2,0")
        screen.answer(THEIRS, "trace=3,0")  # it is 3,1
        told = screen.answer(any_score(screen), "edit their 2 3,1")
        assert "You told them trace=3,0, but it is 3,1." in told
        assert "Tell them: 3 exact, 1 elsewhere." in told
        assert "yours is not one of them, so a score was wrong" in told
        assert "yours is the likeliest" in screen.answer(any_score(screen), "wised=1,0")
        screen.answer(THEIRS, "edit 2 1,1")
        screen.prompted(THEIRS)
    with Terminal("play", "--plain", "--resume", **data) as screen:
        told_right(screen, "brace")
        paper = screen.answer(any_score(screen), "boule=0,1")
        for row in ("TARES=2,0", "SLATE=2,0", "WISED=1,1", "TRACE=3,1", "BRACE=3,1"):
            assert row in screen.text
        assert "You" in paper
        told_right(screen, "grace")
        screen.answer(any_score(screen), "sneer=3,0")  # it is 2,0
        screen.expect("No word fits SNEER 3,0 and the earlier scores")
        chosen(screen, "sneer may be 2,0, not 3,0; then it is tweet")
        told_right(screen, "irate")
        screen.answer(any_score(screen), "tweet=4,0")
        screen.expect("No word fits TWEET 4,0 and the earlier scores")
        chosen(screen, "the word is not in the list")
        told_right(screen, "plane")
        assert "unlisted words possible" in screen.answer(any_score(screen), "tweep")
        screen.answer("Score for TWEEP:", "5,0")
        said = screen.answer(END, "")
        assert "You found TWEEP in 6 guesses." in said
        assert "You win." in said
        assert screen.status() == 0
        assert "Traceback" not in screen.text


# --- the screen -----------------------------------------------------------------------------


def broken(lines: list[str]) -> list[tuple[str, str]]:
    """The lines that fill the last column and continue with a letter, each with the next line."""
    return [(a, b) for a, b in pairwise(lines) if a[-1].isalnum() and b[0].isalnum()]


@pytest.mark.parametrize("columns", WIDTHS)
def test_no_word_is_broken_by_the_edge_of_the_screen(columns):
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
        last = next(i for i, line in enumerate(screen.lines) if line.startswith("Advice on this"))
        assert broken(screen.lines[:last]) == []


def test_help_fits_a_screen_of_24_lines(write):
    with play(write(*HATCHES), columns=80) as screen:
        for typed in ("help", "help score", "help both", "quit"):
            screen.answer("Score for HATCH:", typed)
        screen.status()
        asked = [i for i, line in enumerate(screen.lines) if "Score for HATCH: " in line]
    for prompt, after in pairwise(asked):
        assert after - prompt <= 23  # the prompt below it is the last
