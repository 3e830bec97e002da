"""The real program serving its page, for tests."""

import http.client
import json
import os
import socket
import subprocess
import time
from collections.abc import Mapping
from contextlib import closing, contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path
from random import SystemRandom
from threading import Thread

import device
from terminal import PROGRAM, run, start


def free_port() -> int:
    """A port that is free and stays so: the system gives connections those from 32,768 on."""
    while True:
        port = SystemRandom().randrange(10_000, 32_000)
        with socket.socket() as one, suppress(OSError):
            one.bind(("", port))
            return port


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
        self.process.kill()
        self.process.wait()

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(30)

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
            one.end()


@contextmanager
def files_served(folder: Path, headers: Mapping[str, str] | None = None):
    """Serve the files of a folder, by Python's own server; yield its port."""

    class Handler(SimpleHTTPRequestHandler):
        def end_headers(self):
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            super().end_headers()

    handler = partial(Handler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


VISITORS = count()


class Visitor:
    """Somebody with a cookie, who asks for data and sends moves as the page does.

    Each has an address of its own, so that none is refused for the wrong codes of others.
    """

    def __init__(self, port: int):
        self.port, self.cookie = port, ""
        self.address = f"127.0.{1 + next(VISITORS) % 250}.1"

    @property
    def site(self) -> str:
        """The scheme and the host of the server."""
        return f"http://127.0.0.1:{self.port}"

    def connect(self) -> http.client.HTTPConnection:
        """Return a new connection."""
        source = self.address, 0
        return http.client.HTTPConnection("127.0.0.1", self.port, 300, source)

    def ask(self, path: str, move: dict[str, str] | None = None, **headers: str):
        """Return the status, the headers and the text of an answer."""
        given = {"Host": self.site.partition("//")[2]}
        given |= {"Cookie": self.cookie} if self.cookie else {}
        body = None
        if move is not None:
            body = json.dumps(move)
            given |= {"Origin": self.site}
        with closing(self.connect()) as connection:  # also if the server is killed meanwhile
            connection.request("GET" if move is None else "POST", path, body, given | headers)
            response = connection.getresponse()
            text = response.read().decode()
        if cookie := response.headers.get("Set-Cookie"):
            self.cookie = cookie.partition(";")[0]
        return response.status, response.headers, text

    def data(self, path: str, move: dict[str, str] | None = None):
        """Return the status and the data of an answer."""
        status, _, text = self.ask(f"/data{path}", move)
        assert text.startswith(("{", "[")), (status, text)
        return status, json.loads(text)

    def begin(self, **rules: str) -> str:
        """Begin a game; return its path."""
        return device.begin(self.data, **rules)

    def view(self, path: str):
        """Return what is shown of a game or a match."""
        return self.data(path)[1]["view"] if "match" in path else device.seen(self.data, path)

    def play(self, path: str, **move: str):
        """Send a move of a game at the turn where it stands; return the status and the data."""
        if "match" in path:
            return self.data(path, {"at": str(self.view(path)["at"]), **move})
        return device.play(self.data, path, **move)


def turns_in(view, side: int = 0) -> list[tuple[str, str]]:
    """The guesses that a view shows, each with its score."""
    return [(row["guess"], row["score"]) for row in view["boards"][side]["rows"]]
