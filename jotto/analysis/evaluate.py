"""What a strategy is worth: exact statistics from its tree over every secret."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import sqrt

import numpy as np

from jotto.engine.game import Game
from jotto.engine.partition import IntArray
from jotto.engine.strategies import Strategy
from jotto.engine.tree import grow, lengths


@dataclass(frozen=True, eq=False)
class Evaluation:
    """The guesses a strategy needs: ``lengths (S,)`` int64, one game for each secret."""

    first: str
    lengths: IntArray

    @cached_property
    def games(self) -> dict[int, int]:
        """How many secrets are found in each number of guesses that occurs."""
        guesses, counts = np.unique(self.lengths, return_counts=True)
        return dict(zip(guesses.tolist(), counts.tolist(), strict=True))

    @property
    def secrets(self) -> int:
        """How many secrets there are."""
        return len(self.lengths)

    @property
    def total(self) -> int:
        """Guesses over all secrets, the winning guess counted."""
        return int(self.lengths.sum())

    @property
    def mean(self) -> float:
        """Guesses per secret."""
        return self.total / self.secrets

    @property
    def sd(self) -> float:
        """Standard deviation of the guesses per secret, over all secrets."""
        squares = int((self.lengths**2).sum())
        return sqrt(squares * self.secrets - self.total**2) / self.secrets

    @property
    def worst(self) -> int:
        """Guesses in the longest game."""
        return int(self.lengths.max())


def evaluate(game: Game, strategy: Strategy) -> Evaluation:
    """Play ``strategy`` against every secret.

    >>> from jotto.engine.strategies import MEASURES, one_step
    >>> from jotto.games.words import word_game
    >>> found = evaluate(word_game(["hatch", "latch", "match"]), one_step(MEASURES["entropy"]))
    >>> found.first, found.games, found.total
    ('hatch', {1: 1, 2: 1, 3: 1}, 6)
    """
    root = grow(game, strategy)
    return Evaluation(str(game.guesses[root.guess]), lengths(root))
