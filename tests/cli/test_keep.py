"""``jotto keep``: which secrets are drawn, and which guesses count."""

import re

import naive
import pytest

from jotto.games.words import common, offensive, shipped_words

WORDS = shipped_words()
RUDE = tuple(offensive())


def kept(jotto, *options, typed="quit\n"):
    """How many words a secret is of, and the secret."""
    out = jotto("keep", "--no-history", *options, typed=typed).out
    many = re.match(r"Guess one of ([\d,]+) words\.", out)[1]
    return int(many.replace(",", "")), re.search(r"It was (\w+)\.\n$", out)[1].lower()


@pytest.mark.parametrize(("level", "parts"), {"easy": 5, "medium": 2, "hard": 1}.items())
def test_a_level_is_the_likeliest_part_of_the_list(jotto, level, parts):
    words = naive.likeliest(WORDS, common(WORDS).tolist(), parts, RUDE)
    for seed in range(5):
        many, secret = kept(jotto, "--level", level, "--seed", seed)
        assert many == len(words)
        assert secret in words
        assert kept(jotto, "--level", level, "--seed", seed) == (many, secret)
        if level == "medium":
            assert kept(jotto, "--seed", seed) == (many, secret)


def test_any_word_of_the_list_can_be_kept_and_each_level_has_all_where_all_are_alike(jotto, write):
    assert kept(jotto, "--secret", "aalii") == (6780, "aalii")
    assert kept(jotto, "--prior", "even", "--level", "easy")[0] == len({*WORDS} - {*RUDE})
    words = "--words", write("hatch", "latch", "match")
    assert {kept(jotto, *words, "--level", "easy", "--seed", n)[1] for n in range(9)} == {
        *("hatch", "latch", "match")
    }
    codes = jotto("keep", "--game", "mastermind:2x3", "--level", "easy", typed="quit\n").out
    assert codes.startswith("Guess one of 9 secrets.")


@pytest.mark.parametrize(
    ("given", "refused"),
    [
        (("--level", "nope"), "'nope' is not one of 'easy', 'medium', 'hard'"),
        (
            ("--level", "easy", "--daily"),
            "level is for a secret that is drawn; leave it out with daily (--level)",
        ),
        (("--level", "easy", "--adversary"), "leave it out with adversary"),
        (("--level", "easy", "--secret", "crane"), "leave it out with secret"),
        (("--adversary", "--secret", "crane"), "adversary has no fixed secret; leave out secret"),
        (("--daily", "--seed", "3"), "daily has a secret; leave out secret, adversary and seed"),
        (
            ("--daily", "--boards", "2"),
            "daily has one secret; leave out boards (--daily, --boards)",
        ),
        (("--secret", "crane", "--boards", "2"), "secret crane: write 2 different secrets"),
        (("--allow", "hard", "--boards", "2"), "Hard mode is for one board."),
        (("--allow", "nope"), "'nope' is not one of 'all', 'candidates', 'hard'"),
    ],
)
def test_what_does_not_go_together_is_refused(jotto, given, refused):
    assert refused in jotto("keep", *given).refusal


def test_hard_mode_counts_no_guess_that_an_answer_excludes(jotto, write):
    """By hand: after hatch=4,0 for match, quilt would have 0,1 with hatch."""
    words = "--words", write("hatch", "latch", "match", "quilt")
    hard = "keep", *words, "--allow", "hard", "--secret", "match"
    run = jotto(*hard, typed="hatch\nquilt\nlatch\nmatch\n")
    assert "Hard mode: every guess has to agree." in run.out
    said = "QUILT does not agree with turn 1: it would have had another score than 4,0. "
    assert f"{said}In hard mode every guess has to agree (not counted as a guess)" in run.out
    assert "You found MATCH in 3 guesses." in run.out
    run = jotto(*hard, "--rule", "colours", typed="hatch\nquilt\nmatch\n")
    assert "QUILT leaves out a hint of turn 1. In hard mode every guess uses all hints" in run.out
    assert "You found MATCH in 2 guesses." in run.out
    any_guess = jotto(*hard[:-4], "--secret", "match", typed="hatch\nquilt\nmatch\n").out
    assert "You found MATCH in 3 guesses." in any_guess


def test_it_says_what_the_page_says_of_the_day_and_of_what_may_change(jotto):
    assert "It is the same for everybody on 20" in jotto("keep", "--daily", typed="quit\n").out
    changes = "What is kept may change as long as it agrees."
    assert changes in jotto("keep", "--adversary", typed="quit\n").out
    assert changes not in jotto("keep", typed="quit\n").out
