"""Letters of the candidates: how likely each letter is, its places, and hints for a player."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from jotto.engine.game import Game
from jotto.engine.position import Position
from jotto.games.codes import Codes

Letters = npt.NDArray[np.uint32]

SHOWN = 4  # letters in a hint


def spelt(items: Sequence[Any]) -> Letters:
    """Return words or codes as code points: an array (N, L), padded with zeros."""
    if isinstance(items, Codes):
        return items.symbols
    texts = np.array([str(item) for item in items])
    return texts.view(np.uint32).reshape(len(texts), -1)


def chances(at: Position) -> dict[str, float]:
    """Return the probability under the prior that each letter of the game is in the secret.

    >>> import jotto
    >>> chances(jotto.start(jotto.words(["add", "bad", "dab"]), "dab=1,2"))
    {'a': 1.0, 'b': 1.0, 'd': 1.0}
    """
    letters, share = spelt(at.candidates), _shares(at)
    return {
        chr(letter): round(float(share[(letters == letter).any(axis=1)].sum()), 9)
        for letter in alphabet(at.game)
    }


@lru_cache(maxsize=8)
def alphabet(game: Game) -> list[int]:
    """Return the code points of all letters of the secrets, ascending."""
    found: list[int] = np.unique(spelt(game.secrets)).tolist()
    return found


@lru_cache(maxsize=1024)
def known(at: Position) -> tuple[str, str, str]:
    """Return the letters that are in the secret, may be, and are not, separated by spaces.

    >>> import jotto
    >>> known(jotto.start(jotto.words(["add", "bad", "mad", "cab"]), "bad=2,0"))
    ('a d m', '', 'b c')
    """
    found = chances(at).items()
    inside = " ".join(letter for letter, chance in found if chance == 1)
    between = " ".join(letter for letter, chance in found if 0 < chance < 1)
    return inside, between, " ".join(letter for letter, chance in found if not chance)


def groups(at: Position) -> dict[str, str]:
    """Return the known letters by what is known: in, open, out; nothing if none is in or out.

    >>> import jotto
    >>> groups(jotto.start(jotto.words(["add", "bad", "mad", "cab"]), "bad=2,0"))
    {'in': 'a d m', 'out': 'b c'}
    """
    inside, between, out = known(at)
    named = {"in": inside, "open": between, "out": out} if inside or out else {}
    return {name: letters for name, letters in named.items() if letters}


def places(at: Position) -> list[tuple[float, str, int]]:
    """List the probability of each letter at each place (from 1) under the prior, likeliest first.

    >>> import jotto
    >>> places(jotto.start(jotto.words(["add", "bad", "dab"])))[0]
    (0.666666667, 'a', 2)
    """
    share = _shares(at)
    found = [
        (round(float(share[column == letter].sum()), 9), chr(letter), place)
        for place, column in enumerate(spelt(at.candidates).T, start=1)
        for letter in np.unique(column).tolist()
    ]
    return sorted(found, key=lambda each: (-each[0], each[2], each[1]))


def _shares(at: Position) -> npt.NDArray[np.float64]:
    weights = at.game.weights(at.left)
    return np.asarray(weights / weights.sum())


def hint(at: Position, number: int) -> str:
    """Return hint ``number`` (from 1); each reveals more than the last, and the 4th repeats.

    >>> import jotto
    >>> hint(jotto.start(jotto.words(["bat", "cat", "hat", "mat"])), 1)
    'In the secret: a t. Not in it: none known.'
    """
    if number == 1:
        inside, _, out = (letters or "none known" for letters in known(at))
        return f"In the secret: {inside}. Not in it: {out}."
    if number == 2:
        still = sorted((-chance, letter) for letter, chance in chances(at).items() if chance % 1)
        some = ", ".join(f"{letter} ({-chance:.0%})" for chance, letter in still[:SHOWN])
        return f"Likeliest letters not yet known: {some}." if some else "Every letter is known."
    if number == 3:
        likeliest = (f"{each} at place {place} ({p:.0%})" for p, each, place in places(at)[:SHOWN])
        return f"Likeliest places: {', '.join(likeliest)}."
    share = _shares(at)
    return f"Likeliest secret: {at.candidates[int(share.argmax())]} ({share.max():.0%})."
