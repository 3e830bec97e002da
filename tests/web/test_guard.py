"""The guard around the page, on a real server: what it refuses, and what it lets in."""

import asyncio
import logging
import re
import socket
import threading
import time
from contextlib import suppress

import pytest
from hypothesis import given, strategies as st
from served import KEY, Answer, Served, answer, check_safe, invited, moved, served, signed
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, PlainTextResponse, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from jotto.errors import GameError
from jotto.web.guard import Guard, Limits, Rate, Rates

TOKEN = "the-token-of-the-link-0"
SECRET = "zebra"


async def whoami(request):
    return HTMLResponse(request.state.device)


def link(request):
    return PlainTextResponse(request.state.link())


def move(request):
    """Ask on the other phone by a GET, and do it by a POST."""
    others = request.state.moved(request.path_params["link"])
    if request.method == "POST":
        try:
            request.state.add(others)
        except GameError as error:
            return PlainTextResponse(str(error), 422)
    return PlainTextResponse(f"{request.state.devices}; {others}")


def code(request):
    """A match whose code is RIGHT; Ann plays in it."""
    state, given = request.state, request.path_params["code"]
    if given != state.invited and state.device != DEVICE:
        state.guess(given == "RIGHT")
    return PlainTextResponse(state.invite("RIGHT"))


def echo(request):
    return PlainTextResponse(str(len(request.state.body)))


async def fail(request):
    raise ValueError(f"the secret is {SECRET}")


async def fail_late(request):
    async def parts():
        yield "begun"
        raise ValueError(f"the secret is {SECRET}")

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
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("app")
    (folder / "outside.txt").write_text("not to be read")
    (folder / "static").mkdir()
    (folder / "static" / "a.css").write_text("p {}")
    return folder / "static"


@pytest.fixture(scope="module")
def app(files):
    pages = {"/fail": fail, "/fail-late": fail_late, "/stream": stream, "/own": own, "/link": link}
    routes = [Route(path, page) for path, page in pages.items()]
    routes.append(Route("/", whoami, methods=["GET", "POST"]))
    routes.append(Route("/echo", echo, methods=["POST"]))
    routes.append(Route("/move/{link}", move, methods=["GET", "POST"]))
    places = [f"{at}match/{{code}}{to}" for at in ("/", "/data/") for to in ("", "/a")]
    routes += [Route(place, code) for place in places]
    return Starlette(routes=[*routes, Mount("/static", StaticFiles(directory=files))])


@pytest.fixture(scope="module")
def open_server(app):
    """A server on this computer alone, with generous rates."""
    generous = Rate(1e4, 1e4)
    limits = Limits(address=generous, device=generous, logged=generous)
    with served(app, limits=limits) as server:
        yield server


@pytest.fixture(scope="module")
def lan(app):
    """A server that only the link lets in."""
    limits = Limits(wrong=Rate(1e4, 1e4), wrong_in_all=Rate(1e4, 1e4), address=Rate(1e4, 1e4))
    with served(app, token=TOKEN, limits=limits) as server:
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


def join(server: Served) -> str:
    return server.get(f"/?token={TOKEN}").cookie


# hosts


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "{host}.evil.example", "user@{host}", ""]
)
def test_another_host_is_refused_as_after_dns_rebinding(open_server, host):
    named = host.format(host=open_server.host)
    given = f"GET / HTTP/1.1\r\nHost: {named}\r\nOrigin: http://{named}\r\n\r\n"
    assert is_refused(open_server.raw(given.encode()), 421)


@pytest.mark.parametrize(
    ("hosts", "status"),
    [([], 421), (["here:1"] * 2, 421), (["here:1", "evil:1"], 421), (["HERE:1"], 200)],
)
def test_the_guard_itself_wants_exactly_one_host_which_may_be_in_capitals(app, hosts, status):
    headers = [(b"host", host.encode()) for host in hosts]
    headers.append((b"origin", b"http://here:1"))  # in lower case, as browsers send it
    assert _status(app, headers, "POST") == status


def _status(app, headers=((b"host", b"here:1"),), method="GET") -> int:
    sent, guard = [], Guard(app, key=KEY, hosts=frozenset({"here:1"}))

    async def ask():
        scope = {"type": "http", "method": method, "path": "/", "raw_path": b"/"}
        scope |= {"query_string": b"", "client": ("127.0.0.1", 1), "root_path": ""}

        async def receive():
            return {"type": "http.request"}

        async def send(message):
            sent.append(message)

        await guard({**scope, "headers": headers}, receive, send)

    asyncio.run(ask())
    return sent[0]["status"]


