"""The first page and the list of saved games on a phone: search, swipes, what can be undone."""

import json

import pytest
from phone import Phone
from serving import Visitor, served
from test_device import NAME, TABLE, key_of

ITEM = """
const named = (one) => one.textContent.includes(arguments[0]);
return [...document.querySelectorAll(".swipe")].find(named);
"""
BOX = "return arguments[0].getBoundingClientRect().toJSON()"
STORE = """
const saved = JSON.parse(localStorage.getItem(arguments[0]));
localStorage.setItem(arguments[0], JSON.stringify({ ...saved, ...arguments[1] }));
"""


@pytest.fixture
def phone(browser, tmp_path):
    """A phone whose server has no game yet."""
    with served(tmp_path) as server:
        browser.tell("Network.clearBrowserCookies")
        one = Phone(browser, server.address)
        one.server = server
        one.open()
        one.run("localStorage.clear(); sessionStorage.clear()")
        yield one
        browser.visit("about:blank")


def put(phone, name: str, *turns: str, record: str = "", **form: str) -> None:
    """Send a game from another page of this device; turns are words with their scores."""
    entries = [["score", *turn.split("=")] for turn in turns]
    game = {"transcript": entries, "tried": [], "hints": 0, "over": bool(record)}
    given = {"version": "0", "table": "", "key": "", "game": json.dumps(game), "record": record}
    assert phone.data(f"/saved/{name}", given | form)[0] == 200


def keep(phone, *words: str) -> None:
    """Send a game for each word from another page of this device."""
    key = key_of(Visitor(phone.server.port))
    for number, word in enumerate(words):
        put(phone, f"{NAME}-{number}", f"{word}=1,1", table=TABLE, key=key)


def titles(phone) -> list[str]:
    return [one.rpartition(", ")[2] for one in phone.browser.texts(".swipe a")]


