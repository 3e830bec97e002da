"""Every route of the application behind the guard, with wrong tokens, cookies, names and forms."""

import itertools
import logging
import re
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

import pytest
from served import Answer, Served, check_safe, served, signed
from serving import RULES, turn_of
from starlette.routing import Route

from jotto.assistant.store import Store
from jotto.assistant.table import Table, kept_options
from jotto.web.app import CHOICES, PAGES, Server
from jotto.web.games import Games, Matches
from jotto.web.server import Limits, Rate

TOKEN = "the-token-of-the-link-0"
ANN, BOB, EVE = (digits * 16 for digits in ("a1", "b2", "e3"))  # devices; Eve plays nothing
NOBODY = ""
BAIT = "bait-in-a-file"
SECRETS = {"fjord": ANN, "kayak": BOB, "zebra": ANN, BAIT: NOBODY, TOKEN: NOBODY}
SECRETS |= dict.fromkeys((ANN, BOB, EVE), NOBODY)
REFUSED = (400, 403, 413, 431)  # by the guard; by the application 404, 405 and 422
MUCH = Rate(1e5, 1e5)
SCRIPT = "<script>alert(1)</script>"

# what a device that is admitted, but plays nothing, gets by GET and by POST
ROUTES = {
    "/": (200, 405),
    "/new": (200, 422),
    "/game/{name}": (404, 404),
    "/game/{name}/ahead": (404, 405),
    "/game/{name}/report": (404, 405),
    "/match": (200, 422),
    "/join": (303, 405),
    "/match/{code}": (200, 422),
    "/match/{code}/events": (200, 405),
    "/match/{code}/report": (404, 405),
    "/static": (200, 405),
}
GAME, MATCH = "/game/{name}", "/match/{code}"
BUTTONS = {
    GAME: ["score", "guess", "undo", "edit", "fix", "unlisted", "refuse", "race", "side", "they",
           "hint", "finish", "delete", "dance"],
    MATCH: ["secret", "guess", "advice", "leave", "join", "dance"],
}  # fmt: skip
VALID = {"word": "crane", "score": "0,0", "turn": "1", "number": "0", "side": "them", "name": "Eve"}
VALID |= {"on": "yes", "first": "me"}  # a match can begin with ``other``, too

WRONG_NAMES = [
    "nowhere", "AAAAAA", "2026-01-01-000000-AAAAAAAAAAAAAAAA", "..", "%2e%2e", "%2f", "..%2fweb",
    "..%2fgames%2f{name}", "..%2fmatches%2f{code}", "..%5cweb", "..%252fweb", "%2fetc%2fpasswd",
    "{name}.json", "{code}.json", "{name}%00", "%00", "{code}%20", "%0d%0aX-Evil:%201",
    "{code}%0d%0aX-Evil:%201", "\xe9", "%C3%A9", "%EF%BC%A1" * 6, "%ff", "a" * 5000, "a" * 16300,
]  # fmt: skip
WRONG_TURNS = ["", "-1", "999", "0x1", "9" * 5000, "\u0661\u0662", SCRIPT]
WRONG_WORDS = [SCRIPT, "a" * 10_000, "\0", "é" * 4, "../../web", "{{7*7}}", "crane\r\nX-Evil: 1"]
COOKIES = {
    "none": "",
    "unsigned": f"jotto={ANN}",
    "forged": f"jotto={ANN}.{'0' * 64}",
    "of another device": signed(EVE, TOKEN).replace(EVE, ANN),
    "signed with another key": signed(ANN, TOKEN, b"q" * 32),
    "of another token": signed(ANN, "another-token-of-a-link"),
    "of no token": signed(ANN),
}