def test_the_start_and_the_end_of_the_server_are_left_to_the_application():
    seen, given = [], ({"type": "lifespan"}, object(), object())

    async def app(*received):
        seen.append(received)

    asyncio.run(Guard(app, key=KEY, hosts=frozenset())(*given))
    assert seen == [given]


# other sites


OURS = "Origin: http://{host}"


@pytest.mark.parametrize(
    "lines",
    [
        [], ["Origin: null"], ["Origin: https://{host}"], ["Referer: http://{host}/"], [OURS, OURS],
        [OURS, "Origin: http://evil.example"], [OURS, "Sec-Fetch-Site: cross-site"],
        [OURS, "Sec-Fetch-Site: same-site"],
    ],
)  # fmt: skip
def test_a_form_from_elsewhere_is_refused(open_server, lines):
    lines = [line.format(host=open_server.host) for line in lines]
    assert is_refused(open_server.raw(open_server.request("POST", "/", *lines, body=b"do=undo")))


def test_a_form_of_our_own_page_is_taken(open_server):
    assert open_server.post("/echo", b"do=undo", "Sec-Fetch-Site: same-origin").body == "7"


def test_an_image_or_a_frame_on_another_site_is_refused(open_server):
    kinds = ("no-cors", "image"), ("navigate", "iframe"), ("cors", "empty"), ("no-cors", "empty")
    for mode, dest in kinds:
        lines = "Sec-Fetch-Site: cross-site", f"Sec-Fetch-Mode: {mode}", f"Sec-Fetch-Dest: {dest}"
        assert is_refused(open_server.get("/", *lines))


LINK = "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"


def test_a_link_on_another_site_leads_here(open_server, lan):
    """The cookie is SameSite=Lax: browsers send it with a link, and with nothing else."""
    for line in (LINK[2], "Sec-Fetch-Dest: empty"):  # a service worker of ours sends the latter
        page = open_server.get("/", *LINK[:2], line, cookie=signed(DEVICE))
        assert (page.status, page.body, page.cookie) == (200, DEVICE, "")
    admitted = lan.get(f"/?token={TOKEN}", *LINK)
    assert (admitted.status, admitted.headers["Location"]) == (303, "/")
    assert lan.get("/", *LINK, cookie=admitted.cookie).status == 200
    assert lan.get("/", *LINK).status == 403
    form = open_server.request("POST", "/", *LINK, f"Origin: {open_server.origin}")
    assert open_server.raw(form).status == 403


@pytest.mark.parametrize("method", ["PUT", "OPTIONS", "get"])
def test_other_methods_are_refused(open_server, method):
    refused = open_server.raw(open_server.request(method, "/", f"Origin: {open_server.origin}"))
    assert (refused.status, refused.headers["Allow"]) == (405, "GET, HEAD, POST")


def test_a_websocket_is_not_opened(open_server):
    lines = "Upgrade: websocket", "Sec-WebSocket-Key: x", "Sec-WebSocket-Version: 13"
    assert open_server.get("/", *lines).status == 200  # a page like any other


# devices


def test_a_visitor_is_given_a_device_and_keeps_it(open_server):
    first = open_server.get("/")
    again = open_server.get("/", cookie=first.cookie)
    assert re.fullmatch("[0-9a-f]{32}", first.body)
    assert first.cookie == signed(first.body)
    assert (again.body, again.cookie) == (first.body, "")
    others = first.headers["Set-Cookie"].split("; ")[1:]
    assert others == ["Path=/", "Max-Age=31536000", "HttpOnly", "SameSite=Lax"]


def test_the_cookie_is_for_tls_alone_where_there_is_tls(app):
    with served(app, scheme="https") as server:  # the scheme as the guard is told
        assert server.get("/").headers["Set-Cookie"].endswith("; SameSite=Lax; Secure")


DEVICE = "a" * 32


def test_the_cookie_is_found_among_others(open_server):
    cookie = f'x="1;2"; jotto=other.server; {signed(DEVICE)}; jottox=1'
    found = open_server.get("/", cookie=cookie)
    assert (found.body, found.cookie) == (DEVICE, "")


