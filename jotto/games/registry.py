"""Games by name: ``NAME[:PARAMS]``. A new one is a function and a line."""

from __future__ import annotations

from collections.abc import Callable

from jotto.engine.game import Game
from jotto.errors import GameError
from jotto.games.mastermind import bulls_and_cows, mastermind
from jotto.games.two_d import two_d

GAMES: dict[str, tuple[Callable[[str], Game], str]] = {
    "mastermind": (mastermind, "mastermind:4x6"),
    "bulls-and-cows": (bulls_and_cows, "bulls-and-cows:4x10"),
    "two-d": (two_d, "two-d:5"),
}


def game_named(text: str) -> Game:
    """Make a game from ``NAME:PARAMS``; raises GameError naming those there are.

    >>> len(game_named("mastermind:4x6").guesses)
    1296
    """
    name, _, params = text.partition(":")
    if name not in GAMES:
        examples = ", ".join(["words", *(example for _, example in GAMES.values())])
        raise GameError(f"no game is called {name!r}; there are {examples}")
    make, example = GAMES[name]
    if not params:
        raise GameError(f"{name!r} needs its size; write {example}")
    return make(params)
