"""A saved game: a JSON line with its options, then one for each entry of its transcript."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jotto import files
from jotto.assistant.session import Entry, Session
from jotto.errors import GameError, JottoError, quoted

FORMAT = 3
Options = Mapping[str, str | int | None]
DAMAGE = (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError)


def new_place(folder: Path) -> Path:
    """Return a new file name for a game that starts now; several games can be saved at a time."""
    return folder / "games" / f"{time.strftime('%Y-%m-%d-%H%M%S')}-{os.getpid()}.json"


def places(folder: Path) -> list[Path]:
    """List the files of saved games, the one changed last first."""
    found = (folder / "games").glob("*.json")
    return sorted(found, key=lambda path: (path.stat().st_mtime_ns, path.name), reverse=True)


def save(path: Path, options: Options, session: Session, *, synced: bool = True) -> None:
    """Write a game and its options; see files.write for ``synced``. Raises OSError."""
    head = {"format": FORMAT, "key": session.game.key, "options": dict(options)}
    lines = (json.dumps(line, ensure_ascii=False) for line in (head, *session.transcript))
    files.write(path, (line + "\n" for line in lines), private=True, synced=synced)


@dataclass(frozen=True)
class Saved:
    """The content of a file: the options of a game, the checksum of its lists, the transcript."""

    options: Options
    key: str
    transcript: tuple[Entry, ...]

    @property
    def summary(self) -> str:
        """The number of entries and the turns, to tell saved games apart."""
        turns = ["=".join(map(str, entry[1:])) for entry in self.transcript if entry[0] == "score"]
        number = len(self.transcript)
        count = f"{number} {'entry' if number == 1 else 'entries'}"
        return f"{count}: {' '.join(turns)}" if turns else count

    def restore(self, session: Session) -> Session:
        """Replay the transcript in a new session.

        Raises GameError if the lists have changed or the transcript is damaged.
        """
        if self.key != session.game.key:
            raise GameError("the saved game was played with other lists or another rule")
        found = Session(session.game, session.strategy, self.transcript)
        try:
            _ = found.state, found.won or found.over or found.guess
        except (JottoError, *DAMAGE):
            raise _damaged(json.dumps(self.transcript)) from None
        return found


def load(path: Path) -> Saved:
    """Read a file. Raises GameError."""
    try:
        return read(path.read_text(encoding="utf-8", errors="replace"))
    except OSError as error:
        raise GameError(f"the saved game cannot be read: {error.strerror}") from None


def read(text: str) -> Saved:
    """Read the text of a file; an incomplete last line is ignored. Raises GameError."""
    try:
        head, *entries = map(json.loads, text.split("\n")[:-1])
        if head["format"] != FORMAT:
            raise GameError(f"the saved game has format {head['format']!r}, not {FORMAT}")
        options = dict(head["options"])
        if not all(isinstance(value, str | int | None) for value in options.values()):
            raise _damaged(text)
        return Saved(options, str(head["key"]), tuple(map(_entry, entries)))
    except GameError:
        raise
    except DAMAGE:
        raise _damaged(text) from None


def _entry(found: Any) -> Entry:
    """Return an entry with tuples for lists, as sessions have them."""
    name, *values = found
    return name, *(tuple(value) if isinstance(value, list) else value for value in values)


def _damaged(text: str) -> GameError:
    return GameError(f"the saved game is damaged: {quoted(text[:100])}")
