"""Work half done, kept in a file: a line for each opening that is done, after one of its own.

The first line says what game and strategy it is of, and which pairs it chooses from. A file of
another is refused; a last line that was cut short is left out. What comes next is of one form,
``[opening, ...]``: how its games went, the best pairs that begin with it, or the total of the tree
that a search found after it.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, TypeVar

from jotto.analysis.workers import Line, Pair, Plan, Played
from jotto.errors import CheckpointError

FORMAT = 1
OFTEN = 5.0  # seconds between two times that the disk is told to keep what it was given
F = TypeVar("F", list[Pair], Played, int)  # what is found in a stage of the work
ANEW = "leave --resume out to start anew"


@dataclass(frozen=True)
class Done:
    """What is done of each stage of the work, by opening."""

    pairs: dict[Line, list[Pair]] = field(default_factory=dict)
    played: dict[Line, Played] = field(default_factory=dict)
    refined: dict[Line, int] = field(default_factory=dict)


def header(plan: Plan, firsts: Sequence[Line] = (), number: int = 0) -> dict[str, Any]:
    """Say what a checkpoint is of: single openings, or the best ``number`` pairs of ``firsts``.

    Of the pairs only those are kept that may be among so many, of these guesses: others would
    miss some. Single openings are kept whole, and may be any.
    """
    head = {"format": FORMAT, "checkpoint": "openings", "strategy": plan.strategy, "key": plan.key}
    if not number:
        return head
    among = hashlib.sha256(repr(sorted(firsts)).encode()).hexdigest()[:32]
    return head | {"pairs": number, "among": among}


def load(path: Path, plan: Plan, head: dict[str, Any]) -> Done:
    """Read what was done. Raises CheckpointError if it is not of this ``head``."""
    try:
        lines = path.read_bytes().split(b"\n")[:-1]  # what has no end was cut short
    except FileNotFoundError:
        raise CheckpointError(str(path), "there is none; leave --resume out") from None
    except OSError as error:
        raise CheckpointError(str(path), f"it cannot be read: {error.strerror}") from None
    try:
        its = json.loads(lines[0])
    except (ValueError, IndexError):
        its = None
    if not isinstance(its, dict) or its.get("checkpoint") != "openings":
        raise CheckpointError(str(path), "it is no checkpoint of openings; leave --resume out")
    if its != head:
        raise CheckpointError(str(path), f"it is of {_other(its, head)}; {ANEW}")
    done = Done()
    for number, line in enumerate(lines[1:], start=2):
        try:
            _take(done, plan, head, *json.loads(line))
        except (ValueError, TypeError):
            raise CheckpointError(str(path), f"line {number} is damaged") from None
    return done


def _other(its: dict[str, Any], head: dict[str, Any]) -> str:
    """Say what a checkpoint is of that is refused."""
    if any(its.get(name) != head[name] for name in ("format", "strategy", "key")):
        return "other lists, rules, prior, strategy or --allow"
    if "pairs" not in its:
        return "single openings, not of --pairs"
    if "pairs" not in head:
        return "--pairs, not of single openings"
    return "pairs of other openings, or of another --shortlist or --top"


def _take(
    done: Done, plan: Plan, head: dict[str, Any], opening: Any, first: Any, weighted: Any = None
) -> None:
    """Take in how games went, pairs, or a total. Raises ValueError, TypeError."""
    line = tuple(map(int, opening))
    if weighted is not None:
        played = Played(tuple(map(int, first)), int(weighted))
        if not line or sum(played.counts) != len(plan.game.secrets):
            raise ValueError("an opening or a secret is missing")
        done.played[line] = played
    elif isinstance(first, int):
        if len(line) != 1 or "pairs" in head or first < 1:
            raise ValueError("only single openings are refined")
        done.refined[line] = first
    else:
        pairs = [(int(value), int(one), int(other)) for value, one, other in first]
        if len(line) != 1 or "pairs" not in head:
            raise ValueError("no pairs are looked for")
        if any(not 0 <= one < other < len(plan.game.guesses) for _, one, other in pairs):
            raise ValueError("no such guesses")
        done.pairs[line] = pairs


class Keeper:
    """Holds what is ``done``, and writes it line by line.

    ``failed`` says why it is written no longer, if so.
    """

    def __init__(self, file: IO[str], head: dict[str, Any], done: Done) -> None:
        self.done, self.failed = done, ""
        self._file, self._synced = file, time.monotonic()
        self._write(head)
        for stage in (done.pairs, done.played, done.refined):
            for opening, found in stage.items():
                self._write([opening, *_fields(found)])

    def add(self, stage: dict[Line, F], opening: Line, found: F) -> None:
        """Keep what came of one opening in one stage of ``done``."""
        stage[opening] = found
        self._write([opening, *_fields(found)])

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


def _fields(found: Any) -> list[Any]:
    return [found.counts, found.weighted] if isinstance(found, Played) else [found]


@contextmanager
def keeping(path: Path, head: dict[str, Any], done: Done) -> Iterator[Keeper]:
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
        keeper = Keeper(file, head, done)
        if not keeper.failed:
            aside.replace(path)
        yield keeper
    finally:
        with suppress(OSError):
            file.close()
        aside.unlink(missing_ok=True)
