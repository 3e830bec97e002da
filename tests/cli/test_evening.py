"""The screen of a live game as a player uses it: colours, panes, keys, the mouse, and the end."""

import re
import sys
from pathlib import Path

import pytest
from lists import HATCHES
from terminal import Shown

import jotto
from jotto.assistant.shelf import Shelf
from jotto.cli import colours

pytestmark = pytest.mark.full
AGAIN = "Another game? [Y/n]"
DOUBT = "Which one, or the score again"
CSS = Path(jotto.__file__).parent / "pages" / "base.css"
WHEEL_UP, WHEEL_DOWN = 64, 65  # buttons of a mouse, by xterm's codes


def game(write, *arguments, words=HATCHES, **more):
    return Shown("play", "--think", "0", "--words", str(write(*words)), *arguments, **more)


def place(screen, text, after=0):
    """The row and the column of a text on the screen, from 1; None if it is not drawn yet."""
    rows = list(enumerate(screen.picture, start=1))[after:]
    return next(((number, row.index(text) + 1) for number, row in rows if text in row), None)


def click(screen, text, after=0, button=0):
    """Press a button of the mouse on a text, and let go; the wheel has no letting go."""
    screen.wait_for(lambda: place(screen, text, after), text)
    row, column = place(screen, text, after)
    screen.type(f"\x1b[<{button};{column};{row}M")
    if button == 0:
        screen.type(f"\x1b[<0;{column};{row}m")


def found(screen, pattern):
    """Wait until a pattern is to be seen; return the match."""
    screen.wait_for(lambda: re.search(pattern, screen.whole), pattern)
    return re.search(pattern, screen.whole)


# --- panes --------------------------------------------------------------------------------------


def test_help_is_read_to_its_end_by_keys_and_by_the_wheel(write):
    with game(write) as screen:
        screen.enter("Score for HATCH", "help")
        hidden = int(found(screen, r"↓ (\d+) more below \(Page Down\)")[1])
        read = screen.picture
        screen.type("\x1b[6~")
        found(screen, r"leave; the game is saved(?!.*more below)")
        read += screen.picture
        for command in ("1,0", "undo", "why", "hint", "list", "turns", "help both", "quit"):
            assert any(row.strip().startswith(f"{command} ") for row in read)
        click(screen, "more above", button=WHEEL_UP)
        found(screen, "more below")
        for _ in range(hidden):
            click(screen, "more below", button=WHEEL_UP)
        found(screen, f"You can type:.*↓ {hidden} more below")
        screen.type("\x1b[B\x1b[B")  # arrows, while nothing is typed
        found(screen, "more above")


def test_turns_that_have_no_room_are_told(write):
    with game(write, columns=40, rows=12) as screen:
        for word in ("HATCH", "LATCH", "MATCH"):
            screen.enter(f"Score for {word}", "4,0")
        assert re.search(r"[23]↑ [LM] ?A ?T ?C ?H 4,0", screen.asked("Score for PATCH"))


def test_a_wide_terminal_shows_words_guesses_mistakes_and_games_beside_the_board():
    with Shown("play", "--think", "0", columns=160, rows=50) as screen:
        screen.enter("Score for PALES", "1,1")
        screen.asked("Score for RENTS")
        for title in ("1,044 words possible", "What RENTS would leave", "Good guesses"):
            found(screen, title)
        assert "likeliest first" in screen.whole
        filled = sum(len("".join(row.split())) for row in screen.picture)
        assert filled > 0.15 * 160 * 50  # letters alone, without spaces and colours
        screen.enter("Score for RENTS", "3,2")
        screen.asked(DOUBT)
        screen.wait_for(lambda: "Less likely: 6 Turn 2" in beside(screen), "the other mistakes")
        screen.wait_for(lambda: "more" not in screen.whole.partition("F1 help")[0], "no sign")
        click(screen, "6  Turn 2")
        screen.enter("Score for NETTS", "5,0")
        screen.asked(AGAIN)
        bars = "Games by the number of guesses 1 2 3 ████████████████████████ 1"
        screen.wait_for(lambda: bars in beside(screen), "a bar for 3 guesses")