@pytest.mark.parametrize(
    "cookie",
    [
        f"jotto={DEVICE}", f"jotto={DEVICE}.", f"jotto={DEVICE}." + "0" * 64,
        altered(signed(DEVICE)), signed(DEVICE).replace("a" * 32, "b" * 32),
        signed(DEVICE, key=b"q" * 32), signed(DEVICE, "another-token-of-a-link"),
        signed(DEVICE).upper(), signed(DEVICE) + "0", signed(DEVICE).replace("jotto=", "Jotto="),
        signed("../../etc/passwd"), "; " * 30 + signed(DEVICE), "jotto=é",
    ],
)  # fmt: skip
def test_a_forged_cookie_counts_as_none(open_server, lan, cookie):
    visitor = open_server.get("/", cookie=cookie)
    assert (visitor.status, len(visitor.body)) == (200, 32)
    assert visitor.body != DEVICE
    assert visitor.cookie == signed(visitor.body)
    assert lan.get("/", cookie=cookie).status == 403


# the link


def test_without_the_link_nothing_is_shown(lan):
    paths = "/", "/own", "/static/a.css", "/stream", "/nowhere", "/?token", f"/own?token={TOKEN}"
    for path in paths:
        refused = lan.get(path)
        assert is_refused(refused)
        assert "Scan the code" in refused.body
    assert lan.post("/echo", b"x").status == 403


def test_the_link_admits_a_device_which_stays_the_same_and_leaves_the_address_bar(lan):
    admitted = lan.get(f"/?token={TOKEN}")
    assert (admitted.status, admitted.headers["Location"]) == (303, "/")
    assert admitted.cookie == signed(lan.get("/", cookie=admitted.cookie).body, TOKEN)
    for path in (f"/?token={TOKEN}", "/?token=an-old-link"):
        again = lan.get(path, cookie=admitted.cookie)
        assert (again.status, again.headers["Location"], again.cookie) == (303, "/", "")


# the link to another phone

OTHER = "b" * 32


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
        mine = signed(OTHER, token)
        for now[0] in (1e9, 1e9 + 599):
            asked = server.get(path, *LINK, cookie=mine)
            assert (asked.status, asked.cookie, asked.body) == (200, "", f"{OTHER}; {DEVICE}")
            lines = *LINK, "Origin: http://evil.example", f"Cookie: {mine}"
            assert is_refused(server.raw(server.request("POST", path, *lines)))
            done = server.post(path, b"", f"Cookie: {mine}")
            assert (done.status, done.cookie) == (200, signed(f"{OTHER}_{DEVICE}", token))
            both = server.get(path, cookie=done.cookie)
            assert (both.body, both.cookie) == (f"{OTHER} {DEVICE}; {DEVICE}", "")
            assert server.get("/", cookie=done.cookie).body == OTHER  # it stays what it was
            again = server.get("/link", cookie=done.cookie).body
            assert f"/move/{OTHER}_{DEVICE}." in again  # a third phone gets the games of both
            assert server.post(path, b"", f"Cookie: {done.cookie}").cookie == done.cookie
        now[0] = 1e9 + 600
        for late in (server.get(path, cookie=mine), server.post(path, b"", f"Cookie: {mine}")):
            assert is_refused(late)
            assert "Show a new one on the other phone" in late.body


def test_a_link_admits_a_phone_as_a_device_of_its_own(lan):
    first = lan.get(moved(DEVICE, TOKEN))
    own, _, other = first.body.partition("; ")
    assert (first.status, first.cookie, other) == (200, signed(own, TOKEN), DEVICE)
    assert own != DEVICE
    assert lan.get("/", cookie=first.cookie).body == own


def test_a_phone_has_the_games_of_sixteen_phones_at_most_and_loses_none(lan):
    mine, cookie = [f"{n:032x}" for n in range(16)], signed(f"{0:032x}", TOKEN)
    for device in mine[1:]:
        cookie = lan.post(moved(device, TOKEN), b"", f"Cookie: {cookie}").cookie
        assert cookie
    assert cookie == signed("_".join(mine), TOKEN)
    refused = lan.post(moved("f" * 32, TOKEN), b"", f"Cookie: {cookie}")
    assert is_refused(refused, 422)
    assert "games of 16 phones" in refused.body
    assert lan.get(lan.get("/link", cookie=cookie).body.removeprefix(lan.origin)).status == 200
    assert lan.get("/", cookie=signed("_".join([*mine, "f" * 32]), TOKEN)).status == 403


