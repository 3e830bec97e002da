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

from jotto.engine import kernels, search
from jotto.engine.search import (
    beam,
    bound,
    improve,
    least_worst_case,
    narrow_worst_case,
    solve,
    strategy_exists,
)
from jotto.engine.strategies import weights_of
from jotto.engine.tree import grow, lengths
from jotto.errors import GameError
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


def naive_total(game, score=naive.exact_elsewhere, **options):
    """The least total by trying everything."""
    weights = dict(zip(game.secrets, weights_of(game, game.everything).tolist(), strict=True))
    return naive.least_total(game.secrets, game.guesses, score, weights, **options)


def check_played(game, found):
    """Play every secret through a strategy that was found."""
    played = lengths(grow(game, found.strategy))
    assert (played * weights_of(game, game.everything)).sum() == found.total
    assert played.max() == found.worst


@settings(max_examples=200)
@given(
    lists(most=10, alphabet="abc"),
    st.integers(0, 1000),
    st.booleans(),
    st.sampled_from(list(naive.RULES)),
    st.sampled_from([None, 2, 3, 4]),
    st.sampled_from([1, 4, 100]),
)
def test_the_least_total_is_that_of_trying_everything(drawn, seed, own, rule, most, few):
    plain = word_game(*drawn, rule=rule)
    game = plain if seed % 4 == 0 else replace(plain, weights=drawn_weights(plain, seed))
    expected = naive_total(
        game, naive.RULES[rule], most=most or 99, allow="candidates" if own else "all"
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "FEW", few)
        found = solve(game, game.everything, most=most, only_candidates=own)
    if found is None:
        assert expected == inf
        return
    assert found.proved
    assert found.total == found.lower == expected
    assert found.worst <= (most or 99)
    check_played(game, found)


def test_scores_that_need_two_bytes_are_searched_as_well():
    words = ["abcdef", "fabcde", "abcfde", "aaabbb", "bbbaaa", "abcabc", "fedcba", "abcdea"]
    game = word_game(words, rule="colours")
    assert game.rule.n_codes > 256
    assert solve(game, game.everything).total == naive_total(game, naive.colours)


def test_too_many_candidates_are_refused(monkeypatch):
    monkeypatch.setattr(search, "LARGEST_MATRIX", 80)
    game = game_named("mastermind:2x3")
    with pytest.raises(GameError, match="9 candidates and 9 guesses are too many"):
        solve(game, game.everything)
    assert solve(game, game.everything[:8]).proved


@settings(max_examples=50)
@given(lists(most=9), st.integers(0, 1000), st.integers(0, 8))
def test_after_a_fixed_opening_nothing_is_better(drawn, seed, opening):
    game = word_game(*drawn)
    game = replace(game, weights=drawn_weights(game, seed))
    opening %= len(game.guesses)
    parts = naive.partition(game.secrets, game.guesses[opening], naive.exact_elsewhere)
    if len(parts) == 1 and game.guesses[opening] not in game.secrets:
        with pytest.raises(GameError, match="tells no candidates apart"):
            solve(game, game.everything, opening=opening)
        return
    found = solve(game, game.everything, opening=opening)
    weights = dict(zip(game.secrets, game.weights.tolist(), strict=True))
    below = [
        naive.least_total(part, game.guesses, naive.exact_elsewhere, weights)
        for part in parts.values()
        if part != [game.guesses[opening]]
    ]
    assert found.guess == opening
    assert found.proved
    assert found.total == sum(weights.values()) + sum(below)
    check_played(game, found)


@settings(max_examples=100)
@given(lists(most=10), st.integers(0, 1000), st.sampled_from([1, 100]))
def test_no_strategy_is_below_the_bounds(drawn, seed, few):
    game = word_game(*drawn)
    game = replace(game, weights=drawn_weights(game, seed)) if seed % 2 else game
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "FEW", few)
        bounds = [bound(game, game.everything, depth) for depth in range(4)]
    assert bounds == sorted(bounds)
    assert bounds[-1] <= naive_total(game)


@settings(max_examples=100)
@given(st.lists(st.lists(st.integers(1, 6), min_size=1, max_size=5), min_size=1, max_size=4))
def test_room_is_what_the_widest_guess_has(drawn):
    n = max(map(sum, drawn))
    room = np.zeros(n + 1, np.int64)
    for parts in drawn:
        sizes = np.bincount(parts, minlength=n + 1)
        kernels.widen(room, sizes, max(parts))
        assert not sizes.any()
    for places in range(n + 1):
        widest = max(sum(min(part, places) for part in parts) for parts in drawn)
        assert room[places] == widest


def test_costs_are_those_of_the_best_tree_there_is_room_for():
    three_pairs = np.array([0, 3, 6, 6, 6, 6, 6, 6])  # three parts, two candidates in each
    # one at once; three with two guesses, first in their parts; three with three
    assert kernels.least_costs(three_pairs, 7).tolist() == [0, 1, 3, 5, 7, 10, 13, 16]


@settings(max_examples=50)
@given(lists(most=9), st.integers(0, 1000))
def test_the_least_worst_case_comes_before_the_total(drawn, seed):
    game = word_game(*drawn)
    game = replace(game, weights=drawn_weights(game, seed))
    found = solve(game, game.everything, aim="worst")
    worst = naive_least(game.secrets, game.guesses, naive.exact_elsewhere)
    assert found.worst == worst
    assert found.total == naive_total(game, most=worst)
    assert found.proved


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
        check_played(game, found)
        assert found.worst == (most or 6)


def test_a_search_that_is_stopped_tells_the_truth():
    game = game_named("mastermind:4x6")
    stop = np.zeros(1, np.uint8)
    timer = Timer(0.05, stop.fill, [1])
    timer.start()
    found = solve(game, game.everything, stop=stop)
    timer.join()
    assert found.lower <= 5625 <= found.total
    check_played(game, found)


@settings(max_examples=50)
@given(lists(most=12), st.integers(0, 1000), st.integers(1, 3))
def test_a_beam_claims_no_more_than_it_has(drawn, seed, width):
    game = word_game(*drawn)
    game = replace(game, weights=drawn_weights(game, seed))
    found, best = beam(game, game.everything, width), solve(game, game.everything)
    assert found.lower <= best.total <= found.total
    check_played(game, found)


def test_strategies_get_better_with_time():
    game = game_named("mastermind:3x4")
    totals = [(found.total, check_played(game, found)) for found in improve(game, game.everything)]
    assert totals == sorted(set(totals), reverse=True)
    assert totals[-1][0] == solve(game, game.everything).total


def test_a_search_that_is_stopped_at_once_has_a_strategy():
    game, stop = game_named("mastermind:4x6"), np.ones(1, np.uint8)
    for found in (
        solve(game, game.everything, stop=stop),
        beam(game, game.everything, 3, stop=stop),
        beam(game, game.everything, 3, opening=7, stop=stop),
        next(improve(game, game.everything, stop=stop)),
    ):
        assert found.lower <= 5625 < found.total
        assert not found.proved
        check_played(game, found)


def test_a_strategy_is_the_same_every_time():
    game = game_named("mastermind:3x5")
    one, other = (beam(game, game.everything, 3, opening=9) for _ in range(2))
    assert one.choices == other.choices
