"""What is typed on the screen: without the terminal's own answers; and the lines of before."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from prompt_toolkit.history import FileHistory

ANSWER = re.compile(r"\x1b\]11;([^\x07\x1b]*)(?:\x07|\x1b\\)")
BEGUN = re.compile(r"\x1b\](1(1(;[^\x07\x1b]*\x1b?)?)?)?$")


class Typed:
    """What is typed, without the terminal's answer to ``ASKS``, whenever that comes."""

    def __init__(self, reader: Any, answered: Callable[[str], None]) -> None:
        self._reader, self._answered, self._begun = reader, answered, ""

    def read(self, *count: int) -> str:
        """Read what has come, but not the beginning of an answer."""
        came = self._begun + str(self._reader.read(*count))
        for answer in ANSWER.findall(came):
            self._answered(answer)
        came, begun = ANSWER.sub("", came), ""
        if match := BEGUN.search(came):
            came, begun = came[: match.start()], match[0]
        self._begun = begun
        return came

    def __getattr__(self, name: str) -> Any:
        return getattr(self._reader, name)


class Lines(FileHistory):
    """The lines typed in earlier games; where they cannot be kept, those of this one."""

    def load_history_strings(self) -> Iterable[str]:
        """Yield the lines, the newest first."""
        with suppress(OSError):
            yield from super().load_history_strings()

    def store_string(self, string: str) -> None:
        """Keep a line, if there is room for it."""
        with suppress(OSError):
            path = Path(str(self.filename))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(mode=0o600)
            super().store_string(string)
