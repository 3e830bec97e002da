"""A program on a pseudo-terminal, for tests that read and type as a person does."""

import json
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
from pathlib import Path
from typing import Any, NamedTuple

import pyte

PROGRAM = (sys.executable, "-m", "jotto")
ASKS = b"\x1b]11;?"  # how a program asks for the background
TALL = 2000  # lines of a screen that never scrolls
# the last question of ``play``
END = "Press Enter to finish, or type undo to take back your last entry:"
PATIENCE = 30.0  # seconds; a slow machine is not a failure
ESCAPES = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07]*\x07|[@-_])")
# a session leader without a terminal takes the first one it opens: Ctrl-C then reaches it
ON_TERMINAL = 'tty=$1 out=$2; shift 2; exec "$@" <"$tty" 2>"$tty" >"$out"'


def environment(**more: str) -> dict[str, str]:
    """Return a user's environment variables, with the path and the cache folders of this run."""
    cache = os.environ["XDG_CACHE_HOME"]
    state = tempfile.mkdtemp(dir=cache)  # saved games and house rules are not shared by tests
    own = {"PATH": os.environ["PATH"]}
    own |= {"LANG": "C.UTF-8", "HOME": cache, "XDG_CACHE_HOME": cache}
    folders = dict.fromkeys(("XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), state)
    return own | folders | more


class Ran(NamedTuple):
    """The result of a run."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON object on stdout; any other output fails the test."""
        assert self.status == 0, self.err
        assert self.out.count("\n") == 1
        found = json.loads(self.out)
        assert found["schema"] == 1
        return found

    @property
    def refusal(self) -> str:
        """The one error line of a run with bad input; stdout must be empty."""
        assert (self.status, self.out) == (2, ""), self.err
        assert self.err.count("\n") == 1
        return self.err


SLOW = "jotto: still working; Ctrl-C stops it\n"
ERASED = re.compile(rf"\r({SLOW.strip()})?\x1b\[K\r")  # it is shown, and erased
PIPES = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}


def run(*command: object, env: dict[str, str] | None = None, **options: Any) -> Ran:
    """Run a program to its end, as a user unless other environment variables are given."""
    given = {**PIPES, "timeout": 120, "check": False} | options
    ended = subprocess.run(list(map(str, command)), env=env or environment(), **given)
    err = (ended.stderr or b"").decode().replace(SLOW, "")  # on a busy machine
    return Ran(ended.returncode, (ended.stdout or b"").decode(), err)


def modules_after(program: str, *options: str) -> set[str]:
    """Run Python code in a process of its own; return the names of the modules that are loaded."""
    shown = f"{program}\nimport sys; print(*sys.modules)"
    return set(run(sys.executable, *options, "-c", shown).out.split())


def start(*command: object, env: Any = None, **options: Any) -> subprocess.Popen[str]:
    """Start a program, as :func:`run` does; its output is text in pipes."""
    given = {**PIPES, "text": True} | options
    return subprocess.Popen(list(map(str, command)), env=env or environment(), **given)


def lines_in(path: Path, number: int) -> int:
    """Wait until a file has ``number`` lines; return how many it has."""
    until = time.monotonic() + 120  # other tests run beside it
    while not path.exists() or (found := path.read_text().count("\n")) < number:
        assert time.monotonic() < until, f"{path} has fewer than {number} lines"
        time.sleep(0.01)
    return found


class Terminal:
    """Runs ``jotto``; ``shown`` is all its output, with escape codes and echo.

    Its stdout goes to the terminal too, or to the file ``out``. If it still runs at the end of the
    ``with`` block, it is killed.
    """

    height = TALL  # lines that are looked at

    def __init__(
        self,
        *arguments: str,
        columns: int = 160,
        rows: int = 40,
        out: str = "",
        program=PROGRAM,
        answer: str = "",
        **more: str,
    ):
        self.answer_to_ask = answer  # when it is asked for its background
        self.primary, self.secondary = pty.openpty()
        termios.tcsetwinsize(self.secondary, (rows, columns))
        tty = os.ttyname(self.secondary)
        self.process = subprocess.Popen(
            ["sh", "-c", ON_TERMINAL, "sh", tty, out or tty, *program, *arguments],
            env=environment(**{"TERM": "xterm-256color"} | more),
            start_new_session=True,
        )
        self.raw = b""
        self.at = 0.0  # when the last byte came
        self.expected = 0  # the end of the text that was matched so far
        self._drawn = 0  # the bytes of ``raw`` that are on the screen
        self._screen = pyte.Screen(columns, self.height)
        self._stream = pyte.ByteStream(self._screen)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.primary)
        self._close_secondary()

    @property
    def screen(self) -> pyte.Screen:
        """The screen after all output, but of so many lines that it never scrolls."""
        new, self._drawn = self.raw[self._drawn :], len(self.raw)
        self._stream.feed(new)
        return self._screen

    @property
    def shown(self) -> str:
        return ERASED.sub("", self.raw.decode(errors="replace"))

    @property
    def text(self) -> str:
        """The output as a person sees it: no escape codes, plain line ends."""
        return ESCAPES.sub("", self.shown).replace("\r", "")

    @property
    def left(self) -> str:
        """The output that remains: without text that was erased or overwritten."""
        return "\n".join(map(str.rstrip, self.lines))

    @property
    def picture(self) -> list[str]:
        return [line.rstrip() for line in self.screen.display]

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
            if not self.read() and (not running or time.monotonic() > until):
                raise AssertionError(f"no {what} in {self.text[self.expected :]!r}")

    @property
    def line(self) -> str:
        """The line the cursor is in."""
        row = self.screen.buffer[self.screen.cursor.y]
        return "".join(row[column].data for column in range(self.screen.columns)).rstrip()

    def interrupt(self) -> None:
        """Press Ctrl-C, after a short pause, when the program waits.

        Python's readline checks for signals only while it waits for a key, so an earlier signal
        would have no effect until the next key.
        """
        time.sleep(0.2)
        status = Path(f"/proc/{self.process.pid}/stat")
        self.wait_for(lambda: not status.exists() or ") S " in status.read_text(), "program waits")
        self.type("\x03")

    def expect(self, what: str) -> str:
        """Wait until ``what`` is shown after the last match; return the text up to its end."""
        self.wait_for(lambda: what in self.text[self.expected :], repr(what))
        start, self.expected = self.expected, self.text.index(what, self.expected) + len(what)
        return self.text[start : self.expected]

    def status(self) -> int:
        """Wait for the program to end, read the rest, and return the exit status."""
        until = time.monotonic() + PATIENCE
        while self.read() or self.process.poll() is None:
            assert time.monotonic() < until, f"it does not end: {self.text!r}"
        self._close_secondary()
        with suppress(OSError):  # all is read; a terminal delivers the last lines with some delay
            while self.read(1.0):
                pass
        return self.process.returncode

    def _close_secondary(self) -> None:
        if self.secondary is not None:
            os.close(self.secondary)
        self.secondary = None

    def read(self, seconds: float = 0.02) -> bool:
        """Read available output; return whether there was any."""
        if not select.select([self.primary], [], [], seconds)[0]:
            return False
        more = os.read(self.primary, 65536)
        if self.answer_to_ask and ASKS in self.raw[-len(ASKS) :] + more:
            self.type(self.answer_to_ask)
        self.at = time.perf_counter()
        self.raw += more.replace(f"\r{SLOW.strip()}\x1b[K\r".encode(), b"")  # on a busy machine
        return True


class Shown(Terminal):
    """A terminal of a certain height, on which the board stays."""

    def __init__(self, *arguments: str, columns: int = 80, rows: int = 24, **more: str):
        self.height = rows
        super().__init__(*arguments, columns=columns, rows=rows, **more)

    @property
    def whole(self) -> str:
        """All that is shown, as one line."""
        return " ".join(" ".join(self.picture).split())

    def asked(self, question: str) -> str:
        """Wait until the line below the board asks a question; return all that is shown."""

        def asks() -> bool:
            *_, line, hints = self.picture
            below = " ".join(" ".join(self.picture[-6:-1]).split()).replace(": >", " >")
            return "F1 help" in hints and line.endswith(">") and f"{question} >" in below

        self.wait_for(asks, question)
        while self.read(0.1):
            pass
        return self.whole

    def enter(self, question: str, typed: str) -> str:
        """Type a line at a question; return what was shown there before."""
        shown = self.asked(question)
        self.type(f"{typed}\r")
        return shown


def prompts(text: str) -> list[str]:
    """The guesses whose score was asked for, in order."""
    return re.findall(r"Score for (\w+): ", text)
