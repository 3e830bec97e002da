"""Arrays kept on disk between runs, under the user's cache folder.

One file holds one array: a line of JSON padded to a page, then the raw bytes. A file that is not
exactly what was asked for is built again; a folder that cannot be written costs only time.
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
LARGEST = 256 << 20  # bytes; a larger array is not kept
ROOM = 1 << 30  # bytes for all of them together; those longest unused make way


def folder() -> Path:
    """Name the folder the arrays are kept in; it need not exist yet."""
    from platformdirs import user_cache_path

    return user_cache_path("jotto", appauthor=False)


def kept(
    key: str, shape: tuple[int, ...], dtype: np.dtype[Any], build: Callable[[], Array]
) -> Array:
    """Return the array kept under ``key``, read-only and in Fortran order; build it if need be.

    ``key`` says all that the array depends on; ``build()`` must return ``shape`` and ``dtype``.
    """
    if int(np.prod(shape)) * dtype.itemsize > LARGEST:
        return build()
    path = folder() / f"{key}.array"
    found = _read(path, key, shape, dtype)
    if found is None:
        found = build()
        _write(path, key, found)
    return found


def _header(key: str, array: Array) -> bytes:
    shape, dtype = array.shape, array.dtype.str
    crc = zlib.crc32(array.ravel(order="F").data)  # a view, where it is in Fortran order
    fields = {"format": FORMAT, "key": key, "shape": shape, "dtype": dtype, "crc32": crc}
    return json.dumps(fields).encode().ljust(HEADER - 1) + b"\n"


def _read(path: Path, key: str, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array | None:
    """Map the array at ``path``; None unless every byte is as it was written for this key."""
    try:
        with path.open("rb") as file:
            header = file.read(HEADER)
        if path.stat().st_size != HEADER + int(np.prod(shape)) * dtype.itemsize:
            return None
        array = np.memmap(path, dtype, "r", HEADER, shape, order="F")
    except (OSError, ValueError):
        return None
    # all of it is read: 20 ms for the shipped list's 46 MB
    if header != _header(key, array):
        return None
    with suppress(OSError):
        os.utime(path)  # used just now
    return array


def _write(path: Path, key: str, array: Array) -> None:
    """Keep ``array`` at ``path``; silently not, where that fails."""
    with suppress(OSError):
        files.write(path, (_header(key, array), array.ravel(order="F").data), private=True)
        _make_room(path)


def _make_room(newest: Path) -> None:
    """Remove the files longest unused, but not ``newest``, until all fit into ROOM."""
    others = [(path.stat(), path) for path in newest.parent.glob("*.array*") if path != newest]
    left = ROOM - newest.stat().st_size
    for status, path in sorted(others, key=lambda file: file[0].st_mtime, reverse=True):
        left -= status.st_size
        if left < 0:
            path.unlink(missing_ok=True)
