"""Turns as people write them mean the same at every door: tests/corpus/outside, written by hand."""

import os
import random
import re
import shlex
import tomllib
from functools import cache
from pathlib import Path

import inprocess
import pytest
from hypothesis import given, settings, strategies as st
from terminal import Terminal

import jotto
from jotto.assistant.page_file import data_of
from jotto.question.making import Question
from jotto.reading import turns

CORPUS = Path(__file__).parents[1] / "corpus" / "outside"
pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason="the sdist has no corpus")
SHAPES = [
    {"rule": None, "game": None, "boards": 1} | shape
    for name in ("turns", "games") if CORPUS.is_dir()
    for shape in tomllib.loads((CORPUS / f"{name}.toml").read_text("utf-8"))["shape"]
]  # fmt: skip
NAMES = [shape["name"] for shape in SHAPES]
FOUND = re.compile(r"You found (\S+) in (\d+) guess")


def question(shape):
    given = {name: shape[name] for name in ("rule", "game") if shape[name]}
    return Question(**given, boards=shape["boards"])


def options(shape):
    said = {name: shape[name] for name in ("rule", "game") if shape[name]}
    return said | ({"boards": shape["boards"]} if shape["boards"] > 1 else {})


def arguments(shape):
    return [part for name, value in options(shape).items() for part in (f"--{name}", str(value))]


def written(shape):
    """The turns of a shape, each as jotto writes it."""
    return ["=".join(turn) for turn in shape.get("turns", ())]


@pytest.fixture(scope="module")
def call(tmp_path_factory):
    """Return a function that runs a command, and returns its status and what it prints."""
    folder = tmp_path_factory.mktemp("person")
    kinds = "CONFIG", "STATE", "DATA"
    variables = os.environ | {f"XDG_{kind}_HOME": str(folder) for kind in kinds}

    def run(*words, typed=""):
        status, *printed = inprocess.call([*words], typed.encode(), folder, variables)
        return status, *(text.decode() for text in printed)

    return run


@cache
def data(rule, game, boards):
    asked = question({"rule": rule, "game": game, "boards": boards})
    made = asked.make_game()
    return data_of(made, asked.adviser(made), boards=boards)


def begin(page, shape):
    """Open the page for the game of a shape."""
    page("begin", data(shape["rule"], shape["game"], shape["boards"]))


def entered(shape, text):
    """The turns of each board after a game is pasted, as texts, and the text of an error."""
    game = question(shape).make_game()
    try:
        session = jotto.Session(game, boards=shape["boards"])
        session = jotto.make_move(session, {"do": "grid", "text": text}).session
    except jotto.JottoError as error:
        return str(error)
    return [[*map(game.show, board)] for board in (session.attempt or session).state.boards]


def on_boards(shape):
    """The turns of each board, as texts; one that is found has no more."""
    boards = [[] for _ in range(shape["boards"])]
    still = [*boards]
    for word, score in shape["turns"]:
        for board, text in zip([*still], score.split("+"), strict=True):
            board.append(f"{word}={text}")
            if not text.strip("G") and shape["boards"] > 1:
                still = [other for other in still if other is not board]
    return boards


def read_at(game, boards, text):
    read = turns.given(game, [text], boards)
    return jotto.boards(game, boards, *read) if boards > 1 else game.read_turns(read)


@pytest.mark.parametrize("shape", SHAPES, ids=NAMES)
def test_python_reads_it(shape):
    game, boards = question(shape).make_game(), shape["boards"]
    result = entered(shape, shape["text"])
    if "refused" in shape:
        with pytest.raises(jotto.JottoError, match=re.escape(shape["refused"])):
            read_at(game, boards, shape["text"])
        assert isinstance(result, str)
        return
    assert result == on_boards(shape)
    at = read_at(game, boards, shape["text"])
    assert boards > 1 or [*map(game.show, at)] == written(shape)
    if len(shape["turns"]) == boards == 1:
        assert game.show(game.read_turn(1, shape["text"])) == written(shape)[0]


