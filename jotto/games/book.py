"""The opening book: the first two guesses of strong trees, as scripts/opening_book.py finds them.

A book belongs to one list, rule and prior, by their checksums; any other game has none.
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
    """Find the shipped book of a game; None if there is none, or it is damaged."""
    if len(game.secrets) != (folder() / SHIPPED).stat().st_size // 6:  # bytes a word
        return None  # most games: their checksum need not be computed
    for name in BOOKS.values():
        try:
            found = json.loads((folder() / name).read_text(encoding="utf-8"))
            belongs = found["format"], found["key"], found["prior"]
            if belongs == (FORMAT, game.key, game.prior_key):
                root = Node(game.index(found["first"]))
                for score, guess in found["second"].items():
                    root.below[game.rule.read(score)] = Node(game.index(guess))
                return Tree(start(game), root)
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            continue
    return None
