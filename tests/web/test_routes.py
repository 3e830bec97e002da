"""Every route of the application behind the guard, with wrong tokens, cookies, names and moves."""

import json
import logging
import re
import sqlite3
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from pathlib import Path
from time import time
from typing import Any
from urllib.parse import urlencode

import device
import pytest
from device import RULES
from served import Answer, Served, application, check_safe, invited, moved, served, signed
from starlette.routing import Route
from texts import heard

from jotto.assistant.match import STEPS
from jotto.assistant.moves import MOVES
from jotto.question.forms import in_forms
from jotto.question.making import Question, saved_options
from jotto.web.app import PAGES, SEEN
from jotto.web.purse import Keeping, Rate, Shares

TOKEN = "the-token-of-the-link-0"
ANN, BOB, EVE = (digits * 16 for digits in ("a1", "b2", "e3"))  # devices; Eve plays nothing
NOBODY = ""
BAIT = "bait-in-a-file"
SECRETS = {"fjord": ANN, "kayak": BOB, "zebra": ANN, "vixen": ANN, BAIT: NOBODY, TOKEN: NOBODY}
SECRETS |= dict.fromkeys((ANN, BOB, EVE), NOBODY)
REFUSED = (400, 403, 413, 431)  # by the guard; by the application 404, 405 and 422
MUCH = Rate(1e5, 1e5)
SCRIPT = "<script>alert(1)</script>"
CHOSEN = [name for name, (_, row) in in_forms().items() if row.form]
NEW_MATCH = RULES | {"name": "Ann", "other": "person", "order": "me", "minutes": "0"}

# what a device that is admitted, but plays nothing, gets by GET and by POST
PAGE = (200, 405)  # the same for everybody
SAVED = "/data/saved/{name}"
MATCH, MOVE = "/data/match/{code}", "/data/move/{link}"
PAGES_ = (
    "/",
    "/new",
    "/alone",
    "/lists",
    "/games",
    "/saved",
    "/game/{name}",
    "/game/{name}/report",
)
PAGES_ += ("/match", "/match/{code}", "/move/{link}", "/practice", "/league")
PAGES_ += ("/practice/{tile}", "/play/{tile}", "/guess/{tile}")
ROUTES = {
    **dict.fromkeys((*PAGES_, "/sw.js", "/app.webmanifest"), PAGE),
    "/data/home": (200, 405),
    "/data/new": (200, 405),
    "/data/games": (200, 405),
    "/data/table": (422, 405),
    SAVED: (404, 404),
    "/data/league": (200, 422),
    "/data/move": (200, 405),
    "/data/move.svg": (200, 405),
    MOVE: (403, 403),
    "/data/match": (200, 422),
    MATCH: (200, 422),
    f"{MATCH}/events": (200, 405),
    f"{MATCH}/code.svg": (200, 405),
    f"{MATCH}/{{pane}}": (404, 405),
    **dict.fromkeys(("/static/sentences.json", "/static/core.wasm", "/static"), PAGE),
}
BUTTONS = [*(step for step in STEPS if step != "again"), "dance"]  # of a match
VALID = {"word": "crane", "score": "0,0", "turn": "1", "number": "0", "side": "them", "name": "Eve"}
VALID |= {"first": "me"}  # a match can begin with ``other``, too

WRONG_NAMES = [
    "nowhere", "AAAAAA", "2026-01-01-000000-AAAAAAAAAAAAAAAA", "..", "%2e%2e", "%2f", "..%2fweb",
    "..%2fgames%2f{name}", "..%2fmatches%2f{code}", "..%5cweb", "..%252fweb", "%2fetc%2fpasswd",
    "{name}.json", "{code}.json", "{name}%00", "%00", "{code}%20", "%0d%0aX-Evil:%201",
    "{code}%0d%0aX-Evil:%201", "\xe9", "%C3%A9", "%EF%BC%A1" * 6, "%ff", "a" * 5000, "a" * 16300,
]  # fmt: skip
WRONG_TURNS = ["", "-1", "999", "0x1", "9" * 5000, "\u0661\u0662", SCRIPT]
WRONG_WORDS = [SCRIPT, "a" * 10_000, "\0", "é" * 4, "../../web", "{{7*7}}", "crane\r\nX-Evil: 1"]
WRONG_WORDS += ["\ud800", "\u202e"]
NO_MOVES = [
    b"", b"\xff\xfe=\xff", b"&" * 9000, b"[" * 16_000, b'{"at":' * 2000, b"null", b'"undo"', b"[]",
    b'{"do": ["undo"]}', b'{"do": "undo", "at": 0}', b'{"do": null}', b'{"at": %s}' % (b"9" * 5000),
    b'{"do": "undo"', b"do=undo&at=0", b'{"do": NaN}', b'{"do": {"do": "undo"}}',
]  # fmt: skip
COOKIES = {  # more of them: test_guard.py
    "none": "",
    "of another device": signed(EVE, TOKEN).replace(EVE, ANN),
    "of another token": signed(ANN, "another-token-of-a-link"),
    "a link to another phone": moved(ANN, TOKEN).replace("/move/", "jotto="),
}


