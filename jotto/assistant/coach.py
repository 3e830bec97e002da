"""What each guess of a game was worth, beside the best one.

A guess is judged by what was known when it was made: the bits it could be expected to tell. What
it told in the end is that and luck; before the score is known, luck is 0 on average.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log2

from jotto.engine.game import Game, Turn
from jotto.engine.partition import Indices
from jotto.engine.strategies import Advice, Strategy, advise, advise_any, weights_of

# Guesses that a bit is worth: after one more bit, so many fewer are needed on average. Least
# squares over all positions of the entropy trees of the shipped list, even and common prior,
# through one guess for no bit left; Mastermind 4x6 is at 0.33, Bulls & Cows 4x10 at 0.34.
GUESSES_PER_BIT = {"exact-elsewhere": 0.33, "jots": 0.50, "colours": 0.24}


@dataclass(frozen=True)
class Judged:
    """One turn, and the guess that the strategy would have made in its place.

    ``before`` and ``after`` count the candidates. ``mine`` and ``best`` say what both guesses
    were worth before the score was known; ``got`` are the bits that the score told. ``per_bit``
    are the guesses a bit is worth, None in a game where that is not known.
    """

    turn: Turn
    before: int
    after: int
    mine: Advice
    best: Advice
    got: float
    per_bit: float | None

    @property
    def cost(self) -> float:
        """The bits given away: those the best guess could be expected to tell beyond mine.

        0 where mine tells more, since a strategy may have other aims than bits.
        """
        return max(0.0, self.best.bits - self.mine.bits)

    @property
    def guesses_lost(self) -> float | None:
        """The guesses given away, about: by the bits, and by the lower chance to win at once.

        Over 150 guesses in games with the shipped list, 0.27 a guess by this and 0.28 by playing
        all games on (exact-elsewhere, common prior); 0.07 off on average.
        """
        if self.per_bit is None:
            return None
        bits, chance = self.best.bits - self.mine.bits, self.best.chance - self.mine.chance
        return max(0.0, self.per_bit * bits + chance)

    @property
    def luck(self) -> float:
        """The bits the score told beyond those expected; below 0 if it told less."""
        return self.got - self.mine.bits


def review(game: Game, turns: Sequence[Turn], strategy: Strategy) -> tuple[Judged, ...]:
    """Judge each guess of a game, up to the turn whose score leaves no candidate.

    >>> from jotto.engine.strategies import strategy_named
    >>> from jotto.games.words import word_game
    >>> game = word_game(["bat", "cat", "hat", "mat"], ["chm"])
    >>> judged = review(game, game.read_turns(["bat=2,0", "hat=3,0"]), strategy_named("entropy"))
    >>> [(each.before, each.after, round(each.cost, 3)) for each in judged]
    [(4, 3, 0.689), (3, 1, 0.0)]
    >>> game.guesses[judged[0].best.guess]
    'chm'
    """
    return tuple(_judged(game, turns, strategy))


def _judged(game: Game, turns: Sequence[Turn], strategy: Strategy) -> Iterator[Judged]:
    per_bit = GUESSES_PER_BIT.get(game.rule.name)
    left, made = game.everything, tuple[int, ...]()
    for turn in turns:
        codes = game.rule.matrix([turn.guess], game.secrets)[0]
        fits = left[codes[left] == turn.code]
        if not len(fits):
            return
        best = advise(game, left, [strategy(game, left, made)])[0]
        mine, got = advise_any(game, left, turn.guess), bits_told(game, left, fits)
        yield Judged(turn, len(left), len(fits), mine, best, got, per_bit)
        left, made = fits, (*made, game.find(turn.guess))


def bits_told(game: Game, before: Indices, after: Indices) -> float:
    """Return the bits that leave, of ``before (A,)``, no more than ``after``, by the prior.

    >>> from jotto.games.words import word_game
    >>> game = word_game(["bat", "cat", "hat", "mat"])
    >>> bits_told(game, game.everything, game.everything[:1])
    2.0
    """
    whole, left = (int(weights_of(game, each).sum()) for each in (before, after))
    return log2(whole / left)
