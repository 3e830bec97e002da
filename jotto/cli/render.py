"""How results look: tables by rich on a terminal, aligned text elsewhere, JSON on demand."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from json import dumps
from typing import TYPE_CHECKING, Annotated, Any

from jotto.analysis.progress import Progress
from jotto.cli.help import output_option

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress

SCHEMA = 1
HEADERS = {  # of the fields that are not called as they stand in a table
    "word": "opening",
    "contender": "",
    "sd": "deviation",
    "difference_sd": "its deviation",
    "expected_left": "left on average",
    "worst_left": "at worst",
    "candidate": "can be the secret",
    "prior_mean": "under the prior",
    "prior_difference": "difference",
    "guesses": "guesses needed",
    "exposed": "bits exposed",
}
WORTH = ("bits", "expected_left", "worst_left", "parts", "candidate")  # of a guess

Cell = str | int | float | bool | None


@dataclass(frozen=True)
class Screen:
    """How a result is shown: each field is an option of that name."""

    json: Annotated[bool, output_option(None, "Print one JSON object.", "--json")] = False
    plain: Annotated[
        bool, output_option(None, "Print text without colours or boxes.", "--plain")
    ] = False

    def shows_json(self, **fields: Any) -> bool:
        """Print one JSON object, with the version of its layout, if asked for; say if it was."""
        if self.json:
            print(dumps({"schema": SCHEMA, **fields}, ensure_ascii=False))
        return self.json

    def show_table(self, headers: Sequence[str], rows: Sequence[Sequence[Cell]]) -> None:
        """Print a table."""
        show_table(headers, rows, plain=self.plain)

    def show_records(self, names: Sequence[str], records: Sequence[Mapping[str, Any]]) -> None:
        """Print as a table these fields of records."""
        headers = [HEADERS.get(name, name) for name in names]
        self.show_table(headers, [[one[name] for name in names] for one in records])


def count(number: int, noun: str) -> str:
    """Write a number with its noun.

    >>> count(1, "candidate"), count(6780, "candidate"), count(4, "guess")
    ('1 candidate', '6,780 candidates', '4 guesses')
    """
    plural = "es" if noun.endswith("s") else "s"
    return f"{number:,} {noun}{'' if number == 1 else plural}"


def show_table(headers: Sequence[str], rows: Sequence[Sequence[Cell]], *, plain: bool) -> None:
    """Print a table; numbers stand to the right, fractions with three places."""
    texts = [[_text(cell) for cell in row] for row in rows]
    right = [not isinstance(cell, str | bool | None) for cell in rows[0]] if rows else []
    widths = [max(map(len, column)) for column in zip(headers, *texts, strict=True)]
    boxed = sum(widths) + 3 * len(widths) + 1
    fancy = sys.stdout.isatty() and not plain and not os.environ.get("NO_COLOR")
    if fancy and boxed <= shutil.get_terminal_size().columns:
        from rich.console import Console
        from rich.table import Table

        table = Table()
        for header, is_right in zip(headers, right, strict=True):
            table.add_column(header, justify="right" if is_right else "left")
        for line in texts:
            table.add_row(*line)
        Console().print(table)
        return
    for row in (headers, *texts):
        cells = (
            cell.rjust(width) if is_right else cell.ljust(width)
            for cell, width, is_right in zip(row, widths, right, strict=True)
        )
        print("  ".join(cells).rstrip())


def _text(cell: Cell) -> str:
    if cell is None or isinstance(cell, bool):
        return {True: "yes", False: "no", None: ""}[cell]
    return f"{cell:.3f}" if isinstance(cell, float) else str(cell)


def show_words(words: Sequence[str], *, plain: bool) -> None:
    """Print words: in columns on a terminal, one a line elsewhere."""
    if plain or not sys.stdout.isatty():
        print("\n".join(words))
        return
    per_line = max(1, (shutil.get_terminal_size().columns + 2) // (len(words[0]) + 2))
    for start in range(0, len(words), per_line):
        print("  ".join(words[start : start + per_line]))


def show_progress(text: str) -> None:
    """Show progress on stderr if it is a terminal, cut to a line: a second could not be wiped."""
    if sys.stderr.isatty():
        fits = (os.get_terminal_size(sys.stderr.fileno()).columns or 80) - 1
        print(f"\r{text[:fits]}\x1b[K", end="\r", file=sys.stderr, flush=True)


class Bar(Progress):
    """Shows how far the work is and how long the rest will take; wiped at the end."""

    _shown: RichProgress | None = None

    def step(self, done: int, total: int, what: str) -> None:
        """Show that ``done`` of ``total`` are done."""
        if not sys.stderr.isatty():
            return
        if self._shown is None or what != self._shown.tasks[0].description:
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

            self.close()
            text = TextColumn("{task.completed:,} of {task.total:,} {task.description}")
            columns = BarColumn(20), text, TimeRemainingColumn()
            self._shown = Progress(*columns, console=Console(stderr=True), transient=True)
            self._shown.add_task(what, total=total, completed=done)
            self._shown.start()
        self._shown.update(self._shown.task_ids[0], completed=done)

    def note(self, text: str) -> None:
        """Show something beside the result."""
        self.close()
        print(f"jotto: note: {text}", file=sys.stderr)

    def close(self) -> None:
        """Remove the bar."""
        if self._shown is not None:
            self._shown.stop()
            self._shown = None
