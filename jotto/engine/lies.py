"""Answers that may be false: how likely each secret is then, and what a guess is worth.

An answer is the score of the guess, told truly or falsely; the win is always told truly. Where a
secret still allows a lie, an answer is true with probability ``true / whole``, and each wrong score
is told with probability ``1 / whole``. A guess is worth the mutual information between its answer
and the secret: the entropy of the answer, minus what of it the lies alone make.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate, chain, repeat
from operator import truediv
from typing import Any, NamedTuple

import numpy as np

from jotto.engine.game import LIE_CHANCE, Game, Indices, IntArray, Scores, T, blocks_of_parts
from jotto.engine.measures import logarithms
from jotto.errors import GameError, quoted

EXACT = 1 << 50  # sums up to this are exact, also as floats


At = Any  # a Position, whose module imports this one


class Noise(NamedTuple):
    """How likely a true answer and each false one are: ``true`` and 1 in ``whole``.

    >>> from jotto.games.words import word_game
    >>> noise_of(lying(word_game(["hatch", "latch"]), 1, 0.1))  # 19 scores besides the win
    Noise(whole=180, true=162)
    """

    whole: int
    true: int


def lying(game: Game[T], lies: int, lie_chance: float = LIE_CHANCE) -> Game[T]:
    """Return the game in which up to ``lies`` answers are false; the win is told truthfully.

    No unlisted word is looked for in it. Raises GameError.

    >>> from jotto.games.words import word_game
    >>> lying(word_game(["hatch", "latch"]), 1)
    Game(2 secrets, 2 guesses, rule 'exact-elsewhere', 1 lie)
    """
    refused = {
        f"lies={lies!r} is not a number, 0 or more": not isinstance(lies, int) or lies < 0,
        f"lie_chance={lie_chance!r} is not between 0 and 1": not 0 < lie_chance < 1,
        f"the rule {quoted(game.rule.name)} has lies of its own": lies
        and game.rule.ways is not None,
    }
    for reason in (reason for reason, holds in refused.items() if holds):
        raise GameError(reason).about("lies")
    if not lies:
        return game
    share = {name: made for name, made in vars(game).items() if name == "scores"}

    def make() -> Game[T]:
        other = replace(game, lies=lies, lie_chance=lie_chance, closed=True)
        vars(other).update(share)
        return other

    return game.remembered(("lying", lies, lie_chance), make)


def noise_of(game: Game) -> Noise:
    """Return how likely true and false answers are, as whole numbers."""
    if game.rule.ways is not None:
        return Noise(int(game.rule.ways[0].sum()), 1)
    wrong = max(game.rule.n_codes - 2, 1)
    true = max(round(wrong * (1 / game.lie_chance - 1)), 1)
    return Noise(wrong + true, true)


def weights(at: At) -> IntArray:
    """Weight the candidates by the prior and by the answers that are false for them: (A,) int64."""
    whole, true = noise_of(at.game)
    least = int(at.false.min(initial=at.game.lies))
    powers = np.array([*accumulate(repeat(float(true), at.game.lies - least), truediv, initial=1)])
    shares = at.game.weights(at.left) * powers[at.false - least]
    scaled = np.rint(shares * (EXACT / whole / shares.sum()))
    return np.asarray(np.maximum(scaled, 1), np.int64)


class Heard(NamedTuple):
    """What the answers to guesses leave: ``sizes`` and ``weights`` (G, K) of the candidates left.

    A candidate counts for each answer it allows, so weights are ``whole`` times those of the
    position. ``noise (G,)`` int64: weight x bits that the lies alone make.
    """

    sizes: IntArray
    weights: IntArray
    noise: IntArray


def heard(game: Game, sizes: IntArray, sums: IntArray) -> Heard:
    """Return what the answers to guesses leave.

    ``sizes`` and ``sums`` (G, 2, K): the size and weight of each part by the true scores, of the
    candidates that allow a further lie, and of those that do not.
    """
    whole, true = noise_of(game)
    free = [part[:, 0, :-1].sum(axis=1) for part in (sizes, sums)]
    if game.rule.ways is not None:
        left, told = ((part[:, 0] @ game.rule.ways).astype(np.int64) for part in (sizes, sums))
    else:
        left = sizes[:, 1] + free[0][:, None]
        told = whole * sums[:, 1] + (true - 1) * sums[:, 0] + free[1][:, None]
    left[:, -1], told[:, -1] = sizes[:, :, -1].sum(axis=1), whole * sums[:, :, -1].sum(axis=1)
    of_one = np.array([whole, -true]) @ logarithms(np.array([whole, true]))
    return Heard(left, told, np.rint(free[1] * of_one).astype(np.int64))


def parts(at: At, codes: Scores) -> Iterator[Heard]:
    """Yield what the answers to some guesses leave, by their true scores ``codes (A, G)``."""
    n_codes, fixed = at.game.rule.n_codes, (at.false >= at.game.lies) & (at.game.lies > 0)
    codes = codes + (n_codes * fixed)[:, None].astype(np.uint16 if n_codes < 1 << 15 else np.uint32)
    for both in blocks_of_parts(codes.T, np.arange(len(at)), 2 * n_codes, at.weights):
        sizes, sums = (part.reshape(-1, 2, n_codes) for part in both)
        yield heard(at.game, sizes, sums)


def openings(game: Game) -> Heard:
    """Return what the answers to all openings leave, by weights as large as those of a position."""
    sizes = game.opening_sizes
    sums = sizes if game.prior is None else game.opening_weights
    sums = sums * max(EXACT // (noise_of(game).whole * int(sums[0].sum())), 1)
    return heard(game, *(np.stack([part, np.zeros_like(part)], axis=1) for part in (sizes, sums)))


def values(at: At, guesses: Indices | None = None) -> IntArray:
    """Value guesses, or all, by what stays unknown on average, minus a bit for a win; int64 (G,).

    As :func:`jotto.engine.measures.weighted_entropy` does where every answer is true.
    """
    found, blocks = [], at.game.blocks(at.left, guesses)
    all_parts = chain.from_iterable(parts(at, block) for block in blocks)
    for _, told, noise in all_parts if at.history else [openings(at.game)]:
        sums = np.rint(told * logarithms(told) / 1024).astype(np.int64).sum(axis=1)
        found.append(sums + noise // 1024 - told[:, -1] // 1024)
    worth = np.concatenate(found)
    return worth if at.history or guesses is None else worth[guesses]
