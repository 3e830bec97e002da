"""``jotto keep``: which secrets are drawn, and which guesses count."""

import re
from datetime import date, datetime, time, timedelta

import naive
import pytest

from jotto.games.words import common, offensive, shipped_words

WORDS = shipped_words()
RUDE = tuple(offensive())


def kept(jotto, *options, typed="quit\n"):
    """How many words a secret is of, and the secret."""
    out = jotto("keep", "--no-history", *options, typed=typed).out
    many = re.match(r"I have chosen one of ([\d,]+) words\.", out)[1]
    (secret,) = re.findall(
        r"The (?:word|secret) was (\w+)\. You made no guess, so this game does not count\.\n$", out
    )
    return int(many.replace(",", "")), secret.lower()


def test_without_a_guess_there_is_no_game(jotto):
    run = jotto("keep", typed="")
    assert (run.status, "no finished game" in jotto("history").err) == (0, True)


@pytest.mark.parametrize(("level", "percent"), {"easy": 30, "medium": 80, "hard": 100}.items())
def test_a_level_is_the_likeliest_part_of_the_list(jotto, level, percent):
    words = naive.likeliest(WORDS, common(WORDS).tolist(), percent, RUDE)
    for seed in range(5):
        many, secret = kept(jotto, "--level", level, "--seed", seed)
        assert many == len(words)
        assert secret in words
        assert kept(jotto, "--level", level, "--seed", seed) == (many, secret)
        if level == "medium":
            assert kept(jotto, "--seed", seed) == (many, secret)


@pytest.mark.parametrize("options", [(), ("--boards", "2")])
def test_what_is_possible_is_what_the_secret_is_drawn_from(jotto, options):
    """The game that is stored is of the whole list all the same, and so is its review."""
    weights = dict(zip(WORDS, common(WORDS).tolist(), strict=True))
    words = naive.likeliest(WORDS, [*weights.values()], 80, RUDE)
    typed = "left\nlist\ncrane\nleft\nlist\n" + "hint\n" * 4 + "quit\n"
    out = jotto("keep", "--seed", 3, *options, typed=typed).out
    secret = re.search(r"The (?:word was|secrets were) (\w+)", out)[1].lower()
    score = naive.exact_elsewhere("crane", secret)
    left = [word for word in words if naive.exact_elsewhere("crane", word) == score]
    asked = r"([\d,]+) words possible(?: on board 1)?(?:, likeliest first\n((?:[a-z]{5}\n)*))?"
    told = [(int(many.replace(",", "")), {*some.split()}) for many, some in re.findall(asked, out)]
    expected = [(len(some), shown) for some in (words, left) for shown in (set(), {*some})]
    assert told == expected
    best = max(left, key=weights.__getitem__)
    percent = 100 * weights[best] / sum(map(weights.__getitem__, left))
    assert f"Likeliest secret: {best} ({percent:.0f}%)." in out
    if not options:
        assert jotto("review", "--json").json["about"]["Secrets"] == f"{len(WORDS):,}"


def test_any_word_of_the_list_can_be_kept_and_each_level_has_all_where_all_are_alike(jotto, write):
    assert kept(jotto, "--secret", "aalii") == (6780, "aalii")
    assert kept(jotto, "--prior", "even", "--level", "easy")[0] == len({*WORDS} - {*RUDE})
    words = "--words", write("hatch", "latch", "match")
    assert {kept(jotto, *words, "--level", "easy", "--seed", n)[1] for n in range(9)} == {
        *("hatch", "latch", "match")
    }
    codes = jotto("keep", "--game", "mastermind:2x3", "--level", "easy", typed="quit\n").out
    assert codes.startswith("I have chosen one of 9 secrets.")


@pytest.mark.parametrize(
    ("given", "refused"),
    [
        (("--level", "nope"), "'nope' is not one of 'easy', 'medium', 'hard'"),
        (
            ("--level", "easy", "--daily"),
            "level is for a secret that jotto draws; leave it out with daily (--level)",
        ),
        (("--level", "easy", "--adversary"), "leave it out with absurdle or adversary"),
        (("--level", "easy", "--secret", "crane"), "leave it out with secret"),
        (("--adversary", "--secret", "crane"), "adversary has no fixed secret; leave out secret"),
        (("--game", "absurdle", "--level", "easy"), "leave it out with absurdle or adversary"),
        (("--daily", "--seed", "3"), "daily has a secret of its own; leave out secret, seed, adv"),
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
    assert "Hard mode: every guess must fit all the scores so far." in run.out
    said = "QUILT does not fit turn 1, which scored 4,0. "
    said += "In hard mode every guess must fit all the scores"
    assert f"{said} (not counted as a guess)" in run.out
    assert "You found MATCH in 3 guesses." in run.out
    run = jotto(*hard, "--rule", "colours", typed="hatch\nquilt\nmatch\n")
    assert (
        "QUILT ignores a clue of turn 1. In hard mode every guess must use all the clues" in run.out
    )
    assert "You found MATCH in 2 guesses." in run.out
    any_guess = jotto(*hard[:-4], "--secret", "match", typed="hatch\nquilt\nmatch\n").out
    assert "You found MATCH in 3 guesses." in any_guess


def test_it_says_what_the_page_says_of_the_day_and_of_what_may_change(jotto):
    assert "It is the same for everybody on 20" in jotto("keep", "--daily", typed="quit\n").out
    changes = "The secret may change, as long as it fits every score that you have."
    assert changes in jotto("keep", "--adversary", typed="quit\n").out
    assert changes not in jotto("keep", typed="quit\n").out


def test_after_the_word_of_a_day_it_says_when_the_next_one_comes(jotto):
    told = jotto("keep", "--daily", typed="quit\n").out
    ((hours, minutes),) = re.findall(r"Next word in (\d+):(\d\d):\d\d", told)
    left = datetime.combine(date.today() + timedelta(days=1), time()) - datetime.now()
    assert abs(int(hours) * 60 + int(minutes) - left.seconds // 60) <= 2
    assert "Next word" not in jotto("keep", typed="quit\n").out


def test_the_word_of_a_day_counts_once_and_is_shown_again(jotto, tmp_path):
    data = {"XDG_DATA_HOME": str(tmp_path)}
    day = "keep", "--daily"
    first = jotto(*day, typed="slate\nquit\n", **data).out
    again = jotto(*day, typed="crane\n", **data).out
    word = re.search(r"The word was (\w+)\.", first)[1]
    assert "You have played this word already." in again
    assert re.search(rf"1  SLATE=\d,\d\nThe word was {word}\.", again)
    assert "CRANE" not in again
    assert jotto("history", **data).out.startswith("1 game ")


@pytest.mark.parametrize(
    ("options", "number", "said"),
    [
        (("--game", "wordle", "--secret", "crane"), 6, "Wordle ends after 6 guesses"),
        (("--game", "dordle", "--secret", "crane+slate"), 7, "Dordle ends after 7 guesses"),
        (("--secret", "crane"), 9, ""),
    ],
)
def test_it_goes_on_after_the_last_guess_of_wordle_which_is_said_once(jotto, options, number, said):
    for more in (-1, 0, 2):
        out = jotto("keep", "--no-history", *options, typed="quilt\n" * (number + more)).out
        told = out.count(
            f"{said}, and this game counts as not solved. You can go on all the same.\n"
        )
        assert told == bool(said and more >= 0)


def test_an_empty_line_is_no_guess(jotto):
    assert "Type a word of 5 letters." in jotto("keep", "--no-history", typed="\nquit\n").out
