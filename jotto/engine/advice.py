"""What guesses are worth before their scores are known, as numbers to show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from jotto.core.advice import advise
from jotto.engine.game import IntArray, T
from jotto.plain import Plain


@dataclass(frozen=True)
class Advice(Plain, Generic[T]):
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


def advice_on(
    guesses: Sequence[T], sizes: IntArray, weights: IntArray, noise: IntArray | None = None
) -> list[Advice[T]]:
    """Measure guesses by the sizes and weights (G, K) of their parts; the last part is the win.

    ``noise (G,)``: weight x bits of the answers that tell nothing of the secret.

    >>> import numpy as np
    >>> advice_on(["crane"], np.array([[2, 1, 1]]), np.array([[2, 1, 1]]))[0].bits
    1.5
    """
    rows = advise(sizes, weights, noise).tolist()
    return [
        Advice(guess, own > 0, bits, left, int(most), int(n_parts), chance)
        for guess, (own, bits, left, most, n_parts, chance) in zip(guesses, rows, strict=True)
    ]
