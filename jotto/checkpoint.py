"""Checkpoints, from which an interrupted run is resumed.

A checkpoint is a file of JSON lines: a header, then ``[stage, item, result]`` for each result.
Lines are only appended; an incomplete last line is dropped.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from jotto.errors import FileError

SYNC = 5.0  # seconds between two calls of fsync
Item = tuple[int, ...]
Valid = Callable[[str, Item, Any], bool]


class Checkpoint:
    """The results of a run, written to a file as they are appended.

    ``done`` maps (stage, item) to the result. Without a ``path`` nothing is written.
    ``header["file"]`` names the kind of file; the other fields of ``header`` identify the run. With
    ``resume`` the results in the file are read, each checked by ``valid(stage, item, result)``. If
    the file cannot be written, ``failed`` is the reason. Raises FileError if it cannot be resumed.
    """

    def __init__(
        self, path: Path | None, header: Mapping[str, Any], valid: Valid, *, resume: bool
    ) -> None:
        self.path, self.failed = path, ""
        self.done: dict[tuple[str, Item], Any] = {}
        self._file: BinaryIO | None = None
        self._synced = time.monotonic()
        if path is None:
            return
        size = self._read(path, header, valid) if resume else 0
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("ab")
            self._file.truncate(size)
        except OSError as error:
            self.failed = error.strerror or str(error)
        if not size:
            self._write(header)

    def append(self, stage: str, item: Item, result: Any) -> None:
        """Add a result, which consists of lists and integers."""
        self.done[stage, item] = result
        self._write([stage, item, result])

    def close(self) -> None:
        """Close the file."""
        with suppress(OSError):  # a full disk: ``failed`` has the reason
            if self._file is not None:
                self._file.close()

    def _write(self, line: Any) -> None:
        if self._file is None or self.failed:
            return
        try:
            self._file.write(json.dumps(line).encode() + b"\n")
            self._file.flush()
            if time.monotonic() - self._synced > SYNC:
                os.fsync(self._file.fileno())
                self._synced = time.monotonic()
        except OSError as error:
            self.failed = error.strerror or str(error)

    def _read(self, path: Path, header: Mapping[str, Any], valid: Valid) -> int:
        """Read the results; return the size of the complete lines in bytes."""
        refused, its = partial(FileError, "checkpoint", path), None
        try:
            first, *lines = path.read_bytes().split(b"\n")[:-1] or [b""]
        except FileNotFoundError:
            raise refused("there is none; leave --resume out") from None
        except OSError as error:
            raise refused(f"it cannot be read: {error.strerror}") from None
        with suppress(ValueError):
            its = json.loads(first)
        if not isinstance(its, dict) or its.get("file") != header["file"]:
            raise refused(f"it is no {header['file']}; leave --resume out")
        others = " and ".join(f"another {name}" for name in header if its.get(name) != header[name])
        if others:
            raise refused(f"it belongs to a run with {others}; leave --resume out to start again")
        for number, line in enumerate(lines, start=2):
            try:
                stage, item, result = json.loads(line)
                if not valid(stage, tuple(item), result):
                    raise ValueError
            except (ValueError, TypeError):
                raise refused("it is damaged", number) from None
            self.done[stage, tuple(item)] = result
        return sum(len(line) + 1 for line in (first, *lines))
