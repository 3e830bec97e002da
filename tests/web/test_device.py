"""What the server gives a page that plays by itself, and how it keeps what the page sends."""

import gzip
import json
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import naive
import pytest
from phone import Phone
from served import application, served
from serving import Visitor, turns_in

from jotto.assistant import page_file
from jotto.assistant.daily import places
from jotto.assistant.match import Terms
from jotto.assistant.shelf import Shelf
from jotto.assistant.store import CHANGED, Database, Store, VersionError
from jotto.question.making import Question, saved_options
from jotto.web.app import Server
from jotto.web.games import Games, Matches

NAME = "m0abc123-the-name-of-a-game"
TABLE = "game=words&rule=exact-elsewhere&allow=all&strategy=entropy&repeats=yes&plurals=yes"
FIRST, SECOND = ["score", "pales", "1,1"], ["score", "pales", "0,2"]
OVER = FIRST, ["score", "crane", "5,0"]
WON = {"turns": ["pales=1,1", "crane=5,0"], "theirs": [], "refused": [], "secret": "crane"}
WON |= {"own": None, "result": "found"}


@pytest.fixture
def one(server):
    return Visitor(server.port)


def put(one, *entries, version=0, name=NAME, **more):
    """Send a game with these entries; return the status and the data."""
    over = len(entries) > 1
    game = {"transcript": entries, "tried": [], "hints": 0, "over": over}
    given = {"version": str(version), "table": TABLE, "key": key_of(one)}
    sent = {**given, "game": json.dumps(game), **more}
    return one.data(f"/saved/{name}", sent)


def key_of(one) -> str:
    return one.data(f"/table?{TABLE}")[1]["key"]


def test_the_data_of_a_game_are_those_of_the_page_in_one_file(one):
    status, given = one.data(f"/table?{TABLE}&boards=2")
    table = Question(polite=False, boards=2)
    game = table.make_game()
    strategy = table.adviser(game, live=True)
    assert status == 200
    daily = places(table, game, strategy.avoid)
    named = {name: given[name] for name in ("title", "name", "about")}
    made = page_file.data_of(game, strategy, boards=2, daily=daily, **named)
    assert given == json.loads(json.dumps(made))
    assert [*named.values()][:2] == ["Jotto on 2 boards, 6,780 English words", "Jotto on 2 boards"]


def test_data_that_have_not_changed_are_not_sent_again(one):
    _, headers, text = one.ask(f"/data/table?{TABLE}")
    assert headers["Cache-Control"] == "no-cache"
    assert one.ask(f"/data/table?{TABLE}", **{"If-None-Match": headers["ETag"]})[0] == 304
    connection = one.connect()
    asked = {"Cookie": one.cookie, "Accept-Encoding": "gzip, br"}
    connection.request("GET", f"/data/table?{TABLE}", headers=asked)
    packed = connection.getresponse().read()
    connection.close()
    assert gzip.decompress(packed).decode() == text
    assert len(packed) < len(text) / 2


@pytest.mark.parametrize("wrong", ["game=wrong", "game=words&list=..%2fweb.json", "rule=1", ""])
def test_there_are_data_of_the_choices_on_the_page_alone(one, wrong):
    assert one.data(f"/table?{wrong}")[0] == 422
    form = {"version": "0", "table": wrong, "game": "{}"}
    assert one.data(f"/saved/{NAME}", form)[0] in (404, 422)


def test_a_game_is_sent_as_often_as_need_be_and_nothing_of_another_page_is_lost(one):
    name = f"{NAME}-two"
    first = put(one, FIRST, name=name)
    assert put(one, FIRST, name=name) == first  # as if the answer was lost
    version = first[1]["version"]
    later = {put(one, SECOND, name=name, version=version)[1]["version"] for _ in range(2)}
    for more in ({}, {"gone": "yes"}):
        status, data = put(one, name=name, version=version, **more)
        assert (status, {data["version"]}, data["transcript"]) == (409, later, [SECOND])
    assert one.data(f"/saved/{name}")[1] == data
    assert name in str(one.data("/home"))
    assert put(one, SECOND, name=name, gone="yes")[0] == 200  # its version is not known
    assert name not in str(one.data("/home"))
    assert one.data(f"/saved/{name}")[0] == 404


