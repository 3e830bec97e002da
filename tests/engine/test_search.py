from dataclasses import replace
from functools import cache
from itertools import pairwise
from math import inf
from threading import Timer

import naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import lists

from jotto.engine import search
from jotto.engine.search import beam, least_worst_case, narrow_worst_case, solve, strategy_exists
from jotto.engine.strategies import weights_of
from jotto.engine.tree import grow, lengths
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


# --- least totals -----------------------------------------------------------------------------


def drawn_weights(game, seed):
    """Give the secrets of a game weights; a third of the time all the same."""
    draw = np.random.default_rng(seed)
    return draw.integers(1, (1, 3, 1000)[seed % 3] + 1, len(game.secrets))


@settings(max_examples=150)
@given(
    lists(most=10, alphabet="abc"),
    st.integers(0, 1000),
    st.booleans(),
    st.sampled_from(list(naive.RULES)),
    st.sampled_from([None, 2, 3, 4]),
)
def test_the_least_total_is_that_of_trying_everything(drawn, seed, own, rule, most):
    plain = word_game(*drawn, rule=rule)
    weights = drawn_weights(plain, seed)
    game = replace(plain, weights=weights)
    expected = naive.least_total(
        game.secrets,
        game.guesses,
        naive.RULES[rule],
        dict(zip(game.secrets, weights.tolist(), strict=True)),
        most=most or 99,
        allow="candidates" if own else "all",
    )
    for searched in (game, plain) if (weights == weights[0]).all() else (game,):
        unit = int(weights[0]) if searched is plain else 1
        found = solve(searched, searched.everything, most=most, only_candidates=own)
        if found is None:
            assert expected == inf
            continue
        assert found.proved
        assert found.total * unit == found.lower * unit == expected
        played = lengths(grow(searched, found.strategy))
        assert (played * weights_of(searched, searched.everything)).sum() == found.total
        assert played.max() == found.worst <= (most or 99)


@settings(max_examples=50)
@given(lists(most=9), st.integers(0, 1000))
def test_the_least_worst_case_comes_before_the_total(drawn, seed):
    game = word_game(*drawn)
    game = replace(game, weights=drawn_weights(game, seed))
    found = solve(game, game.everything, aim="worst")
    worst = naive_least(game.secrets, game.guesses, naive.exact_elsewhere)
    weights = dict(zip(game.secrets, game.weights.tolist(), strict=True))
    assert found.worst == worst
    assert found.total == naive.least_total(
        game.secrets, game.guesses, naive.exact_elsewhere, weights, most=worst
    )


@pytest.mark.parametrize(
    "name", ["mastermind:2x3", "mastermind:3x3", "bulls-and-cows:2x5", "two-d:3"]
)
def test_symmetry_does_not_change_the_least_total(name, monkeypatch):
    game = game_named(name)
    found = set()
    for worth in (0, 1 << 40):
        monkeypatch.setattr(search, "WORTH", worth)
        found.add(solve(game, game.everything).total)
    secrets, guesses = tuple(game.secrets), tuple(game.guesses)

    def score(guess, secret):
        return game.rule.texts[game.rule.score(guess, secret)]

    assert found == {naive.least_total(secrets, guesses, score, dict.fromkeys(secrets, 1))}


@pytest.mark.parametrize(("most", "total"), [(None, 5625), (5, 5626), (4, None)])
def test_four_pegs_of_six_colours_have_the_published_optimum(most, total):
    """Koyama and Lai 1993."""
    game = game_named("mastermind:4x6")
    found = solve(game, game.everything, most=most)
    assert (found and found.total) == total
    if found:
        played = lengths(grow(game, found.strategy))
        assert played.sum() == total
        assert played.max() == found.worst == (most or 6)


def test_a_search_that_is_stopped_tells_the_truth():
    game = game_named("mastermind:4x6")
    stop = np.zeros(1, np.uint8)
    timer = Timer(0.05, stop.fill, [1])
    timer.start()
    found = solve(game, game.everything, stop=stop)
    timer.join()
    assert found.lower <= 5625 <= found.total
    assert lengths(grow(game, found.strategy)).sum() == found.total


@settings(max_examples=50)
@given(lists(most=12), st.integers(0, 1000), st.integers(1, 3))
def test_a_beam_claims_no_more_than_it_has(drawn, seed, width):
    game = word_game(*drawn)
    game = replace(game, weights=drawn_weights(game, seed))
    found, best = beam(game, game.everything, width), solve(game, game.everything)
    assert found.lower <= best.total <= found.total
    played = lengths(grow(game, found.strategy))
    assert (played * game.weights).sum() == found.total
    assert played.max() == found.worst
