"""The layout at every size: no control is out of reach, no text cut, no last row out of view.

And axe-core finds nothing on any screen that keeps people out.
"""

from pathlib import Path

import pytest
from phone import SIZES, STILL, Phone
from serving import Visitor

TEXTS = [100, 150, 200]  # percent
RACE = {"do": "race", "first": "me", "word": "quilt", "last_turn": "yes"}
STATES = {  # of each: the rules, and what is entered
    "a game": ({}, [{"score": "1,1"}, {"score": "0,2"}]),
    "both players": (
        {},
        [RACE, {"score": "1,1"}, {"word": "tares"}, {"score": "0,2"}, {"word": "guild"}],
    ),
    "several boards": (
        {"rule": "colours", "boards": "4"},
        [
            {"word": "tares", "score": "YBBBB+BYYYB+YBBBB+BBBGY"},
            {"word": "glare", "score": "BBBBB+GGGGG+BBBBB+BBBBY"},
            {"word": "sloop", "score": "BBYBB"},
        ],
    ),
    "no word fits": ({}, [{"score": "1,1"}, {"score": "4,0"}, {"score": "0,5"}]),
    "the end": (
        {},
        [RACE, {"score": "1,1"}, {"word": "tares"}, {"score": "5,0"}, {"word": "quits"}],
    ),
    "the menu": ({}, [{"score": "1,1"}]),
    "a report": ({}, [{"score": "1,1"}, {"score": "5,0"}, {"do": "finish"}]),
}
ONE_OF_EACH = {"several boards": [".board h2 em", ".board.found"], "no word fits": [".suspect"]}
PAGES = ["/", "/new", "/lists", "/games", "/match"]
MATCH = {"name": "Ann", "other": "easy", "order": "me", "dictionary": "any", "advice": "none"}
MATCH |= {"minutes": "10", "game": "words", "rule": "exact-elsewhere", "repeats": "yes"}
TEXT = """
document.documentElement.style.fontSize = `${arguments[0]}%`;
window.dispatchEvent(new Event("resize"));
"""
PROBE = (Path(__file__).parent / "layout.js").read_text("utf-8")
FAULTS, OFFERS = (f"{PROBE}; return {name}();" for name in ("layoutFaults", "offersSeen"))
READY = "!document.querySelector('.waiting') && document.querySelector('.game, .page')"


@pytest.fixture(scope="module")
def paths(server):
    """The device that has begun a game of each state, and the paths of the games."""
    visitor = Visitor(server.port)

    def begun(rules, entered):
        path = visitor.begin(**rules)
        for move in entered:
            what = move.get("do") or ("score" if "score" in move else "they")
            status, data = visitor.play(path, **{"do": what, **move})
            assert status == 200, data
        return path

    games = {state: begun(*how) for state, how in STATES.items()}
    return {**games, "a report": f"{games['a report']}/report"}


@pytest.fixture
def phone(browser, server):
    return Phone(browser, server.address)


def faults_of(phone, *, offers=False):
    """Return what is wrong at every size of the screen and of the text."""
    assert phone.wait(READY)
    faults = []
    for size in SIZES:
        phone.resize(size)
        for text in TEXTS:
            phone.run(TEXT, text)
            phone.wait(STILL)
            if offers and text == TEXTS[0] and size[0] < size[1] and (n := phone.run(OFFERS)) < 3:
                faults.append(f"{size}: {n} offers")
            faults += [f"{size} {text} %: {fault}" for fault in phone.run(FAULTS)]
    return faults


@pytest.mark.parametrize("state", [*STATES, *PAGES])
def test_every_control_can_be_reached_no_text_is_cut_and_nobody_is_kept_out(phone, paths, state):
    phone.open(paths.get(state, state))
    if state == "the menu":
        phone.tap("Menu")
    assert phone.wait(READY)
    if state == "the end":
        phone.see(".points")  # what comes late
    phone.wait(STILL)
    assert phone.browser.barriers() == []
    for selector in ONE_OF_EACH.get(state, ()):
        assert len(phone.browser.all(selector)) == 1, selector
    assert faults_of(phone, offers=state == "no word fits") == []


def test_a_match_fits_every_size_from_the_secret_to_the_second_guess(phone):
    phone.open("/match")
    path = phone.data("/match", MATCH)[1]["go"]
    phone.open(path)
    assert faults_of(phone) == []
    phone.resize(phone.size)
    phone.open(path)
    phone.type("quilt")
    phone.see(".board")
    phone.type("moist")
    assert phone.wait("document.querySelectorAll('.turn:has(.score)').length > 1")
    assert faults_of(phone) == []


def test_a_phone_held_sideways_shows_all_that_is_said_of_the_first_guess(phone):
    phone.size = (568, 320)
    phone.begin()
    parts = "return [...document.querySelectorAll('.info, .console')]"
    assert phone.run(f"{parts}.map((at) => at.scrollHeight - at.clientHeight)") == [0, 0]


def test_a_wide_screen_shows_at_once_what_was_open_and_a_narrow_one_the_board(phone, paths):
    phone.open(paths["a game"])
    phone.tap("Why?")
    phone.see(".shade + .sheet .table")
    phone.resize((1280, 800))
    beside = "!document.querySelector('.shade') && document.querySelector('.sheet .table')"
    assert phone.wait(beside)
    assert phone.browser.barriers() == []
    phone.resize((390, 844))
    assert phone.wait("!document.querySelector('.sheet')")
    assert phone.run(FAULTS) == []
