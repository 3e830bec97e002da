"""The word of a day: the same in every program that has the list, without a server.

``jotto/pages/keeper.js`` is its twin.
"""

from __future__ import annotations

from collections.abc import Container
from datetime import date, datetime, time, timedelta
from functools import reduce
from typing import Any

import numpy as np

from jotto.engine.game import Game
from jotto.games.words import offensive
from jotto.question.fields import WORDS
from jotto.question.filling import filled
from jotto.question.making import Question

BASIS, PRIME = 0x811C9DC5, 0x01000193  # of FNV-1a with 32 bits
COMMON = 80  # percent: a word of a day is of the likeliest that have so much of all weight
ADVICE = "prior", "past"  # which make no difference to it


def usual(asked: Question, game: Game) -> Game:
    """Return a game with the usual prior of its list, by which the word of a day is found.

    >>> asked = Question(prior="even")
    >>> usual(asked, asked.make_game()).prior_key == Question().make_game().prior_key
    True
    """
    whole = asked.whole
    same = {name: value for name, value in whole.said.items() if name not in ADVICE}
    of_day = filled("keep", same, kind=Question)
    alike = whole.past is None and whole.prior == of_day.prior
    return game if alike else of_day.make_game()


def common(game: Game, percent: int, avoid: Container[Any] = ()) -> list[int]:
    """Return the secrets (indices) that are likeliest, which have so much of all weight.

    Those that are as likely as the last of them belong to them, so that without a prior all do.
    Those of ``avoid`` are left out, unless none is left.

    >>> import jotto
    >>> prior = {"hatch": 1, "latch": 3, "match": 2}
    >>> common(jotto.words(["hatch", "latch", "match"], prior=prior), 80)
    [1, 2]
    """
    weights = game.weights(game.everything)
    ordered = np.sort(weights)[::-1]
    least = ordered[np.argmax(100 * ordered.cumsum() >= percent * weights.sum())]
    likely: list[int] = np.flatnonzero(weights >= least).tolist()
    return [i for i in likely if not (avoid and game.secrets[i] in avoid)] or likely


def places(asked: Question, game: Game, avoid: Container[Any]) -> list[int] | None:
    """Return the indices of the secrets that may be the word of a day.

    None if these are those that are ``common`` in the game itself, without those of ``avoid``.
    """
    if asked.whole.game != WORDS:
        return None
    those = common(usual(asked, game), COMMON, offensive())
    return None if those == common(game, COMMON, avoid) else those


def daily(game: Game, day: date, avoid: Container[Any] = ()) -> Any:
    """Return the secret of a day: each of the likeliest comes once before one comes again.

    They are in the order of their hashes (FNV-1a with 32 bits, of the text in UTF-8), equal ones by
    their texts; the day has a number, days since 1970-01-01. That and the hash of the name of the
    rule, modulo how many there are, is the place of its word: two rules have different words.

    >>> import jotto
    >>> game = jotto.words(["hatch", "latch", "match"])
    >>> [daily(game, date(2026, 11, day)) for day in (26, 27, 28, 29)]
    ['latch', 'hatch', 'match', 'latch']
    """
    words = [game.secrets[i] for i in common(game, COMMON, avoid)]
    ordered = sorted(words, key=lambda secret: (hashed(str(secret)), secret))
    number = (day - date(1970, 1, 1)).days + hashed(game.rule.name)
    return ordered[number % len(ordered)]


def until_next(day: date, now: datetime) -> timedelta | None:
    """Return how long it takes until another word of a day comes; None if that has come.

    >>> str(until_next(date(2026, 11, 29), datetime(2026, 11, 29, 18, 48)))
    '5:12:00'
    """
    left = datetime.combine(day + timedelta(days=1), time()) - now
    return left if left > timedelta() else None


def hashed(text: str) -> int:
    """Return the hash FNV-1a of a text, 32 bits (Fowler, Noll and Vo).

    >>> hex(hashed("a")), hex(hashed("foobar"))
    ('0xe40c292c', '0xbf9cf968')
    """
    return reduce(lambda code, byte: (code ^ byte) * PRIME % 2**32, text.encode(), BASIS)