@pytest.mark.parametrize("shape", SHAPES, ids=NAMES)
def test_the_page_reads_it(page, shape):
    begin(page, shape)
    answer = page("turnsAfter", {"do": "grid", "text": shape["text"]})
    right = entered(shape, shape["text"])
    assert answer == ({"error": right} if isinstance(right, str) else right)


@pytest.mark.parametrize("shape", SHAPES, ids=NAMES)
def test_the_command_line_reads_it(call, shape):
    for texts in [shape["text"]], shape["text"].split(" "):
        ran = call("candidates", "--json", *arguments(shape), "--", *texts)
        if "refused" in shape:
            assert ran[:2] == (2, "")
            assert shape["refused"] in ran[2] or "'crane' has no score" in ran[2]
        else:
            assert ran == call("candidates", "--json", *arguments(shape), "--", *written(shape))


@pytest.mark.parametrize("shape", SHAPES, ids=NAMES)
def test_programs_are_answered_the_same(doors, shape):
    for door in ("python", "engine", "http", "mcp"):
        answer = doors.ask(door, "candidates", {**options(shape), "turns": [shape["text"]]})
        if "refused" in shape:
            assert shape["refused"] in answer["error"], door
        else:
            said = {**options(shape), "turns": written(shape)}
            assert answer == doors.ask(door, "candidates", said), door


@pytest.mark.parametrize("shape", SHAPES, ids=NAMES)
def test_the_prompt_reads_it(call, shape):
    typed = f"{shape['text'].strip()}\n"
    status, out, _ = call("play", "--plain", "--no-history", *arguments(shape), typed=typed)
    advice = re.search("jotto suggest (.*)", out)
    told = shlex.split(advice[1]) if advice else []
    turns = [text for text in told if "=" in text]
    if "refused" in shape:
        assert shape["refused"] in out
        assert turns == []
    elif found := FOUND.search(out):
        assert (found[1].lower(), int(found[2])) == (shape["turns"][-1][0], len(shape["turns"]))
    else:
        assert turns == written(shape), out
    assert status == 0


# --- damage ---

SIGNS = "\u200b", "\ufeff", "\xad", "\u200e", "\ufe0f", "\u2060"


def damaged(text, draw):
    """A text with a line doubled, cut or moved, or with signs in it that nobody sees."""
    lines = text.split("\n")
    at, other = draw.randrange(len(lines)), draw.randrange(len(lines))
    match draw.randrange(5):
        case 0:
            lines.insert(other, lines[at])
        case 1:
            lines[at] = lines[at][: draw.randrange(len(lines[at]) + 1)]
        case 2:
            lines.insert(other, lines.pop(at))
        case 3:
            del lines[at]
        case _:
            place = draw.randrange(len(lines[at]) + 1)
            lines[at] = lines[at][:place] + draw.choice(SIGNS) + lines[at][place:]
    return "\n".join(lines)


@settings(max_examples=400)
@given(st.sampled_from(SHAPES), st.integers(0, 1 << 30), st.integers(1, 3))
def test_damage_raises_nothing_else_and_makes_up_no_guess(shape, seed, times):
    text, draw = shape["text"], random.Random(seed)
    for _ in range(times):
        text = damaged(text, draw)
    game = question(shape).make_game()
    letters = re.sub(r"[^\w+*/=-]", "", jotto.typed.clean(text).lower().replace(".", "_"))
    try:
        read = [guess for guess, _ in turns.pasted(game, text, shape["boards"])]
        read = [str(game.read(guess)) for guess in read]
    except jotto.JottoError:
        return
    bare = re.sub(r"[-+012]", "", letters) if game.rule.of_words else letters
    for guess in read:
        assert guess in letters or guess in bare or guess in re.sub("[-]", "", letters)


@settings(max_examples=200)
@given(st.sampled_from(SHAPES), st.integers(0, 1 << 30))
def test_the_page_reads_what_is_damaged_as_the_program_does(page, shape, seed):
    text = damaged(shape["text"], random.Random(seed))
    begin(page, shape)
    right = entered(shape, text)
    assert page("turnsAfter", {"do": "grid", "text": text}) == (
        {"error": right} if isinstance(right, str) else right
    )


