"""A cache of arrays on disk, in the user's cache folder.

Each file holds one array: a header of JSON padded to a page, then the raw bytes. An array whose
file is damaged or does not match is built again; so is every array if no file can be written.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from jotto import files

Array = npt.NDArray[Any]

FORMAT = 1
HEADER = 4096  # bytes; a page, so that the array behind it is aligned
LARGEST = 256 << 20  # bytes; a larger array is not cached
ROOM = 1 << 30  # bytes for all files; the least recently used are removed


def folder() -> Path:
    """Return the cache folder, which need not exist yet."""
    return files.user_folder("cache")


def cached(
    key: str, shape: tuple[int, ...], dtype: np.dtype[Any], build: Callable[[], Array]
) -> Array:
    """Return the array cached under ``key``, read-only and in Fortran order; else build it.

    ``key`` identifies all that the array depends on; ``build()`` must return ``shape`` and
    ``dtype``. The array is cached for the next call; write errors are ignored.
    """
    if int(np.prod(shape)) * dtype.itemsize > LARGEST:
        return build()
    path = folder() / f"{key}.array"
    array = _read(path, key, shape, dtype)
    if array is None:
        array = build()
        _write(path, key, array)
    return array


def _header(key: str, array: Array) -> bytes:
    shape, dtype = array.shape, array.dtype.str
    crc = zlib.crc32(array.ravel(order="F").data)  # a view if it is in Fortran order
    fields = {"format": FORMAT, "key": key, "shape": shape, "dtype": dtype, "crc32": crc}
    return json.dumps(fields).encode().ljust(HEADER - 1) + b"\n"


def _read(path: Path, key: str, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array | None:
    """Memory-map the array at ``path``; None if it was not written for this key, or is damaged."""
    try:
        with path.open("rb") as file:
            header = file.read(HEADER)
        if path.stat().st_size != HEADER + int(np.prod(shape)) * dtype.itemsize:
            return None
        array = np.memmap(path, dtype, "r", HEADER, shape, order="F")
    except (OSError, ValueError):
        return None
    # the checksum reads all of it: 20 ms for the shipped list's 46 MB
    if header != _header(key, array):
        return None
    with suppress(OSError):
        os.utime(path)  # marks it as used, see _make_room
    return array


def _write(path: Path, key: str, array: Array) -> None:
    """Write ``array`` to ``path``; errors are ignored."""
    with suppress(OSError):
        files.write(path, (_header(key, array), array.ravel(order="F").data), private=True)
        _make_room(path)


def _make_room(newest: Path) -> None:
    """Remove the least recently used files, but not ``newest``, until all fit into ROOM."""
    others = [(path.stat(), path) for path in newest.parent.glob("*.array*") if path != newest]
    left = ROOM - newest.stat().st_size
    for status, path in sorted(others, key=lambda file: file[0].st_mtime, reverse=True):
        left -= status.st_size
        if left < 0:
            path.unlink(missing_ok=True)
