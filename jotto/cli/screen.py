"""The screen of a live game: a board that stays, and below it a line to type on.

The conversation runs in a thread of its own and asks by :meth:`Screen.ask`. What it prints while it
runs a line is shown in a pane below the board, until the next line is typed. The screen is drawn
from a :class:`jotto.assistant.view.View`; beside it, a wide terminal shows what each score of the
guess would leave.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from itertools import zip_longest
from queue import Queue
from threading import Event, Thread
from typing import Any

from prompt_toolkit import Application, output, print_formatted_text
from prompt_toolkit.application import get_app
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import WordCompleter
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.key_binding.bindings.completion import generate_completions
from prompt_toolkit.layout import (
    BufferControl,
    ConditionalContainer,
    Float,
    FloatContainer,
    FormattedTextControl,
    HSplit,
    Layout,
    Window,
)
from prompt_toolkit.layout.menus import CompletionsMenu
from prompt_toolkit.layout.processors import BeforeInput, Processor, Transformation
from prompt_toolkit.output import ColorDepth

import jotto
from jotto import files
from jotto.assistant import wording
from jotto.assistant.move_table import table
from jotto.assistant.sentences import Sentence, sentence
from jotto.assistant.view import Guess, NumberedBoard, TurnRow, View, telling
from jotto.cli.grid import NEXT, QUIET, STRONG, TILES, Line, grid
from jotto.cli.render import BLINK, Beside, wrapped
from jotto.errors import signs
from jotto.letters import alphabet, spell

COLOURS = (  # of the digits of a code: every terminal with 256 colours has them
    *("d70000", "005fff", "ffd700", "008700", "ff8700"),
    *("af00d7", "00d7d7", "875f00", "ffafd7", "eeeeee"),
)
LIGHT = (2, 4, 6, 8, 9)  # of these, the digit is black
PEGS = {
    str(digit): f"bold {'#000000' if digit in LIGHT else '#ffffff'} bg:#{colour}"
    for digit, colour in enumerate(COLOURS)
}
ODDS = (("you", "█", "fg:ansigreen"), ("draw", "▒", QUIET), ("they", "░", "fg:ansired"))
KINDS = table().values()
KEYS = {f"f{n}": [kind.name for kind in KINDS if kind.key == f"f{n}"] for n in range(1, 5)}
NAMED = [kind.name for kind in KINDS if kind.place == "bar" and not kind.key]  # besides the keys
TALL = 13  # rows from which the next guess has a box
ROOM = 12  # columns for an answer
WIDE = 100  # columns, the most that the heading takes, and from which more stands beside the board
NARROW = 66  # columns of the board then, at least
BAR = 24  # columns of the odds
SECRET = re.compile(r"\s*secret\s", re.IGNORECASE)  # what follows is not shown, and not kept


# --- drawing --------------------------------------------------------------------------------------


def drawn(seen: View, columns: int, rows: int) -> list[Line]:
    """Draw what is shown of a game on so many columns, and no more rows than there are."""
    guess = boxed(seen, columns, tall=rows >= TALL)
    messages = [line for text in _messages(seen) for line in _wrapped(text, columns)]
    several = isinstance(seen.boards[0], NumberedBoard)
    letters = _letters(seen, columns) if rows >= TALL or not several else []
    room = max(rows - len(guess) - len(messages) - len(letters) - 2, 1)
    gap: list[Line] = [[]] if rows >= TALL else []
    return [*_header(seen, columns), *board(seen, columns, room), *gap, *guess, *messages, *letters]


def _header(seen: View, columns: int) -> list[Line]:
    title = "jotto" if seen.guess is not None or seen.stage == "doubt" else str(seen.title)
    if seen.odds is None:
        return _wrapped(title, columns, STRONG)
    columns = min(columns, WIDE)
    bar = odds_bar(seen, min(BAR, columns - 32))
    left = columns - 2 - len(_text(bar))
    return [[(STRONG, f" {title}"[:left].ljust(left)), *bar]]


def odds_bar(seen: View, width: int) -> Line:
    """Draw the odds as a bar between two percentages; each part has a pattern of its own."""
    assert seen.odds is not None, "there are odds"
    chances = [getattr(seen.odds, name) for name, _, _ in ODDS]
    ends = [round(width * sum(chances[: n + 1])) for n in range(3)]
    parts = zip(ODDS, ends, [0, *ends], strict=False)
    bar = [(style, mark * (end - start)) for (_, mark, style), end, start in parts]
    you, they = sentence("bar: you", chance=chances[0]), sentence("bar: they", chance=chances[2])
    return [("", f"{you} "), *bar, ("", f" {they}")]


def board(seen: View, columns: int, room: int) -> list[Line]:
    """Draw the turns of both players, or several boards; the last if there is no room for all."""
    if several := [player for player in seen.boards if isinstance(player, NumberedBoard)]:
        return grid(seen, several, columns, room)
    pairs = list(zip_longest(*(player.rows for player in seen.boards)))
    rows, both = [row for pair in pairs for row in pair if row], len(seen.boards) > 1
    you, they = str(seen.boards[0].who), str(seen.boards[-1].who)
    for between in (" ", ""):  # the letters
        width = max([len(they), *(len(_text(turn(row, seen, between))) for row in rows)])
        if 5 + (width + 3) * len(seen.boards) <= columns:
            break
    lines: list[Line] = [[(QUIET, f"     {you:{width}}   {they}")]] if both else []
    first = max(len(pairs) - max(room - len(lines), 1), 0)
    for number, pair in list(enumerate(pairs, start=1))[first:]:
        line: Line = [(QUIET, f" {number:>2}  ")]
        for row in pair:
            cells = turn(row, seen, between) if row else []
            line += [*cells, ("", " " * (width + 3 - len(_text(cells))))]
        lines.append(line)
    return lines


def turn(row: TurnRow, seen: View | jotto.Rule, between: str = " ") -> Line:
    """Draw a turn: tiles, or letters with pegs; a wrong score with the right one."""
    word, right = capitals(row.guess, seen), f" → {row.right}" * bool(row.right)
    gap = between or " "
    cells, pegs = [(STRONG, between.join(word))], f"{gap}{between}{wording.pegs(row.marks)}"
    if seen.tiles or seen.coloured:
        styles = [TILES[mark] for mark in row.marks] if seen.tiles else _styles(word, seen)
        letters = (f"{letter:^{1 + 2 * len(between)}}" for letter in word)
        cells, pegs = list(zip(styles, letters, strict=True)), "" if seen.tiles else pegs
    doubt = f"{gap}{row.doubt}" * bool(row.doubt)
    return [*cells, ("", f"{gap}{between}{row.score}{right}{pegs}{doubt}")]


def capitals(word: str, seen: View | jotto.Rule) -> list[str]:
    """Return the letters of a word as capitals."""
    letters = alphabet(" ".join(seen.alphabet)) if isinstance(seen, View) else seen.letters
    return [wording.shout(letter, letters) for letter in spell(word, letters)]


def _styles(word: Sequence[str], seen: View | jotto.Rule) -> list[str]:
    return [PEGS.get(letter, STRONG) if seen.coloured else STRONG for letter in word]


def boxed(seen: View, columns: int, *, tall: bool) -> list[Line]:
    """Draw the next guess, in a box if it is ``tall``, with what it is worth beside or below."""
    if (guess := seen.guess) is None:
        return []
    asked = next((board for board in seen.boards if getattr(board, "asked", False)), seen.boards[0])
    word, number = capitals(guess.word, seen), f"{len(asked.rows) + 1:>2}"
    if seen.rules and len(seen.boards[-1].rows) >= int(number):  # beside their turn of that number
        number = "  "
    cells = ["───"] * len(word)
    top, bottom = f"╭{'┬'.join(cells)}╮", f"╰{'┴'.join(cells)}╯"
    styled = zip(_styles(word, seen), word, strict=True)
    letters = [(style, f"{letter:^3}") for style, letter in styled]
    inside = [part for letter in letters for part in ((NEXT, "│"), letter)]
    if tall:
        box: list[Line] = [[(NEXT, f"     {top}")], [(QUIET, f" {number}  "), *inside, (NEXT, "│")]]
        box.append([(NEXT, f"     {bottom}")])
    else:
        last = letters if seen.coloured else [("bold reverse", f" {' '.join(word)} ")]
        box = [[(QUIET, f" {number}  "), *last]]
    left = max(len(_text(line)) for line in box)
    beside = columns - left - 4
    texts = _worth(guess)
    rows = [row for text in texts for row in wrapped(text, beside + 1)]
    if beside < 30 or len(rows) > len(box) + tall:
        below = [line for text in texts for line in _wrapped(text, columns)]
        return [*box, *below]
    return side_by_side(box, [[("", row)] for row in rows], left + 3)


def _worth(guess: Guess) -> list[str]:
    if guess.certain:
        return [str(sentence("it must be this word"))]
    worth = sentence("line: worth", worth=guess.worth, reason=guess.reason)
    return [str(Sentence("line: box", vars(guess))), str(worth)]


def _messages(seen: View) -> list[str]:
    lead = [f"{choice.letter}  {choice.text}" for choice in seen.choices]
    wrong = [seen.title] * (seen.stage == "doubt")
    doubt = [seen.doubt] if seen.doubt else []
    return [*map(str, (*wrong, *seen.trouble, *seen.notes, *seen.faults, *doubt)), *lead]


def _letters(seen: View, columns: int) -> list[Line]:
    """Draw what is known of the letters; those that are open only if they are few."""
    named = {"in": sentence("in the word"), "out": sentence("ruled out"), "open": sentence("open")}
    groups = telling(seen.letters)
    shown = [f"{named[n]}  {wording.shout(groups[n], seen.alphabet)}" for n in named if n in groups]
    if shown and (asked := [board for board in seen.boards if getattr(board, "asked", False)]):
        shown[0] = f"{asked[0].who}: {shown[0]}"
    if len(line := "    ".join(shown)) < columns - 1:
        shown = [line]
    return [line for text in shown for line in _wrapped(text, columns, QUIET)]


def _wrapped(text: str, columns: int, style: str = "") -> list[Line]:
    return [[(style, f" {row}")] for row in wrapped(text, columns - 1) if row]


def _text(line: Line) -> str:
    return "".join(text for _, text in line)


def side_by_side(lines: Sequence[Line], right: Sequence[Line], columns: int) -> list[Line]:
    """Put other lines beside the lines, which have at most so many columns."""
    empty: Line = []
    return [
        [*line, ("", " " * (columns - len(_text(line)))), *other]
        for line, other in zip_longest(lines, right, fillvalue=empty)
    ]


def put(line: Line) -> None:
    """Print a line with its styles."""
    print_formatted_text(FormattedText([(style, signs(text)) for style, text in line]))


# --- the screen -----------------------------------------------------------------------------------


class Hidden(Processor):
    """Shows a secret as dots: all of the line, or what follows the word secret."""

    def __init__(self, whole: Callable[[], bool]) -> None:
        self.whole = whole

    def apply_transformation(self, given: Any) -> Transformation:
        """Replace the letters that nobody else is to see."""
        text = _text(given.fragments)
        start = 0 if self.whole() else len(text)
        if command := SECRET.match(text):
            start = command.end()
        return Transformation([("", text[:start] + "•" * len(text[start:]))])


def _history() -> History:
    """Return the lines typed in earlier games."""
    with suppress(OSError):
        path = files.user_folder("state") / "typed"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        return FileHistory(str(path))
    return InMemoryHistory()


class Screen(io.TextIOBase):
    """A full screen for one conversation; as a stream, it takes what is printed meanwhile."""

    def __init__(self, *, coloured: bool) -> None:
        self.seen: View | None = None
        self._beside: Beside | None = None
        self.question, self.hidden, self._sayings = "", False, list[str]()
        self._pane, self._status, self._typed = "", "", Queue[Any]()
        self._asking, self._asked, self._kept = False, Event(), ""
        completer = WordCompleter(lambda: self._sayings, ignore_case=True, sentence=True)
        self._buffer = Buffer(
            completer=completer, history=_history(), multiline=False, accept_handler=self._accept
        )
        screen = output.create_output(stdout=sys.__stdout__)
        self._app: Application[Any] = Application(
            layout=Layout(self._laid_out()),
            key_bindings=self._keys(),
            full_screen=True,
            output=screen,
            color_depth=None if coloured else ColorDepth.DEPTH_1_BIT,
        )

    def run(self, talk: Callable[[], None]) -> None:
        """Show the screen while ``talk()`` runs in a thread. Raises what it raises."""
        errors: list[BaseException | None] = [KeyboardInterrupt()]  # if the screen ends first

        def work() -> None:
            try:
                talk()
                errors[0] = None
            except BaseException as error:
                errors[0] = error
            if self._app.loop is not None:
                self._app.loop.call_soon_threadsafe(self._exit)

        worker = Thread(target=work, daemon=True)
        with redirect_stdout(self), redirect_stderr(self):
            self._app.run(pre_run=worker.start)
        if errors[0] is not None:
            raise errors[0]

    def _exit(self) -> None:
        if self._app.is_running:
            self._app.exit()

    def draw(self, seen: View, beside: Beside | None = None) -> None:
        """Draw another view, and what ``beside(columns, lines)`` returns, its title first."""
        self.seen, self._beside = seen, beside
        self._app.invalidate()

    def ask(self, question: str, sayings: Sequence[str], *, hidden: bool = False) -> str:
        """Wait for a line. Raises KeyboardInterrupt and EOFError."""
        self._asking = True
        self.question, self.hidden, self._sayings = signs(question), hidden, list(sayings)
        self._asked.set()
        self._app.invalidate()
        if self._kept and self._app.loop is not None:
            self._app.loop.call_soon_threadsafe(self._buffer.insert_text, self._kept)
        self._kept = ""
        typed = self._typed.get()
        self._asking = False
        if isinstance(typed, BaseException):
            raise typed
        self._pane = ""
        return str(typed)

    def keep(self, typed: str) -> None:
        """Put what was typed on the line again, when that is asked for the next time."""
        self._kept = typed

    def _accept(self, buffer: Buffer) -> bool:
        if not self._asking:
            return True  # what is typed meanwhile stays
        typed = buffer.text
        if self.hidden or SECRET.match(typed):
            buffer.reset()  # now there is nothing to keep among the lines typed
        self._asked.clear()
        self._typed.put(typed)
        self._asked.wait(BLINK)  # to draw once, and leave the processor to the answer
        return False

    # --- as a stream ------------------------------------------------------------------------------

    def write(self, text: str) -> int:
        """Add what is printed to the pane; the progress of long work replaces itself."""
        if text.startswith("\r"):
            self._status = signs(text.strip("\r").removesuffix("\x1b[K"))
        else:
            self._pane += signs(text)
        self._app.invalidate()
        return len(text)

    def isatty(self) -> bool:
        """Return True: what is printed is seen."""
        return True

    def fileno(self) -> int:
        """Return that of the terminal, to ask for its size."""
        return int(sys.__stdout__.fileno()) if sys.__stdout__ is not None else 1

    # --- layout -----------------------------------------------------------------------------------

    def _laid_out(self) -> FloatContainer:
        rule = Window(char="─", height=1, style=QUIET)
        asked = Window(FormattedTextControl(self._question), dont_extend_height=True)
        processors = [Hidden(lambda: self.hidden), BeforeInput(self._before)]
        line = BufferControl(self._buffer, input_processors=processors)
        body = HSplit([
            Window(FormattedTextControl(self._board, show_cursor=False), wrap_lines=False),
            rule,
            ConditionalContainer(asked, Condition(self._is_long)),
            Window(line, height=1),
            Window(FormattedTextControl(self._hints), height=1, style=QUIET),
        ])  # fmt: skip
        menu = Float(CompletionsMenu(max_height=6), xcursor=True, ycursor=True)
        return FloatContainer(body, [menu])

    def _question(self) -> Any:
        lines = _wrapped(self.question, get_app().output.get_size().columns, STRONG)
        return [part for line in lines for part in (*line, ("", "\n"))][:-1]

    def _is_long(self) -> bool:
        """Whether a question needs a line of its own, above the answer."""
        return len(self.question) + ROOM > get_app().output.get_size().columns

    def _before(self) -> Any:
        question = "" if self._is_long() else f" {self.question.rstrip(': ')}"
        return [(STRONG, f"{question} > ")]

    def _command(self, key: str) -> str:
        """Return what a key types at this question, or nothing."""
        return next((command for command in KEYS[key] if command in self._sayings), "")

    def _hints(self) -> str:
        keys = [f"{key.upper()}\xa0{command}" for key in KEYS if (command := self._command(key))]
        words = [*keys, *(word for word in NAMED if word in self._sayings)]
        line = "  ".join([*words, *["Esc\xa0close"] * bool(self._pane)])
        return f" {wrapped(line, get_app().output.get_size().columns)[0]}".replace("\xa0", " ")

    def size(self) -> tuple[int, int]:
        """Return the columns and lines of the pane when least is shown of the board."""
        size = self._app.output.get_size()
        board_ = drawn(self.seen, size.columns, 0) if self.seen is not None else []
        return size.columns - 1, size.rows - len(board_) - 2

    def _board(self) -> Any:
        """Draw the board, what fits beside it, and the pane; the board shrinks first."""
        size = get_app().output.get_size()
        room = size.rows - 3
        printed = f"{self._pane}{self._status}".strip("\n")
        pane: list[Any] = [[], *([("", f" {line}")] for line in printed.split("\n"))]
        pane *= bool(printed)
        left, lines = max(room - len(pane), room // 2), list[Any]()
        beside = self._beside if size.columns >= WIDE else None
        columns = max(NARROW, size.columns // 2) if beside else size.columns
        if self.seen is not None:
            lines = drawn(self.seen, columns, left)[:left]
        if beside:
            if all(len(_text(line)) < columns for line in pane):
                lines, pane = [*lines, *pane], []
            title, *rest = beside(size.columns - columns - 1, room - len(pane))
            lines = side_by_side(
                lines, [[(STRONG, title)], *([("", row)] for row in rest)], columns
            )
        shown = [*lines, *pane][:room]
        parts = (part for line in shown for part in (*line, ("", "\n")))
        return [(style, signs(text)) for style, text in parts]

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()
        asking = Condition(lambda: self._asking)

        @keys.add("c-c")
        def _(event: Any) -> None:
            if self._asking:
                self._typed.put(KeyboardInterrupt())
            else:
                event.app.exit()

        at_start = asking & Condition(lambda: not self._buffer.text)
        keys.add("c-d", filter=at_start)(lambda event: self._typed.put(EOFError()))
        keys.add("c-z")(lambda event: event.app.suspend_to_background())
        keys.add("tab")(generate_completions)

        @keys.add("escape", eager=True)
        def _(event: Any) -> None:
            self._pane = ""

        for key in KEYS:

            @keys.add(key, filter=asking)
            def _(event: Any, key: str = key) -> None:
                if command := self._command(key):
                    self._typed.put(command)

        return keys
