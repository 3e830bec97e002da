"""A cache of arrays on disk, in the user's cache folder; and of values in memory.

Each file holds one array in numpy's format, followed by a checksum. An array whose file is damaged
is built again; so is every array if no file can be written.
"""

from __future__ import annotations

import io
import os
import zlib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import fields
from functools import partial, wraps
from pathlib import Path
from threading import RLock
from typing import Any, Generic, ParamSpec, TypeVar

import numpy as np

from jotto import files

Array = np.typing.NDArray[Any]
P = ParamSpec("P")
R = TypeVar("R")

SMALLEST = 1 << 14  # bytes; a smaller array is built faster than its file is written
LARGEST = 256 << 20  # bytes; a larger array is not cached
ROOM = 1 << 30  # bytes for all files; the least recently used are removed
CHECKED = 4  # bytes of the checksum
REMEMBERED = 1024  # results that a game keeps; the least recently used are dropped
LARGE = 3  # of a function whose results take some MB, such as further games
LOCK = RLock()  # an OrderedDict is damaged by two threads whose keys are compared in Python


def cached(key: str, build: Callable[[], Array]) -> Array:
    """Return the array cached under ``key``, read-only; else build it.

    ``key`` identifies all that the array depends on. The array is cached for the next call; write
    errors are ignored.
    """
    path = files.user_folder("cache") / f"{key}.array"
    with suppress(OSError, ValueError):
        content = np.memmap(path, np.uint8, "r")
        # the checksum reads all of it: 20 ms for the shipped list's 46 MB
        if content[-CHECKED:].tobytes() == _checksum(key, content[:-CHECKED].data):
            with suppress(OSError):
                os.utime(path)  # marks it as used, see _make_room
            array: Array = np.load(path, mmap_mode="r")
            return array
    array = build()
    if SMALLEST <= array.nbytes <= LARGEST:
        with suppress(OSError):
            buffer = io.BytesIO()
            np.save(buffer, array)
            data = buffer.getbuffer()
            files.write(path, (data, _checksum(key, data)), private=True)
            _make_room(path)
    return array


def _checksum(key: str, content: memoryview) -> bytes:
    return zlib.crc32(content, zlib.crc32(key.encode())).to_bytes(CHECKED)


def _make_room(newest: Path) -> None:
    """Remove the least recently used files, but not ``newest``, until all fit into ROOM."""
    others = [(path.stat(), path) for path in newest.parent.glob("*.array*") if path != newest]
    left = ROOM - newest.stat().st_size
    for status, path in sorted(others, key=lambda file: file[0].st_mtime, reverse=True):
        left -= status.st_size
        if left < 0:
            path.unlink(missing_ok=True)


def remember(function: Callable[P, R], *, large: bool = False) -> Callable[P, R]:
    """Keep what a function of a game or a position, and of hashable values, returns.

    It is kept with that game, see ``Game.remembered``, and goes with it.
    """

    @wraps(function)
    def kept(*args: P.args, **further: P.kwargs) -> R:
        at: Any = args[0]
        key, make = (function, args[1:], (*further.items(),)), partial(function, *args, **further)
        value: R = remembered(vars(at), key, make, function) if large else at.remembered(key, make)
        return value

    return kept


def remember_large(function: Callable[P, R]) -> Callable[P, R]:
    """Do the same for a function of a game whose results take some MB: only LARGE are kept."""
    return remember(function, large=True)


def remembered(
    holder: dict[str, Any], key: Hashable, make: Callable[[], R], large: Hashable = None
) -> R:
    """Return what ``make`` returned for ``key``; it is kept in the attributes of its holder.

    ``large``: the function, if its results are; LARGE of each are kept, REMEMBERED of all others.
    """
    with LOCK:
        memory = holder.setdefault("_memory", {}).setdefault(large, OrderedDict())
        once: Once[R] = memory.setdefault(key, Once(make))
        memory.move_to_end(key)
        if len(memory) > (LARGE if large else REMEMBERED):
            memory.popitem(last=False)
    return once.value()


class Once(Generic[R]):
    """A value that is made by the thread that asks first, while others wait for it."""

    def __init__(self, make: Callable[[], R]) -> None:
        self.lock, self.make, self.made = RLock(), make, list[R]()

    def value(self) -> R:
        """Return it."""
        with self.lock:
            if not self.made:
                self.made.append(self.make())
                del self.make  # with all that it holds
            return self.made[0]


def equal_fields(one: Any, other: Any) -> bool:
    """Whether two values of one dataclass are equal, arrays as a whole; its ``__eq__``."""

    def same(name: str) -> bool:
        mine, theirs = getattr(one, name), getattr(other, name)
        arrays = isinstance(mine, np.ndarray) or isinstance(theirs, np.ndarray)
        return bool(np.array_equal(mine, theirs) if arrays else mine == theirs)

    if one is other or type(one) is not type(other):
        return one is other
    return all(same(each.name) for each in fields(one) if each.compare)


def fields_alone(value: Any) -> dict[str, Any]:
    """Return the fields of a dataclass, without what is remembered; its ``__getstate__``."""
    return {each.name: getattr(value, each.name) for each in fields(value)}
