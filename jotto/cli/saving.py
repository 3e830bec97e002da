"""Where the live game is kept between two changes, and between two days."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from jotto.errors import SavedGameError


def place() -> Path:
    """Name the file of the game in progress."""
    from platformdirs import user_state_path

    return user_state_path("jotto", appauthor=False) / "game.json"


def put(path: Path, lines: Iterable[str | bytes], *, shared: bool = False) -> None:
    """Write a file whole or not at all, making its folder.

    What is ``shared`` others may read, and a link to it stays a link.
    Text is written in UTF-8. A device or a pipe is just written to. Raises OSError, and
    whatever making the lines raises.
    """
    if shared and path.is_file():
        path = path.resolve()
    if path.exists() and not path.is_file():
        with path.open("wb") as device:
            device.writelines(map(_as_bytes, lines))
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(map(_as_bytes, lines))
            file.flush()
            os.fsync(file.fileno())
        if shared:
            Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _as_bytes(line: str | bytes) -> bytes:
    return line.encode() if isinstance(line, str) else line


def save(text: str) -> None:
    """Write the game down, whole or not at all; say once if that cannot be done."""
    try:
        put(place(), [text])
    except OSError as error:
        if not _told:
            _told.append(True)
            print(f"jotto: note: the game is not being saved: {error.strerror}", file=sys.stderr)


_told: list[bool] = []


def unfinished() -> bool:
    """Whether there is a game in progress."""
    try:
        return place().exists()
    except OSError:
        return False


def saved() -> str | None:
    """Return the game in progress; None if there is none. Raises SavedGameError."""
    try:
        return place().read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SavedGameError(f"the saved game cannot be read: {error.strerror}") from None


def forget() -> None:
    """Remove the game in progress: it is over."""
    try:
        place().unlink(missing_ok=True)
    except OSError as error:
        print(f"jotto: note: the saved game is still there: {error.strerror}", file=sys.stderr)
