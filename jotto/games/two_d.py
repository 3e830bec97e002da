"""A point on a grid, found by comparing both coordinates at once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

import numpy as np

from jotto.engine.game import Game, Rule, game_of
from jotto.engine.partition import Scores
from jotto.errors import GameError, ScoreError, WordError

TEXTS = ("mixed", "below", "above", "equal")
ALSO = {"<=": "below", ">=": "above", "=": "equal", "win": "equal"}
LARGEST = 100


def two_d(text: str) -> Game:
    """Make the game of the points ``x,y`` with both from 0 to N - 1; ``text`` is N.

    A guess is ``below`` if neither coordinate is greater than the secret's, ``above`` if neither
    is less, ``equal`` if it is the secret, else ``mixed``. ``N:descending`` reverses the list.

    >>> two_d("5").score("2,1", "2,3")
    'below'
    """
    size, _, order = text.partition(":")
    if not re.fullmatch(r"\d{1,6}", size, re.A) or not 1 <= int(size) <= LARGEST:
        raise GameError(f"{size!r} is not a grid size; write 1 to {LARGEST}, such as two-d:5")
    if order not in ("", "descending"):
        raise GameError(f"{order!r} is not a variant; there is descending")
    n, rule = int(size), Rule("two-d", TEXTS, read_score, matrix)
    points = [f"{x},{y}" for x in range(n) for y in range(n)][:: -1 if order else 1]
    return game_of(points, (), rule, partial(read_point, n), closed=True)


def matrix(guesses: Sequence[str], secrets: Sequence[str]) -> Scores:
    """Score every guess against every secret: an array (G, S) uint8."""
    g, s = (np.array([p.split(",") for p in points]).astype(int) for points in (guesses, secrets))
    below, above = (g[:, None] <= s).all(axis=2), (g[:, None] >= s).all(axis=2)
    return np.asarray(below + 2 * above, np.uint8)  # places in TEXTS


def read_score(text: str) -> int:
    """Read ``below``, ``above``, ``mixed``, ``equal``, or ``<=``, ``>=``, ``=``, ``win``."""
    typed = text.strip().lower()
    if (typed := ALSO.get(typed, typed)) not in TEXTS:
        raise ScoreError(text, f"write one of {', '.join(sorted(TEXTS))}")
    return TEXTS.index(typed)


def read_point(n: int, text: str) -> str:
    """Read a point as typed; raises WordError."""
    match = re.fullmatch(r"\(?\s*(\d+)\s*,\s*(\d+)\s*\)?", text.strip(), re.A)
    if not match or not all(int(number) < n for number in match.groups()):
        raise WordError(text.strip(), f"write a point x,y with both from 0 to {n - 1}, such as 0,0")
    return ",".join(str(int(number)) for number in match.groups())
