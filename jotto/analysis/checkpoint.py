"""Work half done, kept in a file: a line for each opening that was played, after one of its own.

The first line says what game and strategy it is of. A file of another is refused; a last line
that was cut short is left out.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from jotto.analysis.workers import Line, Plan, Played
from jotto.errors import CheckpointError

FORMAT = 1
OFTEN = 5.0  # seconds between two times that the disk is told to keep what it was given


def header(plan: Plan) -> dict[str, Any]:
    """Say what a checkpoint is of."""
    return {"format": FORMAT, "checkpoint": "openings", "strategy": plan.strategy, "key": plan.key}


def load(path: Path, plan: Plan) -> dict[Line, Played]:
    """Read what was done. Raises CheckpointError if it is not of this game and strategy."""
    try:
        lines = path.read_bytes().split(b"\n")[:-1]  # what has no end was cut short
    except FileNotFoundError:
        raise CheckpointError(str(path), "there is none; leave --resume out") from None
    except OSError as error:
        raise CheckpointError(str(path), f"it cannot be read: {error.strerror}") from None
    try:
        head = json.loads(lines[0])
    except (ValueError, IndexError):
        head = None
    if not isinstance(head, dict) or head.get("checkpoint") != "openings":
        raise CheckpointError(str(path), "it is no checkpoint of openings; leave --resume out")
    if head != header(plan):
        reason = "it is of other lists, rules, prior or strategy; leave --resume out to start anew"
        raise CheckpointError(str(path), reason)
    return dict(_entry(path, plan, number, line) for number, line in enumerate(lines[1:], start=2))


def _entry(path: Path, plan: Plan, number: int, line: bytes) -> tuple[Line, Played]:
    try:
        opening, counts, weighted = json.loads(line)
        found = tuple(map(int, opening)), Played(tuple(map(int, counts)), int(weighted))
    except (ValueError, TypeError):
        raise CheckpointError(str(path), f"line {number} is damaged") from None
    if sum(found[1].counts) != len(plan.game.secrets) or not found[0]:
        raise CheckpointError(str(path), f"line {number} is damaged")
    return found


class Keeper:
    """Writes a checkpoint line by line; ``failed`` says why it does so no longer, if so."""

    def __init__(self, file: IO[str]) -> None:
        self.failed = ""
        self._file, self._synced = file, time.monotonic()

    def add(self, opening: Line, played: Played) -> None:
        """Keep what came of one opening."""
        self._write([opening, played.counts, played.weighted])

    def _write(self, fields: Any) -> None:
        if self.failed:
            return
        try:
            self._file.write(json.dumps(fields) + "\n")
            self._file.flush()
            if time.monotonic() - self._synced > OFTEN:
                os.fsync(self._file.fileno())
                self._synced = time.monotonic()
        except OSError as error:
            self.failed = error.strerror or str(error)


@contextmanager
def keeping(path: Path, plan: Plan, done: Mapping[Line, Played]) -> Iterator[Keeper]:
    """Write what was done already, and go on from there. Raises CheckpointError.

    What was there is replaced only when all of it is written anew.
    """
    aside = path.with_name(path.name + ".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = aside.open("w", encoding="utf-8")
    except OSError as error:
        raise CheckpointError(str(path), f"it cannot be written: {error.strerror}") from None
    try:
        keeper = Keeper(file)
        keeper._write(header(plan))
        for opening, played in done.items():
            keeper.add(opening, played)
        if not keeper.failed:
            aside.replace(path)
        yield keeper
    finally:
        with suppress(OSError):
            file.close()
        aside.unlink(missing_ok=True)
