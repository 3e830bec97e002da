"""What guesses are worth before their scores are known, as numbers to show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

import numpy as np

from jotto.engine.game import IntArray, T
from jotto.notebook import table


@dataclass(frozen=True)
class Advice(Generic[T]):
    """One guess and what it is worth before its score is known.

    * ``candidate``: whether it could be the secret.
    * ``bits``: the expected information.
    * ``expected_left``, ``worst_left``: candidates left on average, and at most.
    * ``parts``: how many scores it can get, the win included.
    * ``chance``: the probability that it is the secret.

    If the game has a prior, ``bits``, ``expected_left`` and ``chance`` are weighted by it.
    """

    guess: T
    candidate: bool
    bits: float
    expected_left: float
    worst_left: int
    parts: int
    chance: float


class Ranking(list[Advice[T]]):
    """Advice on several guesses, a list that a notebook shows as a table."""

    def _repr_html_(self) -> str:
        columns = "guess", "bits", "expected_left", "worst_left", "parts", "chance"
        rows = ([getattr(advice, column) for column in columns] for advice in self)
        return table((column.replace("_", " ") for column in columns), rows)


def advice_on(
    guesses: Sequence[T], sizes: IntArray, weights: IntArray, noise: IntArray | int = 0
) -> list[Advice[T]]:
    """Measure guesses by the sizes and weights (G, K) of their parts; the last part is the win.

    ``noise (G,)``: weight x bits of the answers that tell nothing of the secret.

    >>> advice_on(["crane"], np.array([[2, 1, 1]]), np.array([[2, 1, 1]]))[0].bits
    1.5
    """
    whole, own = weights.sum(axis=1), weights[:, -1]
    shares = weights / whole[:, None]
    bits = -(shares * np.log2(np.where(weights > 0, shares, 1))).sum(axis=1) - noise / whole
    left = (weights * sizes).sum(axis=1) / whole, sizes.max(axis=1)
    columns = own > 0, bits.round(9) + 0.0, *left, (sizes > 0).sum(axis=1), own / whole
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return [Advice(guess, *row) for guess, row in zip(guesses, rows, strict=True)]
