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
from pathlib import Path

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
    read_url,
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
USUAL = {"port": 0, "lan": False, "new_token": False, "tls": (None, None)}


def test_uvicorn_has_what_the_server_overrides():
    """It is private, and any version may change it: :class:`TimedProtocol` then follows."""
    protocol, version = H11Protocol, uvicorn.__version__
    there = {*dir(protocol), *dir(uvicorn.Server), *protocol.__init__.__code__.co_names}
    used = {name for name, value in vars(TimedProtocol).items() if callable(value)}
    lacks = {*used - {"_wait"}, "conn", "transport", "loop", "shutdown"} - there
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
            while not out or not out[-1].startswith("Ctrl-C"):
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
        run(lambda: None, folder=folder, **USUAL | options)
    assert "\n" not in str(raised.value)
    return str(raised.value)


# the socket


def test_a_port_that_is_taken_is_one_clear_line(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        for lan in (False, True):
            line = f"port {port}: another program uses it; choose another one"
            assert refused(tmp_path, port=port, lan=lan) == line


@pytest.mark.parametrize("port", [65536, -1])
def test_a_port_that_cannot_be_is_one_clear_line(tmp_path, port):
    assert refused(tmp_path, port=port) == f"port {port}: choose one from 1024 to 65535"


def test_a_port_for_the_system_is_one_clear_line(tmp_path, monkeypatch):
    def bind(self, address):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(socket.socket, "bind", bind)
    why = "port 80: the system reserves it; choose one from 1024 on"
    assert refused(tmp_path, port=80) == why


def test_by_default_only_this_computer_is_listened_to_and_has_its_usual_names(tmp_path):
    with started(tmp_path) as server:
        assert server.links == [f"http://127.0.0.1:{server.port}/"]
        for name in ("127.0.0.1", "localhost", "LocalHost", "[::1]"):
            asked = server.request("GET", "/", host=f"{name}:{server.port}")
            assert server.raw(asked).status == 200, name
        for address in lan_addresses():
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection((address, server.port), timeout=2).close()


# what may be asked


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

NAME = "jotto.example.org"
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


@pytest.mark.parametrize(
    "url",
    ["", NAME, f"ftp://{NAME}", f"https://{NAME}/jotto", f"https://user@{NAME}", f"https://{NAME}:0",
     f"https://{NAME}:x", "https://", f"https://{NAME}?x", f"https://{NAME}\n", "https://jötto.de"],
)  # fmt: skip
def test_a_url_that_cannot_be_is_one_clear_line(url):
    with pytest.raises(GameError, match=r"^'.*': write https://NAME, with a port if") as got:
        read_url(url)
    assert "\n" not in str(got.value)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"lan": True}, "a URL is that of a proxy"),
        ({"tls": (Path("a"), Path("b"))}, "a URL is that of a proxy"),
        ({"url": None, "workers": 2}, "several workers are for a server behind a proxy"),
    ],
)
def test_what_does_not_go_with_a_proxy_is_one_clear_line(tmp_path, options, said):
    assert refused(tmp_path, **{"url": f"https://{NAME}"} | options).startswith(said)


@contextmanager
def working(folder):
    """A server of two processes, and these."""
    port = free_port()
    with started(folder, url=f"https://{NAME}", workers=2, port=port) as server:
        yield server, answering(server, 2)


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


def left_of(processes) -> set[int]:
    """Wait until processes have ended; return those that have not after a minute."""
    until = time.monotonic() + 60
    while left := {each for each in processes if alive(each)}:
        if time.monotonic() > until:
            break
        time.sleep(0.05)
    return left


def alive(process: int) -> bool:
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


KILL = getattr(signal, "SIGKILL", 9)
PROC = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")


@PROC
@pytest.mark.parametrize("how", [signal.SIGTERM, KILL])
def test_all_processes_end_with_the_first_even_with_open_streams(tmp_path, how):
    with working(tmp_path) as (server, workers):
        asked = server.request("GET", "/stream", host=NAME)
        opened = [server.connect(asked) for _ in range(3)]
        for sock in opened:
            assert b"200 OK" in sock.recv(100)
        server.process.send_signal(how)
        out, err = server.process.communicate(timeout=60)
        ended = (0, "ended\n", "") if how != KILL else (-how, "", "")
        assert (server.process.returncode, out, err) == ended
        assert left_of(workers) == set()
        with pytest.raises(ConnectionRefusedError):
            server.connect()
        for sock in opened:
            sock.close()


@PROC
def test_a_process_that_dies_is_replaced(tmp_path):
    with working(tmp_path) as (server, workers):
        one, other = workers
        os.kill(one, KILL)
        assert left_of({one}) == set()
        again = answering(server, 2)
        assert other in again
        assert one not in again


# keys


def test_a_restart_keeps_the_port_who_was_admitted_and_the_link(tmp_path):
    with started(tmp_path, lan=True) as first:
        cookie = first.join()
        device = first.get("/", cookie=cookie).body
        held = first.connect(first.request("GET", "/stream", f"Cookie: {cookie}"))
        assert b"200 OK" in held.recv(100)  # a connection that outlives the server
    with held, started(tmp_path, lan=True, port=first.port) as second:
        assert second.token == first.token
        again = second.get("/", cookie=cookie)
        assert (again.status, again.body, again.cookie) == (200, device, "")


