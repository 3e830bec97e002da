"""The end of a game looked through to its last guess: advice that is proved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from jotto.engine.allowed import Allow, History, any_guess, only_candidates
from jotto.engine.game import Game
from jotto.engine.partition import Indices
from jotto.engine.strategies import weights_of

Aim = Literal["mean", "worst"]
Stop = npt.NDArray[np.uint8]

FEWEST = 3  # candidates; of two, nothing but one can be guessed
MOST = 300  # candidates worth thinking about for minutes


@dataclass(frozen=True)
class Endgame:
    """The best guess (an index) as far as was looked: at most ``worst`` more, ``mean`` on average.

    Both count this guess too, the mean by the prior. ``proved``: no strategy has a lower mean,
    or with the aim "worst" a shorter longest game.
    """

    guess: int
    worst: int
    mean: float
    proved: bool


@dataclass(frozen=True, eq=False)
class Position:
    """Where a game stands: ``candidates (A,)`` after the guesses of ``history``, and which may be.

    ``history`` holds indices, -1 for a guess that the game does not list.
    """

    game: Game
    candidates: Indices
    history: History = ()
    allow: Allow = any_guess

    @property
    def searchable(self) -> bool:
        """Whether the search knows which guesses are allowed, and there is something to find."""
        return self.allow in (any_guess, only_candidates) and len(self.candidates) >= FEWEST

    @property
    def solvable(self) -> bool:
        """Whether a proof may be had as well: the end is near enough."""
        return self.searchable and len(self.candidates) <= MOST

    def is_that_of(self, other: Position) -> bool:
        """Whether the same can follow in both."""
        same = np.array_equal(self.candidates, other.candidates)
        return same and self.game is other.game and self.allow is other.allow


def solve(position: Position, *, aim: Aim = "mean", stop: Stop | None = None) -> Endgame:
    """Look through all games that can follow; another thread may end that by ``stop[0] = 1``.

    With more than MOST candidates it looks ever wider until it is ended, and proves nothing.

    >>> from jotto.games.words import word_game
    >>> game = word_game(["hatch", "latch", "match", "catch"], ["claim"])
    >>> found = solve(Position(game, game.everything))
    >>> game.guesses[found.guess], found.worst, found.mean, found.proved
    ('claim', 3, 2.25, True)
    """
    from jotto.engine import search  # numba takes longer to load than most advice to give

    game, candidates = position.game, position.candidates
    options: dict[str, Any] = {
        "only_candidates": position.allow is only_candidates,
        "stop": stop,
        "history": position.history,
    }
    if position.solvable:
        found = search.solve(game, candidates, aim=aim, **options)
    else:
        *_, found = search.improve(game, candidates, **options)
    assert found is not None, "some strategy finds every candidate"
    mean = found.total / int(weights_of(game, candidates).sum())
    return Endgame(found.guess, found.worst, mean, found.proved)


def make_ready() -> None:
    """Load what the search needs, so that the first proof need not wait for it."""
    from jotto.engine import search
    from jotto.games.words import word_game

    for weighed in (None, lambda words: np.arange(1, len(words) + 1)):
        game = word_game(["hatch", "latch", "match", "catch"], prior=weighed)
        search.solve(game, game.everything)