GOOD = moved("a" * 32, TOKEN)


def test_a_link_to_another_phone_admits_nowhere_else(lan):
    for path in ("/own", "/link", "/static/a.css", "/stream", "//", "/nowhere", "/data"):
        assert is_refused(lan.get(f"{path}{GOOD}")), path
    assert lan.get("/", cookie=GOOD.replace("/move/", "jotto=")).status == 403


# guests of a match

MATCH = invited("RIGHT", TOKEN)


def test_an_invitation_admits_to_its_match_and_to_nothing_of_the_household(lan):
    first = lan.get(MATCH, *LINK)
    assert (first.status, first.cookie.startswith("jotto=guest_")) == (200, True)
    assert TOKEN not in lan.get("/match/RIGHT", cookie=join(lan)).body
    assert first.body == f"{lan.origin}{MATCH}"  # for the one who has begun it
    guest = first.cookie
    for path in (MATCH, f"/data{MATCH}", f"/data{MATCH}/a"):
        again = lan.get(path, cookie=guest)
        assert (again.status, again.cookie) == (200, "")
    assert lan.get("/static/a.css", cookie=guest).status == 200
    for path in ("/", "/own", "/link", "/stream", "/data/match", "/match", "/data/home", "/match/"):
        refused = lan.get(path, cookie=guest)
        assert is_refused(refused), path
        assert "guest of a match" in refused.body
    for path in ("/match/RIGHT", "/data/match/RIGHT", "/data/match/WRONG", "/match/WRONG/a"):
        assert lan.get(path, cookie=guest).status == 404, path  # without the invitation


def test_a_guest_who_gets_the_link_of_the_household_stays_the_same_device(lan):
    guest = lan.get(MATCH).cookie
    device = guest.partition("guest_")[2][:32]
    for way in (f"/?token={TOKEN}", moved(DEVICE, TOKEN)):
        admitted = lan.get(way, cookie=guest)
        assert admitted.cookie == signed(device, TOKEN)
        assert lan.get("/", cookie=admitted.cookie).body == device
    assert lan.get("/?token=x", cookie=guest).status == 403


WRONG_TOKENS = ["", "x", TOKEN[:-1], TOKEN + "0", TOKEN.upper(), "%00", "%C3%A9", "x" * 10_000, "*"]
WRONG_LINKS = [
    altered(GOOD), GOOD + "0", "/move/", GOOD.replace(DEVICE, OTHER), "/move/" + GOOD[6:].upper(),
    GOOD + "%0a", re.sub(r"\.\d+\.", ".9999999998.", GOOD), "/move/" + "x" * 10_000, moved(DEVICE),
    moved(DEVICE, TOKEN, until=1), moved(DEVICE, TOKEN, key=b"q" * 32), moved("a" * 31, TOKEN),
    moved("_".join([DEVICE] * 17), TOKEN), signed(DEVICE, TOKEN).replace("jotto=", "/move/"),
    "/move/%00%ff", GOOD.replace("/move/", "/?as="),
]  # fmt: skip
WRONG_INVITATIONS = [
    altered(MATCH), MATCH + "0", MATCH + "-", "/match/RIGHT", invited("RIGHT"),
    MATCH.replace("RIGHT", "OTHER"), MATCH.replace("match", "game"),
    invited("RIGHT", TOKEN, b"q" * 32), f"/match/RIGHT-{GOOD[-64:]}", f"/match/RIGHT?token={TOKEN}",
    "/match/RIGHT-" + "x" * 9000,
]  # fmt: skip
WRONG = [*(f"/?token={token}" for token in WRONG_TOKENS), *WRONG_LINKS, *WRONG_INVITATIONS]


@pytest.mark.parametrize("path", WRONG)
def test_a_wrong_token_link_or_invitation_admits_no_one_and_gives_nobody_games(lan, path):
    for method in ("GET", "HEAD", "POST"):
        refused = lan.raw(lan.request(method, path, f"Origin: {lan.origin}"))
        assert is_refused(refused) or ("/move/" in path and is_refused(refused, 400))
    mine = signed("c" * 32, TOKEN)
    for again in (lan.get(path, cookie=mine), lan.post(path, b"", f"Cookie: {mine}")):
        assert (again.cookie, DEVICE in again.body) == ("", False)


