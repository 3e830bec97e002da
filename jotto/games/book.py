"""The opening book: the first two guesses of strong trees, found once and for all.

A book belongs to one list, rule and prior, by their fingerprints; any other game has none.
``scripts/opening_book.py`` makes the shipped ones.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jotto.engine.allowed import History
from jotto.engine.game import Game
from jotto.engine.partition import Indices
from jotto.errors import JottoError
from jotto.games.words import SHIPPED, folder

FORMAT = 1
BOOKS = {"even": "english-5.book-even.json", "common": "english-5.book-common.json"}


@dataclass(frozen=True)
class Book:
    """The first guess (an index), and the second after each score code of the first."""

    first: int
    second: Mapping[int, int]

    def guess(self, game: Game, candidates: Indices, history: History) -> int | None:
        """Return the guess for a position that the book has; None for any other."""
        if not history:
            return self.first
        if history != (self.first,):
            return None
        return self.second.get(int(game.codes(self.first, candidates[:1])[0]))


def book_for(game: Game) -> Book | None:
    """Find the shipped book of a game; None if there is none.

    >>> from jotto.games.words import word_game
    >>> book_for(word_game(["hatch", "latch", "match"])) is None
    True
    """
    if len(game.secrets) != _shipped_length():
        return None  # most games: their fingerprint need not be made
    for name in BOOKS.values():
        path = folder() / name
        found = read(path) if path.is_file() else {}
        if (found.get("key"), found.get("prior", "")) == (game.key, game.prior_key):
            return _book(game, found)
    return None


def _shipped_length() -> int:
    """Count the words of the shipped list by its size: six bytes each."""
    return (folder() / SHIPPED).stat().st_size // 6


def read(path: Path) -> dict[str, Any]:
    """Read a book; one of another format, or a damaged one, is as none."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, OSError):
        return {}
    return found if isinstance(found, dict) and found.get("format") == FORMAT else {}


def _book(game: Game, found: dict[str, Any]) -> Book | None:
    try:
        second = {
            game.rule.read(score): _index(game, word) for score, word in found["second"].items()
        }
        return Book(_index(game, found["first"]), second)
    except (KeyError, AttributeError, ValueError, JottoError):
        return None


def _index(game: Game, word: str) -> int:
    at = game.find(word)
    if at < 0:
        raise ValueError(word)
    return at
