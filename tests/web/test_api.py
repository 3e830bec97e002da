"""``jotto serve --api``: requests of programs over HTTP, and their limits."""

import json
import re
from html import unescape
from urllib.request import Request, urlopen

import pytest
from browser import DESKTOP, SMALL
from endless import Endless
from jsonschema import Draft202012Validator
from served import application, check_safe, served
from serving import served as program

from jotto.assistant import request_table, requests
from jotto.assistant.requests import Requests
from jotto.question.filling import filled
from jotto.question.making import Question, saved_options
from jotto.web import api
from jotto.web.purse import Rate, Share, Shares

TOKEN = "the-token-of-the-link-0"
ASKED = Question(rule="colours", book=False)
GIVEN = saved_options(ASKED)
PASSWD = "/etc/passwd"
STATUS = {
    "not json": {400}, "unknown request": {404}, "unknown field": {400}, "missing field": {400},
    "wrong value": {422}, "contradiction": {422}, "no such name": {404}, "not now": {409},
    "not allowed": {403, 405}, "out of time": {422}, "too large": {413}, "busy": {429, 503},
}  # fmt: skip
SUGGEST = b'{"id": 4, "turns": ["tares=BGBGB"], "top": 1}'


def test_house_rules_are_those_of_every_door():
    house = {"strategy": "minimax", "prior": "wordle"}
    asked = filled("play", {}, house=house, kind=Question)
    words = ["bezel", "dwarf", "fjord", "gypsy", "jumbo", "kiosk", "oxide", "zebra"]
    served, engine = api.made(asked, {"words"}, 1).requests, Requests(asked)
    for do in ("evaluate", "suggest", "candidates"):
        request = {"do": do, "words": words}
        assert served.answer(request) == engine.answer(request)
    assert served.answer({"do": "evaluate", "words": words})["strategy"] == "entropy"
    lying = Requests(Question(lies=1)).answer({"do": "evaluate", "words": words})
    said = {"do": "evaluate", "words": words, "lies": 1}
    assert lying == Requests(Question()).answer(said)
    assert not lying["exact"]


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    """Return the application, with programs or without."""

    def made(*, processes: int = 1):
        asked = api.made(ASKED, {"words", "mastermind:4x6"}, processes)
        return application(tmp_path_factory.mktemp("api"), GIVEN, asked)

    return made


@pytest.fixture(scope="module")
def server(app):
    with served(app(), api=True) as one:
        yield one


def ask(server, request: str, /, *lines: str, **fields) -> dict:
    """Send a request as a program does, without an Origin; return the answer."""
    sent = server.request("POST", f"/api/{request}", *lines, body=json.dumps(fields).encode())
    answer = server.raw(sent)
    check_safe(answer)
    assert "Set-Cookie" not in answer.headers
    told = json.loads(answer.body)
    assert (answer.status == 200) == ("error" not in told)
    assert answer.status == 200 or answer.status in STATUS[told["error"]["code"]]
    assert ("Retry-After" in answer.headers) == (answer.status in (429, 503))
    return told | {"status": answer.status}


def test_a_program_needs_no_page_and_no_cookie(server):
    told = ask(server, "candidates", id=4, turns=["tares=BGBGB"], top=1)
    assert (told["id"], told["do"], told["candidates"]) == (4, "candidates", ["baaed"])
    assert ask(server, "score", guess="speed", secret="erase")["text"] == "YBYYB"
    assert ask(server, "score", game="mastermind:4x6", guess="0012", secret="2100")["text"] == "0,4"


def test_errors_are_json_with_a_hint_also_those_of_the_guard(server):
    assert ask(server, "candidates", turns=["tares=1,1"])["status"] == 422
    assert "did you mean suggest?" in ask(server, "sugest")["error"]["hint"]
    broken = server.raw(server.request("POST", "/api/suggest", body=b'{"id": 9, '))
    assert (broken.status, json.loads(broken.body)["id"]) == (400, 9)
    body = b'{"words": ["' + b"x" * (64 << 10) + b'"]}'
    for sent in (
        server.request("POST", "/api/suggest", "Origin: http://evil.example", body=SUGGEST),
        server.request("POST", "/api/suggest", body=body),
        server.request("DELETE", "/api/suggest"),
    ):
        refused = server.raw(sent)
        assert refused.status in (403, 405, 413)
        error = json.loads(refused.body)["error"]
        assert error.keys() == {"code", "message", "hint"}
        assert refused.status in STATUS[error["code"]]


