"""A program on a pseudo-terminal, read and typed to as a person would."""

import os
import pty
import re
import select
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable

import pyte

PROGRAM = (sys.executable, "-m", "jotto")
TALL = 2000  # lines of a screen that never scrolls
PATIENCE = 30.0  # seconds; a slow machine is not a failure
ESCAPES = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07]*\x07|[@-_])")
# a session leader without a terminal takes the first one it opens: Ctrl-C then reaches it
ON_TERMINAL = 'tty=$1 out=$2; shift 2; exec "$@" <"$tty" 2>"$tty" >"$out"'


def environment(**more: str) -> dict[str, str]:
    """Name a user's variables: of this run's own only the path and the cache folder."""
    cache = os.environ["XDG_CACHE_HOME"]
    state = tempfile.mkdtemp(dir=cache)  # a saved game and house rules are nobody else's
    own = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": cache, "XDG_CACHE_HOME": cache}
    folders = dict.fromkeys(("XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), state)
    return own | folders | more


class Terminal:
    """Runs ``jotto``; ``shown`` is all it wrote, escape codes and echo included.

    Its result goes to the terminal as well, or to the file ``out``.
    """

    def __init__(
        self, *arguments: str, columns: int = 160, out: str = "", program=PROGRAM, **more: str
    ):
        self.primary, self.secondary = pty.openpty()
        termios.tcsetwinsize(self.secondary, (40, columns))
        tty = os.ttyname(self.secondary)
        self.process = subprocess.Popen(
            ["sh", "-c", ON_TERMINAL, "sh", tty, out or tty, *program, *arguments],
            env=environment(**{"TERM": "xterm-256color"} | more),
            start_new_session=True,
        )
        self.raw = b""
        self.expected = 0  # how much of the text was expected already
        self.screen = pyte.Screen(columns, TALL)
        self._stream = pyte.ByteStream(self.screen)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.primary)
        os.close(self.secondary)

    @property
    def shown(self) -> str:
        return self.raw.decode(errors="replace")

    @property
    def text(self) -> str:
        """What a person sees: no escape codes, plain ends of line."""
        return ESCAPES.sub("", self.shown).replace("\r", "")

    @property
    def left(self) -> str:
        """What stands there in the end: of what was wiped or written over, nothing."""
        return standing(self.shown)

    def type(self, text: str) -> None:
        os.write(self.primary, text.encode())

    @property
    def lines(self) -> list[str]:
        """The lines on the screen, as long as it is wide."""
        return self.screen.display[: self.screen.cursor.y + 1]

    def prompted(self, prompt: str) -> str:
        """Wait until ``prompt`` waits for keys; return what was shown since the last answer.

        The cursor stands behind the prompt, or behind its last line where it is long.
        """
        self.wait_for(lambda: (line := self.line) and prompt.endswith(line), repr(prompt))
        said, self.expected = self.text[self.expected :], len(self.text)
        return said

    def answer(self, prompt: str, typed: str) -> str:
        """Type a line at a prompt; return what was shown since the last answer."""
        said, row = self.prompted(prompt), self.screen.cursor.y
        self.type(f"{typed}\r")
        self.wait_for(lambda: self.screen.cursor.y > row, f"an echo of {typed!r}")
        return said

    def wait_for(self, arrived: Callable[[], object], what: str) -> None:
        """Read until it has arrived."""
        until = time.monotonic() + PATIENCE
        while not arrived():
            running = self.process.poll() is None
            if not self._read() and (not running or time.monotonic() > until):
                raise AssertionError(f"no {what} in {self.text[self.expected :]!r}")

    @property
    def line(self) -> str:
        """The line the cursor is in."""
        row = self.screen.buffer[self.screen.cursor.y]
        return "".join(row[column].data for column in range(self.screen.columns)).rstrip()

    def interrupt(self) -> None:
        """Press Ctrl-C, as late as a person would.

        A signal between the prompt and the wait for a key is only noticed at the next key:
        Python's readline looks for signals when its wait is interrupted.
        """
        time.sleep(0.2)
        self.type("\x03")

    def expect(self, what: str) -> str:
        """Wait until ``what`` is shown after what was expected last; return all up to it."""
        until = time.monotonic() + PATIENCE
        while (found := self.text.find(what, self.expected)) < 0:
            running = self.process.poll() is None
            if not self._read() and (not running or time.monotonic() > until):
                raise AssertionError(f"no {what!r} in {self.text[self.expected :]!r}")
        start, self.expected = self.expected, found + len(what)
        return self.text[start : self.expected]

    def status(self) -> int:
        """Wait for the end, read the rest, and return the exit status."""
        until = time.monotonic() + PATIENCE
        while self._read() or self.process.poll() is None:
            assert time.monotonic() < until, f"it does not end: {self.text!r}"
        while self._read():
            pass
        return self.process.returncode

    def _read(self) -> bool:
        """Read what is there, or comes shortly."""
        if not select.select([self.primary], [], [], 0.02)[0]:
            return False
        more = os.read(self.primary, 65536)
        self.raw += more
        self._stream.feed(more)
        return True


def standing(shown: str) -> str:
    """What is on the screen in the end: lines can be gone back to, wiped and written over.

    >>> standing("half\\rdone\\r\\x1b[Kok"), standing("bar\\r\\n\\x1b[1A\\x1b[2K\\x1b[36mrow")
    ('ok', 'row')
    """
    lines: list[list[str]] = [[]]
    row = column = 0
    for found in re.finditer(f"{ESCAPES.pattern}|[^\x1b]", shown):
        part = found[0]
        if part == "\r":
            column = 0
        elif part == "\n":
            row += 1
            lines += [[] for _ in range(row + 1 - len(lines))]
        elif part == "\x1b[K":
            del lines[row][column:]
        elif part == "\x1b[2K":
            lines[row].clear()
        elif part.startswith("\x1b") and part.endswith("A"):
            row -= int(part[2:-1] or 1)
        elif not part.startswith("\x1b"):
            lines[row] += " " * (column - len(lines[row]))
            lines[row][column : column + 1] = [part]
            column += 1
    while len(lines) > row + 1 and not lines[-1]:  # below the cursor
        lines.pop()
    return "\n".join(map("".join, lines))
