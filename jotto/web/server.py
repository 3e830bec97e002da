"""The server: its keys and its link, its sockets, uvicorn, its processes, its end."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import re
import signal
import socket
import ssl
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from io import StringIO
from ipaddress import ip_address
from pathlib import Path
from secrets import token_hex, token_urlsafe
from typing import Any, TextIO

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.supervisors import Multiprocess

from jotto import files
from jotto.errors import FileError, GameError, quoted
from jotto.parallel import end_with_parent
from jotto.web.guard import SAFE, Guard
from jotto.web.purse import ShareError, networks

BACKLOG = 512
Tls = tuple[Path | None, Path | None]  # the files of a certificate and of its key
HERE = ("127.0.0.1", "localhost", "[::1]")
ANYWHERE = "0.0.0.0"
USUAL = {"http": ":80", "https": ":443"}  # browsers leave these out of the Host header
ROUTES = ("192.0.2.1", "192.168.0.1", "10.0.0.1", "172.16.0.1")  # nothing is sent to them
URL = re.compile(r"(https?)://([a-z0-9.-]+|\[[0-9a-f:.]+\])(:[1-9]\d{0,4})?/?")
KEY = re.compile("[0-9a-f]{64}")
TOKEN = re.compile("[A-Za-z0-9_-]{22,64}")
FORMER = 8  # tokens of old links, by whose cookies a device is known again when it has the new one
GRACE = 1  # second to finish answers on shutdown
CONNECTIONS = 900  # below 1,024 open files, a usual limit; 503 to more
HEADERS = 16 * 1024  # bytes of headers that are kept while more is to come; 400 to more
HEADERS_SECONDS = 10.0
ANSWER_SECONDS = 120.0  # in which some of an answer has to be taken
SWITCH_SECONDS = 0.001  # a thread that computes lets others in; by default they wait for 5 ms
UNANSWERED = 60  # seconds after which a process that does not answer is replaced


# --- keys and certificates ---


@dataclass(frozen=True)
class Keys:
    """What signs the cookies, and what the link of ``lan`` carries, or did before."""

    key: str = field(default_factory=lambda: token_hex(32), repr=False)
    token: str = field(default_factory=lambda: token_urlsafe(16), repr=False)
    former: tuple[str, ...] = field(default=(), repr=False)


def keys_in(folder: Path, *, new_token: bool, note: Callable[[str], None]) -> Keys:
    """Return the keys kept in a folder; what is missing or damaged is made. Raises FileError."""
    place = folder / "web.json"
    with files.refusing("the file of keys", place):
        text = files.contents(place) if place.exists() else b""
        saved = _keys_of(text)
        if text and saved is None:
            lost = "it was made again, and every device has to join again"
            note(f"{str(place)!r} is damaged: {lost}")
        if saved and not new_token:
            return saved
        keys = Keys(saved.key, former=(saved.token, *saved.former)[:FORMER]) if saved else Keys()
        files.write(place, [json.dumps({"version": 1, **vars(keys)}), "\n"], private=True)
        return keys


def _keys_of(text: bytes) -> Keys | None:
    with suppress(Exception):  # whatever is wrong, it is made again
        data = files.from_json(text)
        keys = Keys(data["key"], data["token"], tuple(data.get("former", ())))
        sound = KEY.fullmatch(keys.key) and all(map(TOKEN.fullmatch, (keys.token, *keys.former)))
        if sound and data["version"] == 1:
            return keys
    return None


def check_tls(certificate: Path | None, key: Path | None) -> None:
    """Try the files of a certificate, if there is one. Raises GameError and FileError."""
    if certificate is None or key is None:
        if certificate or key:
            raise GameError("https needs a certificate and its key").about("certificate", "key")
        return

    def no_password() -> str:
        why = "needs a password; to remove it: openssl pkey -in OLD -out NEW"
        raise FileError("the key", key, why)

    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key, no_password)
    except ssl.SSLError:
        why = "is not a certificate with its key, in PEM format"
        raise FileError("the certificate", certificate, why).about("certificate", "key") from None
    except OSError as error:
        missing = key if certificate.exists() else certificate
        raise FileError("the certificate", missing, error.strerror or "cannot be read") from None


# --- sockets and addresses ---


def bound(port: int, *, lan: bool) -> socket.socket:
    """Return a socket that takes connections, with ``lan`` from others too. Raises GameError."""
    if not 0 <= port <= 65535:  # 0 is one that is free
        raise GameError(f"port {port}: choose one from 1 to 65535").about("port")
    sock = socket.socket()
    try:
        if sys.platform != "win32":  # where it would let two servers share the port
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind((ANYWHERE if lan else HERE[0], port))
        sock.listen(BACKLOG)
    except OSError as error:
        sock.close()
        reasons = {
            errno.EADDRINUSE: "another program uses it; choose another one",
            errno.EACCES: "the system reserves it; choose one from 1024 on",
        }
        why = reasons.get(error.errno or 0, error.strerror)
        raise GameError(f"port {port}: {why}").about("port") from None
    return sock


def lan_addresses() -> list[str]:
    """Return the addresses of this computer in its networks, found without sending anything."""
    addresses = dict.fromkeys([*_by_route()] or [*_by_name()])
    return [address for address in addresses if not ip_address(address).is_loopback]


def _by_route() -> Iterator[str]:
    for target in ROUTES:
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            yield str(probe.getsockname()[0])


def _by_name() -> Iterator[str]:
    with suppress(OSError):
        for *_, address in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            yield str(address[0])


# --- uvicorn ---


class TimedProtocol(H11Protocol):
    """HTTP/1.1 with timeouts for the headers of a request and for an answer that is not taken.

    An address has its share of connections, but the proxy, whose are those of all. It overrides
    private methods.
    """

    _late: asyncio.TimerHandle | None = None
    _untaken: asyncio.TimerHandle | None = None
    _give: Callable[[], None] = staticmethod(lambda: None)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, and start the timeout of the first request."""
        super().connection_made(transport)
        peer, app = self.client[0] if self.client else "unknown", self.app
        if isinstance(app, ProxyHeadersMiddleware):
            app = None if peer in app.trusted_hosts else app.app
        if isinstance(app, Guard):
            held = app.purse.connections
            try:
                hold = held.take(networks(peer), end=transport.abort)
                self._give = partial(held.give, hold)
            except ShareError as error:
                self._refuse(429, f"{error}.")
                return
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Read a part of a request, or some requests; stop or start the timeout."""
        super().data_received(data)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timeout."""
        super().connection_lost(exc)
        self._give()
        for timeout in filter(None, (self._late, self._untaken)):
            timeout.cancel()

    def pause_writing(self) -> None:
        """Start the timeout of an answer that is not taken."""
        super().pause_writing()
        self._untaken = self.loop.call_later(ANSWER_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Stop the timeout of an answer."""
        super().resume_writing()
        if self._untaken:
            self._untaken.cancel()

    def shutdown(self) -> None:
        """Cancel an event stream at once; another answer may be finished."""
        super().shutdown()
        if self.cycle and (stream := self.scope["state"].get("stream")):
            stream.cancel()

    def send_400_response(self, msg: str) -> None:
        """Answer a malformed request with status 400 and the security headers."""
        self._refuse(400, msg)

    def _refuse(self, status: int, msg: str) -> None:
        headers = [*SAFE.items(), ("Cache-Control", "no-store"), ("Connection", "close")]
        start = h11.Response(status_code=status, headers=[*headers, ("Content-Type", "text/plain")])
        for part in (start, h11.Data(data=msg.encode()), h11.EndOfMessage()):
            self.transport.write(self.conn.send(part) or b"")
        self.transport.close()

    def _wait(self) -> None:
        if self.conn.their_state is not h11.IDLE and self._late:
            self._late.cancel()
            self._late = None
        elif self.conn.their_state is h11.IDLE and self._late is None:
            self._late = self.loop.call_later(HEADERS_SECONDS, self.transport.close)


def config(
    app: Callable[[], ASGIApp], *, tls: Tls = (None, None), **further: Any
) -> uvicorn.Config:
    """Return our options of uvicorn, to serve what ``app()`` returns."""
    return uvicorn.Config(
        app,
        factory=True,
        http=TimedProtocol,
        ws="none",
        loop="asyncio",
        log_config=None,
        log_level="critical",  # the guard keeps the log
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        timeout_worker_healthcheck=UNANSWERED,
        limit_concurrency=CONNECTIONS,
        h11_max_incomplete_event_size=HEADERS,
        ssl_certfile=tls[0],
        ssl_keyfile=tls[1],
        **{"proxy_headers": False} | further,  # addresses that visitors could make up
    )


# --- from the start to the end ---


def run(
    app: Callable[[], ASGIApp],
    *,
    folder: Path,
    port: int,
    lan: bool,
    new_token: bool,
    tls: Tls,
    url: str | None = None,
    workers: int = 1,
    api: bool = False,
    embed: Sequence[str] = (),
) -> None:
    """Serve what ``app()`` returns until Ctrl-C or SIGTERM. Raises GameError and FileError.

    ``folder`` keeps the keys; ``lan`` opens it to the network, for those who have the link, and
    ``new_token`` makes a new link. ``url`` is the address of a reverse proxy on this computer, and
    the only one that is answered then, by ``workers`` processes: ``app`` is pickled for these. With
    ``api``, programs may ask, too; the sites of ``embed`` may show the page in a frame.
    """
    proxied = None if url is None else read_url(url)
    sites = tuple(map(read_origin, embed))
    if proxied and (lan or any(tls)):
        other = "the proxy has the certificate, and lets everybody in"
        raise GameError(f"a URL is that of a proxy: {other}").about("url")
    if workers > 1 and not proxied:
        raise GameError("several workers are for a server behind a proxy").about("workers", "url")
    with _ends(), bound(port, lan=lan) as sock:
        check_tls(*tls)
        keys = keys_in(folder, new_token=new_token, note=partial(print, file=sys.stderr))
        here, scheme = sock.getsockname()[1], "https" if tls[0] else "http"
        reached = [f"{address}:{here}" for address in (*(lan_addresses() if lan else ()), *HERE)]
        if proxied:
            scheme, *reached = proxied
        short = [address.removesuffix(USUAL[scheme]) for address in reached]
        token = keys.token if lan else ""
        links = [f"{scheme}://{address}/{f'?token={token}' if lan else ''}" for address in short]
        announce(links, lan, sys.stdout)
        key, hosts = bytes.fromhex(keys.key), frozenset(map(str.lower, reached + short))
        host = short[0] if lan else ""
        if api:
            print("Programs send their requests to /api, which also describes them.", flush=True)
        at = partial(Guard, key=key, hosts=hosts, scheme=scheme, host=host)
        guard = partial(at, token=token, former=keys.former if lan else (), api=api, embed=sites)
        trusted = {"proxy_headers": bool(proxied), "forwarded_allow_ips": HERE[0]}
        served = config(partial(_guarded, app, guard), tls=tls, workers=workers, **trusted)
        if workers > 1:
            Multiprocess(served, [sock]).run()
        else:
            uvicorn.Server(served).run(sockets=[sock])


def _guarded(app: Callable[[], ASGIApp], guard: Callable[[ASGIApp], Guard]) -> Guard:
    """Return the guarded application; its process ends with the one that began it."""
    end_with_parent(partial(os.kill, os.getpid(), signal.SIGTERM))
    sys.setswitchinterval(SWITCH_SECONDS)
    return guard(app())


def read_url(url: str) -> tuple[str, str]:
    """Return the scheme, and the host with its port. Raises GameError.

    >>> read_url("https://Jotto.example.org/"), read_url("http://[::1]:8080")
    (('https', 'jotto.example.org:443'), ('http', '[::1]:8080'))
    """
    match = _url(url, "url")
    return match[1], f"{match[2]}{match[3] or USUAL[match[1]]}"


def read_origin(site: str) -> str:
    """Return the origin of a site as browsers write it. Raises GameError.

    >>> read_origin("https://Blog.example.org/"), read_origin("http://127.0.0.1:8080")
    ('https://blog.example.org', 'http://127.0.0.1:8080')
    """
    return _url(site, "embed")[0].removesuffix("/")


def _url(text: str, option: str) -> re.Match[str]:
    match = URL.fullmatch(text.lower())
    if match is None:
        wanted = "write https://NAME, with a port if it has one, and without a path"
        raise GameError(f"{quoted(text)}: {wanted}").about(option)
    return match


def announce(links: Sequence[str], lan: bool, out: TextIO) -> None:
    """Print the link and, on a terminal, its QR code."""
    reachable = [link for link in links if not any(f"//{host}" in link for host in HERE)]
    if lan and not reachable:
        print("No network was found: only this computer can open it.", file=out)
    print(f"Open {(reachable or links)[0]}", file=out)
    for link in reachable[1:]:
        print(f"  or {link}", file=out)
    drawable = b"?" not in "█▀▄".encode(out.encoding or "ascii", "replace")
    if reachable and out.isatty() and drawable:
        print(_code(reachable[0]), file=getattr(out, "raw", out))
    print("Press Ctrl-C to stop. All games are saved.", file=out, flush=True)


def _code(link: str) -> str:
    """Return a QR code of 19 lines for most links: white on black, in any terminal's colours."""
    import segno

    drawn = StringIO()
    segno.make(link, error="l", micro=False).terminal(drawn, border=2, compact=True)
    return "\n".join(f"\x1b[97;40m{line}\x1b[0m" for line in drawn.getvalue().splitlines())


@contextmanager
def _ends() -> Iterator[None]:
    """End on SIGTERM as on Ctrl-C, without a traceback."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with suppress(KeyboardInterrupt):
            yield
    finally:
        signal.signal(signal.SIGTERM, before)
