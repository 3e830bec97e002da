"""Games and strategies by name. A new game is a function and a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from jotto.engine.game import Game
from jotto.engine.strategies import ALLOWED, Allow, Guide, Strategy
from jotto.errors import GameError, quoted
from jotto.games.hard import hard
from jotto.games.mastermind import bulls_and_cows, mastermind
from jotto.games.two_d import two_d
from jotto.games.words import words

GAMES: dict[str, tuple[Callable[[str], Game], str]] = {
    "mastermind": (mastermind, "mastermind:4x6"),
    "bulls-and-cows": (bulls_and_cows, "bulls-and-cows:4x10"),
    "two-d": (two_d, "two-d:5"),
}


ALLOW = ALLOWED | {"hard": hard}


def named(text: str) -> Game:
    """Make a game from ``NAME[:PARAMS]``; raises GameError naming those there are.

    ``words`` is the game of :func:`jotto.words` with the shipped list.

    >>> len(named("mastermind:4x6").guesses)
    1296
    """
    name, _, params = str(text).partition(":")
    if name == "words" and not params:
        return words()
    if name not in GAMES:
        examples = ", ".join(["words", *(example for _, example in GAMES.values())])
        raise GameError(f"no game is called {name!r}; there are {examples}")
    make, example = GAMES[name]
    if not params:
        raise GameError(f"{name!r} needs its size; write {example}")
    return make(params)


def strategy(
    name: str = "entropy",
    *,
    opening: Iterable[Any] | str = (),
    allow: str | Allow = "all",
    avoid: Iterable[Any] = (),
    seed: int | tuple[int, ...] = 0,
    tree: Guide | None = None,
) -> Strategy:
    """Make a strategy by its name; see :class:`jotto.Strategy`.

    ``allow`` is ``all``, ``candidates`` or ``hard`` (the coloured game: use every hint), or a
    function. ``opening`` is one guess, or several. Raises GameError for a name not known.

    >>> strategy("minimax", opening="tares")
    Strategy('minimax', opening=('tares',))
    """
    if isinstance(allow, str) and allow not in ALLOW:
        raise GameError(f"{quoted(allow)} is not known to --allow; write {', '.join(ALLOW)}")
    return Strategy(
        str(name).lower(),
        opening=(opening,) if isinstance(opening, str) else tuple(opening),
        allow=ALLOW[allow] if isinstance(allow, str) else allow,
        avoid=frozenset(avoid),
        seed=seed,
        tree=tree,
    )
