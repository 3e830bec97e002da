"""The live games of a server, saved at every change."""

from __future__ import annotations

import gc
import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from secrets import token_urlsafe
from threading import Lock
from typing import Any

from jotto.assistant import saved
from jotto.assistant.saved import Options, Saved
from jotto.assistant.session import Session
from jotto.assistant.table import Table, remade
from jotto.engine.game import Game
from jotto.engine.measures import MEASURES, values
from jotto.engine.partition import IntArray
from jotto.engine.strategies import Strategy
from jotto.errors import GameError
from jotto.games.priors import common
from jotto.games.words import word_game
from jotto.web.shelf import Shelf

NAME = re.compile(r"[A-Za-z0-9_-]{1,80}")
OWNER = "owner"  # the option that names the device a game belongs to


@dataclass(eq=False)
class Live:
    """A game that is played, and its file."""

    place: Path
    options: Options
    session: Session
    lock: Lock = field(default_factory=Lock)
    _stamp: int = 0  # when the file was written; the terminal may continue the same game

    @property
    def name(self) -> str:
        """Its part of the address."""
        return self.place.stem

    @property
    def saved(self) -> Saved:
        """What the file holds."""
        return Saved(self.options, self.session.game.key, self.session.transcript)

    def keep(self, session: Session) -> None:
        """Store a change before it counts. Raises OSError."""
        if not self._stamp or session.transcript != self.session.transcript:
            saved.save(self.place, self.options, session, synced=False)
            self._stamp = self.place.stat().st_mtime_ns
        self.session = session

    def refresh(self) -> None:
        """Read the file again if another program has changed it. Raises GameError and KeyError."""
        try:
            stamp = self.place.stat().st_mtime_ns
        except FileNotFoundError:
            raise KeyError(self.name) from None
        if stamp != self._stamp:
            self.session = saved.load(self.place).restore(session_of(self.options))
            self._stamp = stamp


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


def _read(name: str, place: Path) -> Live:
    options = saved.load(place).options
    return Live(place, options, session_of(options))


@dataclass(eq=False)
class Games:
    """The games in a folder. With ``private``, each belongs to the device that began it."""

    folder: Path
    private: bool
    shelf: Shelf[Live] = field(init=False)

    def __post_init__(self) -> None:
        self.shelf = Shelf(self.folder / "games", NAME, _read)

    def start(self, options: Options, owner: str) -> Live:
        """Begin a game. Raises GameError if there are too many, and OSError."""
        self.shelf.check_room()
        name = f"{time.strftime('%Y-%m-%d-%H%M%S')}-{token_urlsafe(12)}"
        options = {**options, OWNER: owner} if self.private else options
        live = Live(self.shelf.place(name), options, session_of(options))
        live.keep(live.session)
        return self.shelf.put(name, live)

    def get(self, name: str, owner: str) -> Live:
        """Return a game of its owner. Raises KeyError if there is none, GameError if damaged."""
        live = self.shelf.get(name)
        if not self._owns(owner, live.options):
            raise KeyError(name)
        with live.lock:
            live.refresh()
        return live

    def kept(self, owner: str) -> Iterator[tuple[str, str]]:
        """Yield the name and the summary of each unfinished game, the one begun last first."""
        for name in self.shelf:
            with suppress(GameError):
                live = self.shelf.held(name)
                found = live.saved if live else saved.load(self.shelf.place(name))
                if self._owns(owner, found.options):
                    yield name, found.summary

    def _owns(self, owner: str, options: Options) -> bool:
        return not self.private or options.get(OWNER) == owner
