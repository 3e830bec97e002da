"""The screen of a live game: a board that stays, and below it a line to type on.

The conversation runs in a thread of its own and asks by ``Screen.ask``. What it prints while it
runs a line, and the panes that it shows, stand below the board until the next line is typed; they
scroll if there is no room. ``jotto.cli.look`` draws all this from a
``jotto.assistant.view.View``; beside it, a wide terminal shows further panes.
"""

from __future__ import annotations

import io
import os
import re
import sys
from asyncio import get_running_loop
from base64 import b64encode
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from functools import cache, partial
from queue import Queue
from threading import Event, Thread
from typing import Any

from prompt_toolkit import Application, output, print_formatted_text
from prompt_toolkit.application import get_app
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import WordCompleter
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.input import create_input
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.key_binding.bindings.completion import generate_completions
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import (
    BufferControl,
    ConditionalContainer,
    Float,
    FloatContainer,
    FormattedTextControl,
    HSplit,
    Layout,
    VSplit,
    Window,
)
from prompt_toolkit.layout.menus import CompletionsMenu
from prompt_toolkit.layout.processors import Processor, Transformation
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import DynamicStyle, Style

from jotto import files
from jotto.assistant.move_table import table
from jotto.assistant.sentences import sentence
from jotto.assistant.view import Pane, View
from jotto.cli import colours, grid, look
from jotto.cli.grid import QUIET, STRONG, Line
from jotto.cli.keys import Lines, Typed
from jotto.cli.panes import pane_lines, panes_in_a_row
from jotto.cli.render import BLINK
from jotto.errors import signs

KINDS = table().values()
KEYS = {f"f{n}": [kind.name for kind in KINDS if kind.key == f"f{n}"] for n in range(1, 5)}
NAMED = [kind.name for kind in KINDS if kind.place == "bar" and not kind.key]  # besides the keys
ROOM = 12  # columns for an answer
NARROW = 66  # columns of the board, at least, where panes are beside it
SECRET = re.compile(r"\s*secret\s", re.IGNORECASE)  # what follows is not shown, and not kept
BREAK = "⏎"  # a line break of what is pasted
AT_ONCE = "123456789abcdefghynprs"  # keys that may be an answer by themselves
A_KEY = 0.5  # seconds after which such a key is an answer, if no other follows
ASKS = "\x1b]11;?\x1b\\"  # a terminal for its background (OSC 11)
COPIES = "\x1b]52;c;{}\x07"  # what a terminal takes to its clipboard (OSC 52)
ALL, TURN = 1_000, 0.12  # tiles that are turned; seconds from one to the next
# what can be had at the end of a game, with its key
ENDS = {"share": "s", "report": "r", "practice": "p"}
WHEEL = {MouseEventType.SCROLL_UP: -3, MouseEventType.SCROLL_DOWN: 3}


def _moves() -> bool:
    """Whether anything may move: nobody has said that nothing should."""
    return not os.environ.get("NO_MOTION")


def put(line: Line) -> None:
    """Print a line with its styles."""
    parts = [(style, signs(text)) for style, text, *_ in line]
    style = _styled(colours.hinted(), strong=colours.is_strong())
    print_formatted_text(FormattedText(parts), style=style, color_depth=_depth())


def _styled(background: str, *, strong: bool) -> Style:
    if _depth():
        return Style(colours.few())
    return Style([*colours.styles(background, strong=strong), *colours.FIXED.items()])


@cache
def _depth() -> ColorDepth | None:
    """Return 16 colours if the terminal has no more; else whatever is found out."""
    return ColorDepth.DEPTH_4_BIT if colours.are_few() else None


# --- the screen -----------------------------------------------------------------------------------


class Hidden(Processor):
    """Shows a secret as dots: all of the line, or what follows the word secret."""

    def __init__(self, whole: Callable[[], bool]) -> None:
        self.whole = whole

    def apply_transformation(self, given: Any) -> Transformation:
        """Replace the letters that nobody else is to see."""
        text = "".join(part[1] for part in given.fragments)
        start = 0 if self.whole() else len(text)
        if command := SECRET.match(text):
            start = command.end()
        return Transformation([("", text[:start] + "•" * len(text[start:]))])


