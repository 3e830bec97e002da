"""The coloured game's hard mode: revealed hints must be used in further guesses.

A green letter stays in its place; of a letter that was green or yellow n times in one guess,
further guesses have n or more, anywhere; black letters may be used again. See Eamonn
McManus, "Six guesses suffice in Wordle's hard mode" (2022).
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import numpy as np

from jotto.engine.game import Game, Turn
from jotto.engine.partition import Bools
from jotto.engine.position import Position
from jotto.engine.strategies import any_guess
from jotto.errors import GameError
from jotto.games.scoring import Symbols, symbols


def hard(at: Position) -> Bools:
    """Allow the guesses (G,) that use every hint. Raises GameError without the rule ``colours``."""
    if at.game.rule.name != "colours":
        raise GameError("--allow hard is a rule of the coloured game; add --rule colours")
    allowed = any_guess(at)
    for turn in at.history:
        allowed &= _uses_hints(at.game, turn)
    return allowed


@lru_cache(maxsize=1024)  # the turns before a node of a tree are checked for every node below
def _uses_hints(game: Game, turn: Turn) -> Bools:
    """Return a mask (G,) of the guesses that use the hints of one turn."""
    letters, colours = _letters(game), game.rule.texts[turn.code]
    guess = symbols([turn.guess])[0].tolist()
    allowed = np.ones(len(letters), np.bool_)
    for place, colour in enumerate(colours):
        if colour == "G":
            allowed &= letters[:, place] == guess[place]
    revealed = (letter for letter, colour in zip(guess, colours, strict=True) if colour != "B")
    for letter, number in Counter(revealed).items():
        allowed &= (letters == letter).sum(axis=1) >= number
    return allowed


@lru_cache(maxsize=1)
def _letters(game: Game) -> Symbols:
    """Return the guesses as code points, (G, L), in Fortran order."""
    return np.asfortranarray(symbols(game.guesses))
