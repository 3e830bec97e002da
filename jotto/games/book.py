"""The opening book: the first two guesses of strong trees, made by scripts/opening_book.py.

A book is for one list, rule and prior, identified by checksums; other games have none.
"""

from __future__ import annotations

import json

from jotto.engine.game import Game
from jotto.engine.position import start
from jotto.games.lists import SHIPPED, folder
from jotto.trees.node import Node
from jotto.trees.tree import Tree

FORMAT = 1
BOOKS = {"even": "english-5.book-even.json", "common": "english-5.book-common.json"}


def book_for(game: Game) -> Tree | None:
    """Return the shipped book of a game; None if there is none, or it is damaged."""
    if len(game.secrets) != (folder() / SHIPPED).stat().st_size // 6:  # bytes per word
        return None  # without computing a checksum
    for name in BOOKS.values():
        try:
            book = json.loads((folder() / name).read_text(encoding="utf-8"))
            belongs = book["format"], book["key"], book["prior"]
            if belongs == (FORMAT, game.key, game.prior_key):
                root = Node(game.index(book["first"]))
                for score, guess in book["second"].items():
                    root.below[game.rule.read(score)] = Node(game.index(guess))
                return Tree(start(game), root)
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            continue
    return None
