"""The history: finished games in a file, one JSON line each, and statistics about them."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, fields
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from jotto.assistant.saved import DAMAGE, Options
from jotto.assistant.session import Session

FORMAT = 1
MOST = 5  # favourite words listed


def now() -> str:
    """Return the current time for a record."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


@dataclass(frozen=True)
class Record:
    """The record of a finished game: its date, options, turns and result.

    ``command``: ``play`` against a person, or ``keep``. The game can be made again from
    ``options``; ``key`` is the checksum of its lists, and ``refused`` are the words excluded during
    the game. Turns are written ``WORD=SCORE``. ``secret`` is the secret I had to find, None if it
    is unknown; ``own`` is the one the opponent had to find. ``result``: ``won``, ``lost`` or
    ``drawn`` if both players were tracked, else ``found`` or ``given up``.
    """

    date: str = field(default_factory=now, kw_only=True)
    command: str
    options: Options
    key: str
    turns: tuple[str, ...]
    secret: str | None
    result: str
    theirs: tuple[str, ...] = ()
    own: str | None = None
    refused: tuple[str, ...] = ()
    format: int = FORMAT

    @property
    def found(self) -> bool:
        """Whether I found the secret."""
        return self.result in ("found", "won", "drawn")


def of_session(session: Session, options: Options, secret: str | None = None) -> Record:
    """Make the record of a live game that is over; ``secret`` if it was revealed at the end."""
    state, show, race = session.state, session.game.show, session.race
    if race is None:
        result, own = "found" if session.won else "given up", None
    else:
        result, own = "drawn" if session.won else "lost", race.secret
        if not race.lost:
            result = "won" if session.won else "given up"
    if session.won:
        secret = str(state.mine[-1].guess)
    mine, theirs = (tuple(map(show, turns)) for turns in (state.mine, state.theirs))
    key = session.game.key
    return Record("play", dict(options), key, mine, secret, result, theirs, own, state.refused)


# --- the file -------------------------------------------------------------------------------------


def append(path: Path, record: Record) -> None:
    """Append a record to the file, which only its owner can read. Raises OSError."""
    line = json.dumps(asdict(record), ensure_ascii=False) + "\n"
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
    with os.fdopen(handle, "r+b") as file:
        if file.seek(0, os.SEEK_END):
            file.seek(-1, os.SEEK_END)
            line = line if file.read(1) == b"\n" else f"\n{line}"  # the last line is incomplete
        file.write(line.encode())


def read(text: str) -> tuple[list[Record], list[int]]:
    """Read the text of the file: the records, and the numbers of the damaged lines."""
    records, damaged = list[Record](), list[int]()
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                records.append(_record(json.loads(line)))
            except DAMAGE:
                damaged.append(number)
    return records, damaged


def _record(given: Any) -> Record:
    """Make a record from a parsed line. Raises one of DAMAGE."""
    own = {each.name: given[each.name] for each in fields(Record)}
    for name in ("turns", "theirs", "refused"):
        own[name] = tuple(own[name])
    found = Record(**own)
    texts = [*found.turns, *found.theirs, *found.refused, found.date, found.key, found.result]
    texts += [found.command, found.secret or "", found.own or ""]
    if found.format != FORMAT or not all(isinstance(text, str) for text in texts):
        raise ValueError(given)
    if not all(isinstance(value, str | int | None) for value in found.options.values()):
        raise ValueError(given)
    return found


# --- statistics -----------------------------------------------------------------------------------


class Streaks(NamedTuple):
    """Games won, drawn and lost against an opponent; the current and the longest winning streak."""

    won: int
    drawn: int
    lost: int
    now: int
    longest: int


def streaks(records: Iterable[Record]) -> Streaks:
    """Count the results of the games with two players; ``records`` are in order of time."""
    results = [one.result for one in records if one.result in ("won", "drawn", "lost")]
    runs = [(won, len(list(run))) for won, run in groupby(results, key="won".__eq__)]
    now = runs[-1][1] if runs and runs[-1][0] else 0
    longest = max((length for won, length in runs if won), default=0)
    counts = Counter(results)
    return Streaks(counts["won"], counts["drawn"], counts["lost"], now, longest)


class Tally(NamedTuple):
    """How many games took each number of guesses: ``found`` for me, ``jotto`` for jotto.

    ``means`` are my mean and jotto's, over the games where both numbers are known; None if there
    are no such games.
    """

    found: dict[int, int]
    jotto: dict[int, int]
    means: tuple[float, float] | None


def tally(records: Sequence[Record], needed: Sequence[int | None]) -> Tally:
    """Count the games in which I found the secret.

    ``needed``: the number of guesses that jotto takes for each record.
    """
    found = [(len(one.turns), need) for one, need in zip(records, needed, strict=True) if one.found]
    both = [(mine, need) for mine, need in found if need is not None]
    means = None
    if both:
        means = sum(m for m, _ in both) / len(both), sum(n for _, n in both) / len(both)
    own, jotto = Counter(mine for mine, _ in found), Counter(need for _, need in both)
    return Tally(dict(sorted(own.items())), dict(sorted(jotto.items())), means)


def favourites(records: Iterable[Record]) -> tuple[dict[str, int], dict[str, int]]:
    """Return the opponent's favourite guesses and secrets: those used more than once."""
    played = [one for one in records if one.command == "play"]
    guesses = Counter(turn.rpartition("=")[0] for one in played for turn in one.theirs)
    secrets = Counter(one.secret for one in played if one.secret is not None)
    often = (
        {word: count for word, count in each.most_common(MOST) if count > 1}
        for each in (guesses, secrets)
    )
    return next(often), next(often)
