"""Where files are, and writing them atomically."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

NOWHERE = Path("/nonexistent")  # Debian's home for those who have none


def user_folder(kind: str) -> Path:
    """Return the user's folder for ``cache``, ``config``, ``data`` or ``state``; it may not exist.

    A user whom the system does not know, as in a container, has no home; then it is in NOWHERE.
    """
    import platformdirs

    with suppress(RuntimeError):
        path: Path = getattr(platformdirs, f"user_{kind}_path")("jotto", appauthor=False)
        if path.parts[0] != "~":  # what earlier versions return in place of the RuntimeError
            return path
    return NOWHERE / kind / "jotto"


def write(
    path: Path,
    lines: Iterable[str | bytes | memoryview],
    *,
    private: bool = False,
    synced: bool = True,
) -> None:
    """Write a file atomically, in UTF-8; its folder is created if it does not exist.

    A temporary file in the same folder is renamed over the old one. Symbolic links are followed;
    devices and pipes are written to directly. ``private``: only the owner can read the file.
    ``synced``: the file survives a power cut, too, not only the end of the program; the disk needs
    some time for that. Raises OSError, and any exception from ``lines``; the old file is then
    unchanged.
    """
    if path.is_symlink():
        path = path.resolve()
    data = (line.encode() if isinstance(line, str) else line for line in lines)
    if path.exists() and not path.is_file():
        with path.open("wb") as device:
            device.writelines(data)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(data)
            file.flush()
            if synced:
                os.fsync(file.fileno())
        if not private:
            Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink(missing_ok=True)
        raise