def test_a_letter_is_no_sign_of_an_equation(page):
    shape = {"rule": None, "game": "equations:6", "boards": 1}
    begin(page, shape)
    wrong = "'4x7=28': 'x' is not one of this game's symbols, * + - / 0 1 2 3 4 5 6 7 8 9 ="
    move = {"do": "score", "word": "4x7=28", "score": "YGYGGG"}
    session = jotto.Session(question(shape).make_game())
    with pytest.raises(jotto.JottoError, match=re.escape(wrong)) as error:
        jotto.make_move(session, move)
    assert page("turnsAfter", move) == {"error": str(error.value)}


def test_each_form_of_the_documentation_is_read():
    page = (Path(__file__).parents[2] / "docs" / "table.md").read_text(encoding="utf-8")
    part = page.partition("## How turns are written")[2].partition("\n## ")[0]
    rows = [re.findall("`(.+?)`", row) for row in part.splitlines() if row.startswith("| `")]
    game = jotto.words(rule="colours")
    assert len(rows) == 2
    for *forms, meant in rows:
        assert {game.show(game.read_turn(1, form)) for form in forms} == {meant}


# --- a terminal, where a paste comes as several lines ---

WORDS, ROWS = ["crane", "slant"], ["⬛⬛🟩⬛🟩", "🟩🟩🟩⬛🟨"]  # the secret is slate


def test_a_game_pasted_at_a_terminal_is_one_game():
    with Terminal("play", "--plain", "--rule", "colours", "--no-history") as screen:
        screen.expect("Score for RAISE: ")
        screen.type("\r".join(["Wordle 1,234 2/6", "", *WORDS, *ROWS, ""]))
        screen.expect("It must be SLATE.")
        screen.expect("Score for SLATE: ")


def test_rows_pasted_at_a_terminal_without_words_are_no_scores():
    with Terminal("play", "--plain", "--rule", "colours", "--no-history") as screen:
        screen.expect("Score for RAISE: ")
        screen.type("\r".join([*ROWS, ""]))
        screen.expect("2 rows of squares, 0 words")
        screen.answer("Score for RAISE:", "turns")
        screen.expect("There are no turns yet.")
        screen.type("\r".join(["Wordle 1,234 2/6", "", *ROWS, ""]))
        screen.expect("The rest of the shared game (an empty line ends it): ")
        screen.type(f"{' '.join(WORDS)}\r")
        screen.expect("It must be SLATE.")


def test_after_a_game_that_is_refused_what_came_with_it_is_dropped(call):
    typed = "\n".join(["Wordle 1,234 1/6", *WORDS, *ROWS, "", "yes", "undo", ""])
    out = call("play", "--plain", "--rule", "colours", "--no-history", typed=typed)[1]
    assert "the heading says 1, there are 2 rows of squares" in out
    assert "The lines pasted with it were ignored: 2" in out
    assert "found" not in out


def test_a_paste_between_marks_is_entered_as_a_whole_or_not_at_all(call):
    play = "play", "--plain", "--rule", "colours", "--no-history"
    pasted = "\x1b[200~crane BBGBG\nslant GGGBY{}\x1b[201~\n"
    assert "crane=BBGBG slant=GGGBY" in call(*play, typed=pasted.format(""))[1]
    refused = call(*play, typed=pasted.format("\nfoo bar\nyes"))[1]
    assert "The lines pasted with it were ignored: 1" in refused
    assert "jotto suggest" not in refused
    assert "found" not in refused


def test_a_paste_at_a_terminal_is_entered_as_a_whole_or_not_at_all():
    with Terminal("play", "--plain", "--rule", "colours", "--no-history") as screen:
        screen.expect("Score for RAISE: ")
        screen.type("\r".join(["crane BBGBG", "slant GGGBY", "foo bar", "yes", ""]))
        screen.expect("The lines pasted with it were ignored: 1")
        screen.answer("Score for RAISE:", "turns")
        screen.expect("There are no turns yet.")