def beside(screen):
    """What is shown in the right half."""
    return " ".join(" ".join(row[screen.screen.columns // 2 :] for row in screen.picture).split())


# --- the mouse ------------------------------------------------------------------------------------


def test_a_click_takes_a_guess_a_command_and_an_offer_which_a_key_or_a_score_takes_too(write):
    with game(write) as screen:
        screen.asked("Score for HATCH")
        click(screen, "F4 more")
        found(screen, "Good guesses.*WATCH")
        click(screen, "WATCH", after=place(screen, "Good guesses")[0])
        screen.enter("Score for WATCH", "2,0")
        shown = screen.asked(DOUBT)
        (number,) = re.findall(r" (\d) Turn 1: watch scored 4,0", shown)
        assert re.search(rf"W A T C H 2,0 ●●··· \? (\d, )*{number}", shown)
        click(screen, f"{number}  Turn 1")
        screen.asked("Score for HATCH")
        click(screen, " W ")  # a turn, to be corrected
        found(screen, "> edit 1")
        screen.type("\x15undo\r")
        screen.enter("Score for WATCH", "2,0")
        screen.asked(DOUBT)
        screen.type(number)  # without Enter
        screen.enter("Score for HATCH", "watch 2,0")
        screen.enter(DOUBT, "4,0")
        shown = screen.enter("Score for HATCH", "0,0")
        assert "W A T C H 4,0" in shown
        assert "in the right place A C H T" in shown
        assert not re.search("in the (word|right place)|ruled out", screen.asked(DOUBT))


# --- slips ----------------------------------------------------------------------------------------


def test_all_mistakes_are_listed_and_none_is_hidden_without_a_sign():
    with Shown("play", "--think", "0", columns=99, rows=44) as screen:
        screen.enter("Score for PALES", "1,1")
        screen.enter("Score for RENTS", "3,2")
        shown = screen.asked(DOUBT)
        likely = re.search(r"R E N T S 3,2 ●●●○○ \? ([\d, ]+)", shown)[1].split(",")
        number = re.search(r"Show (\d+) more", shown)[1]
        made = int(number) + len(likely)  # one more is an unlisted word
        offer = re.compile(r" \w Turn 2: (?:rents|the guess)")
        assert " 6 turn" not in shown
        screen.type("\x1bOS")  # F4
        screen.wait_for(lambda: len(offer.findall(screen.whole)) == made, "the others")
        screen.type("\x1b")
        screen.wait_for(lambda: " 6 turn" not in screen.whole, "a closed pane")
        click(screen, f"Show {number} more")
        screen.wait_for(lambda: len(offer.findall(screen.whole)) == made, "the others again")
        screen.type("6")
        assert "T E N T S 3,2" in screen.asked("Score for NETTS")


def test_a_mistyped_score_is_asked_about_and_a_long_line_leaves_the_prompt_in_place(write):
    with game(write, "--rule", "colours", words=[*HATCHES, "gabby"]) as screen:
        screen.asked("Score for HATCH")
        no_word = r"'gybbo' is not in the list, and not a score \(did you mean 'gabby'\?\)\."
        screen.type("gybbo\r")
        found(screen, no_word)
        screen.type("n")
        screen.asked("Score for HATCH")
        screen.type("gabby\r")
        found(screen, "'gabby' is a word, and not a score")
        screen.type("bgggg\r")  # the score that was meant
        assert "H A T C H BGGGG" in screen.asked("Score for LATCH")
        screen.type("gybbo\r")
        found(screen, no_word)
        screen.type("y")
        screen.asked("Score for GYBBO")
        screen.type("\x1b[200~hatch latch\n⬛🟩🟩🟩🟩\n⬛🟩🟩🟩🟩\n\x1b[201~")
        screen.wait_for(lambda: "⏎" in screen.picture[-2], "a pasted grid")
        assert screen.picture[-2].startswith(" Score for GYBBO > ")
        screen.type("\x15" + "x" * 200)
        screen.wait_for(lambda: screen.picture[-2].endswith("x"), "a long line")
        assert screen.picture[-2].startswith(" Score for GYBBO > ")


# --- colours --------------------------------------------------------------------------------------


def test_the_colours_are_those_of_the_page():
    text = CSS.read_text("utf-8")
    styles = [
        str(colours.styles(ground, strong=strong))
        for ground in ("#ffffff", "#000000")
        for strong in (False, True)
    ]
    for style in styles:
        used = {*re.findall("#\\w+", style)}
        assert len(used) > 4
        assert all(colour in text for colour in used)
    assert len({*styles}) == len(styles)


def test_a_key_changes_the_colours_and_the_next_game_has_them(write, tmp_path):
    def ground(screen):
        """The background of the letters of the first turn."""
        row = screen.screen.buffer[place(screen, " H   A ")[0] - 1]
        return row[7].bg, row[11].bg

    data = {"XDG_STATE_HOME": str(tmp_path)}
    with game(write, "--rule", "colours", **data) as screen:
        screen.enter("Score for HATCH", "bgggg")
        screen.asked("Score for LATCH")
        before = ground(screen)
        screen.type("\x1b[15~")
        found(screen, r"Strong contrast\.")
        after = ground(screen)
        assert before[0] != before[1]
        assert after[0] != before[0]
        screen.enter("Score for LATCH", "quit")
    with game(write, "--rule", "colours", **data) as screen:
        screen.enter("Score for HATCH", "bgggg")
        screen.asked("Score for LATCH")
        assert ground(screen) == after


# --- the end --------------------------------------------------------------------------------------


def test_an_evening_of_three_games_is_played_without_leaving(write, tmp_path):
    page = tmp_path / "page.html"
    with game(write, "--report", str(page), XDG_DATA_HOME=str(tmp_path)) as screen:
        screen.enter("Score for HATCH", "4,0")
        screen.enter("Score for LATCH", "5,0")
        shown = screen.asked(AGAIN)
        # hatch, then one of four by another: 1, 2, 3, 4 and 5 guesses, 3 on average
        assert (
            "3.00 on average + 0.00 lost by your guesses - 1.00 saved by luck = 2 guesses" in shown
        )
        assert "Skill 99 of 99, luck 79 of 99." in shown  # a guess saved: 99 / (1 + 1/4)
        assert "HATCH 4 left" in shown
        assert (
            "1 game played, 1 solved, 2.00 guesses on average. Current streak: 1. Best streak: 1."
            in shown
        )
        screen.type("undo\r")
        screen.enter("Score for LATCH", "5,0")
        screen.asked(AGAIN)
        screen.type("\r")  # yes
        screen.enter("Score for HATCH", "yes")
        shown = screen.asked(AGAIN)
        assert (
            "2 games played, 2 solved, 1.50 guesses on average. Current streak: 2. Best streak: 2."
            in shown
        )
        screen.type("y")
        screen.enter("Score for HATCH", "4,0")
        screen.enter("Score for LATCH", "5,0")
        assert (
            "3 games played, 3 solved, 1.67 guesses on average. Current streak: 3"
            in screen.asked(AGAIN)
        )
        found(screen, "Luck in the last 3 games: 84")  # 79, 93, 79
        screen.type("n")
        assert screen.status() == 0
    assert "You found LATCH in 2 guesses.\njotto review shows how it went." in screen.text
    with Shelf(tmp_path / "jotto" / "games.sqlite") as shelf:
        assert len({record.game for record in shelf.newest()}) == 3
    titles = ["You found LATCH in 2 guesses", "You found HATCH in 1 guess"]
    for number, title in [("", titles[0]), ("-2", titles[1]), ("-3", titles[0])]:
        text = page.with_stem(f"page{number}").read_text("utf-8")
        assert f"<h1>{title}</h1>" in text


def test_both_players_play_again_and_the_other_one_begins(write):
    with game(write, "--starts", "me", "--secret", "watch", "--no-last-turn") as screen:
        screen.enter("Score for HATCH", "yes")
        screen.asked(AGAIN)
        screen.type("y")
        screen.enter("Your secret word (Enter to keep it private)", "latch")
        screen.enter("Their guess", "hatch")
        assert "1 H A T C H 4,0" in screen.asked("Score for HATCH")
        screen.enter("Score for HATCH", "quit")
        assert screen.status() == 0


def test_the_computer_keeps_another_word(write, tmp_path):
    options = "--seed", "1", "--report", str(tmp_path / "page.html")
    with Shown("keep", "--words", str(write(*HATCHES)), *options) as screen:
        screen.enter("Guess 1", "quit")
        screen.enter("Give up and see the secret? [y/N]", "y")
        assert re.search("The word was [A-Z]{5}", screen.asked(AGAIN))
        screen.type("y")
        screen.enter("Guess 1", "quit")
        screen.enter("Give up and see the secret? [y/N]", "y")
        screen.enter(AGAIN, "no")
        assert screen.status() == 0
    for name in ("page.html", "page-2.html"):
        assert "<h1>You did not find" in (tmp_path / name).read_text("utf-8")


def test_where_no_curses_are_all_colours_are_used(monkeypatch):
    """As on Windows."""
    monkeypatch.setitem(sys.modules, "curses", None)
    for name in ("COLORTERM", "PROMPT_TOOLKIT_COLOR_DEPTH"):
        monkeypatch.delenv(name, raising=False)
    assert not colours.are_few()