@dataclass
class Room:
    """A server with a game of Ann's, and a match between Ann and Bob, in which it is Bob's turn.

    Ann has finished another game.
    """

    server: Served
    folder: Path
    routes: list[Route]
    names: dict[str, str] = field(default_factory=dict)

    def path(self, route: str, name: str = "", pane: str = "list") -> str:
        """The address of a route; ``name`` is in place of the name of the game or the match."""
        names = {key: (name or right).format(**self.names) for key, right in self.names.items()}
        return route.format(**names, pane=pane) + "/app.css" * (route == "/static")

    def send(self, cookie: str, method: str, path: str, move=None, *lines: str) -> Answer:
        given = [f"Origin: {self.server.origin}", *lines, *[f"Cookie: {cookie}"] * bool(cookie)]
        body = json.dumps(move).encode() if isinstance(move, dict) else move or b""
        return self.server.raw(self.server.request(method, path, *given, body=body))

    def data(self, who: str, path: str):
        return self.ask(who, path)[1]

    def turn(self, path: str, who: str = ANN) -> str:
        """The version of a game, as this device sees it."""
        return str(self.data(who, path.removeprefix("/data")).get("view", {"at": 0})["at"])

    def do(self, who: str, path: str, **move: str) -> str:
        """Send a move that counts; return where it leads."""
        status, data = self.ask(who, path, {"at": self.turn(path, who), **move})
        assert status == 200, data
        assert SEEN not in heard(data.get("said", []))
        return data.get("go", "")

    def ask(self, who: str, path: str, move: dict[str, str] | None = None) -> tuple[int, Any]:
        """Ask for data, or send what a device, or who has a cookie, has made."""
        method, cookie = (
            "GET" if move is None else "POST",
            who if "=" in who else signed(who, TOKEN),
        )
        answer = self.send(cookie, method, f"/data{path}", move)
        return answer.status, json.loads(answer.body)

    def play(self, who: str, path: str, **move: str) -> None:
        """Make a move in a live game."""
        status, data = device.play(partial(self.ask, who), path, **move)
        assert status == 200, data

    def files(self) -> tuple[Any, ...]:
        """All that is stored but for who was seen when."""
        files = (each for each in self.folder.rglob("*.*") if "sqlite" not in each.name)
        return rows(self), {str(each): each.read_bytes() for each in files}


@contextmanager
def room_in(folder: Path, *, private: bool = True):
    """Serve what is in a folder."""
    (folder / "web.json").write_text(BAIT)
    app = application(folder, saved_options(Question()), private=private)
    much = Shares(**dict.fromkeys(("seconds", "wrong", "wrong_in_all", "logged"), MUCH))
    with served(app, token=TOKEN, shares=much) as server:
        yield Room(server, folder, app.routes)


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    with room_in(tmp_path_factory.mktemp("room")) as one:
        game, match = begin_game(one), begin_match(one)
        one.do(ANN, match, do="guess", word="pales")
        finish_game(one)
        one.names = {"name": game.rpartition("/")[2], "code": match.rpartition("/")[2]}
        one.names |= {"link": "x", "tile": "wordle"}
        yield one


def begin_game(room: Room, who: str = ANN) -> str:
    game = device.begin(partial(room.ask, who), **RULES)
    room.play(who, game, do="race", word="zebra", first="me")
    room.play(who, game, do="score", score="1,1")
    return game


def finish_game(room: Room) -> None:
    game = device.begin(partial(room.ask, ANN), **RULES)
    room.play(ANN, game, do="score", word="vixen", score="5,0")
    room.play(ANN, game, do="finish")


def finished_game(room: Room) -> Any:
    """The game that was finished first; matches of other tests come later."""
    return room.data(ANN, "/games")["over"][-1]


