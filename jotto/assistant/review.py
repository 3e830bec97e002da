"""A game looked back on: each guess beside the strategy's own, and skill apart from luck.

A guess is judged by what was known when it was made. At a position the strategy needs so many
guesses on average; with another guess first, and the strategy after it, it needs some more: what
that guess *cost*. Its score then leaves fewer guesses to be made than scores do on average, or
more: *luck*, 0 on average whatever one guesses. Both add up: a game took what the strategy needs
on average from its start, and what its guesses cost, less luck (advantage sums: Zinkevich et al.,
"Optimal unbiased estimators for evaluating agent performance", AAAI 2006).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import log2
from typing import Any

import numpy as np

from jotto.assistant.letters import known as known_letters
from jotto.engine.advice import Advice
from jotto.engine.game import Game, Turn
from jotto.engine.lengths import evaluate
from jotto.engine.partition import IntArray
from jotto.engine.position import Position, start
from jotto.engine.strategies import Strategy, strategy_of
from jotto.errors import ContradictionError
from jotto.games.scoring import RULES

FEW = 8  # candidates that are named, not only counted
LARGEST = 1 << 28  # scores: a second's work for the kernels; whole games of more are not played


@dataclass(frozen=True)
class Judged:
    """One turn, and the guess that the strategy advised in its place.

    ``before`` and ``after`` count the candidates. ``left`` names those after it, the likeliest
    first, if they are few; of words, all of these hold the letters ``inside``, none those
    ``outside``.
    ``mine`` and ``advised`` say what both guesses were worth before the score was known; ``told``
    are the bits that the score told. ``needs`` is how many guesses the strategy still needed on
    average before it, by the prior; ``needs_mine``, with this guess first; ``needs_after``, after
    its score. They are None where the game is too large to be played out.
    """

    turn: Turn
    before: int
    after: int
    left: tuple[Any, ...]
    inside: str
    outside: str
    mine: Advice
    advised: Advice
    told: float
    needs: float | None
    needs_mine: float | None
    needs_after: float | None

    @property
    def best(self) -> Advice:
        """The advised guess, or mine where it takes no more guesses on average."""
        return self.advised if self.cost is None or self.cost > 0 else self.mine

    @property
    def cost(self) -> float | None:
        """The guesses that this guess cost on average; below 0 if it was better than advised."""
        if self.needs is None or self.needs_mine is None:
            return None
        return round(self.needs_mine - self.needs, 9) + 0.0

    @property
    def luck(self) -> float | None:
        """The guesses that the score saved, against the average of its scores; below 0: cost."""
        if self.needs_mine is None or self.needs_after is None:
            return None
        return round(self.needs_mine - 1 - self.needs_after, 9) + 0.0

    @property
    def luck_bits(self) -> float:
        """The bits that the score told beyond those expected; below 0 if it told less."""
        return self.told - self.mine.bits


@dataclass(frozen=True)
class Review:
    """A game looked back on: each guess judged, and the turns whose score was wrong.

    ``made`` counts the guesses, ``won`` says whether the last one was the secret. ``secret`` is
    None if it is not known; ``needs_for_it`` is how many guesses the strategy takes for it.

    >>> import jotto
    >>> game = jotto.words(["bat", "cat", "hat", "mat"], ["chm"])
    >>> found = jotto.review(game, [("bat", "2,0"), ("hat", "3,0")])
    >>> found
    Review(won in 2 guesses, 2.25 on average: cost +0.25, luck +0.50)
    >>> [(one.best.guess, one.cost, one.luck, one.left) for one in found.judged]
    [('chm', 0.25, -0.5, ('cat', 'hat', 'mat')), ('hat', 0.0, 1.0, ('hat',))]
    >>> round(found.needs + found.cost - found.luck, 9)
    2.0
    """

    judged: tuple[Judged, ...]
    made: int
    won: bool
    secret: Any = None
    needs_for_it: int | None = None
    wrong: tuple[Turn, ...] = ()

    def __repr__(self) -> str:
        """Show how long it took, and what its guesses cost."""
        noun = "guess" if self.made == 1 else "guesses"
        shown = f"{'won in ' * self.won}{self.made} {noun}"
        if self.needs is None or self.cost is None or self.luck is None:
            return f"Review({shown})"
        figures = f"{self.needs:.2f} on average: cost {self.cost:+.2f}, luck {self.luck:+.2f}"
        return f"Review({shown}, {figures})"

    @property
    def needs(self) -> float | None:
        """The guesses that the strategy needs on average from the start."""
        return self.judged[0].needs if self.judged else None

    @property
    def cost(self) -> float | None:
        """The guesses that all guesses cost on average; None if one is not known."""
        return _sum(one.cost for one in self.judged)

    @property
    def luck(self) -> float | None:
        """The guesses that all scores saved; None if one is not known."""
        return _sum(one.luck for one in self.judged)

    @property
    def luck_bits(self) -> float:
        """The bits that all scores told beyond those expected."""
        return sum(one.luck_bits for one in self.judged)

    @property
    def rest(self) -> float | None:
        """The guesses that the strategy still needs on average; None if it is not judged so far.

        The guesses made and these add up to ``needs + cost - luck``.
        """
        whole = len(self.judged) == self.made
        return self.judged[-1].needs_after if whole and self.judged else None


def _sum(values: Iterable[float | None]) -> float | None:
    known = list(values)
    return None if None in known or not known else sum(each or 0.0 for each in known)


def review(
    game: Game, turns: Sequence[Any], secret: Any = None, *, strategy: Strategy | str = "entropy"
) -> Review:
    """Judge each guess of a game by what was known when it was made, beside the strategy's own.

    ``turns`` as for :func:`jotto.start`; they are judged up to the win, or to the one whose score
    leaves no candidate. ``secret``, known without being told where it was found, shows which
    scores were wrong. Raises TurnError, WordError or GameError.
    """
    chosen, played = strategy_of(strategy), game.read_turns(turns)
    won = bool(played) and played[-1].code == game.rule.win
    known = game.read(secret) if secret is not None else played[-1].guess if won else None
    of_words = game.rule.name in RULES and not game.closed
    at, judged = start(game), list[Judged]()
    lengths = whole = played_out(at, chosen)
    for turn in played:
        try:
            after = at.then(turn)
        except ContradictionError:
            break
        guess, advised = game.find(turn.guess), chosen.choose(at)
        with_mine = (
            lengths if guess == advised else played_out(at, _beginning(chosen, at, turn.guess))
        )
        then = None
        if with_mine is not None:
            then = with_mine[np.isin(at.left, after.left, assume_unique=True)] - 1
        elif not after.won:
            then = played_out(after, chosen)
        inside, _, outside = known_letters(after) if of_words else ("", "", "")
        judged.append(
            Judged(
                turn,
                len(at),
                len(after),
                _few(after),
                inside,
                outside,
                at.measure(turn.guess),
                at.measure(game.guesses[advised]),
                log2(game.weights(at.left).sum() / game.weights(after.left).sum()),
                _mean(at, lengths),
                _mean(at, with_mine),
                0.0 if after.won else _mean(after, then),
            )
        )
        at, lengths = after, then
        if at.won:
            break
    needed, wrong = None, tuple[Turn, ...]()
    if known is not None:
        wrong = tuple(t for t in played if game.rule.score(t.guess, known) != t.code)
        listed = game.find(known)
        if whole is not None and listed >= 0 and game.secret_of[listed] >= 0:
            needed = int(whole[game.secret_of[listed]])
    return Review(tuple(judged), len(played), won, known, needed, wrong)


def _few(at: Position) -> tuple[Any, ...]:
    """Name the candidates, the likeliest first, if they are few."""
    if len(at) > FEW:
        return ()
    in_order = np.argsort(-at.game.weights(at.left), kind="stable")
    return tuple(at.candidates[i] for i in in_order.tolist())


def _beginning(strategy: Strategy, at: Position, guess: Any) -> Strategy:
    """Return the strategy that makes one guess at a position, and goes on as it would."""
    made = len(at.history)
    so_far = (*(turn.guess for turn in at.history), guess)
    return replace(strategy, opening=(*so_far, *strategy.opening[made + 1 :]))


def _mean(at: Position, lengths: IntArray | None) -> float | None:
    if lengths is None:
        return None
    weights = at.game.weights(at.left)
    return float((weights * lengths).sum() / weights.sum())


def played_out(at: Position, strategy: Strategy) -> IntArray | None:
    """Count the guesses that each candidate takes, (A,) int64; None if that takes too long."""
    if len(at) * len(at.game.guesses) > LARGEST:
        return None
    return evaluate(at, strategy).each
