"""Live games of FAMILY, every figure of which lists.py explains."""

import re
import shlex

import pytest
from lists import FAMILY
from terminal import Terminal


def lines_about(text: str, what: str) -> list[str]:
    return [line for line in text.splitlines() if what in line]


def prompts(text: str) -> list[str]:
    """The guesses whose score was asked for, in order."""
    return re.findall(r"Score for (\w+): ", text)


@pytest.mark.full
def test_a_proposal_tells_its_reasons_up_to_the_win(family):
    with Terminal("play", *family) as screen:
        reasons = screen.expect("Score for CHM:")
        assert "4 words possible: bat, cat, hat, mat, about 1.5 after it." in reasons
        assert "1.50 bits, at worst 2 left; cannot be the word." in reasons
        screen.type("0,1\r")
        reasons = screen.expect("Score for HAT:")
        assert "2 words possible: hat, mat, about 1 after it." in reasons
        assert "1.00 bits, at worst 1 left; could be the word (50%)." in reasons
        screen.type("2,0\r")
        assert "It must be  M A T ." in screen.expect("Score for MAT:")
        screen.type("3,0\r")
        screen.expect("You found  M A T  in 3 guesses.")
        screen.type("\r")
        assert screen.status() == 0


@pytest.mark.full
def test_another_word_is_measured_before_its_score_is_taken(family):
    with Terminal("play", *family) as screen:
        screen.expect("Score for CHM:")
        screen.type("BAT\r")
        reasons = screen.expect("Score for BAT:")
        # 2 - 3 log2(3) / 4 bits; left on average (1 + 9) / 4
        assert "about 2.5 after it." in reasons
        assert "0.81 bits, at worst 3 left" in reasons
        screen.type("2,0\r")
        assert "3 words possible: cat, hat, mat," in screen.expect("Score for CAT:")


def test_a_word_may_be_changed_for_another_before_its_score(jotto, family):
    ran = jotto("play", *family, typed="bat\ncat\n2,0\nlist\n")
    assert prompts(ran.out)[:3] == ["CHM", "BAT", "CAT"]
    assert "3 words possible, likeliest first\nbat\nhat\nmat\n" in ran.out


def test_a_turn_may_be_typed_at_once_with_spaces_and_capitals(jotto, family):
    ran = jotto("play", *family, typed=" Bat = 2,0 \nlist\n")
    assert "3 words possible, likeliest first\ncat\nhat\nmat\n" in ran.out


@pytest.mark.parametrize("command", ["list", " LIST "])
def test_commands_are_known_in_capitals_and_with_spaces(jotto, family, command):
    assert "\n".join(FAMILY) in jotto("play", *family, typed=command + "\n").out


def test_help_names_everything_that_can_be_typed(jotto, family):
    before = jotto("play", *family).out
    told = jotto("play", *family, typed="help\n").out.removeprefix(before.rstrip("\n"))
    for word in ("score", "undo", "list", "help", "quit", "crane 1,1"):
        assert word in told


def test_a_wrong_score_changes_nothing_and_the_turns_before_it_stay(jotto, family):
    ran = jotto("play", *family, typed="0,1\n1,0\nlist\n2,0\n3,0\n")
    (told,) = lines_about(ran.out, "contradicts the earlier scores")
    assert "turn 2 (hat=1,0)" in told
    assert "2 words possible, likeliest first\nhat\nmat\n" in ran.out
    assert "You found MAT in 3 guesses." in ran.out
    assert ran.status == 0


@pytest.mark.parametrize(
    ("typed", "quoted"),
    [
        ("2,1", "'2,1'"),
        ("9,9", "'9,9'"),
        ("1,", "'1,'"),
        ("hello", "'hello'"),
        ("b4t", "'b4t'"),
        ("bat=", "''"),
        ("bat=2,0=", "'2,0='"),
        ("=2,0", "''"),
        ("bats=2,0", "'bats'"),
        (";-)", "';-)'"),
    ],
)
def test_what_cannot_be_read_is_quoted_in_one_line(jotto, family, typed, quoted):
    ran = jotto("play", *family, typed=typed + "\nbat=3,0\n")
    _greeting, _proposal, _worth, told, win, _end = ran.out.splitlines()
    assert quoted in told
    assert win == "Score for CHM: You found BAT in 1 guess."


def test_a_secret_may_be_called_list_or_undo(jotto, write):
    """list scores 0,0 with undo; both can be guessed and found like any other word."""
    path = write("list", "undo")
    for typed, found in (("4,0\n", "You found LIST in 1 guess."), ("0,0\n4,0\n", "You found UNDO")):
        assert found in jotto("play", "--words", path, typed=typed).out
    ran = jotto("play", "--words", path, typed="undo=4,0\n")
    assert "You found UNDO in 1 guess." in ran.out


def test_a_word_spelt_win_can_be_guessed_like_another(jotto, write):
    """``win`` is also a way to write the best score: naming the word must not end the game."""
    ran = jotto("play", "--words", write("bin", "tin", "win"), typed="win\n")
    assert "You found" not in ran.out
    assert prompts(ran.out)[-1] == "WIN"


def test_the_input_may_end_without_a_line_end(jotto, family):
    assert "You found BAT in 1 guess." in jotto("play", *family, typed="bat=3,0").out


@pytest.mark.full
@pytest.mark.parametrize(("leave", "status"), [("\x03", 130), ("\x04", 0), ("quit\r", 0)])
def test_however_a_game_is_left_its_turns_are_printed(family, leave, status):
    with Terminal("play", *family) as screen:
        screen.expect("Score for CHM:")
        screen.type("0,1\r")
        screen.expect("Score for HAT:")
        screen.type("bat\r")
        screen.expect("Score for BAT:")
        screen.type("2,0\r")
        screen.expect("Score for HAT:")
        screen.interrupt() if leave == "\x03" else screen.type(leave)
        assert screen.status() == status
        assert "chm=0,1 bat=2,0" in screen.text
        assert "Traceback" not in screen.text


@pytest.mark.parametrize("more", [[], ["--rule", "colours"], ["--strategy", "minimax"]])
def test_the_line_printed_at_the_end_asks_for_the_same_game(jotto, family, more):
    turn = "bat=BGG" if "colours" in more else "bat=2,0"
    left = jotto("play", *family, *more, typed=turn + "\n")
    (advice,) = lines_about(left.out, "jotto suggest")
    arguments = shlex.split(advice[advice.index("jotto suggest") :])[1:]
    ran = jotto(*arguments, "--json")
    assert ran.json["candidates"] == 3


def test_nothing_is_printed_of_a_game_without_a_turn(jotto, family):
    ran = jotto("play", *family, typed="quit\n")
    assert (ran.status, ran.err) == (0, "")
    assert "jotto suggest" not in ran.out
    assert "--resume" not in ran.out


def test_undo_takes_back_every_turn(jotto, family):
    ran = jotto("play", *family, typed="bat=2,0\nchm=0,1\nundo\nlist\nundo\nlist\n")
    assert "3 words possible, likeliest first\ncat\nhat\nmat\n" in ran.out
    assert "4 words possible, likeliest first\nbat\ncat\nhat\nmat\n" in ran.out


def test_only_candidates_are_proposed_where_only_they_are_allowed(jotto, family):
    ran = jotto("play", *family, "--allow", "candidates", typed="2,0\n2,0\n2,0\n3,0\n")
    assert prompts(ran.out) == [word.upper() for word in FAMILY]
    assert "You found MAT in 4 guesses." in ran.out
