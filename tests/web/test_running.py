"""Starting and ending the server, in a process of its own, as a person does."""

import io
import json
import os
import re
import signal
import socket
import ssl
import stat
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from unittest.mock import Mock

import inprocess
import pytest
import uvicorn
from served import Served
from serving import free_port
from terminal import start
from uvicorn.protocols.http.h11_impl import H11Protocol

from jotto.errors import FileError, GameError
from jotto.web.server import (
    Keys,
    TimedProtocol,
    announce,
    keys_in,
    lan_addresses,
    run,
)  # fmt: skip

PROGRAM = """
import asyncio, json, os, sys
from pathlib import Path

async def app(scope, receive, send):
    if scope["type"] != "http":
        return
    stream = scope["path"] == "/stream"
    kind = b"text/event-stream" if stream else b"text/html"
    start = {"type": "http.response.start", "status": 200, "headers": [(b"content-type", kind)]}
    await send(start)
    while stream:
        await send({"type": "http.response.body", "body": b": hi\\n\\n", "more_body": True})
        await asyncio.sleep(0.1)
    told = str(os.getpid()) if scope["path"] == "/process" else scope["state"]["device"]
    await send({"type": "http.response.body", "body": told.encode()})

def made():
    return app

if __name__ == "__main__":
    from jotto.web.server import run

    options = json.loads(sys.argv[1])
    run(made, folder=Path(sys.argv[2]), **options)
    print("ended")
"""
NAME = "jotto.example.org"
USUAL = {"port": 0, "lan": False, "new_token": False, "tls": (None, None)}


def test_uvicorn_has_what_the_server_overrides():
    """It is private, and any version may change it: :class:`TimedProtocol` then follows."""
    protocol, version = H11Protocol, uvicorn.__version__
    there = {*dir(protocol), *dir(uvicorn.Server), *protocol.__init__.__code__.co_names}
    used = {name for name, value in vars(TimedProtocol).items() if callable(value)}
    lacks = {*used - {"_wait", "_give", "_refuse"}, "conn", "transport", "loop", "shutdown"} - there
    assert not lacks, f"uvicorn {version} lacks {lacks}, which jotto.web.server overrides or uses"


class Started(Served):
    """A server in a process; ``links`` is what it printed first."""

    def __init__(self, process, out: list[str], port: int = 0):
        self.process, self.printed = process, out
        self.links = re.findall(r"https?://\S+", "\n".join(out))
        super().__init__(port or int(re.search(r":(\d+)/", self.links[0])[1]))

    @property
    def token(self) -> str:
        return self.links[0].partition("token=")[2]

    def join(self) -> str:
        return self.get(f"/?token={self.token}").cookie


@contextmanager
def started(folder: Path, **options):
    """Start a server on a free port; end it at the end if it still runs."""
    program = folder / "program.py"
    program.write_text(PROGRAM)
    arguments = json.dumps(USUAL | options), folder
    with start(sys.executable, program, *arguments, env=os.environ) as process:
        try:
            out = []
            while not out or not out[-1].startswith("Press Ctrl-C"):
                if not (line := process.stdout.readline()):
                    break
                out.append(line.rstrip("\n"))
            assert out, process.stderr.read()
            yield Started(process, out, options.get("port", 0))
        finally:
            process.kill()


def refused(folder: Path, **options) -> str:
    """Start a server that does not start; return why."""
    with pytest.raises((GameError, FileError)) as raised:
        run(Mock(side_effect=AssertionError("it is served")), folder=folder, **USUAL | options)
    assert "\n" not in str(raised.value)
    return str(raised.value)


# what is refused


