"""What the live game of a page in one file needs besides its lists and its rule, as plain data.

``jotto/pages/live.js`` reads it. The laws of the race, the help and the strings of real text are
those of the program, so that the page says the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from jotto.assistant import doctor, view
from jotto.engine.game import Game
from jotto.engine.position import Strategy, start
from jotto.games import registry, unlisted, words

FIRST_SIGN, BACKSLASH = 35, 92  # signs for small numbers, without those that JSON escapes


def live_data(game: Game, strategy: Strategy) -> dict[str, Any]:
    """Return the strategy and the tables of a live game.

    >>> import jotto
    >>> data = live_data(jotto.words(["hatch", "latch"]), jotto.strategy())
    >>> data["measure"], data["allow"], data["hasBook"], data["bonuses"]
    ('entropy', 'all', False, None)
    """
    allow = next(name for name, one in registry.ALLOW.items() if one is strategy.allow)
    level_of = words.levels()
    levels = [level_of.get(str(guess), 99) for guess in game.guesses]
    common = [place for place, level in enumerate(levels) if level <= view.COMMON]
    return {
        "measure": strategy.name,
        "rankBy": strategy.without_tree().name,
        "allow": allow,
        "avoid": sorted(map(str, strategy.avoid)),
        "hasBook": strategy.tree is not None and not strategy.tree.path,
        "openingBits": start(game).rank(top=1)[0].bits,
        "remaining": doctor.REMAINING,
        "help": {name: known for name, known in view.texts().items() if name != "keep"},
        "common": [place - before for before, place in pairwise((0, *common))],
        "bonuses": _bonuses(game),
    }


def _bonuses(game: Game) -> Mapping[str, Any] | None:
    """Return the strings of real text that the letter model prefers; None if it has none.

    ``words``: how many letters each shares with the one before it, then the rest. ``places``: a
    sign for each, which says which of the ``values`` it has.
    """
    if game.closed or game.rule.tallies is None or len(game.secrets[0]) != unlisted.LENGTH:
        return None
    listed, bonuses = unlisted.read_english()
    if sum(word in listed for word in game.secrets) < unlisted.ENGLISH * len(game.secrets):
        return None
    values, texts, before = sorted({*bonuses.values()}), list[str](), ""
    for word in bonuses:
        shared = next(i for i in range(len(word)) if word[: i + 1] != before[: i + 1])
        texts.append(f"{shared}{word[shared:]}")
        before = word
    signs = {value: _sign(place) for place, value in enumerate(values)}
    places = "".join(signs[value] for value in bonuses.values())
    return {"words": "".join(texts), "places": places, "values": values}


def _sign(place: int) -> str:
    sign = FIRST_SIGN + place
    return chr(sign + (sign >= BACKSLASH))
