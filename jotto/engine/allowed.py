"""Which guesses may be made.

Game by game that is a mask over all guesses: ``allow(game, candidates, history)`` is an array
(G,) bool, of which at least one is true. In a game that knows its symmetries it must not tell
guesses apart that the history cannot.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import numpy.typing as npt

from jotto.engine.game import Game
from jotto.engine.partition import Indices

Bools = npt.NDArray[np.bool_]
History = tuple[int, ...]
Allow = Callable[[Game, Indices, History], Bools]


def any_guess(game: Game, candidates: Indices, history: History) -> Bools:
    """Allow every guess of the list."""
    return np.ones(len(game.guesses), np.bool_)


def only_candidates(game: Game, candidates: Indices, history: History) -> Bools:
    """Allow the guesses that can be the secret."""
    found = np.zeros(len(game.guesses), np.bool_)
    found[game.guess_of[candidates]] = True
    return found


def reluctantly(unsaid: Callable[[Game], Bools], allow: Allow) -> Allow:
    """Allow the guesses ``unsaid(game) (G,)`` only where no other that ``allow`` allows is of use.

    Of use is a guess that can win, or tells candidates apart: a last candidate is always named.

    >>> from jotto.games.words import word_game
    >>> game = word_game(["hatch", "latch", "match"])
    >>> allow = reluctantly(lambda game: np.array([True, False, False]), any_guess)
    >>> allow(game, game.everything, ()), allow(game, np.array([0]), ())
    (array([False,  True,  True]), array([ True,  True,  True]))
    """
    return partial(_reluctantly, unsaid, allow)


def _reluctantly(
    unsaid: Callable[[Game], Bools], allow: Allow, game: Game, candidates: Indices, history: History
) -> Bools:
    whole = allow(game, candidates, history)
    rest = whole & ~unsaid(game)
    return rest if of_use(game, candidates, rest) else whole


def name_of(allow: Callable[..., Bools]) -> str:
    """Write which guesses may be made as a name, the same in every process.

    >>> name_of(only_candidates)
    'jotto.engine.allowed.only_candidates'
    """
    if isinstance(allow, partial):
        return f"{name_of(allow.func)}({', '.join(map(name_of, allow.args))})"
    return f"{allow.__module__}.{allow.__qualname__}"


def of_use(game: Game, candidates: Indices, guesses: Bools) -> bool:
    """Whether one of ``guesses (G,)`` can win, or tells two of ``candidates (A,)`` apart."""
    if guesses[game.guess_of[candidates]].any():
        return True
    chosen = np.flatnonzero(guesses)
    if len(candidates) < 2 or not len(chosen):
        return False
    return any((block != block[0]).any() for block in game.blocks(candidates, chosen))