def test_a_port_that_is_taken_or_reserved_is_one_clear_line(tmp_path, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        lines = {refused(tmp_path, port=port, lan=lan) for lan in (False, True)}
    assert lines == {f"port {port}: another program uses it; choose another one"}
    monkeypatch.setattr(socket.socket, "bind", Mock(side_effect=PermissionError(13, "no")))
    why = "port 80: the system reserves it; choose one from 1024 on"
    assert refused(tmp_path, port=80) == why


URLS = ["", NAME, f"ftp://{NAME}", f"https://{NAME}/jotto", f"https://user@{NAME}", "https://"]
URLS += [f"https://{NAME}{more}" for more in (":0", ":x", "?x", "\n")] + ["https://jötto.de"]
PAIRS = {
    "the certificate 'nowhere.pem': No such": [("nowhere.pem", "key"), ("cert", "nowhere.pem")],
    "https needs a certificate and its key": [("cert", None), (None, "key")],
    "is not a certificate with its key, in PEM format": [("key", "cert")],
    "locked.pem': needs a password; to remove it: openssl pkey -in OLD": [("cert", "locked")],
}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        *(({"port": n}, f"^port {n}: choose one from 1 to 65535$") for n in (65536, -1)),
        *(({"url": url}, "^'.*': write https://NAME, with a port if") for url in URLS),
        ({"url": f"https://{NAME}", "lan": True}, "^a URL is that of a proxy"),
        ({"url": f"https://{NAME}", "tls": ("a", "b")}, "^a URL is that of a proxy"),
        ({"workers": 2}, "^several workers are for a server behind a proxy"),
        *(({"tls": pair}, said) for said, pairs in PAIRS.items() for pair in pairs),
    ],
)
def test_what_cannot_be_served_is_one_clear_line(tmp_path, request, options, said):
    if names := options.get("tls"):
        cert, key = request.getfixturevalue("certificate")
        files = {"cert": cert, "key": key, "locked": cert.with_name("locked.pem"), None: None}
        options = options | {"tls": tuple(files.get(name, Path(str(name))) for name in names)}
    assert re.search(said, refused(tmp_path, **options))


@pytest.mark.parametrize("given", ["--certificate", "--key"])
def test_the_command_line_names_both_files(tmp_path, given):
    asked = ["serve", "--port", str(free_port()), given, "x"]
    _, _, said = inprocess.call(asked, b"", tmp_path, {})
    assert said == b"jotto: https needs a certificate and its key (--certificate, --key)\n"


@pytest.mark.parametrize("port", ["0", "65536"])
def test_the_command_line_has_the_range_of_the_server(tmp_path, port):
    _, _, said = inprocess.call(["serve", "--port", port], b"", tmp_path, {})
    assert f"{port} is not in the range 1<=x<=65535" in said.decode()
    _, out, _ = inprocess.call(["serve", "--help"], b"", tmp_path, {})
    assert "1<=x<=65535" in out.decode()


@pytest.mark.parametrize("strategy", ["own:first", "tree:own.json", "random"])
def test_a_strategy_that_the_page_does_not_know_is_refused_as_by_page(tmp_path, strategy):
    """The page advised by entropy without a word."""
    (tmp_path / "own.py").write_text("def first(at): return at.candidates[0]")
    asked = ["serve", "--port", str(free_port()), "--strategy", strategy]
    status, _, said = inprocess.call(asked, b"", tmp_path, {})
    known = "it knows entropy, minimax, expected-size, most-parts, A+B and simple (--strategy)"
    assert said.decode() == f"jotto: the page cannot guess by {strategy!r}; {known}\n"
    assert status == 2


# what may be asked


def test_by_default_only_this_computer_is_listened_to_and_has_its_usual_names(tmp_path):
    with started(tmp_path) as server:
        assert server.links == [f"http://127.0.0.1:{server.port}/"]
        for name in ("127.0.0.1", "localhost", "LocalHost", "[::1]"):
            asked = server.request("GET", "/", host=f"{name}:{server.port}")
            assert server.raw(asked).status == 200, name
        for address in lan_addresses():
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection((address, server.port), timeout=2).close()


def test_in_the_network_only_the_link_admits(tmp_path, monkeypatch):
    with started(tmp_path, lan=True) as server:
        assert len(server.token) >= 22
        assert server.get("/").status == 403
        cookie = server.join()
        assert len(server.get("/", cookie=cookie).body) == 32
        for address in lan_addresses():
            assert f"http://{address}:{server.port}/?token={server.token}" in server.links
            host = f"{address}:{server.port}"
            with socket.create_connection((address, server.port), timeout=5) as sock:
                sock.sendall(server.request("GET", "/", f"Cookie: {cookie}", host=host))
                assert sock.recv(100).startswith(b"HTTP/1.1 200")


def test_the_addresses_of_the_network_are_no_addresses_of_this_computer_alone(monkeypatch):
    routes = ["127.0.1.1", "10.0.0.2", "10.0.0.2"]
    monkeypatch.setattr("jotto.web.server._by_route", lambda: routes)
    assert lan_addresses() == ["10.0.0.2"]


# behind a proxy

KNOWN = {NAME, "127.0.0.1", "localhost", "[::1]", "evil.example"}


