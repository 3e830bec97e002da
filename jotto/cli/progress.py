"""How far long work is: a bar on stderr, only on a terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Self

from jotto.analysis.progress import Progress

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress


class Bar(Progress):
    """Shows how far the work is and how long the rest will take; wiped at the end."""

    _shown: RichProgress | None = None
    _what = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.wipe()

    def step(self, done: int, total: int, what: str) -> None:
        """Show that ``done`` of ``total`` are done."""
        if not sys.stderr.isatty():
            return
        if self._shown is None or what != self._what:
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

            self.wipe()
            text = TextColumn("{task.completed:,} of {task.total:,} {task.description}")
            columns = BarColumn(20), text, TimeRemainingColumn()
            self._shown = Progress(*columns, console=Console(stderr=True), transient=True)
            self._what = what
            self._shown.add_task(what, total=total, completed=done)
            self._shown.start()
        self._shown.update(self._shown.task_ids[0], completed=done)

    def note(self, text: str) -> None:
        """Show something beside the result."""
        self.wipe()
        print(f"jotto: note: {text}", file=sys.stderr)

    def wipe(self) -> None:
        """Remove the bar."""
        if self._shown is not None:
            self._shown.stop()
            self._shown = None
