"""The live games of a server: in memory while they are played, on disk at every change."""

from __future__ import annotations

import gc
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from secrets import token_urlsafe
from threading import Lock
from typing import Any

from jotto.assistant import saved
from jotto.assistant.saved import Options
from jotto.assistant.session import Session
from jotto.assistant.table import Table, remade
from jotto.engine.game import Game
from jotto.engine.measures import MEASURES, values
from jotto.engine.partition import IntArray
from jotto.engine.strategies import Strategy
from jotto.errors import GameError
from jotto.games.priors import common
from jotto.games.words import word_game

NAME = re.compile(r"[A-Za-z0-9_-]{1,80}")
OPEN = 256  # games in memory; one that is not is read from disk
MOST = 2000  # unfinished games in the folder; a device can begin only so many in a second
OWNER = "owner"  # the option that names the device a game belongs to


@dataclass(eq=False)
class Live:
    """A game that is played; ``name`` is its part of the address."""

    name: str
    place: Path
    options: Options
    session: Session
    lock: Lock = field(default_factory=Lock)


@lru_cache(maxsize=8)
def made(options: tuple[tuple[str, str | int | None], ...]) -> tuple[Game, Strategy]:
    """Make a game and its strategy from options, once for all who play it."""
    _, game, strategy = remade(dict(options), Table)
    return game, replace(strategy, values=quick_values)


def quick_values(*given: Any) -> IntArray:
    """Value guesses by compiled code as soon as that is loaded; the values are the same."""
    return _quickest(*given)


_quickest: Callable[..., IntArray] = values


def load() -> None:
    """Load compiled code, or compile it, while the first pages are shown without it."""
    global _quickest
    from jotto.engine.kernels import value_all

    for prior in (None, common):
        game = word_game(["hatch", "latch", "match", "catch"], prior=prior)
        value_all(game, game.everything[:3], MEASURES["entropy"])
    _quickest = value_all
    gc.freeze()  # see app


def session_of(options: Options) -> Session:
    """Make a session. Raises JottoError."""
    try:
        game, strategy = made(tuple((k, v) for k, v in options.items() if k != OWNER))
    except KeyError as error:
        raise GameError(f"the saved game lacks the option {error}") from None
    return Session(game, strategy)


@dataclass(eq=False)
class Games:
    """The games in a folder. With ``private``, each belongs to the device that began it."""

    folder: Path
    private: bool
    _open: OrderedDict[str, Live] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    def start(self, options: Options, owner: str) -> Live:
        """Begin a game. Raises GameError if there are too many, and OSError."""
        if sum(1 for _ in (self.folder / "games").glob("*.json")) >= MOST:
            raise GameError(f"{MOST:,} games are unfinished; finish one of them first")
        name = f"{time.strftime('%Y-%m-%d-%H%M%S')}-{token_urlsafe(12)}"
        options = {**options, OWNER: owner} if self.private else options
        live = Live(name, self._place(name), options, session_of(options))
        saved.save(live.place, live.options, live.session)
        return self._opened(live)

    def holds(self, name: str) -> bool:
        """Whether a game is in memory, so that getting it takes no time."""
        return name in self._open

    def get(self, name: str, owner: str) -> Live:
        """Return a game of its owner. Raises KeyError if there is none, GameError if damaged."""
        with self._lock:
            live = self._open.get(name)
        if live is None:
            place = self._place(name)
            if not NAME.fullmatch(name) or not place.is_file():
                raise KeyError(name)
            found = saved.load(place)
            self._check(found.options, owner, name)
            live = self._opened(
                Live(name, place, found.options, found.restore(session_of(found.options)))
            )
        self._check(live.options, owner, name)
        return live

    def kept(self, owner: str) -> Iterator[tuple[str, str]]:
        """Yield the name and the summary of each unfinished game, the one changed last first."""
        for place in saved.places(self.folder):
            try:
                found = saved.load(place)
                self._check(found.options, owner, place.stem)
            except (GameError, KeyError):
                continue
            yield place.stem, found.summary

    def keep(self, live: Live, session: Session) -> None:
        """Store a change before it counts. Raises OSError."""
        if session.transcript != live.session.transcript:
            saved.save(live.place, live.options, session)
        live.session = session

    def remove(self, live: Live) -> None:
        """Forget a game."""
        with self._lock:
            self._open.pop(live.name, None)
        live.place.unlink(missing_ok=True)

    def _check(self, options: Options, owner: str, name: str) -> None:
        if self.private and options.get(OWNER) != owner:
            raise KeyError(name)

    def _place(self, name: str) -> Path:
        return self.folder / "games" / f"{name}.json"

    def _opened(self, live: Live) -> Live:
        with self._lock:
            live = self._open.setdefault(live.name, live)
            self._open.move_to_end(live.name)
            while len(self._open) > OPEN:
                self._open.popitem(last=False)
        return live
