"""A real server in a thread, asked over real sockets, byte by byte if need be."""

import asyncio
import hmac
import socket
import threading
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.client import HTTPMessage, HTTPResponse
from pathlib import Path

import uvicorn
from starlette.applications import Starlette

from jotto.assistant.shelf import Shelf
from jotto.assistant.store import Options, Store
from jotto.web.api import Api
from jotto.web.app import Server
from jotto.web.games import Games, Matches
from jotto.web.guard import Guard
from jotto.web.server import bound, config

KEY = b"k" * 32


@dataclass(frozen=True)
class Answer:
    status: int
    headers: HTTPMessage
    body: str

    @property
    def cookie(self) -> str:
        """The cookie that was set, as it is sent back; or nothing."""
        return (self.headers["Set-Cookie"] or "").partition(";")[0]


class Served:
    """How to ask a server on a port of this computer."""

    def __init__(self, port: int):
        self.port = port
        self.host = f"127.0.0.1:{port}"
        self.origin = f"http://{self.host}"

    def connect(self, data: bytes = b"", seconds: float = 30.0) -> socket.socket:
        sock = socket.create_connection(("127.0.0.1", self.port), timeout=seconds)
        sock.sendall(data)
        return sock

    def raw(self, data: bytes) -> Answer:
        """Send bytes; return the first answer."""
        with self.connect(data) as sock:
            return answer(sock, data)

    def request(self, method: str, path: str, *lines: str, body: bytes = b"", host="") -> bytes:
        """A request; ``lines`` are further headers."""
        length = [f"Content-Length: {len(body)}"] if body or method == "POST" else []
        head = [f"{method} {path} HTTP/1.1", f"Host: {host or self.host}", *length, *lines]
        return "\r\n".join([*head, "Connection: close", "", ""]).encode("latin-1") + body

    def get(self, path: str, *lines: str, cookie: str = "") -> Answer:
        lines += (f"Cookie: {cookie}",) * bool(cookie)
        return self.raw(self.request("GET", path, *lines))

    def post(self, path: str, body: bytes, *lines: str) -> Answer:
        """Send a form as a page of this server does."""
        return self.raw(self.request("POST", path, f"Origin: {self.origin}", *lines, body=body))


def signature(text: str, token: str = "", key: bytes = KEY) -> str:
    """By the definition: what signs is made from the key and the token."""
    signing = hmac.new(key, f"device {token}".encode(), "sha256").digest()
    return hmac.new(signing, text.encode(), "sha256").hexdigest()


def signed(device: str, token: str = "", key: bytes = KEY) -> str:
    """A cookie."""
    return f"jotto={device}.{signature(device, token, key)}"


def moved(device: str, token: str = "", key: bytes = KEY, until: int = 9_999_999_999) -> str:
    """The path of a link to another phone, valid until a time in seconds."""
    named = f"{device}.{until}"
    return f"/move/{named}.{signature(named, token, key)}"


def invited(code: str, token: str = "", key: bytes = KEY) -> str:
    """The path of an invitation to a match."""
    return f"/match/{code}-{signature(f'match {code}', token, key)}"


def check_safe(answer: Answer) -> None:
    """An answer has, once each, the headers that keep it safe, and does not say who made it."""
    (policy,) = answer.headers.get_all("Content-Security-Policy")
    assert policy.startswith("default-src 'none'; ")
    assert policy.endswith("base-uri 'none'; frame-ancestors 'none'")
    assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")
    static = "etag" in answer.headers
    safe = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin"}
    safe |= {f"Cross-Origin-{of}-Policy": "same-origin" for of in ("Opener", "Resource")}
    safe |= {"Cache-Control": "no-cache" if static else "no-store"}
    found = {name: answer.headers.get_all(name) for name in safe}
    assert found == {name: [value] for name, value in safe.items()}
    assert "Server" not in answer.headers


def answer(sock: socket.socket, asked: bytes = b"") -> Answer:
    response = HTTPResponse(sock, method="HEAD" if asked.startswith(b"HEAD ") else None)
    response.begin()
    return Answer(response.status, response.headers, response.read().decode(errors="replace"))


def application(
    folder: Path, given: Options, api: Api | None = None, *, private: bool = False
) -> Starlette:
    """The application of a server whose games are in a folder."""
    path = folder / "games.sqlite"
    kept = Games(Store(path), private=private), Matches(Store(path, "match"))
    return Server(*kept, Shelf(path), given, api=api).app()


@contextmanager
def served(app, *, more=None, **options):
    """Serve an application, guarded, on a free port."""
    with bound(0, lan=False) as sock:
        port = sock.getsockname()[1]
        options = {"key": KEY, "hosts": frozenset({f"127.0.0.1:{port}"})} | options
        server = uvicorn.Server(config(partial(Guard, app, **options), **more or {}))
        thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[sock])))
        thread.start()
        try:
            yield Served(port)
        finally:
            server.should_exit = True
            thread.join(10)
    assert not thread.is_alive()
