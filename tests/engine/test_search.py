from functools import cache
from itertools import pairwise

import naive
import pytest
from hypothesis import given, settings
from strategies import lists

from jotto.engine import search
from jotto.engine.search import least_worst_case, narrow_worst_case, strategy_exists
from jotto.games.registry import game_named
from jotto.games.words import word_game


def naive_least(secrets, guesses, score):
    """The least worst case by trying everything."""

    @cache
    def least(left):
        if len(left) == 1:
            return 1
        found = []
        for guess in guesses:
            parts = naive.partition(left, guess, score).values()
            if len(parts) > 1:
                found.append(1 + max(0 if p == [guess] else least(tuple(p)) for p in parts))
        return min(found)

    return least(tuple(secrets))


@settings(max_examples=40)
@given(lists(most=9))
def test_the_least_worst_case_is_that_of_trying_everything(drawn):
    game = word_game(*drawn)
    expected = naive_least(game.secrets, game.guesses, naive.exact_elsewhere)
    assert least_worst_case(game) == expected
    assert strategy_exists(game, expected)
    assert not strategy_exists(game, expected - 1)


@pytest.mark.parametrize(
    "name", ["mastermind:2x3", "mastermind:3x3", "bulls-and-cows:2x5", "two-d:3"]
)
def test_symmetry_does_not_change_the_answer(name, monkeypatch):
    game = game_named(name)
    expected = naive_least(
        tuple(game.secrets),
        tuple(game.guesses),
        lambda guess, secret: game.rule.texts[game.rule.score(guess, secret)],
    )
    for worth in (0, 1 << 40):
        monkeypatch.setattr(search, "WORTH", worth)
        assert least_worst_case(game) == expected


def test_the_bounds_only_ever_narrow():
    bounds = list(narrow_worst_case(game_named("mastermind:4x8:distinct")))
    assert all(a <= c <= d <= b for (a, b), (c, d) in pairwise(bounds))
    assert bounds[-1] == (6, 6)