def test_a_new_token_admits_no_one_from_before(tmp_path):
    with started(tmp_path, lan=True) as first:
        cookie = first.join()
    with started(tmp_path, lan=True, new_token=True) as second:
        assert second.token != first.token
        assert second.get("/", cookie=cookie).status == 403
        assert second.get(f"/?token={first.token}").status == 403
        assert second.get("/", cookie=second.join()).status == 200


def test_the_keys_are_for_the_owner_alone(tmp_path):
    keys = keys_in(tmp_path / "new", new_token=False, note=pytest.fail)
    assert keys == keys_in(tmp_path / "new", new_token=False, note=pytest.fail)
    other = keys_in(tmp_path / "other", new_token=False, note=pytest.fail)
    changed = keys_in(tmp_path / "other", new_token=True, note=pytest.fail)
    assert (changed.key, changed.token != other.token) == (other.key, True)
    place = tmp_path / "new" / "web.json"
    if os.name == "posix":
        assert stat.S_IMODE(place.stat().st_mode) == 0o600
    assert set(json.loads(place.read_text())) == {"version", "key", "token"}
    assert (len(keys.key), len(keys.token)) == (64, 22)
    assert keys.key not in repr(keys)
    assert keys.token not in repr(keys)


GOOD = {"version": 1, "key": "0" * 64, "token": "t" * 22}


@pytest.mark.parametrize(
    "text",
    [
        *(b"x", b"\xff\xfe", b"[]", b"null", b'"key"', b"{}", b"[" * 100_000),
        *(json.dumps(GOOD | {"key": key}).encode() for key in ("0" * 63, 5)),
        *(json.dumps(GOOD | {"token": token}).encode() for token in ("", "t" * 21 + "\n")),
        json.dumps(GOOD | {"version": 2}).encode(),
        json.dumps(GOOD).encode()[:-2],
    ],
)
def test_damaged_keys_are_made_again_with_a_note(tmp_path, text):
    place, notes = tmp_path / "web.json", []
    place.write_bytes(text)
    keys = keys_in(tmp_path, new_token=False, note=notes.append)
    assert len(notes) == 1
    assert repr(str(place)) in notes[0]
    assert keys == keys_in(tmp_path, new_token=False, note=pytest.fail)


def test_good_keys_are_read(tmp_path):
    (tmp_path / "web.json").write_text(json.dumps(GOOD))
    assert keys_in(tmp_path, new_token=False, note=pytest.fail) == Keys("0" * 64, "t" * 22)


def test_keys_that_cannot_be_kept_are_one_clear_line(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError, match=r"the file of keys '.*web.json': "):
        keys_in(tmp_path / "file", new_token=False, note=pytest.fail)
    (tmp_path / "web.json").mkdir()
    with pytest.raises(FileError, match="Is a directory"):
        keys_in(tmp_path, new_token=False, note=pytest.fail)


# the end


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_even_with_open_streams(tmp_path, how):
    with started(tmp_path) as server:
        cookie = server.get("/").cookie
        ask = server.request("GET", "/stream", f"Cookie: {cookie}")
        opened = [server.connect(ask) for _ in range(3)]
        for sock in opened:
            assert b"200 OK" in sock.recv(100)
        opened += [server.connect(), server.connect(ask[:20])]
        server.process.send_signal(how)
        out, err = server.process.communicate(timeout=60)  # streams do not end by themselves
        assert (server.process.returncode, out, err) == (0, "ended\n", "")
        for sock in opened:
            sock.close()


# what is printed


class Terminal(io.StringIO):
    """A terminal in UTF-8."""

    encoding = "utf-8"

    def isatty(self):
        return True


class OldTerminal(Terminal):
    encoding = "ascii"


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
        (LINKS, True, OldTerminal()),
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


@pytest.mark.parametrize(
    ("cert", "key", "said"),
    [
        ("nowhere.pem", "{key}", "the certificate 'nowhere.pem': No such file"),
        ("{cert}", "nowhere.pem", "the certificate 'nowhere.pem': No such file"),
        ("{cert}", None, "https needs a certificate and its key"),
        (None, "{key}", "https needs a certificate and its key"),
        ("{key}", "{cert}", "is not a certificate with its key, in PEM format"),
        ("{cert}", "{locked}", "locked.pem': needs a password; to remove it: openssl pkey -in OLD"),
    ],
)
def test_a_certificate_that_is_none_is_one_clear_line(tmp_path, certificate, cert, key, said):
    names = {"cert": certificate[0], "key": certificate[1]}
    names["locked"] = certificate[1].with_name("locked.pem")
    tls = (text and Path(text.format(**names)) for text in (cert, key))
    assert said in refused(tmp_path, tls=tuple(tls))


@pytest.mark.parametrize("given", ["--certificate", "--key"])
def test_the_command_line_names_both_files(tmp_path, given):
    asked = ["serve", "--port", str(free_port()), given, "x"]
    _, _, said = inprocess.call(asked, b"", tmp_path, {})
    assert said == b"jotto: https needs a certificate and its key (--certificate, --key)\n"
