"""Several boards as columns: on each line a guess, with its score on every board beside it.

Boards that are found fold away to their words. Where there is no room for all, the first are shown,
and how many more there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING

from jotto.assistant import wording
from jotto.assistant.sentences import sentence
from jotto.cli.render import wrap

if TYPE_CHECKING:
    from jotto.assistant.view import NumberedBoard, View

Line = list[tuple[str, ...]]  # styled texts, see ``jotto.cli.look``
QUIET, STRONG, NEXT = "class:quiet", "bold", "class:next"
TILES = {"G": "class:tile.g", "Y": "class:tile.y", "B": "class:tile.b"}
FOLDED = 2  # lines for the words that are found, while others are not


def grid(seen: View, boards: Sequence[NumberedBoard], columns: int, room: int) -> list[Line]:
    """Draw boards on so many columns, and at most ``room`` lines, as far as that can be."""
    words = [row.guess for row in max((board.rows for board in boards), key=len)]
    still = [board for board in boards if not board.found]
    done = _done([board for board in boards if board.found], columns, FOLDED if still else room)
    first = max([5, *map(len, words)]) + 8
    scores = [row.score for board in still for row in board.rows[-1:]]
    head, left = str(sentence("boards")), str(sentence("words left"))
    width = max(map(len, [head, *map(_left, still), *scores])) + 2
    fit = max((columns - first) // width, 1)
    room -= len(done)
    blocks = min(max((room - 1) // (3 + len(words)), 1), -(-len(still) // fit)) if still else 0
    shown = still[: fit * blocks]
    if (asked := [board for board in still if board.asked and board not in shown]) and shown:
        shown[-1:] = asked
    omitted = len(still) - len(shown)
    begin = max(len(words) - max(room - 2 - bool(omitted), 1), 0) if blocks == 1 else 0
    lines = list[Line]()
    for block in range(blocks):
        part = shown[fit * block : fit * (block + 1)]
        heads = [f"{'▸' if board.asked else ''}{board.number}" for board in part]
        lines += [[]] * bool(block)
        for name, texts, style in ((head, heads, STRONG), (left, map(_left, part), "")):
            cells: Line = [(style, f"{text:>{width}}") for text in texts]
            known = any(text.strip() for _, text in cells)
            lines += [[(QUIET, f"     {name:{first - 5}}"), *cells]] if known else []
        for number, word in islice(enumerate(words), begin, None):
            line: Line = [(QUIET, f" {number + 1:>2}  ")]
            line.append((STRONG, f"{wording.shout(word, seen.alphabet):{first - 5}}"))
            for board in part:
                row = board.rows[number] if number < len(board.rows) else None
                text, marks = (row.score, row.marks) if row else ("·", "")
                line.append(("", " " * (width - len(text))))
                if seen.tiles and row:
                    line += [(TILES[mark], sign) for mark, sign in zip(marks, text, strict=True)]
                else:
                    line.append(("" if row else QUIET, text))
            lines.append(line)
    if omitted:
        lines.append([(QUIET, f"     {sentence('more boards', boards=omitted)}")])
    return [*lines, *done]


def _left(board: NumberedBoard) -> str:
    """Return the word, or how many are left; nothing where the computer keeps the secrets."""
    return "" if not board.note else str(board.note) if board.left == 1 else f"{board.left:,}"


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