@dataclass
class Room:
    """A server with a game of Ann's, and a match between Ann and Bob, in which it is Bob's turn."""

    server: Served
    folder: Path
    routes: list[Route]
    names: dict[str, str] = field(default_factory=dict)

    def path(self, route: str, name: str = "") -> str:
        """The address of a route; ``name`` is in place of the name of the game or the match."""
        names = {key: (name or right).format(**self.names) for key, right in self.names.items()}
        return route.format(**names) + "/app.css" * (route == "/static")

    def send(self, cookie: str, method: str, path: str, form=None, *lines: str) -> Answer:
        given = [f"Origin: {self.server.origin}", *lines, *[f"Cookie: {cookie}"] * bool(cookie)]
        body = form if isinstance(form, bytes) else urlencode(form or {}).encode()
        return self.server.raw(self.server.request(method, path, *given, body=body))

    def turn(self, path: str) -> str:
        """The number of the turn of a game, from Ann's page."""
        return turn_of(self.send(signed(ANN, TOKEN), "GET", path).body)

    def do(self, who: str, path: str, **form: str) -> str:
        """Send a form that counts; return where it leads."""
        form["at"] = self.turn(path)
        answer = self.send(signed(who, TOKEN), "POST", path, form)
        assert answer.status == 303, answer.body
        return answer.headers["Location"]

    def files(self) -> dict[str, bytes]:
        files = (each for each in self.folder.rglob("*.*") if "-shm" not in each.name)
        return {str(each): each.read_bytes() for each in files}


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    folder = tmp_path_factory.mktemp("room")
    (folder / "web.json").write_text(BAIT)

    def record(record):
        (folder / "history.txt").write_text(str(record))

    options = kept_options(Table(), strategy="entropy", seed=0, book=True)
    games, matches = (Store(folder / "games.sqlite", kind) for kind in ("game", "match"))
    app = Server(Games(games, private=True), Matches(matches), options, record).app()
    limits = Limits(address=MUCH, device=MUCH, wrong_tokens=MUCH, logged=MUCH)
    with served(app, token=TOKEN, limits=limits) as server:
        one = Room(server, folder, app.routes)
        game = begin_game(one)
        match = begin_match(one)
        one.do(ANN, match, do="guess", word="pales")
        one.names = {"name": game.rpartition("/")[2], "code": match.rpartition("/")[2]}
        yield one


def begin_game(room: Room) -> str:
    game = room.do(ANN, "/new", **RULES)
    room.do(ANN, game, do="race", word="zebra", first="me")
    room.do(ANN, game, do="score", score="1,1")
    return game


def begin_match(room: Room) -> str:
    match = room.do(ANN, "/match", name="Ann", other="person", first="me")
    room.do(BOB, match, do="join", name="Bob")
    room.do(ANN, match, do="secret", word="fjord")
    room.do(BOB, match, do="secret", word="kayak")
    return match


@pytest.fixture
def ask(room, caplog):
    """Ask for something that must change nothing, leak nothing, and be logged if it is refused."""
    caplog.set_level(logging.DEBUG, "jotto.web")
    before = room.files()

    def ask(who, method, path, form=None, *lines, cookie=None) -> Answer:
        caplog.clear()
        cookie = signed(who, TOKEN) if cookie is None else cookie
        answer = room.send(cookie, method, path, form, *lines)
        check_safe(answer)
        text = f"{answer.headers}{answer.body}".lower()
        secrets = SECRETS | {room.names["name"].lower(): ANN}
        for secret, owner in secrets.items():
            assert owner == who != NOBODY or secret not in text, (secret, path)
            assert secret not in caplog.text.lower() or secret in path.partition("?")[0].lower()
        assert SCRIPT not in answer.body
        assert not {"X-Evil", "Set-Cookie"} & set(answer.headers)
        assert answer.headers.get("Location", "/").removeprefix(room.server.origin)[:2] != "//"
        by_guard = answer.status in REFUSED and answer.headers["Content-Type"] != "text/plain"
        assert len(caplog.messages) == by_guard, (answer.status, path, caplog.records)
        assert all(line.startswith("refused: ") and line.isprintable() for line in caplog.messages)
        assert room.files() == before, (method, path, form)
        return answer

    return ask


