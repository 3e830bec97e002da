"""Finished games in a file, a JSON line each, and what they come to."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from jotto.assistant.saved import DAMAGE, Options
from jotto.assistant.session import Session

FORMAT = 1
MOST = 5  # favourite words that are named


@dataclass(frozen=True)
class Record:
    """A finished game: when it ended, of which game, and how it went.

    ``command``: ``play`` against a person, or ``keep``. ``options`` make the game again, whose
    lists have the checksum ``key``; ``refused`` words were not allowed in it. Turns are written
    ``WORD=SCORE``. ``secret`` was looked for, None if it is not known; ``own`` is what the opponent
    looked for. ``result``: ``won``, ``lost`` or ``drawn`` where both sides were followed, else
    ``found`` or ``given up``.
    """

    date: str
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


def of_session(session: Session, options: Options, date: str, secret: str | None = None) -> Record:
    """Make the record of a live game that is over; ``secret`` if it was told in the end."""
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
    return Record(
        date, "play", dict(options), key, mine, secret, result, theirs, own, state.refused
    )


# --- the file -------------------------------------------------------------------------------------


def append(path: Path, record: Record) -> None:
    """Add a line to the file, which its owner alone can read. Raises OSError."""
    line = json.dumps(asdict(record), ensure_ascii=False) + "\n"
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
    with os.fdopen(handle, "r+b") as file:
        if file.seek(0, os.SEEK_END):
            file.seek(-1, os.SEEK_END)
            line = line if file.read(1) == b"\n" else f"\n{line}"  # after one that was cut short
        file.write(line.encode())


def read(text: str) -> tuple[list[Record], list[int]]:
    """Read the lines of a file: the records, and the numbers of the lines that are damaged."""
    records, damaged = list[Record](), list[int]()
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                records.append(_record(json.loads(line)))
            except DAMAGE:
                damaged.append(number)
    return records, damaged


def _record(given: Any) -> Record:
    """Make a record of what a line holds. Raises one of DAMAGE."""
    own = {field.name: given[field.name] for field in fields(Record)}
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


# --- what they come to ----------------------------------------------------------------------------


class Streaks(NamedTuple):
    """Games won, drawn and lost against an opponent; won in a row now, and at most."""

    won: int
    drawn: int
    lost: int
    now: int
    longest: int


def streaks(records: Iterable[Record]) -> Streaks:
    """Count the games of two players, in their order."""
    results = [one.result for one in records if one.result in ("won", "drawn", "lost")]
    runs = [(won, len(list(run))) for won, run in groupby(results, key="won".__eq__)]
    now = runs[-1][1] if runs and runs[-1][0] else 0
    longest = max((length for won, length in runs if won), default=0)
    counts = Counter(results)
    return Streaks(counts["won"], counts["drawn"], counts["lost"], now, longest)


class Tally(NamedTuple):
    """How many games took each number of guesses, and those of jotto where both are known.

    ``means`` are of the games that both are known of: mine, and jotto's; None if there are none.
    """

    found: dict[int, int]
    jotto: dict[int, int]
    means: tuple[float, float] | None


def tally(records: Sequence[Record], needed: Sequence[int | None]) -> Tally:
    """Count the games that found the secret; ``needed`` are jotto's guesses for each record."""
    found = [(len(one.turns), need) for one, need in zip(records, needed, strict=True) if one.found]
    both = [(mine, need) for mine, need in found if need is not None]
    means = (
        (sum(m for m, _ in both) / len(both), sum(n for _, n in both) / len(both)) if both else None
    )
    own, jotto = Counter(mine for mine, _ in found), Counter(need for _, need in both)
    return Tally(dict(sorted(own.items())), dict(sorted(jotto.items())), means)


def favourites(records: Iterable[Record]) -> tuple[dict[str, int], dict[str, int]]:
    """Name the opponent's favourite guesses and secrets: those that came up more than once."""
    played = [one for one in records if one.command == "play"]
    guesses = Counter(turn.rpartition("=")[0] for one in played for turn in one.theirs)
    secrets = Counter(one.secret for one in played if one.secret is not None)
    often = (
        {word: count for word, count in each.most_common(MOST) if count > 1}
        for each in (guesses, secrets)
    )
    return next(often), next(often)
