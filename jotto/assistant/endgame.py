"""The end of a game looked through to its last guess: advice that is proved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from jotto.engine.allowed import Allow, History, any_guess, only_candidates
from jotto.engine.game import Game
from jotto.engine.partition import Indices
from jotto.engine.strategies import weights_of

Aim = Literal["mean", "worst"]
Stop = npt.NDArray[np.uint8]

FEWEST = 3  # candidates; of two, nothing but one can be guessed
AT_ONCE = 30  # candidates, in under 0.1 s: 7 ms as a rule, 66 ms at most over 40 games
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


def solvable(allow: Allow, n_candidates: int) -> bool:
    """Whether the search knows which guesses are allowed, and the end is near enough."""
    return allow in (any_guess, only_candidates) and FEWEST <= n_candidates <= MOST


def solve(
    game: Game,
    candidates: Indices,
    history: History,
    *,
    allow: Allow = any_guess,
    aim: Aim = "mean",
    stop: Stop | None = None,
) -> Endgame:
    """Look through all games that can follow; another thread may end that by ``stop[0] = 1``.

    >>> from jotto.games.words import word_game
    >>> game = word_game(["hatch", "latch", "match", "catch"], ["claim"])
    >>> found = solve(game, game.everything, ())
    >>> game.guesses[found.guess], found.worst, found.mean, found.proved
    ('claim', 2, 2.0, True)
    """
    from jotto.engine import search  # numba takes longer to load than most advice to give

    known = None if -1 in history else history
    own = allow is only_candidates
    found = search.solve(game, candidates, aim=aim, only_candidates=own, stop=stop, history=known)
    assert found is not None, "some strategy finds every candidate"
    mean = found.total / int(weights_of(game, candidates).sum())
    return Endgame(found.guess, found.worst, mean, found.proved)