def begin_match(room: Room, *, alone: bool = False) -> str:
    match = room.do(ANN, "/match", **NEW_MATCH)
    if alone:
        return match.rpartition("/")[2]
    room.do(BOB, match, do="join", name="Bob")
    room.do(ANN, match, do="secret", word="fjord")
    room.do(BOB, match, do="secret", word="kayak")
    return match


@pytest.fixture
def ask(room, caplog):
    """Ask for something that must change nothing, leak nothing, and be logged if it is refused."""
    caplog.set_level(logging.DEBUG, "jotto.web")
    before = room.files()
    finished = finished_game(room)
    secrets = SECRETS | {room.names["name"].lower(): ANN, finished["name"]: ANN}

    def ask(who, method, path, move=None, *lines, cookie=None) -> Answer:
        caplog.clear()
        cookie = signed(who, TOKEN) if cookie is None else cookie
        answer = room.send(cookie, method, path, move, *lines)
        check_safe(answer)
        text = f"{answer.headers}{answer.body}".lower()
        own = {who} if path == "/data/move" else ()  # the link names the device
        for secret, owner in secrets.items():
            assert owner == who != NOBODY or secret in own or secret not in text, (secret, path)
            assert secret not in caplog.text.lower() or secret in path.partition("?")[0].lower()
        assert SCRIPT not in answer.body or answer.headers["Content-Type"] == "application/json"
        assert not {"X-Evil", "Set-Cookie"} & set(answer.headers)
        assert answer.headers.get("Location", "/").removeprefix(room.server.origin)[:2] != "//"
        plain = "text/plain" in (answer.headers["Content-Type"] or "")
        by_guard = answer.status in REFUSED and not plain
        assert len(caplog.messages) == by_guard, (answer.status, path, caplog.records)
        assert all(line.startswith("refused: ") and line.isprintable() for line in caplog.messages)
        assert room.files() == before, (method, path, move)
        return answer

    return ask


def requests(room, routes=ROUTES, buttons=BUTTONS):
    """Yield each route and method, and for POST a move of each button."""
    for route in routes:
        turn = room.turn(room.path(route)) if route == MATCH else "0"
        yield route, "GET", None
        yield route, "HEAD", None
        for button in buttons if route == MATCH else ["guess"]:
            yield route, "POST", VALID | {"at": turn, "do": button}


def test_no_route_and_no_button_is_left_out(room):
    assert [each.path for each in room.routes] == list(ROUTES)
    for each in room.routes:
        if isinstance(each, Route):
            assert ("POST" in each.methods) == (ROUTES[each.path][1] != 405), each.path
            assert each.methods <= {"GET", "HEAD", "POST"}
    pages = "".join(each.read_text() for each in PAGES.glob("*.js"))
    buttons = set(re.findall(r'\bdo: "([a-z ]+)"', pages))
    practice = {"begin", "show", "next"}  # never sent
    assert {"score", "join"} < buttons < {*MOVES, "finish", "delete", "give up", *STEPS, *practice}


KNOCKS = [("", cookie) for cookie in COOKIES.values()]  # a query, and a cookie
LINKS = f"?token={TOKEN[:-1]}", f"?token={TOKEN}", f"?as={moved(ANN, TOKEN)[6:]}"
KNOCKS += [(link, "") for link in LINKS]


@pytest.mark.parametrize(("query", "cookie"), KNOCKS, ids=range(len(KNOCKS)))
def test_who_is_not_admitted_gets_nothing_and_a_link_admits_to_the_first_page_alone(
    room, ask, query, cookie
):
    for route, method, move in requests(room, buttons=["guess"]):
        if (route, method, query) == ("/", "GET", f"?token={TOKEN}"):
            continue
        answer = ask(NOBODY, method, room.path(route) + query, move, cookie=cookie)
        assert answer.status == 403, (route, method, move)
        text = "Show a new one" if (route, method) == ("/move/{link}", "GET") else "Scan the code"
        assert query or method == "HEAD" or text in answer.body