def swipe(phone, name: str, by: int) -> None:
    """Move a finger from the title of a game to the left."""
    item = phone.run(ITEM, name)
    box = phone.run(BOX, item)
    x, y = box["x"] + 200, box["y"] + box["height"] / 2
    spots = [{"x": x - by * part / 4, "y": y} for part in range(5)]
    phone.browser.tell("Input.dispatchTouchEvent", type="touchStart", touchPoints=spots[:1])
    for spot in spots[1:]:
        phone.browser.tell("Input.dispatchTouchEvent", type="touchMove", touchPoints=[spot])
    phone.browser.tell("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])


def test_the_first_page_asks_what_is_wanted_and_has_the_games_on_top(phone):
    tops = "['.ways', '.cards', '.other', '#code']"
    top = f"{tops}.map((one) => document.querySelector(one).getBoundingClientRect().top)"
    places = phone.run(f"return {top}")
    assert places == sorted(places)
    assert places[1] < phone.size[1] / 2
    phone.check()
    scrolled = "const main = document.querySelector('main'); main.scrollTop = 200;"
    assert phone.run(f"{scrolled} return main.scrollTop")
    phone.open("/match")
    phone.see("[name=name]")
    assert phone.run("return document.querySelector('main').scrollTop") == 0  # at its top


def test_many_games_are_searched_swiped_away_brought_back_and_all_deleted(phone):
    keep(phone, "crane", "pales", "moist", "bulky", "fjord", "quilt")
    phone.open()
    phone.go("All saved games", "/saved")
    assert sorted(titles(phone)) == ["BULKY", "CRANE", "FJORD", "MOIST", "PALES", "QUILT"]
    phone.check(shifts=False)

    field = phone.see("[type=search]")
    field.send_keys("pal")
    assert phone.wait("document.querySelectorAll('.swipe').length === 1")
    assert titles(phone) == ["PALES"]
    field.send_keys("zz")
    assert phone.wait("document.querySelector('.page').innerText.includes('No game matches')")
    for _ in "palzz":
        field.send_keys("\ue003")  # backspace
    assert phone.wait("document.querySelectorAll('.swipe').length === 6")

    swipe(phone, "PALES", 60)  # not far enough
    swipe(phone, "MOIST", 150)
    assert phone.wait("document.querySelectorAll('.swipe').length === 5")
    assert "Deleted: 1 game." in phone.text
    phone.browser.press("\ue007")  # Enter: Undo has the focus
    assert phone.wait("document.querySelectorAll('.swipe').length === 6")
    phone.run("document.querySelector('.swipe button[aria-label*=CRANE]').focus()")
    phone.browser.press("\ue007")
    assert phone.wait("document.querySelectorAll('.swipe').length === 5")
    swipe(phone, "MOIST", 150)
    assert phone.wait("document.querySelectorAll('.swipe').length === 4")
    assert "Deleted: 2 games." in phone.text
    phone.open()  # another page: now they are deleted
    phone.go("All saved games", "/saved")
    assert sorted(titles(phone)) == ["BULKY", "FJORD", "PALES", "QUILT"]
    assert "Deleted" not in phone.text

    phone.begin()  # one more, of this page
    phone.score("1,1")
    phone.open("/saved")
    assert len(titles(phone)) == 5
    phone.tap("Delete all")
    assert "Delete all saved games?" in phone.text
    phone.check(shifts=False)
    phone.tap("Delete 5 games")
    assert phone.wait("!document.querySelector('.swipe')")
    phone.tap("Undo")
    assert phone.wait("document.querySelectorAll('.swipe').length === 5")
    phone.tap("Delete all")
    phone.tap("Delete 5 games")
    phone.go("Back to the first page", "/")
    assert phone.wait("document.querySelector('.cards')")
    assert "Continue" not in phone.text
    phone.open("/saved")
    assert "There are no saved games: all are finished." in phone.text


def test_a_game_that_another_device_finishes_goes_on_nowhere_until_it_takes_that_back(phone):
    phone.begin()
    phone.score("1,1")
    name, saved = phone.name, phone.saved
    assert phone.wait(f"{saved}.sent > 0")
    turns = f"{phone.rows[0][0]}=1,1", "crane=5,0"
    record = {"turns": turns, "theirs": [], "refused": [], "secret": "crane", "own": None}
    version = phone.run(f"return {saved}.server")
    over = json.dumps(record | {"result": "found"})
    put(phone, name, *turns, version=str(version), record=over)
    phone.open()
    assert "Continue" not in phone.text
    phone.open("/games")
    assert "found CRANE in 2 guesses" in phone.text
    version = phone.data(f"/saved/{name}")[1]["version"]
    put(phone, name, turns[0], version=str(version))
    phone.open()
    assert "Continue" in phone.text
    phone.open("/games")
    assert "You have no finished games yet." in phone.text
    phone.open(f"/game/{name}")
    assert phone.wait("document.querySelectorAll('.turn:has(.score)').length === 1"), phone.text


def test_a_game_that_the_server_refuses_is_said_and_not_sent_again(phone):
    phone.begin()
    phone.score("1,1")
    name, kept = phone.name, phone.saved
    assert phone.wait(f"{kept}.sent > 0")
    phone.run(STORE, f"jotto game {name}", {"hints": "many", "version": 99})
    phone.open()
    assert phone.wait(f"{kept}.refused === 99"), phone.run(f"return {kept}")
    phone.run("window.asked = performance.getEntriesByType('resource').length")
    phone.open(f"/game/{name}")
    said = phone.wait("document.querySelector('.info .said')?.textContent")
    assert said.startswith("Saved on this device only: "), phone.text


def test_a_form_offers_what_belongs_to_the_game_alone(phone):
    phone.open("/new")
    assert phone.browser.all("[name=rule]")
    phone.choose("game", "mastermind:4x6")
    assert phone.wait("!document.querySelector('[name=rule], [name=repeats], [name=vowels]')")
    offered = "[...document.querySelectorAll('[name=allow] option')].map((one) => one.value)"
    assert phone.run(f"return {offered}") == ["all", "candidates"]
    phone.choose("game", "words")
    assert phone.wait("document.querySelector('[name=repeats]')")
    phone.choose("rule", "colours")
    assert phone.wait("document.querySelector('[name=allow] [value=hard]')")
    phone.choose("boards", "2")
    assert phone.wait("!document.querySelector('[name=allow] [value=hard]')")
    phone.choose("lies", "1")
    assert phone.wait("!document.querySelector('[name=boards] [value=\"2\"]')")
    phone.choose("rule", "fibble")
    assert phone.wait("!document.querySelector('[name=lies] [value=\"1\"]')")
    phone.open("/match")
    phone.choose("dictionary", "list")
    assert phone.wait("!document.querySelector('[name=challenge]')")
    phone.choose("game", "mastermind:4x6")
    assert phone.wait("!document.querySelector('[name=rule], [name=dictionary]')")
    phone.see("[name=name]").send_keys("Ann")
    phone.go("Begin", "/match/")
    assert phone.wait("document.querySelector('.big-code')")
    phone.open("/match")
    assert phone.run("return document.querySelector('[name=game]').value") == "mastermind:4x6"
    phone.choose("game", "words")
    assert phone.wait("document.querySelector('[name=repeats]')?.checked")
    phone.begin(lies="1")
    phone.score("0,0")
    assert "if no answer is false" in phone.text


def test_colours_are_typed_and_grey_is_not_entered_by_mistake(phone):
    phone.begin(rule="colours")
    phone.see(".keys")
    assert "All grey (Enter): no letter is in the word" in phone.text
    phone.browser.press("0", "1", "2", "0")
    assert phone.wait("document.querySelectorAll('.next .tile.G').length === 1")
    assert "Enter the colours" in phone.text
    with phone.change():
        phone.browser.press("0", "\ue007")  # Enter
    assert phone.run("return document.querySelector('.turn .score')") is not None
    tiles = phone.browser.all(".board li:first-child .tile")
    assert [tile.get_attribute("class") for tile in tiles] == [f"tile {mark}" for mark in "BYGBB"]