def requests(room, routes=ROUTES):
    """Yield each route and method, and for POST a form of each button."""
    for route in routes:
        turn = room.turn(room.path(route)) if route in BUTTONS else "0"
        yield route, "GET", None
        yield route, "HEAD", None
        for button in BUTTONS.get(route, ["guess"]):
            yield route, "POST", VALID | {"at": turn, "do": button}


def test_no_route_and_no_button_is_left_out(room):
    assert [each.path for each in room.routes] == list(ROUTES)
    for each in room.routes:
        if isinstance(each, Route):
            assert ("POST" in each.methods) == (ROUTES[each.path][1] != 405), each.path
            assert each.methods <= {"GET", "HEAD", "POST"}
    pages = "".join(each.read_text() for each in PAGES.glob("*.html"))
    buttons = set(re.findall(r'(?:hidden|button|entry)\((?:at, )?"(\w+)"', pages))
    assert {"score", "secret"} < buttons <= {*BUTTONS[GAME], *BUTTONS[MATCH]}
    assert re.findall(r'name="do" value="([^"]*)"', pages) == ["{{ do }}"]  # so these are all
    new = room.send(signed(ANN, TOKEN), "GET", "/new").body
    assert re.findall(r'<option value="([^"]*)"', new) == [*itertools.chain(*CHOICES.values())]


@pytest.mark.parametrize("cookie", COOKIES.values(), ids=list(COOKIES))
def test_who_is_not_admitted_gets_nothing(room, ask, cookie):
    for route, method, form in requests(room):
        answer = ask(NOBODY, method, room.path(route), form, cookie=cookie)
        assert answer.status == 403, (route, method, form)
        assert method == "HEAD" or "Scan the code" in answer.body


@pytest.mark.parametrize("token", ["", TOKEN[:-1], "%00%ff&token=%0d%0aX-Evil:%201", TOKEN])
def test_no_token_admits_to_more_than_the_first_page(room, ask, token):
    for route, method, form in requests(room):
        if (route, method, token) != ("/", "GET", TOKEN):
            answer = ask(NOBODY, method, f"{room.path(route)}?token={token}", form, cookie="")
            assert answer.status == 403, (route, method, form)


def test_who_plays_nothing_sees_scores_and_changes_nothing(room, ask):
    for route, method, form in requests(room):
        for lines in ((), ("X-Part: main",)):
            answer = ask(EVE, method, room.path(route), form, *lines)
            assert answer.status == ROUTES[route][method == "POST"], (route, form)


def test_a_game_is_not_there_for_other_devices(room, ask):
    games = [route for route in ROUTES if route.startswith("/game")]
    for route, method, form in requests(room, games):
        assert ask(BOB, method, room.path(route), form).status == ROUTES[route][method == "POST"]


@pytest.mark.parametrize("who", [ANN, EVE])
@pytest.mark.parametrize("name", [*WRONG_NAMES, "{name}", "{code}"])
def test_wrong_names_lead_nowhere(room, ask, who, name):
    routes = [route for route in ROUTES if "{" in route and name not in route]
    for route, method, form in requests(room, routes):
        answer = ask(who, method, room.path(route, name), form)
        assert answer.status in (400, 404, 405, 431) or name == "%2f", (route, method, form)


PLAYS = [(ANN, GAME), (ANN, MATCH), (BOB, MATCH)]


plays = pytest.mark.parametrize(("who", "route"), PLAYS, ids=["a game", "Ann", "Bob"])


@plays
def test_no_get_changes_anything(room, ask, who, route):
    path = room.path(route)
    page, turn = ask(who, "GET", path).body, room.turn(path)
    for method, button in itertools.product(("GET", "HEAD"), BUTTONS[route]):
        form = VALID | {"at": turn, "do": button}
        assert ask(who, method, f"{path}?{urlencode(form)}").status == 200
        assert ask(who, method, path, form).status == 413
    assert ask(who, "GET", path).body == page


