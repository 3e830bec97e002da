"""What the candidates have in common: letters that are in the secret, and where they stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from jotto.engine.game import Game, take
from jotto.engine.partition import Indices
from jotto.engine.strategies import weights_of
from jotto.games.codes import Codes

Letters = npt.NDArray[np.uint32]
Shares = npt.NDArray[np.float64]


def spelt(items: Sequence[Any]) -> Letters:
    """Spell words or codes out as code points: an array (N, L), short ones filled up with zeros."""
    if isinstance(items, Codes):
        return items.symbols
    texts = np.array([str(item) for item in items])
    return texts.view(np.uint32).reshape(len(texts), -1)


def alphabet(game: Game) -> str:
    """List the letters that the secrets are made of, in order."""
    return "".join(map(chr, np.unique(spelt(game.secrets)).tolist()))


def chances(game: Game, candidates: Indices) -> dict[str, float]:
    """Say how likely each letter of the game is in the secret, by the prior.

    >>> from jotto.games.words import word_game
    >>> game = word_game(["add", "bad", "dab"])
    >>> chances(game, game.everything[:2])
    {'a': 1.0, 'b': 0.5, 'd': 1.0}
    """
    letters, share = _letters_and_shares(game, candidates)
    return {
        letter: round(float(share[(letters == ord(letter)).any(axis=1)].sum()), 9)
        for letter in alphabet(game)
    }


def known(game: Game, candidates: Indices) -> tuple[str, str, str]:
    """Write the letters that are in the secret, that may be, and that are not, spaces between.

    >>> from jotto.games.words import word_game
    >>> game = word_game(["add", "bad", "dab", "cab"])
    >>> known(game, game.everything[:2])
    ('a d', 'b', 'c')
    """
    found = chances(game, candidates)
    return (
        " ".join(letter for letter, chance in found.items() if chance == 1),
        " ".join(letter for letter, chance in found.items() if 0 < chance < 1),
        " ".join(letter for letter, chance in found.items() if chance == 0),
    )


def places(game: Game, candidates: Indices) -> list[tuple[float, str, int]]:
    """List how likely each letter is at each place (from 1), by the prior, the likeliest first.

    >>> from jotto.games.words import word_game
    >>> game = word_game(["add", "bad", "dab"])
    >>> places(game, game.everything)[0]
    (0.666666667, 'a', 2)
    """
    letters, share = _letters_and_shares(game, candidates)
    found = [
        (round(float(share[letters[:, place] == letter].sum()), 9), chr(letter), place + 1)
        for place in range(letters.shape[1])
        for letter in np.unique(letters[:, place]).tolist()
    ]
    return sorted(found, key=lambda each: (-each[0], each[2], each[1]))


def _letters_and_shares(game: Game, candidates: Indices) -> tuple[Letters, Shares]:
    weights = weights_of(game, candidates)
    return spelt(take(game.secrets, candidates)), weights / weights.sum()
