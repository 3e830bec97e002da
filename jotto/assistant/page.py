"""The assistant in one HTML file: all data of a game as compact JSON, and the page around them.

The engine of the page is ``jotto/pages/engine.js``; it reads what :func:`data_of` writes.
"""

from __future__ import annotations

from itertools import pairwise, takewhile
from typing import Any

import numpy as np

from jotto import __version__
from jotto.assistant import doctor, view
from jotto.engine.game import Game
from jotto.engine.position import ALLOWED, Strategy, start
from jotto.errors import GameError, count
from jotto.games import unlisted
from jotto.games.scoring import RULES, hard, rule_named
from jotto.games.words import levels
from jotto.trees.formats import Node
from jotto.trees.tree import Tree

MOST = 50_000  # guesses: the page keeps all in memory
SIGNS = "0123456789abcdefghijklmnopqrstuvwxyz"
FIRST_SIGN = 35  # after the quotation mark
RAREST = 19  # a level divided by 5, as a digit of base 36


def data_of(game: Game[str], strategy: Strategy, *, title: str = "") -> dict[str, Any]:
    """Return all that the page needs of a game and its strategy, as JSON values.

    * ``words``: all guesses joined; ``secrets``: how many of them, from the first, may be the
      secret, or which (indices).
    * ``weights``: None, a list, or ``values`` and for each secret the place of its value, ``at``.
    * ``levels``: for each guess SCOWL's level / 5 as a digit, empty if none is known.
    * ``openingBits``: what the best opening gains, for the odds of a race; ``bonuses``: the strings
      of real text, which are likelier than others to be a secret that is in no list.
    * ``book``: the tree that is followed, as ``[guess, {code: tree}]``; at least the first guess.

    Raises GameError for a game or a strategy that the page does not know.
    """
    length, words = len(str(game.guesses[0])), [str(guess) for guess in game.guesses]
    kinds = (name for name in RULES if game.rule == rule_named(name, length))
    if (kind := next(kinds, None)) is None:
        raise GameError("the page knows words, Mastermind and Bulls & Cows").about("game")
    if len(words) > MOST:
        raise GameError(f"{count(len(words), 'guess')}: the page can have {MOST:,} at most")
    if strategy.name == "random":
        raise GameError("the page cannot guess at random; choose another").about("strategy")
    own = game.guess_of.tolist()
    tree = strategy.tree if isinstance(strategy.tree, Tree) else None
    allow = next(name for name, one in (*ALLOWED.items(), ("hard", hard)) if one is strategy.allow)
    root = _nodes(tree.root) if tree else [game.find(strategy(start(game)))]
    for turn in reversed(tree.at.history if tree else ()):
        root = [game.find(turn.guess), {turn.code: root}]
    level_of = levels()
    level = [level_of.get(word, 5 * RAREST) // 5 for word in words]
    return {
        "version": __version__,
        "key": f"{game.key[:16]}{game.prior_key or ''}",
        "title": title,
        "length": length,
        "words": "".join(words),
        "secrets": len(own) if own == [*range(len(own))] else own,
        "weights": _weights(game),
        "rule": {
            "kind": kind,
            "counts": [each._asdict() for each in game.rule.counts],
            "coloured": game.rule.coloured,
            "ofWords": game.rule.of_words,
        },
        "closed": game.closed,
        "levels": "".join(SIGNS[each] for each in level) if min(level) < RAREST else "",
        "common": view.COMMON,
        "book": {"tree": root, "shipped": tree is not None and not tree.path},
        "strategy": {
            "measure": strategy.name,
            "allow": allow,
            "avoid": sorted(strategy.avoid.intersection(words)),
        },
        "remaining": doctor.REMAINING,
        "openingBits": start(game).rank(top=1)[0].bits,
        "bonuses": _bonuses(game),
        "help": {name: dict(lines) for name, lines in view.texts().items()},
    }


def _weights(game: Game[str]) -> Any:
    if game.prior is None:
        return None
    values, at = np.unique(game.prior, return_inverse=True)
    if len(values) > len(SIGNS):
        return game.prior.tolist()
    return {"values": values.tolist(), "at": "".join(SIGNS[each] for each in at)}


def _bonuses(game: Game[str]) -> dict[str, Any] | None:
    """Return the strings of real text with their bonuses; None if the letter model uses none.

    ``words``: how many letters each shares with the one before it, then the rest. ``places``: a
    sign for each, which says which of the ``values`` it has.
    """
    if game.closed or game.rule.tallies is None or len(game.secrets[0]) != unlisted.LENGTH:
        return None
    listed, bonuses = unlisted.read_english()
    if sum(word in listed for word in game.secrets) < unlisted.ENGLISH * len(game.secrets):
        return None
    texts = (_after(*pair) for pair in pairwise(("", *bonuses)))
    values = sorted({*bonuses.values()})
    signs = {value: _sign(place) for place, value in enumerate(values)}
    places = "".join(signs[value] for value in bonuses.values())
    return {"words": "".join(texts), "places": places, "values": values}


def _after(before: str, word: str) -> str:
    """Return how many letters a word shares with the one before it, then the rest."""
    letters = zip(before, word, strict=False)
    same = len([*takewhile(lambda pair: pair[0] == pair[1], letters)])
    return f"{same}{word[same:]}"


def _sign(place: int) -> str:
    """Return a character for a small number, without those that JSON escapes."""
    return chr(FIRST_SIGN + place + (FIRST_SIGN + place >= ord("\\")))


def _nodes(node: Node) -> list[Any]:
    """Return a tree as ``[guess, {code: tree}]``; a leaf is ``[guess]``."""
    below = {code: _nodes(each) for code, each in node.below.items()}
    return [node.guess, below] if below else [node.guess]
