"""The guard around the page, on a real server: what it refuses, and what it lets in."""

import asyncio
import logging
import re
import socket
import threading
import time
from contextlib import suppress
from functools import partial
from http.client import IncompleteRead
from unittest.mock import AsyncMock, Mock

import pytest
from hypothesis import given, strategies as st
from served import KEY, Answer, Served, answer, check_safe, invited, moved, served, signed
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, PlainTextResponse, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from jotto.assistant.page_file import PAGES
from jotto.errors import GameError
from jotto.web.guard import Guard, Limits
from jotto.web.purse import Rate, Share, Shares
from jotto.web.server import ANSWER_SECONDS, TimedProtocol, config

TOKEN = "the-token-of-the-link-0"
SECRET = "zebra"
DEVICE, OTHER = "a" * 32, "b" * 32
GOOD, MATCH = moved(DEVICE, TOKEN), invited("RIGHT", TOKEN)
MUCH = Rate(1e4, 1e4)


# what is guarded


async def whoami(request):
    return HTMLResponse(request.state.device)


def link(request):
    return PlainTextResponse(request.state.link())


def move(request):
    """Ask on the other phone by a GET, and do it by a POST."""
    others = request.state.moved(request.path_params["link"])
    if request.method == "POST":
        return tried(request.state.add, others)
    return PlainTextResponse(f"{request.state.devices}; {others}")


def tried(act, *given):
    """Do what may be too much, and say so."""
    try:
        act(*given)
    except GameError as error:
        return PlainTextResponse(str(error), 422)
    return PlainTextResponse("")


def code(request):
    """A match whose code is RIGHT; Ann plays in it."""
    state, given = request.state, request.path_params["code"]
    if given != state.invited and state.device != DEVICE:
        state.guess(given == "RIGHT")
    return PlainTextResponse(state.invite("RIGHT"))


def echo(request):
    return PlainTextResponse(str(len(request.state.body)))


async def fail(request, *_):
    raise ValueError(f"the secret is {SECRET}")


async def fail_late(request):
    async def parts():
        yield "begun"
        await fail(request)

    return StreamingResponse(parts())


async def stream(request):
    async def parts():
        while True:
            yield ": waiting\n\n"
            await asyncio.sleep(0.02)

    return StreamingResponse(parts(), media_type="text/event-stream")


async def own(request):
    return HTMLResponse("", headers={"Content-Security-Policy": "default-src 'none'"})


@pytest.fixture(scope="module")
def app():
    pages = {"/fail": fail, "/fail-late": fail_late, "/stream": stream, "/own": own, "/link": link}
    pages |= {f"{at}match/{{code}}": code for at in ("/", "/data/")}
    routes = [Route(path, page) for path, page in pages.items()]
    posted = {"/": whoami, "/move/{link}": move}
    routes += [Route(path, page, methods=["GET", "POST"]) for path, page in posted.items()]
    routes.append(Route("/echo", echo, methods=["POST"]))
    return Starlette(routes=[*routes, Mount("/static", StaticFiles(directory=PAGES))])


@pytest.fixture(scope="module")
def open_server(app):
    """A server on this computer alone, with generous rates."""
    with served(app, shares=Shares(seconds=MUCH, logged=MUCH)) as server:
        yield server


@pytest.fixture(scope="module")
def lan(app):
    """A server that only the link lets in."""
    shares = Shares(wrong=MUCH, wrong_in_all=MUCH, seconds=MUCH)
    with served(app, token=TOKEN, shares=shares) as server:
        yield server


@pytest.fixture
def log(caplog):
    caplog.set_level(logging.DEBUG, "jotto.web")
    return caplog


def is_refused(answer: Answer, status: int = 403) -> bool:
    return (answer.status, answer.cookie) == (status, "")


def altered(signed: str) -> str:
    """Change the last digit of a signature."""
    return signed[:-1] + ("0" if signed[-1] != "0" else "1")


def written(host: str, text: str) -> bytes:
    """A request: its lines with | between, and a body after ||; a Host unless it has its own."""
    whole, chunk = "x" * 65536, f"1000\r\n{'x' * 4096}\r\n"
    text = text.format(host=host, whole=whole, chunks=chunk * 16, long="a" * 9000)
    head, _, body = text.partition(" || ")
    first, *lines = head.split(" | ")
    lines += [f"Host: {host}"] * ("Host:" not in head)
    return "\r\n".join([f"{first} HTTP/1.1", *lines, "", body]).encode("latin-1")


# requests


