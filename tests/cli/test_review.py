"""``jotto review``: of turns, of the game finished last, of a saved game."""

import re

import pytest
from lists import HATCHES, TEN
from terminal import Terminal

from jotto.assistant.shelf import Shelf

COLOUR = r"\x1b\[[\d;]*m"


def test_turns_are_reviewed_a_verdict_first(family, jotto):
    # by hand: chm takes 2.25 guesses on average, bat 2.5; bat leaves three of 1, 2 or 3 more
    out = jotto("review", *family, "bat=2,0", "hat=3,0").out.splitlines()
    assert out[:4] == [
        "You found hat in 2 guesses.",
        "jotto needs 2.25 guesses on average, and 2 for this secret.",
        "2.25 on average + 0.25 lost by your guesses - 0.50 saved by luck = 2 guesses",
        "Skill 83 of 99, luck 66 of 99.",  # 99 x 2 ** -0.25; odds of 2 : 1
    ]
    assert out[4:6] == ["", "bat=2,0 3 left; hat=3,0 found"]
    assert out[6].split() == ["turn", "guess", "best", "left", "bits", "gained", "cost", "luck"]
    # parts of 1 and 3: 0.811 bits, and log2(4/3) = 0.415 told; then 0.918, and log2(3) told
    assert [line.split() for line in out[7:9]] == [
        ["1", "bat", "chm", "4", "to", "3", "0.81", "0.42", "0.25", "-0.50"],
        ["2", "hat", "hat", "3", "to", "1", "0.92", "1.58", "0.00", "1.00"],
    ]
    assert out[9] == "Turn 1, BAT: CHM saves 0.25 guesses; an unlucky score; 3 left: cat, hat, mat"
    assert out[10] == "Turn 2, HAT: jotto's own guess; a lucky score"
    meanings = [line.split(":")[0] for line in out[11:] if not line.startswith(" ")]
    assert meanings == ["", "best", "bits", "cost", "luck"]


def test_a_guess_without_a_score_is_scored_against_the_secret(family, jotto):
    both = jotto("review", *family, "bat", "hat", "--secret", "hat")
    assert both == jotto("review", *family, "bat=2,0", "hat=3,0")
    mixed = jotto("review", *family, "bat=2,0", "chm", "--secret", "cat").out
    assert mixed.startswith("You did not find cat in 2 guesses.\n")
    assert "= 3.00 guesses: 2 made, 1.00 to go" in " ".join(mixed.split())
    assert "bat is not" not in mixed
    assert "has no score" in jotto("review", *family, "bat").refusal


@pytest.mark.parametrize(
    ("command", "typed", "heading"),
    [
        ("review bat=2,0 hat=3,0 -o new/game.html", "", "You found HAT in 2 guesses"),
        ("keep --secret hat --report new/game.html", "bat\nhat\n", "You found HAT in 2 guesses"),
        # they find mine first
        (
            "play --starts me --secret mat --no-last-turn --report new/game.html",
            "0,1\nmat\n",
            "They won",
        ),
    ],
)
def test_a_page_is_written_beside_what_is_printed(family, jotto, tmp_path, command, typed, heading):
    (tmp_path / "new").mkdir()
    name, *more = command.split()
    assert jotto(name, *family, *more, typed=typed).out
    page = (tmp_path / "new" / "game.html").read_text("utf-8")
    assert f"<h1>{heading}</h1>" in page
    assert "Prior: even" in page or name != "review"
    told = page.partition("<main")[2].partition("</main>")[0]
    assert told.count("<h2>") == (2 if name == "play" else 1)


def test_refused_words_are_not_what_jotto_would_have_guessed(write, jotto):
    jotto("play", "--words", write(*HATCHES), typed="not a word\n4,0\n5,0\n")
    [you] = jotto("review", "--json").json["reviews"]
    # without hatch, latch is guessed first, and each in its order
    assert [turn["advised"]["guess"] for turn in you["turns"]] == ["latch", "match"]
    assert you["cost"] == 0