@pytest.mark.parametrize("path", [GOOD, MATCH])
def test_a_right_link_or_invitation_admits_by_a_get_alone(lan, path):
    for method in ("HEAD", "POST"):
        assert is_refused(lan.raw(lan.request(method, path, f"Origin: {lan.origin}")))


def test_the_cookie_of_a_guest_cannot_be_made_one_of_the_household(lan):
    guest = lan.get(MATCH).cookie
    for forged in (guest.replace("guest_", ""), signed(DEVICE, TOKEN).replace("=", "=guest_")):
        assert lan.get("/", cookie=forged).status == 403


# guesses of what lets somebody in


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
        known = join(server)

        def tried(path: str, device: int = 0):
            """Ask as a device that has tried no code before; for other doors, as none."""
            return server.get(path, cookie=signed(f"{device:032x}", TOKEN) * code)

        statuses = [tried(wrong, device).status for device in range(7)]
        assert statuses == [404 if code else 403] * 5 + [429] * 2
        waits = tried(right)
        assert waits.status == 429
        assert f"Too many {'code' if code else 'link'}s were wrong. Wait a minute." in waits.body
        assert server.get("/", cookie=known).status == 200
        assert server.get("/data/match/RIGHT", cookie=signed(DEVICE, TOKEN)).status == 200
        assert server.get(MATCH, cookie=known).status == 200
        assert (server.get(MATCH).status == 200) == code  # all links have one limit
        now[0] = 11.0  # one more in ten seconds
        assert tried(right).status in (200, 303)
    assert GOOD[6:38] not in log.text
    assert MATCH[-64:] not in log.text


def test_guesses_from_many_addresses_are_counted_together(app):
    now, trusted = [0.0], {"proxy_headers": True, "forwarded_allow_ips": "127.0.0.1"}
    limits = Limits(wrong_in_all=Rate(1, 8), address=Rate(1e4, 1e4))
    with served(app, clock=lambda: now[0], limits=limits, more=trusted) as server:

        def tried(n: int, code: str = "WRONG") -> int:
            return server.get(f"/data/match/{code}", f"X-Forwarded-For: 1.2.3.{n}").status

        assert [tried(n) for n in range(12)] == [404] * 8 + [429] * 4
        assert tried(99, "RIGHT") == 429
        now[0] = 1.5
        assert tried(99, "RIGHT") == 200


# bodies


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_body_without_a_form_is_refused(open_server, method):
    """The application takes a body for a form, and only a POST has shown where it comes from."""
    assert open_server.raw(open_server.request(method, "/", body=b"do=undo")).status == 413
    chunked = _chunked(open_server).replace(b"POST", method.encode())
    assert open_server.raw(chunked + b"1\r\nx\r\n0\r\n\r\n").status == 413
    assert open_server.raw(chunked + b"0\r\n\r\n").status == 405  # by the application


def _chunked(server: Served) -> bytes:
    head = "POST /echo HTTP/1.1", f"Host: {server.host}", f"Origin: {server.origin}"
    return "\r\n".join([*head, "Transfer-Encoding: chunked", "", ""]).encode()


def test_a_body_up_to_the_limit_is_taken_and_no_larger_one(open_server):
    whole = b"x" * 65536
    chunks = _chunked(open_server) + (b"1000\r\n" + b"x" * 4096 + b"\r\n") * 16
    for taken in (open_server.post("/echo", whole), open_server.raw(chunks + b"0\r\n\r\n")):
        assert taken.body == "65536"
    larger = open_server.raw(chunks + b"1\r\nx\r\n0\r\n\r\n")
    for refused in (open_server.post("/echo", whole + b"x"), larger):
        assert refused.status == 413


def _sized(server: Served, *sizes: str) -> bytes:
    lines = [f"Content-Length: {size}" for size in sizes]
    head = ["POST /echo HTTP/1.1", f"Host: {server.host}", f"Origin: {server.origin}", *lines]
    return "\r\n".join([*head, "", ""]).encode()


@pytest.mark.parametrize("sizes", ["99999999999", "-1", "x", "1e3", "3 4", "9" * 30, ""])
def test_sizes_that_are_none_or_too_large_are_refused_before_a_body_comes(open_server, sizes):
    expected = (413,) if sizes == "99999999999" else (400, 413)
    assert open_server.raw(_sized(open_server, *sizes.split(" ")) + b"abc").status in expected


def test_a_slow_body_is_given_up(app):
    with served(app, limits=Limits(body_seconds=0.3)) as server:
        assert server.raw(_sized(server, "100") + b"x").status == 408