@pytest.mark.parametrize(
    ("url", "hosts"),
    [
        (f"https://{NAME}/", {NAME, f"{NAME}:443", NAME.upper()}),
        (f"https://{NAME}:8443", {f"{NAME}:8443"}),
        (f"http://{NAME}", {NAME, f"{NAME}:80"}),
    ],
)
def test_behind_a_proxy_only_its_address_is_answered(tmp_path, url, hosts):
    scheme, port = url.partition(":")[0], free_port()
    with started(tmp_path, url=url, port=port) as server:
        assert server.links == [f"{url.rstrip('/')}/"]
        for host in KNOWN | hosts | {f"{each}:{n}" for each in KNOWN for n in (80, 443, port)}:
            got = server.raw(server.request("GET", "/", host=host))
            assert got.status == (200 if host in hosts else 421), host
            secure = got.headers.get("Set-Cookie", "").endswith("; Secure")
            assert secure == (host in hosts and scheme == "https")
        host = max(hosts)
        for origin, status in ((f"{scheme}://{host}", 200), (f"ftp://{host}", 403)):
            sent = server.request("POST", "/", f"Origin: {origin.lower()}", host=host)
            assert server.raw(sent).status == status
        for address in lan_addresses():
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection((address, port), timeout=2).close()


@contextmanager
def working(folder, workers):
    """A server of some processes, and these."""
    port = free_port()
    with started(folder, url=f"https://{NAME}", workers=workers, port=port) as server:
        yield server, answering(server, workers)


def answering(server, number) -> set[int]:
    """Ask until so many processes have answered."""
    found, until = set[int](), time.monotonic() + 60
    while len(found) < number:
        assert time.monotonic() < until, found
        asked = server.request("GET", "/process", host=NAME)
        with ThreadPoolExecutor(8) as threads:
            found |= {int(got.body) for got in threads.map(server.raw, [asked] * 8)}
        time.sleep(0.1)  # not more than an address may ask, however long a process takes to begin
    return found