def test_an_invitation_admits_to_its_match_and_to_nothing_of_the_household(room):
    """What a guest gets of each route, with the right invitation in place of the code."""
    path = f"/match/{begin_match(room, alone=True)}"
    code = path.rpartition("/")[2]
    link = room.data(ANN, path)["link"]
    assert link == f"{room.server.origin}{invited(code, TOKEN)}"
    first = room.send("", "GET", invited(code, TOKEN))
    assert (first.status, TOKEN in link) == (200, False)
    guest = first.cookie
    for route, method, move in requests(room):
        answer = room.send(guest, method, room.path(route), move)
        ours = route.startswith(("/match/", "/static", "/sw.js", "/app."))
        assert (answer.status in (200, 404, 405)) == (ours or "/match/{code}" in route), route
        assert answer.status != 200 or ROUTES[route] == PAGE, route  # nothing of another match
        assert not answer.headers["Set-Cookie"]
    assert room.data(guest, invited(code, TOKEN))["view"]["stage"] == "join"
    assert room.ask(guest, invited("AAAAAA", TOKEN))[0] == 404
    room.do(guest, invited(code, TOKEN), do="join", name="Gus")
    for way in (path, invited(code, TOKEN)):  # then also without the invitation: it has a seat
        assert room.data(guest, way)["view"]["stage"] == "secret"
    for who, word in ((ANN, "fjord"), (guest, "kayak")):
        room.do(who, path, do="secret", word=word)
    room.do(ANN, path, do="leave")
    ways = {  # of the records of matches only their own: here none is kept
        f"/game/{code}-1/report": 200,
        f"/data/saved/{code}-0": 404,
        f"/data/saved/{'a' * 20}": 403,
        f"/data/table?name={code}-0": 404,
        f"/data/table?name={code}-0&game=words": 403,
        "/data/table?game=words": 403,
    }
    assert {way: room.send(guest, "GET", way).status for way in ways} == ways
    again = room.do(ANN, path, do="again")
    assert room.send(guest, "GET", f"/data{again}").status == 200  # the next one, too


# --- who I am -------------------------------------------------------------------------------------

FROM = {
    "typed": [],
    "elsewhere": [
        *("Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"),
    ],
}
ASKED = [f"as={moved(BOB, TOKEN)[6:]}", f"token={TOKEN}", "token=x", "do=leave&at=6"]


def rows(room: Room) -> list[list[tuple]]:
    """All games and matches, also finished ones: all in the database but who was seen when."""
    with closing(sqlite3.connect(room.folder / "games.sqlite")) as database:
        tables = "games", "finished"
        return [database.execute(f"select * from {each} order by id").fetchall() for each in tables]


@pytest.mark.parametrize("origin", FROM)
@pytest.mark.parametrize("query", ASKED, ids=range(len(ASKED)))
def test_no_get_changes_who_i_am_or_what_is_stored(room, origin, query):
    code, link = room.names["code"], moved(BOB, TOKEN)[6:]
    codes = (code, "secret"), (code, "list"), (invited(code, TOKEN)[7:], "list"), ("AAAAAA", "list")
    fields = [room.names | {"link": link, "code": name, "pane": pane} for name, pane in codes]
    paths = {route.format(**given): route for route in ROUTES for given in fields}
    devices = signed(ANN, TOKEN), signed(f"{EVE}_{ANN}", TOKEN), signed(f"guest_{EVE}", TOKEN)
    before = rows(room)
    for (path, route), cookie in product(paths.items(), devices):
        method = "HEAD" if route.endswith("/events") else "GET"  # the stream would not end
        answer = room.send(cookie, method, f"{path}?{query}", None, *FROM[origin])
        raised = "guest" in cookie and f"token={TOKEN}" in query and path == "/"
        raised |= "guest" in cookie and route == "/move/{link}"
        given = answer.cookie.replace("jotto=", "").partition(".")[0]
        assert given == (EVE if raised and method == "GET" else ""), (method, path, query)
    assert rows(room) == before


