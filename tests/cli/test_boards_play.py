"""Games of several boards, typed at a terminal and through a pipe."""

import os
import re
import signal

import naive
import pytest
from terminal import Shown

WORDS = [
    *("crane", "slate", "fools", "quilt", "trace", "crate", "hatch", "latch", "match", "watch"),
    *("react", "stale", "least", "caret", "pools", "moist", "tares", "blimp", "jumpy", "vixen"),
]
SECRETS = ["match", "caret", "blimp", "stale"]
PLAY = ("play", "--think", "0", "--rule", "colours", "--boards")
AGAIN = "Another game? [Y/n]"


def said(guess, boards):
    return [naive.colours(guess, SECRETS[at - 1]).lower() for at in boards]


def asked(screen):
    """The guess that is asked for, and the boards that are to be scored."""
    screen.wait_for(lambda: "Score for" in screen.whole, "a guess")
    while screen.read(0.2):
        pass
    word, _, boards = screen.whole.rpartition("Score for ")[2].partition(" on board")
    return word.lower(), [*map(int, re.findall(r"\d+", boards.partition(">")[0]))]


def test_four_boards_are_played_through_a_kill(write, tmp_path):
    size, state = {"columns": 40, "rows": 15}, str(tmp_path / "state")
    words = "--words", str(write(*WORDS))
    with Shown(*PLAY, "4", *words, **size, XDG_DATA_HOME=state) as screen:
        guess, boards = asked(screen)
        assert boards == [1, 2, 3, 4]
        first, *others = said(guess, boards)
        screen.type(" ".join(["zzzzz", *others]) + "\r")
        screen.wait_for(lambda: "board 1:" in screen.whole, "what is wrong")
        screen.wait_for(lambda: "> zzzzz" in screen.whole, "what was typed, to be corrected")
        screen.type("\x01" + "\x1b[3~" * 5 + first + "\r")
        screen.wait_for(
            lambda: "found" in screen.whole or "1 " + guess.upper() in screen.whole, "it"
        )
        asked(screen)
        screen.type("undo\r")
        screen.wait_for(lambda: f"Score for {guess.upper()} on boards 1, 2" in screen.whole, "undo")
        screen.type(f"{first}\r")  # one after another
        screen.wait_for(lambda: "on boards 2, 3, 4" in screen.whole, "the next boards")
        os.killpg(screen.process.pid, signal.SIGKILL)
    with Shown("play", "--resume", "--think", "0", **size, XDG_DATA_HOME=state) as screen:
        made = 1
        while "You found all" not in screen.whole:
            guess, boards = asked(screen)
            if made == 1:
                assert boards == [2, 3, 4]
            screen.type("+".join(said(guess, boards)) + "\r")
            told = f"for {guess.upper()} on"
            screen.wait_for(lambda told=told: told not in screen.whole, "the next guess")
            made += 1
            assert made < 12
        assert f"You found all 4 words in {made - 1} guesses." in screen.enter(AGAIN, "n")
        assert screen.status() == 0
        assert "Traceback" not in screen.text


def test_lines_show_boards_as_columns_and_the_game_is_in_the_history(jotto, write):
    lines, still = ["slate bxbbb bbbbb", "bbbbb " * 5], [1, 2, 3, 4]
    for word in ("trace", *SECRETS):
        lines.append(" ".join([word, *said(word, still)]))
        still = [at for at in still if SECRETS[at - 1] != word]
    run = jotto(*PLAY, "4", "--words", write(*WORDS), typed="\n".join([*lines, ""]))
    assert run.err == ""
    assert "score 'bxbbb': board 1: " in run.out
    assert "these are 5 scores, for boards 1, 2, 3, 4" in run.out
    shown = run.out.splitlines()
    at = next(at for at, line in enumerate(shown) if line.startswith("  1  TRACE"))
    board, left, trace = shown[at - 2 : at + 1]
    order = [int(number.strip("▸")) for number in board.partition("board ")[2].split()]
    scores = [naive.colours("trace", SECRETS[n - 1]) for n in order]
    assert trace.split()[2:] == scores
    fit = [[word for word in WORDS if naive.colours("trace", word) == score] for score in scores]
    assert left.split()[1:] == [
        words[0].upper() if len(words) == 1 else str(len(words)) for words in fit
    ]
    assert sorted(map(len, fit)) == list(map(len, fit))
    assert "You found all 4 words in 5 guesses." in run.out
    (game,) = jotto("history", "--json").json["games"]
    assert game["secret"] == "+".join(SECRETS)
    assert game["turns"][0] == "trace=" + "+".join(naive.colours("trace", s) for s in SECRETS)
    assert "not judged" in jotto("review").refusal


def test_a_game_left_in_the_middle_is_named_with_its_boards_and_goes_on(jotto, write):
    words = "--words", write(*WORDS)
    lines = [f"trace {' '.join(said('trace', [1, 2]))}", f"slate {said('slate', [1])[0]}"]
    left = jotto(*PLAY, "2", *words, typed="\n".join([*lines, "quit"]))
    assert "jotto play --resume" in left.out
    run = jotto("play", "--resume", typed="")
    assert "TRACE" in run.out
    assert "Score for SLATE on board 2: " in run.out


@pytest.mark.parametrize(
    ("more", "wrong"),
    [
        ("33", "33"),
        ("21", "21 boards need as many secrets; there are 20"),
        ("2 --allow hard", "several boards allow all guesses, or the candidates (--allow)"),
        ("2 --lies 1", "answers may be false on one board, not on several"),
        ("2 --starts me", "--boards is for one player"),
        ("2 --report x.html", "--boards is for one player"),
    ],
)
def test_boards_that_cannot_be_are_refused(jotto, write, more, wrong):
    assert wrong in jotto(*PLAY, *more.split(), "--words", write(*WORDS)).refusal


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (40, 15)])
def test_many_boards_fit_the_screen_and_more_are_counted(write, columns, rows):
    words = [f"{a}{b}{c}xy" for a in "abcd" for b in "efgh" for c in "ijkl"]
    given = *PLAY, "32", "--words", str(write(*words))
    with Shown(*given, columns=columns, rows=rows) as screen:
        screen.wait_for(lambda: "Score for" in screen.whole, "a guess")
        screen.type("aeixy " + "gbbgg " * 3 + "\r")
        screen.wait_for(lambda: "boards 4, 5, 6" in screen.whole, "the next")
        assert "more boards" in screen.whole
        assert "▸4" in screen.whole
