"""Live games of FAMILY, every figure of which lists.py explains."""

import shlex

import pytest
from lists import FAMILY
from terminal import Terminal, prompts


def lines_about(text: str, what: str) -> list[str]:
    return [line for line in text.splitlines() if what in line]


def test_a_proposal_tells_its_reasons_up_to_the_win(jotto, family):
    ran = jotto("play", *family, typed="0,1\n2,0\n3,0\n\n")
    for said in (
        "4 possible: bat, cat, hat, mat; CHM leaves about 1.5.\n",
        "1.50 bits, at worst 2 left; cannot be the word.",
        "2 possible: hat, mat; HAT leaves about 1.\n",
        "1.00 bits, at worst 1 left; could be the word (50%).\n",
        "It must be MAT.",
        "You found MAT in 3 guesses.",
    ):
        assert said in ran.out
    assert prompts(ran.out) == ["CHM", "HAT", "MAT"]


def test_a_turn_may_be_typed_at_once_with_spaces_and_capitals(jotto, family):
    ran = jotto("play", *family, typed=" Bat = 2,0 \n LIST \n")
    assert "3 words possible, likeliest first\ncat\nhat\nmat\n" in ran.out


def test_only_candidates_are_proposed_where_only_they_are_allowed(jotto, family):
    ran = jotto("play", *family, "--allow", "candidates", typed="2,0\n2,0\n2,0\n3,0\n")
    assert prompts(ran.out) == [word.upper() for word in FAMILY]
    assert "You found MAT in 4 guesses." in ran.out


def test_the_input_may_end_without_a_line_end(jotto, family):
    assert "You found BAT in 1 guess." in jotto("play", *family, typed="bat=3,0").out


@pytest.mark.full
@pytest.mark.parametrize(("leave", "status"), [("\x03", 130), ("\x04", 0)])
def test_however_a_game_is_left_its_turns_are_printed(family, leave, status):
    with Terminal("play", "--plain", *family) as screen:
        for guess, typed in (("CHM", "0,1"), ("HAT", "bat"), ("BAT", "2,0")):
            screen.answer(f"Score for {guess}:", typed)
        screen.prompted("Score for HAT:")
        screen.interrupt() if leave == "\x03" else screen.type(leave)
        assert screen.status() == status
        assert "To continue it: jotto play --resume" in screen.text
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
