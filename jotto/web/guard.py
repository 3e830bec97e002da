"""What stands between the network and the application: who is let in, and how much they may ask.

Refused: foreign hosts (DNS rebinding), requests from other sites except links to a page, methods
other than GET, HEAD and POST, large and slow bodies, too many requests. Every visitor has a
signed cookie, the device; with a ``token``, only the link that carries it gives one.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import re
import traceback
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from secrets import token_hex
from time import monotonic
from typing import Any
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from jotto.errors import quoted
from jotto.web.limits import Limits, Rates, Streams, TooManyStreamsError

COOKIE = "jotto"
YEAR = 365 * 24 * 3600
SIGNED = re.compile(r"([0-9a-f]{32})\.([0-9a-f]{64})")  # the value of a cookie
MOST_COOKIES = 20  # looked at; other servers on this host may set some, too
HOME = ("same-origin", "none")  # Sec-Fetch-Site of this page, and of what a person typed
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SAFE = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # with no-referrer, browsers send Origin: null
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
PAGE = (
    "<!doctype html><html lang=en><meta charset=utf-8>"
    "<meta name=viewport content='width=device-width'>"
    "<title>jotto</title><main><h1>{title}</h1><p>{text}</p></main></html>"
)
ASK = "Scan the code, or open the link, that the program printed when it was started."
logger = logging.getLogger("jotto.web")


class RefusalError(Exception):
    """A request that is refused: its status, what the log says, and what the page says."""

    def __init__(self, status: int, why: str, said: str = "", **headers: str) -> None:
        super().__init__(why)
        self.status, self.said, self.headers = status, said, headers


@dataclass(eq=False)
class Visit:
    """A request and the answer to it; used as a context, it ends what the answer holds open."""

    scope: Scope
    out: Send
    streams: Streams
    task: asyncio.Task[None]
    secret: str = field(repr=False)
    device: str = ""
    cookie: str = field(default="", repr=False)
    started: bool = False
    refusal: RefusalError | None = None
    _held: ExitStack = field(default_factory=ExitStack)

    def __post_init__(self) -> None:
        self.headers, self.method = Headers(scope=self.scope), self.scope["method"]
        self.address = str((self.scope.get("client") or ("unknown",))[0])
        self.tokens = parse_qs(self.scope["query_string"].decode("latin-1")).get("token", [])

    def __str__(self) -> str:
        """Return the request without its query, which may hold the token."""
        path = self.scope["path"]
        path = path.replace(self.secret, "(token)") if self.secret else path
        return f"{quoted(self.method)} {quoted(path)} from {self.address}"

    def __enter__(self) -> None:
        self._held.__enter__()

    def __exit__(self, *raised: Any) -> None:
        self._held.close()

    async def send(self, message: Message) -> None:
        """Send a part of the answer, with what every answer has. Raises RefusalError."""
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            if headers.get("content-type", "").startswith("text/event-stream"):
                self._hold_open()
            for name, value in SAFE.items():
                headers.setdefault(name, value)
            headers.setdefault("Cache-Control", "no-cache" if "etag" in headers else "no-store")
            if self.cookie:
                headers.append("Set-Cookie", self.cookie)
            self.started = True
        await self.out(message)

    def _hold_open(self) -> None:
        try:
            self._held.enter_context(self.streams.one(self.device, self.task))
        except TooManyStreamsError:
            self.refusal = RefusalError(503, "too many event streams", "Close another page first.")
            raise self.refusal from None

    async def say(self, status: int, title: str, text: str, **headers: str) -> None:
        """Answer with a short page."""
        answer = HTMLResponse(PAGE.format(title=title, text=text), status, headers)
        await answer(self.scope, _nothing, self.send)


@dataclass(eq=False)
class Log:
    """Write lines to the log, but not too many of one kind."""

    rates: Rates
    _left_out: int = 0

    def say(self, kind: str, line: str) -> None:
        """Write a line."""
        if not self.rates.take(kind):
            self._left_out += 1
            return
        more = f" ({self._left_out:,} lines before were left out)" if self._left_out else ""
        self._left_out = 0
        logger.warning("%s: %s%s", kind, line, more)


@dataclass(eq=False)
class Guard:
    """An application with its guard.

    ``key`` signs the cookies; ``hosts`` are the values of the Host header that are this server,
    in lower case, with the port. The application finds the device and the body
    in ``request.state``.
    """

    app: ASGIApp
    key: bytes = field(repr=False)
    hosts: frozenset[str]
    scheme: str = "http"
    token: str = field(default="", repr=False)
    limits: Limits = field(default_factory=Limits)
    clock: Callable[[], float] = monotonic

    def __post_init__(self) -> None:
        limits, most = self.limits, self.limits.remembered
        # with another token, every device has to be admitted again
        self._signing = hmac.digest(self.key, f"device {self.token}".encode(), "sha256")
        self._devices = Rates(limits.device, most, self.clock)
        self._addresses = Rates(limits.address, most, self.clock)
        self._wrong = Rates(limits.wrong_tokens, most, self.clock)
        self.streams = Streams(limits.streams, limits.device_streams)
        self._log = Log(Rates(limits.logged, 2, self.clock))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or let the application do it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close"})
            return
        task = asyncio.current_task()
        assert task is not None
        visit = Visit(scope, send, self.streams, task, self.token)
        try:
            await self._answer(visit, receive)
        except RefusalError as refusal:
            await self._refuse(visit, refusal)
        except Exception as error:  # whatever the application raises
            if visit.refusal:  # inside a group of exceptions
                await self._refuse(visit, visit.refusal)
            else:
                self._log.say("failed", f"{visit}: {_place(error)}")
                if not visit.started:
                    await visit.say(500, "Something went wrong", "Go back, and try again.")

    async def _answer(self, visit: Visit, receive: Receive) -> None:
        self._check(visit)
        visit.device = self._device_of(visit.headers)
        rates = self._devices if visit.device else self._addresses
        if not rates.take(visit.device or visit.address):
            raise RefusalError(429, "too many requests", "Wait a few seconds.", retry_after="5")
        if self.token and visit.tokens and visit.scope["path"] == "/" and visit.method == "GET":
            await self._admit(visit)
            return
        if not visit.device:
            if self.token:
                raise RefusalError(403, "no device that was admitted", ASK)
            self._make_device(visit)
        body = await self._body(visit, receive)
        if body is None:
            return
        visit.scope.setdefault("state", {}).update(device=visit.device, body=body)
        with visit:
            await self.app(visit.scope, receive, visit.send)

    def _check(self, visit: Visit) -> None:
        """Refuse what no page of this server sends. Raises RefusalError."""
        headers, path, method = visit.headers, visit.scope["path"], visit.method
        size = len(path) + len(visit.scope["query_string"])
        size += sum(len(name) + len(value) for name, value in headers.raw)
        if size > self.limits.headers:
            raise RefusalError(431, "the headers are too large")
        hosts = headers.getlist("host")
        if len(hosts) != 1 or hosts[0].lower() not in self.hosts:
            named = ", ".join(map(quoted, hosts[:2]))
            said = "This address is not one that the program printed."
            raise RefusalError(421, f"not a host of this server: {named}", said)
        if method not in ("GET", "HEAD", "POST"):
            raise RefusalError(405, "not a method of this server", allow="GET, HEAD, POST")
        if not path.startswith("/") or not path.isprintable():
            raise RefusalError(400, "not a path")
        site = headers.get("sec-fetch-site", "none")
        if method == "POST":
            origins = headers.getlist("origin")
            if origins != [f"{self.scheme}://{hosts[0].lower()}"] or site not in HOME:
                named = ", ".join(map(quoted, [*origins[:2], site]))
                said = "This form was not sent by a page of this server. Load the page again."
                raise RefusalError(403, f"sent from elsewhere: {named}", said)
        elif site not in HOME:  # a link on another site may lead here: a GET changes nothing
            to_page = headers.get("sec-fetch-mode"), headers.get("sec-fetch-dest")
            if to_page != ("navigate", "document"):
                raise RefusalError(403, f"asked for by another site: {quoted(site)}")

    async def _admit(self, visit: Visit) -> None:
        """Make a device of a visitor with the right token. Raises RefusalError."""
        if not visit.device:
            self._check_token(visit)
            self._make_device(visit)
        await visit.say(303, "Welcome", "", location="/")  # so the token leaves the address bar

    def _check_token(self, visit: Visit) -> None:
        if self._wrong.left(visit.address) < 1:
            raise RefusalError(429, "too many wrong tokens", "Wait a minute.", retry_after="60")
        if not any(hmac.compare_digest(t.encode(), self.token.encode()) for t in visit.tokens[:2]):
            self._wrong.take(visit.address)
            raise RefusalError(403, "a wrong token", f"This link is no longer valid. {ASK}")

    def _device_of(self, headers: Headers) -> str:
        """Return the device that a cookie of ours names, or nothing."""
        pairs = "; ".join(headers.getlist("cookie")).split(";")
        for pair in pairs[:MOST_COOKIES]:
            name, _, value = pair.strip().partition("=")
            match = SIGNED.fullmatch(value) if name == COOKIE else None
            if match and hmac.compare_digest(self._signature(match[1]), match[2]):
                return match[1]
        return ""

    def _make_device(self, visit: Visit) -> None:
        visit.device = token_hex(16)
        value = f"{COOKIE}={visit.device}.{self._signature(visit.device)}"
        secure = "; Secure" if self.scheme == "https" else ""
        visit.cookie = f"{value}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{secure}"

    def _signature(self, device: str) -> str:
        return hmac.digest(self._signing, device.encode(), "sha256").hex()

    async def _body(self, visit: Visit, receive: Receive) -> bytes | None:
        """Read the body, of a form alone; None if the visitor has gone. Raises RefusalError."""
        size = visit.headers.get("content-length", "0")
        most = self.limits.body if visit.method == "POST" else 0
        too_large = RefusalError(413, "the body is too large", "That is too long.")
        if not size.isdecimal() or int(size[:20]) > most:
            raise too_large
        body = b""
        try:
            async with asyncio.timeout(self.limits.body_seconds):
                while (message := await receive())["type"] == "http.request":
                    part: bytes = message.get("body", b"")
                    body += part
                    if len(body) > most:
                        raise too_large
                    if not message.get("more_body", False):
                        return body
        except TimeoutError:
            raise RefusalError(408, "the body is too slow", "That took too long.") from None
        return None

    async def _refuse(self, visit: Visit, refusal: RefusalError) -> None:
        self._log.say("refused", f"{visit}: {refusal.status} {refusal}")
        title = HTTPStatus(refusal.status).phrase if refusal.status != 403 else "Not admitted"
        headers = {name.replace("_", "-"): value for name, value in refusal.headers.items()}
        visit.cookie = ""
        await visit.say(refusal.status, title, refusal.said, connection="close", **headers)


async def _nothing() -> Message:
    return {"type": "http.disconnect"}


def _place(error: BaseException) -> str:
    """Return where an exception comes from. Its message may hold a secret, and is left out."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    frames = traceback.extract_tb(error.__traceback__)[-4:]
    places = (f"{Path(each.filename).name}:{each.lineno}" for each in reversed(frames))
    return f"{type(error).__name__} at {', '.join(places)}"
