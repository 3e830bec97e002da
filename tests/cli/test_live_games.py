"""Live games of FAMILY, every figure of which lists.py explains."""

import re
import shlex

import pytest
from lists import FAMILY
from terminal import Terminal


def lines_about(text: str, what: str) -> list[str]:
    return [line for line in text.splitlines() if what in line]


@pytest.mark.full
def test_a_proposal_tells_its_reasons_and_the_game_goes_on_to_the_win(family):
    with Terminal("play", *family) as screen:
        reasons = screen.expect("chm? ")
        assert "4 candidates left" in reasons
        assert "1.50 bits" in reasons
        assert "1.5 left on average" in reasons
        assert "2 at worst" in reasons
        assert "cannot be the secret" in reasons
        screen.type("0,1\n")
        reasons = screen.expect("hat? ")
        assert "2 candidates left (hat, mat)" in reasons
        assert "1.00 bits" in reasons
        assert "1.0 left on average" in reasons
        assert "1 at worst" in reasons
        assert "can be the secret" in reasons
        screen.type("2,0\n")
        assert "mat" in screen.expect("mat? ")
        screen.type("3,0\n")
        screen.expect("found in 3 guesses")
        assert screen.status() == 0


@pytest.mark.full
def test_another_word_is_measured_before_its_score_is_taken(family):
    with Terminal("play", *family) as screen:
        screen.expect("chm? ")
        screen.type("BAT\n")
        reasons = screen.expect("bat? ")
        assert "0.81 bits" in reasons  # 2 - 3 log2(3) / 4
        assert "2.5 left on average" in reasons  # (1 + 9) / 4
        assert "3 at worst" in reasons
        screen.type("2,0\n")
        assert "3 candidates left (cat, hat, mat)" in screen.expect("cat? ")


def test_a_word_may_be_changed_for_another_before_its_score(jotto, family):
    ran = jotto("play", *family, typed="bat\ncat\n2,0\nlist\n")
    assert re.findall(r"^(\w+)\? ", ran.out, re.M)[:3] == ["chm", "bat", "cat"]
    assert "3 candidates\nbat\nhat\nmat\n" in ran.out


def test_a_turn_may_be_typed_at_once_with_spaces_and_capitals(jotto, family):
    ran = jotto("play", *family, typed=" Bat = 2,0 \nlist\n")
    assert "3 candidates\ncat\nhat\nmat\n" in ran.out


@pytest.mark.parametrize("command", ["list", " LIST "])
def test_commands_are_known_in_capitals_and_with_spaces(jotto, family, command):
    assert "\n".join(FAMILY) in jotto("play", *family, typed=command + "\n").out


def test_help_names_everything_that_can_be_typed(jotto, family):
    before = jotto("play", *family).out
    told = jotto("play", *family, typed="help\n").out.removeprefix(before.rstrip("\n"))
    for word in ("score", "undo", "list", "help", "quit", "crane=1,1"):
        assert word in told


def test_a_wrong_score_changes_nothing_and_the_turns_before_it_stay(jotto, family):
    ran = jotto("play", *family, typed="0,1\n1,0\nlist\n2,0\n3,0\n")
    (told,) = lines_about(ran.out, "no secret fits")
    assert "turn 2 (hat=1,0)" in told
    assert "2 candidates\nhat\nmat\n" in ran.out
    assert "found in 3 guesses" in ran.out
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
    _greeting, _proposal, told, _win = ran.out.splitlines()
    assert quoted in told
    assert ran.out.endswith("bat it is: found in 1 guess.\n")


def test_a_secret_may_be_called_list_or_undo(jotto, write):
    """list scores 0,0 with undo; both are guessed and found like any other word."""
    path = write("list", "undo")
    for typed, found in (("4,0\n", "list it is: found in 1"), ("0,0\n4,0\n", "undo it is")):
        assert found in jotto("play", "--words", path, typed=typed).out
    ran = jotto("play", "--words", path, typed="undo=4,0\n")
    assert "undo it is: found in 1 guess." in ran.out


def test_a_word_spelt_win_can_be_guessed_like_another(jotto, write):
    """``win`` is also a way to write the best score: naming the word must not end the game."""
    ran = jotto("play", "--words", write("bin", "tin", "win"), typed="win\n")
    assert "it is: found" not in ran.out


def test_the_input_may_end_without_a_line_end(jotto, family):
    assert "bat it is: found in 1 guess." in jotto("play", *family, typed="bat=3,0").out


@pytest.mark.full
@pytest.mark.parametrize(("leave", "status"), [("\x03", 130), ("\x04", 0), ("quit\n", 0)])
def test_however_a_game_is_left_its_turns_are_printed(family, leave, status):
    with Terminal("play", *family) as screen:
        screen.expect("chm? ")
        screen.type("0,1\n")
        screen.expect("hat? ")
        screen.type("bat\n")
        screen.expect("bat? ")
        screen.type("2,0\n")
        screen.expect("hat? ")
        screen.interrupt() if leave == "\x03" else screen.type(leave)
        assert screen.status() == status
        assert "chm=0,1 bat=2,0" in screen.text
        assert "Traceback" not in screen.text


@pytest.mark.parametrize("more", [[], ["--rule", "colours"], ["--strategy", "minimax"]])
def test_the_line_to_go_on_with_goes_on_with_the_same_game(jotto, family, more):
    turn = "bat=BGG" if "colours" in more else "bat=2,0"
    left = jotto("play", *family, *more, typed=turn + "\n")
    (advice,) = lines_about(left.out, "jotto suggest")
    arguments = shlex.split(advice[advice.index("jotto suggest") :])[1:]
    ran = jotto(*arguments, "--json")
    assert ran.json["candidates"] == 3


def test_nothing_is_printed_of_a_game_without_a_turn(jotto, family):
    ran = jotto("play", *family, typed="quit\n")
    assert (ran.status, ran.err) == (0, "")
    assert "go on" not in ran.out


def test_undo_takes_back_every_turn(jotto, family):
    ran = jotto("play", *family, typed="bat=2,0\nchm=0,1\nundo\nlist\nundo\nlist\n")
    assert "3 candidates\ncat\nhat\nmat\n" in ran.out
    assert "4 candidates\nbat\ncat\nhat\nmat\n" in ran.out


def test_only_candidates_are_proposed_where_only_they_are_allowed(jotto, family):
    ran = jotto("play", *family, "--allow", "candidates", typed="2,0\n2,0\n2,0\n3,0\n")
    assert re.findall(r"^(\w+)\? ", ran.out, re.M) == list(FAMILY)
    assert "found in 4 guesses" in ran.out
