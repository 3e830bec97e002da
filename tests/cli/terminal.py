"""A program on a pseudo-terminal, for tests that read and type as a person does."""

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
from contextlib import suppress

import pyte

PROGRAM = (sys.executable, "-m", "jotto")
TALL = 2000  # lines of a screen that never scrolls
PATIENCE = 30.0  # seconds; a slow machine is not a failure
ESCAPES = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07]*\x07|[@-_])")
# a session leader without a terminal takes the first one it opens: Ctrl-C then reaches it
ON_TERMINAL = 'tty=$1 out=$2; shift 2; exec "$@" <"$tty" 2>"$tty" >"$out"'


def environment(**more: str) -> dict[str, str]:
    """Return a user's environment variables, with the path and the cache folders of this run."""
    cache = os.environ["XDG_CACHE_HOME"]
    state = tempfile.mkdtemp(dir=cache)  # saved games and house rules are not shared by tests
    own = {name: os.environ[name] for name in ("PATH", "NUMBA_CACHE_DIR") if name in os.environ}
    own |= {"LANG": "C.UTF-8", "HOME": cache, "XDG_CACHE_HOME": cache}
    folders = dict.fromkeys(("XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), state)
    return own | folders | more


class Terminal:
    """Runs ``jotto``; ``shown`` is all its output, with escape codes and echo.

    Its stdout goes to the terminal too, or to the file ``out``.
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
        self.expected = 0  # the end of the text that was matched so far
        self.screen = pyte.Screen(columns, TALL)
        self._stream = pyte.ByteStream(self.screen)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.primary)
        self._close_secondary()

    @property
    def shown(self) -> str:
        return self.raw.decode(errors="replace")

    @property
    def text(self) -> str:
        """The output as a person sees it: no escape codes, plain line ends."""
        return ESCAPES.sub("", self.shown).replace("\r", "")

    @property
    def left(self) -> str:
        """The output that remains: without text that was erased or overwritten."""
        return standing(self.shown)

    def type(self, text: str) -> None:
        os.write(self.primary, text.encode())

    @property
    def lines(self) -> list[str]:
        """The lines on the screen, padded to its width."""
        return self.screen.display[: self.screen.cursor.y + 1]

    def prompted(self, prompt: str) -> str:
        """Wait until ``prompt`` accepts input; return what was shown since the last answer.

        The cursor is after the prompt, or after the last line of a long prompt.
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
        """Read until ``arrived()`` is true."""
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
        """Press Ctrl-C, after a short pause.

        Python's readline checks for signals only while it waits for a key, so an earlier signal
        would have no effect until the next key.
        """
        time.sleep(0.2)
        self.type("\x03")

    def expect(self, what: str) -> str:
        """Wait until ``what`` is shown after the last match; return the text up to its end."""
        until = time.monotonic() + PATIENCE
        while (found := self.text.find(what, self.expected)) < 0:
            running = self.process.poll() is None
            if not self._read() and (not running or time.monotonic() > until):
                raise AssertionError(f"no {what!r} in {self.text[self.expected :]!r}")
        start, self.expected = self.expected, found + len(what)
        return self.text[start : self.expected]

    def status(self) -> int:
        """Wait for the program to end, read the rest, and return the exit status."""
        until = time.monotonic() + PATIENCE
        while self._read() or self.process.poll() is None:
            assert time.monotonic() < until, f"it does not end: {self.text!r}"
        self._close_secondary()
        with suppress(OSError):  # all is read; a terminal delivers the last lines with some delay
            while self._read(1.0):
                pass
        return self.process.returncode

    def _close_secondary(self) -> None:
        if self.secondary is not None:
            os.close(self.secondary)
        self.secondary = None

    def _read(self, seconds: float = 0.02) -> bool:
        """Read available output; return whether there was any."""
        if not select.select([self.primary], [], [], seconds)[0]:
            return False
        more = os.read(self.primary, 65536)
        self.raw += more
        self._stream.feed(more)
        return True


def standing(shown: str) -> str:
    """Return what remains on the screen after lines are erased and overwritten.

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