def test_games_of_another_phone_are_added_and_those_of_this_one_stay(tmp_path):
    """Games, matches and finished games; whoever showed the link sees nothing new."""
    with room_in(tmp_path) as room:
        begin_game(room)
        finish_game(room)
        match = begin_match(room)
        begin_game(room, BOB)
        games = {who: room.data(who, "/home")["going"] for who in (ANN, BOB)}
        paths = {who: {one["path"] for one in games[who]} for who in games}
        assert [len(paths[who]) for who in (ANN, BOB)] == [2, 2]
        link = room.data(ANN, "/move")["link"].removeprefix(room.server.origin)
        assert room.data(BOB, link) == {"mine": "2 games", "theirs": "3 games"}
        before = rows(room), room.data(BOB, "/home")
        answer = room.send(signed(BOB, TOKEN), "POST", f"/data{link}", {})
        assert (answer.status, json.loads(answer.body)) == (200, {"go": "/"})
        both = answer.cookie
        assert (rows(room), room.data(BOB, "/home")) == before  # nothing is taken from anybody

        both_ask = partial(room.ask, both)
        going = {one["path"] for one in both_ask("/home")[1]["going"]}
        assert going == paths[ANN] | paths[BOB]
        (finished,) = both_ask("/games")[1]["over"]
        assert both_ask(f"/saved/{finished['name']}")[1]["record"]["turns"] == ["vixen=5,0"]
        for path in paths[ANN] - {match}:  # played on the second phone, it stays of the first
            for move in ({"do": "undo"}, {"do": "score", "word": "ninja", "score": "5,0"}):
                assert device.play(both_ask, path, **move)[0] == 200
            assert room.data(ANN, "/games")["over"][0]["word"] == "NINJA"
            assert room.data(BOB, "/games")["over"] == []
            room.play(ANN, path, do="undo")
            assert len(both_ask("/games")[1]["over"]) == 1
        assert both_ask(match)[1]["view"]["secret"] == "kayak"  # of Bob's own seat
        begun = device.begin(both_ask, **RULES).replace("/game/", "/saved/")
        assert [room.ask(who, begun)[0] for who in (BOB, ANN)] == [200, 404]


def test_a_clock_of_the_computer_that_jumps_costs_nobody_a_match(tmp_path, monkeypatch):
    with room_in(tmp_path) as room:
        monkeypatch.setitem(NEW_MATCH, "minutes", "1")
        match = begin_match(room)
        for module in ("time", "jotto.web.app", "jotto.web.games"):
            monkeypatch.setattr(f"{module}.time", lambda: time() + 86_400, raising=False)
        assert room.data(ANN, match)["view"]["match"]["clocks"][0] > 0
        room.do(ANN, match, do="guess", word="pales")
        assert room.data(BOB, match)["view"]["stage"] == "guess"


def test_who_plays_nothing_sees_scores_and_changes_nothing(room, ask):
    for route, method, move in requests(room):
        answer = ask(EVE, method, room.path(route), move)
        assert answer.status == ROUTES[route][method == "POST"], (route, move)
    answer = ask(ANN, "GET", "/data/match/ABC123")
    assert (answer.status, "No match has the code ABC123." in answer.body) == (404, True)


@pytest.mark.parametrize("who", [BOB, EVE])
def test_games_are_not_there_for_other_devices_going_or_finished(room, ask, who):
    finished = finished_game(room)
    games = [route for route in ROUTES if "{name}" in route]
    for name, (route, method, move) in product(("", finished["name"]), requests(room, games)):
        path = room.path(route, name)
        assert ask(who, method, path, move).status == ROUTES[route][method == "POST"], path
    assert json.loads(ask(who, "GET", "/data/games").body)["over"] == []


def test_a_finished_game_is_there_for_its_own_device(room, ask):
    """So the test above would find it; nor can it be changed."""
    finished = finished_game(room)
    assert [finished[name] for name in ("word", "made", "result")] == ["VIXEN", 1, "found"]
    path = room.path(SAVED, finished["name"])
    assert "vixen" in ask(ANN, "GET", path).body
    assert room.ask(ANN, f"/table?name={finished['name']}")[1]["columns"]
    assert ask(ANN, "POST", path, {"version": "0", "game": "{}"}).status == 404


def test_without_lan_all_devices_see_all_games(tmp_path):
    with room_in(tmp_path, private=False) as room:
        begin_game(room)
        finish_game(room)
        seen = [(room.data(who, "/home"), room.data(who, "/games")) for who in (ANN, BOB, EVE)]
        assert seen[0] == seen[1] == seen[2]
        assert [len(seen[0][0]["going"]), len(seen[0][1]["over"])] == [1, 1]
        status, data = room.ask(EVE, f"/saved/{seen[0][1]['over'][0]['name']}")
        assert (status, data["record"]["turns"]) == (200, ["vixen=5,0"])


@pytest.mark.parametrize("name", [*WRONG_NAMES, "{name}", "{code}"])
def test_wrong_names_lead_nowhere(room, ask, name):
    """Not even for Ann, to whom the game and the match belong."""
    index = (PAGES / "index.html").read_text()
    routes = [route for route in ROUTES if "{" in route and name not in route]
    for route, method, move in requests(room, routes, ["guess"]):
        answer = ask(ANN, method, room.path(route, name), move)
        same = ROUTES[route] == PAGE and answer.body in ("", index)  # and that asks for the data
        wrong = answer.status in (400, 404, 405, 431) or route == MOVE
        assert wrong or same or name == "%2f", (route, method, move)


