"""The sizes of parts counted in bit planes, beside lists of parts by the definition."""

import random
from collections import Counter
from functools import cache

import naive
import numpy as np
import pytest

import jotto
from jotto.engine.kernels import NEVER
from jotto.engine.position import start
from jotto.games.words import shipped_words
from jotto.search import kernels, sets
from jotto.search.lookahead import by_column, lookahead
from jotto.search.sets import BOUND, KEY, look_up, store

WORDS = random.Random(5).sample(shipped_words(), 700)  # more than a block of guesses
SECRETS = WORDS[:130]


@cache
def game_and_ahead():
    game = jotto.words(SECRETS, WORDS[130:])
    return game, lookahead(start(game))


def sizes_of(game, ahead, members):
    """The sizes of the parts of every guess, without the win, and whether it may win."""
    secrets = [str(game.secrets[ahead.candidates[m]]) for m in members]
    guesses = [str(game.guesses[g]) for g in ahead.guesses]
    parts = [Counter(naive.exact_elsewhere(guess, one) for one in secrets) for guess in guesses]
    wins = [part.pop("5,0", 0) for part in parts]
    return [list(part.values()) for part in parts], wins


def places_of(sizes, n):
    """How many of a part, the first included, can be found within 1, 2, .. guesses."""
    places = [1]
    while places[-1] < n:
        places.append(1 + max(sum(min(size, places[-1]) for size in part) for part in sizes))
    return places


@pytest.mark.parametrize("n", [21, 28, 64, 100, 130])  # 100: a carry waits in each plane
def test_bounds_keys_and_capacity_are_those_of_the_definition(n):
    game, ahead = game_and_ahead()
    members = np.sort(np.random.default_rng(n).choice(130, n, replace=False))
    whole, (capacity, costs) = np.full((2, 131), 1 << 20), np.empty((2, n + 1), np.int64)
    kernels.bound_guesses(ahead.problem, members, ahead.choice, whole, capacity, True)
    kernels.least_costs(capacity, costs)
    sizes, wins = sizes_of(game, ahead, members)
    places = places_of(sizes, n)
    turns = [sum(place < i for place in places) + 1 for i in range(1, n + 1)]
    bounds = [n + sum(sum(turns[:size]) for size in part) for part in sizes]
    squares = [win + sum(size**2 for size in part) for part, win in zip(sizes, wins, strict=True)]
    assert ahead.problem.by_guess[BOUND].tolist() == bounds
    assert ahead.problem.by_guess[KEY].tolist() == [
        2 * square + n * bound if square < n**2 else NEVER
        for square, bound in zip(squares, bounds, strict=True)
    ]
    assert costs.tolist() == [0, *np.cumsum(turns)]


@pytest.mark.parametrize("place", [1, 5, 100])
def test_candidates_without_a_place_are_counted_as_in_the_definition(place):
    game, ahead = game_and_ahead()
    members = np.arange(130)
    count = sets.count_in_planes(ahead.problem, members)
    sets.count_overfull(ahead.problem, count, place)
    parts = sizes_of(game, ahead, members)[0]
    expected = [sum(max(0, size - place) for size in part) for part in parts]
    assert ahead.problem.planes[:, -1].ravel()[: len(expected)].tolist() == expected


@pytest.mark.parametrize(("n", "wrong"), [(3, (2, 0)), (1100, (1099, 5)), (1100, (600, 700))])
def test_scores_by_guess_are_the_same_array_only_if_they_are_symmetric(n, wrong):
    scores = np.random.default_rng(n).integers(0, 20, (n, n)).astype(np.uint8)
    scores = np.minimum(scores, scores.T)
    assert by_column(scores) is scores
    scores[wrong] += 1
    for matrix in (scores, scores[:2]):
        assert by_column(matrix).flags.c_contiguous
        assert (by_column(matrix) == matrix.T).all()


def test_a_row_that_another_thread_has_half_written_is_not_found():
    _, ahead = game_and_ahead()
    table, key = ahead.problem.table, (ahead.problem, np.array([3, 5, 8]), ahead.choice, 4)
    before = set(np.flatnonzero(table.rows[:, 2]))
    store(*key, (5, 9, 3))
    assert look_up(*key) == (5, 9, 3)
    (at,) = set(np.flatnonzero(table.rows[:, 2])) - before
    for column, other in ((2, 6), (3, 10)):
        written = table.rows[at, column]
        table.rows[at, column] = other
        assert look_up(*key) == (-1, -1, -1)
        table.rows[at, column] = written
    table.guesses[at] = 4
    assert look_up(*key) == (-1, -1, -1)
