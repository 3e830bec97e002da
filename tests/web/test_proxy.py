"""``jotto serve --url`` behind a real nginx and a real caddy, as docs/proxy.md says."""

import http.client
import re
import shutil
import socket
import ssl
import subprocess
import time
from pathlib import Path

import pytest
from device import RULES
from serving import Visitor, free_port, served, turns_in

import jotto

pytestmark = pytest.mark.full  # programs that not everybody has
NAME = "jotto.example.org"
PAGE = Path(__file__).parents[2] / "docs" / "proxy.md"
SELF_SIGNED = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2"
NGINX = """
daemon off; pid {folder}/pid; error_log {folder}/error;
events {{}}
http {{ access_log off; {temporary} {site} }}
"""
KINDS = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
CADDY = "{{\n admin off\n auto_https off\n storage file_system {folder}\n}}\n{site}"


def section(name: str) -> str:
    """The block of code under a heading of the page."""
    return re.search(rf"## {name}\n.*?```\w*\n(.*?)```", PAGE.read_text(), re.DOTALL)[1]


def configured(kind: str, folder: Path, port: int, behind: int) -> tuple[list[str], str]:
    """The command of a proxy, and its configuration: that of the page, with ports of this test."""
    pair = f"{folder}/certificate.pem", f"{folder}/key.pem"
    site = section(kind).replace("127.0.0.1:8765", f"127.0.0.1:{behind}")
    if kind == "nginx":
        site = re.sub(r"ssl_certificate .*?;", f"ssl_certificate {pair[0]};", site)
        site = re.sub(r"ssl_certificate_key .*?;", f"ssl_certificate_key {pair[1]};", site)
        site = re.sub(r"listen \[::\]:443.*?;", "", site).replace(
            "443 ssl", f"127.0.0.1:{port} ssl"
        )
        temporary = " ".join(f"{each}_temp_path {folder}/{each};" for each in KINDS)
        return ["nginx", "-c", f"{folder}/conf"], NGINX.format(**locals())
    site = site.replace(
        f"{NAME} {{", f"https://{NAME}:{port} {{\n bind 127.0.0.1\n tls {' '.join(pair)}"
    )
    return ["caddy", "run", "--adapter", "caddyfile", "--config", f"{folder}/conf"], CADDY.format(
        folder=folder, site=site
    )


class Far(Visitor):
    """A visitor of the proxy, who checks its certificate."""

    def __init__(self, port: int, folder: Path):
        super().__init__(port)
        self.trust = ssl.create_default_context(cafile=folder / "certificate.pem")

    def connect(self) -> http.client.HTTPSConnection:
        connection = http.client.HTTPSConnection(NAME, self.port, timeout=30, context=self.trust)
        plain = socket.create_connection(("127.0.0.1", self.port), timeout=30)
        connection.sock = self.trust.wrap_socket(plain, server_hostname=NAME)
        return connection

    @property
    def site(self) -> str:
        return f"https://{NAME}:{self.port}"


@pytest.fixture(scope="module", params=["nginx", "caddy"])
def site(request, tmp_path_factory):
    """A proxy, and two processes of jotto behind it."""
    if shutil.which(request.param) is None or shutil.which("openssl") is None:
        pytest.skip(f"needs {request.param} and openssl")
    folder, port = tmp_path_factory.mktemp("proxy"), free_port()
    own = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    files = ["-keyout", folder / "key.pem", "-out", folder / "certificate.pem"]
    subprocess.run([*SELF_SIGNED.split(), *own, *files], check=True, capture_output=True)
    with served(folder, "--url", f"https://{NAME}:{port}", "--workers", "2") as server:
        command, text = configured(request.param, folder, port, server.port)
        (folder / "conf").write_text(text)
        with (folder / "said").open("wb") as said:
            process = subprocess.Popen(command, stdout=said, stderr=said)
        try:
            until = time.monotonic() + 30
            while True:
                with socket.socket() as sock:
                    if sock.connect_ex(("127.0.0.1", port)) == 0:
                        break
                assert process.poll() is None, (folder / "said").read_text()
                assert time.monotonic() < until
                time.sleep(0.05)
            yield lambda: Far(port, folder)
        finally:
            process.terminate()
            process.wait(10)


def test_a_live_game_is_played_by_any_of_the_processes(site):
    ann, bob, game = site(), site(), jotto.words()
    status, headers, _ = ann.ask("/")
    assert status == 200
    assert headers["Set-Cookie"].endswith("; HttpOnly; SameSite=Lax; Secure")
    path, made = ann.begin(), []
    while not made or made[-1][0] != "crane":
        guess = ann.view(path)["guess"]["word"]
        made.append((guess, game.score(guess, "crane")))
        status, _ = ann.play(path, do="score", score=made[-1][1])
        assert (status, turns_in(ann.view(path))) == (200, made)
    assert ann.ask(f"{path}/report")[0] == 200
    bob.ask("/")
    assert bob.data(path.replace("/game/", "/saved/"))[0] == 404
    status, data = ann.data("/move")
    assert data["link"].startswith(f"https://{NAME}:{ann.port}/move/")


def test_a_match_is_told_of_without_delay(site):
    """A stream that the proxy held back would come when it ends, after minutes."""
    ann, bob = site(), site()
    for each in (ann, bob):
        each.ask("/")
    code = ann.data("/match", RULES | {"name": "Ann", "other": "person", "minutes": "0"})[1]["go"]
    at = ann.view(code)["at"]
    connection = ann.connect()
    given = {"Host": f"{NAME}:{ann.port}", "Cookie": ann.cookie}
    connection.request("GET", f"/data{code}/events?at={at}&away=false", headers=given)
    stream = connection.getresponse()
    assert stream.status == 200
    begun = time.monotonic()
    assert stream.readline().startswith(b":")  # nothing new
    assert bob.data(code, {"do": "join", "name": "Bob", "at": str(at)})[0] == 200
    while not (line := stream.readline()).startswith(b"event"):
        assert time.monotonic() - begun < 20, line
    connection.close()
    for each, word in ((ann, "crane"), (bob, "house")):
        status, data = each.play(code, do="secret", word=word)
        assert status == 200, data
    status, data = ann.play(code, do="guess", word="mouse")
    assert status == 200, data
    assert turns_in(bob.view(code), 1) == turns_in(ann.view(code)) == [("mouse", "4,0")]


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", f"{NAME}.evil.example", NAME])
def test_other_hosts_and_sites_are_refused(site, host):
    """The last one lacks the port, which is not the usual one here."""
    ann = site()
    status, headers, text = ann.ask("/data/home", Host=host)
    assert status != 200 or not text  # caddy answers nothing for hosts that it does not know
    assert headers["Set-Cookie"] is None
    ann.ask("/")
    assert ann.ask("/data/new", RULES, Origin="https://evil.example")[0] == 403
