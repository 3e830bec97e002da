"""Regret: how many more guesses a guess costs on average than the best guess of all.

A guess costs one guess for every candidate, and what each part needs that its scores leave. Where
up to MOST candidates are left, fewer if the rule has few scores, that is the least total of all
trees, which a search proves. Where more are left a strategy, entropy, is played out; the best of
TRIED guesses, those that it ranks first and the guess itself, then stands for the best of all.

What a set of candidates needs is remembered with its game, whatever guesses led to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from itertools import repeat
from math import inf
from threading import RLock
from time import monotonic
from typing import TYPE_CHECKING, Any, Generic, Literal

import numpy as np

from jotto.core import NEVER
from jotto.engine.game import Game, Indices, IntArray, T, Turn, partition
from jotto.engine.lengths import evaluate
from jotto.engine.position import FEW_LEFT, Position, Strategy, position_of
from jotto.errors import GameError, check_arguments
from jotto.plain import Plain, Rows
from jotto.progress import Progress, following, since

if TYPE_CHECKING:
    from jotto.search.lookahead import Lookahead

MOST = 32  # candidates for which the least total is proved: a ms, seldom (_ATES) seconds
PER_SCORE = 3  # of these for each score of the rule, as few scores make a search long
TRIED = 5  # guesses for more candidates; the best of them counts as the best of all
LARGEST = 1 << 28  # scores; in larger games nothing is proved
OFTEN = 16  # guesses between two calls of progress
KEPT = 1 << 20  # totals, and regrets; if there are more, all are counted again
How = Literal["proved", "played out"]


@dataclass(frozen=True)
class Regret(Plain, Generic[T]):
    """The regret of a guess, in guesses: ``needs`` is the mean with this guess first.

    ``how``: ``proved``, or ``played out`` if a strategy stands for the best play.

    >>> import jotto
    >>> regret = jotto.regret(jotto.words(["bat", "cat", "hat", "mat"], ["chm"]), "bat")
    >>> regret, regret.needs, regret.least
    (Regret('bat': 0.25 guesses, proved), 2.5, 2.25)
    """

    guess: T
    regret: float
    needs: float
    how: How

    def __repr__(self) -> str:
        return f"Regret({self.guess!r}: {self.regret:.2f} guesses, {self.how})"

    @property
    def least(self) -> float:
        """The mean after the best guess."""
        return self.needs - self.regret


@dataclass(frozen=True, eq=False)
class Totals:
    """The sums of weight x guesses that sets of candidates need, remembered.

    They are those of a strategy that is played out; if it ``proves``, the least ones of small sets.
    """

    game: Game
    strategy: Strategy
    proves: bool = False
    sets: dict[Any, int] = field(default_factory=dict)
    regrets: dict[tuple[bytes, int], tuple[float, float, How]] = field(default_factory=dict)
    lock: RLock = field(default_factory=RLock)  # a search has arrays of its own

    @cached_property
    def most(self) -> int:
        """Up to so many candidates the least total is proved."""
        proves = self.proves and self.game.n_scores <= LARGEST
        return min(MOST, PER_SCORE * self.game.rule.n_codes) if proves else 0

    @cached_property
    def ahead(self) -> tuple[Lookahead, IntArray]:
        """The search among all secrets, and the index of each of them there."""
        from jotto.search.lookahead import lookahead

        ahead = lookahead(Position(self.game, (), (), self.game.everything))
        return ahead, np.argsort(ahead.candidates)

    def least(self, left: Indices) -> int:
        """Return the least total of a set, proved."""
        if (key := (set_key(left), "least")) not in self.sets:
            ahead, number = self.ahead
            members = np.sort(number[left])
            total = ahead.searched(members, NEVER, len(left), len(left))
            self.sets[key] = total * ahead.unit
        return self.sets[key]

    def after(self, at: Position, guess: int, most: float = inf) -> int:
        """Return the total with this guess first; above ``most`` it is only known to be above it.

        In each part one secret takes 1 guess more, and all others at least 2.
        """
        game, strategy = at.game, self.strategy
        parts, total = partition(game.codes(guess, at.left), at.left), int(at.weights.sum())
        parts.pop(game.rule.win, None)
        weights = {code: game.weights(part) for code, part in parts.items()}
        low = {code: int(2 * some.sum() - some.max()) for code, some in weights.items()}
        total += sum(low.values())
        for code, part in sorted(parts.items(), key=lambda item: -len(item[1])):
            if total > most:
                break
            if len(part) <= FEW_LEFT and strategy.measures:  # the likeliest is guessed
                continue
            if len(at) <= self.most:
                total += self.least(part) - low[code]
                continue
            alone = strategy.free and strategy.measures  # whatever led to them
            key = set_key(part) if alone else (at.made, guess, code)
            if key not in self.sets:
                turn = Turn(game.guesses[guess], code)
                after = Position(game, (*at.history, turn), (*at.made, guess), part)
                self.sets[key] = evaluate(after, strategy).weighted_total
            total += self.sets[key] - low[code]
        return total

    def best(self, at: Position) -> int:
        """Return the least total at a position, or that of the best of some guesses."""
        if len(at) <= self.most:
            return self.least(at.left)
        if (key := (set_key(at.left), "best")) not in self.sets:
            tried = self.strategy.ranked(at, TRIED).tolist()
            self.sets[key] = min(self.after(at, guess) for guess in tried)
        return self.sets[key]

    def regret(self, at: Position[T], guess: Any) -> Regret[T]:
        """Return the regret of a guess. Raises WordError."""
        index = self.game.index(guess)
        if (key := (set_key(at.left), index)) not in self.regrets:
            with self.lock:
                if max(len(self.sets), len(self.regrets)) > KEPT:
                    self.sets.clear()
                    self.regrets.clear()
                mine, whole = self.after(at, index), int(at.weights.sum())
                more = max(0, mine - self.best(at)) / whole
                how: How = "proved" if len(at) <= self.most else "played out"
                self.regrets[key] = more, mine / whole, how
        return Regret(self.game.guesses[index], *self.regrets[key])


def set_key(left: Indices) -> bytes:
    """Return a short key of a set of candidates."""
    return blake2b(left.data, digest_size=16).digest()


def regret(at: Game[T] | Position[T], guess: Any) -> Regret[T]:
    """Return how many more guesses a guess costs on average than the best guess of all.

    Under the prior, if there is one. For up to 32 candidates (three for each score of the rule, if
    that is fewer) it is proved: no tree is better. For more it is played out: entropy follows, and
    the best of five guesses that it ranks first stands for the best. Remembered with the game.
    Raises WordError for a guess that is not allowed, GameError if the game is won or answers may be
    false.

    >>> import jotto
    >>> game = jotto.words(["bat", "cat", "hat", "mat"], ["chm"])
    >>> jotto.regret(game, "chm").regret, jotto.regret(game, "bat").regret
    (0.0, 0.25)
    """
    return regrets(at, [guess])[0]


def regrets(
    at: Game[T] | Position[T] | Iterable[Game[T] | Position[T]],
    guesses: Iterable[Any],
    *,
    progress: Progress | bool | None = None,
) -> Rows[Regret[T]]:
    """Return the regrets of guesses at one position, or of each guess at a position of its own.

    What came before is looked up, some 50,000 a second. ``progress`` is as for
    ``jotto.reviews``. Raises what ``jotto.regret`` does, and GameError if there are not as
    many positions as guesses.

    >>> import jotto
    >>> game = jotto.words(["bat", "cat", "hat", "mat"], ["chm"])
    >>> [regret.regret for regret in jotto.regrets(game, game.guesses)]
    [0.25, 0.25, 0.25, 0.25, 0.0]
    >>> places = [game, jotto.start(game, "bat=2,0")]
    >>> [regret.needs for regret in jotto.regrets(places, ["chm", "cat"])]
    [2.25, 2.0]
    """
    check_arguments(regrets, {"guesses": guesses})
    listed = list(guesses)
    places: Any = repeat(at, len(listed)) if isinstance(at, Game | Position) else at
    if not isinstance(at, Game | Position):
        if not isinstance(at, Iterable) or isinstance(at, str) or getattr(at, "shape", 1) == ():
            raise GameError(f"at={at!r:.60} is not a game, a position or a list of positions")
        places = list(at)
        if len(places) != len(listed):
            raise GameError(f"{len(places):,} positions and {len(listed):,} guesses are no pairs")
    made, began = Rows[Regret[T]](), monotonic()
    with following(progress) as tell:
        for place, guess in zip(places, listed, strict=False):
            where = position_of(place)
            made.append(totals_of(where.game).regret(where, guess))
            if tell and not len(made) % OFTEN:
                tell(since(began, "guesses", len(made), len(listed)))
    return made


def totals_of(game: Game) -> Totals:
    """Return what is remembered with a game."""
    return game.remembered(totals_of, lambda: Totals(game, Strategy(), proves=True))
