"""The word of a day, which other programs have to find as well."""

from datetime import date, timedelta

import naive
import pytest

import jotto
from jotto.assistant.daily import common, daily, hashed
from jotto.games.words import levels, offensive

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


def test_no_word_of_the_shipped_list_comes_again_within_nine_years(game):
    words = [daily(game, FIRST + timedelta(days), offensive()) for days in range(0, 3300, 150)]
    assert len({*words}) == len(words)


def test_words_of_a_day_are_known_to_most_people(game):
    known = levels()
    likely = {game.secrets[i] for i in common(game, 2, offensive())}
    assert max(known[word] for word in likely) <= 35  # of SCOWL's 10 to 95
    assert not offensive() & likely


def test_codes_have_a_secret_of_a_day():
    codes = jotto.named("mastermind:2x3")
    found = [daily(codes, FIRST + timedelta(days)) for days in range(9)]
    assert sorted(found) == sorted(codes.secrets)
