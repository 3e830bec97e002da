"""Answers that may be false: how likely each secret is then, and what a guess is worth.

One model decides both. An answer is the score of the guess, told truly or falsely; whether the
guess is the secret is always told truly. Of one secret, answers are told one after the other: while
fewer than ``lies`` of them were false, the next is false with probability ``lie_chance``, whatever
was told, and then each wrong score of the rule but the win is as likely; after that all are true.
So with W wrong scores the answers to T guesses, f of them false, have the probability

    lie_chance ** f * (1 - lie_chance) ** t / W ** f

where t of the true answers came while a lie was left: T - f, or if f is ``lies``, those before the
last lie. By Bayes the chance of a secret is its prior times that, divided by the sum over all
candidates. ``ways_told`` is this formula in whole numbers, ``core/noise.c`` in floats; there it
is applied to the next answer, too. A rule with lies of its own says itself in how many ways a score
is told (``Rule.ways``).

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

from jotto.core.advice import HEAVIEST, Noise, hear, value_heard, weigh_told
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

OF_ITS_OWN = "the rule {} has lies of its own"
FINEST = 2**-30  # a chance is not taken as nearer to 0 or 1


At = Any  # a Position, whose module imports this one


def lying(game: Game[T], lies: int, lie_chance: float = LIE_CHANCE) -> Game[T]:
    """Return the game in which up to ``lies`` answers are false; the win is told truthfully.

    No unlisted word is looked for in it. Raises GameError.

    >>> from jotto.games.words import word_game
    >>> lying(word_game(["hatch", "latch"]), 1)
    Game(2 secrets, 2 guesses, rule 'exact-elsewhere', 1 lie)
    """
    if not 0 < lie_chance < 1:
        raise GameError(f"lie_chance={lie_chance!r} is not between 0 and 1").about("lies")
    if lies and game.rule.ways is not None:
        raise GameError(OF_ITS_OWN.format(quoted(game.rule.name))).about("lies")
    if not lies:
        return game
    share = {name: made for name, made in vars(game).items() if name == "matrix"}

    def make() -> Game[T]:
        other = replace(game, lies=lies, lie_chance=lie_chance, closed=True)
        vars(other).update(share)
        return other

    return game.remembered(("lying", lies, lie_chance), make)


def noise_of(game: Game) -> Noise:
    """Return in how many ways answers are told; a chance is rounded to some thousandths.

    >>> from jotto.games.words import word_game
    >>> noise_of(lying(word_game(["hatch", "latch"]), 1, 0.1))[:5]  # 19 scores besides the win
    (20, 1, 180, 162, 1)
    """
    n_codes, ways = game.rule.n_codes, game.rule.ways
    if ways is not None:
        return game.remembered("noise", lambda: _noise_by(ways))
    wrong, chance = n_codes - 2, min(max(game.lie_chance, FINEST), 1 - FINEST)
    finest = max(1000, round(1 / min(chance, 1 - chance)))
    # if there is no other score, nothing can be false
    of_each = Fraction(chance).limit_denominator(finest) / max(wrong, 1) * (wrong > 0)
    whole, false = of_each.denominator, of_each.numerator
    return Noise(n_codes, game.lies, whole, whole - wrong * false, false)


def _noise_by(ways: np.typing.NDArray[np.float64]) -> Noise:
    """Return the noise of a rule with lies of its own."""
    told_as = np.argsort(-ways[:-1], axis=1, kind="stable")[:, : np.count_nonzero(ways[0])]
    numbers = ways[0, told_as[0]].astype(np.int64)
    return Noise(len(ways), 0, int(numbers.sum()), 1, 1, told_as, numbers)


def told(game: Game, code: int, false: int, draw: np.random.Generator) -> int:
    """Draw the answer to a guess whose true score is ``code``, after so many false answers.

    >>> from jotto.games.words import word_game
    >>> game = word_game(["hatch", "latch"], rule="fibble")
    >>> game.rule.texts[told(game, game.rule.read("BGGGG"), 0, np.random.default_rng(0))]
    'YGGGG'
    """
    win = game.rule.win
    if code == win:
        return code
    if game.rule.ways is not None:
        noise = noise_of(game)
        place = np.searchsorted(np.cumsum(noise.ways), draw.integers(noise.whole), "right")
        return int(noise.told_as[code, place])
    if false < game.lies and win > 1 and draw.random() < game.lie_chance:
        wrong = int(draw.integers(win - 1))
        return wrong + (wrong >= code)
    return code


def ways_told(game: Game, history: Sequence[Turn], secrets: Indices) -> np.typing.NDArray[Any]:
    """Return in how many ways the answers could be told of ``secrets``: (A,) Python's integers."""
    noise, win = noise_of(game), game.rule.win
    product, left = np.ones(len(secrets), object), np.full(len(secrets), game.lies)
    for turn in history:
        codes = game.codes_of(turn.guess, secrets)
        if game.rule.ways is not None:
            product *= game.rule.ways[codes, turn.code].astype(np.int64).astype(object)
            continue
        wrong, sure = codes != turn.code, (left < 1) | (codes == win) | (turn.code == win)
        certain = np.where(wrong, 0, noise.whole)
        product *= np.where(sure, certain, np.where(wrong, noise.false, noise.true))
        left -= wrong
    return product


def weights(at: At) -> IntArray:
    """Weight the candidates by the prior and by what was told of them: (A,) int64, above 0."""
    codes = [at.game.codes_of(turn.guess, at.left) for turn in at.history]
    told = [turn.code for turn in at.history]
    codes_told = told, np.reshape(codes, (len(told), len(at)))
    return weigh_told(noise_of(at.game), *codes_told, at.game.weights(at.left))


class Heard(NamedTuple):
    """What the answers to guesses leave: ``sizes`` and ``weights`` (G, K) of the candidates left.

    A candidate counts for each answer it allows, so weights are ``whole`` times those of the
    position. ``noise (G,)`` int64: weight x bits that the lies alone make.
    """

    sizes: IntArray
    weights: IntArray
    noise: IntArray


def parts(at: At, codes: Scores) -> Iterator[Heard]:
    """Yield what the answers to some guesses leave, by their true scores ``codes (A, G)``."""
    n_codes, lies = at.game.rule.n_codes, at.game.lies
    fixed = np.broadcast_to((at.false >= lies) & (lies > 0), len(at))
    kinds = (np.flatnonzero(fixed == kind) for kind in (False, True))
    both = (blocks_of_parts(codes.T, rows, n_codes, at.weights[rows]) for rows in kinds)
    for of_kinds in zip(*both, strict=True):
        yield Heard(*hear(noise_of(at.game), *map(np.stack, zip(*of_kinds, strict=True))))


def openings(game: Game) -> Heard:
    """Return what the answers to all openings leave, by weights as large as those of a position."""
    sizes, sums = game.openings
    sums = sums * max(HEAVIEST // (noise_of(game).whole * int(sums[0].sum())), 1)
    both = (np.stack([part, np.zeros_like(part)]) for part in (sizes, sums))
    return Heard(*hear(noise_of(game), *both))


def values(at: At, guesses: Indices | None = None) -> IntArray:
    """Value guesses, or all, by what stays unknown on average, minus a bit for a win; int64 (G,).

    As weighted entropy does (``worth.c``) where every answer is true.
    """
    blocks, known = at.game.blocks(at.left, guesses), not at.history and at.game.whole
    all_parts = chain.from_iterable(parts(at, block) for block in blocks)
    heard = [openings(at.game)] if known else all_parts
    worth = np.concatenate([value_heard(told, noise) for _, told, noise in heard])
    return worth[guesses] if known and guesses is not None else worth
