"""What each guess of a game was worth, beside the best one.

A guess is judged by what was known when it was made: the bits it could be expected to tell. What
it told in the end is that and luck; before the score is known, luck is 0 on average.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2
from typing import Any

from jotto.engine.advice import Advice
from jotto.engine.game import Game, Turn
from jotto.engine.position import read_turns, start
from jotto.engine.strategies import Strategy, strategy_of
from jotto.errors import ContradictionError

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


@dataclass(frozen=True)
class Review:
    """A game looked back on: each guess judged, and the turns whose score was wrong.

    >>> import jotto
    >>> game = jotto.words(["bat", "cat", "hat", "mat"], ["chm"])
    >>> found = jotto.review(game, [("bat", "2,0"), ("hat", "3,0")], "hat")
    >>> [(one.before, one.after, round(one.cost, 3)) for one in found.judged], found.wrong
    ([(4, 3, 0.689), (3, 1, 0.0)], ())
    >>> found
    Review(2 guesses: 0.7 bits given away, luck +0.3 bits)
    """

    judged: tuple[Judged, ...]
    wrong: tuple[Turn, ...] = ()

    def __repr__(self) -> str:
        """Show what was given away, and luck."""
        noun = "guess" if len(self.judged) == 1 else "guesses"
        lost = f"{self.cost:.1f} bits given away, luck {self.luck:+.1f} bits"
        return f"Review({len(self.judged)} {noun}: {lost})"

    @property
    def cost(self) -> float:
        """The bits given away in all."""
        return sum(each.cost for each in self.judged)

    @property
    def luck(self) -> float:
        """The bits that scores told beyond those expected."""
        return sum(each.luck for each in self.judged)

    @property
    def guesses_lost(self) -> float | None:
        """The guesses given away, about; None in a game where that is not known."""
        lost = [each.guesses_lost for each in self.judged if each.guesses_lost is not None]
        return sum(lost) if lost else None


def review(
    game: Game, turns: Sequence[Any], secret: Any = None, *, strategy: Strategy | str = "entropy"
) -> Review:
    """Judge each guess of a game by what was known when it was made, beside the best.

    ``turns`` as for :func:`jotto.start`; they are judged up to the one whose score leaves no
    candidate. ``secret``, if it is known, shows which scores were wrong. ``strategy`` says what is
    best. Raises TurnError, WordError or GameError.
    """
    chosen, per_bit = strategy_of(strategy), GUESSES_PER_BIT.get(game.rule.name)
    played, at, judged, wrong = read_turns(game, turns), start(game), list[Judged](), list[Turn]()
    if secret is not None:
        known, score = game.read(secret), game.rule.score
        wrong = [turn for turn in played if score(turn.guess, known) != turn.code]
    for turn in played:
        try:
            after = at.then(turn)
        except ContradictionError:
            break
        best, mine = at.measure(chosen(at)), at.measure(turn.guess)
        got = log2(game.weights(at.left).sum() / game.weights(after.left).sum())
        judged.append(Judged(turn, len(at), len(after), mine, best, got, per_bit))
        at = after
    return Review(tuple(judged), tuple(wrong))
