"""A program on a pseudo-terminal, read and typed to as a person would."""

import os
import pty
import re
import select
import subprocess
import termios
import time

PATIENCE = 20.0  # seconds; a slow machine is not a failure
ESCAPES = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07]*\x07|[@-_])")
# a session leader without a terminal takes the first one it opens: Ctrl-C then reaches it
ON_TERMINAL = 'tty=$1; shift; exec "$@" <"$tty" >"$tty" 2>&1'


class Terminal:
    """Runs one program; ``shown`` is all it wrote, escape codes and echo included."""

    def __init__(self, command, *, env, cwd, columns=160):
        self.primary, self.secondary = pty.openpty()
        termios.tcsetwinsize(self.secondary, (40, columns))
        self.process = subprocess.Popen(
            ["sh", "-c", ON_TERMINAL, "sh", os.ttyname(self.secondary), *command],
            env=env | {"TERM": "xterm-256color"},
            cwd=cwd,
            start_new_session=True,
        )
        self.raw = b""
        self.read_so_far = 0

    @property
    def shown(self) -> str:
        return self.raw.decode(errors="replace")

    @property
    def text(self) -> str:
        """What a person sees: no escape codes, plain ends of line."""
        return ESCAPES.sub("", self.shown).replace("\r", "")

    def type(self, text: str) -> None:
        """Type characters, such as ``\\x03`` for Ctrl-C."""
        os.write(self.primary, text.encode())

    def enter(self, line: str) -> None:
        self.type(line + "\n")

    def expect(self, pattern: str) -> str:
        """Wait until ``pattern`` is shown after what was expected last; return all up to it."""
        until = time.monotonic() + PATIENCE
        while not (found := re.compile(pattern).search(self.text, self.read_so_far)):
            running = self.process.poll() is None
            if not self._read(0.05) and (not running or time.monotonic() > until):
                unseen = self.text[self.read_so_far :]
                raise AssertionError(f"{pattern!r} is not in what was shown: {unseen!r}")
        start, self.read_so_far = self.read_so_far, found.end()
        return self.text[start : found.end()]

    def end(self) -> int:
        """Wait for the program to end, read the rest, and return its exit status."""
        until = time.monotonic() + PATIENCE
        while self._read(0.05) or self.process.poll() is None:
            assert time.monotonic() < until, f"it does not end: {self.text!r}"
        return self.process.returncode

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.primary)
        os.close(self.secondary)

    def _read(self, seconds: float) -> bool:
        """Read what is there, or comes within ``seconds``."""
        if not select.select([self.primary], [], [], seconds)[0]:
            return False
        self.raw += os.read(self.primary, 65536)
        return True
