"""How results look: tables by rich on a terminal, aligned text elsewhere, JSON on demand."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from json import dumps
from typing import Any

SCHEMA = 1

Cell = str | int | float | bool


def show_json(**fields: Any) -> None:
    """Print one JSON object that carries the version of its layout."""
    print(dumps({"schema": SCHEMA, **fields}, ensure_ascii=False))


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
    right = [not isinstance(cell, str | bool) for cell in rows[0]] if rows else []
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


def show_rows(
    name: str,
    rows: Sequence[Mapping[str, Any]],
    headers: Mapping[str, str],
    *,
    lead: str = "",
    json: bool,
    plain: bool,
    **fields: Any,
) -> None:
    """Print rows as the list ``name`` of a JSON object, or those with a header as a table."""
    if json:
        show_json(**fields, **{name: rows})
        return
    if lead:
        print(lead)
    cells = [[row[each] for each in headers] for row in rows]
    show_table(list(headers.values()), cells, plain=plain)


def _text(cell: Cell) -> str:
    if isinstance(cell, bool):
        return "yes" if cell else "no"
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
