"""The word of a day, which other programs have to find as well."""

from datetime import date, timedelta

import naive
import pytest

import jotto
from jotto.assistant.daily import common, daily, hashed, places, usual
from jotto.games.words import levels, offensive
from jotto.question.making import Question

FIRST = date(2026, 11, 26)


@pytest.mark.parametrize(
    ("text", "code"), [("", 0x811C9DC5), ("a", 0xE40C292C), ("foobar", 0xBF9CF968)]
)
def test_the_hash_is_the_published_one(text, code):
    assert hashed(text) == code  # test vectors of Fowler, Noll and Vo


@pytest.fixture(scope="module")
def game():
    return jotto.words(prior="common")


def test_a_day_has_the_word_that_the_definition_says(game):
    for days in range(0, 9000, 911):
        day = FIRST + timedelta(days)
        number = day.toordinal() - date(1970, 1, 1).toordinal()
        expected = naive.daily(game.secrets, game.prior.tolist(), number, tuple(offensive()))
        assert daily(game, day, offensive()) == expected


def test_jotto_and_wordle_have_different_words_of_a_day(game):
    wordle = jotto.words(prior="common", rule="colours")
    for days in range(40):
        day = FIRST + timedelta(days)
        assert daily(game, day, offensive()) != daily(wordle, day, offensive())


def test_no_word_of_the_shipped_list_comes_again_within_nine_years(game):
    words = [daily(game, FIRST + timedelta(days), offensive()) for days in range(0, 3300, 150)]
    assert len({*words}) == len(words)


def test_words_of_a_day_are_known_to_most_people(game):
    known = levels()
    likely = {game.secrets[i] for i in common(game, 80, offensive())}
    assert max(known[word] for word in likely) <= 35  # of SCOWL's 10 to 95
    assert not offensive() & likely


def test_codes_have_a_secret_of_a_day():
    codes = jotto.named("mastermind:2x3")
    found = [daily(codes, FIRST + timedelta(days)) for days in range(9)]
    assert sorted(found) == sorted(codes.secrets)


TODAY = 20_783  # 2026-11-26
LISTED = ["crane", "fools", "quilt", "hatch", "latch", "blimp", "vixen"]
ADVICE = [{"prior": "even"}, {"prior": "wordle"}, {"prior": "common"}, {"polite": False}]
ADVICE += [{"strategy": "minimax"}, {"rule": "jots"}, {"book": False}, {"prior": "even", "lies": 1}]


@pytest.mark.parametrize("advice", [{}, *ADVICE], ids=str)
@pytest.mark.parametrize("listed", [None, LISTED])
def test_no_option_about_advice_changes_the_word_of_a_day(game, listed, advice, tmp_path):
    if listed:
        (tmp_path / "list.txt").write_text("\n".join(listed))
    asked = Question(words=tmp_path / "list.txt" if listed else None, **advice)
    made = asked.make_game()
    weights = [1] * len(listed) if listed else game.prior.tolist()
    rule = advice.get("rule", "exact-elsewhere")
    expected = naive.daily(listed or game.secrets, weights, TODAY, tuple(offensive()), rule)
    assert daily(usual(asked, made), FIRST, offensive()) == expected
    avoid = asked.adviser(made).avoid
    found = places(asked, made, avoid)  # for the page
    assert found is None or advice
    assert (found or common(made, 80, avoid)) == common(usual(asked, made), 80, offensive())


def test_past_answers_change_no_word_of_a_day(game, tmp_path):
    (tmp_path / "past.txt").write_text("2026-01-01 shone\n2026-01-02 crane\n")
    asked = Question(past=tmp_path / "past.txt")
    of_day = usual(asked, asked.make_game())
    for day in (FIRST, FIRST + timedelta(1)):
        assert daily(of_day, day, offensive()) == daily(game, day, offensive())


def test_which_secrets_are_possible_changes_the_word_of_a_day(game):
    asked = Question(vowels="aeiou", repeats=False, prior="even")
    made = asked.make_game()
    weights = [int(weight) for weight in jotto.games.words.common(made.secrets)]
    expected = naive.daily(made.secrets, weights, TODAY, tuple(offensive()))
    assert daily(usual(asked, made), FIRST, offensive()) == expected
