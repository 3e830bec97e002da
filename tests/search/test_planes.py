"""The sizes of parts counted in bit planes, beside lists of parts by the definition."""

import random
from collections import Counter
from functools import cache

import naive
import numpy as np
import pytest

import jotto
from jotto.engine.position import start
from jotto.games.lists import shipped_words
from jotto.search import kernels, planes
from jotto.search.lookahead import RUNNING, lookahead

WORDS = random.Random(5).sample(shipped_words(), 700)  # more than a block of guesses
SECRETS = WORDS[:130]


@cache
def game_and_ahead():
    game = jotto.words(SECRETS, WORDS[130:])
    return game, lookahead(start(game), own=False, stop=RUNNING)


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


@pytest.mark.parametrize("n", [21, 28, 64, 130])
def test_bounds_squares_and_room_are_those_of_the_definition(n):
    game, ahead = game_and_ahead()
    members = np.sort(np.random.default_rng(n).choice(130, n, replace=False))
    whole = np.full(131, 1 << 20), np.full(131, 1 << 20)
    room = kernels.appraise(ahead.board, ahead.scratch, members, *whole, True)
    sizes, wins = sizes_of(game, ahead, members)
    places = places_of(sizes, n)
    turns = [sum(place < i for place in places) + 1 for i in range(1, n + 1)]
    assert ahead.scratch.bound.tolist() == [
        n + sum(sum(turns[:size]) for size in part) for part in sizes
    ]
    assert ahead.scratch.spread.tolist() == [
        win + sum(size**2 for size in part) for part, win in zip(sizes, wins, strict=True)
    ]
    assert kernels.least_costs(room, n).tolist() == [0, *np.cumsum(turns)]


@pytest.mark.parametrize("place", [1, 5, 100])
def test_candidates_without_room_are_counted_as_in_the_definition(place):
    game, ahead = game_and_ahead()
    members = np.arange(130)
    count = planes.count_in_planes(ahead.board, ahead.scratch, members)
    planes.count_beyond(ahead.scratch, count, place)
    expected = [
        sum(max(0, size - place) for size in part) for part in sizes_of(game, ahead, members)[0]
    ]
    assert ahead.scratch.beyond.ravel()[: len(expected)].tolist() == expected


def test_a_row_that_another_thread_has_half_written_is_not_found():
    from jotto.search.board import recall, remember
    from jotto.search.lookahead import memo

    kept = memo()
    remember(kept, 12, 34, 5, 9, 3)
    assert recall(kept, 12, 34) == (5, 9, 3)
    at = int(np.flatnonzero(kept.guesses)[0])
    for column, other in ((2, 6), (3, 10)):
        before = kept.rows[at, column]
        kept.rows[at, column] = other
        assert recall(kept, 12, 34) == (-1, -1, -1)
        kept.rows[at, column] = before
    kept.guesses[at] = 4
    assert recall(kept, 12, 34) == (-1, -1, -1)
