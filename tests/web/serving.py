"""The real program serving its page, for tests."""

import http.client
import os
import re
import signal
import socket
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

from terminal import PROGRAM, run, start


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Served:
    """``jotto serve`` with folders of its own; it can be killed and started again."""

    def __init__(self, folder: Path, *options: str):
        self.folder, self.options, self.port = folder, options, free_port()
        self.process = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def environment(self) -> dict[str, str]:
        kinds = ("STATE", "DATA", "CONFIG")
        folders = {f"XDG_{kind}_HOME": str(self.folder / kind.lower()) for kind in kinds}
        return {**os.environ, **folders, "PYTHONUNBUFFERED": "1"}

    def start(self) -> None:
        command = [*PROGRAM, "serve", "--port", self.port, *self.options]
        with (self.folder / "log").open("ab") as log:
            own = {"env": self.environment, "stdout": log, "stderr": subprocess.STDOUT}
            self.process = start(*command, **own)
        until = time.monotonic() + 60
        while time.monotonic() < until and self.process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
            except OSError:
                time.sleep(0.05)
            else:
                return
        raise AssertionError(self.log)

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text()

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def jotto(self, *arguments: str, typed: str = "") -> str:
        """Run the command line beside the server, with the same folders."""
        ran = run(*PROGRAM, *arguments, env=self.environment, input=typed.encode())
        return ran.out + ran.err


@contextmanager
def served(folder: Path, *options: str):
    one = Served(folder, *options)
    one.start()
    try:
        yield one
    finally:
        if one.process.poll() is None:
            one.process.terminate()
            one.process.wait(10)


RULES = {"game": "words", "rule": "exact-elsewhere", "allow": "all", "strategy": "entropy"}
RULES |= {"repeats": "yes", "plurals": "yes"}


class Visitor:
    """Somebody with a cookie, who sends plain forms."""

    def __init__(self, port: int):
        self.port, self.cookie = port, ""

    def ask(self, path: str, form: dict[str, str] | None = None, **headers: str):
        """Return the status, the headers and the text of a page."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        given = {"Cookie": self.cookie} if self.cookie else {}
        body = None
        if form is not None:
            body = urlencode(form)
            given |= {"Origin": f"http://127.0.0.1:{self.port}"}
            given |= {"Content-Type": "application/x-www-form-urlencoded"}
        connection.request("GET" if form is None else "POST", path, body, given | headers)
        response = connection.getresponse()
        text = response.read().decode()
        connection.close()
        if cookie := response.headers.get("Set-Cookie"):
            self.cookie = cookie.partition(";")[0]
        return response.status, response.headers, text

    def begin(self, **rules: str) -> str:
        """Begin a game; return its path."""
        status, headers, text = self.ask("/new", RULES | rules)
        assert status == 303, text
        return headers["Location"]

    def play(self, path: str, **form: str):
        """Send a form of a game at the turn where it stands."""
        return self.ask(path, {"at": turn_of(self.ask(path)[2]), **form})


def turns_in(page: str) -> list[tuple[str, str]]:
    """The guesses that a page shows, each with its score."""
    turn = r'class="word" role="img" aria-label="(\w+)".*?<b>([^<]*)</b>'
    return re.findall(turn, page, re.DOTALL)


def turn_of(page: str) -> str:
    """The number of the turn that a page shows, which its forms send."""
    at = re.search(r'name="at" value="(\d+)"', page)
    return at[1] if at else "0"
