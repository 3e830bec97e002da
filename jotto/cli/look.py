"""How a live game looks on a terminal: its lines with their styles, in the colours of the page.

A part of a line is a style, a text, and, if there is one, what a click on it types; what ends with
a space is put on the line, to be typed on. No colour stands alone: a score is written beside its
tiles, and the letters that are known are listed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING

import jotto
from jotto import assistant
from jotto.assistant import wording
from jotto.assistant.sentences import Sentence, sentence
from jotto.cli.grid import (
    NEXT,
    QUIET,
    STRONG,
    TILES,
    Line,
    grid,
    lines_of,
    side_by_side,
    width,
    word_of,
)
from jotto.cli.render import wrapped
from jotto.letters import alphabet, spell

if TYPE_CHECKING:
    from jotto.assistant.view import Board, Guess, NumberedBoard, RaceOdds, TurnRow, View

CODES = {str(digit): f"class:code.{digit}" for digit in range(10)}
LIT = {
    "in": "class:tile.in",
    "out": "class:tile.out",
    "placed": TILES["G"],
    "elsewhere": TILES["Y"],
}
MARKED = "placed", "elsewhere"
PEGS = {"G": "class:ok", "Y": "class:near", "B": QUIET}
ODDS = (("you", "█", "class:ok"), ("draw", "▒", QUIET), ("they", "░", "class:they"))
TALL = 13  # rows from which the next guess has a box
LARGE = 34  # rows from which tiles have three
WIDE = 100  # columns, the most that the heading takes, and from which more stands beside the board
ALONE = 72  # columns for one board with nothing beside it
QWERTY = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
HEADER = 2  # lines of most titles over several boards
KEYED = len(QWERTY) + 1  # rows of the letters of a board
FEWEST = 4  # turns for which several boards have room, before their letters
USUAL = 6  # turns for which a board has places; several boards have as many, and one for each
BLOCKS = "class:tile", "class:code"  # styles that have a background
BAR = 24  # columns of the odds
SIZES = ((3, " "), (1, " "), (1, ""))  # of a tile: its columns, and what is between two


# --- the game -------------------------------------------------------------------------------------


def drawn(
    seen: View, columns: int, rows: int, screen: int, typed: str = "", *, bare: bool = False
) -> list[Line]:
    """Draw what is shown of a game on so many columns, and no more rows than there are.

    Its parts are as large as the whole ``screen`` lets them be, so that none of them jumps when
    something else needs rows. A word that is being ``typed`` stands where it will be. ``bare``:
    without the rows to come and the keys.
    """
    narrow = block(seen, columns)
    guess = boxed(seen, narrow, screen)
    messages = [line for text in _messages(seen) for line in lines_of(text, narrow)]
    gap: list[Line] = [[]] if screen >= TALL else []
    header = _header(seen, narrow)
    room = max(rows - len(guess) - len(messages) - len(header) - len(gap), 1)
    boards = numbered(seen)
    letters, places = list[Line](), list[Line]()
    rooms = room, screen - len(guess) - HEADER - len(gap)
    if not (shown := cards(seen, boards, columns, rooms, typed, bare=bare) if boards else []):
        height = _height(seen, columns, screen)
        letters = _letters(seen, narrow) if screen >= TALL or not boards else []
        room = max(room - len(letters) - (not gap), 1)
        to_come = _places(seen, height, typed, 0 if bare else USUAL) if not boards else []
        shown = board(seen, columns, room, height)
        places = to_come[: max((room - len(shown)) // height, 0) * height]
    shown = [*shown, *gap, *guess, *places] if guess else [*shown, *places, *gap]
    lines = [*header, *shown, *messages, *letters]
    for more in () if bare else (keyboard(seen, spaced=screen >= LARGE), _legend(seen)):
        lines += [[], *more] if more and len(lines) + len(more) < rows else []
    return lines


def block(seen: View, columns: int) -> int:
    """Return the columns for the lines of a game, which stand in the middle of a wide screen."""
    alone = seen.stage == "guess" and seen.guess is None and len(seen.boards) == 1
    return columns if columns <= WIDE else ALONE if alone else WIDE


def _mine(seen: View) -> list[Board]:
    """Return my boards: all that are numbered, else the first."""
    return [
        board
        for at, board in enumerate(seen.boards)
        if at == 0 or isinstance(board, assistant.view.NumberedBoard)
    ]


def numbered(seen: View) -> list[NumberedBoard]:
    """Return the boards of several; none if there is one, or one for each player."""
    return [board for board in seen.boards if isinstance(board, assistant.view.NumberedBoard)]


def solved(seen: View) -> set[int]:
    """Return the numbers of my boards whose last row has found the word; 0 if there is one."""
    if seen.stage == "doubt":
        return set()
    return {
        getattr(board, "number", 0) for board in _mine(seen) if board.rows and board.rows[-1].won
    }


def is_won(seen: View) -> bool:
    """Whether I have found the word, or that of every board."""
    return seen.stage == "over" and len(solved(seen)) == len(_mine(seen))


def celebrated(seen: View, numbers: set[int], turned: int) -> View:
    """Return a view in which rows that won are green; on ``numbers``, as far as it is turned."""
    won, whole, boards = solved(seen), "G" * seen.length, list(seen.boards)
    for at, board in enumerate(_mine(seen)):
        if getattr(board, "number", 0) in won:
            *rows, last = board.rows
            marks = (
                whole[:turned].ljust(seen.length)
                if getattr(board, "number", 0) in numbers
                else whole
            )
            boards[at] = replace(board, rows=(*rows, replace(last, marks=marks)))
    return replace(seen, boards=tuple(boards))


def _places(seen: View, height: int, typed: str, usual: int) -> list[Line]:
    """Draw the rows that are still to come on one board, the first with what is typed."""
    if seen.stage != "guess" or len(seen.boards) > 1:
        return []
    made, lines = len(seen.boards[0].rows) + (seen.guess is not None), list[Line]()
    for number in range(made, max(usual, made + (seen.guess is None))):
        word = typed if number == made and seen.guess is None else ""
        cells = place(seen, (5, " ") if height > 1 else SIZES[0], word)
        lines += tall([("", "      "), *cells], height)
    return lines


def place(seen: View, size: tuple[int, str], typed: str = "") -> Line:
    """Draw a row that is still to come, with what is typed of it."""
    letters = capitals(typed, seen)[: seen.length] if typed else []
    codes, cells = CODES if seen.coloured else {}, list[tuple[str, ...]]()
    for letter in letters:
        cells += [(codes.get(letter, "class:tile"), f"{letter:^{size[0]}}"), ("", size[1])]
    for _ in range(seen.length - len(letters)):
        cells += [("class:tile.out", f"{'·':^{size[0]}}"), ("", size[1])]
    return cells[:-1]


def _height(seen: View, columns: int, rows: int) -> int:
    """Return the rows of a turn: 1, or 3 where tiles have room, or 4 with space between them."""
    made = max(len(player.rows) for player in seen.boards)
    wide = 6 + len(seen.boards) * (6 * seen.length + 19)
    if isinstance(seen.boards[0], assistant.view.NumberedBoard) or rows < LARGE or columns < wide:
        return 1
    return next((height for height in (4, 3) if rows >= height * made + 15), 1)


def keyboard(seen: View, *, spaced: bool) -> list[Line]:
    """Draw the letters as keys: what is in the word stands out, and what is not is a dot.

    Signs that are no letters, as those of a code, stand after how many of them make a guess.
    """
    several = isinstance(seen.boards[0], assistant.view.NumberedBoard)
    if several or seen.stage not in ("guess", "theirs"):
        return []
    lines, before = list[Line](), "    "
    if not any(map(str.islower, seen.alphabet)):
        if seen.guess is not None:  # it is a score that is typed
            return []
        before += f"{sentence('type signs', length=seen.length, different=False, signs='')} "
    for row in _keys(seen, _known(seen), 3, " "):
        lines += [[(QUIET, before), *row], *[[]] * spaced]
        before = " " * len(before)
    return lines[: len(lines) - spaced]


def _legend(seen: View) -> list[Line]:
    """Say what the pegs of a score mean, where a guess has none yet."""
    numbers = seen.keys.rows if not seen.tiles else ()
    if len(numbers) < 2 or seen.stage != "guess" or seen.guess or any(seen.boards[0].rows[1:]):
        return []
    line: Line = [("", "    ")]
    for mark, (label, _) in zip("GY", numbers, strict=False):
        meaning = f" {sentence('a label', label=label)}   "
        line += [(PEGS[mark], wording.pegs(mark)), (QUIET, meaning)]
    return [line]


def _keys(
    seen: View,
    known: Mapping[str, str],
    wide: int,
    between: str,
    rows: Sequence[Sequence[str]] | None = None,
) -> list[Line]:
    """Draw rows of letters, each on so many columns, in the styles in which they are known."""
    letters = [letter for letter in seen.alphabet if letter.islower()] or [*seen.alphabet]
    codes = CODES if seen.coloured else {}
    shifted = wide - 1 if rows is None and letters[0].islower() else 0
    rows = rows or [[letter for letter in row if letter in letters] for row in QWERTY]
    if sum(map(len, rows)) < len(letters):
        rows = [letters[start : start + 10] for start in range(0, len(letters), 10)]
    lines = list[Line]()
    for shift, row in enumerate(rows):
        line: Line = [("", " " * (shift * shifted))]
        for letter in capitals("".join(row), seen):
            style = known.get(letter, "class:tile")
            style = style if style == LIT["out"] else codes.get(letter, style)
            shown = "·" if style == "class:tile.out" else letter
            line += [(style, f"{shown:^{wide}}"), ("", between)]
        lines.append(line)
    return lines


def _header(seen: View, columns: int) -> list[Line]:
    won = is_won(seen)
    title = "jotto" if seen.guess is not None or seen.stage == "doubt" else str(seen.title)
    if seen.odds is None:
        return lines_of(title, columns, "class:ok" if won else STRONG)
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
    if several := numbered(seen):
        return grid(seen, several, columns, room)
    pairs = list(zip_longest(*(player.rows for player in seen.boards)))
    both = len(seen.boards) > 1
    you, they = str(seen.boards[0].who), str(seen.boards[-1].who)
    for size in SIZES if height == 1 else [(5, " ")]:
        sides = [
            (row, n, side)
            for n, pair in enumerate(pairs, 1)
            for side, row in enumerate(pair)
            if row
        ]
        noted = (width(turn(row, seen, size, _marked(seen, n, side))) for row, n, side in sides)
        at = max([len(they), *noted])
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
        lines += tall(line, height)
    return lines


def cards(
    seen: View,
    boards: Sequence[NumberedBoard],
    columns: int,
    rooms: tuple[int, int],
    typed: str,
    *,
    bare: bool,
) -> list[Line]:
    """Draw several boards as tiles, in their order, if the screen has room for some turns of each.

    The most of the ``rooms`` that there is on the screen decides, not the lines there are now, so
    nothing jumps as the game goes on: of many turns the last are drawn, and what is known of the
    letters of each board if there is room for that, too.
    """
    boards, (room, largest) = sorted(boards, key=lambda board: board.number), rooms
    if (layout := _layout(seen, boards, columns, largest)) is None:
        return []
    size, height, wide, fit = layout
    blocks, usual = -(-len(boards) // fit), _usual(boards) if seen.stage == "guess" else 0
    if (each := room // blocks - 2) < height:
        return []
    made = max(len(board.rows) for board in boards) * height
    drawn_keys = [_all_keys(seen, boards, wide, low=low) for low in (False, True)]
    least = max(made, FEWEST * height)  # empty rows are left out before the letters
    keys = next((len(keys) for keys in drawn_keys if 0 < len(keys) <= each - least), 0)
    low = keys == len(drawn_keys[1])
    keys *= not bare and seen.stage != "over"
    lines = list[Line]()
    for block in range(blocks):
        part = boards[fit * block : fit * (block + 1)]
        turns = seen, part, size, height, each - keys, wide, typed, 0 if bare else usual
        lines += [_heads(part, wide), *_turns(*turns)]
        lines += _all_keys(seen, part, wide, low=low) if keys else []
        lines += [[]]
    return lines[:-1]


def _usual(boards: Sequence[NumberedBoard]) -> int:
    """Return the turns for which several boards have places."""
    return USUAL + len(boards) - 1


def _layout(
    seen: View, boards: Sequence[NumberedBoard], columns: int, room: int
) -> tuple[tuple[int, str], int, int, int] | None:
    """Return how large boards are; None if the screen has no room for some turns of each.

    That is the size and height of tiles, the columns of a board, and how many stand side by side.
    The tiles are the largest with which all turns of a usual game have room, large ones with the
    letters as well; else some turns; else nothing is between the letters of a word.
    """
    none = "B" * seen.length
    likely = assistant.view.TurnRow(
        seen.alphabet[0] * seen.length, none * seen.tiles or "0,0", none
    )
    rows = [likely, *(row for board in boards for row in board.rows)]
    by_number = len(str(boards[-1].number)) + seen.length + 5  # of a head
    by_name = len(str(boards[-1].who)) + seen.length + 5
    large = [((5, " "), 4), ((5, " "), 3), (SIZES[0], 1), (SIZES[1], 1)]
    for least, sizes in (by_name, large), (by_number, [(SIZES[2], 1)]):
        for turns in (_usual(boards), USUAL):
            for size, height in sizes:
                wide = max(least, *(width(turn(row, seen, size)) + 3 for row in rows))
                fit = (columns - 4) // wide
                blocks = -(-len(boards) // max(fit, 1))
                letters = KEYED if height > 1 else 0
                if fit and room // blocks - 2 >= turns * height + letters:
                    return size, height, wide, -(-len(boards) // blocks)
    return None


def _heads(boards: Sequence[NumberedBoard], wide: int) -> Line:
    """Draw the names of boards, which is asked for, and how many words are left or which it is."""
    line: Line = [("", "   ")]
    for board in boards:
        name, note = f"{'▸' if board.asked else ' '}{board.who}", str(board.note or "")
        if wide < len(name) + len(board.rows[0].guess if board.rows else "") + 4:
            name = f"{name[0]}{board.number}"
        note = note if len(name) + len(note) + 2 < wide else word_of(board) or note.split()[0]
        line += [(STRONG, name), ("class:ok" if board.found else "", f"  {note}")]
        line.append(("", " " * (wide - len(name) - len(note) - 2)))
    return line


def _turns(
    seen: View,
    boards: Sequence[NumberedBoard],
    size: tuple[int, str],
    height: int,
    room: int,
    wide: int,
    typed: str,
    usual: int,
) -> list[Line]:
    """Draw the last turns of boards beside each other, and the rows that are still to come."""
    made, lines = max(len(board.rows) for board in seen.boards), list[Line]()
    least = made + (seen.stage == "guess" and seen.guess is None)  # the row that is being typed
    first = max(least - room // height, 0)
    for number in range(first, min(max(least, usual), first + max(room // height, 1))):
        top = "↑" if number == first > 0 else " "
        line: Line = [(QUIET, f"{number + 1:>2}{top} " if number < made else "    ")]
        for board in boards:
            known = _styles_of(board.letters, board, seen)
            rows = board.rows[number : number + 1]
            cells = [cell for row in rows for cell in turn(row, seen, size, known=known)]
            if number >= made and not board.found:
                cells = place(seen, size, typed if number == made and least > made else "")
            line += [*cells, ("", " " * (wide - width(cells)))]
        lines += tall(line, height)
    return lines


def _all_keys(
    seen: View, boards: Sequence[NumberedBoard], wide: int, *, low: bool = False
) -> list[Line]:
    """Draw the letters of boards beside each other; of a board that is found none.

    They are a keyboard below an empty line, or, if they should be ``low``, two lines in the order
    of the alphabet. There are none that are too wide.
    """
    key = next(key for key in (3, 2, 1) if wide > len(QWERTY[0]) * key or key == 1)
    letters = "".join(letter for letter in seen.alphabet if letter.islower())
    half = -(-len(letters) // 2)
    if wide <= (half if low else len(QWERTY[0])):
        return []
    rows = [letters[:half], letters[half:]] if low else None
    of_boards = [
        []
        if board.found
        else _keys(seen, _styles_of(board.letters, board, seen), 1 if low else key, "", rows)
        for board in boards
    ]
    lines: list[Line] = [[]] * (not low)
    for cells in zip_longest(*of_boards, fillvalue=list[tuple[str, ...]]()):
        line: Line = [("", "    ")]
        for row in cells:
            line += [*row, ("", " " * (wide - width(row)))]
        lines.append(line)
    return lines


def tall(line: Line, height: int) -> list[Line]:
    """Return a line of tiles as so many rows: 1, 3, or 4 with an empty one."""
    blank: Line = [
        (f"{style} nounderline" if style.startswith(BLOCKS) else "", " " * len(text))
        for style, text, *_ in line
    ]
    return [blank, line, [*blank], []][:height] if height > 1 else [line]


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
    pegs = [(PEGS[mark], wording.pegs(mark)) for mark in row.marks.strip() if not seen.tiles]
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
    is_whole = len(marks) == len(word)
    if is_whole and (seen.tiles or not (seen.coloured or marks.strip("G "))):
        return [TILES.get(mark, "class:tile") for mark in marks]
    codes = CODES if seen.coloured else {}
    return [codes.get(letter) or known.get(letter, "class:tile") for letter in word]


def _known(seen: View) -> dict[str, str]:
    """Return the styles of the capitals that are known to be in their word, or not."""
    return {} if seen.stage == "doubt" else _styles_of(seen.letters, seen.boards[0], seen)


def _styles_of(letters: Mapping[str, str], board: Board, seen: View) -> dict[str, str]:
    groups = sorted_out(letters, board, seen)
    known = ((how, letter) for how in LIT for letter in groups.get(how, "").split())
    return {wording.shout(letter, seen.alphabet): LIT[how] for how, letter in known}


def sorted_out(letters: Mapping[str, str], board: Board, seen: View) -> dict[str, str]:
    """Return letters by what is known of them; those in the word as they stand on the board.

    There a mark says that a letter is in its place, or elsewhere.
    """
    marks = dict[str, str]()
    spelling = alphabet(" ".join(seen.alphabet))
    for row in board.rows if seen.tiles else ():
        for letter, mark in zip(spell(row.guess, spelling), row.marks, strict=False):
            marks[letter] = min(marks.get(letter, mark), mark, key="GYB ".index)
    inside = letters.get("in", "").split()
    named = {"placed": "G", "elsewhere": "Y"}
    groups = dict(letters)
    for how, mark in named.items():
        if here := [letter for letter in inside if marks.get(letter) == mark]:
            groups[how] = " ".join([*groups.get(how, "").split(), *here])
    rest = " ".join(letter for letter in inside if marks.get(letter) not in named.values())
    return {how: those for how, those in {**groups, "in": rest}.items() if those}


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
    """Draw what is known of the letters: nothing if a turn may be wrong; few that are open.

    They look as they do on the board, if a line has room for all.
    """
    named = {
        "places": sentence("known places"),
        "placed": sentence("tile: in the right place"),
        "elsewhere": sentence("tile: elsewhere"),
        "in": sentence("in the word"),
        "out": sentence("ruled out"),
        "open": sentence("open"),
    }
    asked = [board for board in seen.boards if getattr(board, "asked", False)]
    groups = assistant.view.telling(seen.letters) if seen.stage != "doubt" else {}
    groups = sorted_out(groups, (asked or seen.boards)[0], seen) if groups else {}
    shown = [
        (n, f"{named[n]}  ", wording.shout(groups[n], seen.alphabet)) for n in named if n in groups
    ]
    if not shown:
        return []
    lines: list[Line] = [[(QUIET, f" {asked[0].who}: " if asked else " ")]]
    for name, title, letters in shown:
        style = LIT[name] if name in MARKED else QUIET if name in ("out", "open") else STRONG
        part: Line = [(QUIET, title)]
        for letter in letters.split():
            part += [(style, letter), ("", " ")]
        if len(lines[-1]) > 1 and width(lines[-1]) + width(part) + 3 >= columns:
            lines.append([(QUIET, " ")])
        lines[-1] += [("", "   ")] * (len(lines[-1]) > 1) + part
    return [line for row in lines for line in _cut_to(row, columns)]


def _cut_to(line: Line, columns: int) -> list[Line]:
    """Return a line of letters as lines that fit."""
    lines = list[Line]([[]])
    for part in line:
        if lines[-1] and width(lines[-1]) + len(part[1].rstrip()) >= columns:
            lines.append([(QUIET, " ")])
        lines[-1].append(part)
    return lines


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
