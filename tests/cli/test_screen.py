"""The screen of a live game, on real terminals of many sizes, as a person sees it."""

import os
import re
import signal
import sys
import termios
from base64 import b64decode
from pathlib import Path

import pyte
import pytest
from lists import HATCHES
from terminal import PROGRAM, Shown

pytestmark = pytest.mark.full
SIZES = [(40, 15), (100, 30)]
SECRET = "Your secret word (Enter to keep it private)"
LAST = "If the first player finds the word, does the second get one last guess? [y/N]"
WORD = "What was their word (Enter to skip)?"
AGAIN = "Another game? [Y/n]"
DOUBT = "Which one, or the score again"
LEAVE = "You can also type undo (to go back) or quit (to leave)."
FULL = "\x1b[?1049h"  # switches to a screen of its own


def turn_row(number, word, score):
    """A turn as it stands on the board, without spaces."""
    exact = int(score[0])
    return f"{number}{word}{score}{'●' * exact}{'·' * (len(word) - exact)}"


def squeezed(screen):
    """All that is shown, without spaces."""
    return "".join(screen.whole.split())


def game(write, *arguments, words=HATCHES, **more):
    return Shown("play", "--think", "0", "--words", str(write(*words)), *arguments, **more)


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_a_game_of_two_sides_is_played_at_every_size(write, columns, rows):
    with game(write, columns=columns, rows=rows) as screen:
        assert "5 possible" in screen.enter("Score for HATCH", "me")
        screen.enter(SECRET, "watch")
        screen.enter(LAST, "yes")
        shown = screen.enter("Score for HATCH", "4,0")
        assert ("What HATCH would leave" in shown) == (columns >= 100)
        assert (" 4,0 4 latch, match" in shown) == (columns >= 100)
        assert re.search(r"you [\d.]+% █+▒+░+ [\d.]+% them", shown)
        shown = screen.enter("Their guess", "latch")
        assert turn_row("1", "HATCH", "4,0") in squeezed(screen)
        shown = screen.enter("Score for LATCH", "4,0")
        assert turn_row("", "LATCH", "4,0") in squeezed(screen)
        assert "Tell them: 4 exact, 0 elsewhere." in shown
        screen.enter("Their guess", "watch")
        assert "They found your word in 2 guesses: they win." in screen.enter(WORD, "match")
        screen.enter(AGAIN, "no")
        assert screen.status() == 0
        assert "Traceback" not in screen.text


def test_a_shared_game_is_pasted_as_it_stands_on_its_lines(write):
    shared = "Wordle 1,234 X/6\n\nhatch latch\n⬛🟩🟩🟩🟩\n⬛🟩🟩🟩🟩\n"
    with game(write, "--rule", "colours") as screen:
        screen.enter("Score for HATCH", f"\x1b[200~{shared}\x1b[201~")
        shown = screen.asked("Score for MATCH")
        assert re.search(r"1 H A T C H BGGGG 2 L A T C H BGGGG", shown)


def test_lines_that_come_at_once_are_one_paste(write):
    with game(write, "--rule", "colours") as screen:
        shared = "Wordle 1,234 X/6\r\rhatch latch\r⬛🟩🟩🟩🟩\r⬛🟩🟩🟩🟩"
        screen.enter("Score for HATCH", shared)
        shown = screen.asked("Score for MATCH")
        assert re.search(r"1 H A T C H BGGGG 2 L A T C H BGGGG", shown)
    with game(write, "--rule", "colours") as screen:
        screen.enter("Score for HATCH", "BGGGG\rfoo bar\ryes")
        screen.wait_for(lambda: "The lines pasted with it were ignored: 1" in screen.whole, "drop")
        screen.asked("Score for HATCH")


def test_the_board_is_drawn_again_when_the_size_changes(write):
    with game(write) as screen:
        screen.enter("Score for HATCH", "4,0")
        assert "│ L │ A │ T │ C │ H │" in screen.asked("Score for LATCH")
        screen.screen.resize(15, 40)
        termios.tcsetwinsize(screen.primary, (15, 40))
        os.killpg(screen.process.pid, signal.SIGWINCH)
        screen.wait_for(lambda: "│" not in screen.whole and "L A T C H" in screen.whole, "small")
        screen.enter("Score for LATCH", "5,0")
        assert "You found LATCH in 2 guesses." in screen.enter(AGAIN, "n")
        assert screen.status() == 0
    assert "You found LATCH in 2 guesses." in screen.text


