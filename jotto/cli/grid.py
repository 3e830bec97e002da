"""Several boards as columns: on each line a guess, with its score on every board beside it.

They stand in their order, and stay in their places. Where there is no room for all, those that are
found fold away to their words, the first of the others are shown, and how many more there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, zip_longest
from typing import TYPE_CHECKING

from jotto.assistant import wording
from jotto.assistant.sentences import sentence
from jotto.cli.render import wrap, wrapped

if TYPE_CHECKING:
    from jotto.assistant.view import NumberedBoard, View

Line = list[tuple[str, ...]]  # styled texts, see ``jotto.cli.look``
QUIET, STRONG, NEXT = "class:quiet", "bold", "class:next"
TILES = {"G": "class:tile.g", "Y": "class:tile.y", "B": "class:tile.b"}
FOLDED = 2  # lines for the words that are found, while others are not


def grid(seen: View, boards: Sequence[NumberedBoard], columns: int, room: int) -> list[Line]:
    """Draw boards on so many columns, and at most ``room`` lines, as far as that can be.

    Where there is no guess to show below them, the other boards follow, to be scrolled.
    """
    words = [row.guess for row in max((board.rows for board in boards), key=len)]
    boards = sorted(boards, key=lambda board: board.number)
    still = [board for board in boards if not board.found]
    first = max([5, *map(len, words)]) + 8
    scores = [row.score for board in boards for row in board.rows[-1:]]
    head, left = str(sentence("boards")), str(sentence("words left"))
    width = (
        max(
            [
                len(head),
                seen.length,
                *map(len, [*(_left(board, seen) for board in boards), *scores]),
            ]
        )
        + 2
    )
    fit = max((columns - first) // width, 1)
    if still and len(boards) <= fit:
        still = boards
    folded = [board for board in boards if board not in still]
    done = _done(folded, columns, FOLDED if still else room)
    room -= len(done)
    blocks = min(max((room - 1) // (3 + len(words)), 1), -(-len(still) // fit)) if still else 0
    shown = still[: fit * blocks]
    if (asked := [board for board in still if board.asked and board not in shown]) and shown:
        shown[-1:] = asked
    omitted = len(still) - len(shown)
    if omitted and seen.guess is None:
        blocks, shown, omitted = -(-len(still) // fit), still, 0
    begin = max(len(words) - max(room - 2 - bool(omitted), 1), 0) if blocks == 1 else 0
    lines = list[Line]()
    for block in range(blocks):
        part = shown[fit * block : fit * (block + 1)]
        heads = [f"{'▸' if board.asked else ''}{board.number}" for board in part]
        lines += [[]] * bool(block)
        for name, texts, style in (
            (head, heads, STRONG),
            (left, [_left(board, seen) for board in part], ""),
        ):
            cells: Line = [
                ("class:ok" if board.found and not style else style, f"{text:>{width}}")
                for board, text in zip(part, texts, strict=True)
            ]
            known = any(text.strip() for _, text in cells)
            lines += [[(QUIET, f"     {name:{first - 5}}"), *cells]] if known else []
        for number, word in islice(enumerate(words), begin, None):
            line: Line = [(QUIET, f" {number + 1:>2}  ")]
            line.append((STRONG, f"{wording.shout(word, seen.alphabet):{first - 5}}"))
            for board in part:
                row = board.rows[number] if number < len(board.rows) else None
                text, marks = (row.score, row.marks) if row else ("" if board.found else "·", "")
                line.append(("", " " * (width - len(text))))
                if seen.tiles and row:
                    line += [
                        (TILES.get(mark, ""), sign) for mark, sign in zip(marks, text, strict=True)
                    ]
                else:
                    line.append(("" if row else QUIET, text))
            lines.append(line)
    if omitted:
        lines.append([(QUIET, f"     {sentence('more boards', boards=omitted)}")])
    return [*lines, *done]


def _left(board: NumberedBoard, seen: View) -> str:
    """Return the word, or how many are left; nothing where the computer keeps the secrets."""
    if board.found:
        return wording.shout(board.rows[-1].guess, seen.alphabet)
    return word_of(board) or ("" if board.left is None else f"{board.left:,}")


def word_of(board: NumberedBoard) -> str:
    """Return the word of a board that is found, certain (as a question), or told at the end."""
    if board.note is None:
        return ""
    return str(board.note.facts.get("word", "")) + "?" * (board.note.key == "certain")


def _done(boards: Sequence[NumberedBoard], columns: int, lines: int) -> list[Line]:
    """Draw what is found: number, word, and the guess that found it."""
    texts = [f"{board.number}\xa0{board.note}".replace(" ", "\xa0") for board in boards]
    rows = wrap("  ".join(texts), max(columns - 14, 20)) if texts else []
    if len(rows) > lines:
        rows = rows[: max(lines, 1)]
        rows[-1] = f"{rows[-1]} ...".strip()
    heads = [str(sentence("boards found")), *[""] * len(rows)]
    return [
        [(QUIET, f"     {head:7}"), ("", f" {row}".replace("\xa0", " "))]
        for head, row in zip(heads, rows, strict=False)
    ]


# --- lines ----------------------------------------------------------------------------------------


def lines_of(text: str, columns: int, style: str = "", does: str = "") -> list[Line]:
    """Wrap a text to lines in one style; a click on them does something, if that is given."""
    return [[(style, f" {row}", *[does] * bool(does))] for row in wrapped(text, columns - 1) if row]


def width(line: Line) -> int:
    """Return the columns of a line."""
    return sum(len(part[1]) for part in line)


def clipped(line: Line, columns: int) -> Line:
    """Return a line without what is beyond so many columns."""
    parts: Line = []
    left = columns
    for style, text, *does in line:
        parts += [(style, text[:left], *does)] * (left > 0)
        left -= len(text)
    return parts


def side_by_side(lines: Sequence[Line], right: Sequence[Line], columns: int) -> list[Line]:
    """Put other lines beside the lines, which have at most so many columns."""
    empty: Line = []
    return [
        [*clipped(line, columns - 1), ("", " " * max(columns - width(line), 1)), *other]
        for line, other in zip_longest(lines, right, fillvalue=empty)
    ]


def scrolled(lines: Sequence[Line], rows: int, top: int) -> tuple[list[Line], int]:
    """Return so many rows of lines, ``top`` of them hidden above, and how many then really are.

    What is hidden is counted, in the first and in the last row.

    >>> [line[0][1] for line in scrolled([[("", str(n))] for n in range(9)], 4, 2)[0]]
    [' ↑ 2 more above (Page Up)', '2', '3', ' ↓ 5 more below (Page Down)']
    """
    if len(lines) <= rows:
        return [*lines], 0
    top = max(min(top, len(lines) - rows + 1), 0)
    above: list[Line] = []
    if top:
        above = [[(QUIET, f" {sentence('more above', lines=top)}", "pageup")]]
    end = top + rows - len(above)
    if end >= len(lines):
        return [*above, *lines[top:]], top
    below = sentence("more below", lines=len(lines) - end + 1)
    return [*above, *lines[top : end - 1], [(QUIET, f" {below}", "pagedown")]], top
