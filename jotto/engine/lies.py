"""Answers that may be false: how likely each secret is then, and what a guess is worth.

One model decides both. An answer is the score of the guess, told truly or falsely; whether the
guess is the secret is always told truly. Of one secret, answers are told one after the other: while
fewer than ``lies`` of them were false, the next is false with probability ``lie_chance``, whatever
was told, and then each wrong score of the rule but the win is as likely; after that all are true.
So with W wrong scores the answers to T guesses, f of them false, have the probability

    lie_chance ** f * (1 - lie_chance) ** t / W ** f

where t of the true answers came while a lie was left: T - f, or if f is ``lies``, those before the
last lie. By Bayes the chance of a secret is its prior times that, divided by the sum over all
candidates. :func:`ways_told` is this formula in whole numbers; :func:`heard` applies it to the next
answer. A rule with lies of its own says itself in how many ways a score is told (``Rule.ways``).

A guess is worth the mutual information between its answer and the secret: the entropy of the
answer, minus what of it the lies alone make.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from jotto.core import logarithms
from jotto.engine.game import (
    LIE_CHANCE,
    Game,
    Indices,
    IntArray,
    Scores,
    T,
    Turn,
)
from jotto.engine.partitions import blocks_of_parts
from jotto.errors import GameError, quoted

EXACT = 1 << 50  # sums up to this are exact, also as floats
FINEST = 2**-30  # a chance is not taken as nearer to 0 or 1


At = Any  # a Position, whose module imports this one


class Noise(NamedTuple):
    """In how many ways an answer is told while a lie is left: ``true`` of ``whole`` truly.

    And each wrong score in ``false`` ways.

    >>> from jotto.games.words import word_game
    >>> noise_of(lying(word_game(["hatch", "latch"]), 1, 0.1))  # 19 scores besides the win
    Noise(whole=180, true=162, false=1)
    """

    whole: int
    true: int
    false: int


def lying(game: Game[T], lies: int, lie_chance: float = LIE_CHANCE) -> Game[T]:
    """Return the game in which up to ``lies`` answers are false; the win is told truthfully.

    No unlisted word is looked for in it. Raises GameError.

    >>> from jotto.games.words import word_game
    >>> lying(word_game(["hatch", "latch"]), 1)
    Game(2 secrets, 2 guesses, rule 'exact-elsewhere', 1 lie)
    """
    refused = {
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
    """Return in how many ways answers are told; a chance is rounded to some thousandths."""
    if game.rule.ways is not None:
        return Noise(int(game.rule.ways[0].sum()), 1, 1)
    wrong, chance = game.rule.n_codes - 2, min(max(game.lie_chance, FINEST), 1 - FINEST)
    finest = max(1000, round(1 / min(chance, 1 - chance)))
    # if there is no other score, nothing can be false
    of_each = Fraction(chance).limit_denominator(finest) / max(wrong, 1) * (wrong > 0)
    whole, false = of_each.denominator, of_each.numerator
    return Noise(whole, whole - wrong * false, false)


def ways_told(game: Game, history: Sequence[Turn], secrets: Indices) -> np.typing.NDArray[Any]:
    """Return in how many ways the answers could be told of ``secrets``: (A,) Python's integers."""
    (whole, true, false), win = noise_of(game), game.rule.win
    product, left = np.ones(len(secrets), object), np.full(len(secrets), game.lies)
    for turn in history:
        codes = game.codes_of(turn.guess, secrets)
        if game.rule.ways is not None:
            product *= game.rule.ways[codes, turn.code]
            continue
        wrong, sure = codes != turn.code, (left < 1) | (codes == win) | (turn.code == win)
        certain, perhaps = np.where(wrong, 0, whole), np.where(wrong, false, true)
        product *= np.where(sure, certain, perhaps)
        left -= wrong
    return product


def weights(at: At) -> IntArray:
    """Weight the candidates by the prior and by what was told of them: (A,) int64, above 0."""
    likely = ways_told(at.game, at.history, at.left)
    shares = at.game.weights(at.left) * (likely / likely.max()).astype(np.float64)
    scaled = np.rint(shares * (EXACT / noise_of(at.game).whole / shares.sum()))
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
    whole, true, false = noise_of(game)
    free = [part[:, 0, :-1].sum(axis=1) for part in (sizes, sums)]
    if game.rule.ways is not None:
        left, told = ((part[:, 0] @ game.rule.ways).astype(np.int64) for part in (sizes, sums))
    else:
        left = sizes[:, 1] + free[0][:, None]
        told = whole * sums[:, 1] + (true - false) * sums[:, 0] + false * free[1][:, None]
    left[:, -1], told[:, -1] = sizes[:, :, -1].sum(axis=1), whole * sums[:, :, -1].sum(axis=1)
    row = np.array([true, *[false] * (game.rule.n_codes - 2)], np.int64)
    row = row if game.rule.ways is None else game.rule.ways[0]
    of_one = whole * logarithms(np.array(whole)) - row @ logarithms(row)
    return Heard(left, told, np.rint(free[1] * of_one).astype(np.int64))


def parts(at: At, codes: Scores) -> Iterator[Heard]:
    """Yield what the answers to some guesses leave, by their true scores ``codes (A, G)``."""
    n_codes, lies = at.game.rule.n_codes, at.game.lies
    fixed = np.broadcast_to((at.false >= lies) & (lies > 0), len(at))
    kinds = (np.flatnonzero(fixed == kind) for kind in (False, True))
    both = (blocks_of_parts(codes.T, rows, n_codes, at.weights[rows]) for rows in kinds)
    for of_kinds in zip(*both, strict=True):
        yield heard(at.game, *(np.stack(part, axis=1) for part in zip(*of_kinds, strict=True)))


def openings(game: Game) -> Heard:
    """Return what the answers to all openings leave, by weights as large as those of a position."""
    sizes, sums = game.openings
    sums = sums * max(EXACT // (noise_of(game).whole * int(sums[0].sum())), 1)
    return heard(game, *(np.stack([part, np.zeros_like(part)], axis=1) for part in (sizes, sums)))


def values(at: At, guesses: Indices | None = None) -> IntArray:
    """Value guesses, or all, by what stays unknown on average, minus a bit for a win; int64 (G,).

    As weighted entropy does (``worth.c``) where every answer is true.
    """
    found, blocks = [], at.game.blocks(at.left, guesses)
    all_parts = chain.from_iterable(parts(at, block) for block in blocks)
    for _, told, noise in all_parts if at.history else [openings(at.game)]:
        sums = np.rint(told * logarithms(told) / 1024).astype(np.int64).sum(axis=1)
        found.append(sums + noise // 1024 - told[:, -1] // 1024)
    worth = np.concatenate(found)
    return worth if at.history or guesses is None else worth[guesses]
