"""What guesses are worth before their scores are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from jotto.engine.partition import IntArray, Scores, blocks_of_parts

if TYPE_CHECKING:  # position imports this module
    from jotto.engine.position import Position


@dataclass(frozen=True)
class Advice:
    """One guess and what it is worth before its score is known.

    * ``candidate``: whether it could be the secret.
    * ``bits``: the expected information.
    * ``expected_left``, ``worst_left``: candidates left on average, and at most.
    * ``parts``: how many scores it can get, the win included.
    * ``chance``: the probability that it is the secret.

    If the game has a prior, ``bits``, ``expected_left`` and ``chance`` are weighted by it.
    """

    guess: Any
    candidate: bool
    bits: float
    expected_left: float
    worst_left: int
    parts: int
    chance: float


def advise(at: Position, guesses: Sequence[int]) -> list[Advice]:
    """Measure guesses (indices) at a position, in the order given."""
    game, chosen = at.game, np.asarray(guesses, np.intp)
    if len(at) == len(game):
        sizes = game.opening_sizes[chosen]
        weights = sizes if game.prior is None else game.opening_weights[chosen]
    else:
        sizes, weights = _parts(at, game.columns(at.left, chosen).T)
    return _advice([game.guesses[g] for g in guesses], sizes, weights)


def measured(at: Position, guess: Any) -> Advice:
    """Measure one guess, which need not be in the lists of the game.

    >>> from jotto.engine.position import start
    >>> from jotto.games.words import word_game
    >>> measured(start(word_game(["bat", "cat", "hat", "mat"])), "chm").bits
    1.5
    """
    return _advice([guess], *_parts(at, at.game.rule.matrix([guess], at.candidates)))[0]


def _parts(at: Position, scores: Scores) -> tuple[IntArray, IntArray]:
    """Return sizes and weights of the parts, both (G, K) int64, of guesses by ``scores (G, A)``."""
    weights = None if at.game.prior is None else at.game.weights(at.left)
    blocks = blocks_of_parts(scores, np.arange(len(at)), at.game.rule.n_codes, weights)
    _, sizes, sums = zip(*blocks, strict=True)
    return np.concatenate(sizes), np.concatenate(sums)


def _advice(guesses: Sequence[Any], sizes: IntArray, weights: IntArray) -> list[Advice]:
    """Measure guesses by the sizes and weights (G, K) of their parts; the last part is the win."""
    whole, own = weights.sum(axis=1), weights[:, -1]
    shares = weights / whole[:, None]
    bits = -(shares * np.log2(np.where(weights > 0, shares, 1))).sum(axis=1)
    columns = (
        own > 0,
        bits.round(9) + 0.0,
        (weights * sizes).sum(axis=1) / whole,
        sizes.max(axis=1),
        (sizes > 0).sum(axis=1),
        own / whole,
    )
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return [Advice(guess, *row) for guess, row in zip(guesses, rows, strict=True)]
