"""What a partition is worth: every guess gets a value from its parts, and smaller is better.

Values are integers, so that those equal in exact arithmetic compare equal on any machine.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np

from jotto import core
from jotto.core import BIT as BIT, Worth
from jotto.engine.game import CHUNK, Bools, Game, Indices, IntArray
from jotto.engine.measure_table import MEASURE_TABLE
from jotto.errors import GameError, quoted


@dataclass(frozen=True)
class Measure:
    """A value for a guess: the sum, or the highest, of the costs of its parts.

    ``costs(n)`` tabulates the cost, int64, of a part of each size 0 .. n; an empty part costs 0,
    and from 1 on they are convex. A guess whose parts all have size 1 must have the lowest value,
    one with a single part the highest. Where secrets have weights, ``weighed`` says what replaces
    the costs, see ``worth.c``.

    >>> MEASURES["expected-size"].costs(3), MEASURES["entropy"].costs(4)[4] // BIT
    (array([0, 1, 4, 9]), np.int64(8))
    """

    name: str
    costs: Callable[[int], IntArray]
    highest: bool = False
    weighed: int = core.BY_COSTS

    def worth(self, game: Game, weights: IntArray) -> Worth:
        """Return what the core needs, for sets of at most so many candidates."""
        even = game.prior is None and self.weighed != core.EARLIEST
        weighed = core.BY_COSTS if even else self.weighed
        costs = np.zeros(0, np.int64) if weighed else self.costs(len(weights))
        return Worth(costs, self.highest, weights, weighed)


@lru_cache(8)
def costs_by(number: int, largest: int) -> IntArray:
    """Tabulate the costs of a measure of the core; what is returned must not be changed."""
    return core.costs(number, largest)


n_log2_n = partial(costs_by, 0)
MEASURES = {
    row.name: Measure(row.name, partial(costs_by, number), row.highest, row.weighed)
    for number, row in enumerate(MEASURE_TABLE)
}
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
    if len(candidates) == len(game) and guesses is None and measure in MEASURES.values():
        return game.kept_on_disk(measure.name, lambda: _values(game, candidates, measure, None))
    return _values(game, candidates, measure, guesses)


def _values(game: Game, candidates: Indices, measure: Measure, guesses: Indices | None) -> IntArray:
    if len(candidates) > CHUNK:
        sizes, costs = game.parts(candidates, guesses)[0], measure.costs(len(candidates))
        return np.asarray(costs[sizes].max(axis=1) if measure.highest else costs[sizes].sum(axis=1))
    worth, rows = measure.worth(game, game.weights(candidates)), np.arange(len(candidates))
    blocks = game.blocks(candidates, guesses)
    return np.concatenate([core.values(each, rows, game.rule.n_codes, worth) for each in blocks])


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