def test_a_visitor_who_goes_away_in_mid_body_breaks_nothing(open_server, log):
    with open_server.connect(_sized(open_server, "100") + b"x"):
        pass
    with open_server.connect(_chunked(open_server) + b"5\r\nab"):
        pass
    assert open_server.post("/echo", b"x").body == "1"
    assert "failed" not in log.text


# rates and streams


def test_a_device_may_ask_for_much_at_once_and_then_at_a_steady_rate(app):
    now = [0.0]
    with served(app, clock=lambda: now[0], limits=Limits(device=Rate(2, 5))) as server:
        one, other = signed("a" * 32), signed("b" * 32)
        ask = [server.get("/", cookie=one) for _ in range(7)]
        assert [each.status for each in ask] == [200] * 5 + [429] * 2
        assert ask[-1].headers["Retry-After"]
        assert server.get("/", cookie=other).status == 200
        now[0] = 1.0
        assert [server.get("/", cookie=one).status for _ in range(3)] == [200, 200, 429]


def test_visitors_without_a_device_share_the_rate_of_their_address(app):
    now = [0.0]
    with served(app, clock=lambda: now[0], limits=Limits(address=Rate(1, 3))) as server:
        assert [server.get("/").status for _ in range(4)] == [200, 200, 200, 429]
        assert server.get("/", cookie=signed(DEVICE)).status == 200
        forged = f"X-Forwarded-For: 10.0.0.1\r\nForwarded: for=10.0.0.1\r\nCookie: {signed('x')}"
        assert server.get("/", forged).status == 429


def test_two_hundred_visitors_may_come_at_once_and_leave_no_threads(app):
    with served(app) as server:
        before = threading.active_count()
        assert len({server.get("/").body for _ in range(200)}) == 200
        assert threading.active_count() <= before + 1


def begin(request):
    try:
        request.state.begin()
    except GameError as error:
        return PlainTextResponse(str(error), 422)
    return PlainTextResponse("")


def test_an_address_can_begin_only_so_many_games_and_others_are_not_concerned(app):
    now, limits = [0.0], Limits(begun=Rate(0.5, 3))
    trusted = {"proxy_headers": True, "forwarded_allow_ips": "127.0.0.1"}
    app = Starlette(routes=[Route("/", begin)])
    with served(app, limits=limits, clock=lambda: now[0], more=trusted) as server:

        def begun(address: str) -> int:
            return server.get("/", f"X-Forwarded-For: {address}").status

        for one, same, other in (
            ("1.2.3.4", "9.9.9.9, 1.2.3.4", "1.2.3.5"),
            ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:db8:1:3::1"),
        ):
            assert [begun(each) for each in (one, same, one, one, other)] == [200] * 3 + [422, 200]
            now[0] += 2
            assert [begun(one), begun(same)] == [200, 422]
        assert "wait a minute" in server.get("/", "X-Forwarded-For: 1.2.3.4, 2001:db8:1:2::7").body
        assert server.get("/", "X-Forwarded-For: <nobody>").status == 200


def test_who_asked_longest_ago_is_forgotten_first():
    rates = Rates(Rate(0, 1), most=2, clock=lambda: 0.0)
    taken = [rates.take(name) for name in "abacab"]
    assert taken == [True, True, False, True, False, True]  # c is one too many: b is forgotten
    assert len(rates._left) == 2


@given(st.lists(st.tuples(st.floats(0, 5), st.booleans()), max_size=60))
def test_no_one_gets_more_than_the_rate(steps):
    now, taken = 0.0, {True: 0, False: 0}
    rates = Rates(Rate(2, 3), most=10, clock=lambda: now)
    for wait, who in steps:
        now += wait
        taken[who] += rates.take(str(who))
    assert max(taken.values()) <= 3 + 2 * now + 1e-6


def _open_stream(server: Served, cookie: str) -> tuple[int, socket.socket]:
    head = f"GET /stream HTTP/1.1\r\nHost: {server.host}\r\nCookie: {cookie}\r\n\r\n"
    sock = server.connect(head.encode())
    return int(sock.recv(200).split()[1]), sock