def test_nothing_is_read_run_or_played_that_the_server_does_not_offer(server):
    games = [{"game": "mastermind:8x9"}, {"game": "os:getcwd"}]
    for wrong in (*games, {"words": PASSWD}, {"prior": PASSWD}, {"strategy": f"tree:{PASSWD}"}):
        assert ask(server, "suggest", **wrong)["status"] == (403 if "game" in wrong else 422)


def test_a_game_is_kept_under_a_name_that_nobody_can_guess(server):
    assert "leave name out" in ask(server, "new", name="mine")["error"]["hint"]
    names = {ask(server, "new")["name"] for _ in range(3)}
    assert len(names) == 3
    assert min(map(len, names)) >= 12
    name = names.pop()
    moved = ask(server, "move", name=name, line="tares BGBGB")
    assert moved["view"]["boards"][0]["rows"][0]["guess"] == "tares"
    assert ask(server, "candidates", name=name, top=1)["candidates"] == ["baaed"]
    assert ask(server, "drop", name=name)["kept"] == 2


@pytest.fixture
def endless(tmp_path):
    """A server whose answer to hello is worked on until that is stopped."""
    asked = api.made(ASKED, {"words"}, 1)
    asked.requests = Endless(asked.requests.asked, shared=True, seconds=asked.requests.seconds)
    with served(application(tmp_path, GIVEN, asked), api=True) as server:
        yield server, asked.requests


def test_the_work_for_a_client_that_goes_away_is_stopped(endless):
    server, asked = endless
    with server.connect(server.request("POST", "/api/hello", body=b"{}")):
        assert asked.begun.wait(60)
        assert not asked.ended.is_set()
    assert asked.ended.wait(60)
    assert ask(server, "score", guess="speed", secret="erase")["text"] == "YBYYB"


def test_a_server_works_for_seconds_and_says_where_there_are_more(endless):
    server, asked = endless
    assert asked.seconds == 10
    late = ask(server, "hello", seconds=0.01)
    assert late["error"]["message"] == "it takes longer than 0.01 seconds, and was stopped"
    assert "jotto engine" in late["error"]["hint"]
    for more in ({"seconds": 10.5}, {"think": 10.5}):
        (name,) = more
        told = ask(server, "suggest", **more)
        assert told["status"] == 403
        assert told["error"]["message"] == f"{name}: a server works for at most 10 seconds"
    assert "jotto engine" in ask(server, "stop")["error"]["message"]


def test_work_is_measured_by_its_time_and_not_by_boards_or_words(server):
    few = {"words": ["crane", "slate", "stale"], "rule": "exact-elsewhere"}
    assert ask(server, "evaluate", boards=2, **few)["boards"] == 2
    assert ask(server, "evaluate", strategy="minimax")["secrets"] > 6000


def test_a_secret_is_kept_under_such_a_name_until_it_is_given_up(server):
    assert "leave name out" in ask(server, "keep", name="mine")["error"]["hint"]
    name = ask(server, "keep", secret="speed")["name"]
    assert len(name) >= 12
    assert ask(server, "move", name=name, line="erase")["score"] == "YBBYY"
    for request in ("suggest", "candidates", "review", "evaluate", "share", "practice"):
        told = ask(server, request, name=name)
        assert (told["status"], "speed" in json.dumps(told).lower()) == (409, False)
    assert "speed" not in json.dumps(ask(server, "view", name=name)).lower()
    assert ask(server, "move", name=name, line="give up")["secret"] == "speed"
    assert ask(server, "share", name=name)["text"] == "jotto Wordle, 1 guess, not found\n🟨⬛⬛🟨🟨"


@pytest.mark.parametrize(
    ("request_", "fields"),
    [
        ("word", {"word": "aalii"}),
        ("secret", {"max_level": 35, "top": 2}),
        ("practice", {"turns": ["tares=BGBGB", "baaed=GGGGB"], "guess": "crane"}),
        ("practice", {"turns": ["tares=YBBYB", "doily=BYBBB"], "guess": "crane"}),
        ("practice", {"turns": ["tares=YBBYB"]}),
        ("practice", {"n": 1, "seed": 2, "game": "mastermind:4x6"}),
        ("share", {"turns": ["crane", "slate"], "secret": "stale"}),
        ("history", {"games": [{"turns": ["crane", "stale"], "secret": "stale"}]}),
    ],
)
def test_the_answers_are_those_of_the_engine(server, request_, fields):
    there = ask(server, request_, **fields)
    here = requests.Requests(Question(rule="colours")).answer({"do": request_, **fields})
    assert json.loads(request_table.to_json(here)) | {"status": there["status"]} == there


