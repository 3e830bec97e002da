"""What a partition is worth: every guess gets a value from its parts, and smaller is better.

Values are integers, so that those equal in exact arithmetic compare equal on any machine.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import log, log2, sqrt
from typing import cast

import numpy as np

from jotto.engine.game import Bools, Game, Indices, IntArray, blocks_of_parts
from jotto.errors import GameError, quoted

BIT = 1 << 32  # the unit of entropy: whole numbers of 2**-32 bits


def n_log2_n(largest: int) -> IntArray:
    """Tabulate n log2 n for n = 0 .. largest in units of 2**-32 bits; an array int64.

    Built from one rounded logarithm per prime: values equal in exact arithmetic are equal here.

    >>> table = n_log2_n(6)
    >>> (table[:3] / BIT).tolist(), bool(table[6] == 2 * table[3] + 6 * BIT)
    ([0.0, 0.0, 2.0], True)
    """
    return _table_of_n_log2_n(1 << largest.bit_length())[: largest + 1]


@lru_cache
def _table_of_n_log2_n(stop: int) -> IntArray:
    logs = np.zeros(stop, np.int64)
    for prime in range(2, stop):
        power = stop if logs[prime] else prime  # composite numbers are set already
        while power < stop:
            logs[power::power] += round(log2(prime) * BIT)
            power *= prime
    return logs * np.arange(stop)


@dataclass(frozen=True)
class Measure:
    """A value for a guess: the sum, or the highest, of the costs of its parts.

    ``costs(n)`` tabulates the cost, int64, of a part of each size 0 .. n; an empty part costs 0.
    A guess whose parts all have size 1 must have the lowest value, one with a single part the
    highest. ``weighted(weights (G, K), sizes (G, K))``, if any, replaces the costs where secrets
    have weights; it returns values (G,) int64.
    """

    name: str
    costs: Callable[[int], IntArray]
    highest: bool = False
    weighted: Callable[[IntArray, IntArray], IntArray] | None = None

    def values(self, sizes: IntArray, n_candidates: int) -> IntArray:
        """Value guesses by the sizes (G, K) of their parts: an array (G,) int64."""
        costs = self.costs(n_candidates)[sizes]
        return cast(IntArray, costs.max(axis=1) if self.highest else costs.sum(axis=1))


ROOT, PER_BIT = sqrt(0.5), 2 / log(2)
SERIES = tuple(1 / k for k in range(19, 0, -2))  # of the inverse hyperbolic tangent


def logarithms(numbers: IntArray) -> np.typing.NDArray[np.float64]:
    """Return the base 2 logarithms of whole numbers up to 2**53; for 0 some finite number.

    All operations are rounded alike on every machine, unlike a library's logarithm.

    >>> logarithms(np.array([8, 10])).round(6).tolist()
    [3.0, 3.321928]
    """
    share, power = np.frexp(numbers)
    part = (share - ROOT) / (share + ROOT)
    square, total = part * part, np.zeros(part.shape)
    for coefficient in SERIES:
        total *= square
        total += coefficient
    return total * part * PER_BIT + (power - 0.5)


def weighted_entropy(weights: IntArray, sizes: IntArray) -> IntArray:
    """Sum w log2 w over the parts in units of 2**10, minus one bit x the weight of a win; (G,).

    The bit makes likely candidates come earlier: over the shipped list with the prior ``common``
    the mean is 5.050 guesses without it, 4.974 with it, and 4.957 with two, but then the worst
    is 10.
    """
    sums: IntArray = np.rint(weights * logarithms(weights) / 1024).astype(np.int64).sum(axis=1)
    return sums - weights[:, -1] // 1024


def weighted_size(weights: IntArray, sizes: IntArray) -> IntArray:
    """Sum weight x size over the parts except the win: the candidates left; (G,) int64."""
    return cast(IntArray, (weights * sizes)[:, :-1].sum(axis=1))


_ALL = (
    # expected remaining bits x A; Neuwirth 1982
    Measure("entropy", n_log2_n, weighted=weighted_entropy),
    Measure("minimax", lambda n: np.arange(n + 1), highest=True),  # Knuth 1976
    # Irving 1979
    Measure("expected-size", lambda n: np.arange(n + 1) ** 2, weighted=weighted_size),
    Measure("most-parts", lambda n: -np.sign(np.arange(n + 1))),  # Kooi 2005
)
MEASURES = {measure.name: measure for measure in _ALL}
WITHOUT_MEASURE = ("simple", "random")  # strategies that guess candidates and value nothing


@lru_cache
def measures_named(name: str) -> tuple[Measure, ...]:
    """Look up ``entropy``, or ``most-parts+entropy``: the second breaks ties. Raises GameError."""
    if name in WITHOUT_MEASURE:
        return ()
    parts = name.lower().split("+")
    for part in parts:
        if part not in MEASURES:
            known = ", ".join((*MEASURES, *WITHOUT_MEASURE))
            raise GameError(f"no strategy is called {quoted(part)}; there are {known}")
    return tuple(MEASURES[part] for part in parts)


def values(
    game: Game, candidates: Indices, measure: Measure, guesses: Indices | None = None
) -> IntArray:
    """Value ``guesses``, or all of them, by ``measure`` on ``candidates (A,)``; int64.

    >>> import jotto
    >>> game = jotto.words(["abc", "abd", "xyz"])
    >>> values(game, game.everything, MEASURES["expected-size"])
    array([3, 3, 5])
    """
    n, n_codes = len(candidates), game.rule.n_codes
    weighted = measure.weighted if game.prior is not None else None
    some = slice(None) if guesses is None else guesses
    if n == len(game) and (guesses is None or 2 * len(guesses) >= len(game.guesses)):
        sizes = game.opening_sizes[some]
        return weighted(game.opening_weights[some], sizes) if weighted else measure.values(sizes, n)
    own, by_block = game.weights(candidates) if weighted else None, []
    for block in game.blocks(candidates, guesses):
        for sizes, weights in blocks_of_parts(block.T, np.arange(n), n_codes, own):
            by_block.append(weighted(weights, sizes) if weighted else measure.values(sizes, n))
    return np.concatenate(by_block)


def ranking(values: IntArray, candidate: Bools) -> Indices:
    """Order guesses: smallest value, then a candidate, then the earliest.

    ``values (G,)`` int64; ``candidate (G,)`` bool: can this guess be the secret?

    >>> ranking(np.array([5, 3, 3, 3]), np.array([True, False, True, True]))
    array([2, 3, 1, 0])
    """
    return np.lexsort((~candidate, values))


def tie_broken(values: IntArray, further: IntArray) -> IntArray:
    """Combine two values of each guess into one that orders by the first, then the second.

    >>> tie_broken(np.array([7, 5, 7]), np.array([2, 9, 1]))
    array([4, 2, 3])
    """
    first, second = (np.unique(each, return_inverse=True)[1] for each in (values, further))
    return first * len(values) + second