def test_streams_are_counted_for_each_device_and_in_all_and_freed_when_closed(app, log):
    cookies = [signed(letter * 32) for letter in "abc"]
    with served(app, limits=Limits(streams=5, device_streams=2)) as server:
        opened = [_open_stream(server, cookie) for cookie in cookies for _ in range(3)]
        assert [status for status, _ in opened] == [200, 200, 503, 200, 200, 503, 200, 503, 503]
        for _, sock in opened:
            sock.close()
        deadline = time.monotonic() + 30
        while (again := _open_stream(server, cookies[0]))[0] != 200:
            again[1].close()
            assert time.monotonic() < deadline
        again[1].close()
    assert "failed" not in log.text
    assert "503 too many event streams" in log.text


def test_the_server_is_told_the_task_of_a_stream():
    """It ends the stream when the connection is closed."""
    tasks = []

    async def app(scope, receive, send):
        start = {"type": "http.response.start", "status": 200}
        await send({**start, "headers": [(b"content-type", b"text/event-stream")]})
        tasks.append((scope["state"]["stream"], asyncio.current_task()))

    assert _status(app) == 200
    assert tasks[0][0] is tasks[0][1]


# answers


def test_every_answer_has_the_headers_that_keep_it_safe(open_server, lan):
    many = [open_server.get(path) for path in ("/", "/nowhere", "/fail", "/static/a.css")]
    many += [lan.get("/"), lan.get("/?token=x"), lan.get(f"/?token={TOKEN}")]
    many += [open_server.post("/echo", b"x" * 65537), open_server.raw(b"GET / HTTP/1.0\r\n\r\n")]
    many += [open_server.raw(b"GET / HTTP/1.1\r\n\r\n")]
    assert [each.status for each in many] == [200, 404, 500, 200, 403, 403, 303, 413, 421, 400]
    for each in many:
        check_safe(each)
        policy = each.headers["Content-Security-Policy"]
        scripts = "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'"
        assert policy.startswith(f"default-src 'none'; {scripts}; style-src 'self'; ")
        assert policy.endswith("form-action 'self'; base-uri 'none'; frame-ancestors 'none'")


def test_the_policy_of_a_page_stays(open_server):
    policies = open_server.get("/own").headers.get_all("Content-Security-Policy")
    assert policies == ["default-src 'none'"]


def _logged(log) -> list[str]:
    """The lines of the log, of which the first may come just after the answer."""
    deadline = time.monotonic() + 30
    while not log.records and time.monotonic() < deadline:
        time.sleep(0.01)
    return log.messages


def test_an_exception_shows_no_trace_and_is_one_line_in_the_log(open_server, log):
    page = open_server.get("/fail?token=abc")
    assert page.status == 500
    assert not re.search("Traceback|ValueError|line|test_guard", page.body)
    assert SECRET not in page.body
    (line,) = _logged(log)
    failed = r"failed: 'GET' '/fail' from 127\.0\.0\.1: ValueError at test_guard\.py:\d+"
    assert re.fullmatch(failed + r"(, \w+\.py:\d+){3}", line)  # four places of many more
    assert SECRET not in log.text
    assert "Traceback" not in log.text


def test_an_exception_in_mid_answer_ends_the_answer(open_server, log):
    with open_server.connect(open_server.request("GET", "/fail-late")) as sock:
        got = b""
        while part := sock.recv(4096):
            got += part
    assert b"begun" in got
    assert not got.endswith(b"0\r\n\r\n")  # the browser sees that it is not whole
    (line,) = _logged(log)
    assert line.startswith("failed: 'GET' '/fail-late'")
    assert SECRET not in log.text


def test_an_exception_of_a_plain_application_is_answered(log):
    async def plain(scope, receive, send):
        raise ValueError(SECRET)

    with served(plain) as server:
        page = server.get("/")
    assert (page.status, SECRET in page.body) == (500, False)
    assert "Something went wrong" in page.body


# attempts


@pytest.mark.parametrize(
    "given",
    [
        "/%0d%0aSet-Cookie:%20x=1", "/?x=%0d%0aSet-Cookie:%20x=1", "/new%0aX-Evil:1/",
        "/%E5%98%8D%E5%98%8ASet-Cookie:x=1", "//evil.example/%2e%2e", "/%00", "/%80%ff",
    ],
)  # fmt: skip
def test_no_header_can_be_added_through_the_address(open_server, log, given):
    got = open_server.get(given, cookie="a=b%0d%0aX-Evil: 1; jotto=%0d%0aX-Evil:1")
    assert got.status in (200, 400, 404, 307)
    assert "x" not in (got.cookie or "jotto").partition("=")[0]
    assert got.headers["X-Evil"] is None
    assert "evil.example" not in got.headers.get("Location", "").partition("/")[0]
    for record in log.records:
        assert record.getMessage().isprintable()