@plays
@pytest.mark.parametrize("turn", WRONG_TURNS)
def test_a_form_of_another_turn_changes_nothing(room, ask, who, route, turn):
    for button in BUTTONS[route]:
        answer = ask(who, "POST", room.path(route), VALID | {"at": turn, "do": button})
        assert answer.status == (303 if button == "join" else 200)  # Ann and Bob have joined
        assert answer.status == 303 or "changed meanwhile" in answer.body


@pytest.mark.parametrize("wrong", WRONG_WORDS)
@pytest.mark.parametrize("lines", [(), ("X-Part: main",)])
def test_wrong_fields_are_said_and_change_nothing(room, ask, wrong, lines):
    fields = ("score score", "guess word", "edit turn", "fix number", "they word", "race word")
    game = [{"do": do, of: wrong} for do, of in map(str.split, fields)]
    game += [{"do": "finish", "word": wrong}, {"do": wrong}]
    game += [{"do": "edit", "turn": "1", of: wrong} for of in ("word", "score")]
    match = [{"do": "secret", "word": wrong}, {"do": "guess", "word": wrong}, {"do": wrong}]
    plays = [(ANN, GAME, each) for each in game] + [(BOB, MATCH, each) for each in match]
    plays += [(ANN, "/new", {"game": wrong}), (ANN, "/match", {"name": wrong})]
    for who, route, form in plays:
        path = room.path(route)
        form = {"at": room.turn(path), **form}
        assert ask(who, "POST", path, form, *lines).status == 422, form
    for query in ({"show": wrong}, {"show": "about", "word": wrong}, {"edit": wrong}):
        asked = f"{room.path(GAME)}?{urlencode(query)}"
        assert ask(ANN, "GET", asked, None, *lines).status in (200, 422)
    led = ask(ANN, "GET", f"/join?{urlencode({'word': wrong})}").headers["Location"]
    assert ask(ANN, "GET", led).status in (400, 404, 431)


def test_a_wrong_side_is_not_kept(room):
    path = begin_game(room)
    form = {"at": room.turn(path), "do": "side", "side": SCRIPT}
    room.send(signed(ANN, TOKEN), "POST", path, form)
    assert SCRIPT.encode() not in b"".join(room.files().values())


def test_nobody_plays_for_another_or_when_it_is_not_their_turn(room, ask):
    """It is Bob's turn, and the secrets cannot change any more."""
    for who, button in ((ANN, "guess"), (ANN, "secret"), (BOB, "secret"), (EVE, "guess")):
        form = VALID | {"at": room.turn(room.path(MATCH)), "do": button}
        assert ask(who, "POST", room.path(MATCH), form | {"seat": "1"}).status == 422


@plays
def test_there_is_no_report_before_the_end(room, ask, who, route):
    assert ask(who, "GET", f"{room.path(route)}/report").status == 404


@pytest.mark.parametrize(
    ("form", "status"), [(b"a" * 16_400, 413), (b"\xff\xfe=\xff", 200), (b"&" * 9000, 200)]
)
def test_bytes_that_are_no_form_change_nothing(room, ask, form, status):
    for who, route in PLAYS:
        assert ask(who, "POST", room.path(route), form).status == status


def test_a_secret_is_shown_when_the_match_is_over(room):
    """So the tests above would find it."""
    path = begin_match(room)
    assert "FJORD" in room.send(signed(ANN, TOKEN), "GET", path).body
    assert "KAYAK" in room.send(signed(BOB, TOKEN), "GET", path).body
    room.do(BOB, path, do="leave")
    for who in (ANN, BOB, EVE):
        page = room.send(signed(who, TOKEN), "GET", path).body
        assert "FJORD" in page
        assert "KAYAK" in page
    assert room.send(signed(EVE, TOKEN), "GET", f"{path}/report").status == 404
