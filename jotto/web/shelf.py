"""Games in the files of a folder, one file each; those used last stay in memory."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Generic, TypeVar

from jotto.errors import GameError

OPEN = 256  # in memory; what is not is read from its file
MOST = 2000  # in the folder; a device can begin only so many in a second
T = TypeVar("T")


@dataclass(eq=False)
class Shelf(Generic[T]):
    """Games by their names, which look like ``names``; ``read`` reads one from its file."""

    folder: Path
    names: re.Pattern[str]
    read: Callable[[str, Path], T]
    _open: OrderedDict[str, T] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    def __iter__(self) -> Iterator[str]:
        """Yield the names, the last in order of the alphabet first."""
        found = (place.stem for place in self.folder.glob("*.json"))
        return iter(sorted(filter(self.names.fullmatch, found), reverse=True))

    def place(self, name: str) -> Path:
        """Return the file of a game."""
        return self.folder / f"{name}.json"

    def check_room(self) -> None:
        """Raise GameError if there are too many."""
        if sum(1 for _ in self) >= MOST:
            raise GameError(f"{MOST:,} games are kept here; finish or delete one first")

    def held(self, name: str) -> T | None:
        """Return a game that is in memory."""
        with self._lock:
            return self._open.get(name)

    def get(self, name: str) -> T:
        """Return a game. Raises KeyError if there is none, and GameError if it is damaged."""
        found = self.held(name)
        if found is not None:
            return found
        place = self.place(name)
        if not self.names.fullmatch(name) or not place.is_file():
            raise KeyError(name)
        return self.put(name, self.read(name, place))

    def put(self, name: str, game: T) -> T:
        """Hold a game in memory; return the one that is held already, if there is one."""
        with self._lock:
            game = self._open.setdefault(name, game)
            self._open.move_to_end(name)
            while len(self._open) > OPEN:
                self._open.popitem(last=False)
        return game

    def remove(self, name: str) -> None:
        """Forget a game, and delete its file. Raises OSError."""
        with self._lock:
            self._open.pop(name, None)
        self.place(name).unlink(missing_ok=True)
