"""Writing files whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path


def write(path: Path, lines: Iterable[str | bytes | memoryview], *, private: bool = False) -> None:
    """Write a file whole or not at all, making its folder; text is written in UTF-8.

    It is written beside the old one, then renamed. A link stays a link; a device or a pipe is
    written to directly. A ``private`` file can be read by its owner alone. Raises OSError, and
    whatever making the lines raises; the old file is then as it was.
    """
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
            os.fsync(file.fileno())
        if not private:
            Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink(missing_ok=True)
        raise
