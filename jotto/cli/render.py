"""Output: tables by rich on a terminal, aligned text elsewhere, JSON with --json."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

from jotto import files
from jotto.analysis.progress import Progress
from jotto.assistant.wording import count as count
from jotto.cli.help import output_option

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress

SCHEMA = 1
HEADERS = {  # column headers that differ from the name of the field
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
WIDTH = 64  # columns for all bars and their numbers
WORTH = ("bits", "expected_left", "worst_left", "parts", "candidate")  # the measures of a guess

Cell = str | int | float | bool | None


Json = Annotated[bool, output_option(None, "Print one JSON object.", "--json")]


@dataclass(frozen=True)
class Screen:
    """The options for output: each field is an option of that name."""

    json: Json = False
    plain: Annotated[
        bool, output_option(None, "Print text without colours or boxes.", "--plain")
    ] = False

    def shows_json(self, **fields: Any) -> bool:
        """With --json, print one JSON object with the version of its schema; return ``json``."""
        if self.json:
            print(dumps({"schema": SCHEMA, **fields}, ensure_ascii=False))
        return self.json

    def show_table(self, headers: Sequence[str], rows: Sequence[Sequence[Cell]]) -> None:
        """Print a table."""
        show_table(headers, rows, plain=self.plain)

    def show_records(self, names: Sequence[str], records: Sequence[Mapping[str, Any]]) -> None:
        """Print these fields of records as a table."""
        headers = [HEADERS.get(name, name) for name in names]
        self.show_table(headers, [[one[name] for name in names] for one in records])

    def show_games(self, games: Mapping[str, Mapping[int, int]]) -> None:
        """Print how many games take each number of guesses, with a column of bars for each name."""
        numbers = sorted({n for each in games.values() for n in each})
        width = max(4, (WIDTH - 8 * len(games)) // len(games))
        counts = [each.get(n, 0) for each in games.values() for n in numbers]
        drawn = bars(counts, plain=not fancy(plain=self.plain), width=width)
        rows: list[tuple[Cell, ...]] = [
            (n, *drawn[at :: len(numbers)]) for at, n in enumerate(numbers)
        ]
        self.show_table(("guesses", *games), rows)


def fancy(*, plain: bool = False) -> bool:
    """Whether stdout shows colours and boxes: a terminal, unless plain text is requested."""
    wanted = not (plain or _plain or os.environ.get("NO_COLOR"))
    return sys.stdout.isatty() and wanted and os.environ.get("TERM") != "dumb"


_plain = False


def set_plain(plain: bool) -> None:
    """Choose whether all further output is plain text."""
    global _plain
    _plain = plain


def say(*parts: str | tuple[str, str], file: TextIO | None = None) -> None:
    """Print a sentence made of parts, each a text, or a text with a style of rich.

    On a terminal it is wrapped between words, and styled unless plain text is requested.
    """
    out = file or sys.stdout
    text = "".join(part if isinstance(part, str) else part[0] for part in parts)
    if not out.isatty():
        print(text.rstrip(), file=out)
    elif not fancy() or all(isinstance(part, str) for part in parts):
        for line in text.split("\n"):
            print("\n".join(wrapped(line)), file=out)
    else:
        from rich.text import Text

        _console().print(Text.assemble(*parts))


def wrapped(line: str, width: int | None = None) -> list[str]:
    """Wrap a line between words, to the width of the terminal.

    Further lines are indented like the first, or, in a list, like the text after two spaces.
    """
    room = width or shutil.get_terminal_size().columns
    hang = re.match(r" *(?:\S+(?: \S+)*  +)?", line)
    assert hang is not None, "the pattern also matches an empty string"
    return textwrap.wrap(
        line,
        max(room - 1, 20),
        subsequent_indent=" " * len(hang[0]),
        break_long_words=False,
        break_on_hyphens=False,
    ) or [""]


def _console() -> Any:
    from rich.console import Console

    width = shutil.get_terminal_size().columns - 1  # as in wrapped()
    return Console(width=width, highlight=False, markup=False, emoji=False)


def bars(counts: Sequence[int], *, plain: bool, width: int = 24) -> list[str]:
    """Return counts as bars of block characters, or of #, each with its number.

    >>> bars([4, 1, 0], plain=True, width=8)
    ['######## 4', '## 1', '']
    """
    longest = max(counts, default=0)
    mark = "#" if plain else "█"
    return [mark * max(1, round(width * n / longest)) + f" {n:,}" if n else "" for n in counts]


def show_table(
    headers: Sequence[str], rows: Sequence[Sequence[Cell]], *, plain: bool = False, places: int = 3
) -> None:
    """Print a table; numbers are aligned right, fractions have so many decimal ``places``.

    A table that is too wide for the terminal is printed as one paragraph per row.
    """
    texts = [[_text(cell, places) for cell in row] for row in rows]
    first = rows[0] if rows else [""] * len(headers)
    right = [not isinstance(cell, str | bool | None) for cell in first]
    widths = [max(map(len, column)) for column in zip(headers, *texts, strict=True)]
    columns = shutil.get_terminal_size().columns
    if fancy(plain=plain) and sum(widths) + 3 * len(widths) + 1 < columns:
        from rich import box
        from rich.table import Table

        table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        for header, is_right in zip(headers, right, strict=True):
            table.add_column(header, justify="right" if is_right else "left")
        for line in texts:
            table.add_row(*line)
        _console().print(table)
        return
    if sys.stdout.isatty() and sum(widths) + 2 * len(widths) - 2 > columns:
        for first, *more in texts:
            named = zip(headers[1:], more, strict=True)
            say(f"{first}: " + ", ".join(f"{name} {cell}" for name, cell in named))
        return
    for row in (headers, *texts):
        cells = (
            cell.rjust(width) if is_right else cell.ljust(width)
            for cell, width, is_right in zip(row, widths, right, strict=True)
        )
        print("  ".join(cells).rstrip())


def _text(cell: Cell, places: int) -> str:
    if cell is None or isinstance(cell, bool):
        return {True: "yes", False: "no", None: ""}[cell]
    if isinstance(cell, str):
        return cell
    return f"{cell:,.{places}f}" if isinstance(cell, float) else f"{cell:,}"


def show_words(words: Sequence[str], *, plain: bool = False, page: int | None = None) -> None:
    """Print words: on a terminal in columns, and only the given ``page``; else one per line."""
    if plain or not sys.stdout.isatty():
        print("\n".join(words))
        return
    columns, lines = shutil.get_terminal_size()
    per_line = max(1, (columns + 1) // (len(words[0]) + 2))
    per_page = len(words) if page is None else per_line * max(lines - 4, 1)
    begin = per_page * ((page or 1) - 1)
    shown = words[begin : begin + per_page]
    for start in range(0, len(shown), per_line):
        print("  ".join(shown[start : start + per_line]))
    if (left := len(words) - begin - len(shown)) > 0:
        say(f"and {left:,} more: list {(page or 1) + 1}")


def state_folder() -> Path:
    """Return the folder of saved games and of the input history."""
    return files.user_folder("state")


def show_progress(text: str) -> None:
    """Show progress on stderr if it is a terminal, cut to one line so that it can be erased."""
    if sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
        fits = (os.get_terminal_size(sys.stderr.fileno()).columns or 80) - 1
        print(f"\r{text[:fits]}\x1b[K", end="\r", file=sys.stderr, flush=True)


class Bar(Progress):
    """A progress bar with the estimated time left; it is erased at the end."""

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
        """Print a note."""
        self.close()
        print(f"jotto: note: {text}", file=sys.stderr)

    def close(self) -> None:
        """Remove the bar."""
        if self._shown is not None:
            self._shown.stop()
            self._shown = None