@pytest.mark.parametrize("who", [ANN, BOB])
@pytest.mark.parametrize("turn", WRONG_TURNS)
def test_a_move_of_another_turn_changes_nothing(room, ask, who, turn):
    for button in BUTTONS:
        answer = ask(who, "POST", room.path(MATCH), VALID | {"at": turn, "do": button})
        said = [] if button == "join" else [SEEN]  # Ann and Bob have joined
        assert (answer.status, heard(json.loads(answer.body)["said"])) == (200, said)


@pytest.mark.parametrize("wrong", WRONG_WORDS)
def test_wrong_fields_are_said_and_change_nothing(room, ask, wrong):
    match = [{"do": "secret", "word": wrong}, {"do": "guess", "word": wrong}, {"do": wrong}]
    plays = [(BOB, MATCH, each) for each in match] + [(ANN, "/data/match", {"name": wrong})]
    plays += [(ANN, "/data/match", NEW_MATCH | {name: wrong}) for name in CHOSEN]
    plays += [(ANN, SAVED, {"version": "1", "game": each}) for each in (wrong, f'"{wrong}"')]
    for who, route, move in plays:
        path = room.path(route)
        answer = ask(who, "POST", path, {"at": room.turn(path), **move})
        assert (answer.status, [*json.loads(answer.body)]) == (422, ["error"]), move
    for name in CHOSEN:
        asked = urlencode(RULES | {name: wrong}, errors="replace")
        assert ask(ANN, "GET", f"/data/table?{asked}").status in (422, 431)


def test_nobody_plays_for_another_or_when_it_is_not_their_turn(room, ask):
    """It is Bob's turn, and the secrets cannot change any more."""
    for who, button in ((ANN, "guess"), (ANN, "secret"), (BOB, "secret"), (EVE, "guess")):
        move = VALID | {"at": room.turn(room.path(MATCH)), "do": button}
        assert ask(who, "POST", room.path(MATCH), move | {"seat": "1"}).status == 422


@pytest.mark.parametrize("sent", [b"a" * 65_600, *NO_MOVES])
def test_bytes_that_are_no_move_change_nothing(room, ask, sent):
    for who, route in ((ANN, MATCH), (ANN, SAVED), (ANN, "/data/match")):
        answer = ask(who, "POST", room.path(route), sent)
        assert answer.status == (413 if len(sent) > 65_536 else 422)
        assert answer.status == 413 or "this is not a move" in answer.body


def test_a_secret_is_shown_when_the_match_is_over(room):
    """So the tests above would find it."""
    path = begin_match(room)
    assert room.data(ANN, path)["view"]["secret"] == "fjord"
    assert room.data(BOB, path)["view"]["secret"] == "kayak"
    room.do(BOB, path, do="leave")
    for who in (ANN, BOB, EVE):
        (notes,) = heard(room.data(who, path)["view"]["notes"])
        assert str(notes) == "Ann's secret was FJORD; Bob's secret was KAYAK."
    code = path.rpartition("/")[2]
    assert room.ask(EVE, f"/saved/{code}-0")[0] == 404


def test_an_address_keeps_only_so_many_games_and_matches_and_is_told_so(tmp_path, monkeypatch):
    """The first game of the test is finished; the match is over, but of today."""
    monkeypatch.setattr("jotto.web.games.KEEPING", Keeping(most=1))
    with room_in(tmp_path) as room:
        finish_game(room)
        begin_game(room)
        match = begin_match(room)
        room.do(BOB, match, do="leave")
        again, before = {"do": "again", "at": room.turn(match)}, room.files()
        game = json.dumps({"transcript": [], "tried": [], "hints": 0, "over": False})
        new = {"version": "0", "table": urlencode(RULES), "key": "", "game": game}
        begins = [("/saved/another-game-of-hers", new), ("/match", NEW_MATCH), (match, again)]
        for path, form in begins:
            for who in (ANN, BOB):  # another device of the same address
                answer = room.send(signed(who, TOKEN), "POST", f"/data{path}", form)
                kind = "games" if "saved" in path else "matches"
                says = f"your network has its {kind} already (1)"
                assert (answer.status, says in answer.body) == (422, True)
        assert room.files() == before