def test_a_game_of_other_lists_is_refused(write, jotto, tmp_path):
    words = write(*HATCHES)
    jotto("play", "--words", words, typed="5,0\n")
    words.write_text("hatch\nlatch\n")
    assert "other lists" in jotto("review").refusal
    words.unlink()
    assert str(words) in jotto("review").refusal
    with Shelf(tmp_path / "data" / "jotto" / "games.sqlite") as shelf:
        [record] = shelf.newest()
        record.options["words"] = "\0"
        shelf.put(record)
        assert "no file can have this name" in jotto("review").refusal
        del record.options["rule"]
        shelf.put(record)
    assert "lacks the option 'rule'" in jotto("review").refusal


@pytest.mark.full
@pytest.mark.parametrize(
    ("rule", "shown"),
    [
        ("exact-elsewhere", " L   A   T   C   H   4,0  ●●●●"),
        ("colours", " L   A   T   C   H   BGGGG"),
    ],
)
def test_on_a_terminal_scores_are_drawn_and_more_than_colours(write, rule, shown):
    words = ("--words", str(write(*HATCHES)), "--secret", "match")
    with Terminal("review", *words, "--rule", rule, "latch", "match", columns=80) as screen:
        assert screen.status() == 0
        assert shown in screen.text
        pegs = r"\x1b\[0?;?[\d;]+m●"  # as on the board
        assert rule == "colours" or re.search(pegs, screen.shown)
        assert re.search(COLOUR, screen.shown)
        assert max(map(len, screen.text.splitlines())) <= 80


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
def test_text_to_share_has_letters_where_there_are_no_squares(encoding, write, process):
    given = ("review", "--words", write(*TEN), "--share", "crate", "loper", "caret")
    ran = process(*given, "--rule", "colours", "--secret", "caret", PYTHONIOENCODING=encoding)
    # crate against caret: c stays, r, a, t and e are elsewhere; loper is in no list
    squares = {"G": "🟩", "Y": "🟨", "B": "⬛"} if encoding == "utf-8" else {x: x for x in "GYB"}
    first, *rows = [row.split()[0] for row in ran.out.splitlines()]
    shown = ["".join(map(squares.get, marks)) for marks in ("GYYYY", "BBBGY", "GGGGG")]
    assert (first, rows) == ("jotto", shown)


@pytest.mark.parametrize(
    ("rule", "scores"),
    [("exact-elsewhere", ["1,4", "1,1", "5,0"]), ("jots", ["5", "2", "win"]),
     ("black-peg", ["1", "1", "5"])],
)  # fmt: skip
def test_text_to_share_has_scores_as_they_are_typed_where_there_are_no_pegs(
    rule, scores, write, process
):
    given = ("review", "--words", write(*TEN), "--share", "crate", "loper", "caret")
    ran = process(*given, "--rule", rule, "--secret", "caret", PYTHONIOENCODING="cp1252")
    assert [row.split()[0] for row in ran.out.splitlines()] == ["jotto", *scores]


def test_a_recorded_game_is_reviewed_by_its_own_options(jotto):
    jotto("play", "--rule", "colours", typed="crane YBBBB\nshack GGGGG\n")
    refused = jotto("review", "--rule", "jots", "--no-plurals").refusal
    assert "the recorded game has other options" in refused
    assert "(--rule, --no-plurals)" in refused
    assert jotto("review", "--rule", "colours").out == jotto("review").out != ""


def test_share_at_the_end_of_a_game_prints_what_review_shares(jotto, write):
    words = "--words", write(*HATCHES)
    ran = jotto("play", *words, typed="4,0\n5,0\nhelp\nshare\n\n").out
    text = jotto("review", "--share").out
    assert text.startswith("jotto 2 guesses")
    assert text in ran.replace("share (the scores as a text to send)", "")
    assert (
        "share (the scores as a text to send), report (how each guess did), "
        "practice (the positions where a guess cost most), undo (to go back)" in ran
    )


def test_share_is_a_word_where_a_word_is_asked_for(jotto, write):
    words = "--words", write("share", "shale", "shade")
    given = "--starts", "them", "--secret", "shale", "--no-last-turn"
    jotto("play", *words, *given, typed="shale\nshare\n")
    assert jotto("history", "--json").json["games"][-1]["secret"] == "share"
