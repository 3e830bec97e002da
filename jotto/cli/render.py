"""The terminal and files: sentences, tables, bars, progress, prompts, reports.

On a terminal, lines are wrapped between words and tables have a line below their headers; elsewhere
text is aligned only. A prompt is a line on the screen of a live game, or a plain one, and other
threads may print above it.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from getpass import getpass
from pathlib import Path
from select import select
from threading import RLock
from typing import TYPE_CHECKING, Any, TextIO

import jotto
from jotto import assistant, files
from jotto.assistant.move_table import table
from jotto.assistant.sentences import Sentence, sentence
from jotto.assistant.wording import count as count
from jotto.cli.names import named
from jotto.errors import signs
from jotto.plain import csv_of

if TYPE_CHECKING:
    from jotto.assistant.view import Pane, View

SCHEMA = 1
WIDTH = 64  # columns for all bars and their numbers
WORTH = ("bits", "expected_left", "worst_left", "parts", "candidate")  # the measures of a guess

BLINK = 0.1  # seconds; a wait that nobody notices
wrap = partial(textwrap.wrap, break_long_words=False, break_on_hyphens=False)
ROOM = 8  # columns left for the answer after a prompt

Cell = str | int | float | bool | None
_screen: Any = None  # the Screen of a live game, while there is one
_asking: list[str] = []  # the prompt that is being answered
_shown: list[str] = []  # the last progress
_slow: list[str] = []  # that it is slow, if that stands on the terminal
_ahead: list[str] = []  # lines that came before they were asked for
_rest = [b""]  # what came of the next line
_marked = [False]  # whether they are of a paste between marks
PASTE = "\x1b[200~", "\x1b[201~"  # which terminals put around what is pasted
_above = RLock()  # held while something is printed above it


def fancy() -> bool:
    """Whether stdout shows colours and boxes: a terminal, unless plain text is requested."""
    wanted = not (_plain or os.environ.get("NO_COLOR"))
    return sys.stdout.isatty() and wanted and os.environ.get("TERM") != "dumb"


_plain = False


def set_plain(plain: bool) -> None:
    """Choose whether all further output is plain text."""
    global _plain
    _plain = plain


def say(sentence: Sentence | str, file: TextIO | None = None) -> None:
    """Print a sentence; on a terminal it is wrapped between words."""
    out = file or sys.stdout
    text = _fitted(str(sentence), out)
    print(f"{text.rstrip()}\n", end="", file=out)  # in one piece, whoever else prints


def to_share(text: str, rule: jotto.Rule) -> str:
    """Return a text to share as it is shown; from a screen it also goes to the clipboard."""
    text = in_letters(text, rule)
    if _screen is None:
        return text
    _screen.copy(text)
    return f"{text}\n\n{sentence('copied by the terminal')}"


def in_letters(text: str, rule: jotto.Rule) -> str:
    """Return a text to share; if stdout lacks the signs of its scores, as one types them."""
    squares, pegs = assistant.sharing.SQUARES, "".join(assistant.wording.PEGS.values())
    letters = {ord(sign): mark for mark, sign in squares.items()} | {0x3000: " "}

    def typed(text: str) -> str:
        text = re.sub(f"[{pegs}]+", lambda row: rule.texts[rule.read(row[0])], text)
        return text.translate(letters)

    return encodable(text, typed)


def encodable(text: str, instead: Callable[[str], str]) -> str:
    """Return a text; if stdout lacks some of its signs, what is written instead of it."""
    encoding = sys.stdout.encoding or "utf-8"
    return text if text.encode(encoding, "replace").decode(encoding) == text else instead(text)


def _fitted(text: str, out: TextIO) -> str:
    if not out.isatty():
        return text
    return "\n".join(row for line in text.split("\n") for row in wrapped(line))


def size() -> os.terminal_size:
    """Return the columns and lines of the terminal, or of the pane of a live game."""
    if _screen is not None:
        return os.terminal_size(_screen.size())
    return shutil.get_terminal_size()


def wrapped(line: str, width: int | None = None) -> list[str]:
    """Wrap a line between words, to the width of the terminal.

    Further lines are indented like the first, or, in a list, like the text after two spaces.
    """
    room, line = width or size().columns, signs(line)
    hang = " " * len(re.findall(r"^ *(?:\S+(?: \S+)*  +)?", line)[0])
    return wrap(line, max(room - 1, 20), subsequent_indent=hang) or [""]


def bars(counts: Sequence[int], *, plain: bool, width: int = 24) -> list[str]:
    """Return counts as bars of block characters, or of #, each with its number.

    >>> bars([4, 1, 0], plain=True, width=8)
    ['######## 4', '## 1', '']
    """
    longest = max(counts, default=0)
    mark = "#" if plain else "█"
    return [mark * max(1, round(width * n / longest)) + f" {n:,}" if n else "" for n in counts]


def show_table(headers: Sequence[str], rows: Sequence[Sequence[Cell]], *, places: int = 3) -> None:
    """Print a table; numbers are aligned right, fractions have so many decimal ``places``.

    A table that is too wide for the terminal is printed as one paragraph per row.
    """
    lines = table_of(headers, rows, places=places)
    if not sys.stdout.isatty() or max(map(width_of, lines)) <= size().columns:
        print("\n".join(lines))
        return
    for first, *rest in ([_text(cell, places) for cell in row] for row in rows):
        named = zip(headers[1:], rest, strict=True)
        say(f"{first}: " + ", ".join(f"{name} {cell}" for name, cell in named))


def table_of(
    headers: Sequence[str], rows: Sequence[Sequence[Cell]], *, places: int = 3
) -> list[str]:
    """Return the lines of a table, the first two of which are its header on a terminal."""
    texts = [[_text(cell, places) for cell in row] for row in rows]
    first = rows[0] if rows else [""] * len(headers)
    aligned = ["<" if isinstance(cell, str | bool | None) else ">" for cell in first]
    widths = [max(map(width_of, column)) for column in zip(headers, *texts, strict=True)]
    rules = [["─" * width for width in widths]] * fancy()

    def line(row: Sequence[str]) -> str:
        gaps = [" " * (width - width_of(cell)) for width, cell in zip(widths, row, strict=True)]
        cells = zip(aligned, gaps, row, strict=True)
        return "  ".join(gap + cell if side == ">" else cell + gap for side, gap, cell in cells)

    return [line(row).rstrip() for row in (headers, *rules, *texts)]


def width_of(text: str) -> int:
    """Return the columns that a text takes on a terminal: a sign of Chinese or an emoji has two."""
    if text.isascii():
        return len(text)
    from prompt_toolkit.utils import get_cwidth  # takes longer to load than most tables to print

    return get_cwidth(text)


def show_records(names: Sequence[str], records: Iterable[Mapping[str, Any]]) -> None:
    """Print these fields of records as a table."""
    headers = [named("headers").get(name, name) for name in names]
    show_table(headers, [[record[name] for name in names] for record in records])


def show_games(games: Mapping[str, Mapping[int, int]]) -> None:
    """Print how many games take each number of guesses, with a column of bars for each name."""
    taken = [n for counts_of in games.values() for n in counts_of]
    numbers = range(min(taken), max(taken) + 1)
    width = max(4, (WIDTH - 8 * len(games)) // len(games))
    counts = [counts_of.get(n, 0) for counts_of in games.values() for n in numbers]
    drawn = bars(counts, plain=not fancy(), width=width)
    show_table(("guesses", *games), [(n, *drawn[i :: len(numbers)]) for i, n in enumerate(numbers)])


def _text(cell: Cell, places: int) -> str:
    if cell is None or isinstance(cell, bool):
        return {True: "yes", False: "no", None: ""}[cell]
    if isinstance(cell, str):
        return signs(cell)
    return f"{cell:,.{places}f}" if isinstance(cell, float) else f"{cell:,}"


def show_words(words: Sequence[str], *, page: int | None = None) -> None:
    """Print words: on a terminal in columns, and only the given ``page``; else one per line."""
    if _plain or not sys.stdout.isatty():
        print("\n".join(words))
        return
    width = max(map(len, words))
    words, (columns, lines) = [word.ljust(width) for word in words], size()
    per_line = max(1, (columns + 1) // (width + 2))
    per_page = len(words) if page is None else per_line * max(lines - 4, 1)
    begin = per_page * ((page or 1) - 1)
    shown = words[begin : begin + per_page]
    for start in range(0, len(shown), per_line):
        print("  ".join(shown[start : start + per_line]).rstrip())
    if (left := len(words) - begin - len(shown)) > 0:
        say(sentence("more words", left=left, page=(page or 1) + 1))


def show_progress(text: str) -> None:
    """Show progress on stderr if it is a terminal, cut to one line so that it can be erased."""
    if sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
        fits = (os.get_terminal_size(sys.stderr.fileno()).columns or 80) - 1
        _shown[:] = [text]
        to: Any = getattr(sys.stderr, "raw", sys.stderr)
        print(f"\r{signs(text)[:fits]}\x1b[K\r", end="", file=to, flush=True)


@contextmanager
def working(text: str = "") -> Iterator[None]:
    """Show progress while something is worked out, and erase it at the end."""
    show_progress(text)
    try:
        yield
    finally:
        show_progress("")


@contextmanager
def ignoring_keys() -> Iterator[None]:
    """Neither echo nor keep what is typed before anything is asked; Ctrl-C stays."""
    if sys.platform == "win32" or not sys.stdin.isatty():
        yield
        return
    import termios

    before, silent = (termios.tcgetattr(sys.stdin) for _ in range(2))
    silent[3] &= ~termios.ECHO
    termios.tcsetattr(sys.stdin, termios.TCSANOW, silent)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSAFLUSH, before)


def show_status(now: jotto.Status) -> None:
    """Show how far long work is, as ``show_progress`` does."""
    show_progress(now.text)


# --- prompts --------------------------------------------------------------------------------------


def ask(
    prompt: str,
    sayings: Callable[[], Sequence[str]] = tuple,
    *,
    hidden: bool = False,
    keys: str = "",
) -> str | None:
    """Read a line, stripped; None at the end of the input, or for a word to leave.

    ``sayings()`` returns what Tab completes on the screen of a live game; what is ``hidden`` is not
    shown as it is typed. One of the ``keys`` is an answer by itself there.
    """
    if _screen is None and sys.stdout.isatty():  # it would break a long prompt inside a word
        *above, last = wrapped(prompt, size().columns - ROOM)
        print(*(f"{line}\n" for line in above), sep="", end="")
        prompt = f"{last} "
    _asking[:] = [prompt]
    try:
        if _screen is not None:
            if not _ahead:
                _ahead[:] = str(_screen.ask(prompt, sayings(), hidden=hidden, keys=keys)).split(
                    "\n"
                )
            typed = _ahead.pop(0)
        else:
            typed = getpass(prompt) if hidden and sys.stdin.isatty() else _line(prompt)
    except (EOFError, KeyboardInterrupt) as error:
        print()
        if isinstance(error, KeyboardInterrupt):
            raise
        return None
    finally:
        with _above:  # what is being printed is printed to its end
            _asking.clear()
    return None if table()["quit"].is_typed(typed.strip()) else typed.strip()


def _line(prompt: str) -> str:
    """Return the next line; of a paste between marks, all its lines are read. Raises EOFError."""
    if not (lines := [_next(prompt)])[0].lstrip().startswith(PASTE[0]):
        return lines[0]
    with suppress(EOFError):
        while PASTE[1] not in lines[-1]:
            lines.append(_next(""))
    text = "\n".join(lines).replace(PASTE[0], "").replace(PASTE[1], "")
    lines = text.strip("\r\n").replace("\r", "\n").split("\n")
    _ahead[:0] = lines[1:]
    _marked[0] = True
    return lines[0]


def _next(prompt: str) -> str:
    if not (_ahead or _is_read_ahead()):
        return input(prompt)
    print(prompt, end="", flush=True)
    while not _ahead:
        _read(wait=True)
    return _ahead.pop(0)


def _read(*, wait: bool) -> None:
    """Read the lines that have come, at least one if ``wait``. Raises EOFError."""
    stream: Any = sys.stdin.buffer
    came = stream.read1() if wait or _has_come() else b""
    *lines, _rest[0] = (_rest[0] + came).split(b"\n")
    if wait and not came:
        if not _rest[0]:
            raise EOFError
        lines, _rest[0] = [_rest[0]], b""
    how = sys.stdin.encoding, sys.stdin.errors or "strict"
    _ahead.extend(line.decode(*how).removesuffix("\r") for line in lines)


def _is_read_ahead() -> bool:
    """Whether lines come from a pipe or a file, not from a terminal."""
    return not sys.stdin.isatty() and hasattr(sys.stdin.buffer, "read1")


def _has_come() -> bool:
    """Whether something has come that is not read."""
    with suppress(OSError, ValueError):  # no file, or none that can be waited for
        return bool(select([sys.stdin], (), (), 0)[0])
    return False


def waiting() -> list[str]:
    """Return the lines that came with the last one, as those of a paste do; they are asked for."""
    if _screen is None and sys.stdin.isatty():
        while _has_come():
            with suppress(EOFError):
                _ahead.append(input())
                continue
            break
    elif _screen is None and _is_read_ahead():
        _read(wait=False)
    return _ahead


def together() -> bool:
    """Whether lines wait that are of the same paste as the last one; in a pipe nobody knows."""
    if _screen is not None or sys.stdin.isatty():
        return bool(waiting())
    _marked[0] = _marked[0] and bool(_ahead)
    return _marked[0]


def drop() -> int:
    """Drop the lines that came with the last one; return how many have a text."""
    lines = [*waiting(), _rest[0].decode(errors="replace")]
    _ahead.clear()
    _rest[0], _marked[0] = b"", False
    return sum(bool(line.strip()) for line in lines)


def tell(text: Sentence, at: str) -> None:
    """Print a sentence above the prompt ``at``, if the main thread is waiting at that prompt."""
    with _above:
        if _asking == [at] and _screen is not None:
            say(text)
        elif _asking == [at]:
            print(f"\n{_fitted(str(text), sys.stdout)}\n{at}", end="", flush=True)


class AsText:
    """A stream, on which control characters are written as signs.

    No text from a list, a file or a name controls the terminal: our own lines do, by ``raw``.
    """

    def __init__(self, stream: Any) -> None:
        self.raw, self.used = stream, False

    def write(self, text: str) -> int:
        """Print a text."""
        self.used = True
        erase_slow()
        return int(self.raw.write(signs(text)))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.raw, name)


def say_slow() -> None:
    """Print on stderr that a command is at work, if it has printed and asked for nothing yet."""
    if not (getattr(sys.stdout, "used", False) or _asking or _screen or _shown):
        text = "jotto: still working; Ctrl-C stops it"
        if sys.stderr.isatty() and sys.stdout.isatty():
            show_progress(text)
            _slow.append(text)
        else:
            print(text, file=sys.stderr, flush=True)


def erase_slow() -> None:
    """Erase on a terminal that a command is at work, unless progress is in its place."""
    if _slow:
        text = _slow.pop()
        if _shown == [text]:
            show_progress("")
            _shown.clear()


class AbovePrompt(io.TextIOBase):
    """A stream for messages of any thread: stderr, or above the prompt if one waits there."""

    def write(self, text: str) -> int:
        """Print a text on stderr as it is now: a screen replaces it."""
        again = ""
        with _above:
            if _asking and _screen is None and sys.stdout.isatty() and sys.stderr.isatty():
                text, again = f"\n{text}", _asking[0]
            print(text, end=again, file=sys.stderr, flush=True)
        return len(text)


def has_screen() -> bool:
    """Whether a live game can have a screen of its own, and not only lines."""
    terminal = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    return terminal and not _plain


@contextmanager
def on(screen: Any) -> Iterator[None]:
    """Show and ask on the Screen of a live game what is shown and asked meanwhile."""
    global _screen
    erase_slow()
    _screen = screen
    try:
        yield
    finally:
        _screen = None


def draw(seen: View, beside: Sequence[Pane] = ()) -> bool:
    """Draw a view on the screen of a live game, and panes beside it; whether there is one."""
    if _screen is not None:
        _screen.draw(seen, beside)
    return _screen is not None


@contextmanager
def redrawn() -> Iterator[None]:
    """Draw at the end what the screen of a live game shows now."""
    seen = _screen and _screen.seen
    yield
    if seen:
        draw(seen)


def add_beside(make: Callable[[], Pane], seen: View | None = None) -> None:
    """Make a further pane in the background, for a screen that has room for it beside a view.

    It is the view that is shown now, unless another is given.
    """
    screen = _screen
    if screen is not None and screen.is_large():
        work = assistant.thinker.Background
        then = partial(screen.add, seen or screen.seen)
        work(lambda _: iter([make()]), delay=BLINK, then=then)


def show(pane: Pane) -> bool:
    """Show a pane on the screen of a live game; whether there is one."""
    if _screen is not None:
        _screen.show(pane)
    return _screen is not None


def keep_typed(text: str) -> None:
    """Put a line that was not valid on the screen again, to be corrected there."""
    if _screen is not None:
        _screen.keep(text)


def screened() -> bool:
    """Whether a live game has a screen of its own."""
    return _screen is not None


def patience() -> float | None:
    """Return the timeout for background work: BLINK on a terminal, else None for no limit."""
    return BLINK if sys.stdin.isatty() and sys.stdout.isatty() else None


# --- files ----------------------------------------------------------------------------------------


def writable(path: Path | None) -> Path | None:
    """Check, before any work is done, that a file can be written. Raises FileError."""
    with files.refusing("file", path, "it cannot be written: "):
        if path and path.is_dir():
            raise IsADirectoryError(0, "Is a directory")
        if path and (not path.exists() or path.is_file()):  # devices and pipes are not checked
            import tempfile

            tempfile.TemporaryFile(dir=files.target(path).parent).close()
    return path


STDOUT = Path("-")


def contents(path: Path) -> bytes:
    """Read a file, or stdin, ``-``. Raises OSError."""
    return files.contents(path) if path != STDOUT else files.whole(sys.stdin.buffer)


def writable_or_stdout(path: Path | None) -> Path | None:
    """Check that a file can be written, unless it is stdout, ``-``. Raises FileError."""
    return path if path == STDOUT else writable(path)


def put_csv(path: Path, text: str) -> None:
    """Write a table to a file, or to stdout byte for byte. Raises FileError."""
    if path != STDOUT:
        files.save("table", path, [text])
        return
    if sys.stdout.isatty():
        print(text.replace("\r\n", "\n"), end="")
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode())


def csv_of_answer(fields: Mapping[str, Any], table: str) -> str:
    """Return a field of an answer as CSV, or all of it as one row.

    >>> print(csv_of_answer({"count": 2, "candidates": ["bat", "cat"]}, "candidates=word").split())
    ['word', 'bat', 'cat']
    """
    field, _, columns = table.partition("=")
    names = columns.split(",") if columns else []
    rows = fields[field] if field else [fields]
    if isinstance(rows, Mapping):
        rows = [{names[0]: key, **row} for key, row in rows.items()]
    return csv_of((row if isinstance(row, Mapping) else {names[0]: row} for row in rows), names)