def test_several_processes_keep_no_games(app):
    with served(app(processes=2), api=True) as server:
        assert "send the turns" in ask(server, "new")["error"]["hint"]
        refused = ask(server, "keep")
        assert (refused["status"], "draw a secret" in refused["error"]["hint"]) == (403, True)
        assert ask(server, "candidates", turns=["tares=BGBGB"], top=1)["candidates"] == ["baaed"]


def test_a_program_is_told_which_share_of_its_network_is_used_up(app):
    used_up = Shares(seconds=Rate(1, 3), request=2.0)
    with served(app(), api=True, clock=lambda: 0.0, shares=used_up) as server:
        told = [ask(server, "score", guess="speed", secret="erase") for _ in range(3)]
        assert [answer["status"] for answer in told] == [200, 200, 429]
        assert "share of this server's processor" in told[-1]["error"]["hint"]
    none = Share(0, 9, "your network has {0:,} requests waiting")
    with served(app(), api=True, shares=Shares(requests=none)) as server:
        refused = ask(server, "score", guess="speed", secret="erase")
        assert (refused["status"], "0 requests waiting" in refused["error"]["hint"]) == (429, True)


def test_where_a_link_lets_people_in_a_program_sends_its_token(app):
    with served(app(), api=True, token=TOKEN) as server:
        assert "Authorization: Bearer" in ask(server, "suggest")["error"]["hint"]
        assert ask(server, "suggest", "Authorization: Bearer wrong")["status"] == 403
        right = f"Authorization: Bearer {TOKEN}"
        assert ask(server, "candidates", right, turns=["tares=BGBGB"], top=1)["status"] == 200
        assert ask(server, "candidates", top=1)["status"] == 403  # the token is no cookie


def test_it_is_off_unless_it_is_asked_for(app):
    with served(app(processes=0)) as server:
        assert server.raw(server.request("POST", "/api/suggest", body=SUGGEST)).status == 403
        assert server.get("/api/openapi.json").status == 404


def test_the_page_and_the_document_have_every_request(server):
    page, document = server.get("/api"), json.loads(server.get("/api/openapi.json").body)
    assert re.findall(r'<h2 id="(\w+)">', page.body) == [*request_table.tools()]
    assert f"http://{server.host}/api/suggest" in unescape(page.body)
    assert document["openapi"] == "3.1.0"
    assert [*document["paths"]] == [f"/api/{name}" for name in request_table.tools()]
    schemas = document["components"]["schemas"]
    for schema in schemas.values():
        Draft202012Validator.check_schema(schema)
    named = re.findall(r'"\$ref": "([^"]+)"', json.dumps(document))
    assert {ref.removeprefix("#/components/schemas/") for ref in named} <= schemas.keys()
    responses = document["paths"]["/api/suggest"]["post"]["responses"]
    assert {*map(int, responses)} == {200, 500, *set().union(*STATUS.values())} - {405}
    assert "Retry-After" in responses["429"]["headers"]
    assert schemas["suggest"]["properties"]["top"]["minimum"] == 1
    assert "do" not in schemas["suggest"]["properties"]


def test_the_page_is_read_by_anybody_on_any_screen(browser, server):
    for size in (DESKTOP, SMALL):
        browser.visit(f"{server.origin}/api", size)
        assert browser.run("return document.documentElement.scrollWidth") <= size[0]
    browser.run("document.querySelectorAll('details').forEach((e) => { e.open = true; })")
    assert browser.barriers() == []
    assert browser.run("return getComputedStyle(document.querySelector('main')).maxWidth") != "none"


def test_the_program_answers_beside_its_page(tmp_path):
    with program(tmp_path, "--api", "--rule", "colours") as server:
        asked = Request(f"{server.address}/api/suggest", SUGGEST, method="POST")
        with urlopen(asked, timeout=60) as answer:
            assert json.load(answer)["suggestions"][0]["guess"]
        assert "/api" in server.log
