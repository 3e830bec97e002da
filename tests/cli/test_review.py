"""``jotto review``: of turns, of the game finished last, of a saved game."""

import json
import re

import pytest
from lists import HATCHES, TEN, games_of_ten
from terminal import Terminal

COLOUR = r"\x1b\[[\d;]*m"


def test_turns_are_reviewed_a_verdict_first(family, jotto):
    # by hand: chm takes 2.25 guesses on average, bat 2.5; bat leaves three of 1, 2 or 3 more
    out = jotto("review", *family, "bat=2,0", "hat=3,0").out.splitlines()
    assert out[:4] == [
        "You found hat in 2 guesses.",
        "jotto needs 2.25 on average, and 2 for this secret.",
        "2.25 on average + 0.25 lost by your guesses - 0.50 saved by luck = 2 guesses",
        "Skill 83, luck 66, of 99.",  # 99 x 2 ** -0.25; odds of 2 : 1
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
    assert [line.split(":")[0] for line in out[11:]] == ["", "best", "bits", "cost", "luck"]


def test_a_guess_without_a_score_is_scored_against_the_secret(family, jotto):
    both = jotto("review", *family, "bat", "hat", "--secret", "hat")
    assert both == jotto("review", *family, "bat=2,0", "hat=3,0")
    mixed = jotto("review", *family, "bat=2,0", "chm", "--secret", "cat").out
    assert mixed.startswith("You did not find cat in 2 guesses.\n")
    assert "= 3.00 guesses: 2 made, 1.00 to go" in " ".join(mixed.split())
    assert "bat is not" not in mixed
    assert "has no score" in jotto("review", *family, "bat").refusal


def test_text_to_share_has_no_word_of_the_game(write, jotto):
    words = write(*TEN)
    out = jotto("review", "--words", words, "crane", "slate", "--secret", "slate", "--share").out
    # crane, crate, trace, react, caret, slate, least, stale, fools, score: with crane, only slate
    # and stale share a in place and e in place
    needs = sum(games_of_ten("entropy").values()) / len(TEN)
    assert out == f"jotto 2 guesses ({needs:.2f} on average)\n●●··· 2\n●●●●●\n"
    assert not [word for word in TEN if word in out]


def test_text_to_share_has_every_turn(write, jotto):
    """loper is unlisted, and fits neither score: pales 3,1 and rents 1,0."""
    turns = ("pales=1,1", "rents=0,2", "loper=5,0")
    rows = jotto("review", "--words", write(*TEN), *turns, "--share").out.splitlines()
    assert rows[0].startswith("jotto 3 guesses")
    assert rows[-1] == "●●●●●"
    assert len(rows) == 4


def test_a_page_is_written_beside_what_is_printed(family, jotto, tmp_path):
    (tmp_path / "new").mkdir()
    ran = jotto("review", *family, "bat=2,0", "hat=3,0", "-o", "new/game.html")
    assert ran.out.startswith("You found hat in 2 guesses.")
    page = (tmp_path / "new" / "game.html").read_text("utf-8")
    assert "<h1>You found hat in 2 guesses</h1>" in page
    assert "Prior: even" in page


def test_the_game_finished_last_is_reviewed(write, jotto, tmp_path):
    words = write(*HATCHES)
    both = ("--starts", "me", "--secret", "match", "--last-turn")
    # they find mine first, I find theirs in my third guess
    jotto("play", "--words", words, typed="5,0\n")
    jotto("play", "--words", words, *both, typed="watch 4,0\nlatch\nhatch 4,0\nmatch\n")
    out = jotto("review").out
    assert out.startswith("They won.\n\nYou did not find the secret in 2 guesses.\n")
    assert "\nThey found match in 2 guesses.\n" in out
    assert "lost by their guesses" in out
    told = jotto("review", "--secret", "patch", "--report", "two.html").out
    assert "You did not find patch in 2 guesses." in told
    page = (tmp_path / "two.html").read_text("utf-8")
    assert "<h1>They won</h1>" in page
    assert page.count("<h2>") == 2


def test_a_kept_game_gets_the_same_report(write, jotto, tmp_path):
    words = write(*HATCHES)
    played = ("keep", "--words", words, "--secret", "match", "--report", "kept.html")
    jotto(*played, typed="hatch\nmatch\n")
    assert "<h1>You found match in 2 guesses</h1>" in (tmp_path / "kept.html").read_text("utf-8")
    assert jotto("review").out.startswith("You found match in 2 guesses.\n")
    jotto("keep", "--words", words, "--secret", "match", typed="hatch\nq\n")
    assert jotto("review").out.startswith("You did not find match in 1 guess.\n")
    jotto("keep", "--words", words, "--adversary", typed="hatch\nq\n")
    assert jotto("review").out.startswith("You did not find the secret in 1 guess.\n")


def test_refused_words_are_not_what_jotto_would_have_guessed(write, jotto):
    jotto("play", "--words", write(*HATCHES), typed="not a word\n4,0\n5,0\n")
    [you] = jotto("review", "--json").json["reviews"]
    # without hatch, latch is guessed first, and each in its order
    assert [turn["advised"]["guess"] for turn in you["turns"]] == ["latch", "match"]
    assert you["cost"] == 0


def test_a_saved_game_is_reviewed_if_none_is_finished_or_by_name(write, jotto):
    words = write(*HATCHES)
    assert jotto("review").status == jotto("review", "--saved").status == 1
    assert "give its turns" in jotto("review").err
    jotto("play", "--words", words, typed="4,0\nq\n")
    assert jotto("review").out.startswith("You did not find the secret in 1 guess.\n")
    jotto("keep", "--words", words, "--secret", "match", typed="match\n")
    assert jotto("review").out.startswith("You found match")
    assert jotto("review", "--saved") == jotto("review", "--saved")
    assert jotto("review", "--saved").out.startswith("You did not find the secret")


def test_a_game_of_other_lists_is_refused(write, jotto, tmp_path):
    words = write(*HATCHES)
    jotto("play", "--words", words, typed="5,0\n")
    words.write_text("hatch\nlatch\n")
    assert "other lists" in jotto("review").refusal
    words.unlink()
    assert str(words) in jotto("review").refusal
    history = tmp_path / "data" / "jotto" / "history.jsonl"
    record = json.loads(history.read_text())
    record["options"]["words"] = "\ud800"
    history.write_text(json.dumps(record) + "\n")
    assert "no file can have this name" in jotto("review").refusal
    del record["options"]["rule"]
    history.write_text(json.dumps(record) + "\n")
    assert "lacks the option 'rule'" in jotto("review").refusal


def test_a_game_that_was_left_without_a_guess_has_nothing_to_judge(write, jotto):
    jotto("keep", "--words", write(*HATCHES), "--secret", "match", typed="q\n")
    assert "There is no guess to judge." in jotto("review").out


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
        assert re.search(COLOUR, screen.shown)
        assert max(map(len, screen.text.splitlines())) <= 80


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
def test_text_to_share_has_letters_where_there_are_no_squares(encoding, write, process):
    given = ("review", "--words", write(*TEN), "--share", "crate", "caret")
    ran = process(*given, "--rule", "colours", "--secret", "caret", PYTHONIOENCODING=encoding)
    # crate against caret: c stays, r, a, t and e are elsewhere
    squares = {"G": "🟩", "Y": "🟨"} if encoding == "utf-8" else {"G": "G", "Y": "Y"}
    rows = [row.split()[0] for row in ran.out.splitlines()[1:]]
    assert rows == ["".join(map(squares.get, marks)) for marks in ("GYYYY", "GGGGG")]
