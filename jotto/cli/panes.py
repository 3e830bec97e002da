"""How a pane of a live game looks on a terminal: words, a table, or what can be typed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from jotto.assistant.sentences import sentence
from jotto.cli.grid import QUIET, STRONG, Line, lines_of, side_by_side
from jotto.cli.render import table_of

if TYPE_CHECKING:
    from jotto.assistant.view import Pane

FEW = 6  # rows of panes in a row, at least


def pane_lines(pane: Pane, columns: int, rows: int | None = None) -> list[Line]:
    """Draw a pane on so many columns: of a table or of words as much as has room, if that is told.

    A click on a word guesses it.
    """
    lines: list[Line] = [*lines_of(str(pane.title), columns, STRONG)]
    room = None if rows is None else max(rows - len(lines), 1)
    if pane.words:
        return [*lines, *word_lines(pane.words, columns, room)]
    if not pane.headers:
        at = first_column(pane)
        for number, (typed, meaning) in enumerate(pane.rows):
            does = "" if at > 1 else typed  # a mistake has a key
            new = lines_of(f"{' ' * (at > 1)}{typed:{at}}  {meaning}", columns, does=does)
            if room is not None and len(new) > room - (number + 1 < len(pane.rows)):
                rest = sentence("and more", more=len(pane.rows) - number)
                return [*lines, [(QUIET, f" {rest}")]]
            lines, room = [*lines, *new], room and room - len(new)
        return lines
    shown, fit = pane.rows, max(columns - 17, 5)
    if room is not None and len(pane.rows) > room - 2:
        shown = pane.rows[: max(room - 3, 0)]
    cells = [[cut(cell, fit) for cell in row] for row in shown]
    texts = table_of([*map(str, pane.headers)], cells)
    heads = len(texts) - len(shown)
    lines += [[(QUIET, f" {text}")] for text in texts[:heads]]
    lines += [_clickable(text, row) for text, row in zip(texts[heads:], shown, strict=True)]
    if omitted := len(pane.rows) - len(shown):
        told = str(sentence("more scores", scores=omitted))
        short = str(sentence("and more", more=omitted))
        lines.append([(QUIET, f" {told if len(told) + 2 < columns else short}")])
    return lines


def panes_in_a_row(panes: Sequence[Pane], columns: int, rows: int) -> list[Line]:
    """Draw panes next to each other below an empty line; none without room for some rows."""
    lines, each = list[Line](), columns // max(len(panes), 1)
    for number, pane in enumerate(panes if rows >= FEW else ()):
        lines = side_by_side(lines, pane_lines(pane, each - 1, rows), each * number)
    return [[], *lines] if lines else []


def first_column(pane: Pane) -> int:
    """Return how wide a pane writes what its rows begin with: keys, numbers or commands."""
    longest = max((len(str(typed)) for typed, _ in pane.rows), default=0)
    return longest if longest < 3 else max(16, longest)


def _clickable(text: str, row: Sequence[Any]) -> Line:
    """Return a row of a table, in which a click on a word guesses it."""
    words = {word for cell in row if isinstance(cell, tuple) for word in cell}
    words |= {row[0]} if not isinstance(row[-1], tuple) else set()
    parts = re.split(r"([^\s,]+)", f" {text}")
    return [("", part, part.lower() if part in words else "") for part in parts if part]


def cut(cell: Any, room: int) -> Any:
    """Write as many of some words as a row has columns for; any other cell stays."""
    if not isinstance(cell, tuple):
        return cell
    fit = room // (len(cell[0]) + 2) if cell else 0
    return ", ".join(cell[:fit]) + ", ..." * (len(cell) > fit)


def word_lines(words: Sequence[str], columns: int, rows: int | None = None) -> list[Line]:
    """Draw words in columns: all, or as many as have room, and how many more there are."""
    wide = max(map(len, words)) + 2
    fit = max((columns - 1) // wide, 1)
    starts = range(0, len(words), fit)
    shown = starts if rows is None or len(starts) <= rows else starts[: max(rows - 1, 0)]
    lines: list[Line] = [
        [("", " "), *(("", f"{word:{wide}}", word) for word in words[start : start + fit])]
        for start in shown
    ]
    if omitted := len(words) - len(shown) * fit if len(shown) < len(starts) else 0:
        lines.append([(QUIET, f" {sentence('and more', more=omitted)}")])
    return lines