@pytest.mark.parametrize(
    "data",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # a browser that begins TLS
        b"GET / HTTP/1.1\r\nHost: {host}\r\nX-A: b\r\n folded\r\nX\x00: 1\r\n\r\n",
        b"GET /\x01 HTTP/1.1\r\nHost: {host}\r\n\r\n",
        b"GET http://evil.example/ HTTP/1.1\r\nHost: {host}\r\n\r\n",
        b"GET * HTTP/1.1\r\nHost: {host}\r\n\r\n",
        b"GET /" + b"a" * 9_000 + b"?" + b"a" * 9_000 + b" HTTP/1.1\r\nHost: {host}\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: {host}\r\nX: " + b"a" * 20_000 + b"\r\n\r\n",
        b"POST /echo HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
        b"Transfer-Encoding: gzip, chunked\r\n\r\n",
    ],
)
def test_malformed_requests_are_refused(open_server, data):
    refused = open_server.raw(data.replace(b"{host}", open_server.host.encode()))
    assert refused.status in (400, 431, 501)
    check_safe(refused)


@pytest.mark.parametrize("part", [b"", b"GET / HTTP/1.1\r\nHost: x\r\nX: "])
def test_a_connection_without_a_whole_request_is_closed(app, monkeypatch, part):
    monkeypatch.setattr("jotto.web.server.HEADERS_SECONDS", 0.3)
    with served(app) as server, server.connect(part) as sock:
        assert sock.recv(100) == b""


def test_a_second_request_on_a_connection_must_come_in_time_too(app, monkeypatch):
    monkeypatch.setattr("jotto.web.server.HEADERS_SECONDS", 0.5)
    with served(app, more={"timeout_keep_alive": 300}) as server:
        whole = f"GET /own HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode()
        with server.connect(whole) as sock:
            assert answer(sock).status == 200
            sock.sendall(whole[:20])
            assert sock.recv(4096) == b""


def test_a_stream_may_last_longer_than_a_request_may_take(app, monkeypatch):
    monkeypatch.setattr("jotto.web.server.HEADERS_SECONDS", 0.2)
    with served(app) as server:
        status, sock = _open_stream(server, signed(DEVICE))
        with sock:
            assert status == 200
            got = b""
            while got.count(b"waiting") < 20:  # one in 0.02 s
                part = sock.recv(100_000)
                assert part
                got += part


# the log


def test_refusals_are_single_lines_without_a_secret(app, log):
    with served(app, token=TOKEN) as server:
        cookie = join(server)
        refused = server.get(f"/a%0afailed:%20x{TOKEN}?token={TOKEN}", cookie="jotto=\tx")
        assert refused.status == 400
        server.get(f"/{TOKEN}")
        server.get("/" + "a" * 5000)
        server.get("/?token=wrong-token")
        server.raw(server.request("GET", "/", host='evil.example" \x1b[31m'.replace("\x1b", "")))
        server.raw(server.request("POST", "/", "Origin: http://e\xfcvil", body=SECRET.encode()))
    lines = [record.getMessage() for record in log.records]
    assert len(lines) == 6
    assert all(line.isprintable() and len(line) < 300 for line in lines)
    assert all(line.startswith("refused: '") for line in lines)
    for hidden in (TOKEN, cookie, cookie[-64:], "wrong-token", SECRET):
        assert hidden not in log.text


def test_many_refusals_are_few_lines(app, log):
    now = [0.0]
    with served(app, token=TOKEN, clock=lambda: now[0], limits=Limits(logged=Rate(1, 3))) as server:
        for _ in range(50):
            server.get("/own")
        now[0] = 1.0
        server.get("/own")
    assert len(log.records) == 4
    assert log.messages[-1].endswith("(47 lines before were omitted)")


def test_a_guard_does_not_show_its_key_or_its_token(app):
    shown = repr(Guard(app, key=KEY, hosts=frozenset(), token=TOKEN))
    assert TOKEN not in shown
    assert repr(KEY) not in shown


# anything at all

text = st.text(st.characters(min_codepoint=33, max_codepoint=255), max_size=30)
usual_paths = ["/", "/echo", "/own", "/static/a.css", "/static/..", "//", "*", "/?token=1", "/%ff"]
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