def test_a_page_that_is_opened_again_may_send_while_the_first_is_still_heard(one):
    table = TABLE.replace("exact-elsewhere", "jots")  # made at the first game
    with ThreadPoolExecutor(8) as at_once:
        sent = [*at_once.map(lambda _: put(one, name=f"{NAME}-jots", table=table), range(8))]
    assert sent == [(200, sent[0][1])] * 8


def test_a_game_that_is_over_is_among_the_finished_until_its_end_is_taken_back(one):
    name = f"{NAME}-over"
    version = put(one, *OVER, name=name, record=json.dumps(WON))[1]["version"]
    (row,) = finished(one, name)
    assert [row[each] for each in ("word", "made", "result")] == ["CRANE", 2, "found"]
    version = put(one, FIRST, name=name, version=version)[1]["version"]
    assert finished(one, name) == []
    put(one, *OVER, name=name, version=version, record=json.dumps(WON), gone="yes")
    assert len(finished(one, name)) == 1
    left = one.data(f"/saved/{name}")[1]  # of a game that is gone, the record
    assert [*left] == ["record"]
    assert {key: left["record"][key] for key in WON} == WON


def finished(one, name):
    return [row for row in one.data("/games")[1]["over"] if row["name"] == name]


def test_a_game_that_another_program_began_is_taken_over(one, server):
    server.jotto("play", "--rule", "jots", typed="1\nquit\n")
    name = one.data("/home")[1]["going"][0]["path"].rpartition("/")[2]
    assert [entry[2] for entry in one.data(f"/saved/{name}")[1]["transcript"]] == ["1"]
    assert one.data(f"/table?name={name}")[1]["rule"]["name"] == "jots"


def test_what_is_no_game_or_no_record_or_cannot_be_written_again_is_refused(one):
    name = f"{NAME}-wrong"
    games = ["", "[", "[]", "{}", '{"transcript": 1}', '{"transcript": [[[[]]]]}']
    forms = '{"transcript": [["score", %s]]}', '{"transcript": [], "hints": %s}'
    games += [form % value for form in forms for value in ('"\\ud800"', "1e400", "NaN")]
    for game in games:
        assert put(one, name=name, game=game)[0] == 422, game
    for record in ("[", "[1]", "{}", json.dumps(WON | {"result": "taken back"})):
        assert put(one, FIRST, name=name, record=record)[0] == 422, record
    assert put(one, FIRST, name=name, key="\ud800")[0] == 422
    assert put(one, FIRST, name="short")[0] == 404
    assert one.data(f"/saved/{name}")[0] == 404
    assert one.data("/home")[0] == 200


def test_a_game_that_is_over_when_it_is_sent_belongs_to_its_device(tmp_path):
    with served(application(tmp_path, saved_options(Question()), private=True)) as server:
        ann, bob = Visitor(server.port), Visitor(server.port)
        bob.ask("/")
        put(ann, *OVER, record=json.dumps(WON), gone="yes")
        assert [len(finished(who, NAME)) for who in (ann, bob)] == [1, 0]


def test_a_game_of_another_device_is_refused_at_once_and_a_new_link_keeps_it(tmp_path):
    """The same browser sends its game with one more turn, after ``--new-link``."""
    app = application(tmp_path, saved_options(Question()), private=True)
    with served(app, token="an-old-token-of-a-link") as server:
        ann = Visitor(server.port)
        ann.ask("/?token=an-old-token-of-a-link")
        version = put(ann, FIRST)[1]["version"]
    with served(app, token="a-new-token-of-a-link", former=["an-old-token-of-a-link"]) as server:
        bob, ann.port = Visitor(server.port), server.port
        bob.ask("/?token=a-new-token-of-a-link")
        status, data = put(bob, FIRST, SECOND)
        assert (status, "it is kept for another device" in data["error"]) == (422, True)
        assert ann.ask("/data/home")[0] == 403
        ann.ask("/?token=a-new-token-of-a-link")
        assert put(ann, FIRST, SECOND, version=version)[0] == 200
        assert len(ann.data(f"/saved/{NAME}")[1]["transcript"]) == 2


