"""Games and strategies by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from jotto.engine.game import Game
from jotto.engine.strategies import ALLOWED, Allow, Guide, Strategy
from jotto.errors import GameError, quoted
from jotto.games.codes import mastermind
from jotto.games.hard import hard
from jotto.games.two_d import two_d
from jotto.games.words import words

GAMES: dict[str, tuple[Callable[[str], Game], str]] = {
    "mastermind": (mastermind, "mastermind:4x6"),
    "bulls-and-cows": (partial(mastermind, distinct=True), "bulls-and-cows:4x10"),
    "two-d": (two_d, "two-d:5"),
}
ALLOW = ALLOWED | {"hard": hard}


def named(text: str) -> Game:
    """Make a game from ``NAME[:PARAMS]``; ``words`` has the shipped list. Raises GameError.

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
    """Make a strategy by its name; see :class:`jotto.Strategy`. Raises GameError.

    ``opening`` is one guess, or several; ``allow`` is ``all``, ``candidates``, ``hard`` (with the
    rule ``colours``: use every hint), or a function.

    >>> strategy("minimax", opening="tares")
    Strategy('minimax', opening=('tares',))
    """
    if isinstance(allow, str) and allow not in ALLOW:
        raise GameError(f"{quoted(allow)} is not known to --allow; write {', '.join(ALLOW)}")
    first = (opening,) if isinstance(opening, str) else tuple(opening)
    may = ALLOW[allow] if isinstance(allow, str) else allow
    never = frozenset(avoid)
    return Strategy(str(name).lower(), opening=first, allow=may, avoid=never, seed=seed, tree=tree)
