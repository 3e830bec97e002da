"""What guesses are worth before their scores are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from jotto.engine.measures import Measure, ranking, tie_broken, values
from jotto.engine.partition import Indices, IntArray, blocks_of_part_weights, part_sizes

if TYPE_CHECKING:  # a position asks for advice about itself
    from jotto.engine.position import Position


@dataclass(frozen=True)
class Advice:
    """One guess and what it is worth before its score is known.

    ``candidate``: it could be the secret; ``chance``: how likely it is. ``bits`` gained, candidates
    left on average and at worst, and the number of parts, the winning part included. Bits, average
    and chance use the prior, if the game has one.
    """

    guess: Any
    candidate: bool
    bits: float
    expected_left: float
    worst_left: int
    parts: int
    chance: float


def ranked(at: Position, measures: Sequence[Measure]) -> Indices:
    """Order all guesses (indices): the first measure decides, the others break ties."""
    game, left = at.game, at.left
    found = values(game, left, measures[0])
    for measure in measures[1:]:
        found = tie_broken(found, values(game, left, measure))
    candidate = np.zeros(len(game.guesses), np.bool_)
    candidate[game.guess_of[left]] = True
    return ranking(found, candidate)


def advise(at: Position, guesses: Sequence[int]) -> list[Advice]:
    """Measure guesses (indices) at a position, in the order given."""
    game, chosen = at.game, np.asarray(guesses, np.intp)
    sizes, weights = _parts(at, chosen)
    of_guess = np.zeros(len(game.guesses), np.int64)
    of_guess[game.guess_of[at.left]] = game.weights(at.left)
    return _advice([game.guesses[g] for g in guesses], of_guess[chosen], sizes, weights)


def advise_unlisted(at: Position, guess: Any) -> Advice:
    """Measure a guess that the game does not list.

    >>> from jotto.engine.position import start
    >>> from jotto.games.words import word_game
    >>> advise_unlisted(start(word_game(["bat", "cat", "hat", "mat"])), "chm").bits
    1.5
    """
    codes = at.game.rule.matrix([guess], at.candidates)[0]
    own = at.game.weights(at.left)
    found = blocks_of_part_weights(codes[None], np.arange(len(at)), own, at.game.rule.n_codes)
    _, sizes, weights = next(found)
    return _advice([guess], np.array([0]), sizes, weights)[0]


def _parts(at: Position, chosen: Indices) -> tuple[IntArray, IntArray]:
    """Return the sizes and the weights of the parts of some guesses, both (len(chosen), K)."""
    game, n_codes = at.game, at.game.rule.n_codes
    if len(at) == len(game):
        sizes = game.opening_sizes[chosen]
        return sizes, sizes if game.prior is None else game.opening_weights[chosen]
    block, everyone = game.columns(at.left, chosen).T, np.arange(len(at))
    if game.prior is None:
        sizes = part_sizes(block, everyone, n_codes)
        return sizes, sizes
    own = game.weights(at.left)
    found = list(blocks_of_part_weights(block, everyone, own, n_codes))
    return np.concatenate([f[1] for f in found]), np.concatenate([f[2] for f in found])


def _advice(
    guesses: Sequence[Any], own: IntArray, sizes: IntArray, weights: IntArray
) -> list[Advice]:
    """Measure guesses (G,) by the sizes and weights (G, K) of their parts; ``own`` weights (G,)."""
    whole = weights.sum(axis=1)
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