OURS, EVIL = "Origin: http://{host}", "Origin: http://evil.example"
LINK = "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"
LINKED, CHUNKED = " | ".join(LINK), "Transfer-Encoding: chunked"
FRAMED = "GET / | Sec-Fetch-Site: cross-site | Sec-Fetch-Mode: {} | Sec-Fetch-Dest: {}"
KINDS = ("no-cors", "image"), ("navigate", "iframe"), ("cors", "empty"), ("no-cors", "empty")
FORM = f"POST /echo | {OURS} | Content-Length: "
REFUSED = {
    421: [
        f"POST / | Host: evil.example | {EVIL}", "GET / | Host: ", "GET / | Host: 127.0.0.1",
        "GET / | Host: {host}.evil.example", "GET / | Host: user@{host}",
    ],
    403: [
        "POST /", "POST / | Origin: null", "POST / | Origin: https://{host}",
        "POST / | Referer: http://{host}/", *(f"POST / | {OURS} | {more}" for more in (OURS, EVIL)),
        *(f"POST / | {OURS} | Sec-Fetch-Site: {site}" for site in ("cross-site", "same-site")),
        f"POST / | {OURS} | {LINKED}", *(FRAMED.format(*kind) for kind in KINDS),
    ],
    405: [f"{method} / | {OURS}" for method in ("PUT", "OPTIONS", "get")],
    413: [  # only a POST has shown where it comes from, so that it alone may have a body
        *(f"{method} / | Content-Length: 7 || do=undo" for method in ("GET", "HEAD")),
        *(f"{method} /echo | {CHUNKED} || 1\r\nx\r\n0\r\n\r\n" for method in ("GET", "HEAD")),
        f"{FORM}65537 || {{whole}}x", f"{FORM}99999999999 || abc",
        f"POST /echo | {OURS} | {CHUNKED} || {{chunks}}1\r\nx\r\n0\r\n\r\n",
    ],
    400: [
        *(f"{FORM}{size} || abc" for size in ("-1", "x", "1e3", "9" * 30, "")),
        f"{FORM}3 | Content-Length: 4 || abc", f"{FORM}3 | Transfer-Encoding: gzip, chunked || abc",
        "GET / | X-A: b |  folded | X\x00: 1", "GET /\x01", "GET http://evil.example/", "GET *",
    ],
    431: ["GET /{long}?{long}", "GET / | X: {long}{long}"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("status", "text"), [(s, t) for s, texts in REFUSED.items() for t in texts]
)
def test_what_no_page_of_this_server_sends_is_refused(open_server, status, text):
    refused = open_server.raw(written(open_server.host, text))
    assert is_refused(refused, status)
    assert refused.headers["Allow"] == ("GET, HEAD, POST" if status == 405 else None)
    check_safe(refused)


TAKEN = [
    (f"{FORM}7 | Sec-Fetch-Site: same-origin || do=undo", "7"),
    (f"{FORM}65536 || {{whole}}", "65536"), (f"GET /own | {CHUNKED} || 0\r\n\r\n", ""),
    (f"POST /echo | {OURS} | {CHUNKED} || {{chunks}}0\r\n\r\n", "65536"),
    ("GET /own | Upgrade: websocket | Sec-WebSocket-Key: x | Sec-WebSocket-Version: 13", ""),
    (f"GET / | {LINKED} | Cookie: {signed(DEVICE)}", DEVICE),
    # by a service worker of ours
    (f"GET / | {LINKED.replace('document', 'empty')} | Cookie: {signed(DEVICE)}", DEVICE),
    (f'GET / | Cookie: x="1;2"; jotto=other.server; {signed(DEVICE)}; jottox=1', DEVICE),
]  # fmt: skip


@pytest.mark.parametrize(("text", "body"), TAKEN)
def test_what_this_page_or_a_link_to_it_sends_is_answered(open_server, text, body):
    """The cookie is SameSite=Lax: browsers send it with a link, and with nothing else."""
    taken = open_server.raw(written(open_server.host, text))
    assert (taken.status, taken.body, taken.cookie == "") == (200, body, "Cookie" in text)


def status_of(app, *hosts: str) -> int:
    """The status of a POST to the guard itself, with these hosts."""
    headers = [(b"host", host.encode()) for host in hosts]
    headers.append((b"origin", b"http://here:1"))  # in lower case, as browsers send it
    send, guard = AsyncMock(), Guard(app, key=KEY, hosts=frozenset({"here:1"}))
    scope = {"type": "http", "method": "POST", "path": "/", "raw_path": b"/", "headers": headers}
    scope |= {"query_string": b"", "client": ("127.0.0.1", 1), "root_path": ""}
    asyncio.run(guard(scope, AsyncMock(return_value={"type": "http.request"}), send))
    return send.await_args_list[0].args[0]["status"]


@pytest.mark.parametrize("hosts", [[], ["here:1"] * 2, ["here:1", "evil:1"], ["HERE:1"]])
def test_the_guard_itself_wants_exactly_one_host_which_may_be_in_capitals(app, hosts):
    assert status_of(app, *hosts) == (200 if hosts == ["HERE:1"] else 421)


def test_the_server_is_told_the_task_of_a_stream_to_end_it_with_its_connection():
    tasks = []

    async def app(scope, receive, send):
        headers = [(b"content-type", b"text/event-stream")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        tasks.append((scope["state"]["stream"], asyncio.current_task()))

    assert status_of(app, "here:1") == 200
    assert tasks[0][0] is tasks[0][1]


# devices


def test_a_visitor_is_given_a_device_and_keeps_it(app, open_server):
    first = open_server.get("/")
    again = open_server.get("/", cookie=first.cookie)
    assert re.fullmatch("[0-9a-f]{32}", first.body)
    assert first.cookie == signed(first.body)
    assert (again.body, again.cookie) == (first.body, "")
    more = "; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax"
    assert first.headers["Set-Cookie"] == first.cookie + more
    with served(app, scheme="https") as server:  # the scheme as the guard is told
        assert server.get("/").headers["Set-Cookie"].endswith(f"{more}; Secure")
    lines = [line.replace("document", "iframe") for line in LINK]
    assert open_server.get("/", *lines).status == 403
    site = "https://blog.example.com"
    with served(app, scheme="https", embed=[site]) as server:  # a site may show it in a frame
        framed = server.get("/", *lines)
        assert framed.headers["Content-Security-Policy"].endswith(f"; frame-ancestors {site}")
        assert framed.headers["Set-Cookie"].endswith("; SameSite=None; Partitioned; Secure")


FORGED = [
    f"jotto={DEVICE}", f"jotto={DEVICE}.", f"jotto={DEVICE}." + "0" * 64, altered(signed(DEVICE)),
    signed(DEVICE).replace(DEVICE, OTHER), signed(DEVICE, key=b"q" * 32),
    signed(DEVICE, "another-token-of-a-link"), signed(DEVICE).upper(), signed(DEVICE) + "0",
    signed(DEVICE).replace("jotto=", "Jotto="), signed("../../etc/passwd"),
    "; " * 30 + signed(DEVICE), "jotto=é", signed(DEVICE).replace("=", "=guest_"),
    signed(f"guest_{DEVICE}").replace("guest_", ""), signed("_".join([DEVICE] * 17)),
]  # fmt: skip


@pytest.mark.parametrize("cookie", FORGED)
def test_a_forged_cookie_counts_as_none(open_server, cookie):
    visitor = open_server.get("/", cookie=cookie)
    assert (visitor.status, len(visitor.body)) == (200, 32)
    assert visitor.body not in (DEVICE, OTHER)
    assert visitor.cookie == signed(visitor.body)


# what lets somebody in


def test_the_link_admits_a_device_which_stays_the_same_and_leaves_the_address_bar(lan):
    admitted = lan.get(f"/?token={TOKEN}", *LINK)
    assert (admitted.status, admitted.headers["Location"]) == (303, "/")
    page = lan.get("/", *LINK, cookie=admitted.cookie)
    assert (page.status, admitted.cookie) == (200, signed(page.body, TOKEN))
    for path in (f"/?token={TOKEN}", "/?token=an-old-link"):
        again = lan.get(path, cookie=admitted.cookie)
        assert (again.status, again.headers["Location"], again.cookie) == (303, "/", "")


OLD_COOKIES = {  # signed by an old link: whose they are by the new one, if any
    signed(f"{DEVICE}_{OTHER}", "an-old-token-of-a-link"): f"{DEVICE}_{OTHER}",
    signed(DEVICE, "an-older-token-of-a-link"): DEVICE,
    signed(f"guest_{DEVICE}", "an-old-token-of-a-link"): DEVICE,
    signed(DEVICE, "an-old-token-of-a-link", b"q" * 32): "",
    signed(DEVICE): "",
}


@pytest.mark.parametrize("cookie", OLD_COOKIES)
def test_a_device_of_an_old_link_is_known_again_by_the_new_one_alone(app, cookie):
    former = "an-old-token-of-a-link", "an-older-token-of-a-link"
    with served(app, token=TOKEN, former=former) as server:
        for path in ("/", f"/?token={former[0]}", "/link", "/data/match/RIGHT"):
            assert is_refused(server.get(path, cookie=cookie)), path
        known = server.get(f"/?token={TOKEN}", cookie=cookie).cookie
        assert (known == signed(OLD_COOKIES[cookie], TOKEN)) == bool(OLD_COOKIES[cookie])
        assert OLD_COOKIES[cookie] or DEVICE not in known
        guest = server.get(MATCH, cookie=cookie).cookie
        assert guest.startswith("jotto=guest_")
        assert DEVICE not in guest


@pytest.mark.parametrize("token", ["", TOKEN])
def test_a_link_adds_the_games_of_another_phone_by_a_post_within_ten_minutes(
    app, monkeypatch, token
):
    now = [1e9]
    monkeypatch.setattr("jotto.web.guard.time.time", lambda: now[0])
    with served(app, token=token) as server:
        address = server.get("/link", cookie=signed(DEVICE, token)).body
        path = address.removeprefix(server.origin)
        assert path == moved(DEVICE, token, until=1_000_000_600)
        mine, both = signed(OTHER, token), signed(f"{OTHER}_{DEVICE}", token)
        for now[0] in (1e9, 1e9 + 599):
            asked = server.get(path, *LINK, cookie=mine)
            assert (asked.status, asked.cookie, asked.body) == (200, "", f"{OTHER}; {DEVICE}")
            assert server.post(path, b"", f"Cookie: {mine}").cookie == both
            assert server.post(path, b"", f"Cookie: {both}").cookie == both
        assert server.get("/", cookie=both).body == OTHER  # it stays what it was
        again = server.get("/link", cookie=both).body
        assert f"/move/{OTHER}_{DEVICE}." in again  # a third phone gets the games of both
        now[0] = 1e9 + 600
        for late in (server.get(path, cookie=mine), server.post(path, b"", f"Cookie: {mine}")):
            assert is_refused(late)
            assert "Show a new one on the other phone" in late.body


def test_a_link_admits_a_phone_as_a_device_of_its_own(lan):
    first = lan.get(GOOD)
    own, _, other = first.body.partition("; ")
    assert (first.status, first.cookie, other) == (200, signed(own, TOKEN), DEVICE)
    assert own != DEVICE


def test_a_phone_has_the_games_of_sixteen_phones_at_most_and_loses_none(lan):
    mine, cookie = [f"{n:032x}" for n in range(16)], signed(f"{0:032x}", TOKEN)
    for device in mine[1:]:
        cookie = lan.post(moved(device, TOKEN), b"", f"Cookie: {cookie}").cookie
    assert cookie == signed("_".join(mine), TOKEN)
    refused = lan.post(moved("f" * 32, TOKEN), b"", f"Cookie: {cookie}")
    assert is_refused(refused, 422)
    assert "games of 16 phones" in refused.body
    assert lan.get(lan.get("/link", cookie=cookie).body.removeprefix(lan.origin)).status == 200


ELSEWHERE = ("/own", "/link", "/static/app.css", "/stream", "//", "/nowhere", "/data")
WRONG_TOKENS = ["", "x", TOKEN[:-1], TOKEN + "0", TOKEN.upper(), "%00", "%C3%A9", "x" * 10_000, "*"]
WRONG = [
    *(f"/?token={token}" for token in WRONG_TOKENS), *(f"{path}{GOOD}" for path in ELSEWHERE),
    altered(GOOD), GOOD + "0", "/move/", GOOD.replace(DEVICE, OTHER), "/move/" + GOOD[6:].upper(),
    GOOD + "%0a", re.sub(r"\.\d+\.", ".9999999998.", GOOD), "/move/" + "x" * 10_000, moved(DEVICE),
    moved(DEVICE, TOKEN, until=1), moved(DEVICE, TOKEN, key=b"q" * 32), moved("a" * 31, TOKEN),
    moved("_".join([DEVICE] * 17), TOKEN), signed(DEVICE, TOKEN).replace("jotto=", "/move/"),
    "/move/%00%ff", GOOD.replace("/move/", "/?as="),
    altered(MATCH), MATCH + "0", MATCH + "-", "/match/RIGHT", invited("RIGHT"),
    MATCH.replace("RIGHT", "OTHER"), MATCH.replace("match", "game"),
    invited("RIGHT", TOKEN, b"q" * 32), f"/match/RIGHT-{GOOD[-64:]}", f"/match/RIGHT?token={TOKEN}",
    "/match/RIGHT-" + "x" * 9000,
]  # fmt: skip


@pytest.mark.parametrize("path", [*WRONG, GOOD, MATCH])
def test_a_wrong_token_link_or_invitation_admits_no_one_and_a_right_one_by_a_get_alone(lan, path):
    for method in ("GET", "HEAD", "POST")[path in (GOOD, MATCH) :]:
        refused = lan.raw(lan.request(method, path, f"Origin: {lan.origin}"))
        assert is_refused(refused) or ("/move/" in path and is_refused(refused, 400))
    mine = signed("c" * 32, TOKEN)
    for again in (lan.get(path, cookie=mine), lan.post(path, b"", f"Cookie: {mine}")) * (
        path in WRONG
    ):
        assert (again.cookie, DEVICE in again.body) == ("", False)


DOORS = {
    "token": (f"/?token={TOKEN}", "/?token=x"),
    "link": (GOOD, "/move/x"),
    "invitation": (MATCH, invited("RIGHT", "x")),
    "code": ("/data/match/RIGHT", "/data/match/WRONG"),
}


@pytest.mark.parametrize("door", DOORS)
def test_after_five_wrong_guesses_even_a_right_one_waits(app, log, door):
    """Whichever door it is; who is in already, or is invited, is not concerned."""
    (right, wrong), code, now = DOORS[door], door == "code", [0.0]
    with served(app, token=TOKEN, clock=lambda: now[0]) as server:
        known = server.get(f"/?token={TOKEN}").cookie

        def tried(path: str, device: int = 0):
            """Ask as a device that has tried no code before; for other doors, as none."""
            return server.get(path, cookie=signed(f"{device:032x}", TOKEN) * code)

        statuses = [tried(wrong, device).status for device in range(7)]
        assert statuses == [404 if code else 403] * 5 + [429] * 2
        waits = tried(right)
        assert waits.status == 429
        assert f"Too many {'code' if code else 'link'}s were wrong. Wait a minute." in waits.body
        paths = {"/": known, "/data/match/RIGHT": signed(DEVICE, TOKEN), MATCH: known}
        assert [server.get(path, cookie=paths[path]).status for path in paths] == [200] * 3
        assert (server.get(MATCH).status == 200) == code  # all links have one limit
        now[0] = 11.0  # one more in ten seconds
        assert tried(right).status in (200, 303)
    assert GOOD[6:38] not in log.text
    assert MATCH[-64:] not in log.text


# rates and streams


ANN, BOB = (f"Cookie: {signed(device)}" for device in (DEVICE, OTHER))
FROM, TRUSTED = "X-Forwarded-For: ", {"proxy_headers": True, "forwarded_allow_ips": "127.0.0.1"}
WRONG_CODE, RIGHT_CODE = "/data/match/WRONG", "/data/match/RIGHT"
SECOND = {"request": 1.0, "logged": MUCH}  # each request costs one second
V4, V6 = FROM + "192.0.2.", FROM + "2001:db8:"
RATES = {  # what is limited, and requests: when, the path, a header, and the statuses
    "an address, whatever its devices": (Shares(seconds=Rate(0.5, 3), **SECOND), [
        (0.0, "/", f"{V4}1", [200]), (0.0, "/", f"{V4}1\r\n{ANN}", [200]),
        (0.0, "/", f"{FROM}9.9.9.9, 192.0.2.1\r\n{BOB}", [200, 429]),  # the last one counts
        (0.0, "/", f"{V4}1\r\n{ANN}", [429]), (0.0, "/", f"{V4}2\r\n{ANN}", [200]),
        (2.0, "/", f"{V4}1", [200, 429]), (0.0, "/", f"{FROM}<nobody>", [200]),
    ]),
    "a network": (Shares(seconds=Rate(0.5, 2), **SECOND), [
        (0.0, "/", f"{V6}1:2::1", [200, 200, 429]), (0.0, "/", f"{V6}1:2:f::9", [429]),
        (0.0, "/", f"{V6}1:3::1", [200, 429]),  # the /56 has three
        (0.0, "/", f"{V6}1:f000::1", [200, 429]),  # the /48 has four
        (0.0, "/", f"{V6}2:2::1", [200]),
    ]),
    "codes from everywhere": (Shares(wrong_in_all=Rate(1, 8), logged=MUCH), [
        *((0.0, WRONG_CODE, f"{V4}{n}", [404] * 4) for n in (1, 2)),
        (0.0, WRONG_CODE, f"{V4}3", [429] * 4), (0.0, RIGHT_CODE, f"{V4}4", [429]),
        (1.5, RIGHT_CODE, f"{V4}4", [200]),
    ]),
    "codes from a /48": (Shares(logged=MUCH), [
        *((0.0, WRONG_CODE, f"{V6}1:{n}000::1", [404] * 5 + [429]) for n in (1, 2)),
        (0.0, WRONG_CODE, f"{V6}1:3000::1", [429]), (0.0, RIGHT_CODE, f"{V6}2:3000::1", [200]),
    ]),
}  # fmt: skip


@pytest.mark.parametrize("what", RATES)
def test_who_asks_for_too_much_waits_and_nobody_else_does(app, what):
    (shares, asked), now = RATES[what], [0.0]
    with served(app, clock=lambda: now[0], shares=shares, more=TRUSTED) as server:
        for now[0], path, line, statuses in asked:
            answers = [server.get(path, line) for _ in statuses]
            assert [each.status for each in answers] == statuses, (now, path, line)
            if statuses[-1] == 429 and path == "/":
                wait = answers[-1].headers["Retry-After"]
                assert (
                    f"Your network has used its share of this server's processor; wait {wait}"
                    in (answers[-1].body)
                )


def test_a_charge_is_the_time_that_was_worked(app):
    """Waiting is free, and a request that fails has worked, too."""

    async def worked(request):
        await request.state.work(partial(burn, float(request.query_params["s"])))
        return PlainTextResponse("")

    def burn(seconds):
        until = time.thread_time() + seconds
        while time.thread_time() < until:
            pass
        raise GameError("in vain")

    app = Starlette(routes=[Route("/", worked)])
    with served(app, clock=lambda: 0.0, shares=Shares(seconds=Rate(1, 0.1))) as server:
        statuses = [server.get(f"/?s={seconds}").status for seconds in (0, 0, 0.2, 0)]
        assert statuses == [500, 500, 500, 429]


def test_two_hundred_visitors_may_come_at_once_and_leave_no_threads(app):
    with served(app) as server:
        before = threading.active_count()
        assert len({server.get("/").body for _ in range(200)}) == 200
        assert threading.active_count() <= before + 1


def _open_stream(server: Served, line: str = "X: y") -> tuple[int, socket.socket]:
    sock = server.connect(written(server.host, f"GET /stream | {line}"))
    return int(sock.recv(200).split()[1]), sock


def _ends(sock: socket.socket) -> bool:
    """Read to the end of an answer that does not end otherwise."""
    while sock.recv(4096):
        pass
    return True


def test_an_address_has_its_share_of_streams_until_they_are_closed(app, log):
    pages = Share(2, 99, "your network has {0:,} pages open; close one")
    with served(app, shares=Shares(streams=pages)) as server:
        opened = [_open_stream(server) for _ in range(2)]
        assert [status for status, _ in opened] == [200, 200]
        refused = server.get("/stream", cookie=signed(OTHER))
        assert (refused.status, refused.headers["Retry-After"]) == (429, "1")
        assert "Your network has 2 pages open; close one." in refused.body
        for _, sock in opened:
            sock.close()
        deadline = time.monotonic() + 30
        while (again := _open_stream(server))[0] != 200:
            again[1].close()
            assert time.monotonic() < deadline
        again[1].close()
    assert "failed" not in log.text


def test_of_too_many_streams_the_oldest_goes_of_the_network_that_has_most(app):
    """Two /64 of one /56 have three between them; each of the others has two."""
    addresses = "192.0.2.1", "2001:db8:1:1::1", "2001:db8:1:2::1", "2001:db8:1:2::2", "192.0.2.1"
    with served(app, shares=Shares(streams=Share(4, 5)), more=TRUSTED) as server:
        opened = [_open_stream(server, FROM + address) for address in addresses]
        opened += [_open_stream(server, f"{V4}{n}") for n in (2, 2)]
        assert {status for status, _ in opened} == {200}
        assert _ends(opened[2][1])  # of the /64 with two in the /56 with three
        assert _ends(opened[0][1])  # of two networks with two, the oldest
        for _, sock in opened:
            sock.close()


def test_an_address_has_its_share_of_connections_and_others_get_in(app):
    connections = Share(2, 99, "your network has {0:,} connections open; close one")
    with served(app, shares=Shares(connections=connections)) as server:
        held = [server.connect(b"GET") for _ in range(2)]
        with server.connect() as sock:
            refused = answer(sock)
        assert (refused.status, "has 2 connections open; close one" in refused.body) == (429, True)
        check_safe(refused)
        other = socket.create_connection(("127.0.0.1", server.port), 30, ("127.0.0.2", 0))
        with other:
            other.sendall(server.request("GET", "/own"))
            assert answer(other).status == 200
        for sock in held:
            sock.close()


def test_the_connections_of_the_proxy_are_not_counted_those_past_it_are(app):
    shares = Shares(connections=Share(1, 9, "your network has {0:,} connections open"))
    with served(app, shares=shares, more=TRUSTED) as server:
        with server.connect(b"GET"), server.connect(b"GET"):
            assert server.get("/own").status == 200
        address = "127.0.0.1", server.port
        with socket.create_connection(address, 30, ("127.0.0.2", 0)) as sock:
            sock.sendall(b"GET")
            with socket.create_connection(address, 30, ("127.0.0.2", 0)) as other:
                assert answer(other).status == 429


def test_of_too_many_connections_the_oldest_goes_of_the_address_that_has_most(app):
    with served(app, shares=Shares(connections=Share(9, 3))) as server:
        held = [server.connect(b"GET") for _ in range(3)]
        other = socket.create_connection(("127.0.0.1", server.port), 30, ("127.0.0.2", 0))
        with other:
            other.sendall(server.request("GET", "/own"))
            assert answer(other).status == 200
        with suppress(ConnectionResetError):
            assert held[0].recv(1) == b""
        for sock in held:
            sock.close()


def test_an_address_has_its_share_of_bytes_that_it_sends(app):
    with served(app, shares=Shares(bodies=Share(100, 999, "too much"))) as server:
        with server.connect(written(server.host, f"{FORM}90 || x")):
            deadline = time.monotonic() + 30
            while server.post("/echo", b"x" * 20).status != 429:
                assert time.monotonic() < deadline
        while server.post("/echo", b"x" * 20).status != 200:
            assert time.monotonic() < deadline


def test_an_answer_that_is_not_taken_is_ended():
    loop, transport = Mock(), Mock()
    protocol = TimedProtocol(config(lambda: Mock(), tls=(None, None)), Mock(), {}, loop)
    protocol.transport, protocol.flow = transport, Mock()
    protocol.pause_writing()
    loop.call_later.assert_called_once_with(ANSWER_SECONDS, transport.abort)
    protocol.resume_writing()
    loop.call_later.return_value.cancel.assert_called_once_with()


def test_only_a_request_has_to_come_in_time(app, monkeypatch):
    """The first of a connection, and the next; an answer may take longer."""
    monkeypatch.setattr("jotto.web.server.HEADERS_SECONDS", 0.5)
    limits = Limits(body_seconds=0.3)
    with served(app, limits=limits, more={"timeout_keep_alive": 300}) as server:
        assert server.raw(written(server.host, f"{FORM}100 || x")).status == 408
        whole = written(server.host, "GET /own")
        for part in (b"", whole[:20]):
            with server.connect(part) as sock:
                assert sock.recv(100) == b""
        with server.connect(whole) as sock:
            assert answer(sock).status == 200
            sock.sendall(whole[:20])
            assert sock.recv(4096) == b""
        status, sock = _open_stream(server)
        with sock:
            got = b""
            while got.count(b"waiting") < 30:  # one in 0.02 s
                part = sock.recv(100_000)
                assert part
                got += part
        assert status == 200


def test_a_visitor_who_goes_away_in_mid_body_breaks_nothing(open_server, log):
    for begun in (f"{FORM}100 || x", f"POST /echo | {OURS} | {CHUNKED} || 5\r\nab"):
        with open_server.connect(written(open_server.host, begun)):
            pass
    assert open_server.post("/echo", b"x").body == "1"
    assert "failed" not in log.text


# answers


def test_every_answer_has_the_headers_that_keep_it_safe(open_server, lan):
    many = [open_server.get(path) for path in ("/", "/nowhere", "/fail", "/static/app.css")]
    many += [lan.get("/"), lan.get("/?token=x"), lan.get(f"/?token={TOKEN}")]
    raw = b"GET / HTTP/1.0\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x02\x00\x01"
    many += map(open_server.raw, raw)  # the last begins TLS
    assert [each.status for each in many] == [200, 404, 500, 200, 403, 403, 303, 421, 400, 400]
    for each in many:
        check_safe(each)
        policy = each.headers["Content-Security-Policy"]
        scripts = "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'"
        assert policy.startswith(f"default-src 'none'; {scripts}; style-src 'self'; ")
        assert policy.endswith("form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
    policies = open_server.get("/own").headers.get_all("Content-Security-Policy")
    assert policies == ["default-src 'none'"]  # that of a page stays


def _logged(log) -> str:
    """The line of the log, which may come just after the answer."""
    deadline = time.monotonic() + 30
    while not log.records and time.monotonic() < deadline:
        time.sleep(0.01)
    (line,) = log.messages
    assert SECRET not in log.text
    assert "Traceback" not in log.text
    return line


def test_an_exception_shows_no_trace_and_is_one_line_in_the_log(open_server, log):
    page = open_server.get("/fail?token=abc")
    assert page.status == 500
    assert not re.search(f"Traceback|ValueError|line|test_guard|{SECRET}", page.body)
    failed = r"failed: 'GET' '/fail' from 127\.0\.0\.1: ValueError at test_guard\.py:\d+"
    assert re.fullmatch(failed + r"(, \w+\.py:\d+){3}", _logged(log))  # four places of many more


def test_an_exception_in_mid_answer_ends_the_answer(open_server, log):
    with pytest.raises(IncompleteRead) as cut_off:  # the browser sees that it is not whole
        open_server.get("/fail-late")
    assert cut_off.value.partial == b"begun"
    assert _logged(log).startswith("failed: 'GET' '/fail-late'")


def test_an_exception_of_a_plain_application_is_answered(log):
    with served(fail) as server:
        page = server.get("/")
    assert (page.status, SECRET in page.body) == (500, False)
    assert "Something went wrong" in page.body


# the log


def test_refusals_are_single_lines_without_a_secret(app, log):
    with served(app, token=TOKEN) as server:
        cookie = server.get(f"/?token={TOKEN}").cookie
        refused = server.get(f"/a%0afailed:%20x{TOKEN}?token={TOKEN}", cookie="jotto=\tx")
        assert refused.status == 400
        for path in (f"/{TOKEN}", "/" + "a" * 5000, "/?token=wrong-token"):
            server.get(path)
        server.raw(server.request("GET", "/", host='evil.example" [31m'))
        server.raw(server.request("POST", "/", "Origin: http://e\xfcvil", body=SECRET.encode()))
    assert len(log.messages) == 6
    assert all(line.isprintable() and len(line) < 300 for line in log.messages)
    assert all(line.startswith("refused: '") for line in log.messages)
    for hidden in (TOKEN, cookie[-64:], "wrong-token", SECRET):
        assert hidden not in log.text


def test_many_refusals_are_few_lines(app, log):
    now = [0.0]
    with served(app, token=TOKEN, clock=lambda: now[0], shares=Shares(logged=Rate(1, 3))) as server:
        for _ in range(50):
            server.get("/own")
        for now[0] in (1.0, 2.0):
            server.get("/own")
    omitted = ["(47 lines before were omitted)" in message for message in log.messages]
    assert omitted == [False, False, False, True, False]


def test_a_guard_does_not_show_its_key_or_its_token(app):
    shown = repr(Guard(app, key=KEY, hosts=frozenset(), token=TOKEN))
    assert TOKEN not in shown
    assert repr(KEY) not in shown


# anything at all

text = st.text(st.characters(min_codepoint=33, max_codepoint=255), max_size=30)
usual_paths = [
    "/",
    "/echo",
    "/own",
    "/static/app.css",
    "/static/..",
    "//",
    "*",
    "/?token=1",
    "/%ff",
]
usual_lines = [
    *("Host: {host}", "Origin: http://{host}", "Content-Length: 4", "Transfer-Encoding: chunked"),
    *("Expect: 100-continue", "Upgrade: websocket", "Cookie: " + signed(DEVICE)),
]


@given(
    st.sampled_from(["GET", "POST", "HEAD", "PUT", ""]),
    st.sampled_from(usual_paths) | text.map("/{}".format),
    st.lists(st.sampled_from(usual_lines) | text.map("X: {}".format), max_size=6),
    st.binary(max_size=40) | st.just(b"4\r\nabcd\r\n0\r\n\r\n"),
)
def test_whatever_is_sent_is_answered_without_a_failure(open_server, method, path, lines, body):
    head = "\r\n".join([f"{method} {path} HTTP/1.1", "Host: {host}", *lines, "", ""])
    head = head.replace("{host}", open_server.host)
    with open_server.connect(head.encode("latin-1") + body) as sock:
        sock.shutdown(socket.SHUT_WR)  # no more will come: an unfinished request ends
        got = b""
        with suppress(ConnectionResetError):
            while part := sock.recv(65536):
                got += part
    assert not re.search(rb"^HTTP/1.1 5", got, re.MULTILINE)
