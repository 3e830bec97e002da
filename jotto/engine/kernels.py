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

from jotto.engine.game import Game
from jotto.engine.partition import Indices, IntArray, Scores
from jotto.engine.strategies import Measure

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
    costs = measure.costs(len(candidates))
    by_secret = game.scores.T
    if guesses is not None:
        by_secret = by_secret[candidates[:, None], guesses]
        everyone = np.arange(len(candidates))
        return value_guesses(by_secret, everyone, costs, measure.highest, game.rule.n_codes)
    splitter = perfect_guess(by_secret, candidates, game.guess_of[candidates], game.rule.n_codes)
    if splitter >= 0:
        return _only(splitter, len(game.guesses))
    return value_guesses(by_secret, candidates, costs, measure.highest, game.rule.n_codes)


def _only(guess: int, n_guesses: int) -> IntArray:
    """Value ``guess`` below all others: nothing beats a candidate that tells all apart."""
    found = np.ones(n_guesses, np.int64)
    found[guess] = 0
    return found


@compiled
def perfect_guess(by_secret: Scores, candidates: Indices, guesses: Indices, n_codes: int) -> int:
    """Find the earliest of ``guesses`` that scores every candidate differently, or -1.

    ``by_secret (S, G)`` unsigned, C order; ``candidates (A,)``; ``guesses`` indices.
    """
    best = -1
    if len(candidates) > n_codes:
        return best
    seen = np.zeros(n_codes, np.int64)
    for i in range(len(guesses)):
        guess = guesses[i]
        perfect = best < 0 or guess < best
        for c in range(len(candidates)):
            if not perfect:
                break
            code = by_secret[candidates[c], guess]
            perfect = seen[code] != i + 1
            seen[code] = i + 1
        if perfect:
            best = guess
    return best


@compiled
def value_guesses(
    by_secret: Scores, candidates: Indices, costs: IntArray, highest: bool, n_codes: int
) -> IntArray:
    """Value every guess: the sum, or the highest, of ``costs`` over its parts; (G,) int64.

    ``by_secret (S, G)`` unsigned, C order; ``candidates (A,)``; ``costs (A + 1,)`` int64.
    """
    n_guesses = by_secret.shape[1]
    found = np.empty(n_guesses, np.int64)
    counts = np.empty(BLOCK * n_codes, np.int32)
    for start in range(0, n_guesses, BLOCK):
        stop = min(start + BLOCK, n_guesses)
        counts[:] = 0
        for c in range(len(candidates)):
            row = by_secret[candidates[c], start:stop]
            for g in range(stop - start):
                # unsigned, so that no test for a negative index stands in the way
                counts[np.uint64(g) * np.uint64(n_codes) + np.uint64(row[g])] += 1
        for g in range(stop - start):
            value = np.int64(0)
            for k in range(g * n_codes, (g + 1) * n_codes):
                cost = costs[counts[k]]
                value = max(value, cost) if highest else value + cost
            found[start + g] = value
    return found
