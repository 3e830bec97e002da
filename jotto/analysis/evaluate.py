"""What a strategy is worth: exact statistics from its tree over every secret."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import sqrt

import numpy as np

from jotto.engine.game import Game
from jotto.engine.partition import IntArray
from jotto.engine.strategies import Strategy
from jotto.engine.tree import Node, grow, lengths


def deviation(n: int, total: int, squares: int) -> float:
    """Return the standard deviation of ``n`` whole numbers, by their sum and that of their squares.

    >>> deviation(4, 8, 20)
    1.0
    """
    return sqrt(squares * n - total**2) / n


@dataclass(frozen=True, eq=False)
class Evaluation:
    """The guesses a strategy needs: ``lengths (S,)`` int64, one game for each secret.

    Where chance has a part, ``lengths`` holds the games of every run, one after the other.
    """

    first: str
    lengths: IntArray
    runs: int = 1
    weights: IntArray | None = None

    @cached_property
    def games(self) -> dict[int, int]:
        """How many secrets are found in each number of guesses that occurs."""
        guesses, counts = np.unique(self.lengths, return_counts=True)
        return dict(zip(guesses.tolist(), counts.tolist(), strict=True))

    @property
    def secrets(self) -> int:
        """How many secrets there are."""
        return len(self.lengths) // self.runs

    @property
    def total(self) -> int:
        """Guesses over all games, the winning guess counted."""
        return int(self.lengths.sum())

    @property
    def mean(self) -> float:
        """Guesses per game."""
        return self.total / len(self.lengths)

    @property
    def prior_mean(self) -> float:
        """Guesses per game under the prior, if there is one: a likelier secret counts for more."""
        weights = None if self.weights is None else np.tile(self.weights, self.runs)
        return float(np.average(self.lengths, weights=weights))

    @property
    def sd(self) -> float:
        """Standard deviation of the guesses per game, over all games."""
        return deviation(len(self.lengths), self.total, int((self.lengths**2).sum()))

    @property
    def worst(self) -> int:
        """Guesses in the longest game."""
        return int(self.lengths.max())


def evaluate(game: Game, *strategies: Strategy) -> Evaluation:
    """Play a strategy against every secret, or several as the runs of one left to chance.

    >>> from jotto.engine.strategies import MEASURES, one_step
    >>> from jotto.games.words import word_game
    >>> found = evaluate(word_game(["hatch", "latch", "match"]), one_step(MEASURES["entropy"]))
    >>> found.first, found.games, found.total
    ('hatch', {1: 1, 2: 1, 3: 1}, 6)
    """
    return evaluate_trees(*(grow(game, strategy) for strategy in strategies))


def evaluate_trees(*roots: Node) -> Evaluation:
    """Play trees against every secret: one, or the runs of a strategy left to chance."""
    game = roots[0].game
    first = str(game.guesses[roots[0].guess])
    played = np.concatenate([lengths(root) for root in roots])
    return Evaluation(first, played, len(roots), game.weights)
