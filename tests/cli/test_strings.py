"""``jotto candidates --strings``, for unlisted words."""

from string import ascii_lowercase

import naive
import pytest
from lists import TEN

from jotto.games.words import shipped_words


def test_strings_go_to_stdout_and_their_number_to_stderr(jotto, write):
    run = jotto("candidates", "--strings", "ab=0,2", "--words", write("ab", "cd"))
    assert (run.status, run.out, run.err) == (0, "ba\n", "1 string\n")
    turn = ("candidates", "--strings", "ab=1,0", "--words", write("ab", "cd"))
    run = jotto(*turn, "--top", "3")
    assert (run.out.count("\n"), run.err) == (3, "50 strings\n")
    # a and any other letter, or one of c to z and b
    assert jotto(*turn, "--vowels", "aeiouy", "--json").json["count"] == 25 + len("eiouy")


def test_strings_are_there_when_the_list_has_nothing_left(jotto, write):
    words = write(*TEN)
    assert jotto("candidates", "crane=4,0", "crate=4,0", "--words", words).status == 1
    options = ("--words", words, "--top", "100", "--json")
    found = jotto("candidates", "--strings", "crane=4,0", "crate=4,0", *options).json
    # both guesses have four letters in place: only the fourth differs, and it is neither's
    assert found["count"] == 24
    assert sorted(found["candidates"]) == [f"cra{x}e" for x in ascii_lowercase if x not in "nt"]


@pytest.mark.parametrize(
    ("turns", "said"),
    [
        ("ab=0,0 ab=0,2", "no word fits AB 0,2 and the earlier scores"),
        ("ab=2,0 cd=0,1", "no word fits CD 0,1 and the earlier scores"),
        ("bc=2,0 --vowels aeiouy", "no word fits BC 2,0"),
    ],
)
def test_turns_that_no_string_agrees_with_are_an_honest_no(jotto, write, turns, said):
    words = write("ab", "cd") if "ab" in turns else write("bb", "ca")
    run = jotto("candidates", "--strings", *turns.split(), "--words", words)
    assert (run.status, run.out) == (1, "")
    assert said in run.err.splitlines()[-1]


# --- a game played out --------------------------------------------------------------------------


def test_an_unlisted_secret_is_found_among_unlisted_words(jotto):
    run = jotto("watch", "covid", "--json")
    assert run.err.startswith("jotto: note: 'covid' is not in the list of secrets (did you mean ")
    assert (run.json["listed"], run.json["found"]) == (False, True)
    turns = [(turn["guess"], turn["score"]) for turn in run.json["turns"]]
    assert all(score == naive.exact_elsewhere(guess, "covid") for guess, score in turns)
    assert turns[-1][0] == "covid"
    left = shipped_words()
    for turn in run.json["turns"]:
        guess, score = turn["guess"], turn["score"]
        if left := [word for word in left if naive.exact_elsewhere(guess, word) == score]:
            assert turn["left"] == len(left)


def test_a_secret_of_other_letters_cannot_be_found_and_it_is_said(jotto, write):
    run = jotto("watch", "zzz", "--words", write("слó", "óво", "укс"))
    assert run.status == 1
    assert run.err.endswith("unlisted words use only the letters of the list\n")
    assert run.out.startswith("turn  guess  score  left\n")
