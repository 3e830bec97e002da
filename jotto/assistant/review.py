"""The review of a game: each guess compared with the strategy's own, and skill separate from luck.

A guess is judged by what was known when it was made. Its *cost* is how many more guesses are needed
on average if it is made first and the strategy follows, compared with the strategy from the start.
*Luck* is how many guesses its score saves, compared with the average over its possible scores; it
is 0 on average for every guess. The number of guesses of a game is the strategy's mean from the
start, plus the cost of all guesses, minus the luck (advantage sums: Zinkevich et al., "Optimal
unbiased estimators for evaluating agent performance", AAAI 2006).
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

FEW = 8  # candidates that are listed, not only counted
LARGEST = 1 << 28  # scores, about a second in the kernels; larger games are not played out


@dataclass(frozen=True)
class Judged:
    """One turn, compared with the guess that the strategy advised.

    ``before`` and ``after`` count the candidates. ``left`` lists those after the turn, the
    likeliest first, if they are few. If they are words, all of them contain the letters ``inside``
    and none the letters ``outside``.
    ``mine`` and ``advised`` are the advice on both guesses before the score was known; ``told`` is
    the number of bits gained by the score. ``needs`` is the strategy's mean number of guesses
    from before the turn, under the prior; ``needs_mine`` the mean with this guess first;
    ``needs_after`` the mean after its score. They are None if the game is too large to play out.
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
        """The advised guess, or mine if it needs no more guesses on average."""
        return self.advised if self.cost is None or self.cost > 0 else self.mine

    @property
    def cost(self) -> float | None:
        """Extra guesses needed on average; negative if my guess was better than the advised one."""
        if self.needs is None or self.needs_mine is None:
            return None
        return round(self.needs_mine - self.needs, 9) + 0.0

    @property
    def luck(self) -> float | None:
        """Guesses saved by the score, compared with the average score; negative if it was worse."""
        if self.needs_mine is None or self.needs_after is None:
            return None
        return round(self.needs_mine - 1 - self.needs_after, 9) + 0.0

    @property
    def luck_bits(self) -> float:
        """Bits gained by the score beyond the expected bits; negative if it gained fewer."""
        return self.told - self.mine.bits


@dataclass(frozen=True)
class Review:
    """The review of a game: each guess judged, and the turns whose score was wrong.

    ``made`` counts the guesses; ``won``: the last one was the secret. ``secret`` is None if it is
    not known; ``needs_for_it`` is the number of guesses that the strategy takes for it.

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
        """Show the number of guesses, their cost and luck."""
        noun = "guess" if self.made == 1 else "guesses"
        shown = f"{'won in ' * self.won}{self.made} {noun}"
        if self.needs is None or self.cost is None or self.luck is None:
            return f"Review({shown})"
        figures = f"{self.needs:.2f} on average: cost {self.cost:+.2f}, luck {self.luck:+.2f}"
        return f"Review({shown}, {figures})"

    @property
    def needs(self) -> float | None:
        """The strategy's mean number of guesses from the start."""
        return self.judged[0].needs if self.judged else None

    @property
    def cost(self) -> float | None:
        """The total cost of all guesses; None if one is not known."""
        return _sum(one.cost for one in self.judged)

    @property
    def luck(self) -> float | None:
        """The total luck of all scores; None if one is not known."""
        return _sum(one.luck for one in self.judged)

    @property
    def luck_bits(self) -> float:
        """Bits gained by all scores beyond the expected bits."""
        return sum(one.luck_bits for one in self.judged)

    @property
    def rest(self) -> float | None:
        """The strategy's mean number of further guesses; None if the last turns are not judged.

        ``made + rest`` equals ``needs + cost - luck``.
        """
        whole = len(self.judged) == self.made
        return self.judged[-1].needs_after if whole and self.judged else None


def _sum(values: Iterable[float | None]) -> float | None:
    known = list(values)
    return None if None in known or not known else sum(each or 0.0 for each in known)


def review(
    game: Game, turns: Sequence[Any], secret: Any = None, *, strategy: Strategy | str = "entropy"
) -> Review:
    """Judge each guess of a game by what was known when it was made.

    ``turns`` as for :func:`jotto.start`; they are judged up to the win, or up to the turn whose
    score leaves no candidate. ``secret`` shows which scores were wrong; it can be left out if the
    game was won. Raises TurnError, WordError or GameError.
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
        with_mine = lengths
        if guess != advised:
            with_mine = played_out(at, _beginning(chosen, at, turn.guess))
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
        listed = game.find_secret(known)
        if whole is not None and listed >= 0:
            needed = int(whole[listed])
    return Review(tuple(judged), len(played), won, known, needed, wrong)


def _few(at: Position) -> tuple[Any, ...]:
    """Return the candidates, the likeliest first, if they are few; else nothing."""
    return tuple(at.game.likeliest(at.left)) if len(at) <= FEW else ()


def _beginning(strategy: Strategy, at: Position, guess: Any) -> Strategy:
    """Return the strategy with one guess fixed at a position, and unchanged after it."""
    made = len(at.history)
    so_far = (*(turn.guess for turn in at.history), guess)
    return replace(strategy, opening=(*so_far, *strategy.opening[made + 1 :]))


def _mean(at: Position, lengths: IntArray | None) -> float | None:
    if lengths is None:
        return None
    weights = at.game.weights(at.left)
    return float((weights * lengths).sum() / weights.sum())


def played_out(at: Position, strategy: Strategy) -> IntArray | None:
    """Return the guesses that each candidate takes, (A,) int64; None if the game is too large."""
    if len(at) * len(at.game.guesses) > LARGEST:
        return None
    return evaluate(at, strategy).each
