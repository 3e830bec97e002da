"""How a live game looks on a terminal: its lines with their styles, in the colours of the page.

A part of a line is a style, a text, and, if there is one, what a click on it types; what ends with
a space is put on the line, to be typed on. No colour stands alone: a score is written beside its
tiles, and the letters that are known are listed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jotto
from jotto import assistant, files
from jotto.assistant import wording
from jotto.assistant.sentences import Sentence, sentence
from jotto.cli.grid import NEXT, QUIET, STRONG, TILES, Line, grid
from jotto.cli.render import table_of, wrapped
from jotto.letters import alphabet, spell

if TYPE_CHECKING:
    from jotto.assistant.view import Guess, Pane, RaceOdds, TurnRow, View

CSS = Path(jotto.__file__).parent / "pages" / "app.css"
SCHEMES = {  # each with where the page has its colours
    "dark": ':root[data-theme="dark"]',
    "light": ":root",
    "contrast": ':root[data-contrast="high"][data-theme="dark"]',
    "contrast on light": ':root[data-contrast="high"]',
}
STYLES = {
    "quiet": "{faint}",
    "next": "{blue}",
    "ok": "{ok} bold",
    "near": "{near}",
    "they": "{they}",
    "tile": "{ink} bg:{key} bold",
    "tile.in": "{ok} bg:{key} bold underline",
    "tile.out": "{faint} bg:{key}",
    "tile.g": "{on-mark} bg:{ok} bold",
    "tile.y": "{on-mark} bg:{near} bold underline",
    "tile.b": "{ink} bg:{none}",
}
COLOURS = (  # of the digits of a code: every terminal with 256 colours has them
    *("d70000", "005fff", "ffd700", "008700", "ff8700"),
    *("af00d7", "00d7d7", "875f00", "ffafd7", "eeeeee"),
)
LIGHT = (2, 4, 6, 8, 9)  # of these, the digit is black
CODES = {
    str(digit): f"bold {'#000000' if digit in LIGHT else '#ffffff'} bg:#{colour}"
    for digit, colour in enumerate(COLOURS)
}
PEGS = {"G": "class:ok", "Y": "class:near", "B": QUIET}
ODDS = (("you", "█", "class:ok"), ("draw", "▒", QUIET), ("they", "░", "class:they"))
TALL = 13  # rows from which the next guess has a box
LARGE = 34  # rows from which tiles have three
WIDE = 100  # columns, the most that the heading takes, and from which more stands beside the board
QWERTY = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
BAR = 24  # columns of the odds
SIZES = ((3, " "), (1, " "), (1, ""))  # of a tile: its columns, and what is between two


# --- colours --------------------------------------------------------------------------------------


def _place() -> Path:
    return files.user_folder("state") / "colours"


def scheme() -> str:
    """Return the name of the scheme chosen last, else that of the terminal, if it says so."""
    with suppress(OSError, UnicodeDecodeError):
        if (name := _place().read_text("utf-8").strip()) in SCHEMES:
            return name
    background = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return "light" if background in ("7", "15") else "dark"


def next_scheme() -> str:
    """Choose the next scheme, for later games, too; return its name."""
    names = [*SCHEMES]
    name = names[(names.index(scheme()) + 1) % len(names)]
    with suppress(OSError):
        files.write(_place(), [name], private=True)
    return name


@cache
def styles(name: str) -> list[tuple[str, str]]:
    """Return the styles of a scheme, in the colours that the page has."""
    rule = re.escape(SCHEMES[name]) + r"\s*\{([^}]*--ok:[^}]*)\}"
    match = re.search(rf"(?m)^\s*(?:@media screen \{{ )?{rule}", CSS.read_text("utf-8"))
    assert match is not None, f"the page has the colours of {name}"
    colours = dict(re.findall(r"--([\w-]+):\s*(#\w+)", match[1]))
    return [(style, look.format_map(colours)) for style, look in STYLES.items()]


# --- the game -------------------------------------------------------------------------------------


def drawn(seen: View, columns: int, rows: int) -> list[Line]:
    """Draw what is shown of a game on so many columns, and no more rows than there are."""
    guess = boxed(seen, columns, rows)
    messages = [line for text in _messages(seen) for line in lines_of(text, columns)]
    several = isinstance(seen.boards[0], assistant.view.NumberedBoard)
    letters = _letters(seen, columns) if rows >= TALL or not several else []
    room = max(rows - len(guess) - len(messages) - len(letters) - 2, 1)
    gap: list[Line] = [[]] if rows >= TALL else []
    shown = board(seen, columns, room, _height(seen, columns, rows))
    lines = [*_header(seen, columns), *shown, *gap, *guess, *messages, *letters]
    keys = keyboard(seen)
    return [*lines, [], *keys] if rows >= LARGE and len(lines) + len(keys) < rows else lines


def _height(seen: View, columns: int, rows: int) -> int:
    """Return the rows of a turn: 1, or 3 where tiles have room, or 4 with space between them."""
    made = max(len(player.rows) for player in seen.boards)
    wide = 6 + len(seen.boards) * (6 * seen.length + 19)
    if isinstance(seen.boards[0], assistant.view.NumberedBoard) or rows < LARGE or columns < wide:
        return 1
    return next((height for height in (4, 3) if rows >= height * made + 15), 1)


def keyboard(seen: View) -> list[Line]:
    """Draw the letters as keys: what is in the word stands out, and what is not is a dot."""
    letters = [letter for letter in seen.alphabet if letter.islower()]
    if not letters or not seen.letters or isinstance(seen.boards[0], assistant.view.NumberedBoard):
        return []
    rows = [[letter for letter in row if letter in letters] for row in QWERTY]
    if sum(map(len, rows)) < len(letters):
        rows = [letters[start : start + 10] for start in range(0, len(letters), 10)]
    known, lines = _known(seen), list[Line]()
    for shift, row in enumerate(rows):
        line: Line = [("", " " * (6 + 2 * shift))]
        for letter in capitals("".join(row), seen):
            style = known.get(letter, "class:tile")
            line += [(style, f" {'·' if style == 'class:tile.out' else letter} "), ("", " ")]
        lines += [line, []]
    return lines[:-1]


def _header(seen: View, columns: int) -> list[Line]:
    over = seen.stage == "over"
    title = "jotto" if seen.guess is not None or seen.stage == "doubt" else str(seen.title)
    if seen.odds is None:
        return lines_of(title, columns, "class:ok" if over else STRONG)
    columns = min(columns, WIDE)
    bar = odds_bar(seen.odds, min(BAR, columns - 32))
    left = columns - 2 - width(bar)
    return [[(STRONG, f" {title}"[:left].ljust(left)), *bar]]


def odds_bar(odds: RaceOdds, columns: int) -> Line:
    """Draw the odds as a bar between two percentages; each part has a pattern of its own."""
    chances = [getattr(odds, name) for name, _, _ in ODDS]
    ends = [round(columns * sum(chances[: n + 1])) for n in range(3)]
    parts = zip(ODDS, ends, [0, *ends], strict=False)
    bar = [(style, mark * (end - start)) for (_, mark, style), end, start in parts]
    you, they = sentence("bar: you", chance=chances[0]), sentence("bar: they", chance=chances[2])
    return [("", f"{you} "), *bar, ("", f" {they}")]


def board(seen: View, columns: int, room: int, height: int = 1) -> list[Line]:
    """Draw the turns of both players, or several boards; the last if there is no room for all."""
    if several := [
        player for player in seen.boards if isinstance(player, assistant.view.NumberedBoard)
    ]:
        return grid(seen, several, columns, room)
    pairs = list(zip_longest(*(player.rows for player in seen.boards)))
    rows, both = [row for pair in pairs for row in pair if row], len(seen.boards) > 1
    you, they = str(seen.boards[0].who), str(seen.boards[-1].who)
    for size in SIZES if height == 1 else [(5, " ")]:
        at = max([len(they), *(width(turn(row, seen, size)) for row in rows)])
        if 6 + (at + 3) * len(seen.boards) <= columns:
            break
    lines: list[Line] = [[(QUIET, f"      {you:{at}}   {they}")]] if both else []
    first = max(len(pairs) - max((room - len(lines)) // height, 1), 0)
    for number, pair in list(enumerate(pairs, start=1))[first:]:
        line: Line = [(QUIET, f" {number:>2}{'↑' if number == first + 1 > 1 else ' '}  ")]
        for side, row in enumerate(pair):
            known = {} if side else _known(seen)
            cells = turn(row, seen, size, _marked(seen, number, side), known) if row else []
            does = ("edit ", "edit their ")[side] + f"{number} "
            line += [(style, text, does) for style, text, *_ in cells]
            line.append(("", " " * (at + 3 - width(cells))))
        blank: Line = [
            (f"{style} nounderline" if "tile" in style or "bg" in style else "", " " * len(text))
            for style, text, *_ in line
        ]
        lines += [blank, line, [*blank], []][:height] if height > 1 else [line]
    return lines


def _marked(seen: View, number: int, side: int) -> str:
    """Return the likeliest offers that doubt a turn of mine, where nothing fits."""
    likely = seen.choices[: assistant.session.EXPLAINED]
    keys = [choice.key for choice in likely if choice.turn == number and not side]
    return f" ? {', '.join(keys)}" if keys else ""


def turn(
    row: TurnRow,
    seen: View | jotto.Rule,
    size: tuple[int, str] = SIZES[0],
    doubted: str = "",
    known: Mapping[str, str] = {},
) -> Line:
    """Draw a turn: tiles, the score, and pegs; a wrong score with the right one.

    ``known`` are the styles of letters of which it is known whether the secret has them.
    """
    word, right = capitals(row.guess, seen), f" → {row.right}" * bool(row.right)
    columns, between = size
    cells = list[tuple[str, ...]]()
    for style, letter in zip(_styles(word, row.marks, seen, known), word, strict=True):
        before, after = f"{letter:^{columns}}".split(letter)
        padding = f"{style} nounderline"
        cells += [(padding, before), (style, letter), (padding, after), ("", between)]
    gap = between or " "
    pegs = [(PEGS[mark], wording.pegs(mark)) for mark in row.marks if not seen.tiles]
    doubt = f"{gap}{row.doubt}" * bool(row.doubt)
    score = ("class:near" if doubted or right else "", f"{gap}{between}{row.score}")
    noted = ("class:near bold", f"{right}{doubted}{doubt}")
    return [*cells[:-1], score, ("", f"{gap}{between}" * bool(pegs)), *pegs, noted]


def capitals(word: str, seen: View | jotto.Rule) -> list[str]:
    """Return the letters of a word as capitals."""
    letters = (
        alphabet(" ".join(seen.alphabet)) if isinstance(seen, assistant.view.View) else seen.letters
    )
    return [wording.shout(letter, letters) for letter in spell(word, letters)]


def _styles(
    word: Sequence[str], marks: str, seen: View | jotto.Rule, known: Mapping[str, str]
) -> list[str]:
    """Return the style of each letter: by its mark, as a peg, or by what is known of it."""
    if seen.tiles and len(marks) == len(word):
        return [TILES[mark] for mark in marks]
    if not (seen.coloured or marks.strip("G")) and len(marks) == len(word):
        return [TILES["G"]] * len(word)
    codes = CODES if seen.coloured else {}
    return [codes.get(letter) or known.get(letter, "class:tile") for letter in word]


def _known(seen: View) -> dict[str, str]:
    """Return the styles of the capitals that are known to be in their word, or not."""
    if seen.stage == "doubt":
        return {}
    lit = {"in": "class:tile.in", "out": "class:tile.out"}
    lit |= {"placed": TILES["G"], "elsewhere": TILES["Y"]}
    known = ((how, letter) for how in lit for letter in seen.letters.get(how, "").split())
    return {wording.shout(letter, seen.alphabet): lit[how] for how, letter in known}


def boxed(seen: View, columns: int, rows: int) -> list[Line]:
    """Draw the next guess, in a box if there is room, with what it is worth beside or below."""
    if (guess := seen.guess) is None:
        return []
    tall, cell = rows >= TALL, 3 if _height(seen, columns, rows) == 1 else 5
    asked = next((board for board in seen.boards if getattr(board, "asked", False)), seen.boards[0])
    word, number = capitals(guess.word, seen), f"{len(asked.rows) + 1:>2}"
    if seen.rules and len(seen.boards[-1].rows) >= int(number):  # beside their turn of that number
        number = "  "
    cells = ["─" * cell] * len(word)
    top, bottom = f"╭{'┬'.join(cells)}╮", f"╰{'┴'.join(cells)}╯"
    codes = CODES if seen.coloured else {}
    letters = [(codes.get(letter, STRONG), f"{letter:^{cell}}", "why") for letter in word]
    inside = [part for letter in letters for part in ((NEXT, "│"), letter)]
    if tall:
        box: list[Line] = [[(NEXT, f"     {top}")], [(QUIET, f" {number}  "), *inside, (NEXT, "│")]]
        box.append([(NEXT, f"     {bottom}")])
    else:
        last = letters if seen.coloured else [("bold reverse", f" {' '.join(word)} ", "why")]
        box = [[(QUIET, f" {number}  "), *last]]
    left = max(width(line) for line in box)
    beside = columns - left - 4
    texts = _worth(guess)
    rows_of = [row for text in texts for row in wrapped(text, beside + 1)]
    if beside < 30 or len(rows_of) > len(box) + tall:
        below = [line for text in texts for line in lines_of(text, columns)]
        return [*box, *below]
    return side_by_side(box, [[("", row)] for row in rows_of], left + 3)


def _worth(guess: Guess) -> list[str]:
    if guess.certain:
        return [str(sentence("it must be this word"))]
    worth = sentence("line: worth", worth=guess.worth, reason=guess.reason)
    return [str(Sentence("line: box", vars(guess))), str(worth)]


def _messages(seen: View) -> list[str]:
    wrong = [seen.title] * (seen.stage == "doubt")
    doubt = [seen.doubt] if seen.doubt else []
    return [*map(str, (*wrong, *seen.trouble, *seen.notes, *seen.faults, *doubt))]


def _letters(seen: View, columns: int) -> list[Line]:
    """Draw what is known of the letters: nothing if a turn may be wrong; few that are open."""
    named = {
        "placed": sentence("tile: in the right place"),
        "elsewhere": sentence("tile: elsewhere"),
        "in": sentence("in the word"),
        "out": sentence("ruled out"),
        "open": sentence("open"),
    }
    groups = assistant.view.telling(seen.letters) if seen.stage != "doubt" else {}
    shown = [f"{named[n]}  {wording.shout(groups[n], seen.alphabet)}" for n in named if n in groups]
    if shown and (asked := [board for board in seen.boards if getattr(board, "asked", False)]):
        shown[0] = f"{asked[0].who}: {shown[0]}"
    if len(line := "    ".join(shown)) < columns - 1:
        shown = [line]
    return [line for text in shown for line in lines_of(text, columns, QUIET)]


def offers(seen: View, columns: int, *, closed: bool) -> list[Line]:
    """Draw the likeliest mistakes that explain why nothing fits; a click takes one.

    Where the others are ``closed``, a further line counts them.
    """
    lines = [
        line
        for choice in seen.choices[: assistant.session.EXPLAINED]
        for line in lines_of(f"{choice.key}  {choice.text}", columns, does=choice.key)
    ]
    if closed and (rest := len(seen.choices[assistant.session.EXPLAINED :])):
        lines += lines_of(str(sentence("more mistakes", number=rest)), columns, QUIET, "more")
    return lines


# --- panes ----------------------------------------------------------------------------------------


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
        lines.append([(QUIET, f" {sentence('more scores', scores=omitted)}")])
    return lines


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


def scrolled(lines: Sequence[Line], rows: int, top: int) -> tuple[list[Line], int]:
    """Return so many rows of lines, ``top`` of them hidden above, and how many then really are.

    What is hidden is counted, in the first and in the last row.

    >>> [line[0][1] for line in scrolled([[("", str(n))] for n in range(9)], 4, 2)[0]]
    [' ↑ 2 more above (PgUp)', '2', '3', ' ↓ 5 more below (PgDn)']
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


# --- lines ----------------------------------------------------------------------------------------


def lines_of(text: str, columns: int, style: str = "", does: str = "") -> list[Line]:
    """Wrap a text to lines in one style; a click on them does something, if that is given."""
    return [[(style, f" {row}", *[does] * bool(does))] for row in wrapped(text, columns - 1) if row]


def width(line: Line) -> int:
    """Return the columns of a line."""
    return sum(len(part[1]) for part in line)


def side_by_side(lines: Sequence[Line], right: Sequence[Line], columns: int) -> list[Line]:
    """Put other lines beside the lines, which have at most so many columns."""
    empty: Line = []
    return [
        [*line, ("", " " * (columns - width(line))), *other]
        for line, other in zip_longest(lines, right, fillvalue=empty)
    ]
