"""Running the server: its socket, its keys, the link and the QR code, and its end."""

from __future__ import annotations

import errno
import json
import re
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from io import StringIO
from ipaddress import ip_address
from pathlib import Path
from secrets import token_hex, token_urlsafe
from typing import TYPE_CHECKING, TextIO

from jotto import files
from jotto.errors import FileError, GameError

if TYPE_CHECKING:
    from starlette.types import ASGIApp

BACKLOG = 512
HERE = ("127.0.0.1", "localhost", "[::1]")
ANYWHERE = "0.0.0.0"
USUAL = {"http": ":80", "https": ":443"}  # browsers leave these out of the Host header
ROUTES = ("192.0.2.1", "192.168.0.1", "10.0.0.1", "172.16.0.1")  # nothing is sent to them
KEY = re.compile("[0-9a-f]{64}")
TOKEN = re.compile("[A-Za-z0-9_-]{22,64}")


@dataclass(frozen=True)
class Keys:
    """What signs the cookies, and what the link of ``lan`` carries."""

    key: str = field(default_factory=lambda: token_hex(32), repr=False)
    token: str = field(default_factory=lambda: token_urlsafe(16), repr=False)


def keys_in(folder: Path, *, new_token: bool, note: Callable[[str], None]) -> Keys:
    """Return the keys kept in a folder; what is missing or damaged is made. Raises FileError."""
    place = folder / "web.json"
    try:
        text = place.read_bytes() if place.exists() else b""
        kept = _read(text)
        if text and kept is None:
            note(
                f"{str(place)!r} is damaged: it was made again, and every device has to join again"
            )
        if kept and not new_token:
            return kept
        keys = Keys(kept.key) if kept else Keys()
        files.write(place, [json.dumps({"version": 1, **vars(keys)}), "\n"], private=True)
    except OSError as error:
        raise FileError("the file of keys", place, error.strerror or "cannot be used") from None
    return keys


def _read(text: bytes) -> Keys | None:
    with suppress(ValueError, KeyError, TypeError, RecursionError):
        data = json.loads(text)
        keys = Keys(data["key"], data["token"])
        sound = KEY.fullmatch(keys.key) and TOKEN.fullmatch(keys.token)
        if sound and data["version"] == 1:
            return keys
    return None


def bound(port: int, *, lan: bool) -> socket.socket:
    """Return a socket that takes connections, with ``lan`` from others too. Raises GameError."""
    if not 0 <= port <= 65535:
        raise GameError(f"port {port}: choose one from 1024 to 65535 with --port")
    sock = socket.socket()
    try:
        if sys.platform != "win32":  # where it would let two servers share the port
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind((ANYWHERE if lan else HERE[0], port))
        sock.listen(BACKLOG)
    except OSError as error:
        sock.close()
        raise GameError(_why(error, port)) from None
    return sock


def _why(error: OSError, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is taken by another program: choose another one with --port"
    if error.errno == errno.EACCES:
        return f"port {port} is kept for the system: choose one from 1024 on with --port"
    return f"port {port}: {error.strerror}"


def lan_addresses() -> list[str]:
    """Return the addresses of this computer in its networks; nothing is sent to find them."""
    found = list(_by_route()) or _by_name()
    return [each for each in dict.fromkeys(found) if not ip_address(each).is_loopback]


def _by_route() -> Iterator[str]:
    for target in ROUTES:
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            yield str(probe.getsockname()[0])


def _by_name() -> list[str]:
    try:
        known = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        return []
    return [str(address[0]) for *_, address in known]


def run(
    app_factory: Callable[[], ASGIApp],
    *,
    folder: Path,
    port: int,
    lan: bool,
    new_token: bool,
    certfile: Path | None,
    keyfile: Path | None,
) -> None:
    """Serve an application until Ctrl-C or SIGTERM. Raises GameError and FileError.

    ``folder`` keeps the keys; ``lan`` opens it to the network, for those who have the link, and
    ``new_token`` makes a new link.
    """
    note = partial(print, file=sys.stderr)
    with _ends(), bound(port, lan=lan) as sock:
        from jotto.web import serving
        from jotto.web.guard import Guard

        tls = serving.tls(certfile, keyfile)
        keys = keys_in(folder, new_token=new_token, note=note)
        scheme, port = "https" if tls else "http", sock.getsockname()[1]
        reached = [*(lan_addresses() if lan else ()), *HERE]
        hosts = {f"{each}:{port}".lower() for each in reached}
        hosts |= {each.removesuffix(USUAL[scheme]) for each in hosts}
        token = keys.token if lan else ""
        guard = Guard(
            app_factory(),
            key=bytes.fromhex(keys.key),
            hosts=frozenset(hosts),
            scheme=scheme,
            token=token,
        )
        path = f"/?token={token}" if lan else "/"
        announce([f"{scheme}://{each}:{port}{path}" for each in reached], lan, sys.stdout)
        serving.serve(guard, sock, tls)


def announce(links: Sequence[str], lan: bool, out: TextIO) -> None:
    """Print the link and, on a terminal, its QR code."""
    here = [each for each in links if any(f"//{host}:" in each for host in HERE)]
    others = [each for each in links if each not in here]
    if lan and not others:
        print("No network was found: only this computer can open it.", file=out)
    print(f"Open {(others or here)[0]}", file=out)
    for link in others[1:]:
        print(f"  or {link}", file=out)
    if others and out.isatty() and _writes(out, "█▀▄"):
        print(_code(others[0]), file=out)
    print("Ctrl-C ends it; all games are saved.", file=out, flush=True)


def _code(link: str) -> str:
    """Return a QR code of 19 lines for most links: white on black, in any terminal's colours."""
    import segno

    drawn = StringIO()
    segno.make(link, error="l", micro=False).terminal(drawn, border=2, compact=True)
    return "\n".join(f"\x1b[97;40m{line}\x1b[0m" for line in drawn.getvalue().splitlines())


def _writes(out: TextIO, text: str) -> bool:
    try:
        text.encode(out.encoding or "ascii")
    except UnicodeError:
        return False
    return True


@contextmanager
def _ends() -> Iterator[None]:
    """End on SIGTERM as on Ctrl-C, and quietly."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    except KeyboardInterrupt:
        pass
    finally:
        signal.signal(signal.SIGTERM, before)