def test_a_game_that_others_store_each_time_is_refused_in_the_end(tmp_path, monkeypatch):
    """Also a change of a match, and a write to a file that is replaced each time."""
    tries = []

    def too_late(self, game, *_):
        tries.append(game)
        raise VersionError(CHANGED)

    options = saved_options(Question())
    path = tmp_path / "games.sqlite"
    store, matches = Store(path), Matches(Store(path, "match"))
    code = matches.start(options, "a" * 32, "Ann", "person", Terms())
    app = Server(Games(store, private=True), matches, Shelf(path), options).app()
    with served(app) as server:
        ann = Visitor(server.port)
        ann.ask("/")
        monkeypatch.setattr(Store, "write", too_late)
        status, data = put(ann, FIRST)
        assert (status, data["error"], len(tries)) == (422, CHANGED, 5)
    with pytest.raises(VersionError):
        matches.join(code, "b" * 32, "Bob")
    assert len(tries) == 10
    monkeypatch.undo()
    monkeypatch.setattr(Database, "_follow", lambda self: True)
    with pytest.raises(OSError, match="replaced again and again"):
        store.delete(replace(tries[0], version=1))


def test_the_service_worker_keeps_all_that_the_page_imports(one):
    _, _, text = one.ask("/sw.js")
    kept = json.loads(re.match("self.kept = (.*);\n", text)[1])["files"]
    _, _, page_ = one.ask("/")
    named = re.findall(r'"/static/([^"]+)"', page_)
    asked = [*(name for name in named if not name.endswith(".png")), "worker.js", "core.wasm"]
    for name in asked:  # it grows; a PNG is asked for when the page is put on the home screen
        status, _, script = one.ask(f"/static/{name}") if name != "core.wasm" else (200, 0, "")
        assert status == 200
        asked += {*re.findall(r'^import .*"\./(.+)";$', script, re.MULTILINE)} - {*asked}
    assert {*asked} <= {*kept}
    assert not {"sw.js", "unpack.js"} & {*kept}


# --- in a browser ---------------------------------------------------------------------------------


AWAY = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
NO_SERVER = """
window.real = window.fetch;
window.fetch = async () => { throw new TypeError("away"); };
"""


def turns(phone, number):
    """Wait for so many turns."""
    assert phone.wait(f"document.querySelectorAll('.turn:has(.score)').length === {number}")


def sent(phone):
    """Wait until the server has the game that is shown."""
    assert phone.wait(f"{phone.saved}.sent === {phone.saved}.version", 30)


def find(phone, secret):
    """Play a game to its end."""
    while (guess := phone.guess) != secret:
        phone.score(naive.exact_elsewhere(guess, secret))
    phone.score("5,0")


def cut_off(browser, offline):
    browser.tell("Network.enable")
    browser.tell("Network.emulateNetworkConditions", offline=offline, **AWAY)


@pytest.fixture
def phone(browser, server):
    """A phone whose page plays by itself."""
    browser.tell("Network.clearBrowserCookies")
    one = Phone(browser, server.address)
    one.open()
    browser.run("localStorage.clear()")
    yield one
    cut_off(browser, False)
    browser.run("localStorage.clear()")
    browser.complaints()


def test_games_are_played_to_their_end_without_a_network_and_sent_later(phone, server):
    phone.begin()
    assert phone.wait("navigator.serviceWorker.controller")
    phone.score(naive.exact_elsewhere(phone.guess, "crane"))
    made = phone.rows
    cut_off(phone.browser, True)
    phone.browser.driver.refresh()
    phone.see(".game .next")
    assert phone.rows == made
    find(phone, "crane")
    assert f"You found CRANE in {len(phone.rows)} guesses." in phone.text
    made, first = phone.rows, phone.name
    phone.tap("jotto")
    phone.go("Jotto", "/game/")
    second = phone.name
    find(phone, "quilt")
    phone.tap("Done")
    assert phone.wait("location.pathname === '/games'")
    cut_off(phone.browser, False)
    assert phone.wait(f"!localStorage.getItem('jotto gone {second}')", 30)
    phone.open(f"/game/{first}")
    sent(phone)
    assert [len(finished(Visitor(server.port), name)) for name in (first, second)] == [1, 1]
    phone.open(f"/game/{first}/report")
    assert phone.reported == [word for word, _ in made]


def test_pages_and_devices_follow_each_other_through_the_server(phone, server):
    other = Visitor(server.port)
    path = other.begin(rule="jots")
    other.play(path, do="score", score="1")
    phone.open(path)
    turns(phone, 1)
    driver = phone.browser.driver
    first = driver.current_window_handle
    driver.switch_to.new_window("tab")
    try:
        driver.get(phone.address + path)
        turns(phone, 1)
        phone.score("2")
    finally:
        driver.close()
        driver.switch_to.window(first)
    turns(phone, 2)
    sent(phone)
    assert [score for _, score in turns_in(other.view(path))] == ["1", "2"]
    other.play(path, do="score", score="0")
    phone.open(path)
    turns(phone, 3)


