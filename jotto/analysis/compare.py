"""Strategies and openings over the same secrets, compared secret by secret."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from jotto.analysis.evaluate import deviation
from jotto.engine.game import Game
from jotto.engine.partition import Indices, IntArray


@dataclass(frozen=True, eq=False)
class Contest:
    """What two ways to play need for the same secrets: ``lengths`` and ``base``, both (S,) int64.

    A difference is guesses less the base's: below 0 it helps.

    >>> import numpy as np
    >>> from jotto.games.words import word_game
    >>> game = word_game(["hatch", "latch", "match"])
    >>> contest = Contest(game, np.array([2, 1, 3]), np.array([1, 3, 3]))
    >>> contest.helped.tolist(), contest.hurt.tolist(), contest.difference
    ([1], [0], -0.3333333333333333)
    """

    game: Game
    lengths: IntArray
    base: IntArray

    @cached_property
    def differences(self) -> IntArray:
        """Guesses saved (below 0) or lost for each secret, (S,)."""
        return self.lengths - self.base

    @property
    def difference(self) -> float:
        """The mean difference per secret, each secret alike."""
        return int(self.differences.sum()) / len(self.differences)

    @property
    def prior_difference(self) -> float:
        """The mean difference under the prior, if there is one."""
        return float(np.average(self.differences, weights=self.game.weights))

    @property
    def sd(self) -> float:
        """The standard deviation of the differences, over all secrets."""
        found = self.differences
        return deviation(len(found), int(found.sum()), int((found**2).sum()))

    @property
    def helped(self) -> Indices:
        """The secrets that are found sooner, those that gain most first."""
        return self._where(self.differences)

    @property
    def hurt(self) -> Indices:
        """The secrets that are found later, those that lose most first."""
        return self._where(-self.differences)

    def _where(self, found: IntArray) -> Indices:
        order = np.argsort(found, kind="stable")
        return order[found[order] < 0]
