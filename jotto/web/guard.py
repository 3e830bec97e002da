"""The guard: who is let in, and how much they may ask.

It stands between the network and the application. Refused: foreign hosts (DNS rebinding), requests
from other sites except links to a page, methods other than GET, HEAD and POST, large and slow
bodies, and what an address has no share left for, see ``purse.py``. Every visitor has a signed
cookie, the device; with a ``token``, only the link that carries it gives one. No GET changes the
device of a visitor who has one. An invitation to a match admits a guest, who sees that match and
nothing else.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import re
import time
import tomllib
import traceback
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from pathlib import Path
from secrets import token_hex

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from jotto.assistant.page_file import PAGES
from jotto.assistant.request_table import statuses
from jotto.errors import GameError, quoted, signs
from jotto.web.purse import Holds, Networks, Purse, ShareError, Shares, networks

COOKIE = "jotto"
YEAR = 365 * 24 * 3600
MOST_DEVICES = 16  # of a visitor: its own, then those whose games it has; a guest has one
DEVICES = f"[0-9a-f]{{32}}(?:_[0-9a-f]{{32}}){{0,{MOST_DEVICES - 1}}}"
SIGNED = re.compile(rf"((?:guest_)?)({DEVICES})\.([0-9a-f]{{64}})")  # the value of a cookie
MOVED = re.compile(rf"({DEVICES})\.(\d{{1,12}})\.([0-9a-f]{{64}})")  # of a link to another phone
INVITED = re.compile(r"(/(?:data/)?match/(\w+))-([0-9a-f]{64})(/.*)?", re.ASCII)
RECORD = r"[A-HJ-NP-Z2-9]{6}-[01]"  # the name of a finished match; whose it is, the server checks
GUESTS = re.compile(
    r"/(?:(?:data/)?match/|static/).+|/sw\.js|/app\.webmanifest"
    rf"|/game/{RECORD}/report|/data/saved/{RECORD}|/data/table\?name={RECORD}"
)
CHAT = "/data/league"
PROGRAMS = re.compile(r"/api(/.*)?")  # what programs ask; they have no device
TOKEN = "Send the header Authorization: Bearer TOKEN. The token is in the link that was printed."
MOVING = 600  # seconds in which a link to another phone can be opened
MOST_COOKIES = 20  # looked at; other servers on this host may set some, too
HOME = ("same-origin", "none")  # Sec-Fetch-Site of this page, and of what a person typed
LINKED = (("navigate", "document"), ("navigate", "empty"))  # the latter by our service worker
FRAMED = ("navigate", "iframe")
SAFE: dict[str, str] = tomllib.loads(Path(__file__).with_name("headers.toml").read_text("utf-8"))
SHORT = 1 << 14  # bytes of a body that is read though its request is refused
DRAINED = 1.0  # seconds
PAGE = (PAGES / "refused.html").read_text("utf-8").strip()
ASK = "Scan the code, or open the link, that the program printed when it was started."
OLD = "This link is no longer valid. "
LOGGER = logging.getLogger("jotto.web")


class RefusalError(HTTPException):
    """A request that is refused: its status, what the log says, and what the page says."""

    def __init__(self, status: int, why: str, detail: str = "", **headers: str) -> None:
        super().__init__(status, detail, {n.replace("_", "-"): text for n, text in headers.items()})
        self.why = why


def framed_by(origins: Sequence[str]) -> Mapping[str, str]:
    """Return the headers of every answer, by which only these sites may show a page in a frame."""
    policy = "Content-Security-Policy"
    if not origins:
        return SAFE
    framed = f"frame-ancestors {' '.join(origins)}"
    return {**SAFE, policy: SAFE[policy].replace("frame-ancestors 'none'", framed)}


@dataclass(frozen=True, kw_only=True)
class Limits:
    """The limits of a request; what an address may use is in its purse."""

    headers: int = 16 * 1024  # bytes, with the address
    body: int = 64 * 1024  # a game of 32 boards has some 30
    chat: int = 1 << 20  # with results of a league
    body_seconds: float = 10.0


# --- who is let in ---


@dataclass(eq=False)
class Visit:
    """A request and the answer to it; ``hold(visit)`` is called before that is an event stream.

    ``devices``: its own one, then those whose games it has, with spaces between. ``held`` is given
    back at the end.
    """

    request: Request
    out: Send
    hold: Callable[[Visit], Awaitable[None]]
    device: str = ""
    devices: str = ""
    guest: bool = False
    former: str = ""  # its devices by an old link; they are its own again if it has the new one
    cookie: str = field(default="", repr=False)
    program: bool = False  # it asks for JSON, and has no device
    safe: Mapping[str, str] = field(default_factory=lambda: SAFE, repr=False)
    started: bool = False
    held: ExitStack = field(default_factory=ExitStack)
    task: asyncio.Task[None] = field(default_factory=lambda: _task())

    @property
    def networks(self) -> Networks:
        """The address of the visitor, and the networks around it."""
        return networks(self.request.client.host if self.request.client else "unknown")

    def take(self, holds: Holds, amount: int = 1) -> None:
        """Hold something until the end of the request. Raises ShareError."""
        self.held.callback(holds.give, holds.take(self.networks, amount, self.task.cancel))

    async def send(self, message: Message) -> None:
        """Send a part of the answer, with the security headers. Raises ClientDisconnect."""
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            if headers.get("content-type", "").startswith("text/event-stream"):
                await self.hold(self)
            for name, value in self.safe.items():
                headers.setdefault(name, value)
            headers.setdefault("Cache-Control", "no-cache" if "etag" in headers else "no-store")
            if self.cookie:
                headers.append("Set-Cookie", self.cookie)
            self.started = True
        await self.out(message)

    async def say(self, status: int, title: str, text: str, **headers: str) -> None:
        """Answer with a short page, a program with JSON."""
        about = {"code": _code(status), "message": title, "hint": text}
        wrong = {"id": None, "do": None, "error": about}
        page = HTMLResponse(PAGE.format(title=title, text=text), status, headers)
        answer = JSONResponse(wrong, status, headers) if self.program else page
        await answer(self.request.scope, self.request.receive, self.send)


@dataclass(eq=False)
class Guard:
    """An application with its guard.

    ``key`` signs the cookies; ``hosts`` are the values of the Host header that are this server,
    in lower case, with the port. The application finds in ``request.state``: the ``device``, all
    ``devices`` whose games it has, whether it is a ``guest``, the code of the match to which it is
    ``invited``, the body, ``link()`` for another phone, ``moved(link)`` and ``add(devices)`` there,
    ``invite(code)`` for another player, ``guess(code, right)``, to be called when a code was tried,
    the ``address``, ``work(act, long=False)``, which returns what ``act`` does in a thread, and
    ``pace()``, by which a stream looks less often.
    """

    app: ASGIApp
    key: bytes = field(repr=False)
    hosts: frozenset[str]
    scheme: str = "http"
    token: str = field(default="", repr=False)
    former: Sequence[str] = field(default=(), repr=False)  # tokens of old links
    host: str = ""  # by which others reach it, if it is not the one a visitor has used
    api: bool = False  # whether programs may ask
    embed: Sequence[str] = ()  # origins of sites that may show a page in a frame
    limits: Limits = field(default_factory=Limits)
    shares: Shares = field(default_factory=Shares)
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        # with another token, every device has to be admitted again
        self._signing, *self._former = (
            hmac.digest(self.key, f"device {token}".encode(), "sha256")
            for token in (self.token, *self.former)
        )
        self._safe = framed_by(self.embed)
        self.purse = Purse(self.shares, self.clock)
        self._omitted = 0  # lines of the log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or let the application do it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        program = self.api and PROGRAMS.fullmatch(scope["path"]) is not None
        request = Request(scope, receive)
        visit = Visit(request, send, self._hold, program=program, safe=self._safe)
        try:
            entered = self.purse.enter(visit.networks, visit.task.cancel)
            visit.held.callback(self.purse.requests.give, entered)
            await self._answer(visit)
        except ShareError as error:
            await self._refuse(visit, _refusal(error))
        except RefusalError as refusal:
            await self._refuse(visit, refusal)
        except ClientDisconnect:
            pass
        except Exception as error:  # whatever the application raises
            self._log("failed", f"{self._named(visit)}: {_place(error)}")
            if not visit.started:
                await visit.say(500, "Something went wrong", "Go back, and try again.")
        finally:
            visit.held.close()

    async def _hold(self, visit: Visit) -> None:
        """Count an event stream until its request ends, or refuse it and end the request."""
        visit.held.close()  # it waits for nothing any more
        try:
            visit.take(self.purse.streams)
        except ShareError as error:
            await self._refuse(visit, _refusal(error))
            raise ClientDisconnect from None  # the application may not answer a second time
        visit.request.scope["state"]["stream"] = visit.task

    async def _answer(self, visit: Visit) -> None:
        scope = visit.request.scope
        if link := INVITED.fullmatch(scope["path"]):
            scope["path"] = link[1] + (link[4] or "")
        code = link[2] if link and self._signed(f"match {link[2]}", link[3]) else ""
        self._check(visit)
        self._recognize(visit)
        state = scope.setdefault("state", {})
        state["work"] = partial(self.purse.work, visit.networks)
        state["pace"] = partial(self.purse.pace, visit.networks)
        state["address"] = visit.networks[0]
        if visit.program:
            self._check_program(visit)
            state["body"] = await self._body(visit)
            await self.app(scope, visit.request.receive, visit.send)
            return
        tokens = visit.request.query_params.getlist("token") if self.token else []
        if not (self.token or visit.device):
            self._set_devices(visit, token_hex(16))
        elif scope["method"] == "GET" and (visit.guest or not visit.device):
            self._admit(visit, tokens, code if link else None)
        if not visit.device:
            raise RefusalError(403, "no device that was admitted", ASK)
        if tokens and scope["method"] == "GET" and scope["path"] == "/":
            await visit.say(303, "Welcome", "", location="/")  # it leaves the address bar
            return
        query = f"?{scope['query_string'].decode('ascii', 'replace')}" * (
            scope["path"] == "/data/table"
        )
        if visit.guest and not GUESTS.fullmatch(scope["path"] + query):
            raise RefusalError(403, "a guest of a match", f"You are the guest of a match. {ASK}")
        body = await self._body(visit)
        state.update(device=visit.device, devices=visit.devices, invited=code, body=body)
        for act in (self._link, self._moved, self._add, self._invite, self._guess):
            state[act.__name__[1:]] = partial(act, visit)
        await self.app(scope, visit.request.receive, visit.send)

    def _check_program(self, visit: Visit) -> None:
        """Let a program in, with the token if there is one. Raises RefusalError."""
        if self.token and (visit.guest or not visit.device):
            sent = visit.request.headers.get("authorization", "").removeprefix("Bearer ")
            if not sent:
                raise RefusalError(403, "no token", TOKEN)
            self._guess(visit, hmac.compare_digest(sent.encode(), self.token.encode()), TOKEN)

    def _check(self, visit: Visit) -> None:
        """Refuse requests that no page of this server sends. Raises RefusalError."""
        request = visit.request
        headers, path, method = request.headers, request.scope["path"], request.method
        size = len(path) + len(request.scope["query_string"])
        size += sum(len(name) + len(value) for name, value in headers.raw)
        if size > self.limits.headers:
            raise RefusalError(431, "the headers are too large")
        hosts = headers.getlist("host")
        if len(hosts) != 1 or hosts[0].lower() not in self.hosts:
            named = ", ".join(map(quoted, hosts[:2]))
            detail = "This is not an address that jotto serve printed."
            raise RefusalError(421, f"not a host of this server: {named}", detail)
        if method not in ("GET", "HEAD", "POST"):
            raise RefusalError(405, "not a method of this server", allow="GET, HEAD, POST")
        if not path.startswith("/") or not path.isprintable():
            raise RefusalError(400, "not a path", "There is no page with this address.")
        site = headers.get("sec-fetch-site", "none")
        if method == "POST":
            origins = headers.getlist("origin")
            right = [f"{self.scheme}://{hosts[0].lower()}"]
            if (origins != right and (origins or not visit.program)) or site not in HOME:
                named = ", ".join(map(quoted, [*origins[:2], site]))
                detail = "This form was not sent by a page of this server. Load the page again."
                raise RefusalError(403, f"sent from elsewhere: {named}", detail)
        elif site not in HOME:  # a link on another site may lead here: a GET changes nothing
            to_page = headers.get("sec-fetch-mode"), headers.get("sec-fetch-dest")
            if to_page not in LINKED and not (self.embed and to_page == FRAMED):
                raise RefusalError(403, f"asked for by another site: {quoted(site)}")

    def _admit(self, visit: Visit, tokens: Sequence[str], invited: str | None) -> None:
        """Make a visitor a device, or a guest, if the address has the right. Raises RefusalError.

        ``invited``: the code of a match; empty if the invitation is wrong, None if there is none.
        """
        path = visit.request.scope["path"]
        if path == "/" and tokens:
            right = [hmac.compare_digest(t.encode(), self.token.encode()) for t in tokens[:2]]
            self._guess(visit, any(right), OLD + ASK)
        elif path.startswith("/move/"):
            self._moved(visit, path.removeprefix("/move/"))
        elif invited is None or visit.guest:
            return
        else:
            self._guess(visit, bool(invited), f"{OLD}Ask for another one.")
        known = visit.device or ("" if invited else visit.former) or token_hex(16)
        self._set_devices(visit, known, guest=invited is not None)

    def _guess(self, visit: Visit, right: bool, detail: str = "") -> None:
        """Count a wrong guess of what lets somebody in. Raises RefusalError if it is wrong.

        It does so, too, for a right one after too many wrong ones, from an address or in all. Links
        are counted apart from codes, which people type: without ``detail`` it is a code.
        """
        what = "link" if detail else "code"
        names = tuple(f"{what} {name}" for name in visit.networks)
        if self.purse.wrong.left(names) < 1 or self.purse.wrong_in_all.left((what,)) < 1:
            many = f"Too many {what}s were wrong. Wait a minute."
            raise RefusalError(429, f"too many wrong {what}s", many, retry_after="60")
        if not right or (visit.guest and not detail):  # a guest knows no code but the invitation's
            self.purse.wrong.take(names)
            self.purse.wrong_in_all.take((what,))
            raise RefusalError(403 if detail else 404, f"a wrong {what}", detail)

    def _link(self, visit: Visit) -> str:
        """Return a link that gives another phone the games of this one, for ten minutes."""
        named = f"{visit.devices.replace(' ', '_')}.{int(time.time()) + MOVING}"
        return f"{self._site(visit)}/move/{named}.{self._signature(named)}"

    def _moved(self, visit: Visit, link: str) -> str:
        """Return the devices that such a link names. Raises RefusalError."""
        match = MOVED.fullmatch(link)
        sound = match and self._signed(f"{match[1]}.{match[2]}", match[3])
        right = bool(match and sound and int(match[2]) > time.time())
        self._guess(visit, right, f"{OLD}Show a new one on the other phone.")
        return match[1].replace("_", " ") if match else ""

    def _add(self, visit: Visit, devices: str) -> None:
        """Give a visitor the games of more devices, whose own it keeps. Raises GameError."""
        names = dict.fromkeys([*visit.devices.split(), *devices.split()])
        if len(names) > MOST_DEVICES:
            raise GameError(f"a phone can have the games of {MOST_DEVICES} phones, and no more")
        self._set_devices(visit, " ".join(names))

    def _invite(self, visit: Visit, code: str) -> str:
        """Return the address of a match for another player, who needs no other right."""
        signature = f"-{self._signature(f'match {code}')}" if self.token else ""
        return f"{self._site(visit)}/match/{code}{signature}"

    def _site(self, visit: Visit) -> str:
        return f"{self.scheme}://{self.host or visit.request.headers['host']}"

    def _recognize(self, visit: Visit) -> None:
        """Read who a visitor is from a cookie of ours, if there is one."""
        pairs = "; ".join(visit.request.headers.getlist("cookie")).split(";")
        for pair in pairs[:MOST_COOKIES]:
            name, _, value = pair.strip().partition("=")
            match = SIGNED.fullmatch(value) if name == COOKIE else None
            if match and self._signed(match[1] + match[2], match[3]):
                visit.device, visit.guest = match[2][:32], bool(match[1])
                visit.devices = match[2].replace("_", " ")
                return
            text = match[1] + match[2] if match else ""  # guests, too: they have their seats again
            if match and any(self._signed(text, match[3], old) for old in self._former):
                visit.former = match[2].replace("_", " ")

    def _set_devices(self, visit: Visit, devices: str, *, guest: bool = False) -> None:
        visit.device, visit.devices, visit.guest = devices[:32], devices, guest
        text = f"{'guest_' * guest}{devices.replace(' ', '_')}"
        value = f"{COOKIE}={text}.{self._signature(text)}"
        secure = "; Secure" if self.scheme == "https" else ""
        # in a frame of another site a browser keeps no others, and none at all over http
        site = "None; Partitioned" if self.embed and secure else "Lax"
        visit.cookie = f"{value}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite={site}{secure}"

    def _signature(self, text: str, signing: bytes = b"") -> str:
        return hmac.digest(signing or self._signing, text.encode(), "sha256").hex()

    def _signed(self, text: str, signature: str, signing: bytes = b"") -> bool:
        return hmac.compare_digest(self._signature(text, signing), signature)

    async def _body(self, visit: Visit) -> bytes:
        """Read the body, of a form alone. Raises RefusalError, ShareError and ClientDisconnect."""
        request = visit.request
        size, body = request.headers.get("content-length", "0"), b""
        most = self.limits.chat if request.url.path == CHAT else self.limits.body
        most = most if request.method == "POST" else 0
        too_large = RefusalError(413, "the body is too large", "That is too long.")
        if not size.isdecimal() or int(size[:20]) > most:
            raise too_large
        visit.take(self.purse.bodies, most if "transfer-encoding" in request.headers else int(size))
        try:
            async with asyncio.timeout(self.limits.body_seconds):
                async for part in request.stream():
                    body += part
                    if len(body) > most:
                        raise too_large
        except TimeoutError:
            raise RefusalError(408, "the body is too slow", "That took too long.") from None
        return body

    async def _refuse(self, visit: Visit, refusal: RefusalError) -> None:
        status, headers = refusal.status_code, {**(refusal.headers or {}), "connection": "close"}
        self._log("refused", f"{self._named(visit)}: {status} {refusal.why}")
        title = HTTPStatus(status).phrase if status != 403 else "Not admitted"
        visit.cookie = ""
        with suppress(TimeoutError, ClientDisconnect, RuntimeError):  # RuntimeError: it was read
            await _drained(visit.request)
        await visit.say(status, title, refusal.detail, **headers)

    def _named(self, visit: Visit) -> str:
        """Return the request without its query, which may hold the token, and without a link."""
        path = re.sub("(?<=/move/).*", "(link)", visit.request.scope["path"])
        path = path.replace(self.token, "(token)") if self.token else path
        return f"{quoted(visit.request.method)} {quoted(path)} from {visit.networks[0]}"

    def _log(self, kind: str, line: str) -> None:
        """Write a line to the log, unless there are too many of its kind."""
        if not self.purse.logged.take((kind,)):
            self._omitted += 1
            return
        omitted = f" ({self._omitted:,} lines before were omitted)" if self._omitted else ""
        self._omitted = 0
        LOGGER.warning("%s: %s%s", kind, signs(line), omitted)


async def _drained(request: Request) -> None:
    """Read a short body that is of no use: a proxy loses the answer where it cannot send all."""
    size = request.headers.get("content-length", "0")
    if size.isdecimal() and 0 < int(size[:20]) <= SHORT:
        async with asyncio.timeout(DRAINED):
            async for _ in request.stream():
                pass


def _code(status: int) -> str:
    """Return the code of an error by its status; programs get those of all doors."""
    others = {408: "out of time", 431: "too large", 503: "busy"}
    by_status = {number: code for code, number in [*statuses().items()][::-1]}
    return by_status.get(status) or others.get(status, "not allowed")


def _task() -> asyncio.Task[None]:
    task = asyncio.current_task()
    assert task is not None
    return task


def _refusal(error: ShareError) -> RefusalError:
    text = f"{str(error)[0].upper()}{str(error)[1:]}."
    return RefusalError(
        503 if error.full else 429, str(error), text, retry_after=f"{error.seconds}"
    )


def _place(error: Exception) -> str:
    """Return where an exception comes from. Its message may hold a secret, and is left out."""
    frames = traceback.extract_tb(error.__traceback__)[-4:]
    places = (f"{Path(frame.filename).name}:{frame.lineno}" for frame in reversed(frames))
    return f"{type(error).__name__} at {', '.join(places)}"