def test_who_loses_a_change_is_told_even_if_another_page_is_shown(phone, server):
    phone.begin()
    name, kept = phone.name, phone.saved
    sent(phone)
    phone.run(NO_SERVER)
    phone.score("1,1")
    other = Visitor(server.port)
    other.cookie = f"jotto={phone.browser.driver.get_cookie('jotto')['value']}"
    version = other.data(f"/saved/{name}")[1]["version"]
    assert put(other, *OVER, name=name, version=version, record=json.dumps(WON))[0] == 200
    phone.tap("jotto")
    phone.see(".cards button")
    phone.run("window.fetch = window.real")
    assert phone.wait(f"{kept}.sent === {kept}.version && {kept}.lost")
    assert phone.run("return localStorage.getItem(arguments[0])", f"jotto record {name}")
    phone.open(f"/game/{name}")
    turns(phone, 2)
    assert "The game has changed since you last looked." in phone.text


def test_an_answer_that_is_lost_a_refusal_and_damaged_items_stop_nothing(phone):
    phone.run("localStorage.setItem('jotto record damaged', '{\"key\": \"x\"}')")
    phone.open()
    assert phone.wait("document.querySelector('h1')?.textContent === 'What would you like?'")
    phone.begin()
    sent(phone)
    phone.run("""
    const real = window.fetch;
    const headers = { "Content-Type": "application/json" };
    const refused = () => new Response('{"error": "not now"}', { headers });
    window.posts = 0;
    window.fetch = async (...given) => {
      if (!given[1]?.method) return real(...given);
      if (window.posts++ === 0) throw (await real(...given), new TypeError("lost"));
      return window.posts === 2 ? refused() : real(...given);
    };
    """)
    phone.score("1,1")
    assert phone.wait("window.posts === 2", 30)
    phone.score("0,2")
    sent(phone)
    assert [score for _, score in phone.rows] == ["1,1", "0,2"]
    assert phone.run(f"return {phone.saved}.transcript.length") == 2


BARRED = """
const get = () => { throw new DOMException("", "SecurityError"); };
Object.defineProperty(window, "localStorage", { get });
"""
FULL = """
let number = 0;
for (const size of [100000, 1000, 1]) {
  try {
    while (true) localStorage.setItem(`filler ${number++}`, "x".repeat(size));
  } catch { /* it is full */ }
}
"""


def test_a_full_storage_is_told_and_what_it_has_stays(phone):
    phone.begin()
    phone.score("1,1")
    phone.run(FULL)
    phone.score("0,2")
    assert "The storage of this browser is full" in phone.see("[role=alert]").text
    assert [score for _, score in phone.rows] == ["1,1", "0,2"]
    phone.run(
        "for (const name in localStorage) if (name.startsWith('filler')) delete localStorage[name]"
    )
    phone.score("0,1")
    assert phone.wait("!document.querySelector('[role=alert]')")
    phone.browser.driver.refresh()
    phone.see(".game .next")
    assert [score for _, score in phone.rows] == ["1,1", "0,2", "0,1"]
    barred = phone.browser.tell("Page.addScriptToEvaluateOnNewDocument", source=BARRED)
    phone.open()
    assert "does not let jotto save anything" in phone.see("[role=alert]").text
    phone.browser.tell("Page.removeScriptToEvaluateOnNewDocument", **barred)
    phone.open()


def test_a_damaged_game_can_be_deleted(phone):
    phone.begin()
    phone.score("1,1")
    path, item = f"/game/{phone.name}", f"jotto game {phone.name}"
    damaged = f"JSON.stringify({{ ...{phone.saved}, transcript: [['fly']] }})"
    phone.run(f"localStorage.setItem('{item}', {damaged})")
    phone.open(path)
    assert "the saved game is damaged" in phone.text
    phone.go("Delete this game", "/")
    assert phone.wait(f"!document.querySelector('.list a[href=\"{path}\"]')"), phone.text
    assert phone.run(f"return localStorage.getItem('{item}')") is None