def ends(process: int) -> bool:
    """Wait until a process has ended; whether it has after a minute."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.05)
    return False


KILL = getattr(signal, "SIGKILL", 9)
PROC = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")


@PROC
@pytest.mark.parametrize(
    ("workers", "how"), [(1, signal.SIGINT), (1, signal.SIGTERM), (2, signal.SIGTERM), (2, KILL)]
)
def test_it_ends_even_with_open_streams_and_all_processes_with_the_first(tmp_path, how, workers):
    with working(tmp_path, workers) as (server, processes):
        asked = server.request("GET", "/stream", host=NAME)
        opened = [server.connect(asked) for _ in range(3)]
        for sock in opened:
            assert b"200 OK" in sock.recv(100)
        opened += [server.connect(), server.connect(asked[:20])]
        server.process.send_signal(how)
        out, err = server.process.communicate(timeout=60)  # streams do not end by themselves
        ended = (0, "ended\n", "") if how != KILL else (-how, "", "")
        assert (server.process.returncode, out, err) == ended
        assert all(map(ends, processes))
        with pytest.raises(ConnectionRefusedError):
            server.connect()
        for sock in opened:
            sock.close()


@PROC
def test_a_process_that_dies_is_replaced(tmp_path):
    with working(tmp_path, 2) as (server, (one, other)):
        os.kill(one, KILL)
        assert ends(one)
        again = answering(server, 2)
        assert other in again
        assert one not in again


# keys


def test_a_restart_keeps_who_was_admitted_and_the_link_unless_a_new_one_is_wanted(
    tmp_path,
):
    with started(tmp_path, lan=True) as first:
        cookie = first.join()
        device = first.get("/", cookie=cookie).body
        held = first.connect(first.request("GET", "/stream", f"Cookie: {cookie}"))
        assert b"200 OK" in held.recv(100)  # a connection that outlives the server
    with held, started(tmp_path, lan=True, port=first.port) as second:
        assert second.token == first.token
        again = second.get("/", cookie=cookie)
        assert (again.status, again.body, again.cookie) == (200, device, "")
    with started(tmp_path, lan=True, new_token=True) as third:
        assert third.token != first.token
        assert third.get("/", cookie=cookie).status == 403
        assert third.get(f"/?token={first.token}").status == 403
        assert third.get("/", cookie=third.join()).body != device
        known = third.get(f"/?token={third.token}", cookie=cookie).cookie  # who was there before
        assert known != cookie
        assert third.get("/", cookie=known).body == device


def test_the_keys_are_for_the_owner_alone(tmp_path):
    keys, other, changed = (kept(tmp_path / name, new_token=new) for name, new in KEPT)
    assert (changed.key, changed.token != other.token) == (other.key, True)
    assert keys == kept(tmp_path / "new")
    place = tmp_path / "new" / "web.json"
    if os.name == "posix":
        assert stat.S_IMODE(place.stat().st_mode) == 0o600
    assert json.loads(place.read_text()) == {"version": 1, **vars(keys), "former": []}
    assert changed.former == (other.token,)
    assert (len(keys.key), len(keys.token)) == (64, 22)
    assert keys.key not in repr(keys)
    assert keys.token not in repr(keys)


KEPT = ("new", False), ("other", False), ("other", True)
kept = partial(keys_in, new_token=False, note=pytest.fail)
GOOD = {"version": 1, "key": "0" * 64, "token": "t" * 22}
WRONG = [
    {"former": [""]},
    {"former": 5},
    {"key": "0" * 63},
    {"key": 5},
    {"token": ""},
    {"token": "t" * 21 + "\n"},
    {"version": 2},
]


@pytest.mark.parametrize(
    "text",
    [
        *(b"x", b"\xff\xfe", b"[]", b"null", b'"key"', b"{}", b"[" * 100_000),
        *(json.dumps(GOOD | wrong).encode() for wrong in WRONG),
        json.dumps(GOOD).encode()[:-2],
    ],
)
def test_damaged_keys_are_made_again_with_a_note(tmp_path, text):
    place, notes = tmp_path / "web.json", []
    place.write_text(json.dumps(GOOD))
    assert kept(tmp_path) == Keys("0" * 64, "t" * 22)
    place.write_bytes(text)
    keys = kept(tmp_path, note=notes.append)
    (note,) = notes
    assert repr(str(place)) in note
    assert keys == kept(tmp_path)


def test_keys_that_cannot_be_kept_are_one_clear_line(tmp_path):
    (tmp_path / "file").write_text("")
    (tmp_path / "web.json").mkdir()
    for folder, said in (("file", "the file of keys '.*web.json': "), (".", "Is a directory")):
        with pytest.raises(FileError, match=said):
            kept(tmp_path / folder)


# what is printed


class Terminal(io.StringIO):
    """A terminal."""

    encoding = "utf-8"
    isatty = lambda _: True  # noqa: E731


HOSTS = "192.168.178.123", "10.0.0.2", "127.0.0.1"
LINKS = [f"http://{host}:65535/?token={'t' * 22}" for host in HOSTS]


def test_the_link_and_its_code_fit_a_terminal_and_the_code_says_the_link():
    """Drawn again from the modules of the code, which segno lists apart from how it draws."""
    import segno

    out = Terminal()
    announce(LINKS, True, out)
    lines = re.sub(r"\x1b\[[0-9;]*m", "", out.getvalue()).splitlines()
    assert len(lines) <= 23  # and a line for what is typed next
    assert max(map(len, lines)) <= 80
    assert lines[:2] == [f"Open {LINKS[0]}", f"  or {LINKS[1]}"]
    drawn = [line for line in lines if line and set(line) <= set("█▀▄ ")]
    assert len(drawn) == 19
    light = {"█": (1, 1), "▀": (1, 0), "▄": (0, 1), " ": (0, 0)}
    rows = [[light[sign][half] for sign in line] for line in drawn for half in (0, 1)]
    code = segno.make(LINKS[0], error="l", micro=False)
    modules = [[not dark for dark in row] for row in code.matrix_iter(border=2)]
    assert rows[: len(modules)] == modules


@pytest.mark.parametrize(
    ("links", "lan", "out"),
    [
        (LINKS, True, io.StringIO()),
        (LINKS, True, type("Old", (Terminal,), {"encoding": "ascii"})()),
        (["http://127.0.0.1:8000/"], False, Terminal()),
        (LINKS[2:], True, Terminal()),
    ],
)
def test_there_is_no_code_where_it_is_of_no_use(links, lan, out):
    announce(links, lan, out)
    assert out.getvalue().isascii()
    assert f"Open {links[0]}\n" in out.getvalue()
    assert ("No network was found" in out.getvalue()) == (len(links) == 1 and lan)


# TLS


def test_with_a_certificate_it_speaks_tls(tmp_path, certificate):
    cert, key = map(str, certificate)
    with started(tmp_path, tls=(cert, key)) as server:
        assert server.links == [f"https://127.0.0.1:{server.port}/"]
        context = ssl.create_default_context(cafile=cert)
        context.check_hostname = False
        with context.wrap_socket(server.connect()) as sock:
            origin = f"Origin: https://{server.host}"
            sock.sendall(server.request("POST", "/", origin))
            got = sock.recv(4096)
        assert got.startswith(b"HTTP/1.1 200")
        assert b"SameSite=Lax; Secure" in got