WHITE, BLACK = "\x1b]11;rgb:ffff/ffff/ffff\x1b\\", "\x1b]11;rgb:0000/0000/0000\x07"
RGB = {"default": "", "white": "e5e5e5", "black": "000000"}


def luminance(colour):
    """The relative luminance of WCAG 2, of a colour such as ffffff."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrasts(screen, text, background):
    """The contrast of each sign on the screen, where text and background have these colours."""
    for row in range(screen.height):
        for cell in (screen.screen.buffer[row][column] for column in range(80)):
            ink, paper = RGB.get(cell.fg, cell.fg) or text, RGB.get(cell.bg, cell.bg) or background
            one, other = sorted(map(luminance, (ink, paper)), reverse=True)
            if cell.data.strip():
                yield (one + 0.05) / (other + 0.05), cell


@pytest.mark.parametrize("strong", [False, True])
@pytest.mark.parametrize("depth", ["", "truecolor"])
@pytest.mark.parametrize("answer", [WHITE, BLACK, ""])
def test_all_text_can_be_read_on_every_background(write, answer, depth, strong):
    """On both, where a terminal does not answer."""
    with game(write, "--rule", "colours", answer=answer, COLORTERM=depth) as screen:
        screen.enter("Score for HATCH", "BGGGG")
        screen.asked("Score for LATCH")
        screen.type("\x1b[15~" * strong)  # F5
        if strong:
            screen.wait_for(lambda: "Strong contrast." in screen.whole, "another look")
        screen.type("\x1bOR")
        screen.wait_for(lambda: "4 words possible" in screen.whole, "a pane")
        while screen.read(0.1):
            pass
        for text, background in [("000000", "ffffff"), ("ffffff", "000000")]:
            if answer in ("", WHITE if background == "ffffff" else BLACK):
                least = min(contrasts(screen, text, background), key=lambda pair: pair[0])
                assert least[0] >= (7 if strong else 4.5), least
        coloured = {
            cell.fg for _, cell in contrasts(screen, "ffffff", "000000") if cell.bg == "default"
        }
        assert not coloured - {"default"} or (answer and not strong)


@pytest.mark.parametrize("answer", [WHITE, BLACK])
def test_what_is_typed_while_the_terminal_answers_is_kept(write, answer):
    with game(write, answer=f"hat{answer}ch 4,0\r") as screen:
        assert "1 H A T C H 4,0" in screen.asked("Score for LATCH")
    with game(write, answer=f"hatc{answer[:9]}") as screen:
        screen.wait_for(lambda: "> hatc" in screen.whole, "what was typed")
        screen.type(f"{answer[9:]}h 4,0\r")  # the rest came later
        assert "1 H A T C H 4,0" in screen.asked("Score for LATCH")


def test_strong_contrast_that_was_chosen_is_remembered_for_another_background(write, tmp_path):
    state = {"XDG_STATE_HOME": str(tmp_path)}
    with game(write, answer=BLACK, **state) as screen:
        screen.asked("Score for HATCH")
        screen.type("\x1b[15~")
        screen.wait_for(lambda: "Strong contrast." in screen.whole, "another look")
    with game(write, answer=WHITE, **state) as screen:
        screen.enter("Score for HATCH", "4,0")
        screen.asked("Score for LATCH")
        assert min(pair[0] for pair in contrasts(screen, "000000", "ffffff")) >= 7


@pytest.mark.parametrize("typed", ["help", "list", "why", "about crane", "zzz zzz"])
def test_on_the_smallest_screen_an_answer_is_seen_at_once(typed):
    """And so is that no word fits, with what may be wrong."""
    with Shown("play", "--think", "0", columns=40, rows=15) as screen:
        for line in ("1,1", "moist 1,1"):
            screen.wait_for(lambda: screen.picture[-2].endswith(">"), "a question")
            while screen.read(0.1):
                pass
            screen.type(f"{line}\r")
        screen.wait_for(lambda: "MOIST" in screen.whole.replace(" ", ""), "a turn")
        while screen.read(0.2):
            pass
        before = screen.picture[:-3]
        screen.type(f"{typed}\r")
        says = {"help": "You can type", "list": "words possible", "why": "at most and"}
        text = says.get(typed, "CRANE leaves" if "about" in typed else "nothing changed")
        screen.wait_for(lambda: text in screen.whole and screen.picture[:-3] != before, text)
        assert "Esc close" in screen.picture[-1]
        screen.type("\x1bclods 4,0\r")
        screen.wait_for(lambda: "No word fits CLODS 4,0" in screen.whole, "trouble")
        screen.wait_for(lambda: re.search(r"1 +Turn \d:", screen.whole), "what may be wrong")


@pytest.mark.parametrize("rows", [24, 30, 40])
def test_at_a_hundred_columns_nothing_is_cut_and_nothing_runs_into_another(rows):
    asked = "play", "--think", "0", "--rule", "colours", "--prior", "common"
    with Shown(*asked, columns=100, rows=rows) as screen:
        screen.enter("Score for TARES", "ybbbb")
        screen.wait_for(lambda: "What COUNT would leave" in screen.whole, "panes")
        while screen.read(0.2):
            pass
        at = screen.picture[0].index("What COUNT")
        assert {line[at - 1 : at] for line in screen.picture[:-4]} <= {"", " "}
        more = [line[at:] for line in screen.picture if re.match(r"and \d+", line[at:])]
        assert more
        assert all(re.search(r"(left|more)$", line) for line in more)


KEYS = {
    "\x1bOP": "You can type: 1,0 the score of the guess",
    "\x1bOQ": "HATCH leaves 4 at most and could be the word (20%); it gives 0.72 bits. score",
    "\x1bOR": "5 words possible, likeliest first hatch latch match",
    "\x1bOS": "guess bits leaves chance",
}


def test_keys_open_panes_and_escape_closes_them(write):
    with game(write) as screen:
        for key, text in KEYS.items():
            assert "5 possible: hatch" in screen.asked("Score for HATCH")
            screen.type(key)
            screen.wait_for(lambda text=text: text in screen.whole, text)
            screen.type("\x1b")
            screen.wait_for(lambda text=text: text not in screen.whole, "a closed pane")


LATE = """
from threading import Event
from jotto.cli.screen import Screen
from jotto.cli import main
typed, accept, ask = Event(), Screen._accept, Screen.ask
Screen._accept = lambda self, line: (accept(self, line), typed.set())[0]
Screen.ask = lambda self, *asked, **how: (typed.wait(), ask(self, *asked, **how))[1]
main()
"""  # it asks nothing before a line was typed


def test_lines_typed_before_anything_is_asked_are_answers(write):
    with game(write, program=(sys.executable, "-c", LATE)) as screen:
        screen.type("4,0\rlatch 4,0\r")
        shown = screen.asked("Score for MATCH")
        assert re.search(r"1 H A T C H 4,0 .* 2 L A T C H 4,0", shown)
        assert screen.picture[-2] == " Score for MATCH >"


def test_tab_completes_and_lines_come_back_by_the_arrow(write):
    with game(write) as screen:
        screen.asked("Score for HATCH")
        screen.type("wat\t")
        screen.wait_for(lambda: "> watch" in screen.whole, "a completion")
        screen.type(" 4,0\r")
        screen.wait_for(lambda: "4 possible" in screen.whole, "what is left")
        screen.type("\x1b[A")
        screen.wait_for(lambda: "> watch 4,0" in screen.whole, "the line before")
        screen.type("\x15und\t")  # Ctrl-U: a new line
        screen.wait_for(lambda: "> undo" in screen.whole, "a command")


def test_a_secret_is_not_shown_to_who_looks_on_and_not_kept(write, tmp_path):
    words = [*HATCHES, "crane", "slate", "fools"]
    with game(write, words=words, XDG_STATE_HOME=str(tmp_path)) as screen:
        screen.enter("Score for LATCH", "them")
        screen.asked(SECRET)
        screen.type("fools")
        screen.wait_for(lambda: "> •••••" in screen.whole, "dots")
        screen.type("\r")
        screen.enter(LAST, "no")
        screen.asked("Their guess")
        screen.type("secret slate")
        screen.wait_for(lambda: "> secret •••••" in screen.whole, "dots")
        screen.type("\r")
        screen.enter("Their guess", "latch")
        screen.wait_for(lambda: "L A T C H" in screen.whole, "their guess")
        assert "fools" not in screen.text
        assert "slate" not in screen.text
    typed = "".join(path.read_text() for path in Path(tmp_path).rglob("typed"))
    assert "latch" in typed
    assert not re.search("fools|slate", typed)


@pytest.mark.parametrize(("leave", "status"), [("\x03", 130), ("\x04", 0), ("quit\r", 0)])
@pytest.mark.parametrize("plain", [False, True])
def test_however_a_game_is_left_it_is_told_how_to_go_on(write, leave, status, plain):
    with game(write, *["--plain"] * plain) as screen:
        if plain:
            screen.answer("Score for HATCH:", "4,0")
            screen.prompted("Score for LATCH:")
        else:
            screen.enter("Score for HATCH", "4,0")
            screen.asked("Score for LATCH")
        screen.interrupt() if plain and leave == "\x03" else screen.type(leave)
        assert screen.status() == status
        assert "To continue it, run: jotto play --resume" in screen.text
        assert "jotto suggest hatch=4,0" in screen.text
        assert "Traceback" not in screen.text


def test_ctrl_z_and_fg_show_the_board_again(write, bash):
    with Shown(program=bash, PS1="shell> ") as screen:
        screen.wait_for(lambda: "shell>" in screen.whole, "a shell")
        words = write(*HATCHES)
        screen.type(f"'{PROGRAM[0]}' -m jotto play --think 0 --words '{words}'\r")
        screen.enter("Score for HATCH", "4,0")
        screen.asked("Score for LATCH")
        screen.type("wat\x1a")
        screen.wait_for(lambda: screen.text.endswith("shell> "), "the shell")
        screen.type("fg\r")
        screen.wait_for(lambda: "Score for LATCH > wat" in screen.whole, "what was typed")
        screen.type("ch\r")
        screen.enter("Score for WATCH", "quit")
        screen.wait_for(lambda: screen.text.endswith("shell> "), "the shell")
        screen.type("exit\r")
        screen.status()


def test_a_code_and_its_pegs_are_drawn():
    with Shown("play", "--think", "0", "--game", "mastermind:4x6") as screen:
        screen.wait_for(lambda: "Score for " in screen.whole, "a board")
        screen.type("0011 1,1\r")
        screen.wait_for(lambda: "208 possible" in screen.whole, "an answer")
        assert "1 0 0 1 1 1,1 ●○··" in screen.whole
        rows = screen.screen.buffer.values()
        (row,) = [row for row in rows if row[7].data + row[11].data == "00"]
        looks = [(row[column].fg, row[column].bg) for column in (7, 11, 15, 19)]
        assert looks[0] == looks[1] != looks[2] == looks[3]
        assert all(len(set(look)) == 2 for look in looks)
        assert "default" not in looks[0]


def helped(screen, question, says):
    """Ask for help, which says what can be typed, and changes nothing."""
    screen.asked(question)
    screen.type("\x1bOP")
    screen.wait_for(lambda: says in screen.whole, says)
    screen.asked(question)
    assert re.search("F1 help .*undo  quit", screen.picture[-1])
    screen.type("\x1b")
    screen.wait_for(lambda: says not in screen.whole, "a closed pane")


def test_every_prompt_takes_help_and_says_what_can_be_typed_there(write, jotto, tmp_path):
    data = {"XDG_DATA_HOME": str(tmp_path), "columns": 98, "rows": 34}
    saved = ("play", "--words", write(*HATCHES), "--think", "0")
    for _ in range(2):
        jotto(*saved, typed="4,0\n", XDG_DATA_HOME=str(tmp_path))
    with Shown("play", "--resume", "--think", "0", **data) as screen:
        screen.wait_for(lambda: screen.whole.endswith("Continue which game? [1]"), "a question")
        assert FULL not in screen.shown
        screen.type("help\r")
        screen.wait_for(
            lambda: (
                "Type the number of a game, or part of a word in it. You can also type undo"
                in screen.whole
            ),
            "help",
        )
        screen.type("2\r")
        helped(screen, "Score for LATCH", "you guessed this word instead")
        screen.enter("Score for LATCH", "0,0")
        helped(screen, DOUBT, "the score of this guess again")
        screen.enter(DOUBT, "undo")
        screen.enter("Score for LATCH", "them")
        helped(
            screen,
            SECRET,
            "it stays on this machine. " + LEAVE,
        )
        screen.enter(SECRET, "watch")
        helped(
            screen,
            LAST,
            "both can find the word, which is a draw. " + LEAVE,
        )
        screen.enter(LAST, "no")
        helped(screen, "Their guess", "their guess; you are told its score")
        screen.enter("Their guess", "watch")
        helped(
            screen,
            WORD,
            "The game is over. " + LEAVE,
        )
        screen.enter(WORD, "undo")
        screen.enter("Their guess", "quit")
        assert screen.status() == 0


def test_of_many_saved_games_the_newest_stand_at_the_question_and_are_found_by_a_word(
    write, jotto, tmp_path
):
    data, words = {"XDG_DATA_HOME": str(tmp_path)}, write(*HATCHES)
    for word in [*HATCHES, *HATCHES, *HATCHES, *HATCHES[:4], "watch"]:
        jotto("play", "--words", words, "--think", "0", typed=f"{word} 4,0\n", **data)
    with Shown("play", "--resume", "--think", "0", columns=70, rows=15, **data) as screen:
        screen.wait_for(lambda: screen.whole.endswith("Continue which game? [1]"), "a question")
        *_, second, first, _ = screen.lines
        assert re.search(r"^ +1  .*WATCH", first)
        assert re.search(r"^ +2  ", second)
        assert "older ones: type a number, or part of a word" in screen.whole
        screen.type("patch\r")
        screen.wait_for(lambda: screen.whole.count("PATCH") >= 3, "games with it")
        screen.type("zzz\r")
        screen.wait_for(lambda: "'zzz' is in none of them" in screen.whole, "a refusal")
        screen.type("20\r")
        assert "1 H A T C H 4,0" in screen.asked("Score for LATCH")


def test_the_secret_that_the_computer_keeps_is_found_on_the_board(write):
    words = str(write(*HATCHES))
    with Shown("keep", "--words", words, "--secret", "match") as screen:
        shown = screen.enter("Guess 1", "hatch")
        assert "I have chosen one of 5 words. Guess which: every guess gets a score." in shown
        assert "F1 help F2 hint F3 list F4 left quit" in shown
        shown = screen.asked("Guess 2")
        assert "1 H A T C H 4,0 ●●●●·" in shown
        assert "in the word" not in shown  # it follows, but no score says it
        screen.type("\x1bOP")
        screen.wait_for(lambda: "give up and see the secret" in screen.whole, "help")
        screen.asked("Guess 2")
        screen.type("\x1bOS")
        screen.wait_for(lambda: "4 words possible" in screen.whole, "what is left")
        screen.enter("Guess 2", "crane")
        screen.enter("CRANE is in no list. Guess it anyway? [y/N]", "n")
        screen.enter("Guess 2", "hatch")
        screen.enter("You have guessed HATCH before. Guess it again? [y/N]", "n")
        screen.enter("Guess 2", "match")
        shown = screen.enter(AGAIN, "latch")
        assert "2 M A T C H 5,0" in shown
        screen.wait_for(lambda: "2 M A T C H 5,0 ●●●●●" in screen.whole, "all pegs")
        screen.wait_for(lambda: "'latch': type yes or no" in screen.whole, "a refusal")
        screen.enter(AGAIN, "undo")
        screen.wait_for(lambda: "'undo': type yes or no" in screen.whole, "another refusal")
        screen.enter(AGAIN, "share")
        screen.wait_for(lambda: "jotto, 2 guesses ●●●●· ●●●●●" in screen.whole, "a text to share")
        screen.enter(AGAIN, "no")
        assert screen.status() == 0
        assert "You found MATCH in 2 guesses." in screen.text


def backgrounds(screen, row):
    """The backgrounds of the letters of a row on the board."""
    cells = [screen.screen.buffer[row][column] for column in range(6, 25)]
    return [cell.bg for cell in cells if cell.data.isalpha()]


@pytest.mark.parametrize("motion", ["", "1"])
@pytest.mark.parametrize(
    ("rule", "how"),
    # of five words two guesses and log 5 / log scores are usual: 2.54, 2.29 and 2.83, rounded
    [("exact-elsewhere", "Excellent!"), ("colours", "Very good!"), ("jots", "Excellent!")],
)
def test_the_row_that_wins_is_green_and_the_result_has_a_word(write, rule, how, motion):
    kept = "keep", "--words", str(write(*HATCHES)), "--rule", rule, "--secret", "match"
    with Shown(*kept, answer=BLACK, NO_MOTION=motion) as screen:
        screen.enter("Guess 1", "hatch")
        screen.enter("Guess 2", "match")
        screen.asked(AGAIN)

        def is_green(colour):
            if colour == "default":
                return False
            red, high, blue = bytes.fromhex(colour)
            return high > max(red, blue) + 40

        screen.wait_for(
            lambda: [*map(is_green, backgrounds(screen, 2))] == 5 * [True], "all tiles turned"
        )
        (green,) = {*backgrounds(screen, 2)}
        assert green in backgrounds(screen, 1) or rule != "colours"
        screen.asked(AGAIN)  # the screen is drawn to its last line again
        assert screen.picture[0].strip() == f"{how} You found MATCH in 2 guesses."
        assert "S share R report P practice F1 help quit" in " ".join(screen.picture[-1].split())
        screen.type("s")
        screen.wait_for(lambda: "The text is copied, so that" in screen.whole, "a text")
        (sent,) = re.findall("\x1b]52;c;([^\x07]*)\x07", screen.shown)
        shared = b64decode(sent).decode()
        assert shared.startswith(f"jotto{' Wordle' * (rule == 'colours')}, 2 guesses\n")
        screen.type("r")
        screen.wait_for(lambda: "Turn 1, HATCH" in screen.whole, "a report")
        screen.enter(AGAIN, "a")
        screen.enter("Guess 1", "quit")
        screen.enter("Give up and see the secret? [y/N]", "y")
        shown = screen.enter(AGAIN, "n")
        assert re.search(r"The word was [A-Z]{5}\. You made no guess", shown)
        assert "share" not in shown.split(AGAIN)[-1]
        assert screen.status() == 0  # what was shared can be selected now
        assert shared in screen.shown.partition("\x1b[?1049l")[2].replace("\r", "")


def test_tiles_turn_one_by_one_unless_nothing_is_to_move(write):
    kept = "keep", "--words", str(write(*HATCHES)), "--rule", "colours", "--secret", "match"
    for motion in ("1", ""):
        with Shown(*kept, answer=BLACK, NO_MOTION=motion) as screen:
            screen.enter("Guess 1", "match")
            screen.asked(AGAIN)
            screen.wait_for(lambda: "303030" not in backgrounds(screen, 1), "all tiles turned")
            again, states = pyte.Screen(80, 24), set()
            stream = pyte.ByteStream(again)
            for sign in screen.raw:
                stream.feed(bytes([sign]))
                states.add(tuple(again.buffer[1][column].bg for column in (7, 11, 15, 19, 23)))
            whole = {state for state in states if "default" not in state}
            assert (len(whole) > 3) == (not motion)


@pytest.mark.parametrize(
    ("more", "variables", "full", "coloured"),
    [
        ([], {}, True, True),
        ([], {"NO_COLOR": ""}, True, True),
        ([], {"NO_COLOR": "1"}, True, False),
        ([], {"TERM": "dumb"}, False, False),
        (["--plain"], {}, False, False),
    ],
)
def test_who_wants_no_colours_or_lines_gets_them(write, more, variables, full, coloured):
    with game(write, *more, answer=BLACK, **variables) as screen:
        screen.asked("Score for HATCH") if full else screen.expect("Score for HATCH:")
        colour = re.compile(r"\x1b\[[\d;]*(3[0-7]|9[0-7]|38;5)")
        if coloured:
            screen.wait_for(lambda: colour.search(screen.shown), "a colour")
    assert (FULL in screen.shown) == full
    assert bool(colour.search(screen.shown)) == coloured
