"""Compiled loops, and nothing but loops: arrays in, arrays out, nothing validated.

Everything compiled lives in this one file, because numba's cache does not notice an edit to a
callee in another. Each kernel has a slow twin in ``tests/naive.py``. Only a search or an
evaluation of many games imports this module: numba takes longer to load than advice to give.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt

from jotto.engine import strategies
from jotto.engine.game import Game
from jotto.engine.partition import Indices, IntArray, Scores
from jotto.engine.strategies import Measure

Counters = npt.NDArray[np.int32]
F = TypeVar("F", bound=Callable[..., Any])

BLOCK = 512  # guesses at a time: their counters stay in the nearest caches


def compiled(function: F) -> F:
    """Compile ``function``, once per machine where some folder can hold the result."""
    try:
        return cast(F, numba.njit(cache=True, nogil=True)(function))
    except RuntimeError:  # numba found no folder it may write to
        return cast(F, numba.njit(nogil=True)(function))


def values(
    game: Game, candidates: Indices, measure: Measure, guesses: Indices | None = None
) -> IntArray:
    """Value guesses, as :func:`jotto.engine.strategies.values` does, in compiled loops."""
    if game.weights is not None and measure.weighted:
        return strategies.values(game, candidates, measure, guesses)
    costs = measure.costs(len(candidates))
    if guesses is None and len(candidates) <= game.rule.n_codes:
        own = np.sort(game.guess_of[candidates])
        splitter = perfect_guess(game.columns(candidates, own), game.rule.n_codes)
        if splitter >= 0:
            return _only(int(own[splitter]), len(game.guesses))
    return value_all(game, candidates, guesses, costs, highest=measure.highest)


def value_all(
    game: Game, candidates: Indices, guesses: Indices | None, costs: IntArray, *, highest: bool
) -> IntArray:
    """Value ``guesses``, or all of them, by the ``costs (A + 1,)`` of their parts; int64."""
    n_codes = game.rule.n_codes
    if guesses is None and game.whole:
        return value_guesses(game.scores.T, candidates, costs, highest, n_codes)
    rows = np.arange(len(candidates))
    blocks = game.blocks(candidates, guesses)
    return np.concatenate([value_guesses(b, rows, costs, highest, n_codes) for b in blocks])


def _only(guess: int, n_guesses: int) -> IntArray:
    """Value ``guess`` below all others: nothing beats a candidate that tells all apart."""
    found = np.ones(n_guesses, np.int64)
    found[guess] = 0
    return found


@compiled
def perfect_guess(by_secret: Scores, n_codes: int) -> int:
    """Find the first guess that every secret answers differently, or -1.

    ``by_secret (A, G)`` unsigned, C order.
    """
    seen = np.full(n_codes, -1, np.int64)
    for g in range(by_secret.shape[1]):
        perfect = True
        for c in range(by_secret.shape[0]):
            code = by_secret[c, g]
            if seen[code] == g:
                perfect = False
                break
            seen[code] = g
        if perfect:
            return g
    return -1


@compiled
def value_guesses(
    by_secret: Scores, candidates: Indices, costs: IntArray, highest: bool, n_codes: int
) -> IntArray:
    """Value every guess: the sum, or the highest, of ``costs`` over its parts; (G,) int64.

    ``by_secret (S, G)`` unsigned, C order; ``candidates (A,)``; ``costs (A + 1,)`` int64.
    """
    found = np.zeros(by_secret.shape[1], np.int64)
    # few candidates leave most counters alone: what each adds is less work than a last look at
    # all counters; 2 to 7 times faster up to 20 candidates and 20 codes, even at 40
    few = len(candidates) <= min(2 * n_codes, 255)
    counts = np.zeros(BLOCK * n_codes, np.int32)
    for start in range(0, len(found), BLOCK):
        stop = min(start + BLOCK, len(found))
        counts[:] = 0
        if few:
            add_values(by_secret, candidates, costs, highest, n_codes, counts, found, start, stop)
        else:
            count_parts(by_secret, candidates, n_codes, counts, start, stop)
            for g in range(stop - start):
                value = np.int64(0)
                for k in range(g * n_codes, (g + 1) * n_codes):
                    cost = costs[counts[k]]
                    value = max(value, cost) if highest else value + cost
                found[start + g] = value
    return found


@compiled
def count_parts(
    by_secret: Scores, candidates: Indices, n_codes: int, counts: Counters, start: int, stop: int
) -> None:
    """Count the parts of the guesses from ``start`` to ``stop`` into ``counts``, K a guess."""
    for c in range(len(candidates)):
        row = by_secret[candidates[c], start:stop]
        for g in range(stop - start):
            # unsigned, so that no test for a negative index stands in the way
            counts[np.uint64(g) * np.uint64(n_codes) + np.uint64(row[g])] += 1


@compiled
def add_values(
    by_secret: Scores,
    candidates: Indices,
    costs: IntArray,
    highest: bool,
    n_codes: int,
    counts: Counters,
    found: IntArray,
    start: int,
    stop: int,
) -> None:
    """Count the parts as :func:`count_parts` does, and keep up their values as they grow."""
    for c in range(len(candidates)):
        row = by_secret[candidates[c], start:stop]
        for g in range(stop - start):
            at = np.uint64(g) * np.uint64(n_codes) + np.uint64(row[g])
            before = counts[at]
            counts[at] = before + 1
            if highest:
                found[start + g] = max(found[start + g], costs[before + 1])
            else:
                found[start + g] += costs[before + 1] - costs[before]


@compiled
def simple_after_pairs(
    by_secret: Scores, guess_of: Indices, first: int, seconds: Indices, n_codes: int
) -> IntArray:
    """Play ``first``, then each of ``seconds``, then the earliest candidate: totals and worsts.

    ``by_secret (S, G)`` unsigned, C order; ``guess_of (S,)`` ascending; the last code is the
    win. Returns (2, len(seconds)) int64: guesses over all secrets, and in the longest game.
    """
    n = len(guess_of)
    found = np.zeros((2, len(seconds)), np.int64)
    left, sorted_left = np.empty(n, np.int64), np.empty(n, np.int64)
    starts, stops, depths = np.empty(n, np.int64), np.empty(n, np.int64), np.empty(n, np.int64)
    counts = np.empty(n_codes, np.int64)
    for pair in range(len(seconds)):
        left[:] = np.arange(n)
        starts[0], stops[0], depths[0] = 0, n, 1
        waiting = 1
        while waiting:
            waiting -= 1
            start, stop, depth = starts[waiting], stops[waiting], depths[waiting]
            guess = guess_of[left[start]]
            if depth <= 2:
                guess = first if depth == 1 else seconds[pair]
            found[0, pair] += stop - start
            found[1, pair] = max(found[1, pair], depth)
            counts[:] = 0
            for i in range(start, stop):
                counts[by_secret[left[i], guess]] += 1
            at = start
            for k in range(n_codes):
                if counts[k] and k != n_codes - 1:
                    starts[waiting], stops[waiting] = at, at + counts[k]
                    depths[waiting] = depth + 1
                    waiting += 1
                at += counts[k]
                counts[k] = at - counts[k]
            for i in range(start, stop):
                k = by_secret[left[i], guess]
                sorted_left[counts[k]] = left[i]
                counts[k] += 1
            left[start:stop] = sorted_left[start:stop]
    return found