class Board(FormattedTextControl):
    """Text of which parts can be clicked, and which the wheel scrolls."""

    def __init__(self, lines: Callable[[], list[Line]], screen: Screen) -> None:
        super().__init__(lambda: self._parts(lines()), show_cursor=False)
        self.screen = screen

    def _parts(self, lines: Sequence[Line]) -> list[Any]:
        parts = [part for line in lines for part in (*line, ("", "\n"))][:-1]
        return [
            (style, signs(text), *(self._clicked(typed) for typed in does if typed))
            for style, text, *does in parts
        ]

    def _clicked(self, typed: str) -> Callable[[MouseEvent], Any]:
        def clicked(event: MouseEvent) -> Any:
            if event.event_type != MouseEventType.MOUSE_UP:
                return self._scrolled(event)
            self.screen.click(typed)
            return None

        return clicked

    def _scrolled(self, event: MouseEvent) -> Any:
        self.screen.scroll(WHEEL.get(event.event_type, 0))
        return None

    def mouse_handler(self, mouse_event: MouseEvent) -> Any:
        """Click what is under the mouse, or scroll."""
        clicked = super().mouse_handler(mouse_event)
        return self._scrolled(mouse_event) if clicked is NotImplemented else clicked


class Screen(io.TextIOBase):
    """A full screen for one conversation; as a stream, it takes what is printed meanwhile."""

    def __init__(self, *, coloured: bool) -> None:
        self.seen: View | None = None
        self._beside: Sequence[Pane] = ()
        self.copied = dict[str, None]()  # texts, in their order
        self._left = 0  # columns before the board, in the middle of a wide screen
        self._halved = False  # whether there were panes beside the board
        self.question, self.hidden, self._sayings = "", False, list[str]()
        self._below, self._status, self._typed = list[str | Pane](), "", Queue[Any]()
        self._asking, self._asked, self._kept = False, Event(), ""
        self._is_back = False  # whether the line is one put back, which a letter replaces
        self._keys, self._top, self._page = "", 0, 1
        # tiles of a row that won, and on which boards
        self._turned, self._turning = ALL, set[int]()
        self._strong, self._background = colours.is_strong(), colours.hinted()
        completer = WordCompleter(lambda: self._sayings, ignore_case=True, sentence=True)
        self._buffer = Buffer(
            completer=completer,
            history=Lines(files.user_folder("state") / "typed"),
            multiline=False,
            read_only=Condition(self._is_ended),
            accept_handler=self._accept,
        )
        self._buffer.on_text_changed += self._edited
        self._buffer.on_cursor_position_changed += self._edited
        screen, typed = output.create_output(stdout=sys.__stdout__), create_input()
        if reader := getattr(typed, "stdin_reader", None):  # not on Windows
            vars(typed)["stdin_reader"] = Typed(reader, self._told)
        self._app: Application[Any] = Application(
            layout=Layout(self._laid_out()),
            key_bindings=self._bindings(),
            full_screen=True,
            mouse_support=True,
            input=typed,
            output=screen,
            style=DynamicStyle(self._style if coloured else lambda: Style([*colours.NONE.items()])),
            color_depth=_depth() if coloured else ColorDepth.DEPTH_1_BIT,
        )
        self._app.timeoutlen = A_KEY
        if reader and coloured and os.environ.get("TERM") != "linux":  # which prints the question
            self._app.after_render += self._ask_background

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

        def begin() -> None:
            get_running_loop().set_exception_handler(self._failed)
            worker.start()

        with redirect_stdout(self), redirect_stderr(self):
            self._app.run(pre_run=begin)
        if errors[0] is not None:
            raise errors[0]

    def _ask_background(self, app: Application[Any]) -> None:
        app.after_render -= self._ask_background
        self._send(ASKS)

    def _send(self, raw: str) -> None:
        self._app.output.write_raw(raw)
        self._app.output.flush()

    def _told(self, answer: str) -> None:
        self._background = colours.told(answer) or self._background
        self._app.invalidate()

    def _style(self) -> Style:
        return _styled(self._background, strong=self._strong)

    def _exit(self) -> None:
        if self._app.is_running:
            self._app.exit()

    def _failed(self, loop: object, context: dict[str, Any]) -> None:
        """End the screen with an error, which would otherwise wait unseen for Enter."""
        if self._app.is_running:
            self._app.exit(exception=context.get("exception") or RuntimeError(context["message"]))

    def draw(self, seen: View, beside: Sequence[Pane] = ()) -> None:
        """Draw another view, and on a wide terminal these panes beside it."""
        won, before = look.solved(seen), look.solved(self.seen or seen)
        self.seen, self._beside = seen, beside
        self._halved = self._halved or bool(beside)
        if won != before:
            self._turning = won - before
            self._turned = 0 if self._turning and _moves() else ALL
            if self._turned < ALL and self._app.loop is not None:
                self._app.loop.call_soon_threadsafe(self._turn)
        self._app.invalidate()

    def _turn(self) -> None:
        """Turn one more tile of the row that won."""
        self._turned += 1
        self._app.invalidate()
        if self._app.loop is not None and self.seen is not None and self._turned < self.seen.length:
            self._app.loop.call_later(TURN, self._turn)
        else:
            self._turned = ALL

    def add(self, seen: View, pane: Pane | None) -> None:
        """Draw another pane beside a view, if that is still there."""
        if self.seen is seen and pane is not None:
            self._beside = [*self._beside, pane]
            self._app.invalidate()

    def is_large(self) -> bool:
        """Whether there is room for a third pane beside the board."""
        size = self._app.output.get_size()
        return size.columns >= look.WIDE and size.rows - 3 >= look.LARGE

    def show(self, pane: Pane) -> None:
        """Show a pane below the board, until the next line is typed."""
        self._below.append(pane)
        self._app.invalidate()

    def ask(
        self, question: str, sayings: Sequence[str], *, hidden: bool = False, keys: str = ""
    ) -> str:
        """Wait for a line, or for one of some ``keys``. Raises KeyboardInterrupt and EOFError."""
        self._asking = True
        self.question, self.hidden, self._sayings = signs(question), hidden, list(sayings)
        self._keys = keys
        self._asked.set()
        self._app.invalidate()
        if self._kept and self._app.loop is not None:
            self._app.loop.call_soon_threadsafe(self._put_back, self._kept)
        self._kept = ""
        typed = self._typed.get()
        self._asking = False
        if isinstance(typed, BaseException):
            raise typed
        self._close()
        return str(typed)

    def copy(self, text: str) -> None:
        """Put a text on the clipboard of the terminal (OSC 52); it is ``copied`` once."""
        self.copied |= {text: None}
        if self._app.loop is not None and os.environ.get("TERM") != "linux":  # which prints it
            sends = COPIES.format(b64encode(text.encode()).decode())
            self._app.loop.call_soon_threadsafe(self._send, sends)

    def keep(self, typed: str) -> None:
        """Put what was typed on the line again, when that is asked for the next time."""
        self._kept = typed

    def _put_back(self, typed: str) -> None:
        self._buffer.insert_text(typed)
        self._is_back = True

    def _edited(self, _: object) -> None:
        self._is_back = False

    def _accept(self, buffer: Buffer) -> bool:
        line: str = buffer.text
        typed = line.replace(BREAK, "\n")
        if not (self._asking or typed.strip()):
            return False  # Enter alone answers no question that is still to come
        if self.hidden or SECRET.match(typed) or not self._asking:
            buffer.reset()  # now there is nothing to keep among the lines typed
        self._asked.clear()
        self._typed.put(typed)  # where nothing is asked, it answers the next question
        self._asked.wait(BLINK)  # to draw once, and leave the processor to the answer
        return False

    def _close(self) -> None:
        self._below, self._top = [], 0

    # --- as a stream ------------------------------------------------------------------------------

    def write(self, text: str) -> int:
        """Show what is printed below the board; the progress of long work replaces itself."""
        if text.startswith("\r"):
            self._status = signs(text.strip("\r").removesuffix("\x1b[K"))
        elif self._below and isinstance(last := self._below[-1], str):
            self._below[-1] = last + signs(text)
        else:
            self._below.append(signs(text))
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
        line = BufferControl(self._buffer, input_processors=[Hidden(lambda: self.hidden)])
        before = FormattedTextControl(self._before)
        body = HSplit([
            Window(Board(self._lines, self), wrap_lines=False),
            rule,
            ConditionalContainer(asked, Condition(self._is_long)),
            VSplit([Window(before, height=1, dont_extend_width=True), Window(line, height=1)]),
            Window(Board(self._hints, self), height=1),
        ])  # fmt: skip
        menu = Float(CompletionsMenu(max_height=6), xcursor=True, ycursor=True)
        return FloatContainer(body, [menu])

    def _question(self) -> Any:
        lines = grid.lines_of(self.question, get_app().output.get_size().columns, STRONG)
        return [part for line in lines for part in (*line, ("", "\n"))][:-1]

    def _is_long(self) -> bool:
        """Whether a question needs a line of its own, above the answer."""
        columns, room = get_app().output.get_size().columns, ROOM
        if self.seen is not None and self.seen.stage == "guess":  # a score for each board
            still = sum(not board.found for board in look.numbered(self.seen))
            room = max(ROOM, (self.seen.length + 1) * (still + 1))
        return len(self.question) + room > columns and not self._is_ended()

    def _before(self) -> Any:
        left = " " * self._left
        question = "" if self._is_long() else f" {self.question.rstrip(': ')}"
        return [(STRONG, f"{left} " if self._is_ended() else f"{left}{question} > ")]

    def _is_ended(self) -> bool:
        """Whether a game is over, and what comes then is still worked out."""
        return not self._asking and self.seen is not None and self.seen.stage == "over"

    def _command(self, key: str) -> str:
        """Return what a key types at this question, or nothing."""
        return next((command for command in KEYS[key] if command in self._sayings), "")

    def _hints(self) -> list[Line]:
        """Name what can be done, as far as there is room; a click does it."""
        if self._is_ended():
            return [[(QUIET, " ")]]
        said = [(f"{key.upper()} ", command) for key in KEYS if (command := self._command(key))]
        said += [("", word) for word in NAMED if word in self._sayings]
        is_end = self._sayings[:1] == ["share"]  # else it is a word to guess
        ends = [word for word in ENDS if is_end and word in self._sayings]
        said = [(f"{ENDS[word].upper()} ", word) for word in ends] + said
        hints = [(f"Esc {sentence('key: close')}", "esc")] * bool(self._below and self._sayings)
        hints += [(f"{key}{word}", word) for key, word in said]
        hints += [(f"F5 {sentence('key: colours')}", "f5")] * bool(self._sayings)
        line: Line = [(QUIET, " " * (self._left + 1))]
        for text, does in hints:
            if grid.width(line) + len(text) < get_app().output.get_size().columns:
                line += [(QUIET, text, does), (QUIET, "  ")]
        return [line]

    def size(self) -> tuple[int, int]:
        """Return the columns and lines for what is printed, which scrolls."""
        return self._block() - 1, self._app.output.get_size().rows

    def _columns(self) -> int:
        """Return the columns of the board, and of what is below it."""
        columns = self._app.output.get_size().columns
        return max(NARROW, columns // 2) if self._is_halved() else columns

    def _is_halved(self) -> bool:
        """Whether there are panes beside the board, or were; then it stays where it is."""
        is_over = self.seen is not None and self.seen.stage == "over"
        beside = self._shown_beside() and not self._is_stacked()
        return bool(beside) or (self._halved and is_over and self.is_large())

    def _is_stacked(self) -> bool:
        """Whether panes stand below several boards, which need the whole width."""
        seen = self.seen
        return seen is not None and seen.stage == "guess" and len(look.numbered(seen)) > 0

    def _block(self) -> int:
        columns = self._columns()
        return min(columns, look.WIDE) if self.seen is None else look.block(self.seen, columns)

    def _margin(self, lines: Sequence[Line] = ()) -> int:
        """Return the columns before the board, which is in the middle of a wide screen."""
        if self._is_halved() or self._columns() <= look.WIDE:
            return 0
        block = max([self._block(), *map(grid.width, lines)])
        return max(self._columns() - block, 0) // 2

    def _shown_beside(self) -> Sequence[Pane]:
        """Return the panes for which there is room beside the board."""
        wide = self._app.output.get_size().columns >= look.WIDE
        return self._beside[: 3 if self.is_large() else 2] if wide else ()

    def _lines(self) -> list[Line]:
        """Draw the board, what is below it, and the panes beside it; the board shrinks first."""
        size, columns = get_app().output.get_size(), self._columns()
        asked = len(grid.lines_of(self.question, size.columns)) if self._is_long() else 0
        rows, below = size.rows - 3 - asked, self._lines_below(self._block())
        most = 4 if self._below and rows < look.TALL + 3 else rows // 2  # a pane over the board
        room = max(rows - len(below) - 1, most) if below else rows
        lines = list[Line]()
        for bare in (False, True) if self.seen is not None else ():
            given = self._now(), columns, room, rows, self._typed_word()
            lines = look.drawn(*given, bare=bare)
            if not below or len(lines) + len(below) < rows:
                break
        lines, top = grid.scrolled(lines, room, 0 if below else self._top)
        if below:
            self._page = max(rows - len(lines) - 1, 1)
            below, top = grid.scrolled(below, self._page, self._top)
            lines = [*lines, [], *below]
        else:
            self._page = rows
            panes = self._shown_beside() if self._is_stacked() else ()
            lines += panes_in_a_row(panes, size.columns, rows - len(lines) - 1)
        self._top = top
        if columns < size.columns:
            beside = self._lines_beside(size.columns - columns - 1, rows)
            lines = grid.side_by_side(lines, beside, columns)
        self._left = left = self._margin(lines)
        return [[("", " " * left), *line] for line in lines[:rows]]

    def _typed_word(self) -> str:
        """Return what is typed so far, if a word is asked for and it may be one."""
        text, seen = self._buffer.text.lower(), self.seen
        if seen is None or seen.prompt is None or self.hidden or not self._asking:
            return ""
        is_guess = self.question.startswith(str(seen.prompt)) and len(text) <= seen.length
        return text if is_guess and {*text} <= {*"".join(seen.alphabet)} else ""

    def _now(self) -> View:
        """Return what is shown: the row that won turns tile by tile, and then it is praised."""
        assert self.seen is not None, "there is something to draw"
        seen = look.celebrated(self.seen, self._turning, self._turned)
        if seen.stage != "over" or seen.result is None or self._turned < ALL:
            return seen
        return replace(seen, title=sentence("result: in a word", word=seen.result, told=seen.title))

    def _lines_below(self, columns: int) -> list[Line]:
        closed = not any(isinstance(shown, Pane) for shown in (*self._below, *self._shown_beside()))
        offers = [] if self.seen is None else look.offers(self.seen, columns, closed=closed)
        status, lines = [self._status] * bool(self._status), list[Line]()
        for shown in (*self._below, *status):
            if isinstance(shown, Pane):
                lines += pane_lines(shown, columns)
            else:
                rows = shown.strip("\n").split("\n")
                lines += [new for row in rows for new in grid.lines_of(row, columns) or [[]]]
        return [*lines, *[[]] * bool(lines and offers), *offers]

    def _lines_beside(self, columns: int, rows: int) -> list[Line]:
        lines, panes = list[Line](), self._shown_beside()
        for number, pane in enumerate(panes, start=1):
            room = rows - len(lines)
            if room >= 4:
                room = room if number == len(panes) else room // 2
                lines += [*pane_lines(pane, columns, room), []]
        return lines

    # --- keys and mouse ---------------------------------------------------------------------------

    def scroll(self, lines: int) -> None:
        """Scroll what has no room."""
        self._top = max(self._top + lines + (lines > 0 == self._top), 0)
        self._app.invalidate()

    def click(self, does: str) -> None:
        """Do what a click does: type a line, or the beginning of one, or press a key."""
        pages, typed = {"pageup": -1, "pagedown": 1}, does.strip()
        head = does.split()[0]
        if does in pages:
            self.scroll(pages[does] * max(self._page - 2, 1))
        elif does == "esc":
            self._close()
        elif does == "f5":
            self._recolour()
        elif does.endswith(" "):
            if head in self._sayings:
                self._buffer.text, self._buffer.cursor_position = does, len(does)
        elif self._asking and (
            typed in self._sayings or typed in [*self._keys] or "list" in self._sayings
        ):
            self._typed.put(typed)

    def _recolour(self) -> None:
        self._strong = colours.switch_contrast()
        self._below = [str(sentence("colours", strong=self._strong))]

    def _bindings(self) -> KeyBindings:
        keys = KeyBindings()
        asking = Condition(lambda: self._asking)
        at_start = Condition(lambda: not self._buffer.text)

        @keys.add("c-c")
        def _(event: Any) -> None:
            if self._asking:
                self._typed.put(KeyboardInterrupt())
            else:
                event.app.exit()

        keys.add("c-d", filter=asking & at_start)(lambda event: self._typed.put(EOFError()))
        keys.add("c-z")(lambda event: event.app.suspend_to_background())
        keys.add("tab")(generate_completions)
        further = Condition(self._has_come)
        keys.add("enter", filter=further)(lambda event: self._buffer.insert_text(BREAK))
        keys.add("escape", eager=True)(lambda event: self.click("esc"))
        keys.add("f5")(lambda event: self.click("f5"))
        keys.add("pageup")(lambda event: self.click("pageup"))
        keys.add("pagedown")(lambda event: self.click("pagedown"))
        hides = at_start & Condition(lambda: bool(self._below) and (self._top > 0 or self._more()))
        keys.add("up", filter=hides)(lambda event: self.scroll(-1))
        keys.add("down", filter=hides)(lambda event: self.scroll(1))

        @keys.add(Keys.BracketedPaste)
        def _(event: Any) -> None:
            self._buffer.text *= not self._is_back
            lines = event.data.strip("\r\n").replace("\r\n", "\n").replace("\r", "\n")
            self._buffer.insert_text(lines.replace("\n", BREAK))

        @keys.add(Keys.Any, filter=Condition(lambda: self._is_back))
        def _(event: Any) -> None:
            self._buffer.text = ""
            self._buffer.insert_text(event.data)

        for key in KEYS:

            @keys.add(key, filter=asking)
            def _(event: Any, key: str = key) -> None:
                if command := self._command(key):
                    self._typed.put(command)

        for sign in AT_ONCE:
            answers = asking & at_start & Condition(partial(self._is_answer, sign))

            @keys.add(sign, filter=answers)
            def _(event: Any) -> None:
                self._typed.put(event.data)

            @keys.add(sign, Keys.Any, filter=answers)
            def _(event: Any) -> None:
                first, second = event.key_sequence
                self._buffer.insert_text(first.data)
                event.key_processor.feed(second, first=True)

        return keys

    def _has_come(self) -> bool:
        """Whether further lines came at once with what is typed, as those of a paste do."""
        ends = Keys.ControlM, Keys.ControlJ
        return any(press.key in ends for press in self._app.key_processor.input_queue)

    def _is_answer(self, sign: str) -> bool:
        return sign in self._keys

    def _more(self) -> bool:
        """Whether there is more below than has room."""
        return len(self._lines_below(self._block())) > self._page
